/* SPDX-License-Identifier: MIT */
#include "bus/bus.h"

void bus_publish(struct bus *bus, const char *subject, const void *bytes, size_t size)
{
    bus->ops->publish(bus, subject, bytes, size);
}

struct bus_subscription *bus_subscribe(struct bus *bus, const char *subject, bus_callback *callback,
                                       void *context)
{
    return bus->ops->subscribe(bus, subject, callback, context);
}

void bus_unsubscribe(struct bus *bus, struct bus_subscription *subscription)
{
    if (subscription)
        bus->ops->unsubscribe(bus, subscription);
}

void bus_poll(struct bus *bus)
{
    bus->ops->poll(bus);
}

void bus_close(struct bus *bus)
{
    bus->ops->close(bus);
}
