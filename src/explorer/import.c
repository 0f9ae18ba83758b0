/* SPDX-License-Identifier: MIT */
#include "explorer/import.h"

#include <stdlib.h>
#include <string.h>

#include "explorer/material.h"
#include "explorer/record.h"
#include "pgntools/game_tags.h"
#include "pgntools/opening_tags.h"
#include "pgntools/pgn_date.h"
#include "rookery/fen.h"

enum { START_BYTES = 4 };

struct import {
    struct run run;
    rk_position ordinary_start; /* of the database's variant */
    struct game_sorter *sorter;
    struct names *names;
    struct import_counts *counts;
};

struct import_result {
    struct chunk_result base; /* its output: the length of a record, and the record */
    const rk_position *ordinary_start;
    uint64_t other_variants;
    /* The current game: */
    struct game_tags tags;
    rk_pgn_text event;
    struct opening_tags opening; /* used if the game has no ECO tag */
    bool seeks_opening;
    size_t game_start; /* in the output */
    bool is_open;      /* its record has begun and is valid so far */
};

// ---- a game ----------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct import_result *result = data;
    result->tags = (struct game_tags){0};
    result->event = (rk_pgn_text){"", 0};
    result->is_open = false;
    result->game_start = result->base.out.size;
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct import_result *result = data;
    if (pgn_text_equals(name, "Event"))
        result->event = value;
    else
        game_tags_set(&result->tags, name, value);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    static const char no_length[LENGTH_SIZE];
    struct import_result *result = data;
    const rk_position *ordinary = result->ordinary_start;
    char text[RECORD_START_MAX];
    if (start->variant != ordinary->variant &&
        (ordinary->variant != RK_STANDARD || start->variant != RK_CHESS960)) {
        result->other_variants++;
        return RK_PGN_SKIP;
    }
    buffer_add(&result->base.out, no_length, LENGTH_SIZE);
    record_begin(&result->base.out, record_start_text(start, ordinary, text));
    opening_tags_begin(&result->opening, start);
    result->seeks_opening =
        result->opening.line.is_searched && !record_eco(result->tags.value[TAG_ECO]);
    result->is_open = true;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct import_result *result = data;
    (void)san;
    // A null move is not part of a game; what comes before it is.
    if (move == RK_NO_MOVE)
        return RK_PGN_SKIP;
    record_add_move(&result->base.out, move);
    if (result->seeks_opening && result->opening.plies <= RK_OPENING_PLIES_MAX)
        opening_tags_add_position(&result->opening, before);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next drop_game(void *data, const rk_pgn_error *error)
{
    ((struct import_result *)data)->is_open = false;
    return chunk_result_error(data, error);
}

static uint16_t parse_rating(rk_pgn_text text)
{
    const unsigned long number = pgn_text_number(text);
    return number <= RATING_MAX ? (uint16_t)number : 0;
}

static uint8_t parse_result(const struct game_tags *tags, rk_pgn_text movetext)
{
    static const uint8_t results[RESULT_COUNT] = {[WHITE_WON] = DATABASE_WHITE,
                                                  [BLACK_WON] = DATABASE_BLACK,
                                                  [DRAWN] = DATABASE_DRAW,
                                                  [UNDECIDED] = DATABASE_UNKNOWN};
    return results[game_result_find(tags, movetext)];
}

static void set_date(struct database_game *game, rk_pgn_text text)
{
    const unsigned long date = pgn_date_parse(text.at, text.size, 0);
    const unsigned long month = date / 100 % 100, day = date % 100;
    if (date / 10000 > 4095)
        return;
    game->year = (uint16_t)(date / 10000);
    game->month = month <= 12 ? (uint8_t)month : 0;
    game->day = day <= 31 ? (uint8_t)day : 0;
}

/* The code of the ECO tag or, without one, that of the moves; 0: none. */
static uint16_t find_eco(struct import_result *result, const rk_position *last)
{
    const rk_opening_line *line = &result->opening.line;
    if (!result->seeks_opening)
        return record_eco(result->tags.value[TAG_ECO]);
    opening_tags_add_position(&result->opening, last);
    return line->ply ? record_eco((rk_pgn_text){line->opening.eco, strlen(line->opening.eco)}) : 0;
}

