/* SPDX-License-Identifier: MIT */
/* A program of somebody else's, spoken to line by line: it may hang, flood, crash or
 * never read what it is sent, and whoever speaks to it comes back in time. */
#ifndef UCI_PROCESS_H
#define UCI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

struct process;

struct process_options {
    const char *command; /* program and arguments, split at blanks; quotes group */
    const char *folder;  /* where it runs; NULL: here */
    int64_t (*now)(void *context);
    void *context;
};

/* What is longer is cut there. */
enum { PROCESS_LINE_MAX = 1 << 14 };

/* RK_CANNOT_OPEN if it cannot be run; `why` then says the reason. The caller ends it
 * with process_stop(). */
RK_MUST_USE rk_err process_start(const struct process_options *options, struct process **out,
                                 char *why, size_t why_size);

/* Sends a line; false if it has ended or does not take it by then. */
RK_MUST_USE bool process_write_line(struct process *process, const char *line, int64_t deadline);

enum process_status {
    PROCESS_LINE,      /* a line, borrowed until the next call */
    PROCESS_TIMED_OUT, /* none came by the deadline */
    PROCESS_ENDED
};

enum process_status process_read_line(struct process *process, int64_t deadline, const char **out);

/* Waits so many milliseconds for it to end by itself, then kills it and what it
 * started. Nothing of it is left. */
void process_stop(struct process *process, int64_t timeout);

#endif
