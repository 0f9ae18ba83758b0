/* SPDX-License-Identifier: MIT */
/* The bus within one process. Callbacks may do anything to it except close it, so a subscription
 * that ends during a delivery is only marked. It is freed when the outermost delivery is over. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "bus/bus.h"

struct subject {
    struct list subscriptions; /* oldest first */
    char name[MAP_KEY_MAX + 1];
};

struct bus_subscription {
    struct list node;
    struct list ended_node; /* in local->ended */
    struct subject *subject;
    bus_callback *callback; /* NULL: ended */
    void *context;
    uint64_t number; /* increasing */
};

struct local {
    struct bus bus;
    struct map subjects; /* those with subscriptions */
    struct list ended;   /* subscriptions to be freed */
    unsigned depth;      /* of nested deliveries */
    uint64_t last_number;
};

static struct local *local_of(struct bus *bus)
{
    return (struct local *)bus;
}

static void free_subject(struct local *local, struct subject *subject)
{
    map_remove(&local->subjects, subject->name);
    free(subject);
}

static void free_subscription(struct local *local, struct bus_subscription *subscription)
{
    list_remove(&subscription->node);
    if (list_is_empty(&subscription->subject->subscriptions))
        free_subject(local, subscription->subject);
    free(subscription);
}

static void free_ended(struct local *local)
{
    while (!list_is_empty(&local->ended)) {
        struct list *node = local->ended.next;
        list_remove(node);
        free_subscription(local, LIST_OWNER(node, struct bus_subscription, ended_node));
    }
}

static void publish(struct bus *bus, const char *name, const void *bytes, size_t size)
{
    struct local *local = local_of(bus);
    struct subject *subject = map_get(&local->subjects, name);
    if (!subject)
        return;
    const uint64_t newest = local->last_number;
    local->depth++;
    for (struct list *node = subject->subscriptions.next; node != &subject->subscriptions;
         node = node->next) {
        struct bus_subscription *to = LIST_OWNER(node, struct bus_subscription, node);
        if (to->number > newest)
            break;
        if (to->callback)
            to->callback(to->context, subject->name, bytes, size);
    }
    if (!--local->depth)
        free_ended(local);
}

/* Finds or creates a subject; NULL: the name is too long, or out of memory. */
static struct subject *get_subject(struct local *local, const char *name)
{
    struct subject *subject = map_get(&local->subjects, name);
    const size_t size = strlen(name);
    if (subject || size > MAP_KEY_MAX)
        return subject;
    subject = calloc(1, sizeof *subject);
    if (!subject)
        return NULL;
    list_init(&subject->subscriptions);
    memcpy(subject->name, name, size);
    if (map_put(&local->subjects, subject->name, subject))
        return subject;
    free(subject);
    return NULL;
}

static struct bus_subscription *subscribe(struct bus *bus, const char *name, bus_callback *callback,
                                          void *context)
{
    struct local *local = local_of(bus);
    struct bus_subscription *subscription = calloc(1, sizeof *subscription);
    struct subject *subject = subscription ? get_subject(local, name) : NULL;
    if (!subject) {
        free(subscription);
        return NULL;
    }
    subscription->subject = subject;
    subscription->callback = callback;
    subscription->context = context;
    subscription->number = ++local->last_number;
    list_add(&subject->subscriptions, &subscription->node);
    return subscription;
}

static void unsubscribe(struct bus *bus, struct bus_subscription *subscription)
{
    struct local *local = local_of(bus);
    if (!local->depth) {
        free_subscription(local, subscription);
        return;
    }
    subscription->callback = NULL;
    list_add(&local->ended, &subscription->ended_node);
}

/* There are no other nodes. */
static void poll_nothing(struct bus *bus)
{
    (void)bus;
}

static void close_local(struct bus *bus)
{
    struct local *local = local_of(bus);
    size_t at = 0;
    for (struct subject *subject; (subject = map_next(&local->subjects, &at)); free(subject))
        while (!list_is_empty(&subject->subscriptions)) {
            struct list *node = subject->subscriptions.next;
            list_remove(node);
            free(LIST_OWNER(node, struct bus_subscription, node));
        }
    map_fini(&local->subjects);
    free(local);
}

rk_err bus_open_local(struct bus **out)
{
    static const struct bus_ops ops = {publish, subscribe, unsubscribe, poll_nothing, close_local};
    struct local *local = calloc(1, sizeof *local);
    if (!local)
        return RK_NO_MEMORY;
    local->bus.ops = &ops;
    list_init(&local->ended);
    map_init(&local->subjects, (uint64_t)(uintptr_t)local); // an address is hard to guess
    *out = &local->bus;
    return RK_OK;
}