static rk_pgn_text unescape_tag(rk_pgn_text value, char out[NAME_SIZE_MAX])
{
    if (pgn_text_equals(value, "?"))
        return (rk_pgn_text){"", 0};
    return (rk_pgn_text){out, rk_pgn_unescape(value, out, NAME_SIZE_MAX)};
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text movetext)
{
    struct import_result *result = data;
    struct buffer *out = &result->base.out;
    const rk_pgn_text *value = result->tags.value;
    char white[NAME_SIZE_MAX], black[NAME_SIZE_MAX], event[NAME_SIZE_MAX];
    if (!result->is_open || !last) {
        out->size = result->game_start;
        return RK_PGN_CONTINUE;
    }
    struct record record = {.white = unescape_tag(value[TAG_WHITE], white),
                            .black = unescape_tag(value[TAG_BLACK], black),
                            .event = unescape_tag(result->event, event),
                            .game = {.start = NO_NAME,
                                     .white_rating = parse_rating(value[TAG_WHITE_ELO]),
                                     .black_rating = parse_rating(value[TAG_BLACK_ELO]),
                                     .result = parse_result(&result->tags, movetext),
                                     .eco = find_eco(result, last),
                                     .material = material_of(last)}};
    set_date(&record.game, value[TAG_DATE]);
    record_end(out, &record);
    if (!out->failed)
        store_number((uint8_t *)out->bytes + result->game_start, LENGTH_SIZE,
                     out->size - result->game_start - LENGTH_SIZE);
    return RK_PGN_CONTINUE;
}

static void read_chunk(const struct chunk *chunk, void *data, const void *import)
{
    struct import_result *result = data;
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .begin_moves = begin_moves,
                                    .move = add_move,
                                    .begin_variation = chunk_result_skip_variation,
                                    .end_game = end_game,
                                    .error = drop_game};
    chunk_result_reset(&result->base);
    result->ordinary_start = &((const struct import *)import)->ordinary_start;
    result->other_variants = 0;
    chunk_result_read(&result->base, chunk, &visitor);
}

// ---- all games -------------------------------------------------------------------------------

static bool add_names(struct names *names, const struct record_parts *parts,
                      struct record_names *out)
{
    *out = (struct record_names){0};
    return (!parts->start.size || names_add(names, parts->start, &out->start)) &&
           names_add(names, parts->white, &out->white) &&
           names_add(names, parts->black, &out->black) &&
           names_add(names, parts->event, &out->event);
}

bool import_records(const uint8_t *bytes, size_t size, struct game_sorter *sorter,
                    struct names *names, struct import_counts *counts)
{
    const uint8_t *at = bytes;
    const uint8_t *const end = at ? at + size : NULL; // no games
    while (at < end) {
        const size_t length = (size_t)load_number(at, LENGTH_SIZE);
        struct record_parts parts;
        struct record_names indexes;
        at += LENGTH_SIZE;
        if (!record_parse(at, length, &parts) || !add_names(names, &parts, &indexes) ||
            !game_sorter_add(sorter, at, length, &indexes))
            return false;
        counts->games++;
        counts->moves += parts.plies;
        counts->start_bytes += parts.start.size ? START_BYTES : 0;
        at += length;
    }
    return true;
}

static bool add_database_names(const struct database *database, struct names *names,
                               uint32_t *indexes)
{
    struct buffer text = {.bytes = NULL};
    bool added = true;
    for (uint32_t i = 0; i < database->header.name_count && added; i++) {
        buffer_clear(&text);
        record_add_text(&text, database_name(database, i));
        added =
            !text.failed && names_add(names, (rk_pgn_text){text.bytes, text.size - 1}, &indexes[i]);
    }
    buffer_fini(&text);
    return added;
}

bool import_database(const struct database *database, struct game_sorter *sorter,
                     struct names *names, struct import_counts *counts)
{
    const struct format_header *header = &database->header;
    uint32_t *indexes = malloc((size_t)(header->name_count + 1) * sizeof *indexes);
    if (!indexes || !add_database_names(database, names, indexes)) {
        free(indexes);
        return false;
    }
    counts->games += header->game_count;
    counts->moves += header->move_count;
    counts->start_bytes +=
        header->sections[SECTION_MOVES].size - (uint64_t)MOVE_SIZE * header->move_count;
    return game_sorter_add_database(sorter, database, indexes);
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    struct import_result *result = data;
    struct import *import = context;
    const struct buffer *out = &result->base.out;
    run_collect(&import->run, chunk, &result->base);
    import->counts->other_variants += result->other_variants;
    if (import->run.totals.out_of_memory)
        return false;
    if (import_records((const uint8_t *)out->bytes, out->size, import->sorter, import->names,
                       import->counts))
        return true;
    import->run.totals.out_of_memory = !game_sorter_error(import->sorter);
    return false;
}

enum run_status import_games(const struct run_options *options, rk_variant variant,
                             struct game_sorter *sorter, struct names *names,
                             struct import_counts *out)
{
    struct import import = {.run = {.options = options},
                            .ordinary_start = rk_position_start(variant),
                            .sorter = sorter,
                            .names = names,
                            .counts = out};
    const struct pool_job job = {.data = &import,
                                 .result_size = sizeof(struct import_result),
                                 .process = read_chunk,
                                 .collect = collect_chunk,
                                 .free_result = chunk_result_fini};
    const bool succeeded = run_over_files(&import.run, &job) && !game_sorter_error(sorter);
    out->errors += import.run.totals.errors;
    out->files_without_game += import.run.files_without_game;
    return run_status_after(&import.run, succeeded);
}
