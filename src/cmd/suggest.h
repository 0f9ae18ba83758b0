/* SPDX-License-Identifier: MIT */
/* Finds the name a user probably meant when they mistyped one. */
#ifndef CMD_SUGGEST_H
#define CMD_SUGGEST_H

#include <stddef.h>

/* Returns the one of `count` names with the smallest edit distance to `typed`. */
const char *suggest_name(const char *typed, const char *const *names, size_t count);

#endif
