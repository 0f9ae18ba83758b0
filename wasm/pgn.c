/* SPDX-License-Identifier: MIT */
/* PGN in and out as a WebAssembly module of its own, called by pgn.ts.
 *
 * Reading: the caller copies a file to text_reserve() and calls read_games() for the tags of all
 * games or read_game() for one of them. Every part of a game is passed to visit(). Writing: it
 * calls the write functions in the order of the PGN; the output is passed to put(). */
#include <string.h>

#include "export.h"
#include "rookery/fen.h"
#include "rookery/pgn.h"
#include "rookery/san.h"

/* The parts of a game: same order as `events` in pgn.ts. */
enum event {
    BEGIN_GAME,      /* number: its offset in bytes */
    TAG,             /* text: name, a space, the value */
    START,           /* text: name of the variant, a space, the FEN */
    MOVE,            /* text: UCI, a space, SAN; empty for a null move */
    NAG,             /* number */
    COMMENT,         /* text */
    CLOCK,           /* number: milliseconds. This and the next ones come before their comment. */
    ELAPSED,         /* number: milliseconds */
    CENTIPAWNS,      /* number */
    MATE,            /* number: moves, negative if Black mates */
    ARROWS,          /* text: Gd2d4,Re4e5 */
    SQUARES,         /* text: Yd4,Re5 */
    BEGIN_VARIATION, /* replaces the last move */
    END_VARIATION,
    END_GAME, /* text: the result */
    PROBLEM   /* text: what is wrong; number: the line. The rest of the game is skipped. */
};

rk_pgn_next IMPORT(visit)(enum event event, const char *at, size_t size, double number);
void IMPORT(put)(const char *at, size_t size);

enum { PAGE = 65536, VALUE_MAX = 1 << 12 };

extern char __heap_base; // set by the linker: the text starts here

static char value[VALUE_MAX]; /* a text that is composed for visit() */

// ---- the text ----------------------------------------------------------------------------------

static char *text_at(void)
{
    return &__heap_base;
}

static size_t text_capacity(void)
{
    return __builtin_wasm_memory_size(0) * PAGE - (size_t)text_at();
}

/* Makes room for a text and returns its address, NULL if there is not enough memory. */
char *EXPORT(text_reserve)(size_t size)
{
    const size_t capacity = text_capacity();
    if (size > capacity && __builtin_wasm_memory_grow(0, (size - capacity) / PAGE + 1) == SIZE_MAX)
        return NULL;
    return text_at();
}

// ---- reading -----------------------------------------------------------------------------------

static rk_pgn_next visit_text(enum event event, rk_pgn_text text)
{
    return visit(event, text.at, text.size, 0);
}

static rk_pgn_next visit_number(enum event event, double number)
{
    return visit(event, NULL, 0, number);
}

static size_t append(size_t size, const char *bytes, size_t count)
{
    const size_t room = VALUE_MAX - size, used = count < room ? count : room;
    memcpy(value + size, bytes, used);
    return size + used;
}

static rk_pgn_next on_begin_game(void *data, rk_pgn_place place)
{
    (void)data;
    return visit_number(BEGIN_GAME, (double)place.offset);
}

static rk_pgn_next on_tag(void *data, rk_pgn_text name, rk_pgn_text escaped)
{
    (void)data;
    size_t size = append(append(0, name.at, name.size), " ", 1);
    size += rk_pgn_unescape(escaped, value + size, VALUE_MAX - size);
    return visit(TAG, value, size, 0);
}

static rk_pgn_next on_begin_moves(void *data, const rk_position *start)
{
    (void)data;
    const char *const name = rk_variant_name((rk_variant)start->variant);
    const size_t size = append(append(0, name, strlen(name)), " ", 1);
    return visit(START, value, size + rk_fen_write(start, RK_FEN_PLAIN, value + size), 0);
}

static rk_pgn_next on_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    (void)data, (void)san;
    if (!move)
        return visit(MOVE, value, 0, 0);
    size_t size = rk_uci_write(before, move, value);
    value[size++] = ' ';
    return visit(MOVE, value, size + rk_san_write(before, move, value + size), 0);
}

static rk_pgn_next on_comment(void *data, rk_pgn_text text)
{
    (void)data;
    const rk_pgn_annotations found = rk_pgn_annotations_read(text);
    if (found.found & RK_PGN_CLOCK)
        visit_number(CLOCK, (double)found.clock_ms);
    if (found.found & RK_PGN_ELAPSED)
        visit_number(ELAPSED, (double)found.elapsed_ms);
    if (found.found & RK_PGN_EVAL)
        visit_number(CENTIPAWNS, found.centipawns);
    if (found.found & RK_PGN_MATE)
        visit_number(MATE, found.mate);
    if (found.arrows.size)
        visit_text(ARROWS, found.arrows);
    if (found.squares.size)
        visit_text(SQUARES, found.squares);
    return visit_text(COMMENT, text);
}

