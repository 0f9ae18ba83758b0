/* SPDX-License-Identifier: MIT */
/* The name somebody probably meant. */
#ifndef CMD_NEAREST_H
#define CMD_NEAREST_H

#include <stddef.h>

/* The one of `count` names that takes the fewest changes to make of `word`. */
const char *nearest(const char *word, const char *const *names, size_t count);

#endif
