/* SPDX-License-Identifier: MIT */
/* Dates and times as text. */
#ifndef BASE_UTC_H
#define BASE_UTC_H

#include <stdint.h>

enum { UTC_SIZE = 24 };

/* "2026-11-16 00:05", from milliseconds since 1970; "" if the year has more than four digits. */
const char *utc_write(int64_t time, char out[UTC_SIZE]);

#endif
