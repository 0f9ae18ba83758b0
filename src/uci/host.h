/* SPDX-License-Identifier: MIT */
/* The functions and limits that the program provides to the protocol. */
#ifndef UCI_HOST_H
#define UCI_HOST_H

#include <stdint.h>

struct uci_host {
    void *context;
    /* Writes a line, given without its newline. Called from any thread, one call at a time. */
    void (*write_line)(void *context, const char *line);
    int64_t (*now)(void *context);  /* milliseconds of a monotonic clock */
    uint64_t seed;                  /* for book moves and the errors of a weakened engine */
    unsigned hash_max, threads_max; /* upper bounds of these options; 0: those of options.def */
};

#endif
