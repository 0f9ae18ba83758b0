/* SPDX-License-Identifier: MIT */
/* rookery pgn convert and fen: games as something else. */
#include <stdio.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/pgn.h"
#include "cmd/pgnharvest.h"
#include "cmd/suggest.h"
#include "rookery/epd.h"
#include "rookery/fen.h"
#include "rookery/san.h"

struct format {
    const char *name;
    rk_pgn_visitor visitor; /* without its data */
};

struct conversion {
    struct pgn_call *call;
    const struct format *format;
    bool last_only;
    unsigned long ply;
    struct tidings tidings;
};

struct converted {
    struct harvest harvest;
    const struct conversion *conversion;
    unsigned long plies; /* played in the main line */
    bool has_start;
    rk_position start;
    struct buffer value, tags, uci, san; /* of the game at hand */
    rk_pgn_writer writer;
};

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct converted *converted = data;
    converted->plies = 0;
    converted->has_start = false;
    buffer_rewind(&converted->tags);
    buffer_rewind(&converted->uci);
    buffer_rewind(&converted->san);
    return harvest_begin_game(data, place);
}

static rk_pgn_next note_start(void *data, const rk_position *start)
{
    struct converted *converted = data;
    converted->start = *start;
    converted->has_start = true;
    return RK_PGN_ON;
}

static void write_uci(const rk_position *before, rk_move move, char *out)
{
    if (move == RK_NO_MOVE)
        memcpy(out, "0000", 5);
    else
        rk_uci_write(before, move, out);
}

static void write_san(const rk_position *before, rk_move move, char *out)
{
    if (move == RK_NO_MOVE)
        memcpy(out, "--", 3);
    else
        rk_san_write(before, move, out);
}

static void add_result(struct buffer *out, rk_pgn_text result)
{
    if (result.size)
        buffer_add(out, result.at, result.size);
    else
        buffer_put(out, '*');
}

// ---- PGN -------------------------------------------------------------------------------------

static void put_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static rk_pgn_next pgn_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct converted *converted = data;
    buffer_rewind(&converted->value);
    value_add_tag(&converted->value, value);
    rk_pgn_write_tag(&converted->writer, name,
                     (rk_pgn_text){converted->value.bytes, converted->value.size});
    return RK_PGN_ON;
}

static rk_pgn_next pgn_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    (void)san;
    rk_pgn_write_move(&((struct converted *)data)->writer, before, move);
    return RK_PGN_ON;
}

static rk_pgn_next pgn_comment(void *data, rk_pgn_text text)
{
    rk_pgn_write_comment(&((struct converted *)data)->writer, text);
    return RK_PGN_ON;
}

static rk_pgn_next pgn_nag(void *data, unsigned nag)
{
    rk_pgn_write_nag(&((struct converted *)data)->writer, nag);
    return RK_PGN_ON;
}

static rk_pgn_next pgn_begin_variation(void *data)
{
    rk_pgn_write_begin_variation(&((struct converted *)data)->writer);
    return RK_PGN_ON;
}

static void pgn_end_variation(void *data)
{
    rk_pgn_write_end_variation(&((struct converted *)data)->writer);
}

static rk_pgn_next pgn_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    rk_pgn_write_end(&((struct converted *)data)->writer, result);
    return RK_PGN_ON;
}

// ---- JSON lines ------------------------------------------------------------------------------

static rk_pgn_next json_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct converted *converted = data;
    struct buffer *tags = &converted->tags;
    if (tags->size)
        buffer_put(tags, ',');
    value_add_json(tags, name.at, name.size);
    buffer_put(tags, ':');
    buffer_rewind(&converted->value);
    value_add_tag(&converted->value, value);
    value_add_json(tags, converted->value.bytes, converted->value.size);
    return RK_PGN_ON;
}

static void add_quoted(struct buffer *list, const char *word)
{
    if (list->size)
        buffer_put(list, ',');
    buffer_put(list, '"');
    buffer_text(list, word);
    buffer_put(list, '"');
}

static rk_pgn_next json_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct converted *converted = data;
    char uci[RK_UCI_MAX], san[RK_SAN_MAX];
    (void)text;
    write_uci(before, move, uci);
    write_san(before, move, san);
    add_quoted(&converted->uci, uci);
    add_quoted(&converted->san, san);
    return RK_PGN_ON;
}

static void add_member(struct buffer *out, const char *opening, const struct buffer *content,
                       const char *closing)
{
    buffer_text(out, opening);
    buffer_add(out, content->bytes, content->size);
    buffer_text(out, closing);
}

