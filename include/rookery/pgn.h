/* SPDX-License-Identifier: MIT */
/* PGN as the world writes it, read as a stream: the reader pushes what it finds
 * to a visitor and keeps nothing but the game at hand. */
#ifndef ROOKERY_PGN_H
#define ROOKERY_PGN_H

#include "rookery/err.h"
#include "rookery/position.h"

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

typedef enum rk_pgn_next {
    RK_PGN_ON,   /* go on */
    RK_PGN_SKIP, /* of this game, nothing but its end (from a variation's begin: the variation) */
    RK_PGN_STOP  /* leave the reader */
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
    rk_pgn_next (*begin_variation)(void *data);
    void (*end_variation)(void *data);
    /* The result is "1-0", "0-1", "1/2-1/2", "*", or empty if it is missing.
     * `last` is the position the main line ends in. Always called, after errors too. */
    rk_pgn_next (*end_game)(void *data, const rk_position *last, rk_pgn_text result);
    /* What cannot be read or played; the rest of the game is skipped, and reading
     * goes on with the next. */
    rk_pgn_next (*error)(void *data, const rk_pgn_error *error);
} rk_pgn_visitor;

/* Gives the next bytes, at most `size`; 0 at the end, SIZE_MAX if reading failed. */
typedef size_t rk_pgn_source(void *data, char *buffer, size_t size);

/* Reads to the end of the source or to RK_PGN_STOP. Fails only if the source
 * does, or memory. Memory is constant: a token longer than 1 MiB (a comment) is
 * an error of its game. */
RK_MUST_USE rk_err rk_pgn_read(rk_pgn_source *source, void *data, const rk_pgn_visitor *visitor);

/* The same over text in memory, of which texts handed out are parts. `place` is
 * where it begins (all 0 for the start of a file): for readers that cut a file
 * into pieces. */
rk_err rk_pgn_read_text(const char *text, size_t size, rk_pgn_place place,
                        const rk_pgn_visitor *visitor);

/* Where the next game begins at or after `from`: the first line that starts a
 * tag section. `size` if there is none. For cutting a file into pieces. */
size_t rk_pgn_next_game(const char *text, size_t size, size_t from);

/* Writing, in export format: seven tags first, 80 columns. Everything is
 * appended to what `put` takes. */
typedef struct rk_pgn_writer rk_pgn_writer;
typedef void rk_pgn_put(void *data, const char *bytes, size_t size);

RK_MUST_USE rk_err rk_pgn_writer_create(rk_pgn_put *put, void *data, rk_pgn_writer **out);
void rk_pgn_writer_destroy(rk_pgn_writer *writer);

/* In order: tags, then moves, comments and so on, then the result. Tags not of
 * the seven are written in the order given; missing ones of the seven as "?".
 * Values are escaped here. */
void rk_pgn_write_tag(rk_pgn_writer *writer, rk_pgn_text name, rk_pgn_text value);
void rk_pgn_write_move(rk_pgn_writer *writer, const rk_position *before, rk_move move);
void rk_pgn_write_comment(rk_pgn_writer *writer, rk_pgn_text text);
void rk_pgn_write_nag(rk_pgn_writer *writer, unsigned nag);
void rk_pgn_write_begin_variation(rk_pgn_writer *writer);
void rk_pgn_write_end_variation(rk_pgn_writer *writer);
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

#endif
