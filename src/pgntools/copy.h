/* SPDX-License-Identifier: MIT */
/* Copies games unchanged: all of them, or those that match a filter. */
#ifndef PGNTOOLS_COPY_H
#define PGNTOOLS_COPY_H

#include "pgntools/filter.h"
#include "pgntools/run.h"

enum run_status copy_all(const struct run_options *options);

struct copy_selection {
    struct filter filter;
    bool inverted;     /* copy the games that do not match */
    bool count_only;   /* write only the number of games */
    unsigned long max; /* stop after this many games */
};

enum run_status copy_selected(const struct run_options *options,
                              const struct copy_selection *selection);

#endif
