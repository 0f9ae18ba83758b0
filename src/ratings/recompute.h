/* SPDX-License-Identifier: MIT */
/* Computes all ratings again from the stored games and refunds, in the order in which the server
 * applied them, and compares the result with what is stored, to the last bit. For `rookery admin`:
 * it waits for the store, so a server must not call it. */
#ifndef RATINGS_RECOMPUTE_H
#define RATINGS_RECOMPUTE_H

#include "accounts/identity.h"
#include "ratings/rating.h"
#include "store/store.h"

/* A stored value that differs from the recomputed one. */
struct rating_difference {
    const char *game;    /* the game's id; NULL: it is about a rating */
    const char *account; /* of a game: White's and Black's are separate differences */
    enum perf perf;
    double stored, computed; /* rating points; 0: none */
};

struct recompute_report {
    size_t games, refunds, ratings; /* that were computed */
    size_t wrong_games, wrong_ratings, wrong_points;
    size_t new_games; /* rated games that had not changed any rating; among the wrong ones */
};

struct recompute_options {
    bool dry_run; /* change nothing */
    void (*on_difference)(void *context, const struct rating_difference *difference); /* or NULL */
    void *context;
};

/* Corrects what is wrong, in one transaction. No server may be running: it would continue with the
 * old ratings. */
enum store_outcome ratings_recompute(struct store *store, const struct recompute_options *options,
                                     struct recompute_report *out);

#endif
