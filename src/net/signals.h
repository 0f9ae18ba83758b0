/* SPDX-License-Identifier: MIT */
/* The signals of the server. They are caught from signals_start() on, and handled when the loop
 * runs.
 *
 *     SIGTERM, SIGINT   stop; the second one stops at once
 *     SIGHUP            reload the settings; stop, if the terminal of the process was closed
 *     SIGUSR1           write a summary to the log
 *     SIGUSR2           nothing
 *
 * SIGHUP stays ignored where it was (nohup). SIGPIPE is ignored: writing to a closed connection is
 * an error like any other. */
#ifndef NET_SIGNALS_H
#define NET_SIGNALS_H

#include <stdbool.h>
#include <uv.h>

enum { SIGNAL_COUNT = 5 };

struct signal_handlers {
    void (*stop)(void *context, const char *why);
    void (*reload)(void *context);
    void (*summarize)(void *context);
    void *context;
};

struct signals {
    uv_signal_t handles[SIGNAL_COUNT];
    struct signal_handlers handlers;
    bool had_terminal;
};

/* False: the system refused. The handles belong to the loop until it closes them. */
bool signals_start(struct signals *signals, uv_loop_t *loop,
                   const struct signal_handlers *handlers);

#endif
