/* SPDX-License-Identifier: MIT */
#include "rounds/watchers.h"

#include <stdlib.h>

#include "cluster/shards.h"
#include "rounds/absence.h"
#include "rounds/replica_link.h"
#include "rounds/round.h"
#include "rounds/round_json.h"
#include "rounds/round_messages.h"
#include "rounds/round_updates.h"
#include "rounds/spectators.h"

enum {
    CHAT_LINES_SENT = 100, /* with a snapshot */
    COUNT_INTERVAL_MS = 1000
};

// ---- create and destroy ----------------------------------------------------------------------

rk_err watchers_create(struct round *round)
{
    struct watchers *watchers = calloc(1, sizeof *watchers);
    if (!watchers)
        return RK_NO_MEMORY;
    watchers->round = round;
    list_init(&watchers->players);
    list_init(&watchers->spectators);
    list_init(&watchers->sending);
    round->watchers = watchers;
    return RK_OK;
}

static void detach_all(struct list *list)
{
    while (!list_is_empty(list)) {
        struct watcher *watcher = LIST_OWNER(list->next, struct watcher, node);
        list_remove(&watcher->node);
        watcher->round = NULL;
        if (watcher->lost)
            watcher->lost(watcher);
    }
}

void watchers_destroy(struct round *round)
{
    struct watchers *watchers = round->watchers;
    if (!watchers)
        return;
    detach_all(&watchers->players);
    detach_all(&watchers->spectators);
    spectators_clear(watchers);
    timer_stop(&round->server->timers, &watchers->count_timer);
    free(watchers);
    round->watchers = NULL;
}

// ---- loops during which watchers may leave ---------------------------------------------------

static void iterate_players(struct watchers *watchers, struct watcher_iterator *iterator)
{
    *iterator =
        (struct watcher_iterator){.next = watchers->players.next, .outer = watchers->iterators};
    watchers->iterators = iterator;
}

/* The next player's watcher; NULL ends the iteration. */
static struct watcher *next_player(struct watchers *watchers, struct watcher_iterator *iterator)
{
    if (iterator->next == &watchers->players) {
        watchers->iterators = iterator->outer;
        return NULL;
    }
    struct watcher *watcher = LIST_OWNER(iterator->next, struct watcher, node);
    iterator->next = iterator->next->next;
    return watcher;
}

static void skip_in_iterators(struct watchers *watchers, const struct list *node)
{
    for (struct watcher_iterator *i = watchers->iterators; i; i = i->outer)
        if (i->next == node)
            i->next = node->next;
}

// ---- an event for each kind of watcher -------------------------------------------------------

/* One event of the journal as frames, each made when it is first needed. */
struct event_frames {
    const struct round *round;
    size_t index;
    struct shared_buffer *message, *skip, *line;
};

static const struct event *event_at(const struct event_frames *frames)
{
    return &frames->round->journal.events[frames->index];
}

/* Players get the chat of their room, spectators that of theirs; bots that play get both. */
static bool gets_room(const struct watcher *watcher, enum chat_room room)
{
    if (watcher->gets_no_chat)
        return false;
    if (room == ROOM_PLAYERS)
        return watcher->side != RK_NO_SIDE;
    return watcher->side == RK_NO_SIDE || watcher->gets_all_chat;
}

static bool gets_event(const struct watcher *watcher, const struct event *event)
{
    return event->kind == EVENT_ACTION || gets_room(watcher, event->room);
}

static struct shared_buffer *message_frame(struct event_frames *frames)
{
    if (!frames->message)
        frames->message = event_at(frames)->kind == EVENT_CHAT
                              ? round_message_chat(frames->round, frames->index)
                              : round_message_event(frames->round, frames->index);
    return frames->message;
}

static struct shared_buffer *skip_frame(struct event_frames *frames)
{
    if (!frames->skip)
        frames->skip = round_message_skip(frames->round, frames->index);
    return frames->skip;
}

