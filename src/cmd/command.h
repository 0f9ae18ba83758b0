/* SPDX-License-Identifier: MIT */
/* What every command shares: its exit status and the table it stands in. */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <stddef.h>

#include "rookery/position.h"

enum exit_status {
    EXIT_DONE,  /* all is well */
    EXIT_FOUND, /* something is wrong in the data */
    EXIT_USAGE, /* it was called in a way it does not understand */
    EXIT_WORLD  /* a file, memory or the machine failed */
};

/* argv[0] is the command's name. */
typedef int command_function(int argc, char **argv);

#define ROW(name, function, summary) command_function function;
#include "cmd/commands.def"

/* Reads a FEN, or the start of the variant if there is none. If it cannot be
 * read, complains on standard error and returns the exit status for that. */
int command_position(const char *command, const char *fen, const char *variant_name,
                     rk_position *out);

/* Joins words by blanks: a FEN may come without quotes. What does not fit is cut off. */
void command_join_words(const char **words, size_t count, char *out, size_t size);

#endif
