/* SPDX-License-Identifier: MIT */
/* Which node runs which games. Each game belongs to one of 256 shards, by its id; one more shard is
 * the lobby. A shard has one owner at a time, which alone runs its games and writes to their logs.
 * A node that takes a shard raises its epoch, and the store refuses what is written with an older
 * one.
 *
 * A server that does not share its store owns all shards permanently, from the store's first answer
 * on. Otherwise membership.c decides what it owns. */
#ifndef CLUSTER_SHARDS_H
#define CLUSTER_SHARDS_H

#include "core/state.h"

enum {
    SHARD_COUNT = 256,         /* of games */
    SHARD_LOBBY = SHARD_COUNT, /* seeks, pools, challenges */
    SHARD_TOTAL
};

RK_MUST_USE rk_err shards_create(struct server *server);
void shards_destroy(struct server *server);

/* The shard of a game, by the first eight letters of its id. */
unsigned shard_of_game(const char *id);

/* Whether this node owns the shard and may act as its owner now: its lease is valid. */
bool shard_is_ours(const struct server *server, unsigned shard);
bool shard_of_game_is_ours(const struct server *server, const char *id);
/* The epoch with which this node owns the shard; 0: it does not. */
int64_t shards_epoch(const struct server *server, unsigned shard);

/* Where the owner of a shard takes requests: "shard.17". */
enum { SHARD_SUBJECT_SIZE = 16 };
void shard_subject(unsigned shard, char out[SHARD_SUBJECT_SIZE]);

/* A module with state that belongs to the owner of a shard. Its functions may be NULL. */
struct shards_listener {
    struct list node;
    /* The shard is ours now: load what the store has of it. `alive_until` is when the previous
     * owner was last alive, by the server's time; 0: unknown. */
    void (*on_gained)(struct shards_listener *listener, unsigned shard, int64_t alive_until);
    /* The shard is no longer ours: drop what belongs to it without writing anything. */
    void (*on_lost)(struct shards_listener *listener, unsigned shard);
    /* The shard is to be handed over: take no new commands and finish what is being written. Called
     * repeatedly until it returns true, for a second at most; then the shard is lost. */
    bool (*on_release)(struct shards_listener *listener, unsigned shard);
};
/* Before it returns, it calls on_gained for the shards that are ours already. */
void shards_listen(struct server *server, struct shards_listener *listener);

unsigned shards_count_owned(const struct server *server);

/* ---- for membership.c ---- */

/* shard_is_ours() is false from `until` on, by the server's time. */
void shards_set_lease(struct server *server, int64_t until);
/* This node owns the shard now, with another epoch than before. */
void shards_gain(struct server *server, unsigned shard, int64_t epoch, int64_t alive_until);
void shards_lose(struct server *server, unsigned shard); /* does nothing if it is not ours */
/* Prepares the shard to be handed over. Call it again until all listeners have finished. */
bool shards_release(struct server *server, unsigned shard);

#endif
