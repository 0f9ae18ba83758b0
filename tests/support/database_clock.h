/* SPDX-License-Identifier: MIT */
/* The clock of the database, for tests in which time passes only when they say so. */
#ifndef SUPPORT_DATABASE_CLOCK_H
#define SUPPORT_DATABASE_CLOCK_H

#include <stdint.h>

/* Call it before the store is opened. */
void database_clock_set(int64_t ms);

#endif
