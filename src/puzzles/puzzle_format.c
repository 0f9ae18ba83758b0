/* SPDX-License-Identifier: MIT */
#include "puzzles/puzzle_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "game/start_tags.h"
#include "puzzles/themes.h"
#include "review/report_json.h"
#include "rookery/engine.h"
#include "rookery/fen.h"
#include "rookery/san.h"

typedef void puzzle_writer(const struct puzzle_source *source, struct buffer *out);

// ---- parts -----------------------------------------------------------------------------------

void puzzle_write_id(const struct puzzle *puzzle, char out[PUZZLE_ID_SIZE])
{
    uint64_t hash = puzzle->positions[0].key;
    for (size_t i = 0; i < puzzle->move_count; i++)
        hash = (hash ^ puzzle->moves[i]) * UINT64_C(0x9e3779b97f4a7c15);
    snprintf(out, PUZZLE_ID_SIZE, "%016" PRIx64, hash);
}

/* The move at `i` of the error and the solution, 0 being the error, and the position before it. */
static rk_move move_at(const struct puzzle *puzzle, size_t i, const rk_position **before)
{
    *before = i ? &puzzle->positions[i - 1] : &puzzle->before;
    return i ? puzzle->moves[i - 1] : puzzle->error;
}

static void write_fen(const struct puzzle *puzzle, char out[RK_FEN_MAX])
{
    rk_fen_write(&puzzle->before, RK_FEN_PLAIN, out);
}

static const char *tag_of(const struct puzzle_source *source, const char *name)
{
    const char *value = rk_pgn_game_tag(source->game, name);
    return value ? value : "";
}

void puzzle_for_each_theme(const struct puzzle *puzzle, puzzle_theme_callback *add, void *context)
{
    char length[THEME_TEXT_MAX];
    for (unsigned theme = 0; theme < THEME_COUNT; theme++)
        if (puzzle->themes >> theme & 1)
            add(context, theme_name((enum puzzle_theme)theme));
    theme_write_length(puzzle, length);
    add(context, length);
    add(context, theme_phase(puzzle));
}

static void add_separated(void *context, const char *theme)
{
    struct buffer *out = context;
    if (out->size)
        buffer_put(out, ' ');
    buffer_text(out, theme);
}

// ---- PGN -------------------------------------------------------------------------------------

static void append_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static void write_tag(rk_pgn_writer *writer, const char *name, const char *value)
{
    if (*value)
        rk_pgn_write_tag(writer, (rk_pgn_text){name, strlen(name)},
                         (rk_pgn_text){value, strlen(value)});
}

static void write_tags(const struct puzzle_source *source, rk_pgn_writer *writer)
{
    static const char *const copied[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    const struct puzzle *puzzle = source->puzzle;
    char fen[RK_FEN_MAX], rating[16], id[PUZZLE_ID_SIZE];
    struct buffer themes = {0};
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        write_tag(writer, copied[i], tag_of(source, copied[i]));
    write_fen(puzzle, fen);
    puzzle_write_id(puzzle, id);
    snprintf(rating, sizeof rating, "%u", puzzle->rating);
    puzzle_for_each_theme(puzzle, add_separated, &themes);
    if (puzzle->before.variant != RK_STANDARD)
        write_tag(writer, "Variant", start_tags_of(&puzzle->before).variant);
    write_tag(writer, "SetUp", "1");
    write_tag(writer, "FEN", fen);
    write_tag(writer, "PuzzleId", id);
    write_tag(writer, "PuzzleRating", rating);
    write_tag(writer, "PuzzleThemes", buffer_cstr(&themes));
    buffer_fini(&themes);
}

static void puzzle_write_pgn(const struct puzzle_source *source, struct buffer *out)
{
    enum { BLUNDER_NAG = 4 };
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, append_bytes, out);
    write_tags(source, &writer);
    for (size_t i = 0; i <= source->puzzle->move_count; i++) {
        const rk_position *before;
        const rk_move move = move_at(source->puzzle, i, &before);
        rk_pgn_write_move(&writer, before, move);
        if (!i)
            rk_pgn_write_nag(&writer, BLUNDER_NAG);
    }
    rk_pgn_write_end(&writer, (rk_pgn_text){"*", 1});
}

// ---- JSON ------------------------------------------------------------------------------------

static void add_theme_text(void *context, const char *theme)
{
    json_text(context, theme);
}

static void put_tag(struct json *json, const char *key, const char *value)
{
    json_put_pgn_text(json, key, value, strlen(value));
}

static void put_game(struct json *json, const struct puzzle_source *source)
{
    json_put_object(json, "game");
    put_tag(json, "white", tag_of(source, "White"));
    put_tag(json, "black", tag_of(source, "Black"));
    put_tag(json, "event", tag_of(source, "Event"));
    put_tag(json, "site", tag_of(source, "Site"));
    put_tag(json, "date", tag_of(source, "Date"));
    json_put_integer(json, "ply", (int64_t)source->puzzle->game_ply);
    json_end_object(json);
}

