/* SPDX-License-Identifier: MIT */
/* The seeks in the lobby. A seek lasts as long as its owner's connection; a persistent seek lasts
 * thirty days and survives restarts. Two seeks that match are paired immediately. */
#ifndef LOBBY_SEEKS_H
#define LOBBY_SEEKS_H

#include "lobby/seek.h"
#include "rounds/command.h"
#include "rounds/rounds.h"

/* Starts to load the persistent seeks. */
RK_MUST_USE rk_err seeks_create(struct server *server);
bool seeks_ready(const struct server *server);
void seeks_destroy(struct server *server);

/* A new seek; borrowed for the call. */
struct seek_params {
    const struct identity *who;
    const char *address;
    const struct game_settings *settings;
    const char *rating_range; /* "1500-1800"; NULL or "" for none */
    bool casual_for_guests;   /* see struct seek */
    bool persistent;          /* only for correspondence games */
    void (*on_end)(void *context, const char *game, const char *why); /* may be NULL */
};

/* Adds a seek; another one of the same person that is not persistent is replaced. A persistent seek
 * is added when it is on disk, unless a match was found meanwhile. `on_end` is called at most once,
 * after `callback` reported the seek, and with the same context. */
void seek_add(struct server *server, const struct seek_params *params, seek_callback *callback,
              void *context);
/* For its owner; `on_end` is not called. False if there is no such seek of theirs. */
bool seek_remove(struct server *server, const char *id, const char *who);
/* Removes all seeks of a person, including persistent ones. `on_end` is not called. `callback` is
 * called without an id when this is on disk. */
void seeks_remove_all(struct server *server, const char *who, seek_callback *callback,
                      void *context);
void seek_accept(struct server *server, const char *id, const struct identity *by,
                 const char *address, seek_callback *callback, void *context);
const struct seek *seek_find_by_owner(struct server *server,
                                      const char *who); /* NULL if there is none */

/* Ends the seek of a player whose game has started; persistent ones stay. */
void seek_end_of_player(struct server *server, const char *who, const char *game);

/* Reports all current seeks before it returns. */
void lobby_watch(struct server *server, struct lobby_watcher *watcher);
void lobby_unwatch(struct lobby_watcher *watcher);

#endif
