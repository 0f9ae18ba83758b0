/* SPDX-License-Identifier: MIT */
/* The openings games begin with: from files of positions or games, or from a book. */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"
#include "rookery/position.h"

enum { OPENING_PLIES_MAX = 60, OPENINGS_MAX = 1 << 20 };

/* Moves that are made on the board before the engines are asked. */
struct opening {
    rk_position start;
    rk_move moves[OPENING_PLIES_MAX]; /* legal, and no game is over behind them */
    unsigned count;
};

struct openings {
    struct opening *list;
    size_t count, capacity;
};

void openings_fini(struct openings *openings);

RK_MUST_USE rk_err openings_add(struct openings *openings, const struct opening *opening);

/* What a variant begins with: its start, or all 960 of Chess960. */
RK_MUST_USE rk_err openings_usual(struct openings *openings, rk_variant variant);

struct openings_request {
    const char *path; /* .pgn, .bin (a Polyglot book), or else positions, one a line */
    rk_variant variant;
    unsigned plies;    /* at most so many moves of a game or of a book's line */
    uint64_t seed;     /* of a book's choices */
    size_t book_lines; /* how many to take from a book; the same line may come again */
};

/* Adds all of a file. The fault says what cannot be read, with its line or game. */
RK_MUST_USE rk_err openings_load(struct openings *openings, const struct openings_request *request,
                                 rk_fault *fault);

/* Puts them in an order that depends on `seed` alone. */
void openings_shuffle(struct openings *openings, uint64_t seed);

/* The same for the same openings in the same order. */
uint64_t openings_checksum(const struct openings *openings);

#endif
