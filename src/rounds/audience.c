/* SPDX-License-Identifier: MIT */
#include "rounds/audience.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds/absence.h"
#include "rounds/roundview.h"

enum {
    SLICE_SENDS = 100, /* to spectators, in one turn of the server */
    CROWD_MS = 1000,   /* the count of spectators is told no more often */
    CHAT_SHOWN = 100,  /* lines of what was said, with a snapshot */
    VERSION_SIZE_MAX = 10
};

// ---- life ------------------------------------------------------------------------------------

rk_err audience_create(struct round *round)
{
    struct audience *audience = calloc(1, sizeof *audience);
    if (!audience)
        return RK_NO_MEMORY;
    audience->round = round;
    list_init(&audience->players);
    list_init(&audience->spectators);
    list_init(&audience->sliced);
    round->audience = audience;
    return RK_OK;
}

static void forget_pending(struct audience *audience)
{
    for (; audience->count; audience->count--) {
        shared_buffer_unref(audience->pending[audience->first].frame);
        audience->first = (audience->first + 1) % PENDING_MAX;
    }
    audience->at = NULL;
    list_remove(&audience->sliced);
}

static void let_go(struct list *watchers)
{
    while (!list_is_empty(watchers)) {
        struct watcher *watcher = LIST_OWNER(watchers->next, struct watcher, node);
        list_remove(&watcher->node);
        watcher->round = NULL;
    }
}

void audience_destroy(struct round *round)
{
    struct audience *audience = round->audience;
    if (!audience)
        return;
    let_go(&audience->players);
    let_go(&audience->spectators);
    forget_pending(audience);
    timer_stop(&round->server->timers, &audience->crowd);
    bus_unsubscribe(round->server->bus, audience->subscription);
    free(audience);
    round->audience = NULL;
}

size_t round_spectator_count(const struct round *round)
{
    return round->audience->spectator_count;
}

// ---- walking over those who may go away meanwhile --------------------------------------------

static void walk_begin(struct audience *audience, struct walk *walk, const struct list *watchers)
{
    *walk = (struct walk){.next = watchers->next, .outer = audience->walks};
    audience->walks = walk;
}

static struct watcher *walk_next(struct walk *walk, const struct list *watchers)
{
    if (walk->next == watchers)
        return NULL;
    struct watcher *watcher = LIST_OWNER(walk->next, struct watcher, node);
    walk->next = walk->next->next;
    return watcher;
}

static void walk_end(struct audience *audience, const struct walk *walk)
{
    audience->walks = walk->outer;
}

static void step_over(struct audience *audience, const struct list *node)
{
    for (struct walk *walk = audience->walks; walk; walk = walk->outer)
        if (walk->next == node)
            walk->next = node->next;
    if (audience->at == node)
        audience->at = node->next;
}

// ---- an entry for each kind of reader --------------------------------------------------------

/* An entry written once for each kind, when it is first needed. */
struct delivery {
    const struct round *round;
    size_t index;
    struct shared_buffer *whole, *skip, *line;
};

static bool is_said(const struct delivery *delivery)
{
    return delivery->round->journal.events[delivery->index].kind == EVENT_CHAT;
}

/* Players hear their room, spectators theirs; bots that play hear both. */
static bool hears(const struct watcher *watcher, enum chat_room room)
{
    if (room == ROOM_PLAYERS)
        return watcher->side < 2;
    return watcher->side == 2 || watcher->gets_all_chat;
}

static bool may_hear(const struct watcher *watcher, const struct delivery *delivery)
{
    const struct event *event = &delivery->round->journal.events[delivery->index];
    return event->kind == EVENT_ACTION || hears(watcher, event->room);
}

static struct shared_buffer *whole_of(struct delivery *delivery)
{
    if (!delivery->whole)
        delivery->whole = is_said(delivery) ? view_chat(delivery->round, delivery->index)
                                            : view_event(delivery->round, delivery->index);
    return delivery->whole;
}

static struct shared_buffer *skip_of(struct delivery *delivery)
{
    if (!delivery->skip)
        delivery->skip = view_skip(delivery->round, delivery->index);
    return delivery->skip;
}

