/* SPDX-License-Identifier: MIT */
#include "pgntools/convert.h"

#include <stdio.h>
#include <string.h>

#include "base/fault.h"
#include "base/json_string.h"
#include "pgntools/game_tags.h"
#include "pgntools/glob.h"
#include "pgntools/opening_tags.h"
#include "pgntools/tag_value.h"
#include "rookery/epd.h"
#include "rookery/fen.h"
#include "rookery/san.h"

enum {
    TAG_SIZE = 48,
    TAG_OVERHEAD = 8,          /* of the writer, at least */
    REQUIRED_TAGS_SIZE = 1024, /* kept free for the tags that the moves depend on */
    COMPARED_MEMBERS_MAX = 48  /* the reader compares as many tags */
};

/* A tag of the current game, as written in the file. */
struct json_member {
    rk_pgn_text name, value;
};

struct format {
    const char *name;
    rk_pgn_visitor visitor; /* without its data */
};

struct conversion {
    struct run run;
    const struct format *format;
    const struct convert_options *options;
    unsigned long ply; /* of convert_position_at() */
};

struct convert_result {
    struct chunk_result base;
    const struct conversion *conversion;
    rk_pgn_writer writer;
    /* The current game: */
    unsigned long plies, limited_plies; /* of the main line */
    unsigned empty_variations;          /* begun, but nothing of them is written yet */
    rk_pgn_text result_tag;             /* as written in the file; `at` is NULL if there is none */
    bool has_start;
    rk_position start;
    struct opening_tags opening;
    size_t game_start; /* in the output */
    rk_pgn_place place;
    size_t tags_size;      /* of those passed to the writer */
    struct buffer members; /* struct json_member */
    struct buffer value, tags, uci, san;
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct convert_result *result = data;
    result->plies = result->limited_plies = 0;
    result->empty_variations = 0;
    result->result_tag = (rk_pgn_text){0};
    result->has_start = false;
    result->opening = (struct opening_tags){0};
    result->game_start = result->base.out.size;
    result->place = place;
    result->tags_size = 0;
    buffer_rewind(&result->members);
    buffer_rewind(&result->tags);
    buffer_rewind(&result->uci);
    buffer_rewind(&result->san);
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next save_start(void *data, const rk_position *start)
{
    struct convert_result *result = data;
    result->start = *start;
    result->has_start = true;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next save_result_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct convert_result *result = data;
    if (pgn_text_equals(name, "Result"))
        result->result_tag = value;
    return RK_PGN_CONTINUE;
}

/* The result at the end of the moves or, if there is none, that of the Result tag: a game that was
 * not played has only tags. */
static rk_pgn_text game_result(const struct convert_result *result, rk_pgn_text at_end)
{
    const rk_pgn_text tag = game_result_canonical(result->result_tag);
    if (at_end.size)
        return at_end;
    return game_result_parse(tag) == UNDECIDED ? (rk_pgn_text){"*", 1} : tag;
}

// ---- PGN -------------------------------------------------------------------------------------

static const char *const roster_tags[] = {"Event", "Site",  "Date",   "Round",
                                          "White", "Black", "Result", NULL};
static const char *const required_tags[] = {"Result", "FEN", "SetUp", "Variant", NULL};

static bool is_any_of(rk_pgn_text name, const char *const *names)
{
    while (*names && !pgn_text_equals(name, *names))
        names++;
    return *names;
}

static void append_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static bool list_has(const char *list, rk_pgn_text name)
{
    while (*list) {
        const size_t size = strcspn(list, ",");
        if (glob_matches(list, size, name.at, name.size))
            return true;
        list += size + (list[size] == ',');
    }
    return false;
}

static bool keeps_tag(const struct convert_options *options, rk_pgn_text name)
{
    if (options->add_ply_count && pgn_text_equals(name, "PlyCount"))
        return false; // it is counted again
    if (is_any_of(name, required_tags))
        return true;
    if (options->drop_tags && list_has(options->drop_tags, name))
        return false;
    return !options->keep_tags || is_any_of(name, roster_tags) ||
           list_has(options->keep_tags, name);
}

/* Returns false if the writer has no room for the tag. A long value must not displace the start
 * position in a later tag. */
static bool reserve_tag(struct convert_result *result, rk_pgn_text name, size_t value_size)
{
    const size_t size = name.size + value_size + TAG_OVERHEAD;
    const size_t kept_free = is_any_of(name, required_tags) ? 0 : REQUIRED_TAGS_SIZE;
    if (result->tags_size + size + kept_free > RK_PGN_TAGS_MAX)
        return false;
    result->tags_size += size;
    return true;
}

static rk_pgn_next warn_about_left_out_tag(struct convert_result *result, rk_pgn_text name)
{
    rk_pgn_error warning = {.place = result->place, .token = name};
    snprintf(warning.fault.text, sizeof warning.fault.text,
             "left out: the tags of a game may have %d bytes in total", RK_PGN_TAGS_MAX);
    return chunk_result_warning(result, &warning);
}

static rk_pgn_next pgn_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct convert_result *result = data;
    save_result_tag(data, name, value);
    if (!keeps_tag(result->conversion->options, name))
        return RK_PGN_CONTINUE;
    if (result->conversion->options->add_openings &&
        !opening_tags_add_tag(&result->opening, name, value))
        return RK_PGN_CONTINUE;
    buffer_rewind(&result->value);
    tag_value_append(&result->value, value);
    if (!reserve_tag(result, name, result->value.size))
        return warn_about_left_out_tag(result, name);
    rk_pgn_write_tag(&result->writer, name, (rk_pgn_text){result->value.bytes, result->value.size});
    return RK_PGN_CONTINUE;
}

