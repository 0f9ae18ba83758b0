/* SPDX-License-Identifier: MIT */
/* The subscriptions of this node. Callbacks may do anything to them except destroy all, so a
 * subscription that ends during a delivery is only marked. It is freed when the outermost delivery
 * is over. */
#ifndef BUS_SUBJECTS_H
#define BUS_SUBJECTS_H

#include "base/map.h"
#include "bus/bus.h"

/* Called for the first and after the last subscription to a subject, of its group and of those
 * without a group apart (then `group` is NULL). */
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
