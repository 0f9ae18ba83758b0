/* SPDX-License-Identifier: MIT */
/* The UCI protocol for our engine: lines in, lines out. The engine runs on a thread of its own, so
 * that `stop` and `quit` work during a search. */
#ifndef UCI_PROTOCOL_H
#define UCI_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/err.h"
#include "uci/host.h"

struct uci;

enum { UCI_LINE_MAX = 1 << 20 }; /* longer lines are ignored */

RK_MUST_USE rk_err uci_create(const struct uci_host *host, struct uci **out);
void uci_destroy(struct uci *uci); /* stops a search without a bestmove; NULL is allowed */

/* Handles a line, given without its newline. Returns false after `quit`. Lines may come in any
 * order; errors are answered with `info string`.
 *
 * Returns when the command is done or a search is running. During a search, commands other than
 * `stop`, `ponderhit`, `isready` and `quit` are queued; `go` stops a search that would never end.
 */
bool uci_handle_line(struct uci *uci, const char *line, size_t size);

/* The end of input: executes the queued commands, lets a search that has an end reach it, then
 * does what `quit` does. */
void uci_finish(struct uci *uci);

#endif
