/* SPDX-License-Identifier: MIT */
/* The table of a command's options and arguments, from which its arguments are parsed and its help
 * and completion are printed. */
#ifndef CMD_COMMAND_LINE_H
#define CMD_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The values of an option that may be given several times. */
struct option_list {
    const char **values;
    size_t count, max; /* 0: room for all arguments */
};

/* Exactly one of `flag`, `text`, `list` and `number` is set; it determines the type of the value.
 */
struct option {
    const char *name;  /* "--threads" */
    const char *value; /* placeholder of the value in the help: "N"; NULL for a flag */
    const char *help;
    bool *flag;
    const char **text;
    struct option_list *list;
    unsigned long *number;
    unsigned long min, max; /* range of a number */
    const char *implied;    /* the value of a text that is given without one; NULL: it needs one */
    const char *choices;    /* words that a text can be, for completion, separated by spaces */
};

struct command_line {
    const char *command;     /* "perft" */
    const char *usage;       /* "DEPTH [options]" */
    const char *description; /* a paragraph of the help */
    const struct option *options;
    size_t option_count;
    const char **arguments; /* receives the positional arguments */
    size_t arguments_max;
    size_t argument_count;
    const char *choices; /* the words the first argument can be; NULL: any */
};

#endif
