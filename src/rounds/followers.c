/* SPDX-License-Identifier: MIT */
#include "rounds/followers.h"

#include <stdlib.h>

#include "base/milliseconds.h"
#include "rounds/player_presence.h"
#include "rounds/round_updates.h"
#include "rounds/round_watch.h"
#include "rounds/watchers.h"

enum { SILENT_MS = MINUTE_MS }; /* a node that has not renewed its report for so long is gone */

static struct follower *add_follower(struct round *round, uint64_t node)
{
    struct follower *follower = calloc(1, sizeof *follower);
    if (!follower)
        return NULL;
    follower->number = node;
    list_add(&round->followers.nodes, &follower->node);
    return follower;
}

/* The players of that node come and go as if they were connected to this one. */
static void change_players(struct round *round, const struct watcher_report *before,
                           const struct watcher_report *after)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        if (after->is_present[side] && !before->is_present[side])
            round_player_arrived(round, side);
        else if (before->is_present[side] && !after->is_present[side])
            player_presence_leave(round, side, after->by_stream[side] ? VIEW_STREAM : VIEW_WIRE,
                                  after->left_on_purpose[side]);
    }
}

static void change_report(struct round *round, struct follower *follower,
                          const struct watcher_report *report)
{
    const struct watcher_report before = follower->report;
    follower->report = *report;
    round->followers.spectators += report->spectators;
    round->followers.spectators -= before.spectators;
    if (report->spectators != before.spectators)
        watchers_count_changed(round);
    change_players(round, &before, report);
}

static void drop_follower(struct round *round, struct follower *follower)
{
    change_report(round, follower, &(struct watcher_report){.number = follower->report.number});
    list_remove(&follower->node);
    free(follower);
}

void followers_set_report(struct round *round, uint64_t node, const struct watcher_report *report)
{
    struct follower *follower = updates_find_follower(round, node);
    if (follower ? report->number <= follower->report.number : report->is_gone)
        return;
    if (report->is_gone) {
        drop_follower(round, follower);
        return;
    }
    if (!follower && !(follower = add_follower(round, node)))
        return;
    follower->seen_at = round->server->now;
    round->used_at = round->server->now;
    change_report(round, follower, report);
}

static void for_each_round(struct list *rounds, void (*visit)(struct round *round, uint64_t node),
                           uint64_t node)
{
    for (struct list *at = rounds->next, *next; at != rounds; at = next) {
        next = at->next;
        visit(LIST_OWNER(at, struct round, node), node);
    }
}

static void drop_node(struct round *round, uint64_t node)
{
    struct follower *follower = updates_find_follower(round, node);
    if (follower)
        drop_follower(round, follower);
}

void followers_drop_node(struct server *server, uint64_t node)
{
    for_each_round(&server->rounds->running, drop_node, node);
    for_each_round(&server->rounds->over, drop_node, node);
}

static void drop_silent(struct round *round, uint64_t node)
{
    (void)node;
    struct list *nodes = &round->followers.nodes;
    for (struct list *at = nodes->next, *next; at != nodes; at = next) {
        struct follower *follower = LIST_OWNER(at, struct follower, node);
        next = at->next;
        if (follower->seen_at + SILENT_MS <= round->server->now)
            drop_follower(round, follower);
    }
}

void followers_sweep(struct server *server)
{
    for_each_round(&server->rounds->running, drop_silent, 0);
    for_each_round(&server->rounds->over, drop_silent, 0);
}
