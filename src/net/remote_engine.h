/* SPDX-License-Identifier: MIT */
/* Searches by engine workers (rookery think) on the bus. A search that no worker does in time goes
 * to the server's own threads, so that no game waits for a worker that has died. A reply that comes
 * later is ignored by the bus. */
#ifndef NET_REMOTE_ENGINE_H
#define NET_REMOTE_ENGINE_H

#include "bus/bus.h"
#include "core/environment.h"

struct remote_engine;

struct remote_engine_options {
    struct bus *bus;
    int64_t (*now)(void *context); /* the clock of bus_poll() */
    /* The server's own threads, as in struct server_env; NULL: it has none. */
    bool (*search_move)(void *context, struct move_search *search);
    bool (*evaluate)(void *context, struct evaluation *evaluation);
    void *context; /* of the three */
};

/* NULL when out of memory. */
struct remote_engine *remote_engine_create(const struct remote_engine_options *options);
void remote_engine_destroy(struct remote_engine *remote); /* finish first; NULL is allowed */

/* As in struct server_env. */
bool remote_engine_search(struct remote_engine *remote, struct move_search *search);
bool remote_engine_evaluate(struct remote_engine *remote, struct evaluation *evaluation);

/* Ends all requests, without results. Call it while there is a bus. */
void remote_engine_finish(struct remote_engine *remote);

void remote_engine_collect_metrics(const struct remote_engine *remote, struct metrics *metrics);

#endif
