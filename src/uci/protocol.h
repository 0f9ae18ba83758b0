/* SPDX-License-Identifier: MIT */
/* The UCI protocol, behind our engine: lines in, lines out. It reads no file and asks
 * no clock: whoever drives it hands both in. The search runs on a thread of its own, so
 * that `stop` and `quit` are heard. */
#ifndef UCI_PROTOCOL_H
#define UCI_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

struct uci;

/* A longer line is not read. */
enum { UCI_LINE_MAX = 1 << 20 };

struct uci_host {
    void *context;
    void (*say)(void *context, const char *line); /* from any thread, one at a time; no newline */
    int64_t (*now)(void *context);
    uint64_t seed;                  /* of the engine's chance */
    unsigned hash_max, threads_max; /* what may be asked for; 0: as the options say */
};

RK_MUST_USE rk_err uci_create(const struct uci_host *host, struct uci **out);
void uci_destroy(struct uci *uci); /* stops, without a bestmove; NULL is allowed */

/* One line, without its end. False after `quit`. Anything may come in any order; what
 * cannot be understood is answered with `info string`.
 *
 * Returns when it is done, or a search goes on. Commands that come while one does, and
 * that it cannot hear, wait for its end; `go` ends one that would have none. */
bool uci_handle_line(struct uci *uci, const char *line, size_t size);

/* The end of input: as `quit`, but what waits is done, and a search that has an end comes
 * to it first. */
void uci_finish(struct uci *uci);

#endif