/* A gameState line has the whole state: one is enough for all actions of a command. */
static struct shared_buffer *line_frame(struct event_frames *frames)
{
    if (!frames->line && event_at(frames)->kind == EVENT_CHAT)
        frames->line = round_json_chat_line(frames->round, frames->index);
    else if (!frames->line && round_is_latest_action(frames->round, frames->index))
        frames->line = round_json_state_line(frames->round);
    return frames->line;
}

static struct shared_buffer *frame_for(const struct watcher *watcher, struct event_frames *frames)
{
    const bool gets = gets_event(watcher, event_at(frames));
    if (watcher->view == VIEW_STREAM)
        return gets ? line_frame(frames) : NULL;
    return gets ? message_frame(frames) : skip_frame(frames);
}

static void drop_frames(struct event_frames *frames)
{
    shared_buffer_unref(frames->message);
    shared_buffer_unref(frames->skip);
    shared_buffer_unref(frames->line);
}

static void send_frame(struct watcher *watcher, struct shared_buffer *frame)
{
    if (frame)
        watcher->send(watcher, frame);
}

// ---- sending to all --------------------------------------------------------------------------

static void send_event(struct round *round, size_t index)
{
    struct watchers *watchers = round->watchers;
    struct event_frames frames = {.round = round, .index = index};
    struct watcher_iterator iterator;
    iterate_players(watchers, &iterator);
    for (struct watcher *watcher; (watcher = next_player(watchers, &iterator));)
        if (watcher->version <= index) {
            watcher->version = index + 1;
            send_frame(watcher, frame_for(watcher, &frames));
        }
    if (!list_is_empty(&watchers->spectators)) {
        const struct event *event = event_at(&frames);
        const bool hidden = event->kind == EVENT_CHAT && event->room == ROOM_PLAYERS;
        if (event->kind == EVENT_CHAT && !hidden)
            spectators_add_chat(watchers, message_frame(&frames), skip_frame(&frames), index + 1);
        else
            spectators_add_frame(watchers, hidden ? skip_frame(&frames) : message_frame(&frames),
                                 index + 1);
    }
    drop_frames(&frames);
}

void watchers_send_events(struct round *round, size_t first)
{
    for (size_t i = first; i < round->journal.count; i++)
        send_event(round, i);
}

void watchers_send_message(struct round *round, struct shared_buffer *taken)
{
    struct watchers *watchers = round->watchers;
    struct watcher_iterator iterator;
    iterate_players(watchers, &iterator);
    for (struct watcher *watcher; (watcher = next_player(watchers, &iterator));)
        if (watcher->view == VIEW_WIRE)
            send_frame(watcher, taken);
    spectators_add_frame(watchers, taken, 0);
    shared_buffer_unref(taken);
}

void watchers_send_line(struct round *round, rk_side side, struct shared_buffer *taken)
{
    struct watchers *watchers = round->watchers;
    struct watcher_iterator iterator;
    iterate_players(watchers, &iterator);
    for (struct watcher *watcher; (watcher = next_player(watchers, &iterator));)
        if (watcher->view == VIEW_STREAM && watcher->side == side)
            send_frame(watcher, taken);
    shared_buffer_unref(taken);
}

void watchers_announce_end(struct round *round)
{
    struct watchers *watchers = round->watchers;
    struct watcher_iterator iterator;
    iterate_players(watchers, &iterator);
    for (struct watcher *watcher; (watcher = next_player(watchers, &iterator));)
        watcher_announce_end(watcher);
}

// ---- sending to one; it may leave at any send ------------------------------------------------

static void send_event_to(struct watcher *watcher, size_t index)
{
    struct event_frames frames = {.round = watcher->round, .index = index};
    send_frame(watcher, frame_for(watcher, &frames));
    drop_frames(&frames);
}

static void send_missed_events(struct watcher *watcher, size_t since)
{
    struct round *round = watcher->round;
    for (size_t i = since; watcher->round && i < round->journal.count; i++)
        send_event_to(watcher, i);
}