/* A line tells the state: once for all the actions of one command. */
static struct shared_buffer *line_of(struct delivery *delivery)
{
    if (!delivery->line && is_said(delivery))
        delivery->line = view_chat_line(delivery->round, delivery->index);
    else if (!delivery->line && view_is_latest(delivery->round, delivery->index))
        delivery->line = view_state_line(delivery->round);
    return delivery->line;
}

static struct shared_buffer *frame_for(const struct watcher *watcher, struct delivery *delivery)
{
    const bool hearing = may_hear(watcher, delivery);
    if (watcher->view == VIEW_STREAM)
        return hearing ? line_of(delivery) : NULL;
    return hearing ? whole_of(delivery) : skip_of(delivery);
}

static void end_delivery(struct delivery *delivery)
{
    shared_buffer_unref(delivery->whole);
    shared_buffer_unref(delivery->skip);
    shared_buffer_unref(delivery->line);
}

static void send(struct watcher *watcher, struct shared_buffer *frame)
{
    if (frame)
        watcher->send(watcher, frame);
}

static void send_and_drop(struct watcher *watcher, struct shared_buffer *taken)
{
    send(watcher, taken);
    shared_buffer_unref(taken);
}

// ---- spectators ------------------------------------------------------------------------------

static void tell_over(const struct round *round, struct watcher *watcher)
{
    if (!round_is_over(round) || watcher->ended)
        return;
    watcher->ended = true;
    if (watcher->over)
        watcher->over(watcher);
}

/* Keeps a frame until all spectators have it. Whoever lags behind the oldest that
 * is kept gets a snapshot instead. */
static void queue(struct round *round, struct shared_buffer *frame, size_t version)
{
    struct audience *audience = round->audience;
    if (list_is_empty(&audience->spectators) || !frame)
        return;
    if (audience->count == PENDING_MAX) {
        shared_buffer_unref(audience->pending[audience->first].frame);
        audience->first = (audience->first + 1) % PENDING_MAX;
        audience->count--;
    }
    audience->pending[(audience->first + audience->count++) % PENDING_MAX] =
        (struct pending){.frame = shared_buffer_ref(frame), .version = version};
    audience->serial++;
    if (!audience->at) {
        audience->at = audience->spectators.next;
        audience->pass = audience->serial;
        list_add(&round->server->rounds->sliced, &audience->sliced);
    }
}

/* The first frame the spectator has not got; PENDING_MAX: it lacks one that is gone. */
static size_t find_next(const struct audience *audience, const struct watcher *watcher)
{
    const uint64_t oldest = audience->serial - audience->count + 1;
    if (watcher->seen + 1 < oldest)
        return PENDING_MAX;
    return (audience->first + (size_t)(watcher->seen + 1 - oldest)) % PENDING_MAX;
}

/* Goes on to the next spectator when this one has all; it may have gone meanwhile. */
static void pass_on(struct round *round, struct watcher *watcher)
{
    struct audience *audience = round->audience;
    if (audience->at != &watcher->node || watcher->seen != audience->serial)
        return;
    audience->at = audience->at->next;
    tell_over(round, watcher);
}

// One who came while several entries were being published knows them all.
static void send_pending(struct watcher *watcher, const struct pending *pending)
{
    watcher->seen++;
    if (watcher->view != VIEW_WIRE || (pending->version && pending->version <= watcher->version))
        return;
    if (pending->version)
        watcher->version = pending->version;
    send(watcher, pending->frame);
}

/* Sends one thing to the spectator whose turn it is. */
static void serve_one(struct round *round)
{
    struct audience *audience = round->audience;
    struct watcher *watcher = LIST_OWNER(audience->at, struct watcher, node);
    const size_t next = find_next(audience, watcher);
    if (watcher->seen == audience->serial)
        ; // it came after this was queued
    else if (next == PENDING_MAX)
        round_send_snapshot(round, watcher);
    else
        send_pending(watcher, &audience->pending[next]);
    pass_on(round, watcher);
}

/* At the end of the list: those whom it has passed have all that was there when it began. */
static void end_pass(struct round *round)
{
    struct audience *audience = round->audience;
    const uint64_t oldest = audience->serial - audience->count + 1;
    for (uint64_t serial = oldest; audience->count && serial <= audience->pass; serial++) {
        shared_buffer_unref(audience->pending[audience->first].frame);
        audience->first = (audience->first + 1) % PENDING_MAX;
        audience->count--;
    }
    audience->pass = audience->serial;
    audience->at = audience->spectators.next;
    if (!audience->count || list_is_empty(&audience->spectators))
        forget_pending(audience);
}

