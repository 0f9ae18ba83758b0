/* SPDX-License-Identifier: MIT */
#include "rounds/spectators.h"

#include "base/shared_buffer.h"
#include "rounds/watcher.h"

enum {
    SLICE_SENDS = 100, /* frames in one call */
    GAME_SENDS = 64    /* of one game, before the next one's turn */
};

// ---- the queue -------------------------------------------------------------------------------

static void drop_oldest_frame(struct watchers *watchers)
{
    shared_buffer_unref(watchers->queue[watchers->first].frame);
    shared_buffer_unref(watchers->queue[watchers->first].without_chat);
    watchers->first = (watchers->first + 1) % FRAME_QUEUE_MAX;
    watchers->count--;
}

void spectators_clear(struct watchers *watchers)
{
    while (watchers->count)
        drop_oldest_frame(watchers);
    watchers->next_spectator = NULL;
    list_remove(&watchers->sending);
}

static void add_to_queue(struct watchers *watchers, const struct queued_frame *queued)
{
    if (watchers->count == FRAME_QUEUE_MAX)
        drop_oldest_frame(watchers);
    watchers->queue[(watchers->first + watchers->count++) % FRAME_QUEUE_MAX] = *queued;
    watchers->last_number++;
    if (!watchers->next_spectator) {
        watchers->next_spectator = watchers->spectators.next;
        watchers->pass_number = watchers->last_number;
        list_add(&watchers->round->server->rounds->sending, &watchers->sending);
    }
}

void spectators_add_frame(struct watchers *watchers, struct shared_buffer *frame, size_t version)
{
    if (!list_is_empty(&watchers->spectators) && frame)
        add_to_queue(watchers,
                     &(struct queued_frame){.frame = shared_buffer_ref(frame), .version = version});
}

void spectators_add_chat(struct watchers *watchers, struct shared_buffer *frame,
                         struct shared_buffer *without_chat, size_t version)
{
    if (!list_is_empty(&watchers->spectators) && frame && without_chat)
        add_to_queue(watchers,
                     &(struct queued_frame){.frame = shared_buffer_ref(frame),
                                            .without_chat = shared_buffer_ref(without_chat),
                                            .version = version});
}

void spectators_skip(struct watchers *watchers, const struct list *node)
{
    if (watchers->next_spectator == node)
        watchers->next_spectator = node->next;
}

// ---- sending ---------------------------------------------------------------------------------

/* The place in the queue of the first frame the spectator lacks; FRAME_QUEUE_MAX: that frame is no
 * longer in the queue. */
static size_t find_next_frame(const struct watchers *watchers, const struct watcher *watcher)
{
    const uint64_t oldest = watchers->last_number - watchers->count + 1;
    if (watcher->seen + 1 < oldest)
        return FRAME_QUEUE_MAX;
    return (watchers->first + (size_t)(watcher->seen + 1 - oldest)) % FRAME_QUEUE_MAX;
}

// A spectator who joined while several events were being sent knows some of them already.
static void send_queued_frame(struct watcher *watcher, const struct queued_frame *queued)
{
    watcher->seen++;
    if (watcher->view != VIEW_WIRE || (queued->version && queued->version <= watcher->version))
        return;
    if (queued->version)
        watcher->version = queued->version;
    watcher->send(watcher, watcher->gets_no_chat && queued->without_chat ? queued->without_chat
                                                                         : queued->frame);
}

/* Continues with the next spectator if this one has everything. It may have left meanwhile. */
static void advance_spectator(struct watchers *watchers, struct watcher *watcher)
{
    if (watchers->next_spectator != &watcher->node || watcher->seen != watchers->last_number)
        return;
    watchers->next_spectator = watchers->next_spectator->next;
    watcher_announce_end(watcher);
}

/* Sends one frame to the current spectator. */
static void send_one_frame(struct watchers *watchers)
{
    struct watcher *watcher = LIST_OWNER(watchers->next_spectator, struct watcher, node);
    const size_t next = find_next_frame(watchers, watcher);
    if (watcher->seen == watchers->last_number)
        ; // it joined after the last frame was queued
    else if (next == FRAME_QUEUE_MAX)
        watcher_send_snapshot(watcher);
    else
        send_queued_frame(watcher, &watchers->queue[next]);
    advance_spectator(watchers, watcher);
}

/* At the end of the list: all spectators have the frames that were queued when the pass began. */
static void end_pass(struct watchers *watchers)
{
    const uint64_t oldest = watchers->last_number - watchers->count + 1;
    for (uint64_t number = oldest; watchers->count && number <= watchers->pass_number; number++)
        drop_oldest_frame(watchers);
    watchers->pass_number = watchers->last_number;
    watchers->next_spectator = watchers->spectators.next;
    if (!watchers->count || list_is_empty(&watchers->spectators))
        spectators_clear(watchers);
}

bool spectators_send_slice(struct server *server)
{
    struct list *sending = &server->rounds->sending;
    for (int sends = 0; sends < SLICE_SENDS && !list_is_empty(sending); sends++) {
        struct watchers *watchers = LIST_OWNER(sending->next, struct watchers, sending);
        if (watchers->next_spectator == &watchers->spectators)
            end_pass(watchers);
        else
            send_one_frame(watchers);
        if (!list_is_empty(&watchers->sending) && sends % GAME_SENDS == GAME_SENDS - 1) {
            list_remove(&watchers->sending); // a popular game must not delay the others
            list_add(sending, &watchers->sending);
        }
    }
    return !list_is_empty(sending);
}
