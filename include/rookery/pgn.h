/* SPDX-License-Identifier: MIT */
/* PGN: a streaming reader that calls a visitor, and a writer. The reader accepts
 * PGN as other programs write it and keeps only the current game in memory. */
#ifndef ROOKERY_PGN_H
#define ROOKERY_PGN_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* A text in the reader's buffer, valid until the callback returns; not
 * NUL-terminated. */
typedef struct rk_pgn_text {
    const char *at;
    size_t size;
} rk_pgn_text;

/* A place in the input. Lines and games are counted from 1, bytes from 0. */
typedef struct rk_pgn_place {
    uint64_t line, game, offset;
} rk_pgn_place;

/* An error in a game. */
typedef struct rk_pgn_error {
    rk_pgn_place place;
    rk_pgn_text token; /* the text that cannot be read or played */
    rk_fault fault;    /* the reason */
} rk_pgn_error;

/* Limits of the reader: a longer word or comment or more deeply nested variations are
 * errors in their game; a longer tag is left out. */
enum { RK_PGN_TOKEN_MAX = 1 << 16, RK_PGN_DEPTH_MAX = 64 };

/* Returned by a callback: what the reader does next. */
typedef enum rk_pgn_next {
    RK_PGN_CONTINUE,
    RK_PGN_SKIP, /* skip to the end of this game; from begin_variation: of the variation */
    RK_PGN_STOP  /* stop reading; no more callbacks are called */
} rk_pgn_next;

/* The callbacks of the reader. Each may be NULL, and the reader does not parse what
 * no callback needs. If `move` is NULL moves are not played; set `validate` to have
 * them checked anyway. `data` is passed to every callback. */
typedef struct rk_pgn_visitor {
    void *data;
    bool validate;
    rk_pgn_next (*begin_game)(void *data, rk_pgn_place place);
    rk_pgn_next (*tag)(void *data, rk_pgn_text name, rk_pgn_text value); /* value still escaped */
    /* After the tags, with the start position they give (FEN, Variant) or the default. */
    rk_pgn_next (*begin_moves)(void *data, const rk_position *start);
    /* `before` is the position the move is played in; RK_NO_MOVE is a null move. */
    rk_pgn_next (*move)(void *data, const rk_position *before, rk_move move, rk_pgn_text san);
    rk_pgn_next (*comment)(void *data, rk_pgn_text text); /* without braces; not between tags */
    rk_pgn_next (*nag)(void *data, unsigned nag);         /* $3, and also !, ?!, +-, ± ... */
    /* The variation replaces the last move. end_variation is always called, also after an error. */
    rk_pgn_next (*begin_variation)(void *data);
    void (*end_variation)(void *data);
    /* The result is "1-0", "0-1", "1/2-1/2", "*", or empty if missing. `last` is the
     * final position of the main line, as far as it was played; NULL if moves are not
     * played or the start position is invalid. Called after errors too. */
    rk_pgn_next (*end_game)(void *data, const rk_position *last, rk_pgn_text result);
    /* Something cannot be read or played. The reader skips the rest of the game. */
    rk_pgn_next (*error)(void *data, const rk_pgn_error *error);
    /* Something is wrong, but the game can be read without it: a malformed tag or NAG, a tag
     * that repeats an earlier one (its last value counts), an unknown variant, or an en
     * passant square in the FEN tag that cannot be one. */
    rk_pgn_next (*warning)(void *data, const rk_pgn_error *error);
    /* Skipped text that is not an error: a line between games, or the rest of one, that
     * is neither a comment nor the start of a game; or the brace of an unclosed comment. */
    rk_pgn_next (*stray)(void *data, rk_pgn_place place, rk_pgn_text text);
} rk_pgn_visitor;

/* Reads the next bytes into `buffer`, at most `size`. Returns their number, 0 at the
 * end, SIZE_MAX if reading failed. */
typedef size_t rk_pgn_source(void *data, char *buffer, size_t size);

/* Reads games until the source ends or a callback returns RK_PGN_STOP. Returns
 * RK_CANNOT_READ if the source fails. Does not allocate: the window of four times
 * RK_PGN_TOKEN_MAX and the positions of open variations are on the stack, about
 * 300 KiB. */
RK_MUST_USE rk_err rk_pgn_read(rk_pgn_source *source, void *data, const rk_pgn_visitor *visitor);

