/* SPDX-License-Identifier: MIT */
#include "rounds/replica.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "record/replay.h"
#include "record/stored_game.h"
#include "rounds/conditional_moves.h"
#include "rounds/engine_player.h"
#include "rounds/game_listener.h"
#include "rounds/heartbeat.h"
#include "rounds/node_messages.h"
#include "rounds/player_games.h"
#include "rounds/player_presence.h"
#include "rounds/replica_link.h"
#include "rounds/round.h"
#include "rounds/round_messages.h"
#include "rounds/round_updates.h"
#include "rounds/watcher.h"
#include "rounds/watchers.h"

enum { RETRY_MS = 500 };

// ---- reading the game again ------------------------------------------------------------------

/* What cannot be brought up to date by updates is read from the store. */
struct reading {
    struct pending_request pending;
    char game[GAME_ID_SIZE + 1];
};

/* The owner may be dead. Until an owner reports how much of the running turn is charged, the clocks
 * are shown as they were after the last action. */
static void charge_nothing(struct round *round)
{
    const int64_t elapsed = round->server->now - round_last_action_at(round);
    round->uncharged = elapsed > 0 ? elapsed : 0;
}

static void show_stored(struct round *round, struct journal *taken, rk_game *taken_game)
{
    const size_t known = round->journal.count;
    journal_fini(&round->journal);
    rk_game_destroy(round->game);
    round->journal = *taken;
    round->game = taken_game;
    charge_nothing(round);
    watchers_send_events(round, known < round->journal.count ? known : round->journal.count);
}

static void end_if_over(struct round *round, bool was_over);

static void notify_of_moves(struct round *round, size_t plies_before)
{
    if (round_plies(round) != plies_before && !round_is_over(round))
        game_listeners_moved(round);
}

/* A game that ended before its shard came to this node was not loaded with the shard. */
static void take_stored(struct round *round, struct stored_game *stored)
{
    const bool was_over = round_is_over(round);
    const size_t plies = round_plies(round);
    round->rating = stored->rating;
    round->ended_at = stored->ended_at;
    if (rk_status_is_over(rk_game_status(stored->game)) &&
        shards_epoch(round->server, round->shard))
        replica_promote(round, &stored->journal, stored->game);
    else
        show_stored(round, &stored->journal, stored->game);
    end_if_over(round, was_over);
    notify_of_moves(round, plies);
}

static void on_replica_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    struct server *server = reading->pending.server;
    struct round *round = server ? map_get(&server->rounds->by_id, reading->game) : NULL;
    struct stored_game stored;
    pending_destroy(&reading->pending);
    if (!round || !round->replica)
        return;
    round->replica->reading = false;
    if (outcome != STORE_DONE || stored_game_read(job, &stored, NULL)) {
        replica_schedule_report(round, RETRY_MS);
        return;
    }
    if (stored.journal.count < round->journal.count) // updates have arrived since it was read
        stored_game_fini(&stored);
    else
        take_stored(round, &stored);
}

static void read_again(struct round *round)
{
    struct server *server = round->server;
    struct reading *reading =
        round->replica->reading ? NULL : pending_create(&server->rounds->pending, sizeof *reading);
    if (!reading)
        return;
    round->replica->reading = true;
    memcpy(reading->game, round->info.id, sizeof reading->game);
    store_read(server->store, stored_game_query(round->info.id), on_replica_read, reading);
}

// ---- updates ---------------------------------------------------------------------------------

/* The owner has finished the game and notified both players; ended_games.c notifies the listeners.
 */
static void end_if_over(struct round *round, bool was_over)
{
    if (was_over || !round_is_over(round))
        return;
    if (!round->ended_at)
        round->ended_at = round_last_action_at(round) + round->server->date_offset;
    player_games_remove(round);
    round->used_at = round->server->now;
    player_presence_stop(round);
    watchers_announce_end(round);
}

/* Adds the events that are new; false: one is missing or not possible. */
static bool add_events(struct round *round, const struct round_update *update)
{
    struct journal events = {.events = NULL};
    const size_t known = round->journal.count;
    bool is_good = update->since <= known &&
                   !journal_decode(&events, update->events, update->events_size, NULL) &&
                   update->since + events.count == update->version;
    for (size_t i = known - (size_t)update->since; is_good && i < events.count; i++) {
        const struct event *event = &events.events[i];
        is_good = !replay_event(&round->info, round->game, event, round->journal.count, NULL) &&
                  !journal_add(&round->journal, event);
    }
    journal_fini(&events);
    return is_good;
}

