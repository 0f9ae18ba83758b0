/* SPDX-License-Identifier: MIT */
/* Dates in headers of HTTP and mail. */
#ifndef NET_DATE_H
#define NET_DATE_H

#include <stdint.h>

enum { DATE_TEXT_SIZE = 64 };

/* Writes "Sun, 06 Nov 1994 08:49:37 " and the zone, which has to be another name of UTC. Takes
 * seconds since 1970; "" if the year is out of range. */
void date_write(int64_t seconds, const char *zone, char out[DATE_TEXT_SIZE]);

#endif