/* Reads games from memory; texts passed to callbacks point into `text`. If `text` is
 * part of a larger file, `before` counts the lines, games and bytes before it;
 * otherwise it is all zeros. */
void rk_pgn_read_text(const char *text, size_t size, rk_pgn_place before,
                      const rk_pgn_visitor *visitor);

/* Returns the offset of the next game at or after `from`: the first line whose tag starts
 * a game; `size` if there is no such line. `text` must start with a game or between two. Use
 * it to split a file into chunks. Reading the chunks in order gives the same result as reading
 * the file, unless a comment contains lines that look like tags. */
size_t rk_pgn_next_game(const char *text, size_t size, size_t from);

/* Unescapes a tag value: \" becomes ", \\ becomes \. Writes at most `size` bytes
 * without a NUL and returns their number; the rest is cut off. */
size_t rk_pgn_unescape(rk_pgn_text value, char *out, size_t size);

/* Receives the output of a writer. */
typedef void rk_pgn_put(void *data, const char *bytes, size_t size);

enum { RK_PGN_TAGS_MAX = 1 << 14 }; /* bytes of all tags of a game */

/* Writes PGN in export format, in lines of less than 80 columns unless you set another width. The
 * caller owns it, and it needs no cleanup. Its fields are private. Call the functions in this
 * order: tags; then moves, comments, NAGs and variations; then rk_pgn_write_end(). The next game
 * may follow. */
typedef struct rk_pgn_writer {
    rk_pgn_put *put;
    void *data;
    size_t tags_size;
    unsigned column, width;
    bool in_moves, needs_number, no_space;
    char tags[RK_PGN_TAGS_MAX]; /* collected until the first move */
} rk_pgn_writer;

/* Initialises a writer. It passes its output to `put` together with `data`. */
void rk_pgn_writer_init(rk_pgn_writer *writer, rk_pgn_put *put, void *data);

/* Sets the number of columns of the lines of moves, 0 for no limit. A longer word is not broken. */
void rk_pgn_writer_set_width(rk_pgn_writer *writer, unsigned columns);

/* Adds a tag; `value` is not escaped yet. The seven tags of the roster are written
 * first, as unknown if missing, then the others in the order given. If a tag is added twice, the
 * last value counts. Tags beyond RK_PGN_TAGS_MAX bytes in total are dropped. */
void rk_pgn_write_tag(rk_pgn_writer *writer, rk_pgn_text name, rk_pgn_text value);

/* Writes a move, with its number where needed. RK_NO_MOVE is written as `--`. */
void rk_pgn_write_move(rk_pgn_writer *writer, const rk_position *before, rk_move move);

/* Writes a comment. Lines are wrapped again; a closing brace, which PGN cannot escape,
 * becomes a space. */
void rk_pgn_write_comment(rk_pgn_writer *writer, rk_pgn_text text);

/* Writes a NAG as `$n`. */
void rk_pgn_write_nag(rk_pgn_writer *writer, unsigned nag);

/* Begins a variation, which replaces the last move. */
void rk_pgn_write_begin_variation(rk_pgn_writer *writer);

/* Ends a variation. */
void rk_pgn_write_end_variation(rk_pgn_writer *writer);

/* Ends the game with its result. An empty result is written as `*`. */
void rk_pgn_write_end(rk_pgn_writer *writer, rk_pgn_text result);

/* The annotations a comment can contain: bits of rk_pgn_annotations.found. */
enum {
    RK_PGN_CLOCK = 1,   /* [%clk 1:02:03], clock_ms */
    RK_PGN_ELAPSED = 2, /* [%emt 0:00:05], elapsed_ms */
    RK_PGN_EVAL = 4,    /* [%eval -0.35], centipawns */
    RK_PGN_MATE = 8     /* [%eval #-4], moves to mate, negative if getting mated */
};

/* The annotations found in a comment. */
typedef struct rk_pgn_annotations {
    unsigned found; /* a set of the bits above */
    int64_t clock_ms, elapsed_ms;
    int centipawns, mate;
    rk_pgn_text arrows, squares; /* the operands of [%cal Ge2e4] and [%csl Rd5]; may be empty */
} rk_pgn_annotations;

/* Parses the annotations in a comment. Ignores what it does not understand. */
rk_pgn_annotations rk_pgn_annotations_read(rk_pgn_text comment);

RK_END_C

#endif
