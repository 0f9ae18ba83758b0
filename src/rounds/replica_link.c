/* SPDX-License-Identifier: MIT */
#include "rounds/replica_link.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "rounds/node_messages.h"
#include "rounds/owner_client.h"
#include "rounds/round.h"

enum {
    ANSWER_MS = 1500,           /* the time for the owner's answer */
    RETRY_MS = 500,             /* after none came */
    REFRESH_MS = 20 * SECOND_MS /* the owner forgets a node that is silent for a minute */
};

// ---- telling the owner who is here -----------------------------------------------------------

static void on_timer(void *context)
{
    replica_send_report(context);
}

void replica_schedule_report(struct round *round, int64_t ms)
{
    struct server *server = round->server;
    (void)timer_set(&server->timers, &round->replica->timer, server->now + ms, on_timer, round);
}

static struct watcher_report make_report(struct round *round)
{
    const struct replica *replica = round->replica;
    struct watcher_report report = {.number = ++round->server->rounds->report_number,
                                    .spectators = (uint32_t)round->watchers->spectator_count,
                                    .version = round->journal.count};
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        report.is_present[side] = replica->players[side] > 0;
        report.by_stream[side] = replica->by_stream[side];
        report.left_on_purpose[side] = replica->left_on_purpose[side];
    }
    return report;
}

static void write_report(const struct round *round, const struct watcher_report *report,
                         struct buffer *out)
{
    struct owner_request request = {
        .kind = REQUEST_WATCHERS, .node = nodes_self(round->server), .report = *report};
    memcpy(request.game, round->info.id, sizeof request.game);
    owner_request_write(&request, out);
}

static void on_owner_answer(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct round *round = context;
    round->replica->call = NULL;
    replica_schedule_report(round, outcome == BUS_REPLIED ? REFRESH_MS : RETRY_MS);
    if (outcome == BUS_REPLIED)
        round->replica->on_update(round, bytes, size, true);
}

void replica_send_report(struct round *round)
{
    struct replica *replica = round->replica;
    struct server *server = round->server;
    const struct watcher_report report = make_report(round);
    struct buffer bytes = {0};
    char subject[SHARD_SUBJECT_SIZE];
    write_report(round, &report, &bytes);
    shard_subject(round->shard, subject);
    bus_cancel(server->bus, replica->call);
    replica->call =
        bytes.failed
            ? NULL
            : bus_request(server->bus, &(struct bus_request){.subject = subject,
                                                             .bytes = bytes.bytes,
                                                             .size = bytes.size,
                                                             .deadline = server->now + ANSWER_MS,
                                                             .callback = on_owner_answer,
                                                             .context = round});
    replica->reported = report.spectators;
    if (!replica->call)
        replica_schedule_report(round, RETRY_MS);
    buffer_fini(&bytes);
}

void replica_spectators_changed(struct round *round)
{
    if (round->replica->reported != round->watchers->spectator_count)
        replica_send_report(round);
}

void replica_player_arrived(struct round *round, rk_side side)
{
    round->replica->players[side]++;
    replica_send_report(round);
}

void replica_player_left(struct round *round, rk_side side, bool by_stream, bool on_purpose)
{
    struct replica *replica = round->replica;
    replica->players[side]--;
    replica->by_stream[side] = by_stream;
    replica->left_on_purpose[side] = on_purpose;
    replica_send_report(round);
}

// ---- opening and closing ---------------------------------------------------------------------

static void on_update_message(void *context, const struct bus_message *message)
{
    struct round *round = context;
    round->replica->on_update(round, message->bytes, message->size, false);
}

rk_err replica_link_open(struct round *round, replica_update *on_update)
{
    char subject[GAME_SUBJECT_SIZE];
    struct replica *replica = calloc(1, sizeof *replica);
    game_subject(round->info.id, subject);
    if (replica)
        replica->updates =
            bus_subscribe(round->server->bus, subject, NULL, on_update_message, round);
    if (!replica || !replica->updates) {
        free(replica);
        return RK_NO_MEMORY;
    }
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        replica->lag[side].ping_ms = LAG_UNKNOWN;
    replica->on_update = on_update;
    round->replica = replica;
    return RK_OK;
}

static void send_unfollow(struct round *round)
{
    struct buffer bytes = {0};
    char subject[SHARD_SUBJECT_SIZE];
    const struct watcher_report nobody = {.number = ++round->server->rounds->report_number,
                                          .is_gone = true};
    write_report(round, &nobody, &bytes);
    shard_subject(round->shard, subject);
    if (!bytes.failed)
        bus_publish(round->server->bus, subject, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

void replica_link_close(struct round *round, bool leaves)
{
    struct replica *replica = round->replica;
    struct server *server = round->server;
    if (!replica)
        return;
    if (leaves)
        send_unfollow(round);
    bus_unsubscribe(server->bus, replica->updates);
    bus_cancel(server->bus, replica->call);
    timer_stop(&server->timers, &replica->timer);
    free(replica);
    round->replica = NULL;
    round->followers.spectators = 0;
}

// ---- commands --------------------------------------------------------------------------------

/* A game that was over when it was opened is no replica, but only its owner may add to its chat. */
bool replica_is_remote(const struct round *round)
{
    return round->replica || (round_is_over(round) && !shards_epoch(round->server, round->shard));
}

void replica_measure_lag(struct round *round, rk_side side, int64_t ping_ms, int64_t kernel_ms)
{
    round->replica->lag[side].ping_ms = ping_ms;
    round->replica->lag[side].kernel_ms = kernel_ms;
}

void replica_command(struct round *round, const struct command *command, reply_callback *callback,
                     void *context)
{
    struct owner_request request = {
        .kind = REQUEST_COMMAND, .command = *command, .ping_ms = LAG_UNKNOWN};
    const rk_side side = game_info_side(&round->info, command->by.id);
    memcpy(request.game, round->info.id, sizeof request.game);
    if (round->replica && side != RK_NO_SIDE) {
        request.ping_ms = round->replica->lag[side].ping_ms;
        request.kernel_ms = round->replica->lag[side].kernel_ms;
        round->replica->lag[side].ping_ms = LAG_UNKNOWN; // each measurement counts once
    }
    owner_client_send(round->server, &request, *command->request != '\0', callback, context);
}
