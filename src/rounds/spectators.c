/* SPDX-License-Identifier: MIT */
#include "rounds/spectators.h"

#include "rounds/round_internal.h"
#include "rounds/spectator_queue.h"
#include "rounds/watchers.h"

enum {
    SLICE_SENDS = 100, /* frames in one call */
    GAME_SENDS = 64    /* of one game, before the next one's turn */
};

/* The place in the queue of the first frame the spectator lacks; FRAME_QUEUE_MAX: that frame is no
 * longer in the queue. */
static size_t find_next(const struct watchers *watchers, const struct watcher *watcher)
{
    const uint64_t oldest = watchers->last_number - watchers->count + 1;
    if (watcher->seen + 1 < oldest)
        return FRAME_QUEUE_MAX;
    return (watchers->first + (size_t)(watcher->seen + 1 - oldest)) % FRAME_QUEUE_MAX;
}

// A spectator who joined while several events were being sent knows some of them already.
static void send_queued(struct watcher *watcher, const struct queued_frame *queued)
{
    watcher->seen++;
    if (watcher->view != VIEW_WIRE || (queued->version && queued->version <= watcher->version))
        return;
    if (queued->version)
        watcher->version = queued->version;
    watcher->send(watcher, queued->frame);
}

/* Continues with the next spectator if this one has everything. It may have left meanwhile. */
static void advance(struct watchers *watchers, struct watcher *watcher)
{
    if (watchers->served != &watcher->node || watcher->seen != watchers->last_number)
        return;
    watchers->served = watchers->served->next;
    watcher_announce_end(watcher);
}

/* Sends one frame to the current spectator. */
static void serve_spectator(struct watchers *watchers)
{
    struct watcher *watcher = LIST_OWNER(watchers->served, struct watcher, node);
    const size_t next = find_next(watchers, watcher);
    if (watcher->seen == watchers->last_number)
        ; // it joined after the last frame was queued
    else if (next == FRAME_QUEUE_MAX)
        watchers_send_snapshot(watcher);
    else
        send_queued(watcher, &watchers->queue[next]);
    advance(watchers, watcher);
}

/* At the end of the list: everybody has the frames that were queued when the pass began. */
static void end_pass(struct watchers *watchers)
{
    const uint64_t oldest = watchers->last_number - watchers->count + 1;
    for (uint64_t number = oldest; watchers->count && number <= watchers->pass_number; number++)
        spectator_queue_drop_oldest(watchers);
    watchers->pass_number = watchers->last_number;
    watchers->served = watchers->spectators.next;
    if (!watchers->count || list_is_empty(&watchers->spectators))
        spectator_queue_clear(watchers);
}

bool spectators_send_slice(struct server *server)
{
    struct list *sending = &server->rounds->sending;
    for (int sends = 0; sends < SLICE_SENDS && !list_is_empty(sending); sends++) {
        struct watchers *watchers = LIST_OWNER(sending->next, struct watchers, sending);
        if (watchers->served == &watchers->spectators)
            end_pass(watchers);
        else
            serve_spectator(watchers);
        if (!list_is_empty(&watchers->sending) && sends % GAME_SENDS == GAME_SENDS - 1) {
            list_remove(&watchers->sending); // a popular game must not delay the others
            list_add(sending, &watchers->sending);
        }
    }
    return !list_is_empty(sending);
}
