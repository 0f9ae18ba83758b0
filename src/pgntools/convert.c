/* SPDX-License-Identifier: MIT */
#include "pgntools/convert.h"

#include <stdio.h>
#include <string.h>

#include "base/json_string.h"
#include "pgntools/tag_value.h"
#include "rookery/epd.h"
#include "rookery/fen.h"
#include "rookery/san.h"

struct format {
    const char *name;
    rk_pgn_visitor visitor; /* without its data */
};

struct conversion {
    struct run run;
    const struct format *format;
    bool last_only;
    unsigned long ply;
};

struct convert_result {
    struct chunk_result base;
    const struct conversion *conversion;
    rk_pgn_writer writer;
    /* The current game: */
    unsigned long plies; /* of the main line */
    bool has_start;
    rk_position start;
    struct buffer value, tags, uci, san;
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct convert_result *result = data;
    result->plies = 0;
    result->has_start = false;
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

static void add_game_result(struct buffer *out, rk_pgn_text result)
{
    if (result.size)
        buffer_add(out, result.at, result.size);
    else
        buffer_put(out, '*');
}

// ---- PGN -------------------------------------------------------------------------------------

static void append_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static rk_pgn_next pgn_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct convert_result *result = data;
    buffer_rewind(&result->value);
    tag_value_append(&result->value, value);
    rk_pgn_write_tag(&result->writer, name, (rk_pgn_text){result->value.bytes, result->value.size});
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    (void)san;
    rk_pgn_write_move(&((struct convert_result *)data)->writer, before, move);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_comment(void *data, rk_pgn_text text)
{
    rk_pgn_write_comment(&((struct convert_result *)data)->writer, text);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_nag(void *data, unsigned nag)
{
    rk_pgn_write_nag(&((struct convert_result *)data)->writer, nag);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next pgn_begin_variation(void *data)
{
    rk_pgn_write_begin_variation(&((struct convert_result *)data)->writer);
    return RK_PGN_CONTINUE;
}

static void pgn_end_variation(void *data)
{
    rk_pgn_write_end_variation(&((struct convert_result *)data)->writer);
}

static rk_pgn_next pgn_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    rk_pgn_write_end(&((struct convert_result *)data)->writer, result);
    return RK_PGN_CONTINUE;
}

// ---- JSON lines ------------------------------------------------------------------------------

static rk_pgn_next json_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct convert_result *result = data;
    struct buffer *tags = &result->tags;
    if (tags->size)
        buffer_put(tags, ',');
    json_string_append(tags, name.at, name.size, JSON_INVALID_IS_LATIN1);
    buffer_put(tags, ':');
    buffer_rewind(&result->value);
    tag_value_append(&result->value, value);
    json_string_append(tags, result->value.bytes, result->value.size, JSON_INVALID_IS_LATIN1);
    return RK_PGN_CONTINUE;
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
    char fen[RK_FEN_MAX];
    (void)last;
    add_member(out, "{\"tags\":{", &result->tags, "},\"start\":");
    if (result->has_start) {
        const size_t size = rk_fen_write(&result->start, RK_FEN_PLAIN, fen);
        json_string_append(out, fen, size, JSON_INVALID_IS_LATIN1);
    } else {
        buffer_text(out, "null");
    }
    add_member(out, ",\"uci\":[", &result->uci, "]");
    add_member(out, ",\"san\":[", &result->san, "],\"result\":\"");
    add_game_result(out, text);
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

static rk_pgn_next uci_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last, (void)result;
    buffer_put(&((struct convert_result *)data)->base.out, '\n');
    return RK_PGN_CONTINUE;
}

static rk_pgn_next san_end(void *data, const rk_position *last, rk_pgn_text text)
{
    struct convert_result *result = data;
    add_separated(result, "");
    add_game_result(&result->base.out, text);
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
    if (!result->conversion->last_only)
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
    if (result->conversion->last_only)
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

static void convert_chunk(const struct chunk *chunk, void *data, const void *conversion)
{
    struct convert_result *result = data;
    struct chunk_result *base = &result->base;
    result->conversion = conversion;
    rk_pgn_visitor visitor = result->conversion->format->visitor;
    visitor.data = result;
    visitor.begin_game = begin_game;
    visitor.error = chunk_result_error;
    visitor.warning = chunk_result_warning;
    chunk_result_reset(base);
    rk_pgn_writer_init(&result->writer, append_bytes, &base->out);
    chunk_result_read(base, chunk, &visitor);
    base->out_of_memory = base->out_of_memory || result->value.failed || result->tags.failed ||
                          result->uci.failed || result->san.failed;
}

static void free_convert_result(void *data)
{
    struct convert_result *result = data;
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
                     {.begin_moves = line_start,
                      .move = san_move,
                      .begin_variation = chunk_result_skip_variation,
                      .end_game = san_end}},
};

const char *convert_format_name(enum convert_format format)
{
    return formats[format].name;
}

enum run_status convert_games(const struct run_options *options, enum convert_format format,
                              bool last_only)
{
    struct conversion conversion = {
        .run = {.options = options}, .format = &formats[format], .last_only = last_only};
    return run_conversion(&conversion);
}

enum run_status convert_position_at(const struct run_options *options, unsigned long ply)
{
    static const struct format at_ply = {
        "fen",
        {.move = ply_move, .begin_variation = chunk_result_skip_variation, .end_game = ply_end}};
    struct conversion conversion = {.run = {.options = options}, .format = &at_ply, .ply = ply};
    return run_conversion(&conversion);
}
