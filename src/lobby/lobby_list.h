/* SPDX-License-Identifier: MIT */
/* The message from the owner of the lobby to the other nodes: the open seeks and the sizes of the
 * pools, as a snapshot or as a difference. */
#ifndef LOBBY_LOBBY_LIST_H
#define LOBBY_LOBBY_LIST_H

#include "lobby/seek.h"

enum { LOBBY_LIST_POOLS_MAX = 32 };

struct lobby_list {
    uint64_t node;     /* the owner */
    int64_t epoch;     /* of its ownership of the lobby */
    uint64_t sequence; /* of the last published difference, which may be this message */
    bool is_snapshot;
    size_t pool_count;
    size_t waiting[LOBBY_LIST_POOLS_MAX]; /* in each pool */
    const char *removed;                  /* ids without NULs; borrowed */
    size_t removed_count;
    const char *added; /* seeks, each counted: see lobby_list_next(); borrowed */
    size_t added_size;
};

/* Appends all but the seeks; they follow, each as buffer_counted(). */
void lobby_list_write(const struct lobby_list *list, struct buffer *out);
/* The texts point into the bytes. RK_BAD_RECORD: of another version, or not a list. */
RK_MUST_USE rk_err lobby_list_parse(const void *bytes, size_t size, struct lobby_list *out);

/* Reads the next seek that was added; start with *at = 0. False at the end. A seek that cannot be
 * read is skipped. */
bool lobby_list_next(const struct lobby_list *list, size_t *at, struct seek *out);

#endif
