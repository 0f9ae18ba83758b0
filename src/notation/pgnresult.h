/* SPDX-License-Identifier: MIT */
/* The result of a game, in all its spellings: 1-0, 1–0, 1:0, 1/2, ½-½. */
#ifndef NOTATION_PGNRESULT_H
#define NOTATION_PGNRESULT_H

#include <stddef.h>

#include "rookery/base.h"

/* Reads a result other than `*` at `at`. Returns its canonical spelling, and its end in *after;
 * NULL if there is no result here or something follows it without a space. */
RK_MUST_USE const char *pgnresult_read(const char *at, const char *end, const char **after);

#endif
