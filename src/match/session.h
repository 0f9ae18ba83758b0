/* SPDX-License-Identifier: MIT */
/* A match from its configuration to its end: loads openings and tables, checks the engines, resumes
 * from a state file, plays, writes PGN and state, and prints the standings. */
#ifndef MATCH_SESSION_H
#define MATCH_SESSION_H

#include <stdio.h>

#include "match/runner.h"
#include "match/state.h"

/* Shows how many games are played. All NULL shows nothing. */
struct match_progress {
    void *context;
    void (*start)(void *context, unsigned long done, unsigned long total); /* 0: unknown */
    void (*update)(void *context, unsigned long done);
    void (*clear)(void *context); /* before anything else is printed */
};

/* Texts are borrowed until match_session_run() returns; NULL where they are not given. */
struct match_session {
    struct engine_config engines[SCHEDULE_ENGINES_MAX];
    unsigned engine_count;
    rk_variant variant;
    bool gauntlet;
    unsigned long games, rounds; /* `games` is rounded up to whole rounds; 0: not given */
    unsigned concurrency;
    int64_t margin, patience; /* milliseconds, as in referee.h */

    const char *openings; /* a file */
    bool shuffle;
    unsigned plies;
    uint64_t seed;

    struct adjudication_rule adjudication; /* without tables */
    const char *tables;                    /* folders */
    const struct sprt *sprt;

    const char *pgn, *event;
    const char *state;            /* a file to create */
    const char *const *arguments; /* of the command line, for the state file */
    size_t argument_count;
    const char *resume; /* the file that `past` was read from */
    struct state *past; /* to resume from, or NULL */
    bool quiet, live;   /* live: redraw the standings after each game */
    bool json;          /* print nothing but a JSON object at the end */
    struct match_progress progress;
    FILE *out, *err;                   /* results; errors */
    int64_t (*now)(void *context);     /* monotonic milliseconds */
    bool (*is_stopped)(void *context); /* polled by all threads; the context is NULL */
};

enum match_session_end {
    MATCH_SESSION_DONE,        /* all games played, or the SPRT accepted H1 */
    MATCH_SESSION_REJECTED,    /* the SPRT accepted H0 */
    MATCH_SESSION_INTERRUPTED, /* stopped; it can be resumed if it has a state file */
    MATCH_SESSION_BAD_USAGE,   /* the error is printed, as for those below */
    MATCH_SESSION_BAD_DATA,    /* an openings, PGN or state file is wrong */
    MATCH_SESSION_FAILED       /* a file, memory or an engine failed */
};

enum match_session_end match_session_run(const struct match_session *config);

#endif
