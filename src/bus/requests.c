/* SPDX-License-Identifier: MIT */
#include "bus/requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_SIZE = 17 };

struct bus_call {
    struct list node; /* in by_deadline */
    char key[KEY_SIZE];
    int64_t deadline;
    bool gathers;
    bus_reply_callback *callback;
    void *context;
};

void requests_init(struct requests *requests)
{
    *requests = (struct requests){0};
    list_init(&requests->by_deadline);
    map_init(&requests->by_number, (uint64_t)(uintptr_t)requests);
}

static struct bus_call *call_of(struct list *node)
{
    return LIST_OWNER(node, struct bus_call, node);
}

void requests_fini(struct requests *requests)
{
    while (!list_is_empty(&requests->by_deadline))
        requests_remove(requests, call_of(requests->by_deadline.next));
    map_fini(&requests->by_number);
}

static void write_key(uint64_t number, char out[KEY_SIZE])
{
    snprintf(out, KEY_SIZE, "%" PRIx64, number);
}

/* Searches from the end: there are few different time limits, so the place is near. */
static void insert_by_deadline(struct requests *requests, struct bus_call *call)
{
    struct list *after = requests->by_deadline.previous;
    while (after != &requests->by_deadline && call_of(after)->deadline > call->deadline)
        after = after->previous;
    list_add(after->next, &call->node);
}

struct bus_call *requests_add(struct requests *requests, const struct bus_request *request,
                              uint64_t *out_number)
{
    struct bus_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    *call = (struct bus_call){.deadline = request->deadline,
                              .gathers = request->gathers,
                              .callback = request->callback,
                              .context = request->context};
    write_key(requests->last_number + 1, call->key);
    if (!map_put(&requests->by_number, call->key, call)) {
        free(call);
        return NULL;
    }
    *out_number = ++requests->last_number;
    insert_by_deadline(requests, call);
    return call;
}

void requests_remove(struct requests *requests, struct bus_call *call)
{
    map_remove(&requests->by_number, call->key);
    list_remove(&call->node);
    free(call);
}

/* The callback may make other requests and cancel them, so the call is gone before it. */
static void end_call(struct requests *requests, struct bus_call *call, enum bus_outcome outcome,
                     const void *bytes, size_t size)
{
    const struct bus_call ended = *call;
    requests_remove(requests, call);
    ended.callback(ended.context, outcome, bytes, size);
}

static struct bus_call *find_call(const struct requests *requests, uint64_t number)
{
    char key[KEY_SIZE];
    write_key(number, key);
    return map_get(&requests->by_number, key);
}

void requests_reply(struct requests *requests, uint64_t number, const void *bytes, size_t size)
{
    struct bus_call *call = find_call(requests, number);
    if (call && call->gathers)
        call->callback(call->context, BUS_REPLIED, bytes, size);
    else if (call)
        end_call(requests, call, BUS_REPLIED, bytes, size);
}

void requests_not_delivered(struct requests *requests, uint64_t number)
{
    struct bus_call *call = find_call(requests, number);
    if (call && !call->gathers)
        end_call(requests, call, BUS_NOT_DELIVERED, NULL, 0);
}

void requests_expire(struct requests *requests, int64_t now)
{
    // Those that the callbacks make are for the next call.
    for (size_t left = requests->by_number.count; left && requests_deadline(requests) <= now;
         left--) {
        struct bus_call *call = call_of(requests->by_deadline.next);
        requests->timed_out += !call->gathers;
        end_call(requests, call, BUS_TIMED_OUT, NULL, 0);
    }
}

int64_t requests_deadline(const struct requests *requests)
{
    return list_is_empty(&requests->by_deadline) ? INT64_MAX
                                                 : call_of(requests->by_deadline.next)->deadline;
}
