/* SPDX-License-Identifier: MIT */
/* Finds the puzzles of games with an engine of its own. The same game and nodes give the same
 * puzzles, whatever was searched before. A finder belongs to one thread at a time. */
#ifndef PUZZLES_FINDER_H
#define PUZZLES_FINDER_H

#include <stdatomic.h>

#include "puzzles/puzzle.h"
#include "rookery/err.h"
#include "rookery/tree.h"

enum { PUZZLE_NODES_DEFAULT = 50000, PUZZLE_HASH_MIB = 16 };

struct finder_options {
    uint64_t nodes;                /* for each position of a game; candidates get more */
    int64_t (*now)(void *context); /* milliseconds of a monotonic clock */
    /* Called after each position of the main line of a game; may be NULL. */
    void (*evaluated)(void *context);
    void *context;           /* of both */
    const atomic_bool *stop; /* another thread sets it to end a search soon; may be NULL */
};

struct finder;

RK_MUST_USE rk_err finder_create(const struct finder_options *options, struct finder **out);
void finder_destroy(struct finder *finder); /* NULL is allowed */

/* Receives a puzzle, borrowed for the call. */
typedef void puzzle_callback(void *context, const struct puzzle *puzzle);

/* Finds the puzzles of the main line of a game, in its order; none in variants other than standard
 * chess and Chess960. Returns RK_NO_MEMORY on failure. A search that was stopped finds fewer. */
RK_MUST_USE rk_err finder_search_game(struct finder *finder, const rk_tree *tree,
                                      puzzle_callback *callback, void *context);

#endif
