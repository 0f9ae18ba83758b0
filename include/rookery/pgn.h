/* SPDX-License-Identifier: MIT */
/* PGN as the world writes it, read as a stream: the reader pushes what it finds
 * to a visitor and keeps nothing but the game at hand. */
#ifndef ROOKERY_PGN_H
#define ROOKERY_PGN_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* Points into the reader's buffer: valid until the callback returns. */
typedef struct rk_pgn_text {
    const char *at;
    size_t size;
} rk_pgn_text;

/* Where something stands; lines and games count from 1. */
typedef struct rk_pgn_place {
    uint64_t line, game, offset;
} rk_pgn_place;

typedef struct rk_pgn_error {
    rk_pgn_place place;
    rk_pgn_text token; /* what could not be read or played */
    rk_fault fault;    /* why */
} rk_pgn_error;

/* What the reader bears: a longer word, tag or comment, and deeper variations,
 * are errors of their game. */
enum { RK_PGN_TOKEN_MAX = 1 << 16, RK_PGN_DEPTH_MAX = 64 };

typedef enum rk_pgn_next {
    RK_PGN_CONTINUE, /* go on */
    RK_PGN_SKIP, /* of this game, nothing but its end (from a variation's begin: the variation) */
    RK_PGN_STOP  /* leave the reader: nothing more is called */
} rk_pgn_next;

/* What to do with what is found. Every function may be NULL: what nobody asks
 * for is not even looked at. If `move` is NULL moves are not played; a visitor
 * that wants them validated without seeing them sets `validate`. */
typedef struct rk_pgn_visitor {
    void *data;
    bool validate;
    rk_pgn_next (*begin_game)(void *data, rk_pgn_place place);
    rk_pgn_next (*tag)(void *data, rk_pgn_text name, rk_pgn_text value); /* value still escaped */
    /* After the tags: the start they give (FEN, Variant), or the usual one. */
    rk_pgn_next (*begin_moves)(void *data, const rk_position *start);
    /* `before` is the position it is played in; RK_NO_MOVE is a null move. */
    rk_pgn_next (*move)(void *data, const rk_position *before, rk_move move, rk_pgn_text san);
    rk_pgn_next (*comment)(void *data, rk_pgn_text text); /* without braces */
    rk_pgn_next (*nag)(void *data, unsigned nag);         /* $3, and !, ?, !! ... */
    /* It replaces the last move. Every begin has its end, after errors too. */
    rk_pgn_next (*begin_variation)(void *data);
    void (*end_variation)(void *data);
    /* The result is "1-0", "0-1", "1/2-1/2", "*", or empty if it is missing.
     * `last` is the position the main line ends in, or was left in; NULL if moves
     * are not played or the start is not a position. Called after errors too. */
    rk_pgn_next (*end_game)(void *data, const rk_position *last, rk_pgn_text result);
    /* What cannot be read or played; the rest of the game is skipped, and reading
     * goes on with the next. */
    rk_pgn_next (*error)(void *data, const rk_pgn_error *error);
    /* A line between games, or the rest of one, that is neither a comment nor the
     * beginning of a game, and is skipped; or the brace of a comment nobody closed. */
    rk_pgn_next (*stray)(void *data, rk_pgn_place place, rk_pgn_text text);
} rk_pgn_visitor;

/* Gives the next bytes, at most `size`; 0 at the end, SIZE_MAX if reading failed. */
typedef size_t rk_pgn_source(void *data, char *buffer, size_t size);

/* Reads to the end of the source or to RK_PGN_STOP; fails with RK_CANNOT_READ if
 * the source does. Allocates nothing: the window, four times RK_PGN_TOKEN_MAX, and the
 * positions of open variations are on the stack (about 300 KiB). */
RK_MUST_USE rk_err rk_pgn_read(rk_pgn_source *source, void *data, const rk_pgn_visitor *visitor);

/* The same over text in memory, of which texts handed out are parts. `before` is
 * what lies before it, in lines, games and bytes (all 0 for the start of a
 * file): for readers that cut a file into pieces. */
void rk_pgn_read_text(const char *text, size_t size, rk_pgn_place before,
                      const rk_pgn_visitor *visitor);

/* Where the next game begins at or after `from`: the first line that starts a
 * tag section. `size` if there is none. For cutting a file into pieces: read one
 * after the other they give what the whole gives, unless a comment contains
 * lines that look like tags. */
size_t rk_pgn_next_game(const char *text, size_t size, size_t from);

/* A tag's value as it is meant: \" is ", \\ is \. Writes at most `size` bytes, no
 * NUL, and returns their number; what does not fit is cut off. */
size_t rk_pgn_unescape(rk_pgn_text value, char *out, size_t size);

/* Writing, in export format: seven tags first, 80 columns. Everything is
 * appended to what `put` takes. The writer is the caller's and owns nothing. */
typedef void rk_pgn_put(void *data, const char *bytes, size_t size);
enum { RK_PGN_TAGS_MAX = 1 << 14 };
typedef struct rk_pgn_writer {
    rk_pgn_put *put;
    void *data;
    size_t tags_size;
    unsigned column;
    bool in_moves, wants_number, glued;
    char tags[RK_PGN_TAGS_MAX]; /* as given, until the first move */
} rk_pgn_writer;

void rk_pgn_writer_init(rk_pgn_writer *writer, rk_pgn_put *put, void *data);

/* In order: tags, then moves, comments and so on, then the result; then the next
 * game may follow. Tags not of the seven are written in the order given; missing
 * ones of the seven as unknown. Values are escaped here. Tags beyond
 * RK_PGN_TAGS_MAX bytes in all are dropped. */
void rk_pgn_write_tag(rk_pgn_writer *writer, rk_pgn_text name, rk_pgn_text value);
/* Numbers are written where they are needed; RK_NO_MOVE becomes `--`. */
void rk_pgn_write_move(rk_pgn_writer *writer, const rk_position *before, rk_move move);
/* Lines are broken anew; a closing brace, which no comment can hold, is a blank. */
void rk_pgn_write_comment(rk_pgn_writer *writer, rk_pgn_text text);
void rk_pgn_write_nag(rk_pgn_writer *writer, unsigned nag);
void rk_pgn_write_begin_variation(rk_pgn_writer *writer);
void rk_pgn_write_end_variation(rk_pgn_writer *writer);
/* An empty result is written as `*`. */
void rk_pgn_write_end(rk_pgn_writer *writer, rk_pgn_text result);

/* The commands inside a comment: [%clk 1:02:03], [%eval -0.35], [%eval #-4],
 * [%emt 0:00:05], [%cal Ge2e4], [%csl Rd5]. */
enum {
    RK_PGN_CLOCK = 1,   /* clock_ms */
    RK_PGN_ELAPSED = 2, /* elapsed_ms */
    RK_PGN_EVAL = 4,    /* centipawns, */
    RK_PGN_MATE = 8     /* or moves to mate, negative if getting mated */
};
typedef struct rk_pgn_annotations {
    unsigned found; /* a set of the above */
    int64_t clock_ms, elapsed_ms;
    int centipawns, mate;
    rk_pgn_text arrows, squares; /* the operands of %cal and %csl */
} rk_pgn_annotations;
rk_pgn_annotations rk_pgn_annotations_read(rk_pgn_text comment);

RK_END_C

#endif