/* The writer, after the beginnings of the variations that turn out not to be empty. */
static rk_pgn_writer *writer_of(struct convert_result *result)
{
    for (; result->empty_variations; result->empty_variations--)
        rk_pgn_write_begin_variation(&result->writer);
    return &result->writer;
}

static rk_pgn_next pgn_begin_moves(void *data, const rk_position *start)
{
    opening_tags_begin(&((struct convert_result *)data)->opening, start);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct convert_result *result = data;
    (void)san;
    rk_pgn_write_move(writer_of(result), before, move);
    if (result->base.variation_depth)
        return RK_PGN_CONTINUE;
    result->plies++;
    if (result->conversion->options->add_openings)
        opening_tags_add_position(&result->opening, before);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_comment(void *data, rk_pgn_text text)
{
    rk_pgn_write_comment(writer_of(data), text);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_nag(void *data, unsigned nag)
{
    rk_pgn_write_nag(writer_of(data), nag);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_begin_variation(void *data)
{
    ((struct convert_result *)data)->empty_variations++;
    return chunk_result_begin_variation(data);
}

static void pgn_end_variation(void *data)
{
    struct convert_result *result = data;
    if (result->empty_variations)
        result->empty_variations--;
    else
        rk_pgn_write_end_variation(&result->writer);
    chunk_result_end_variation(data);
}

/* Replaces the first occurrence of `old` in the game that was written last, which has one. */
static void replace_in_game(struct convert_result *result, const char *old, const char *new)
{
    struct buffer *out = &result->base.out;
    const size_t old_size = strlen(old), new_size = strlen(new);
    if (out->failed || !buffer_reserve(out, new_size))
        return;
    char *at = out->bytes + result->game_start;
    while (memcmp(at, old, old_size) != 0)
        at++;
    const size_t rest = out->size - (size_t)(at - out->bytes) - old_size;
    memmove(at + new_size, at + old_size, rest);
    memcpy(at, new, new_size);
    out->size += new_size - old_size;
}

/* The writer wrote an unknown result, because the tags come before the moves. */
static void fill_result_tag(struct convert_result *result, rk_pgn_text text)
{
    char tag[TAG_SIZE];
    snprintf(tag, sizeof tag, "[Result \"%.*s\"]", (int)text.size, text.at);
    replace_in_game(result, "[Result \"*\"]", tag);
}

/* Adds the tag after the others, now that the moves are counted. */
static void add_ply_count(struct convert_result *result)
{
    char tag[TAG_SIZE];
    snprintf(tag, sizeof tag, "\n[PlyCount \"%lu\"]\n\n", result->plies);
    replace_in_game(result, "\n\n", tag);
}

static void add_opening(struct convert_result *result, const rk_position *last)
{
    if (last)
        opening_tags_add_position(&result->opening, last);
    buffer_rewind(&result->tags);
    buffer_put(&result->tags, '\n');
    opening_tags_write(&result->opening, &result->tags);
    buffer_text(&result->tags, "\n");
    buffer_put(&result->tags, '\0');
    if (!result->tags.failed)
        replace_in_game(result, "\n\n", result->tags.bytes);
}

static rk_pgn_next pgn_end(void *data, const rk_position *last, rk_pgn_text text)
{
    struct convert_result *result = data;
    const rk_pgn_text final = game_result(result, text);
    rk_pgn_write_end(&result->writer, final);
    if (!result->result_tag.at)
        fill_result_tag(result, final);
    if (result->conversion->options->add_openings)
        add_opening(result, last);
    if (result->conversion->options->add_ply_count)
        add_ply_count(result);
    return RK_PGN_CONTINUE;
}

// ---- JSON lines ------------------------------------------------------------------------------

/* Keeps the tag until all are read: the last value of a repeated tag counts. */
static rk_pgn_next json_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct convert_result *result = data;
    struct json_member *members = (void *)result->members.bytes;
    const size_t count = result->members.size / sizeof *members;
    const struct json_member member = {name, value};
    save_result_tag(data, name, value);
    for (size_t i = 0; i < count && i < COMPARED_MEMBERS_MAX; i++)
        if (members[i].name.size == name.size && !memcmp(members[i].name.at, name.at, name.size)) {
            members[i].value = value;
            return RK_PGN_CONTINUE;
        }
    buffer_add(&result->members, &member, sizeof member);
    return RK_PGN_CONTINUE;
}

static void add_tag_member(struct convert_result *result, const struct json_member *member)
{
    struct buffer *tags = &result->tags;
    if (tags->size)
        buffer_put(tags, ',');
    json_string_append(tags, member->name.at, member->name.size, JSON_INVALID_IS_LATIN1);
    buffer_put(tags, ':');
    buffer_rewind(&result->value);
    tag_value_append(&result->value, member->value);
    json_string_append(tags, result->value.bytes, result->value.size, JSON_INVALID_IS_LATIN1);
}

static void add_tag_members(struct convert_result *result)
{
    const struct json_member *members = (const void *)result->members.bytes;
    for (size_t i = 0; i < result->members.size / sizeof *members; i++)
        add_tag_member(result, &members[i]);
}

static void add_quoted(struct buffer *list, const char *text)
{
    if (list->size)
        buffer_put(list, ',');
    buffer_put(list, '"');
    buffer_text(list, text);
    buffer_put(list, '"');
}

static rk_pgn_next json_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct convert_result *result = data;
    char uci[RK_UCI_MAX], san[RK_SAN_MAX];
    (void)text;
    rk_uci_write(before, move, uci);
    rk_san_write(before, move, san);
    add_quoted(&result->uci, uci);
    add_quoted(&result->san, san);
    return RK_PGN_CONTINUE;
}

static void add_member(struct buffer *out, const char *opening, const struct buffer *content,
                       const char *closing)
{
    buffer_text(out, opening);
    buffer_add(out, content->bytes, content->size);
    buffer_text(out, closing);
}

static rk_pgn_next json_end(void *data, const rk_position *last, rk_pgn_text text)
{
    struct convert_result *result = data;
    struct buffer *out = &result->base.out;
    const rk_pgn_text final = game_result(result, text);
    char fen[RK_FEN_MAX];
    (void)last;
    add_tag_members(result);
    add_member(out, "{\"tags\":{", &result->tags, "},\"start\":");
    if (result->has_start) {
        const size_t size = rk_fen_write(&result->start, RK_FEN_PLAIN, fen);
        json_string_append(out, fen, size, JSON_INVALID_IS_LATIN1);
    } else {
        buffer_text(out, "null");
    }
    add_member(out, ",\"uci\":[", &result->uci, "]");
    add_member(out, ",\"san\":[", &result->san, "],\"result\":\"");
    buffer_add(out, final.at, final.size);
    buffer_text(out, "\"}\n");
    return RK_PGN_CONTINUE;
}

// ---- moves on a line -------------------------------------------------------------------------

/* A game from another starting position begins with its FEN, as in UCI. */
static rk_pgn_next line_start(void *data, const rk_position *start)
{
    struct convert_result *result = data;
    const rk_position standard = rk_position_start(RK_STANDARD);
    if (start->variant == RK_STANDARD && rk_position_same(start, &standard))
        return RK_PGN_CONTINUE;
    char fen[RK_FEN_MAX];
    rk_fen_write(start, RK_FEN_PLAIN, fen);
    buffer_text(&result->base.out, "fen ");
    buffer_text(&result->base.out, fen);
    buffer_text(&result->base.out, " moves ");
    return RK_PGN_CONTINUE;
}

static void add_separated(struct convert_result *result, const char *text)
{
    if (result->plies++)
        buffer_put(&result->base.out, ' ');
    buffer_text(&result->base.out, text);
}

static rk_pgn_next uci_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    char uci[RK_UCI_MAX];
    (void)text;
    rk_uci_write(before, move, uci);
    add_separated(data, uci);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next san_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    char san[RK_SAN_MAX];
    (void)text;
    rk_san_write(before, move, san);
    add_separated(data, san);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next lan_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    char lan[RK_SAN_MAX];
    (void)text;
    rk_lan_write(before, move, lan);
    add_separated(data, lan);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next uci_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last, (void)result;
    buffer_put(&((struct convert_result *)data)->base.out, '\n');
    return RK_PGN_CONTINUE;
}