static rk_pgn_next on_nag(void *data, unsigned nag)
{
    (void)data;
    return visit_number(NAG, nag);
}

static rk_pgn_next on_begin_variation(void *data)
{
    (void)data;
    return visit_number(BEGIN_VARIATION, 0);
}

static void on_end_variation(void *data)
{
    (void)data;
    visit_number(END_VARIATION, 0);
}

static rk_pgn_next on_end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)data, (void)last;
    return visit_text(END_GAME, result);
}

static rk_pgn_next on_error(void *data, const rk_pgn_error *error)
{
    (void)data;
    size_t size = append(0, error->token.at, error->token.size < 40 ? error->token.size : 40);
    size = append(size, ": ", size ? 2 : 0);
    size = append(size, error->fault.text, strlen(error->fault.text));
    return visit(PROBLEM, value, size, (double)error->place.line);
}

/* Passes the tags of all games, from `size` bytes of text. */
void EXPORT(read_games)(size_t size)
{
    const rk_pgn_visitor visitor = {
        .begin_game = on_begin_game, .tag = on_tag, .end_game = on_end_game};
    if (size <= text_capacity())
        rk_pgn_read_text(text_at(), size, (rk_pgn_place){0}, &visitor);
}

/* Passes the game at an offset that read_games() has given, and those after it until visit()
 * returns RK_PGN_STOP. */
void EXPORT(read_game)(size_t offset, size_t size)
{
    const rk_pgn_visitor visitor = {.begin_game = on_begin_game,
                                    .tag = on_tag,
                                    .begin_moves = on_begin_moves,
                                    .move = on_move,
                                    .comment = on_comment,
                                    .nag = on_nag,
                                    .begin_variation = on_begin_variation,
                                    .end_variation = on_end_variation,
                                    .end_game = on_end_game,
                                    .error = on_error};
    if (offset <= size && size <= text_capacity())
        rk_pgn_read_text(text_at() + offset, size - offset, (rk_pgn_place){0}, &visitor);
}

// ---- writing -----------------------------------------------------------------------------------

static rk_pgn_writer writer;

/* A position for each open variation: after its last move, and before it. */
static struct line {
    rk_position before, after;
} lines[RK_PGN_DEPTH_MAX + 1];
static size_t line_depth;

static void put_output(void *data, const char *bytes, size_t size)
{
    (void)data;
    put(bytes, size);
}

/* Starts a game. The text is the name of the variant, then the FEN; false if they are invalid. */
bool EXPORT(write_begin)(size_t name_size, size_t fen_size)
{
    rk_variant variant;
    if (name_size >= VALUE_MAX || name_size + fen_size > text_capacity())
        return false;
    memcpy(value, text_at(), name_size);
    value[name_size] = '\0';
    line_depth = 0;
    rk_pgn_writer_init(&writer, put_output, NULL);
    return rk_variant_from_name(value, &variant) &&
           !rk_fen_parse(text_at() + name_size, fen_size, variant, RK_FEN_PLAIN, &lines[0].after,
                         NULL);
}

/* The text is the name, then the value. */
void EXPORT(write_tag)(size_t name_size, size_t value_size)
{
    if (name_size + value_size <= text_capacity())
        rk_pgn_write_tag(&writer, (rk_pgn_text){text_at(), name_size},
                         (rk_pgn_text){text_at() + name_size, value_size});
}

/* The text is a UCI move, or 0000 for a null move; false if it is not legal. */
bool EXPORT(write_move)(size_t size)
{
    struct line *const line = &lines[line_depth];
    rk_move move;
    if (size > text_capacity() ||
        rk_uci_parse(&line->after, text_at(), size, RK_NOTATION_NULL_MOVES, &move, NULL))
        return false;
    rk_undo undo;
    line->before = line->after;
    rk_pgn_write_move(&writer, &line->before, move);
    if (move)
        rk_position_apply(&line->after, move, &undo);
    else
        rk_position_pass(&line->after, &undo);
    return true;
}

void EXPORT(write_comment)(size_t size)
{
    if (size <= text_capacity())
        rk_pgn_write_comment(&writer, (rk_pgn_text){text_at(), size});
}

void EXPORT(write_nag)(unsigned nag)
{
    rk_pgn_write_nag(&writer, nag);
}

/* False if variations are nested too deeply for any reader; then write nothing of this one. */
bool EXPORT(write_begin_variation)(void)
{
    if (line_depth == RK_PGN_DEPTH_MAX)
        return false;
    lines[line_depth + 1].after = lines[line_depth].before;
    line_depth++;
    rk_pgn_write_begin_variation(&writer);
    return true;
}

void EXPORT(write_end_variation)(void)
{
    if (!line_depth)
        return;
    line_depth--;
    rk_pgn_write_end_variation(&writer);
}

/* The text is the result. */
void EXPORT(write_end)(size_t size)
{
    if (size <= text_capacity())
        rk_pgn_write_end(&writer, (rk_pgn_text){text_at(), size});
}
