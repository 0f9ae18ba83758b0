/* SPDX-License-Identifier: MIT */
#include "record/journal.h"

#include <stdlib.h>
#include <string.h>

/* A finished game recognises repeated commands only by its last few events. */
enum { REQUESTS_KEPT = 8 };

void journal_fini(struct journal *journal)
{
    for (size_t i = 0; i < journal->count; i++)
        if (journal->events[i].kind == EVENT_CHAT)
            free((char *)(uintptr_t)journal->events[i]
                     .text); // a copy made by journal_add() or its caller
    free(journal->events);
    free(journal->hashes);
    *journal = (struct journal){.events = NULL};
}

rk_err journal_reserve(struct journal *journal, size_t more)
{
    size_t capacity = journal->capacity ? journal->capacity : 8;
    while (capacity < journal->count + more)
        capacity *= 2;
    if (capacity == journal->capacity)
        return RK_OK;
    struct event *events = realloc(journal->events, capacity * sizeof *events);
    if (events)
        journal->events = events;
    uint32_t *hashes = realloc(journal->hashes, capacity * sizeof *hashes);
    if (hashes)
        journal->hashes = hashes;
    if (!events || !hashes)
        return RK_NO_MEMORY;
    journal->capacity = capacity;
    return RK_OK;
}

static uint32_t hash_request(const char *request)
{
    uint32_t hash = 0;
    for (; *request; request++)
        hash = (hash + (unsigned char)*request) * 0x9e3779b1u;
    return hash;
}

size_t journal_find(const struct journal *journal, const char *request, size_t end)
{
    const uint32_t hash = hash_request(request);
    for (size_t i = end; i-- > 0;)
        if (journal->hashes[i] == hash && !strcmp(journal->events[i].request, request))
            return i;
    return SIZE_MAX;
}

void journal_put(struct journal *journal, const struct event *event, char *taken_text)
{
    journal->hashes[journal->count] = hash_request(event->request);
    struct event *entry = &journal->events[journal->count++];
    *entry = *event;
    entry->text = taken_text;
}

rk_err journal_add(struct journal *journal, const struct event *event)
{
    const rk_err err = journal_reserve(journal, 1);
    char *text = !err && event->kind == EVENT_CHAT ? strdup(event->text) : NULL;
    if (err || (event->kind == EVENT_CHAT && !text))
        return RK_NO_MEMORY;
    journal_put(journal, event, text);
    return RK_OK;
}

rk_err journal_decode(struct journal *journal, const void *bytes, size_t size, rk_fault *fault)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        struct event event;
        char text[EVENT_TEXT_MAX + 1];
        size_t used;
        rk_err err = event_decode(at, size, &event, text, &used, fault);
        if (!err)
            err = journal_add(journal, &event);
        if (err)
            return err;
        at += used;
        size -= used;
    }
    return RK_OK;
}

void journal_encode(const struct journal *journal, struct buffer *out)
{
    for (size_t i = 0; i < journal->count; i++) {
        struct event event = journal->events[i];
        if (i + REQUESTS_KEPT < journal->count)
            event.request[0] = 0;
        event_encode(&event, out);
    }
}
