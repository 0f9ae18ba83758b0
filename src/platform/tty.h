/* SPDX-License-Identifier: MIT */
/* Queries the capabilities of a terminal. */
#ifndef PLATFORM_TTY_H
#define PLATFORM_TTY_H

#include <stdbool.h>

/* Whether this descriptor is a terminal that supports cursor movement. */
bool tty_can_draw(int descriptor);

/* The width of the terminal; 80 if it is unknown. */
unsigned tty_columns(int descriptor);

/* Whether the locale of the environment uses UTF-8. */
bool tty_is_utf8(void);

#endif
