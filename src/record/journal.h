/* SPDX-License-Identifier: MIT */
/* The log of a game in memory: all events in order. Entry i made version i + 1. */
#ifndef RECORD_JOURNAL_H
#define RECORD_JOURNAL_H

#include "rookery/err.h"
#include "wire/event.h"

struct journal {
    struct event *events; /* chat texts are owned */
    uint32_t *hashes;     /* of their requests, to find one quickly */
    size_t count, capacity;
};

void journal_fini(struct journal *journal);

/* Appends a copy of the event. */
RK_MUST_USE rk_err journal_add(struct journal *journal, const struct event *event);

/* Makes room for `more` events: journal_put() cannot fail for that many. */
RK_MUST_USE rk_err journal_reserve(struct journal *journal, size_t more);
void journal_put(struct journal *journal, const struct event *event, char *taken_text);

/* The newest entry before `end` that this request made; SIZE_MAX: none. */
size_t journal_find(const struct journal *journal, const char *request, size_t end);

/* Appends encoded events. */
RK_MUST_USE rk_err journal_decode(struct journal *journal, const void *bytes, size_t size,
                                  rk_fault *fault);
/* Encodes all events; only the last few keep their requests. */
void journal_encode(const struct journal *journal, struct buffer *out);

#endif
