/* SPDX-License-Identifier: MIT */
#include "cluster/invalidation.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/milliseconds.h"

static const char subject[] = "invalidate";

static const int64_t check_seconds[INVALIDATION_COUNT] = {
#define ROW(kind, check) [kind] = (check),
#include "cluster/invalidations.def"
};

struct invalidations {
    struct server *server;
    struct list listeners;
    struct bus_subscription *subscription;
    struct bus_listener bus;
    struct timer check_timer;
    int64_t next_check[INVALIDATION_COUNT]; /* 0: none */
};

#define EACH_LISTENER(invalidations, listener)                                                  \
    for (struct list *node = (invalidations)->listeners.next, *next;                            \
         node != &(invalidations)->listeners &&                                                 \
         (next = node->next, (listener) = LIST_OWNER(node, struct invalidation_listener, node), \
         true);                                                                                 \
         node = next)

// ---- sending and receiving -------------------------------------------------------------------

void invalidation_publish(struct server *server, enum invalidation_kind kind, const char *key)
{
    struct invalidation invalidation = {.kind = kind};
    struct buffer bytes = {0};
    snprintf(invalidation.key, sizeof invalidation.key, "%s", key);
    invalidation_write(&invalidation, &bytes);
    if (!bytes.failed)
        bus_publish(server->bus, subject, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

static void on_message(void *context, const struct bus_message *message)
{
    struct invalidations *invalidations = context;
    struct invalidation invalidation;
    struct invalidation_listener *listener;
    if (invalidation_parse(message->bytes, message->size, &invalidation))
        return;
    EACH_LISTENER(invalidations, listener)
    if (listener->kind == invalidation.kind)
        listener->on_invalid(listener, invalidation.key);
}

void invalidation_listen(struct server *server, struct invalidation_listener *listener)
{
    listener->server = server;
    list_add(&server->invalidations->listeners, &listener->node);
}

// ---- messages that were lost -----------------------------------------------------------------

static void invalidate_all(struct invalidations *invalidations, enum invalidation_kind kind)
{
    struct invalidation_listener *listener;
    EACH_LISTENER(invalidations, listener)
    if (listener->kind == kind)
        listener->on_all_invalid(listener);
}

/* Adds a random delay, so that nodes started together do not all read at once. */
static void schedule_check(struct invalidations *invalidations, enum invalidation_kind kind)
{
    struct server *server = invalidations->server;
    const int64_t ms = check_seconds[kind] * SECOND_MS;
    if (ms)
        invalidations->next_check[kind] =
            server->now + ms + (int64_t)server_random_below(server, (uint64_t)ms / 4);
}

static void run_checks(void *context);

static void set_timer(struct invalidations *invalidations)
{
    int64_t next = INT64_MAX;
    for (int kind = 0; kind < INVALIDATION_COUNT; kind++)
        if (invalidations->next_check[kind])
            next = min_ms(next, invalidations->next_check[kind]);
    if (!timer_set(&invalidations->server->timers, &invalidations->check_timer, next, run_checks,
                   invalidations))
        log_line(invalidations->server->log, LOG_ERROR,
                 "out of memory: what is changed on other nodes may not be noticed here");
}

static void run_checks(void *context)
{
    struct invalidations *invalidations = context;
    for (int kind = 0; kind < INVALIDATION_COUNT; kind++)
        if (invalidations->next_check[kind] &&
            invalidations->next_check[kind] <= invalidations->server->now) {
            schedule_check(invalidations, (enum invalidation_kind)kind);
            invalidate_all(invalidations, (enum invalidation_kind)kind);
        }
    set_timer(invalidations);
}

static void on_gap(struct bus_listener *listener)
{
    struct invalidations *invalidations = LIST_OWNER(listener, struct invalidations, bus);
    for (int kind = 0; kind < INVALIDATION_COUNT; kind++) {
        schedule_check(invalidations, (enum invalidation_kind)kind);
        invalidate_all(invalidations, (enum invalidation_kind)kind);
    }
}

// ---- the module ------------------------------------------------------------------------------

static void start_checks(struct invalidations *invalidations)
{
    invalidations->bus.on_gap = on_gap;
    bus_listen(invalidations->server->bus, &invalidations->bus);
    for (int kind = 0; kind < INVALIDATION_COUNT; kind++)
        schedule_check(invalidations, (enum invalidation_kind)kind);
    set_timer(invalidations);
}

rk_err invalidations_create(struct server *server)
{
    struct invalidations *invalidations = calloc(1, sizeof *invalidations);
    if (!invalidations)
        return RK_NO_MEMORY;
    server->invalidations = invalidations;
    invalidations->server = server;
    list_init(&invalidations->listeners);
    list_init(&invalidations->bus.node);
    invalidations->subscription =
        bus_subscribe(server->bus, subject, NULL, on_message, invalidations);
    if (bus_has_peers(server->bus)) // within one process nothing is lost
        start_checks(invalidations);
    return invalidations->subscription ? RK_OK : RK_NO_MEMORY;
}

void invalidations_destroy(struct server *server)
{
    struct invalidations *invalidations = server->invalidations;
    if (!invalidations)
        return;
    timer_stop(&server->timers, &invalidations->check_timer);
    bus_unsubscribe(server->bus, invalidations->subscription);
    bus_unlisten(&invalidations->bus);
    free(invalidations);
    server->invalidations = NULL;
}