static rk_pgn_next json_end(void *data, const rk_position *last, rk_pgn_text result)
{
    struct converted *converted = data;
    struct buffer *out = &converted->harvest.out;
    char fen[RK_FEN_MAX];
    (void)last;
    add_member(out, "{\"tags\":{", &converted->tags, "},\"start\":");
    if (converted->has_start) {
        const size_t size = rk_fen_write(&converted->start, RK_FEN_PLAIN, fen);
        value_add_json(out, fen, size);
    } else {
        buffer_text(out, "null");
    }
    add_member(out, ",\"uci\":[", &converted->uci, "]");
    add_member(out, ",\"san\":[", &converted->san, "],\"result\":\"");
    add_result(out, result);
    buffer_text(out, "\"}\n");
    return RK_PGN_ON;
}

// ---- moves on a line -------------------------------------------------------------------------

/* A start that is not the usual one is written first, as UCI writes it. */
static rk_pgn_next line_start(void *data, const rk_position *start)
{
    struct converted *converted = data;
    const rk_position usual = rk_position_start(RK_STANDARD);
    if (start->variant == RK_STANDARD && rk_position_same(start, &usual))
        return RK_PGN_ON;
    char fen[RK_FEN_MAX];
    rk_fen_write(start, RK_FEN_PLAIN, fen);
    buffer_text(&converted->harvest.out, "fen ");
    buffer_text(&converted->harvest.out, fen);
    buffer_text(&converted->harvest.out, " moves ");
    return RK_PGN_ON;
}

static void add_word(struct converted *converted, const char *word)
{
    if (converted->plies++)
        buffer_put(&converted->harvest.out, ' ');
    buffer_text(&converted->harvest.out, word);
}

static rk_pgn_next uci_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    char uci[RK_UCI_MAX];
    (void)text;
    write_uci(before, move, uci);
    add_word(data, uci);
    return RK_PGN_ON;
}

static rk_pgn_next san_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    char san[RK_SAN_MAX];
    (void)text;
    write_san(before, move, san);
    add_word(data, san);
    return RK_PGN_ON;
}

static rk_pgn_next uci_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last, (void)result;
    buffer_put(&((struct converted *)data)->harvest.out, '\n');
    return RK_PGN_ON;
}

static rk_pgn_next san_end(void *data, const rk_position *last, rk_pgn_text result)
{
    struct converted *converted = data;
    add_word(converted, "");
    add_result(&converted->harvest.out, result);
    return uci_end(data, last, result);
}

// ---- positions -------------------------------------------------------------------------------

static void add_fen(struct converted *converted, const rk_position *pos)
{
    char fen[RK_FEN_MAX];
    const size_t size = rk_fen_write(pos, RK_FEN_PLAIN, fen);
    buffer_add(&converted->harvest.out, fen, size);
    buffer_put(&converted->harvest.out, '\n');
}

static rk_pgn_next fen_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct converted *converted = data;
    (void)move, (void)text;
    if (!converted->conversion->last_only)
        add_fen(converted, before);
    return RK_PGN_ON;
}

static rk_pgn_next fen_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)result;
    if (last)
        add_fen(data, last);
    return RK_PGN_ON;
}

/* The four fields, then the counters and, if there is one, the move that was played. */
static void add_epd(struct converted *converted, const rk_position *pos, const char *san)
{
    char quiet[8], number[8], line[RK_FEN_MAX + 64];
    const int quiet_size = snprintf(quiet, sizeof quiet, "%u", pos->quiet_plies);
    const int number_size = snprintf(number, sizeof number, "%u", pos->move_number);
    rk_epd epd = {.position = *pos, .operation_count = san ? 3 : 2};
    epd.operations[0] = (rk_epd_operation){"hmvc", quiet, 4, (size_t)quiet_size, false};
    epd.operations[1] = (rk_epd_operation){"fmvn", number, 4, (size_t)number_size, false};
    if (san)
        epd.operations[2] = (rk_epd_operation){"sm", san, 2, strlen(san), false};
    const size_t size = rk_epd_write(&epd, line, sizeof line);
    buffer_add(&converted->harvest.out, line, size);
    buffer_put(&converted->harvest.out, '\n');
}

static rk_pgn_next epd_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct converted *converted = data;
    char san[RK_SAN_MAX];
    (void)text;
    if (converted->conversion->last_only)
        return RK_PGN_ON;
    write_san(before, move, san);
    add_epd(converted, before, san);
    return RK_PGN_ON;
}

static rk_pgn_next epd_end(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)result;
    if (last)
        add_epd(data, last, NULL);
    return RK_PGN_ON;
}

static rk_pgn_next ply_move(void *data, const rk_position *before, rk_move move, rk_pgn_text text)
{
    struct converted *converted = data;
    (void)move, (void)text;
    if (converted->plies++ != converted->conversion->ply)
        return RK_PGN_ON;
    add_fen(converted, before);
    return RK_PGN_SKIP;
}

static rk_pgn_next ply_end(void *data, const rk_position *last, rk_pgn_text result)
{
    struct converted *converted = data;
    (void)result;
    if (last && converted->plies == converted->conversion->ply)
        add_fen(converted, last);
    return RK_PGN_ON;
}

