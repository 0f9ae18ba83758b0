/* SPDX-License-Identifier: MIT */
/* The list of users who are online, for clients that show it: which accounts are free, playing or
 * away. Guests are only counted.
 *
 * Changes are collected and sent once a second. Their number is limited, so that thousands of users
 * coming and going do not flood the clients; the rest is sent in the next second. */
#ifndef LOBBY_ONLINE_PEOPLE_H
#define LOBBY_ONLINE_PEOPLE_H

#include "base/list.h"
#include "base/shared_buffer.h"
#include "core/state.h"

RK_MUST_USE rk_err online_people_create(struct server *server);
void online_people_destroy(struct server *server);

/* A client that shows the list. */
struct people_watcher {
    struct list node;
    void (*send)(struct people_watcher *watcher, struct shared_buffer *frame); /* a message */
    /* Whether it reads too slowly: then it gets nothing, and the whole list later. */
    bool (*is_slow)(const struct people_watcher *watcher);
    bool behind; /* private to online_people.c */
};

/* Sends the list before it returns: `person` messages, then `people-count`. */
void online_people_watch(struct server *server, struct people_watcher *watcher);
void online_people_unwatch(struct people_watcher *watcher);

#endif
