/* SPDX-License-Identifier: MIT */
/* An engine as it is entered for a match: its program and the terms it plays on, read
 * from words such as "tc=2+0.02" or "option.Hash=16". */
#ifndef MATCH_CONTESTANT_H
#define MATCH_CONTESTANT_H

#include <stddef.h>

#include "match/referee.h"
#include "rookery/clock.h"
#include "rookery/err.h"

enum { CONTESTANT_SETTINGS_MAX = 64 };

/* CONTESTANT_CHANCE is no program: it moves by chance. */
enum contestant_protocol { CONTESTANT_UCI, CONTESTANT_XBOARD, CONTESTANT_CHANCE };

/* Texts are borrowed from the words that were read. All zeros but `command` is an engine
 * that thinks as long as it likes. */
struct contestant {
    const char *command, *name, *folder; /* NULL: none given */
    enum contestant_protocol protocol;
    const char *settings[CONTESTANT_SETTINGS_MAX + 1]; /* "Hash=16", ended by NULL */
    size_t setting_count;
    rk_clock_rule clock; /* RK_CLOCK_NONE for none; for `st`, so much a move */
    struct referee_side thinks;
};

/* Reads one word. RK_BAD_SYNTAX, and `out` is as it was, with the reason in the fault. */
RK_MUST_USE rk_err contestant_read(const char *word, struct contestant *out, rk_fault *fault);

/* The clock of a game: White's from one, Black's from the other; who has none beside one
 * who has gets a day for a move. RK_AGAINST_VARIANT if the two do not go together. */
RK_MUST_USE rk_err contestants_clock(const struct contestant *white, const struct contestant *black,
                                     rk_clock_rule *out);

#endif
