/* SPDX-License-Identifier: MIT */
/* An intrusive, circular, doubly linked list. The nodes are members of the listed
 * structs; remove a node before you free its struct. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list {
    struct list *next, *previous;
};

/* The struct that contains a node. */
#define LIST_OWNER(node, type, member) ((type *)((char *)(node)-offsetof(type, member)))

static inline void list_init(struct list *list)
{
    list->next = list->previous = list;
}

static inline bool list_is_empty(const struct list *list)
{
    return list->next == list;
}

/* Appends a node. */
static inline void list_add(struct list *list, struct list *node)
{
    node->next = list;
    node->previous = list->previous;
    list->previous->next = node;
    list->previous = node;
}

/* Leaves the node an empty list, so that removing it again is harmless. */
static inline void list_remove(struct list *node)
{
    node->previous->next = node->next;
    node->next->previous = node->previous;
    list_init(node);
}

static inline size_t list_count(const struct list *list)
{
    size_t count = 0;
    for (const struct list *node = list->next; node != list; node = node->next)
        count++;
    return count;
}

/* Moves all nodes of `from` to the end of `to`. */
static inline void list_move_all(struct list *from, struct list *to)
{
    if (list_is_empty(from))
        return;
    from->next->previous = to->previous;
    to->previous->next = from->next;
    from->previous->next = to;
    to->previous = from->previous;
    list_init(from);
}

#endif
