/* SPDX-License-Identifier: MIT */
/* The engines on the command line of `rookery match`: --engine COMMAND WORD..., and the
 * words behind --each, which are for all of them. */
#ifndef CMD_MATCHENTRY_H
#define CMD_MATCHENTRY_H

#include "match/contestant.h"
#include "match/schedule.h"

enum { ENTRY_NAME_MAX = 128 };

struct entries {
    struct contestant of[SCHEDULE_ENGINES_MAX];
    char names[SCHEDULE_ENGINES_MAX][ENTRY_NAME_MAX];
    unsigned count;
};

/* Takes them out of argv, in which the rest is left, and *argc. False, after a sentence on
 * standard error, if one of them cannot be read. Texts are borrowed from argv. */
bool entries_take(struct entries *entries, int *argc, char **argv);

/* Gives a name to one that has none, different from those before it. */
void entries_name(struct entries *entries, unsigned index, const char *name);

#endif
