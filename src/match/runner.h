/* SPDX-License-Identifier: MIT */
/* Runs a whole match: several games at once, each on its own thread with its own two engine
 * processes, until all are played, an SPRT is decided, or the match is stopped. */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "match/player.h"
#include "match/standings.h"

enum { RUNNER_GAMES_MAX = 256 }; /* at the same time */

/* A finished game. Borrowed for the call. */
struct runner_game {
    unsigned long number;
    struct pairing pairing;
    rk_winner winner;
    const struct referee_result *result;
};

/* The side that lost on time, by a crash or by an illegal move; RK_NO_SIDE if none did. */
rk_side runner_game_side_at_fault(const struct runner_game *game);

/* How the runner reaches its owner. Calls are serialised, except for `now` and `is_stopped`, which
 * any thread may call at any time. */
struct runner_callbacks {
    void *context;
    int64_t (*now)(void *context);
    bool (*is_stopped)(void *context);
    /* A game has ended and is in the standings. Return false if it could not be saved: that ends
     * the match. */
    bool (*on_game_end)(void *context, const struct runner_game *game);
    void (*on_message)(void *context, const char *message); /* such as a failed restart */
    void (*on_tick)(void *context);                         /* every second; may be NULL */
};

struct match {
    const struct engine_config *engines; /* one for each engine of the schedule */
    const struct openings *openings;
    rk_variant variant;
    struct adjudication_rule adjudication;
    int64_t margin, patience;
    unsigned concurrency;    /* games at once, at least 1 */
    const struct sprt *sprt; /* tests the first engine's score; NULL: play all games */
};

enum match_end {
    MATCH_PLAYED,  /* all games were played */
    MATCH_DECIDED, /* by the SPRT */
    MATCH_STOPPED,
    MATCH_FAILED /* `error` says why */
};

/* Starts an engine and stops it again, to find out before the first game whether it works. On
 * failure `error` says why. */
struct engine_check {
    char name[128];            /* its own name for itself */
    char unknown_options[128]; /* options it does not list, see
                                  external_unknown_options() */
    bool cannot_ponder;        /* although it is configured to */
    char error[256];
};
RK_MUST_USE rk_err runner_check_engine(const struct engine_config *config, rk_variant variant,
                                       const struct runner_callbacks *callbacks,
                                       struct engine_check *out);

/* Plays all games that are not in the standings yet. */
enum match_end match_run(const struct match *match, const struct runner_callbacks *callbacks,
                         struct standings *standings, char *error, size_t error_size);

#endif
