/* SPDX-License-Identifier: MIT */
/* The UCI protocol for our engine: lines in, lines out. The engine runs on a thread of its own, so
 * that `stop` and `quit` work during a search. */
#ifndef UCI_PROTOCOL_H
#define UCI_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"
#include "uci/host.h"

struct uci;

enum { UCI_LINE_MAX = 1 << 20 }; /* longer lines are ignored */

/* For uci_finish(). A program that starts the engine may have died: it must not leave a search
 * behind. But `echo go depth 10 | rookery uci` should show depth 10. */
enum { UCI_GRACE_MS = 1000 };
static const int64_t UCI_GRACE_UNLIMITED = (int64_t)1 << 40; /* milliseconds, over thirty years */

RK_MUST_USE rk_err uci_create(const struct uci_host *host, struct uci **out);
void uci_destroy(struct uci *uci); /* stops a search without a bestmove; NULL is allowed */

/* Whether a line has a command. */
bool uci_is_command(const char *line, size_t size);

/* Handles a line, given without its newline. Returns false after `quit`. Lines may come in any
 * order; errors are answered with `info string`.
 *
 * Returns when the command is done or a search is running. During a search, commands other than
 * `stop`, `ponderhit`, `isready` and `quit` are queued; `go` stops a search that would never end.
 */
bool uci_handle_line(struct uci *uci, const char *line, size_t size);

/* No more lines come: executes the queued commands, then does what `quit` does. A search that would
 * never end is stopped when it has a move, all others after `grace_ms`; each `go` gets its
 * bestmove. Perft and bench are never stopped. */
void uci_finish(struct uci *uci, int64_t grace_ms);

#endif