static bool gets_chat(const struct watcher *watcher, size_t index)
{
    const struct event *event = &watcher->round->journal.events[index];
    return event->kind == EVENT_CHAT && gets_room(watcher, event->room);
}

static void send_latest_chat(struct watcher *watcher)
{
    struct round *round = watcher->round;
    size_t first = round->journal.count;
    for (size_t lines = 0; first > 0 && lines < CHAT_LINES_SENT; first--)
        lines += gets_chat(watcher, first - 1);
    for (size_t i = first; watcher->round && i < round->journal.count; i++)
        if (gets_chat(watcher, i))
            send_event_to(watcher, i);
}

/* Sends the state that is not in the journal: presence and rematches. */
static void send_presence(struct watcher *watcher)
{
    struct round *round = watcher->round;
    for (rk_side side = RK_WHITE; watcher->round && side <= RK_BLACK; side++) {
        const bool is_opponent = watcher->side == rk_side_other(side);
        const int64_t wait = is_opponent ? absence_claimable_in(round, side) : -1;
        watcher_send(watcher, round_message_presence(round, side, wait));
    }
    if (watcher->round && (*round->rematch || round->rematch_by != RK_NO_SIDE))
        watcher_send(watcher, round_message_rematch(round));
}

// ---- joining and leaving ---------------------------------------------------------------------

static void announce_count(void *context)
{
    struct round *round = context;
    struct watchers *watchers = round->watchers;
    const size_t count = round_spectator_count(round);
    if (round->replica)
        replica_spectators_changed(round);
    if (watchers->announced_count == count)
        return;
    watchers->announced_count = count;
    watchers_send_message(round, round_message_crowd(round));
    updates_send(round, round->journal.count);
}

void watchers_count_changed(struct round *round)
{
    struct timer *timer = &round->watchers->count_timer;
    if (!timer_is_set(timer))
        (void)timer_set(&round->server->timers, timer, round->server->now + COUNT_INTERVAL_MS,
                        announce_count, round);
}

static bool is_counted(const struct watcher *watcher)
{
    return watcher->side == RK_NO_SIDE && !watcher->is_preview;
}

/* Whether this node has the latest version of the game. A node that has just gained the shard has
 * an old version until the game is loaded. */
static bool is_current(const struct round *round)
{
    return shard_is_ours(round->server, round->shard) && !round->replica && !round->is_lost;
}

void watchers_add(struct watcher *watcher, int64_t since)
{
    struct round *round = watcher->round;
    struct watchers *watchers = round->watchers;
    const bool plays = watcher->side != RK_NO_SIDE;
    watcher->ended = false;
    watcher->seen = watchers->last_number;
    watcher->version = round->journal.count;
    list_add(plays ? &watchers->players : &watchers->spectators, &watcher->node);
    if (is_counted(watcher)) {
        watchers->spectator_count++;
        watchers_count_changed(round);
    }
    // A client that comes from another node may know a later version than a node that does not run
    // the game.
    const bool is_known = since >= 0 && (since <= round_version(round) || !is_current(round));
    if (watcher->view == VIEW_WIRE && is_known) {
        send_missed_events(watcher, (size_t)since);
        send_presence(watcher);
    } else {
        watcher_send_snapshot(watcher);
        if (watcher->round && watcher->view == VIEW_WIRE)
            send_latest_chat(watcher);
    }
    if (watcher->round)
        watcher_announce_end(watcher);
}

void watchers_remove(struct watcher *watcher)
{
    struct round *round = watcher->round;
    struct watchers *watchers = round->watchers;
    skip_in_iterators(watchers, &watcher->node);
    spectators_skip(watchers, &watcher->node);
    list_remove(&watcher->node);
    watcher->round = NULL;
    if (is_counted(watcher)) {
        watchers->spectator_count--;
        watchers_count_changed(round);
    }
    if (list_is_empty(&watchers->players) && list_is_empty(&watchers->spectators))
        spectators_clear(watchers);
}
