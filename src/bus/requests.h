/* SPDX-License-Identifier: MIT */
/* The requests of this node that wait for a reply, by number and by deadline. */
#ifndef BUS_REQUESTS_H
#define BUS_REQUESTS_H

#include "base/map.h"
#include "bus/bus.h"

struct requests {
    struct list by_deadline; /* bus_calls, the earliest first */
    struct map by_number;
    uint64_t last_number;
    uint64_t timed_out;
};

void requests_init(struct requests *requests);
void requests_fini(struct requests *requests); /* without calling back */

/* NULL: out of memory. *out_number receives its number. */
struct bus_call *requests_add(struct requests *requests, const struct bus_request *request,
                              uint64_t *out_number);
void requests_remove(struct requests *requests, struct bus_call *call);

/* Call back and end the request, except one that gathers. An unknown number is ignored: the request
 * has ended, or somebody has replied twice. */
void requests_reply(struct requests *requests, uint64_t number, const void *bytes, size_t size);
void requests_not_delivered(struct requests *requests, uint64_t number);

/* Ends those whose deadline has come. */
void requests_expire(struct requests *requests, int64_t now);
/* The next deadline; INT64_MAX: none. */
int64_t requests_deadline(const struct requests *requests);

#endif
