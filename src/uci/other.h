/* SPDX-License-Identifier: MIT */
/* The UCI protocol, in front of somebody else's engine: a process that is started,
 * asked, timed and, if it does not answer, killed. */
#ifndef UCI_OTHER_H
#define UCI_OTHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/engine.h"
#include "uci/token.h"

struct other;

struct other_options {
    const char *command;         /* program and arguments, split at blanks; quotes group */
    const char *folder;          /* where it runs; NULL: here */
    const char *const *settings; /* "Hash=16", ended by NULL; set after `uci` */
    int64_t (*now)(void *context);
    void *context;
    int64_t patience; /* milliseconds to wait for uciok and readyok; 0: ten seconds */
};

/* Starts it and waits for `uciok` and `readyok`; on failure `why` says what happened. */
RK_MUST_USE rk_err other_start(const struct other_options *options, struct other **out, char *why,
                               size_t why_size);
void other_stop(struct other *other); /* quit, then killed if it lingers */

const char *other_name(const struct other *other); /* from `id name`; else its command */

/* The names of the settings it was started with and does not list among its options, with commas
 * between them; "" if it lists all. They were set nevertheless. */
const char *other_lacking(const struct other *other);

/* False if it does not play that variant, or does not get ready. Of one that is not alive
 * any more nothing is to be had but other_stop(). */
RK_MUST_USE bool other_new_game(struct other *other, rk_variant variant);
bool other_is_alive(const struct other *other);

struct other_answer {
    char best[8], ponder[8];    /* "0000": it says that there is no move; ponder may be "" */
    char said[TOKEN_SHOWN_MAX]; /* instead of a move, if that is nonsense; fit to be shown */
    int score;                  /* as in engine.h */
    bool has_score;
    unsigned depth;
    uint64_t nodes;
    int64_t took; /* milliseconds */
};

enum other_result {
    OTHER_ANSWERED,
    OTHER_TIMED_OUT,     /* it is told to stop, and killed if it does not */
    OTHER_CRASHED,       /* it ended, now or before */
    OTHER_RESIGNED,      /* only the xboard protocol has a word for it */
    OTHER_SPOKE_NONSENSE /* its bestmove is not written as a move */
};

/* Takes a word that is written as a move, or says that there is none; false if it is neither. */
bool other_take_move(const char *word, size_t size, char out[8]);
/* Keeps in `said` what the rest of a line says instead of one. */
void other_note_nonsense(const char *text, struct other_answer *out);

/* Sets the position (start as FEN or NULL, moves in UCI form) and asks for a move. What
 * is known of the answer stands in `out` whatever the result; `took` always. Of the
 * limits, `only`, `lines` and `ponder` are not passed on. */
enum other_result other_ask(struct other *other, const char *fen, const char *moves,
                            const rk_search_limits *limits, int64_t wait_at_most,
                            struct other_answer *out);

#endif
