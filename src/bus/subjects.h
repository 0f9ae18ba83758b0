/* SPDX-License-Identifier: MIT */
/* The subscriptions of this node. Callbacks may add and remove subscriptions, so one that ends
 * during a delivery is only marked, and freed when the outermost delivery is over. */
#ifndef BUS_SUBJECTS_H
#define BUS_SUBJECTS_H

#include "base/map.h"
#include "bus/bus.h"

/* Called when a subject gets its first subscription or loses its last one. Subscriptions with a
 * group and without one are counted separately; `group` is NULL for the latter. */
typedef void subjects_change(void *context, const char *subject, const char *group, bool wanted);

struct subjects {
    struct map by_name; /* those with subscriptions */
    struct list ended;  /* subscriptions to be freed */
    unsigned depth;     /* of nested deliveries */
    uint64_t last_number;
    subjects_change *on_change;
    void *context;
};

void subjects_init(struct subjects *subjects, subjects_change *on_change, void *context);
void subjects_fini(struct subjects *subjects);

/* NULL: out of memory, or another group. The names have been checked. */
struct bus_subscription *subjects_add(struct subjects *subjects, const char *name,
                                      const char *group, bus_callback *callback, void *context);
void subjects_remove(struct subjects *subjects, struct bus_subscription *subscription);

bool subjects_has(const struct subjects *subjects, const char *name);
bool subjects_has_group(const struct subjects *subjects, const char *name);

/* Delivers to all subscriptions without a group that exist now, or to one member of the group. */
void subjects_deliver(struct subjects *subjects, const struct bus_message *message);
void subjects_deliver_to_group(struct subjects *subjects, const struct bus_message *message);

#endif
