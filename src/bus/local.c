/* SPDX-License-Identifier: MIT */
/* The bus of one process. Receivers may do anything to it but close it, so during
 * a delivery nothing is taken out: what has ended is marked, and swept out when
 * the outermost delivery is over. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "bus/bus.h"

struct subject {
    struct list subscriptions; /* in the order in which they came */
    char name[MAP_KEY_MAX + 1];
};

struct bus_subscription {
    struct list node;
    struct list ended_node; /* among those to be swept out */
    struct subject *subject;
    bus_receive *receive; /* NULL: it has ended */
    void *context;
    uint64_t number; /* later ones have larger ones */
};

struct local {
    struct bus head;
    struct map subjects; /* only those that somebody has subscribed to */
    struct list ended;
    unsigned depth; /* of deliveries within deliveries */
    uint64_t last_number;
};

static struct local *local_of(struct bus *bus)
{
    return (struct local *)bus;
}

static void end_subject(struct local *local, struct subject *subject)
{
    map_remove(&local->subjects, subject->name);
    free(subject);
}

static void take_out(struct local *local, struct bus_subscription *subscription)
{
    list_remove(&subscription->node);
    if (list_is_empty(&subscription->subject->subscriptions))
        end_subject(local, subscription->subject);
    free(subscription);
}

static void sweep(struct local *local)
{
    while (!list_is_empty(&local->ended)) {
        struct list *node = local->ended.next;
        list_remove(node);
        take_out(local, LIST_OWNER(node, struct bus_subscription, ended_node));
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
        if (to->receive)
            to->receive(to->context, subject->name, bytes, size);
    }
    if (!--local->depth)
        sweep(local);
}

/* The subject of that name, made if there is none; NULL without memory. */
static struct subject *subject_named(struct local *local, const char *name)
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

static struct bus_subscription *subscribe(struct bus *bus, const char *name, bus_receive *receive,
                                          void *context)
{
    struct local *local = local_of(bus);
    struct bus_subscription *subscription = calloc(1, sizeof *subscription);
    struct subject *subject = subscription ? subject_named(local, name) : NULL;
    if (!subject) {
        free(subscription);
        return NULL;
    }
    subscription->subject = subject;
    subscription->receive = receive;
    subscription->context = context;
    subscription->number = ++local->last_number;
    list_add(&subject->subscriptions, &subscription->node);
    return subscription;
}

static void unsubscribe(struct bus *bus, struct bus_subscription *subscription)
{
    struct local *local = local_of(bus);
    if (!local->depth) {
        take_out(local, subscription);
        return;
    }
    subscription->receive = NULL;
    list_add(&local->ended, &subscription->ended_node);
}

/* Nothing comes from elsewhere. */
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
    local->head.ops = &ops;
    list_init(&local->ended);
    map_init(&local->subjects, (uint64_t)(uintptr_t)local); // nobody outside knows where it lies
    *out = &local->head;
    return RK_OK;
}
