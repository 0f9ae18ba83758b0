/* SPDX-License-Identifier: MIT */
#include "join/word_list.h"

#include <string.h>

#include "base/text.h"

static void remove_word_at(struct word_list *list, size_t index)
{
    list->count--;
    memmove(list->words[index], list->words[index + 1], (list->count - index) * WORD_LIST_SIZE);
}

void word_list_add(struct word_list *list, const char *word)
{
    if (!word || !*word)
        return;
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->words[i], word)) {
            remove_word_at(list, i);
            break;
        }
    if (list->count == WORD_LIST_MAX)
        remove_word_at(list, 0);
    text_copy(list->words[list->count++], WORD_LIST_SIZE, word);
}