static rk_pgn_next san_end(void *data, const rk_position *last, rk_pgn_text text)
{
    struct convert_result *result = data;
    const rk_pgn_text final = game_result(result, text);
    add_separated(result, "");
    buffer_add(&result->base.out, final.at, final.size);
    return uci_end(data, last, text);
}

// ---- positions -------------------------------------------------------------------------------

static void add_fen(struct convert_result *result, const rk_position *pos)
{
    char fen[RK_FEN_MAX];
    const size_t size = rk_fen_write(pos, RK_FEN_PLAIN, fen);
    buffer_add(&result->base.out, fen, size);
    buffer_put(&result->base.out, '\n');
}

static rk_pgn_next fen_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct convert_result *result = data;
    (void)move, (void)text;
    if (!result->conversion->options->last_only)
        add_fen(result, before);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next fen_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)result;
    if (last)
        add_fen(data, last);
    return RK_PGN_CONTINUE;
}

/* The four fields, the two counters and, if there is one, the move that was played. */
static void add_epd(struct convert_result *result, const rk_position *pos, const char *san)
{
    char quiet[8], number[8], line[RK_FEN_MAX + 64];
    const int quiet_size = snprintf(quiet, sizeof quiet, "%u", pos->halfmove_clock);
    const int number_size = snprintf(number, sizeof number, "%u", pos->move_number);
    rk_epd epd = {.position = *pos, .operation_count = san ? 3 : 2};
    epd.operations[0] = (rk_epd_operation){"hmvc", quiet, 4, (size_t)quiet_size, false};
    epd.operations[1] = (rk_epd_operation){"fmvn", number, 4, (size_t)number_size, false};
    if (san)
        epd.operations[2] = (rk_epd_operation){"sm", san, 2, strlen(san), false};
    const size_t size = rk_epd_write(&epd, line, sizeof line);
    buffer_add(&result->base.out, line, size);
    buffer_put(&result->base.out, '\n');
}