/* Whether that update comes after all that we have. */
static bool is_newer(const struct replica *replica, int64_t epoch, uint64_t number)
{
    return epoch > replica->epoch || (epoch == replica->epoch && number > replica->number);
}

static void copy_conditional_moves(struct round *round, const struct round_state *state)
{
    conditional_moves_free(round);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (state->conditional[side].size)
            round->conditional[side] = (struct conditional_moves){
                .ply = (size_t)state->conditional[side].ply,
                .lines = conditional_lines_copy(state->conditional[side].lines,
                                                state->conditional[side].size)};
}

/* What the clocks of the next messages depend on. The owner's clock may differ from ours: uncharged
 * time makes up for it. */
static void copy_times(struct round *round, const struct round_state *state)
{
    const int64_t ahead = round->server->now - state->now;
    round->uncharged = state->uncharged + ahead;
    round->first_move_from = state->first_move_from + ahead;
    round->rating = state->rating;
    round->ended_at = state->ended_at;
}

static void copy_rematch(struct round *round, const struct round_state *state)
{
    if (round->rematch_by == state->rematch_by && !strcmp(round->rematch, state->rematch))
        return;
    round->rematch_by = state->rematch_by;
    memcpy(round->rematch, state->rematch, sizeof round->rematch);
    watchers_send_message(round, round_message_rematch(round));
}

static void copy_presence(struct round *round, const struct round_state *state)
{
    const int64_t ahead = round->server->now - state->now;
    const size_t others = state->spectators > round->replica->reported
                              ? state->spectators - round->replica->reported
                              : 0;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        player_presence_copy(round, side, state->players[side].is_present,
                             state->players[side].away_since + ahead,
                             state->players[side].left_on_purpose);
    if (others == round->followers.spectators)
        return;
    round->followers.spectators = others;
    watchers_count_changed(round);
}

static void apply_update(struct round *round, const struct round_update *update)
{
    struct replica *replica = round->replica;
    const size_t known = round->journal.count, plies = round_plies(round);
    const bool was_over = round_is_over(round),
               newer = is_newer(replica, update->epoch, update->number);
    const bool is_complete = add_events(round, update);
    if (newer) {
        replica->epoch = update->epoch;
        replica->number = update->number;
        copy_times(round, &update->state);
        copy_conditional_moves(round, &update->state);
    }
    watchers_send_events(round, known);
    end_if_over(round, was_over);
    notify_of_moves(round, plies);
    if (newer) {
        copy_rematch(round, &update->state);
        copy_presence(round, &update->state);
    }
    if (!is_complete && update->since > known && !replica->call)
        replica_send_report(round); // the answer has what is missing
    else if (!is_complete)
        read_again(round);
    else if (update->epoch > replica->reported_epoch && !replica->call)
        replica_send_report(round); // a new owner, which does not have our report yet
    else if (replica->epoch > replica->reported_epoch && !replica->call)
        replica_schedule_report(
            round,
            RETRY_MS); // the previous owner answered after an update of the new one
}

/* The player who made the move gets the reply before the update, as on one node. False: the round
 * is gone, because the receiver of the reply was the last to follow the game. */
static bool take_reply(struct round *round, const struct round_update *update)
{
    struct server *server = round->server;
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round->info.id, sizeof id);
    bus_take_reply(server->bus, &update->reply_to, update->reply, update->reply_size);
    return map_get(&server->rounds->by_id, id) == round && round->replica;
}

static void receive_update(struct round *round, const void *bytes, size_t size, bool is_answer)
{
    struct round_update update;
    if (round_update_parse(bytes, size, &update)) {
        // A refusal: the owner has not loaded the game yet, or is another node by now. If it is
        // this one, the game may have ended before, and then nobody loads it.
        replica_schedule_report(round, RETRY_MS);
        if (shards_epoch(round->server, round->shard))
            read_again(round);
        return;
    }
    if (is_answer)
        round->replica->reported_epoch = update.epoch;
    if (!*update.reply_to.subject || take_reply(round, &update))
        apply_update(round, &update);
}

