/* SPDX-License-Identifier: MIT */
/* Parses the arguments of a command by a table of its options, and prints its help from the same
 * table. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include "cmd/command_line.h"

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
struct option option_repeatable(const char *name, const char *value, const char *help,
                                struct option_list *target);
struct option option_number(const char *name, const char *value, const char *help,
                            unsigned long *target, unsigned long min, unsigned long max);

/* Arguments that start with '-' are options: -h is --help, and -o is --output where there is one.
 * "-" alone is an argument, and so is everything after "--". */
enum options_result options_parse(struct command_line *line, int argc, char **argv);

/* Parses a decimal number from min to max; false if the text is anything else. */
bool options_parse_number(const char *text, unsigned long min, unsigned long max,
                          unsigned long *out);

#endif
