/* SPDX-License-Identifier: MIT */
/* The commands of a local game: the table, and the handlers by subject in game_commands.c,
 * view_commands.c and file_commands.c. */
#ifndef TUI_COMMANDS_H
#define TUI_COMMANDS_H

#include "tui/session_core.h"

/* Handles a command; the argument is empty if there is none. */
typedef enum session_result command_handler(struct session *session, const char *argument,
                                            FILE *out);

#define ROW(name, aliases, argument, completes, handler, help, details) command_handler handler;
#include "tui/commands.def"

enum command_completion {
    COMPLETE_NOTHING,
    COMPLETE_MOVES,
    COMPLETE_SIDES,
    COMPLETE_THEMES,
    COMPLETE_FILES,
    COMPLETE_COMMANDS
};

struct command {
    const char *name, *aliases, *argument;
    enum command_completion completes;
    command_handler *run;
    const char *help, *details;
};

enum {
#define ROW(name, aliases, argument, completes, handler, help, details) INDEX_OF_##handler,
#include "tui/commands.def"
    COMMAND_COUNT
};

extern const struct command commands[COMMAND_COUNT];

/* Finds the command a line starts with, by its name or an alias in any case; NULL if it starts with
 * none. Stores the argument. */
const struct command *command_find(const char *line, const char **argument);

#endif
