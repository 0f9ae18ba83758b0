/* SPDX-License-Identifier: MIT */
/* Opening positions and lines for a match, from a file of positions or games or from a book. */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"
#include "rookery/position.h"

enum { OPENING_PLIES_MAX = 60, OPENINGS_MAX = 1 << 20 };

/* A start position and moves to play from it before the engines take over. */
struct opening {
    rk_position start;
    rk_move moves[OPENING_PLIES_MAX]; /* legal; the game is not over after them */
    unsigned count;
};

struct openings {
    struct opening *list;
    size_t count, capacity;
};

void openings_fini(struct openings *openings);

RK_MUST_USE rk_err openings_add(struct openings *openings, const struct opening *opening);

/* Adds the default openings: the start position of the variant, or all 960 of Chess960. */
RK_MUST_USE rk_err openings_default(struct openings *openings, rk_variant variant);

struct openings_request {
    const char *path; /* .pgn, .bin (a Polyglot book), or a file with one position per line */
    rk_variant variant;
    unsigned plies;    /* the longest line to take from a game or a book */
    uint64_t seed;     /* for random choices from a book */
    size_t book_lines; /* number of lines to draw from a book; lines may repeat */
};

/* Adds all openings of a file. The fault names the line or game that cannot be read. */
RK_MUST_USE rk_err openings_load(struct openings *openings, const struct openings_request *request,
                                 rk_fault *fault);

/* Shuffles them; the order depends on `seed` alone. */
void openings_shuffle(struct openings *openings, uint64_t seed);

/* A checksum of the openings and their order. */
uint64_t openings_checksum(const struct openings *openings);

#endif
