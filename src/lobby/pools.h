/* SPDX-License-Identifier: MIT */
/* Quick pairing: people who want a time control join its pool and are paired in waves, by rating
 * and waiting time. Games of accounts are rated; guests play casual games with each other. The
 * player who has had White less often gets it.
 *
 * A wave comes one second after two people are there; a busy pool waits longer, for better pairs,
 * and pairs at once when many wait (pool_wave_rules.def, pool_matching.h). */
#ifndef LOBBY_POOLS_H
#define LOBBY_POOLS_H

#include "core/state.h"
#include "rounds/command.h"

RK_MUST_USE rk_err pools_create(struct server *server);
void pools_destroy(struct server *server);

size_t pool_count(void);
const char *pool_name(size_t pool); /* its time control, "5+3"; static storage */
/* Of its games between accounts. Borrowed from the server. */
const struct game_settings *pool_settings(const struct server *server, size_t pool);
/* The number of people who wait in that pool, guests included. */
size_t pool_waiting(const struct server *server, size_t pool);
/* The same number at the node that owns the lobby, if that is another one. */
void pool_set_replicated(struct server *server, size_t pool, size_t waiting);

/* A request to join a pool; borrowed for the call. */
struct pool_params {
    const struct identity *who;
    const char *address;
    const char *pool;         /* its name */
    const char *rating_range; /* of the opponent, "1500-1800"; NULL or "" for any */
    /* Called once when the person has left the pool: with the id of the game, or NULL and why. Not
     * called for pool_leave(). */
    void (*on_end)(void *context, const char *pool, const char *game, const char *why);
    void *context;
};

/* Joins a pool and leaves another one. A refusal leaves everything as it was. */
struct reply pool_join(struct server *server, const struct pool_params *params);
/* Leaves the pool that was joined with that context; false: there is none, or its game is starting.
 */
bool pool_leave(struct server *server, const char *who, const void *context);

/* A client that shows the sizes of the pools. */
struct pool_watcher {
    struct list node;
    void (*on_changed)(struct pool_watcher *watcher, size_t pool);
};
/* Reports all pools before it returns, and then each pool that changes, at most once a second. */
void pools_watch(struct server *server, struct pool_watcher *watcher);
void pools_unwatch(struct pool_watcher *watcher);

#endif
