/* SPDX-License-Identifier: MIT */
/* Shared code of all commands: exit statuses, the table of commands, and parsing of positions. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

enum exit_status {
    EXIT_OK,
    EXIT_DATA_ERROR,  /* the input has errors, or a check failed */
    EXIT_USAGE,       /* invalid arguments */
    EXIT_SYSTEM_ERROR /* a file, memory or another resource failed */
};

/* argv[0] is the command's name. */
typedef int command_function(int argc, char **argv);

#define ROW(name, function, summary) command_function function;
#include "cmd/commands.def"

/* Prints "rookery COMMAND: " and the formatted message on standard error, in one line as
 * message_print() does; returns the status. */
__attribute__((format(printf, 3, 4))) int command_fail(const char *command, int status,
                                                       const char *format, ...);

/* The same for arguments that the command does not have: adds where to read about those it has, and
 * returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int command_refuse_usage(const char *command,
                                                               const char *format, ...);

/* The status for an error: EXIT_SYSTEM_ERROR if a file, memory or another resource failed, else
 * EXIT_DATA_ERROR. */
int command_error_status(rk_err err);

/* The names of all variants, separated by spaces. */
extern const char command_variant_names[];

/* Finds a variant by name. If there is none, prints an error that lists all variants and returns
 * false. */
bool command_parse_variant(const char *command, const char *name, rk_variant *out);

/* Returns true if the program was built with the names of openings; otherwise prints an error. */
bool command_has_openings(const char *command);

/* Parses a FEN; without one (NULL) the result is the variant's starting position. On failure it
 * prints the error to standard error and returns the exit status for it. */
int command_parse_position(const char *command, const char *fen, const char *variant_name,
                           rk_position *out);

/* Prints the error, the text and a mark below the place in it. `option` is NULL, or the option the
 * text is the value of. */
void command_report_fault(const char *command, const char *option, const char *text,
                          const rk_fault *fault);

/* Joins arguments with spaces, because a FEN may be given without quotes. Truncates what does not
 * fit. */
void command_join_arguments(const char **arguments, size_t count, char *out, size_t size);

#endif
