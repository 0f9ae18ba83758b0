/* SPDX-License-Identifier: MIT */
/* Parses the arguments of a command by a table of its options, and prints its help from the same
 * table. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Exactly one of `flag`, `text` and `number` is set; it determines the type of the value. */
struct option {
    const char *name;  /* "--threads" */
    const char *value; /* placeholder of the value in the help: "N"; NULL for a flag */
    const char *help;
    bool *flag;
    const char **text;
    unsigned long *number;
    unsigned long min, max; /* range of a number */
    const char *choices;    /* the words a text can be, separated by spaces; NULL: any text */
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

enum options_result {
    OPTIONS_OK,
    OPTIONS_HELP, /* the help, or the part of a completion script, was printed: exit with success */
    OPTIONS_ERROR /* the error was printed to standard error */
};

/* Rows of the table of options. */
struct option option_flag(const char *name, const char *help, bool *target);
struct option option_text(const char *name, const char *value, const char *help,
                          const char **target);
struct option option_choice(const char *name, const char *value, const char *help,
                            const char *choices, const char **target);
struct option option_number(const char *name, const char *value, const char *help,
                            unsigned long *target, unsigned long min, unsigned long max);

enum options_result options_parse(struct command_line *line, int argc, char **argv);

/* Parses a decimal number from min to max; false if the text is anything else. */
bool options_parse_number(const char *text, unsigned long min, unsigned long max,
                          unsigned long *out);

#endif
