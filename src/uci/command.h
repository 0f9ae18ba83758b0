/* SPDX-License-Identifier: MIT */
/* The UCI commands and the queue in which they wait for the engine thread. */
#ifndef UCI_COMMAND_H
#define UCI_COMMAND_H

#include "uci/token.h"

enum command {
#define ROW(command, name) command,
#include "uci/commands.def"
    COMMAND_COUNT
};

/* Reads up to the first word that is a command and leaves its arguments in `tokens`. As UCI
 * requires, skips unknown words before it. Returns COMMAND_COUNT if there is no command. */
enum command command_parse(struct tokens *tokens);

/* The queue is bounded: a GUI may send commands without end while a search runs. */
enum { QUEUE_COMMANDS_MAX = 1024, QUEUE_BYTES_MAX = 4 << 20 };

struct queued_command {
    struct queued_command *next;
    enum command command;
    size_t size;
    char arguments[];
};

/* First in, first out. All zeros is an empty queue. */
struct command_queue {
    struct queued_command *first, *last;
    size_t count, bytes;
};

/* Copies the arguments; false if the queue is full or memory is short. */
bool command_push(struct command_queue *queue, enum command command, struct tokens arguments);

/* The oldest command, which the caller must free(); NULL if the queue is empty. */
struct queued_command *command_pop(struct command_queue *queue);
void command_clear(struct command_queue *queue);

#endif
