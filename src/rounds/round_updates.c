/* SPDX-License-Identifier: MIT */
#include "rounds/round_updates.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/shards.h"
#include "rounds/last_updates.h"
#include "rounds/node_messages.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"

enum { EVENTS_SIZE_MAX = BUS_PAYLOAD_MAX - 64 * 1024 };

void updates_init(struct round *round)
{
    list_init(&round->followers.nodes);
    list_init(&round->followers.unannounced);
}

static bool has_followers(const struct round *round)
{
    return !list_is_empty(&round->followers.nodes);
}

struct follower *updates_find_follower(const struct round *round, uint64_t node)
{
    const struct list *nodes = &round->followers.nodes;
    for (struct list *at = nodes->next; at != nodes; at = at->next) {
        struct follower *follower = LIST_OWNER(at, struct follower, node);
        if (follower->number == node)
            return follower;
    }
    return NULL;
}

void updates_end(struct round *round)
{
    struct list *nodes = &round->followers.nodes;
    last_updates_remove(round);
    while (!list_is_empty(nodes)) {
        struct follower *follower = LIST_OWNER(nodes->next, struct follower, node);
        list_remove(&follower->node);
        free(follower);
    }
    round->followers.spectators = 0;
}

/* Its last update is sent before the round has a date. */
static int64_t end_date(const struct round *round)
{
    if (!round_is_over(round) || round->ended_at)
        return round->ended_at;
    return round_last_action_at(round) + round->server->date_offset;
}

static struct round_state make_state(const struct round *round)
{
    const int64_t now = round->server->now;
    struct round_state state = {.now = now,
                                .uncharged = round_clock_uncharged(round, now),
                                .first_move_from = round->first_move_from,
                                .ended_at = end_date(round),
                                .spectators = (uint32_t)round_spectator_count(round),
                                .rematch_by = round->rematch_by,
                                .rating = round->rating};
    memcpy(state.rematch, round->rematch, sizeof state.rematch);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        const struct player_presence *presence = &round->presence[side];
        const struct conditional_moves *conditional = &round->conditional[side];
        state.players[side].is_present = presence->connections > 0;
        state.players[side].left_on_purpose = presence->left_on_purpose;
        state.players[side].away_since = presence->away_since;
        state.conditional[side].ply = conditional->ply;
        state.conditional[side].lines = conditional->lines;
        state.conditional[side].size = conditional->lines ? strlen(conditional->lines) : 0;
    }
    return state;
}

/* A log that is too long for a message is left out: the node reads it from the store. `held` may be
 * NULL. */
static void write_update(struct round *round, size_t since, const struct held_reply *held,
                         struct buffer *out)
{
    const size_t version = round->journal.count;
    struct buffer events = {0};
    for (size_t i = since; i < version && events.size <= EVENTS_SIZE_MAX; i++)
        event_encode(&round->journal.events[i], &events);
    const bool is_too_long = events.size > EVENTS_SIZE_MAX;
    round_update_write(
        &(struct round_update){.epoch = shards_epoch(round->server, round->shard),
                               .number = ++round->followers.number,
                               .state = make_state(round),
                               .version = version,
                               .since = is_too_long || since > version ? version : since,
                               .events = events.bytes,
                               .events_size = is_too_long ? 0 : events.size,
                               .reply_to = held ? held->to : (struct bus_reply_to){""},
                               .reply = held ? held->bytes.bytes : NULL,
                               .reply_size = held ? held->bytes.size : 0},
        out);
    out->failed |= events.failed;
    buffer_fini(&events);
}

void updates_write(struct round *round, size_t since, struct buffer *out)
{
    write_update(round, since, NULL, out);
}

static void publish_update(struct round *round, size_t since, const struct held_reply *held)
{
    struct buffer update = {0};
    char subject[GAME_SUBJECT_SIZE];
    write_update(round, since, held, &update);
    game_subject(round->info.id, subject);
    if (!update.failed)
        bus_publish(round->server->bus, subject, update.bytes, update.size);
    buffer_fini(&update);
}

// ---- replies that go with an update ----------------------------------------------------------

void updates_begin(struct round *round)
{
    struct held_reply *held = &round->server->rounds->held_reply;
    held->round = has_followers(round) ? round : NULL;
}

bool updates_hold_reply(struct server *server, const char *game, uint64_t node,
                        const struct bus_reply_to *to, const struct reply *reply)
{
    struct held_reply *held = &server->rounds->held_reply;
    if (!held->round || *held->to.subject || strcmp(held->round->info.id, game) != 0 ||
        !updates_find_follower(held->round, node))
        return false;
    buffer_clear(&held->bytes);
    owner_reply_write(reply, &held->bytes);
    if (held->bytes.failed)
        return false;
    held->to = *to;
    return true;
}

void updates_send(struct round *round, size_t since)
{
    struct held_reply *held = &round->server->rounds->held_reply;
    const bool has_reply = held->round == round && *held->to.subject;
    if (has_followers(round)) {
        publish_update(round, since, has_reply ? held : NULL);
        last_updates_add(round);
    }
    held->round = NULL;
    held->to.subject[0] = '\0';
}

void updates_announce(struct round *round)
{
    if (bus_has_peers(round->server->bus))
        publish_update(round, round->journal.count, NULL);
}
