/* SPDX-License-Identifier: MIT */
/* The value of --until: when something ends. */
#ifndef CMD_UNTIL_H
#define CMD_UNTIL_H

#include <stdint.h>

/* Parses a duration such as 30m, 12h, 7d or 2w, or a date such as 2026-12-24 or 2026-12-24T18:00
 * (UTC), which must be in the next ten years. Times are milliseconds since 1970. Returns NULL, or
 * what is wrong (static storage); *out is set only if it is right. */
const char *until_parse(const char *text, int64_t now, int64_t *out);

#endif
