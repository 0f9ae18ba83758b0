/* SPDX-License-Identifier: MIT */
/* What time it is, by the machine's clock that nobody sets: it only goes forward, from some moment
 * on. From any thread. */
#ifndef CMD_MOMENT_H
#define CMD_MOMENT_H

#include <stdint.h>

int64_t moment_ms(void);
int64_t moment_us(void);
double moment_seconds(void);

/* moment_ms(), for those who ask with a context. */
int64_t moment_asked(void *unused);

#endif
