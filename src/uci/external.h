/* SPDX-License-Identifier: MIT */
/* An external UCI engine: starts its process, sends it positions, times its replies and, if it
 * does not reply, kills it. */
#ifndef UCI_EXTERNAL_H
#define UCI_EXTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/engine.h"
#include "uci/process.h"
#include "uci/token.h"

struct external;

struct external_options {
    const char *command;         /* program and arguments, split at blanks outside quotes */
    const char *label;           /* what messages call it; NULL: the command */
    const char *folder;          /* working directory; NULL: ours */
    const char *const *settings; /* options to set, such as "Hash=16"; ended by NULL */
    int64_t (*now)(void *context);
    void *context;
    int64_t timeout;               /* for uciok and readyok, in milliseconds; 0: ten seconds */
    bool ponder;                   /* let it ponder, if it can */
    const struct process_log *log; /* borrowed until the engine is stopped; NULL: none */
};

/* Starts the engine and waits for `uciok` and `readyok`. On failure `error` says what went wrong.
 */
RK_MUST_USE rk_err external_start(const struct external_options *options, struct external **out,
                                  char *error, size_t error_size);
void external_stop(struct external *external); /* sends quit; kills it if it does not exit */

const char *external_name(const struct external *external); /* from `id name`, or the command */

/* The names of the settings the engine does not list among its options, separated by commas. They
 * are sent anyway: some engines hide options. */
const char *external_unknown_options(const struct external *external);

/* Whether the engine was started to ponder and lists the option Ponder. */
bool external_can_ponder(const struct external *external);

/* False if the engine does not support the variant or does not get ready. An engine that is not
 * alive can only be stopped. */
RK_MUST_USE bool external_new_game(struct external *external, rk_variant variant);
bool external_is_alive(const struct external *external);

struct external_reply {
    char best[8], ponder[8];           /* best is "0000" for no move, ponder may be "" */
    char invalid[TOKEN_PRINTABLE_MAX]; /* what was sent in place of a move; printable */
    int score;                         /* as in engine.h */
    bool has_score;
    unsigned depth;
    uint64_t nodes;
    int64_t elapsed;           /* milliseconds */
    char end[PROCESS_END_MAX]; /* how a crashed engine has ended, if it is known */
};

enum external_result {
    EXTERNAL_REPLIED,
    EXTERNAL_TIMED_OUT,   /* it was sent `stop`; without a bestmove after that it counts as dead */
    EXTERNAL_CRASHED,     /* its process has ended, now or earlier */
    EXTERNAL_RESIGNED,    /* xboard engines only */
    EXTERNAL_INVALID_MOVE /* its bestmove is not a move */
};

/* Parses a move in UCI notation, also with a capital letter for a promotion, or one of the ways
 * engines write "no move". */
bool external_parse_move(struct token token, char out[8]);
/* Stores the text that was sent in place of a move. */
void external_set_invalid(struct token text, struct external_reply *reply);

/* Searches the position after `moves` (in UCI notation) from `fen` (NULL: the initial position).
 * Whatever the result, `out` holds the parts of the reply received so far. `elapsed` is set unless
 * the search could not be sent. `only` and `lines` of the limits are not sent. */
enum external_result external_search(struct external *external, const char *fen, const char *moves,
                                     const rk_search_limits *limits, int64_t timeout,
                                     struct external_reply *out);

/* Lets the engine search the position after `moves` while its opponent thinks; the last move is the
 * one it expects. If the next search is for this position, it continues this one (`ponderhit`);
 * otherwise this one is stopped first, at the expense of the time for the next. Does nothing if the
 * engine cannot ponder. */
void external_ponder(struct external *external, const char *fen, const char *moves,
                     const rk_search_limits *limits);

#endif