// ---- create and destroy ----------------------------------------------------------------------

static unsigned count_players(const struct round *round, rk_side side)
{
    const struct list *players = &round->watchers->players;
    unsigned count = 0;
    for (const struct list *at = players->next; at != players; at = at->next)
        count += LIST_OWNER(at, const struct watcher, node)->side == side;
    return count;
}

rk_err replica_create(struct round *round)
{
    if (!bus_has_peers(round->server->bus))
        return RK_NOT_NOW; // without a bus there are no updates of the game
    const rk_err err = replica_link_open(round, receive_update);
    if (err)
        return err;
    list_remove(&round->node);
    list_add(&round->server->rounds->replicas, &round->node);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        round->replica->players[side] = count_players(round, side);
    charge_nothing(round);
    replica_send_report(round);
    return RK_OK;
}

// ---- the game moves to this node, or away ----------------------------------------------------

void replica_promote(struct round *round, struct journal *taken, rk_game *taken_game)
{
    replica_link_close(round, false);
    show_stored(round, taken, taken_game);
    round->uncharged = 0;
    round->first_move_from = round->used_at = round->server->now;
    round->resume_at = round->server->now + round->server->config.restart_grace_ms;
    round->conditional_tried = 0;
    conditional_moves_free(round);
    list_remove(&round->node);
    list_add(round_is_over(round) ? &round->server->rounds->over : &round->server->rounds->running,
             &round->node);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        player_presence_recount(round, side, count_players(round, side));
}

bool replica_demote(struct round *round)
{
    struct server *server = round->server;
    const int64_t uncharged = round->uncharged;
    timer_stop(&server->timers, &round->timeout);
    timer_stop(&server->timers, &round->reminder);
    engine_player_stop(round);
    updates_end(round);
    heartbeat_unstall(round);
    round->pause_tried = round->is_lost = false;
    if (!round_in_use(round) || replica_create(round))
        return false;
    round->uncharged = uncharged; // known here, because this node has run the game until now
    return true;
}

// ---- all replicas ----------------------------------------------------------------------------

struct replicas_listener {
    struct bus_listener bus;
    struct bus_subscription *last_updates;
    struct server *server;
};

/* Handles the last updates that an owner announces. */
static void on_last_updates(void *context, const struct bus_message *message)
{
    const struct server *server = context;
    struct byte_reader in = byte_reader_of(message->bytes, message->size);
    for (struct last_update last; last_update_read(&in, &last);) {
        struct round *round = map_get(&server->rounds->by_id, last.game);
        if (round && round->replica && is_newer(round->replica, last.epoch, last.number))
            replica_send_report(round); // its answer has what is missing
    }
}

/* The connection to the bus was lost: each replica requests what it has missed, spread over a
 * second, so that thousands of requests are not sent at once. */
static void on_gap(struct bus_listener *listener)
{
    struct server *server = LIST_OWNER(listener, struct replicas_listener, bus)->server;
    struct list *replicas = &server->rounds->replicas;
    for (struct list *at = replicas->next; at != replicas; at = at->next)
        replica_schedule_report(LIST_OWNER(at, struct round, node),
                                (int64_t)server_random_below(server, SECOND_MS));
}

rk_err replicas_create(struct server *server)
{
    char subject[NODE_UPDATES_SUBJECT_SIZE];
    struct replicas_listener *listener = calloc(1, sizeof *listener);
    if (!listener)
        return RK_NO_MEMORY;
    listener->server = server;
    listener->bus.on_gap = on_gap;
    list_init(&listener->bus.node);
    bus_listen(server->bus, &listener->bus);
    server->rounds->replicas_listener = listener;
    node_updates_subject(nodes_self(server), subject);
    listener->last_updates = bus_subscribe(server->bus, subject, NULL, on_last_updates, server);
    return listener->last_updates ? RK_OK : RK_NO_MEMORY;
}

void replicas_destroy(struct server *server)
{
    struct replicas_listener *listener = server->rounds->replicas_listener;
    if (!listener)
        return;
    bus_unlisten(&listener->bus);
    bus_unsubscribe(server->bus, listener->last_updates);
    free(listener);
    server->rounds->replicas_listener = NULL;
}
