/* SPDX-License-Identifier: MIT */
/* A short list of words without duplicates, the latest last. */
#ifndef JOIN_WORD_LIST_H
#define JOIN_WORD_LIST_H

#include <stddef.h>

enum { WORD_LIST_MAX = 64, WORD_LIST_SIZE = 33 };

/* Initialize with zeros. */
struct word_list {
    char words[WORD_LIST_MAX][WORD_LIST_SIZE];
    size_t count;
};

/* Adds a word, or makes it the latest. If the list is full, the oldest word is forgotten. */
void word_list_add(struct word_list *list, const char *word);

#endif
