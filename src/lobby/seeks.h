/* SPDX-License-Identifier: MIT */
/* The lobby: who looks for an opponent. A seek stands as long as its owner's
 * connection, a persistent one for thirty days, over restarts; one that fits another is paired with
 * it at once. */
#ifndef LOBBY_SEEKS_H
#define LOBBY_SEEKS_H

#include "lobby/seek.h"
#include "rounds/command.h"
#include "rounds/rounds.h"

/* Begins to load those that last; they are shown when they have come. */
RK_MUST_USE rk_err seeks_create(struct server *server);
void seeks_destroy(struct server *server);

/* The result of a request, called once: the seek's id, or the id of the game at once; NULL if it
 * was refused. */
typedef void seek_callback(void *context, const struct reply *reply, const char *id);

/* What somebody looks for; borrowed for the call. */
struct seek_params {
    const struct identity *who;
    const char *address;
    const struct game_settings *settings;
    const char *rating_range; /* "1500-1800"; NULL or "" is none */
    bool persistent;          /* correspondence only */
    void (*over)(void *context, const char *game, const char *why); /* may be NULL */
};

/* Adds a seek, replacing the same person's former one; a persistent one when it is on disk and
 * nothing that fits has come meanwhile. `over` is called at most once, after `callback` said that
 * it stands, with the same context. */
void seek_add(struct server *server, const struct seek_params *wanted, seek_callback *callback,
              void *context);
/* By its owner; `over` is not called. False if it is not there or not his. */
bool seek_remove(struct server *server, const char *id, const char *who);
/* All of one person's, those that last, too; `over` is not called. `callback` is, without an id,
 * when that is on disk. */
void seeks_remove_all(struct server *server, const char *who, seek_callback *callback,
                      void *context);
void seek_accept(struct server *server, const char *id, const struct identity *by,
                 const char *address, seek_callback *callback, void *context);
const struct seek *seek_find_by_owner(struct server *server, const char *who); /* NULL: none */

/* Somebody who sees the lobby: hears of every seek that comes and goes. */
struct lobby_watcher {
    struct list node;
    void (*found)(struct lobby_watcher *watcher, const struct seek *seek);
    void (*lost)(struct lobby_watcher *watcher, const char *id);
};
void lobby_watch(struct server *server,
                 struct lobby_watcher *watcher); /* hears of all there are at once */
void lobby_unwatch(struct lobby_watcher *watcher);

#endif
