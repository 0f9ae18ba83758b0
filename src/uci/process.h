/* SPDX-License-Identifier: MIT */
/* A child process that reads and writes lines. It may hang, flood its output, crash or never read
 * its input: every call returns by its deadline. */
#ifndef UCI_PROCESS_H
#define UCI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

struct process;

/* Sees every line to and from the process. */
enum process_stream {
    PROCESS_STDIN,
    PROCESS_STDOUT,
    PROCESS_STDERR,
    PROCESS_EXIT /* how the process has ended: "exit status 3" */
};
struct process_log {
    void *context;
    void (*write)(void *context, enum process_stream stream, const char *line);
};

struct process_options {
    const char *command;           /* program and arguments, split at blanks outside quotes */
    const char *folder;            /* working directory; NULL: ours */
    const struct process_log *log; /* borrowed until process_stop(); NULL: none, and what the
                                      process writes to its standard error is discarded */
    int64_t (*now)(void *context);
    void *context;
};

enum { PROCESS_LINE_MAX = 1 << 14 }; /* longer lines are truncated */

/* RK_CANNOT_OPEN if the program cannot be run; `error` gives the reason. End the process with
 * process_stop(). */
RK_MUST_USE rk_err process_start(const struct process_options *options, struct process **out,
                                 char *error, size_t error_size);

/* False if the process has ended or has not read the line by the deadline. */
RK_MUST_USE bool process_write_line(struct process *process, const char *line, int64_t deadline);

enum process_status {
    PROCESS_LINE,      /* a line was read; borrowed until the next call */
    PROCESS_TIMED_OUT, /* no line came by the deadline */
    PROCESS_ENDED
};

enum process_status process_read_line(struct process *process, int64_t deadline, const char **out);

/* Says how a process that has ended did so: "exit status 3" or "signal 11 (Segmentation fault)"; ""
 * if it still runs and has only closed its output. */
enum { PROCESS_END_MAX = 64 };
void process_describe_end(const struct process *process, char out[PROCESS_END_MAX]);

/* Waits `timeout` milliseconds for the process to exit, then kills it and its children. */
void process_stop(struct process *process, int64_t timeout);

#endif
