/* SPDX-License-Identifier: MIT */
/* Reads compiled terminfo entries, in both formats of term(5), for the few capabilities that the
 * screen needs. The terminfo libraries would add global state. */
#ifndef TUI_TERMINFO_H
#define TUI_TERMINFO_H

#include <stdbool.h>
#include <stddef.h>

struct terminfo {
    int colours;      /* "colors"; -1: none */
    bool true_colour; /* "RGB" or "Tc" */
    bool mouse;       /* "kmous" or "XM" */
};

/* Parses an entry; false if it is damaged, and *out is unchanged. */
bool terminfo_parse(const unsigned char *bytes, size_t size, struct terminfo *out);

/* Finds the entry of a terminal in $TERMINFO, ~/.terminfo, $TERMINFO_DIRS and the folders of the
 * system; false if there is none. */
bool terminfo_load(const char *terminal, struct terminfo *out);

#endif
