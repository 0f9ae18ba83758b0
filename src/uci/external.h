/* SPDX-License-Identifier: MIT */
/* The UCI protocol, in front of somebody else's engine: a process that is started,
 * asked, timed and, if it does not answer, killed. */
#ifndef UCI_EXTERNAL_H
#define UCI_EXTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/engine.h"
#include "uci/token.h"

struct external;

struct external_options {
    const char *command;         /* program and arguments, split at blanks; quotes group */
    const char *folder;          /* where it runs; NULL: here */
    const char *const *settings; /* "Hash=16", ended by NULL; set after `uci` */
    int64_t (*now)(void *context);
    void *context;
    int64_t timeout; /* milliseconds to wait for uciok and readyok; 0: ten seconds */
};

/* Starts it and waits for `uciok` and `readyok`; on failure `why` says what happened. */
RK_MUST_USE rk_err external_start(const struct external_options *options, struct external **out,
                                  char *why, size_t why_size);
void external_stop(struct external *external); /* quit, then killed if it lingers */

const char *external_name(const struct external *external); /* from `id name`; else its command */

/* The names of the settings it was started with and does not list among its options, with commas
 * between them; "" if it lists all. They were set nevertheless. */
const char *external_unknown_options(const struct external *external);

/* False if it does not play that variant, or does not get ready. Of one that is not alive
 * any more nothing is to be had but external_stop(). */
RK_MUST_USE bool external_new_game(struct external *external, rk_variant variant);
bool external_is_alive(const struct external *external);

struct external_reply {
    char best[8], ponder[8];           /* "0000": it says that there is no move; ponder may be "" */
    char invalid[TOKEN_PRINTABLE_MAX]; /* instead of a move, if that is nonsense; fit to be
                                          printable */
    int score;                         /* as in engine.h */
    bool has_score;
    unsigned depth;
    uint64_t nodes;
    int64_t elapsed; /* milliseconds */
};

enum external_result {
    EXTERNAL_REPLIED,
    EXTERNAL_TIMED_OUT,   /* it is told to stop, and killed if it does not */
    EXTERNAL_CRASHED,     /* it ended, now or before */
    EXTERNAL_RESIGNED,    /* only the xboard protocol has a word for it */
    EXTERNAL_INVALID_MOVE /* its bestmove is not written as a move */
};

/* Takes a word that is written as a move, or says that there is none; false if it is neither. */
bool external_parse_move(const char *word, size_t size, char out[8]);
/* Keeps in `said` what the rest of a line says instead of one. */
void external_set_invalid(const char *text, struct external_reply *out);

/* Sets the position (start as FEN or NULL, moves in UCI form) and asks for a move. What
 * is known of the answer stands in `out` whatever the result; `took` always. Of the
 * limits, `only`, `lines` and `ponder` are not passed on. */
enum external_result external_search(struct external *external, const char *fen, const char *moves,
                                     const rk_search_limits *limits, int64_t timeout,
                                     struct external_reply *out);

#endif