static rk_pgn_next epd_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct convert_result *result = data;
    char san[RK_SAN_MAX];
    (void)text;
    if (result->conversion->options->last_only)
        return RK_PGN_CONTINUE;
    rk_san_write(before, move, san);
    add_epd(result, before, san);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next epd_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)result;
    if (last)
        add_epd(data, last, NULL);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next ply_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct convert_result *result = data;
    (void)move, (void)text;
    if (result->plies++ != result->conversion->ply)
        return RK_PGN_CONTINUE;
    add_fen(result, before);
    return RK_PGN_SKIP;
}

static rk_pgn_next ply_end(void *data, const rk_position *last, rk_pgn_text text)
{
    struct convert_result *result = data;
    (void)text;
    if (last && result->plies == result->conversion->ply)
        add_fen(result, last);
    return RK_PGN_CONTINUE;
}

// ---- running ---------------------------------------------------------------------------------

/* Ends the game after the last ply wanted. */
static rk_pgn_next limited_move(void *data, const rk_position *before, rk_move move,
                                rk_pgn_text text)
{
    struct convert_result *result = data;
    const struct conversion *conversion = result->conversion;
    const rk_pgn_next next = conversion->format->visitor.move(data, before, move, text);
    if (!result->base.variation_depth && ++result->limited_plies == conversion->options->plies)
        return RK_PGN_SKIP;
    return next;
}

