/* SPDX-License-Identifier: MIT */
#include "rounds/ownership.h"

#include <stdlib.h>

#include "cluster/shards.h"
#include "rounds/recovery.h"
#include "rounds/replica.h"
#include "rounds/round.h"
#include "rounds/round_lifecycle.h"

struct ownership {
    struct shards_listener listener;
    struct server *server;
    struct timer drop;
};

static struct server *server_of(struct shards_listener *listener)
{
    return LIST_OWNER(listener, struct ownership, listener)->server;
}

/* Calls the function for the running rounds of a shard, which may not drop any. */
static void visit_shard(struct server *server, unsigned shard, void (*visit)(struct round *round))
{
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        next = node->next;
        if (round->shard == shard)
            visit(round);
    }
}

// ---- lost rounds -----------------------------------------------------------------------------

static void drop_lost(void *context)
{
    struct server *server = context;
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        next = node->next;
        if (round->is_lost && !round_is_busy(round) && !replica_demote(round))
            round_unregister(round);
    }
}

/* Not at once: a caller may still use the round. */
void ownership_drop_lost(struct server *server)
{
    (void)timer_set(&server->timers, &server->rounds->ownership->drop, server->now, drop_lost,
                    server);
}

/* Commands that wait are answered; what is being written is refused by the store. */
static void lose_round(struct round *round)
{
    round->is_lost = true;
    if (!round_is_busy(round))
        round_continue(round);
}

static void on_rounds_lost(struct shards_listener *listener, unsigned shard)
{
    struct server *server = server_of(listener);
    server->rounds->releases[shard] = false;
    recovery_forget(server->rounds->recovery, shard);
    visit_shard(server, shard, lose_round);
}

// ---- handing over ----------------------------------------------------------------------------

static void pause_round(struct round *round)
{
    if (!round_is_busy(round))
        round_continue(round);
}

static bool has_busy_round(const struct server *server, unsigned shard)
{
    const struct list *running = &server->rounds->running;
    for (const struct list *node = running->next; node != running; node = node->next) {
        const struct round *round = LIST_OWNER(node, const struct round, node);
        if (round->shard == shard && round_is_busy(round))
            return true;
    }
    return false;
}

/* Loading a game pauses it, from when its last owner was last alive, so loading is finished first.
 */
static bool on_rounds_release(struct shards_listener *listener, unsigned shard)
{
    struct server *server = server_of(listener);
    bool *is_released = &server->rounds->releases[shard];
    if (recovery_is_loading(server->rounds->recovery, shard))
        return false;
    if (!*is_released) {
        *is_released = true;
        visit_shard(server, shard, pause_round);
    }
    return !has_busy_round(server, shard);
}

// ---- create and destroy ----------------------------------------------------------------------

static void on_rounds_gained(struct shards_listener *listener, unsigned shard, int64_t alive_until)
{
    if (shard < SHARD_COUNT)
        recovery_load(server_of(listener)->rounds->recovery, shard, alive_until);
}

rk_err ownership_create(struct server *server)
{
    struct ownership *ownership = calloc(1, sizeof *ownership);
    if (!ownership)
        return RK_NO_MEMORY;
    server->rounds->ownership = ownership;
    ownership->server = server;
    ownership->listener = (struct shards_listener){
        .on_gained = on_rounds_gained, .on_lost = on_rounds_lost, .on_release = on_rounds_release};
    shards_listen(server, &ownership->listener);
    return RK_OK;
}

void ownership_destroy(struct server *server)
{
    struct ownership *ownership = server->rounds->ownership;
    if (!ownership)
        return;
    list_remove(&ownership->listener.node);
    timer_stop(&server->timers, &ownership->drop);
    free(ownership);
    server->rounds->ownership = NULL;
}
