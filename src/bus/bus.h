/* SPDX-License-Identifier: MIT */
/* Publish and subscribe by subject, with at-most-once delivery. The server uses it for notices to
 * users (accounts/presence.c). Messages are bytes; callbacks run on the thread that polls. */
#ifndef BUS_BUS_H
#define BUS_BUS_H

#include <stddef.h>

#include "rookery/err.h"

struct bus;
struct bus_subscription;

/* Subjects are words joined by dots, "user.anna", of at most MAP_KEY_MAX bytes. */
typedef void bus_callback(void *context, const char *subject, const void *bytes, size_t size);

struct bus_ops {
    void (*publish)(struct bus *bus, const char *subject, const void *bytes, size_t size);
    struct bus_subscription *(*subscribe)(struct bus *bus, const char *subject,
                                          bus_callback *callback, void *context);
    void (*unsubscribe)(struct bus *bus, struct bus_subscription *subscription);
    void (*poll)(struct bus *bus);
    void (*close)(struct bus *bus);
};

/* The first member of every implementation. */
struct bus {
    const struct bus_ops *ops;
};

/* A bus within one process. bus_publish() calls the callbacks of all existing subscriptions before
 * it returns. A callback may publish, subscribe, and end any subscription. */
RK_MUST_USE rk_err bus_open_local(struct bus **out);

void bus_publish(struct bus *bus, const char *subject, const void *bytes, size_t size);

/* NULL when out of memory. The subscription belongs to the bus; end it with
 * bus_unsubscribe(). */
struct bus_subscription *bus_subscribe(struct bus *bus, const char *subject, bus_callback *callback,
                                       void *context);
void bus_unsubscribe(struct bus *bus, struct bus_subscription *subscription); /* NULL is allowed */
void bus_poll(struct bus *bus); /* delivers messages of other nodes */
void bus_close(struct bus *bus);

#endif
