/* SPDX-License-Identifier: MIT */
/* The names of openings, by position: a transposition has the name of the line it leads to. Only
 * standard chess has them. */
#ifndef ROOKERY_OPENING_H
#define ROOKERY_OPENING_H

#include <stddef.h>

#include "rookery/position.h"

RK_BEGIN_C

/* An opening. Both texts have static storage. */
typedef struct rk_opening {
    const char *eco;  /* the code of the Encyclopaedia of Chess Openings: "C51" */
    const char *name; /* UTF-8, without quotes: "Italian Game: Evans Gambit" */
} rk_opening;

/* The positions of games are not looked up after this many plies: no named line is longer. */
enum { RK_OPENING_PLIES_MAX = 40 };

/* Returns the number of positions that have a name. It is 0 if the library was built without the
 * list of names; then nothing is ever found. */
size_t rk_opening_count(void);

/* Finds the name of a position. Returns false, with *out unchanged, if it has none, and for every
 * position of a variant. The move counters and the en passant square do not matter. */
RK_MUST_USE bool rk_opening_find(const rk_position *pos, rk_opening *out);

/* The opening of a game: that of the last position which has a name. */
typedef struct rk_opening_line {
    rk_opening opening; /* valid if `ply` is not 0 */
    unsigned ply;       /* of the position that has the name; 0: no opening yet */
    unsigned plies;     /* positions added so far */
    bool is_searched;   /* false in variants, and in games from another start position */
} rk_opening_line;

/* Begins a game at its start position. */
void rk_opening_line_begin(rk_opening_line *line, const rk_position *start);

/* Adds the position after the next ply. */
void rk_opening_line_add(rk_opening_line *line, const rk_position *pos);

/* Returns the opening of a game: its moves from `start`, each of which must be legal; RK_NO_MOVE is
 * a null move. */
rk_opening_line rk_opening_of_moves(const rk_position *start, const rk_move *moves, size_t count);

RK_END_C

#endif
