/* SPDX-License-Identifier: MIT */
#include "uci/inbox.h"

#include <stdlib.h>
#include <string.h>

bool inbox_put(struct inbox *inbox, const char *line, size_t size)
{
    if (inbox->count == INBOX_LINES_MAX || size > INBOX_BYTES_MAX - inbox->bytes)
        return false;
    struct letter *letter = malloc(sizeof *letter + size);
    if (!letter)
        return false;
    letter->next = NULL;
    letter->size = size;
    memcpy(letter->text, line, size);
    if (inbox->last)
        inbox->last->next = letter;
    else
        inbox->first = letter;
    inbox->last = letter;
    inbox->count++;
    inbox->bytes += size;
    return true;
}

struct letter *inbox_take(struct inbox *inbox)
{
    struct letter *letter = inbox->first;
    if (!letter)
        return NULL;
    inbox->first = letter->next;
    if (!inbox->first)
        inbox->last = NULL;
    inbox->count--;
    inbox->bytes -= letter->size;
    return letter;
}

void inbox_empty(struct inbox *inbox)
{
    struct letter *letter;
    while ((letter = inbox_take(inbox)))
        free(letter);
}