/* The visitor of the format without the callbacks for what is left out, so that the reader skips
 * it. */
static rk_pgn_visitor visitor_of(const struct conversion *conversion)
{
    const struct convert_options *options = conversion->options;
    rk_pgn_visitor visitor = conversion->format->visitor;
    visitor.begin_game = begin_game;
    visitor.error = chunk_result_error;
    visitor.warning = chunk_result_warning;
    if (options->strip & STRIP_COMMENTS)
        visitor.comment = NULL;
    if (options->strip & STRIP_NAGS)
        visitor.nag = NULL;
    if (options->strip & STRIP_VARIATIONS) {
        visitor.begin_variation = chunk_result_skip_variation;
        visitor.end_variation = NULL;
    }
    if (options->plies)
        visitor.move = limited_move;
    return visitor;
}

static void convert_chunk(const struct chunk *chunk, void *data, const void *conversion)
{
    struct convert_result *result = data;
    struct chunk_result *base = &result->base;
    result->conversion = conversion;
    rk_pgn_visitor visitor = visitor_of(conversion);
    visitor.data = result;
    chunk_result_reset(base);
    rk_pgn_writer_init(&result->writer, append_bytes, &base->out);
    rk_pgn_writer_set_width(&result->writer, result->conversion->options->width);
    chunk_result_read(base, chunk, &visitor);
    base->out_of_memory = base->out_of_memory || result->members.failed || result->value.failed ||
                          result->tags.failed || result->uci.failed || result->san.failed;
}

static void free_convert_result(void *data)
{
    struct convert_result *result = data;
    buffer_fini(&result->members);
    buffer_fini(&result->value);
    buffer_fini(&result->tags);
    buffer_fini(&result->uci);
    buffer_fini(&result->san);
    chunk_result_fini(data);
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct convert_result *result = data;
    struct conversion *conversion = context;
    run_collect(&conversion->run, chunk, &result->base);
    output_write(conversion->run.output, result->base.out.bytes, result->base.out.size);
    return run_can_continue(&conversion->run);
}

