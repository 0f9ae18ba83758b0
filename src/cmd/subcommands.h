/* SPDX-License-Identifier: MIT */
/* Runs a command that only has subcommands, such as `rookery bench`. */
#ifndef CMD_SUBCOMMANDS_H
#define CMD_SUBCOMMANDS_H

#include "cmd/command.h"

struct subcommand {
    const char *name;
    command_function *run; /* argv[0] is the subcommand's name */
    const char *summary;
};

struct subcommands {
    const char *command; /* "bench" */
    const char *noun;    /* what the help calls one of them: "benchmark" */
    const struct subcommand *rows;
    size_t count;          /* at most SUBCOMMANDS_MAX */
    const char *arguments; /* of all of them, for the help: "[FILE...]"; NULL: they differ */
    const char *note;      /* a paragraph of the help; NULL: none */
};

enum { SUBCOMMANDS_MAX = 32 };

/* Runs the subcommand argv[1], or prints the overview or an error. Returns the exit status. */
int subcommands_run(const struct subcommands *table, int argc, char **argv);

#endif