bool rounds_send_slices(struct server *server)
{
    struct list *sliced = &server->rounds->sliced;
    for (int sends = 0; sends < SLICE_SENDS && !list_is_empty(sliced); sends++) {
        struct audience *audience = LIST_OWNER(sliced->next, struct audience, sliced);
        struct round *round = audience->round;
        if (audience->at == &audience->spectators)
            end_pass(round);
        else
            serve_one(round);
        if (!list_is_empty(&audience->sliced) && sends % 64 == 63) {
            list_remove(&audience->sliced); // no game waits for all of another's spectators
            list_add(sliced, &audience->sliced);
        }
    }
    return !list_is_empty(sliced);
}

// ---- delivering ------------------------------------------------------------------------------

static void deliver(struct round *round, size_t index)
{
    struct audience *audience = round->audience;
    struct delivery delivery = {.round = round, .index = index};
    struct walk walk;
    walk_begin(audience, &walk, &audience->players);
    for (struct watcher *watcher; (watcher = walk_next(&walk, &audience->players));)
        if (watcher->version <= index) {
            watcher->version = index + 1;
            send(watcher, frame_for(watcher, &delivery));
        }
    walk_end(audience, &walk);
    if (!list_is_empty(&audience->spectators)) {
        const struct event *event = &round->journal.events[index];
        const bool hidden = event->kind == EVENT_CHAT && event->room == ROOM_PLAYERS;
        queue(round, hidden ? skip_of(&delivery) : whole_of(&delivery), index + 1);
    }
    end_delivery(&delivery);
}

// The bytes on the bus: the version, then the event.
static void receive(void *context, const char *subject, const void *bytes, size_t size)
{
    (void)subject;
    struct round *round = context;
    const unsigned char *at = bytes;
    uint64_t version = 0;
    for (unsigned shift = 0; size && shift < 7 * VERSION_SIZE_MAX; shift += 7, size--) {
        version |= (uint64_t)(*at & 0x7f) << shift;
        if (!(*at++ & 0x80))
            break;
    }
    if (version > 0 && version <= round->journal.count)
        deliver(round, (size_t)version - 1);
}

static void subject_of(const struct round *round, char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "game.%s", round->info.id);
}

void audience_publish(struct round *round, size_t first)
{
    char subject[MAP_KEY_MAX + 1];
    struct buffer bytes = {0};
    subject_of(round, subject);
    for (size_t i = first; i < round->journal.count; i++) {
        buffer_clear(&bytes);
        buffer_varint(&bytes, i + 1);
        event_encode(&round->journal.events[i], &bytes);
        if (!bytes.failed)
            bus_publish(round->server->bus, subject, bytes.bytes, bytes.size);
    }
    buffer_fini(&bytes);
}

void audience_tell(struct round *round, struct shared_buffer *taken)
{
    struct audience *audience = round->audience;
    struct walk walk;
    walk_begin(audience, &walk, &audience->players);
    for (struct watcher *watcher; (watcher = walk_next(&walk, &audience->players));)
        if (watcher->view == VIEW_WIRE)
            send(watcher, taken);
    walk_end(audience, &walk);
    queue(round, taken, 0);
    shared_buffer_unref(taken);
}

void audience_tell_streams(struct round *round, unsigned side, struct shared_buffer *taken)
{
    struct audience *audience = round->audience;
    struct walk walk;
    walk_begin(audience, &walk, &audience->players);
    for (struct watcher *watcher; (watcher = walk_next(&walk, &audience->players));)
        if (watcher->view == VIEW_STREAM && watcher->side == side)
            send(watcher, taken);
    walk_end(audience, &walk);
    shared_buffer_unref(taken);
}

void audience_end(struct round *round)
{
    struct audience *audience = round->audience;
    struct walk walk;
    walk_begin(audience, &walk, &audience->players);
    for (struct watcher *watcher; (watcher = walk_next(&walk, &audience->players));)
        tell_over(round, watcher);
    walk_end(audience, &walk);
}

