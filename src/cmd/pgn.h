/* SPDX-License-Identifier: MIT */
/* What the subcommands of `rookery pgn` share: how they are called and run, and
 * how they complain. */
#ifndef CMD_PGN_H
#define CMD_PGN_H

#include "cmd/options.h"
#include "cmd/pgnpool.h"
#include "cmd/stream.h"

/* One call of a subcommand. Words are the files it was given. */
struct pgn_call {
    char command[24]; /* "pgn check" */
    const char *usage, *description;
    int argc;
    char **argv;
    const char **files;
    size_t file_count;
    const char *output_name;
    unsigned long threads;
    struct output *output;
};

typedef int pgn_function(struct pgn_call *call);
pgn_function pgn_check, pgn_stats, pgn_filter, pgn_convert, pgn_split, pgn_merge, pgn_dedupe,
    pgn_fen, pgn_openings;

/* Reads the call by the options of the subcommand and those all have. Returns
 * OPTIONS_OK, or what to end with is `status`. */
bool pgn_options(struct pgn_call *call, const struct option *own, size_t count, int *status);

/* How many threads there are without the option for them. */
unsigned long pgn_processors(void);

/* Complains about the value of an option; returns EXIT_USAGE. */
int pgn_misuse(const struct pgn_call *call, const char *option, const char *value,
               const char *wanted);

/* Whether `name` (NULL or "-": standard output) is one of the files that are read; if so, that is
 * complained of. */
bool pgn_is_input(const struct pgn_call *call, const char *name);

/* Opens the output, runs the job over all files, lets `last` (may be NULL) add
 * what comes at the end, and ends the output: a file is kept only if nothing of
 * the world failed, and `last` did not return false for want of memory. An output that is one of
 * the files is refused. */
typedef bool pgn_last(void *data);
int pgn_run(struct pgn_call *call, const struct pool_job *job, pgn_last *last);

/* The same without an output and an end. */
int pgn_run_over(const struct pgn_call *call, const struct pool_job *job);

/* Says what the machine refused; returns EXIT_SYSTEM_ERROR. */
int pgn_failed(const struct pgn_call *call, const char *name, const char *why);

#endif
