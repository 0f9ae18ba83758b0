/* SPDX-License-Identifier: MIT */
/* Dates of games, whose month and day may be unknown. */
#ifndef PGNTOOLS_PGN_DATE_H
#define PGNTOOLS_PGN_DATE_H

#include <stddef.h>

/* Returns 20180128 for "2018.01.28" and "2018-01-28"; a missing or unknown month or day becomes
 * `unknown`. Returns 0 if there is no year. */
unsigned long pgn_date_parse(const char *text, size_t size, unsigned long unknown);

/* The same for what a user types, such as "2018", "2018.01" or "2018-01-28": returns 0 unless all
 * of it is a date. */
unsigned long pgn_date_parse_strict(const char *text, size_t size, unsigned long missing);

#endif
