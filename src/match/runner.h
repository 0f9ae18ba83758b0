/* SPDX-License-Identifier: MIT */
/* A whole match: games side by side, each on a thread of its own with two engines of its
 * own, until all are played, a test is decided, or somebody stops it. */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "match/player.h"
#include "match/standings.h"

enum { RUNNER_GAMES_MAX = 256 }; /* at the same time */

/* A game that has ended. Borrowed for the call. */
struct runner_game {
    unsigned long number;
    struct pairing pairing;
    rk_winner winner;
    const struct referee_result *result;
};

/* The world of a match. None of these is called twice at the same time, but for `now`
 * and `is_stopped`. */
struct runner_host {
    void *context;
    int64_t (*now)(void *context);
    bool (*is_stopped)(void *context);
    /* A result, already in the standings. False: it could not be kept; the match ends. */
    bool (*finished)(void *context, const struct runner_game *game);
    void (*told)(void *context, const char *words); /* something to know, such as a restart */
};

struct match {
    const struct contestant *contestants; /* as many as the schedule has engines */
    const struct openings *openings;
    rk_variant variant;
    struct adjudication_rule adjudication;
    int64_t margin, patience;
    unsigned concurrency;    /* from 1 */
    const struct sprt *sprt; /* of the first engine's score; NULL: all games are played */
};

enum match_end {
    MATCH_PLAYED,  /* all games */
    MATCH_DECIDED, /* by the test */
    MATCH_STOPPED,
    MATCH_FAILED /* `why` says how */
};

/* Starts an engine and ends it again, so that one that cannot be played with is known
 * before the first game; on failure `why` says the reason. */
struct runner_trial {
    char name[128];    /* what it calls itself */
    char lacking[128]; /* what of its settings it does not know, see external_unknown_options() */
    char why[256];
};
RK_MUST_USE rk_err runner_try(const struct contestant *contestant, rk_variant variant,
                              const struct runner_host *host, struct runner_trial *out);

/* Plays what the standings do not have yet. */
enum match_end match_run(const struct match *match, const struct runner_host *host,
                         struct standings *standings, char *why, size_t why_size);

#endif
