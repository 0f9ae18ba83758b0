/* SPDX-License-Identifier: MIT */
/* Finds the games of a database that match a filter, on several threads. */
#ifndef EXPLORER_SEARCH_H
#define EXPLORER_SEARCH_H

#include "base/buffer.h"
#include "explorer/database.h"
#include "pgntools/filter.h"

struct search_options {
    const struct filter *filter;
    const char *opponent; /* part of the name of the other player than filter->player; NULL: any */
    unsigned threads;
};

/* Appends the numbers (uint32_t) of the games that match, in order. Returns false if memory runs
 * out. */
bool search_games(const struct database *database, const struct search_options *options,
                  struct buffer *out);

#endif
