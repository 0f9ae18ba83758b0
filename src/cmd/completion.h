/* SPDX-License-Identifier: MIT */
/* Completion for shells, printed from the tables of commands and options.
 *
 * `rookery completion SHELL` prints a script. For each command it runs the command's function with
 * the single argument --print-completion=SHELL; the function answers as it does for --help, from
 * its own table, and prints its part of the script. */
#ifndef CMD_COMPLETION_H
#define CMD_COMPLETION_H

#include "cmd/command_line.h"

enum { COMPLETION_ARGUMENT_SIZE = 32 };
enum completion_shell { COMPLETION_BASH, COMPLETION_ZSH, COMPLETION_FISH, COMPLETION_SHELL_COUNT };

/* A command or subcommand. */
struct completion_word {
    const char *name, *summary;
};

/* Whether the arguments ask for a part of the script. */
bool completion_requested(int argc, char **argv, enum completion_shell *out);

/* Prints the part of a command that has subcommands; `path` is its name, "" for the program. */
void completion_print_words(enum completion_shell shell, const char *path,
                            const struct completion_word *words, size_t count);

/* Prints the part of a command that has options. */
void completion_print_options(enum completion_shell shell, const struct command_line *line);

/* The script without the parts of the commands. */
bool completion_parse_shell(const char *name, enum completion_shell *out);
void completion_print_start(enum completion_shell shell);
void completion_print_end(enum completion_shell shell);

/* The argument that asks for a part. */
const char *completion_argument(enum completion_shell shell);

#endif