static enum run_status run_conversion(struct conversion *conversion)
{
    const struct pool_job job = {.data = conversion,
                                 .result_size = sizeof(struct convert_result),
                                 .process = convert_chunk,
                                 .collect = collect_chunk,
                                 .free_result = free_convert_result};
    return run_with_output(&conversion->run, &job, NULL);
}

// ---- formats ---------------------------------------------------------------------------------

static const struct format formats[CONVERT_FORMAT_COUNT] = {
    [CONVERT_PGN] = {"pgn",
                     {.tag = pgn_tag,
                      .begin_moves = pgn_begin_moves,
                      .move = pgn_move,
                      .comment = pgn_comment,
                      .nag = pgn_nag,
                      .begin_variation = pgn_begin_variation,
                      .end_variation = pgn_end_variation,
                      .end_game = pgn_end}},
    [CONVERT_JSONL] = {"jsonl",
                       {.tag = json_tag,
                        .begin_moves = save_start,
                        .move = json_move,
                        .begin_variation = chunk_result_skip_variation,
                        .end_game = json_end}},
    [CONVERT_UCI] = {"uci",
                     {.begin_moves = line_start,
                      .move = uci_move,
                      .begin_variation = chunk_result_skip_variation,
                      .end_game = uci_end}},
    [CONVERT_FEN] = {"fen",
                     {.move = fen_move,
                      .begin_variation = chunk_result_skip_variation,
                      .end_game = fen_end}},
    [CONVERT_EPD] = {"epd",
                     {.move = epd_move,
                      .begin_variation = chunk_result_skip_variation,
                      .end_game = epd_end}},
    [CONVERT_SAN] = {"san",
                     {.tag = save_result_tag,
                      .begin_moves = line_start,
                      .move = san_move,
                      .begin_variation = chunk_result_skip_variation,
                      .end_game = san_end}},
    [CONVERT_LAN] = {"lan",
                     {.tag = save_result_tag,
                      .begin_moves = line_start,
                      .move = lan_move,
                      .begin_variation = chunk_result_skip_variation,
                      .end_game = san_end}},
};

const char *convert_format_name(enum convert_format format)
{
    return formats[format].name;
}

rk_err convert_parse_strip(const char *text, unsigned *out, rk_fault *fault)
{
    static const struct {
        const char *name;
        unsigned bits;
    } parts[] = {{"comments", STRIP_COMMENTS},
                 {"variations", STRIP_VARIATIONS},
                 {"nags", STRIP_NAGS},
                 {"all", STRIP_COMMENTS | STRIP_VARIATIONS | STRIP_NAGS}};
    const char *at = text;
    unsigned bits = 0;
    do {
        const size_t size = strcspn(at, ",");
        size_t i = 0;
        while (i < sizeof parts / sizeof *parts &&
               (strlen(parts[i].name) != size || memcmp(parts[i].name, at, size) != 0))
            i++;
        if (i == sizeof parts / sizeof *parts)
            return fault_set(fault, RK_BAD_SYNTAX, (size_t)(at - text),
                             "expected comments, variations, nags or all");
        bits |= parts[i].bits;
        at += size;
    } while (*at++ == ',');
    *out = bits;
    return RK_OK;
}

enum run_status convert_games(const struct run_options *options,
                              const struct convert_options *convert_options)
{
    struct conversion conversion = {.run = {.options = options},
                                    .format = &formats[convert_options->format],
                                    .options = convert_options};
    return run_conversion(&conversion);
}

enum run_status convert_position_at(const struct run_options *options, unsigned long ply)
{
    static const struct convert_options all = {.format = CONVERT_FEN};
    static const struct format at_ply = {
        "fen",
        {.move = ply_move, .begin_variation = chunk_result_skip_variation, .end_game = ply_end}};
    struct conversion conversion = {
        .run = {.options = options}, .format = &at_ply, .options = &all, .ply = ply};
    return run_conversion(&conversion);
}
