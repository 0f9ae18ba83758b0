/* SPDX-License-Identifier: MIT */
#include "bus/subjects.h"

#include <stdlib.h>
#include <string.h>

struct subject {
    struct list subscriptions; /* without a group, oldest first */
    struct list members;       /* of the group; who is next is first */
    char name[MAP_KEY_MAX + 1];
    char group[BUS_SUBJECT_MAX + 1]; /* "": none */
};

struct bus_subscription {
    struct list node;
    struct list ended_node; /* in subjects->ended */
    struct subject *subject;
    bus_callback *callback; /* NULL: ended */
    void *context;
    uint64_t number; /* increasing */
    bool in_group;
};

void subjects_init(struct subjects *subjects, subjects_change *on_change, void *context)
{
    *subjects = (struct subjects){.on_change = on_change, .context = context};
    list_init(&subjects->ended);
    map_init(&subjects->by_name, (uint64_t)(uintptr_t)subjects); // an address is hard to guess
}

static void free_list(struct list *subscriptions)
{
    while (!list_is_empty(subscriptions)) {
        struct list *node = subscriptions->next;
        list_remove(node);
        free(LIST_OWNER(node, struct bus_subscription, node));
    }
}

void subjects_fini(struct subjects *subjects)
{
    size_t at = 0;
    for (struct subject *subject; (subject = map_next(&subjects->by_name, &at)); free(subject)) {
        free_list(&subject->subscriptions);
        free_list(&subject->members);
    }
    map_fini(&subjects->by_name);
}

static struct list *list_of(struct subject *subject, bool in_group)
{
    return in_group ? &subject->members : &subject->subscriptions;
}

static void free_subscription(struct subjects *subjects, struct bus_subscription *subscription)
{
    struct subject *subject = subscription->subject;
    const bool in_group = subscription->in_group;
    list_remove(&subscription->node);
    free(subscription);
    if (!list_is_empty(list_of(subject, in_group)))
        return;
    subjects->on_change(subjects->context, subject->name, in_group ? subject->group : NULL, false);
    if (!list_is_empty(list_of(subject, !in_group)))
        return;
    map_remove(&subjects->by_name, subject->name);
    free(subject);
}

static void free_ended(struct subjects *subjects)
{
    while (!list_is_empty(&subjects->ended)) {
        struct list *node = subjects->ended.next;
        list_remove(node);
        free_subscription(subjects, LIST_OWNER(node, struct bus_subscription, ended_node));
    }
}

/* Finds or creates a subject; NULL: out of memory. */
static struct subject *find_or_add_subject(struct subjects *subjects, const char *name)
{
    struct subject *subject = map_get(&subjects->by_name, name);
    if (subject)
        return subject;
    subject = calloc(1, sizeof *subject);
    if (!subject)
        return NULL;
    list_init(&subject->subscriptions);
    list_init(&subject->members);
    memcpy(subject->name, name, strlen(name) + 1);
    if (map_put(&subjects->by_name, subject->name, subject))
        return subject;
    free(subject);
    return NULL;
}

struct bus_subscription *subjects_add(struct subjects *subjects, const char *name,
                                      const char *group, bus_callback *callback, void *context)
{
    const struct subject *known = map_get(&subjects->by_name, name);
    if (known && group && !list_is_empty(&known->members) && strcmp(known->group, group) != 0)
        return NULL;
    struct bus_subscription *subscription = calloc(1, sizeof *subscription);
    struct subject *subject = subscription ? find_or_add_subject(subjects, name) : NULL;
    if (!subject) {
        free(subscription);
        return NULL;
    }
    if (group)
        memcpy(subject->group, group, strlen(group) + 1);
    *subscription = (struct bus_subscription){.subject = subject,
                                              .callback = callback,
                                              .context = context,
                                              .number = ++subjects->last_number,
                                              .in_group = group};
    struct list *list = list_of(subject, group);
    const bool is_first = list_is_empty(list);
    list_add(list, &subscription->node);
    if (is_first)
        subjects->on_change(subjects->context, subject->name, group, true);
    return subscription;
}

void subjects_remove(struct subjects *subjects, struct bus_subscription *subscription)
{
    if (!subjects->depth) {
        free_subscription(subjects, subscription);
        return;
    }
    subscription->callback = NULL;
    list_add(&subjects->ended, &subscription->ended_node);
}

/* One that gets messages, not just one that has ended during a delivery. */
static struct bus_subscription *first_live(const struct list *subscriptions)
{
    for (struct list *node = subscriptions->next; node != subscriptions; node = node->next) {
        struct bus_subscription *subscription = LIST_OWNER(node, struct bus_subscription, node);
        if (subscription->callback)
            return subscription;
    }
    return NULL;
}

bool subjects_has(const struct subjects *subjects, const char *name)
{
    const struct subject *subject = map_get(&subjects->by_name, name);
    return subject && (first_live(&subject->subscriptions) || first_live(&subject->members));
}

bool subjects_has_group(const struct subjects *subjects, const char *name)
{
    const struct subject *subject = map_get(&subjects->by_name, name);
    return subject && first_live(&subject->members);
}

void subjects_deliver(struct subjects *subjects, const struct bus_message *message)
{
    const struct subject *subject = map_get(&subjects->by_name, message->subject);
    if (!subject)
        return;
    const uint64_t newest = subjects->last_number;
    subjects->depth++;
    for (struct list *node = subject->subscriptions.next; node != &subject->subscriptions;
         node = node->next) {
        struct bus_subscription *to = LIST_OWNER(node, struct bus_subscription, node);
        if (to->number > newest)
            break;
        if (to->callback)
            to->callback(to->context, message);
    }
    if (!--subjects->depth)
        free_ended(subjects);
}

void subjects_deliver_to_group(struct subjects *subjects, const struct bus_message *message)
{
    struct subject *subject = map_get(&subjects->by_name, message->subject);
    struct bus_subscription *to = subject ? first_live(&subject->members) : NULL;
    if (!to)
        return;
    list_remove(&to->node); // the others are next
    list_add(&subject->members, &to->node);
    subjects->depth++;
    to->callback(to->context, message);
    if (!--subjects->depth)
        free_ended(subjects);
}