// ---- running ---------------------------------------------------------------------------------

static void convert_piece(const struct piece *piece, void *result, const void *data)
{
    struct converted *converted = result;
    converted->conversion = data;
    rk_pgn_visitor visitor = converted->conversion->format->visitor;
    visitor.data = converted;
    visitor.begin_game = begin_game;
    visitor.error = harvest_error;
    harvest_begin(&converted->harvest);
    rk_pgn_writer_init(&converted->writer, put_bytes, &converted->harvest.out);
    harvest_read(&converted->harvest, piece, &visitor);
    converted->harvest.failed = converted->harvest.failed || converted->value.failed ||
                                converted->tags.failed || converted->uci.failed ||
                                converted->san.failed;
}

static void free_converted(void *data)
{
    struct converted *converted = data;
    buffer_fini(&converted->value);
    buffer_fini(&converted->tags);
    buffer_fini(&converted->uci);
    buffer_fini(&converted->san);
    harvest_free(data);
}

static bool write_converted(const struct piece *piece, void *result, void *data)
{
    const struct converted *converted = result;
    struct conversion *conversion = data;
    tidings_add(&conversion->tidings, piece, &converted->harvest, NULL);
    output_write(conversion->call->output, converted->harvest.out.bytes,
                 converted->harvest.out.size);
    return !conversion->tidings.failed && !output_problem(conversion->call->output);
}

static bool end_conversion(void *data)
{
    return !((struct conversion *)data)->tidings.failed;
}

static int run_conversion(struct conversion *conversion)
{
    const struct pool_job job = {.data = conversion,
                                 .result_size = sizeof(struct converted),
                                 .work = convert_piece,
                                 .finish = write_converted,
                                 .release = free_converted};
    const int status = pgn_run(conversion->call, &job, end_conversion);
    return tidings_status(&conversion->tidings, status);
}

// ---- the commands ----------------------------------------------------------------------------

static const struct format formats[] = {
    {"pgn",
     {.tag = pgn_tag,
      .move = pgn_move,
      .comment = pgn_comment,
      .nag = pgn_nag,
      .begin_variation = pgn_begin_variation,
      .end_variation = pgn_end_variation,
      .end_game = pgn_end}},
    {"jsonl",
     {.tag = json_tag,
      .begin_moves = note_start,
      .move = json_move,
      .begin_variation = harvest_skip_variation,
      .end_game = json_end}},
    {"uci",
     {.begin_moves = line_start,
      .move = uci_move,
      .begin_variation = harvest_skip_variation,
      .end_game = uci_end}},
    {"fen", {.move = fen_move, .begin_variation = harvest_skip_variation, .end_game = fen_end}},
    {"epd", {.move = epd_move, .begin_variation = harvest_skip_variation, .end_game = epd_end}},
    {"san",
     {.begin_moves = line_start,
      .move = san_move,
      .begin_variation = harvest_skip_variation,
      .end_game = san_end}},
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static const struct format *find_format(const char *name)
{
    const char *names[FORMAT_COUNT];
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        names[i] = formats[i].name;
        if (name && !strcmp(name, names[i]))
            return &formats[i];
    }
    if (name)
        fprintf(stderr, "rookery pgn convert: there is no format %s; did you mean %s?\n", name,
                suggest_name(name, names, FORMAT_COUNT));
    else
        fputs("rookery pgn convert: --to must name a format: pgn, jsonl, uci, fen, epd or san\n",
              stderr);
    return NULL;
}

int pgn_convert(struct pgn_call *call)
{
    struct conversion conversion = {.call = call};
    const char *name = NULL;
    const struct option options[] = {
        {.name = "--to",
         .value = "FORMAT",
         .help = "pgn, jsonl, uci, fen, epd or san",
         .text = &name},
        {.name = "--last",
         .help = "fen and epd: only the position at the end",
         .flag = &conversion.last_only},
    };
    int status;
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    conversion.format = find_format(name);
    return conversion.format ? run_conversion(&conversion) : EXIT_USAGE;
}

int pgn_fen(struct pgn_call *call)
{
    static const struct format at_ply = {
        "fen", {.move = ply_move, .begin_variation = harvest_skip_variation, .end_game = ply_end}};
    struct conversion conversion = {.call = call, .last_only = true, .ply = ~0UL};
    const struct option options[] = {
        {.name = "--ply",
         .value = "N",
         .help = "after so many moves of both sides; shorter games are left out",
         .number = &conversion.ply,
         .max = 100000},
    };
    int status;
    if (!pgn_options(call, options, sizeof options / sizeof *options, &status))
        return status;
    // Without a number it is the end, which the other format knows how to find.
    conversion.format = conversion.ply == ~0UL ? find_format("fen") : &at_ply;
    return run_conversion(&conversion);
}
