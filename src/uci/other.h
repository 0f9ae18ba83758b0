/* SPDX-License-Identifier: MIT */
/* The UCI protocol, in front of somebody else's engine: a process that is started,
 * asked, timed and, if it does not answer, killed. */
#ifndef UCI_OTHER_H
#define UCI_OTHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/engine.h"

struct other;

struct other_options {
    const char *command;         /* program and arguments, split at blanks; quotes group */
    const char *folder;          /* where it runs; NULL: here */
    const char *const *settings; /* "Hash=16", ended by NULL; set after `uci` */
    int64_t (*now)(void *context);
    void *context;
};

/* Starts it and waits for `uciok` and `readyok`; on failure `why` says what happened. */
RK_MUST_USE rk_err other_start(const struct other_options *options, struct other **out, char *why,
                               size_t why_size);
void other_stop(struct other *other); /* quit, then killed if it lingers */

const char *other_name(const struct other *other); /* from `id name` */
RK_MUST_USE bool other_new_game(struct other *other, rk_variant variant);

struct other_answer {
    char best[8], ponder[8];
    int score; /* as in engine.h */
    bool has_score;
    unsigned depth;
    uint64_t nodes;
    int64_t took; /* milliseconds */
};

enum other_result { OTHER_ANSWERED, OTHER_TIMED_OUT, OTHER_CRASHED, OTHER_SPOKE_NONSENSE };

/* Sets the position (start as FEN or NULL, moves in UCI form) and asks for a move. */
enum other_result other_ask(struct other *other, const char *fen, const char *moves,
                            const rk_search_limits *limits, int64_t wait_at_most,
                            struct other_answer *out);

#endif
