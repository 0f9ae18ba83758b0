/* SPDX-License-Identifier: MIT */
#include "rounds/watcher.h"

#include "rounds/round.h"
#include "rounds/round_internal.h"
#include "rounds/round_json.h"
#include "rounds/round_messages.h"

void watcher_send(struct watcher *watcher, struct shared_buffer *taken)
{
    if (taken)
        watcher->send(watcher, taken);
    shared_buffer_unref(taken);
}

void watcher_send_snapshot(struct watcher *watcher)
{
    const struct round *round = watcher->round;
    watcher->seen = round->watchers->last_number;
    watcher->version = round->journal.count;
    if (watcher->view == VIEW_WIRE)
        watcher_send(watcher, round_message_game(round, watcher->side));
    else
        watcher_send(watcher, round_json_full_line(round));
}

void watcher_announce_end(struct watcher *watcher)
{
    if (!round_is_over(watcher->round) || watcher->ended)
        return;
    watcher->ended = true;
    if (watcher->over)
        watcher->over(watcher);
}
