/* SPDX-License-Identifier: MIT */
#include "cluster/shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shards {
    struct list listeners; /* struct shards_listener */
    int64_t lease_until;
    struct {
        int64_t epoch; /* with which it is ours; 0: it is not */
        int64_t alive_until;
        bool is_released; /* to be handed over */
    } shards[SHARD_TOTAL];
};

rk_err shards_create(struct server *server)
{
    struct shards *shards = calloc(1, sizeof *shards);
    if (!shards)
        return RK_NO_MEMORY;
    list_init(&shards->listeners);
    server->shards = shards;
    return RK_OK;
}

void shards_destroy(struct server *server)
{
    free(server->shards);
    server->shards = NULL;
}

// ---- shards ----------------------------------------------------------------------------------

/* The ids are random, so any mixing of all letters is good enough. The column game.shard computes
 * the same in SQL: it must never change. */
unsigned shard_of_game(const char *id)
{
    const size_t length = strnlen(id, GAME_ID_SIZE);
    unsigned hash = 0;
    for (size_t i = 0; i < GAME_ID_SIZE; i++)
        hash = hash * 31 + (i < length ? (unsigned char)id[i] : 0);
    return hash % SHARD_COUNT;
}

bool shard_is_ours(const struct server *server, unsigned shard)
{
    const struct shards *shards = server->shards;
    return shards->shards[shard].epoch && !shards->shards[shard].is_released &&
           server->now < shards->lease_until;
}

bool shard_of_game_is_ours(const struct server *server, const char *id)
{
    return shard_is_ours(server, shard_of_game(id));
}

int64_t shards_epoch(const struct server *server, unsigned shard)
{
    return server->shards->shards[shard].epoch;
}

unsigned shards_count_owned(const struct server *server)
{
    unsigned count = 0;
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        count += shards_epoch(server, shard) != 0;
    return count;
}

void shard_subject(unsigned shard, char out[SHARD_SUBJECT_SIZE])
{
    snprintf(out, SHARD_SUBJECT_SIZE, "shard.%u", shard);
}

// ---- listeners -------------------------------------------------------------------------------

void shards_listen(struct server *server, struct shards_listener *listener)
{
    const struct shards *shards = server->shards;
    list_add(&server->shards->listeners, &listener->node);
    for (unsigned shard = 0; listener->on_gained && shard < SHARD_TOTAL; shard++)
        if (shards->shards[shard].epoch)
            listener->on_gained(listener, shard, shards->shards[shard].alive_until);
}

static struct shards_listener *next_listener(const struct shards *shards, struct list **at)
{
    *at = (*at)->next;
    return *at == &shards->listeners ? NULL : LIST_OWNER(*at, struct shards_listener, node);
}

void shards_set_lease(struct server *server, int64_t until)
{
    server->shards->lease_until = until;
}

void shards_gain(struct server *server, unsigned shard, int64_t epoch, int64_t alive_until)
{
    struct shards *shards = server->shards;
    struct list *at = &shards->listeners;
    shards_lose(server, shard);
    shards->shards[shard].epoch = epoch;
    shards->shards[shard].alive_until = alive_until;
    for (struct shards_listener *listener; (listener = next_listener(shards, &at));)
        if (listener->on_gained)
            listener->on_gained(listener, shard, alive_until);
}

void shards_lose(struct server *server, unsigned shard)
{
    struct shards *shards = server->shards;
    struct list *at = &shards->listeners;
    if (!shards->shards[shard].epoch)
        return;
    shards->shards[shard].epoch = 0;
    shards->shards[shard].is_released = false;
    for (struct shards_listener *listener; (listener = next_listener(shards, &at));)
        if (listener->on_lost)
            listener->on_lost(listener, shard);
}

bool shards_release(struct server *server, unsigned shard)
{
    struct shards *shards = server->shards;
    struct list *at = &shards->listeners;
    bool finished = true;
    shards->shards[shard].is_released = true;
    for (struct shards_listener *listener; (listener = next_listener(shards, &at));)
        if (listener->on_release)
            finished &= listener->on_release(listener, shard);
    return finished;
}
