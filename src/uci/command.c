/* SPDX-License-Identifier: MIT */
#include "uci/command.h"

#include <stdlib.h>
#include <string.h>

static const char *const command_names[COMMAND_COUNT] = {
#define ROW(command, name) [command] = (name),
#include "uci/commands.def"
};

enum command command_parse(struct tokens *tokens)
{
    struct token word;
    while (token_next(tokens, &word))
        for (int i = 0; i < COMMAND_COUNT; i++)
            if (token_is(word, command_names[i]))
                return (enum command)i;
    return COMMAND_COUNT;
}

bool command_push(struct command_queue *queue, enum command command, struct tokens arguments)
{
    const size_t size = (size_t)(arguments.end - arguments.at);
    if (queue->count == QUEUE_COMMANDS_MAX || size > QUEUE_BYTES_MAX - queue->bytes)
        return false;
    struct queued_command *queued = malloc(sizeof *queued + size);
    if (!queued)
        return false;
    queued->next = NULL;
    queued->command = command;
    queued->size = size;
    memcpy(queued->arguments, arguments.at, size);
    if (queue->last)
        queue->last->next = queued;
    else
        queue->first = queued;
    queue->last = queued;
    queue->count++;
    queue->bytes += size;
    return true;
}

struct queued_command *command_pop(struct command_queue *queue)
{
    struct queued_command *queued = queue->first;
    if (!queued)
        return NULL;
    queue->first = queued->next;
    if (!queue->first)
        queue->last = NULL;
    queue->count--;
    queue->bytes -= queued->size;
    return queued;
}

void command_clear(struct command_queue *queue)
{
    struct queued_command *queued;
    while ((queued = command_pop(queue)))
        free(queued);
}