// ---- coming and going ------------------------------------------------------------------------

static void tell_crowd(void *context)
{
    struct round *round = context;
    struct audience *audience = round->audience;
    if (audience->crowd_told == audience->spectator_count)
        return;
    audience->crowd_told = audience->spectator_count;
    audience_tell(round, view_crowd(round));
}

static void count_crowd(struct round *round)
{
    struct audience *audience = round->audience;
    struct timers *timers = &round->server->timers;
    if (!timer_is_set(&audience->crowd))
        (void)timer_set(timers, &audience->crowd, round->server->now + CROWD_MS, tell_crowd, round);
}

static void send_entry(struct watcher *watcher, size_t index)
{
    struct delivery delivery = {.round = watcher->round, .index = index};
    send(watcher, frame_for(watcher, &delivery));
    end_delivery(&delivery);
}

static void send_missed(struct watcher *watcher, size_t since)
{
    struct round *round = watcher->round;
    for (size_t i = since; watcher->round && i < round->journal.count; i++)
        send_entry(watcher, i);
}

static bool is_heard(const struct watcher *watcher, size_t index)
{
    const struct event *event = &watcher->round->journal.events[index];
    return event->kind == EVENT_CHAT && hears(watcher, event->room);
}

/* The last lines of what was said and may be heard. */
static void send_said(struct watcher *watcher)
{
    struct round *round = watcher->round;
    size_t first = round->journal.count;
    for (size_t heard = 0; first > 0 && heard < CHAT_SHOWN; first--)
        heard += is_heard(watcher, first - 1);
    for (size_t i = first; watcher->round && i < round->journal.count; i++)
        if (is_heard(watcher, i))
            send_entry(watcher, i);
}

void round_send_snapshot(struct round *round, struct watcher *watcher)
{
    watcher->seen = round->audience->serial;
    watcher->version = round->journal.count;
    if (watcher->view == VIEW_WIRE)
        send_and_drop(watcher, view_snapshot(round, watcher->side));
    else
        send_and_drop(watcher, view_full_line(round));
}

/* What is in no log: who is here, and what follows the game. */
static void send_people(struct watcher *watcher)
{
    struct round *round = watcher->round;
    for (unsigned side = 0; watcher->round && side < 2; side++) {
        const bool waits = watcher->side == !side;
        const int64_t wait = waits ? absence_claimable_in(round, side) : -1;
        send_and_drop(watcher, view_presence(round, side, wait));
    }
    if (watcher->round && (*round->rematch || round->rematch_by < 2))
        send_and_drop(watcher, view_rematch(round));
}

static void subscribe(struct round *round)
{
    char subject[MAP_KEY_MAX + 1];
    if (round->audience->subscription)
        return;
    subject_of(round, subject);
    round->audience->subscription = bus_subscribe(round->server->bus, subject, receive, round);
}

void audience_join(struct watcher *watcher, int64_t since)
{
    struct round *round = watcher->round;
    struct audience *audience = round->audience;
    const bool plays = watcher->side < 2;
    subscribe(round);
    watcher->ended = false;
    watcher->seen = audience->serial;
    watcher->version = round->journal.count;
    list_add(plays ? &audience->players : &audience->spectators, &watcher->node);
    if (!plays) {
        audience->spectator_count++;
        count_crowd(round);
    }
    if (watcher->view == VIEW_WIRE && since >= 0 && since <= round_version(round)) {
        send_missed(watcher, (size_t)since);
        send_people(watcher);
    } else {
        round_send_snapshot(round, watcher);
        if (watcher->round && watcher->view == VIEW_WIRE)
            send_said(watcher);
    }
    if (watcher->round)
        tell_over(round, watcher);
}

void audience_leave(struct watcher *watcher)
{
    struct round *round = watcher->round;
    struct audience *audience = round->audience;
    step_over(audience, &watcher->node);
    list_remove(&watcher->node);
    watcher->round = NULL;
    if (watcher->side == 2) {
        audience->spectator_count--;
        count_crowd(round);
    }
    if (list_is_empty(&audience->players) && list_is_empty(&audience->spectators)) {
        bus_unsubscribe(round->server->bus, audience->subscription);
        audience->subscription = NULL;
        forget_pending(audience);
    }
}