static void put_moves(struct json *json, const struct puzzle *puzzle, const char *key,
                      size_t (*write)(const rk_position *, rk_move, char *))
{
    char text[RK_SAN_MAX > RK_UCI_MAX ? RK_SAN_MAX : RK_UCI_MAX];
    json_put_array(json, key);
    for (size_t i = 0; i < puzzle->move_count; i++) {
        write(&puzzle->positions[i], puzzle->moves[i], text);
        json_text(json, text);
    }
    json_end_array(json);
}

static void put_error(struct json *json, const struct puzzle *puzzle)
{
    char text[RK_UCI_MAX];
    rk_uci_write(&puzzle->before, puzzle->error, text);
    json_put_text(json, "error", text);
}

/* {"cp":350} or {"mate":2} */
static void put_score(struct json *json, const char *key, int score)
{
    json_put_object(json, key);
    report_json_score(json, score);
    json_end_object(json);
}

static void puzzle_write_json(const struct puzzle_source *source, struct buffer *out)
{
    const struct puzzle *puzzle = source->puzzle;
    struct json json = json_in(out);
    char fen[RK_FEN_MAX], id[PUZZLE_ID_SIZE];
    write_fen(puzzle, fen);
    puzzle_write_id(puzzle, id);
    json_begin_object(&json);
    json_put_text(&json, "id", id);
    json_put_text(&json, "variant", rk_variant_name((rk_variant)puzzle->before.variant));
    json_put_text(&json, "fen", fen);
    put_error(&json, puzzle);
    put_moves(&json, puzzle, "moves", rk_uci_write);
    put_moves(&json, puzzle, "san", rk_san_write);
    json_put_integer(&json, "rating", puzzle->rating);
    json_put_array(&json, "themes");
    puzzle_for_each_theme(puzzle, add_theme_text, &json);
    json_end_array(&json);
    put_score(&json, "score", puzzle->score);
    put_score(&json, "second", puzzle->second);
    json_put_integer(&json, "depth", puzzle->depth);
    put_game(&json, source);
    if (source->opening->ply)
        report_json_opening(&json, source->opening);
    json_end_object(&json);
    buffer_put(out, '\n');
}

// ---- CSV -------------------------------------------------------------------------------------

/* The address of the game at the ply of the error, if it has one. */
static void add_address(const struct puzzle_source *source, struct buffer *out)
{
    char ply[24];
    const char *site = tag_of(source, "Site");
    if (strncmp(site, "http", 4) != 0 || strpbrk(site, ",\"\r\n"))
        return;
    snprintf(ply, sizeof ply, "#%zu", source->puzzle->game_ply);
    buffer_text(out, site);
    buffer_text(out, ply);
}

/* "Italian_Game_Evans_Gambit" */
static void add_opening_tag(const rk_opening_line *line, struct buffer *out)
{
    for (const char *at = line->ply ? line->opening.name : ""; *at; at++)
        if (*at == ' ')
            buffer_put(out, '_');
        else if (!strchr(":,.'", *at))
            buffer_put(out, *at);
}

static void puzzle_write_csv(const struct puzzle_source *source, struct buffer *out)
{
    const struct puzzle *puzzle = source->puzzle;
    char fen[RK_FEN_MAX], id[PUZZLE_ID_SIZE], numbers[64];
    struct buffer themes = {0};
    if (puzzle->before.variant != RK_STANDARD) // the columns cannot tell
        return;
    write_fen(puzzle, fen);
    puzzle_write_id(puzzle, id);
    puzzle_for_each_theme(puzzle, add_separated, &themes);
    buffer_text(out, id);
    buffer_put(out, ',');
    buffer_text(out, fen);
    for (size_t i = 0; i <= puzzle->move_count; i++) {
        const rk_position *before;
        const rk_move move = move_at(puzzle, i, &before);
        char uci[RK_UCI_MAX];
        rk_uci_write(before, move, uci);
        buffer_put(out, i ? ' ' : ',');
        buffer_text(out, uci);
    }
    snprintf(numbers, sizeof numbers, ",%u,150,0,0,", puzzle->rating); // nobody has tried it yet
    buffer_text(out, numbers);
    buffer_text(out, buffer_cstr(&themes));
    buffer_put(out, ',');
    add_address(source, out);
    buffer_put(out, ',');
    add_opening_tag(source->opening, out);
    buffer_put(out, '\n');
    buffer_fini(&themes);
}

// ---- formats ---------------------------------------------------------------------------------

static const struct {
    const char *name;
    puzzle_writer *write;
} formats[PUZZLE_FORMAT_COUNT] = {
#define ROW(format, name, function) [format] = {(name), (function)},
#include "puzzles/formats.def"
};

const char *puzzle_format_name(enum puzzle_format format)
{
    return formats[format].name;
}

void puzzle_format_begin(enum puzzle_format format, struct buffer *out)
{
    if (format == PUZZLE_AS_CSV)
        buffer_text(out, "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,"
                         "GameUrl,OpeningTags\n");
}

void puzzle_format_write(enum puzzle_format format, const struct puzzle_source *source,
                         struct buffer *out)
{
    formats[format].write(source, out);
}
