/* SPDX-License-Identifier: MIT */
/* Publish and subscribe, by subject, at most once. Carries bytes and knows no
 * chess. Everything happens on the thread that polls it. */
#ifndef BUS_BUS_H
#define BUS_BUS_H

#include <stddef.h>

#include "rookery/err.h"

struct bus;
struct bus_subscription;

/* Subjects are words joined by dots: "game.Ab3dE6gH", at most MAP_KEY_MAX bytes. */
typedef void bus_receive(void *context, const char *subject, const void *bytes, size_t size);

struct bus_ops {
    void (*publish)(struct bus *bus, const char *subject, const void *bytes, size_t size);
    struct bus_subscription *(*subscribe)(struct bus *bus, const char *subject,
                                          bus_receive *receive, void *context);
    void (*unsubscribe)(struct bus *bus, struct bus_subscription *subscription);
    void (*poll)(struct bus *bus);
    void (*close)(struct bus *bus);
};

/* The head of every kind of bus. */
struct bus {
    const struct bus_ops *ops;
};

/* The bus of one process: what is published is received before publish returns,
 * by those who had subscribed before; a receiver may unsubscribe anybody. */
RK_MUST_USE rk_err bus_open_local(struct bus **out);

void bus_publish(struct bus *bus, const char *subject, const void *bytes, size_t size);

/* NULL when memory has run out. The subscription belongs to the bus; end it with
 * bus_unsubscribe(). */
struct bus_subscription *bus_subscribe(struct bus *bus, const char *subject, bus_receive *receive,
                                       void *context);
void bus_unsubscribe(struct bus *bus, struct bus_subscription *subscription); /* NULL is allowed */
void bus_poll(struct bus *bus); /* delivers what came from elsewhere */
void bus_close(struct bus *bus);

#endif
