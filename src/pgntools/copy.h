/* SPDX-License-Identifier: MIT */
/* Copies games unchanged: all of them, or those that match a filter. */
#ifndef PGNTOOLS_COPY_H
#define PGNTOOLS_COPY_H

#include "pgntools/filter.h"
#include "pgntools/run.h"
#include "pgntools/where.h"

enum run_status copy_all(const struct run_options *options);

enum { COPY_PICKS_MAX = 64 };

struct copy_selection {
    struct filter filter;
    const struct where *where; /* a condition on tags; NULL: none */
    bool inverted;             /* copy the games that do not match */
    bool count_only;           /* write only the number of games */
    unsigned long max;         /* stop after this many games */
    /* Numbers of the games to copy, counted among those selected from 1; none: all. */
    struct filter_range picks[COPY_PICKS_MAX];
    size_t pick_count;
};

/* Parses numbers and ranges such as "1-10,25,100-". */
RK_MUST_USE rk_err copy_parse_picks(const char *text, struct copy_selection *selection,
                                    rk_fault *fault);

enum run_status copy_selected(const struct run_options *options,
                              const struct copy_selection *selection);

#endif
