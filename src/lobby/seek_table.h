/* SPDX-License-Identifier: MIT */
/* The table of seeks in memory, shared by seeks.c and seek_match.c. */
#ifndef LOBBY_SEEK_TABLE_H
#define LOBBY_SEEK_TABLE_H

#include "accounts/deactivation.h"
#include "cluster/shards.h"
#include "core/stored_state.h"
#include "lobby/seek.h"

/* A seek in the lobby. */
struct lobby_seek {
    struct seek seek; /* the first member, so that a pointer to it is one to the entry */
    struct server *server;
    struct timer expiry; /* of a persistent seek */
    bool cancelled;      /* by its owner, while its game was starting */
    bool published;      /* other nodes have it in their replica of the lobby */
    bool dropped;        /* the lobby moved to another node while its game was starting */
};

/* On a node that does not own the lobby, these are replicas: see lobby_replica.h. */
struct seeks {
    struct server *server;
    struct list lobby;           /* the visible ones, oldest first */
    struct list hidden;          /* being written, or their game is starting */
    struct pending_list pending; /* seeks being stored or removed, games being started */
    struct stored_state stored;
    struct list watchers;
    struct deactivation_listener deactivations;
    struct shards_listener shards;
    size_t count;          /* in the lobby */
    struct buffer removed; /* ids of published seeks that are gone, for the other nodes */
};

struct lobby_seek *lobby_seek_at(struct list *node);
struct lobby_seek *lobby_seek_find(struct list *list, const char *id); /* NULL: not found */
/* The seek of that person that is not persistent; NULL if there is none. */
struct lobby_seek *lobby_seek_find_by_owner(struct seeks *seeks, const char *who);

/* Reports a seek to a watcher who may see it. */
void lobby_seek_report(struct lobby_seek *entry, struct lobby_watcher *watcher);

/* Show a seek in the lobby; take it out while its game starts. */
void lobby_seek_show(struct lobby_seek *entry);
void lobby_seek_hide(struct lobby_seek *entry);
/* Shows a hidden seek, if its owner has not cancelled it and can play. */
void lobby_seek_restore(struct lobby_seek *entry, bool can_play);

/* Ends a hidden seek and notifies its owner. */
void lobby_seek_end(struct lobby_seek *entry, const char *game, const char *why);
/* Deletes the row of a persistent seek and frees the seek. */
void lobby_seek_delete(struct lobby_seek *entry);
void lobby_seek_free(struct lobby_seek *entry);

/* The lobby has moved: ends all seeks without writing anything. */
void lobby_seeks_drop(struct seeks *seeks);

#endif
