/* SPDX-License-Identifier: MIT */
/* The arguments of the commands that read PGN files: files, --output, --threads, --quiet and the
 * options of the command itself. */
#ifndef CMD_PGN_ARGUMENTS_H
#define CMD_PGN_ARGUMENTS_H

#include "cmd/options.h"
#include "pgntools/run.h"

struct pgn_arguments {
    char command[24]; /* "pgn check" */
    const char *usage, *description;
    bool no_output; /* the command has no --output */
    unsigned long threads;
    bool quiet;
    const char **files; /* owned */
    struct progress progress;
    struct run_options run;
};

/* Parses the arguments by the options of the command and the shared ones. Returns false if the
 * command ends here, with its exit status. Problems of the run go to standard error, so the
 * arguments must stay where they are. */
bool pgn_arguments_parse(struct pgn_arguments *arguments, int argc, char **argv,
                         const struct option *options, size_t option_count, int *status);
void pgn_arguments_fini(struct pgn_arguments *arguments);

int pgn_arguments_exit_status(enum run_status status);

#endif
