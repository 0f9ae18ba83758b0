/* SPDX-License-Identifier: MIT */
/* Limits of conditional moves; see conditional_moves.h. */
#ifndef ROUNDS_CONDITIONAL_LIMITS_H
#define ROUNDS_CONDITIONAL_LIMITS_H

enum {
    CONDITIONAL_LINES_MAX = 30,
    CONDITIONAL_PLIES_MAX = 30,                                              /* of one line */
    CONDITIONAL_TEXT_MAX = CONDITIONAL_LINES_MAX * CONDITIONAL_PLIES_MAX * 6 /* bytes */
};

#endif
