/* SPDX-License-Identifier: MIT */
/* The symbols that people write after moves instead of NAGs. */
#ifndef NOTATION_NAG_SYMBOLS_H
#define NOTATION_NAG_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/base.h"

/* Finds the NAG of a symbol such as "+-" or "±". Typographic characters must have been replaced
 * (see typography.h). A NAG of 0 means that the symbol has no NAG: "e.p." */
RK_MUST_USE bool nag_symbol_find(const char *text, size_t size, unsigned *nag);

/* Almost every move ends with a letter or a digit, and no symbol that follows a move does. */
RK_INLINE bool nag_symbol_never_ends_with(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Finds a symbol at the end of a move, as in "Nxe5+-". Returns its size; 0 if there is none. */
RK_MUST_USE size_t nag_symbol_at_end(const char *text, size_t size, unsigned *nag);

#endif
