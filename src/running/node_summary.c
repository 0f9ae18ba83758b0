/* SPDX-License-Identifier: MIT */
#include "running/node_summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/byte_reader.h"
#include "base/milliseconds.h"
#include "base/text.h"
#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "rounds/rounds.h"

enum {
    SUMMARY_VERSION = 2,
    NODES_MAX = 32,
    TICK_MS = SECOND_MS,
    SILENT_MS = 5 * SECOND_MS, /* then the selection of that node is no longer used */
    LISTED_MAX = 200,          /* games of this node that are looked at, replicas included */
    RUNNING_MAX = 1 << 24
};

static const char subject[] = "games.summary";

struct node_summaries {
    struct server *server;
    struct node_summary nodes[NODES_MAX]; /* `node` is 0 where the place is free */
    int64_t seen_at[NODES_MAX];
    struct bus_subscription *subscription;
    struct nodes_listener listener;
    struct timer tick;
    const struct summary_tv *tv; /* NULL: there is none */
};

// ---- the form on the bus ---------------------------------------------------------------------

static void write_game(const struct summary_game *game, struct buffer *out)
{
    buffer_add(out, game->id, GAME_ID_SIZE);
    buffer_varint(out, game->rating);
    buffer_varint(out, (uint64_t)game->created_at);
}

void node_summary_write(const struct node_summary *summary, struct buffer *out)
{
    buffer_put(out, SUMMARY_VERSION);
    buffer_varint(out, summary->node);
    buffer_varint(out, summary->running);
    buffer_varint(out, summary->count);
    for (size_t i = 0; i < summary->count; i++)
        write_game(&summary->games[i], out);
    for (size_t i = 0; i < SUMMARY_CHANNELS_MAX; i++) {
        buffer_varint(out, *summary->best[i].id != '\0');
        if (*summary->best[i].id)
            write_game(&summary->best[i], out);
    }
    buffer_varint(out, (uint64_t)summary->tv_epoch);
    for (size_t i = 0; summary->tv_epoch && i < SUMMARY_CHANNELS_MAX; i++) {
        buffer_varint(out, *summary->shown[i] != '\0');
        buffer_add(out, summary->shown[i], *summary->shown[i] ? GAME_ID_SIZE : 0);
    }
}

static void read_id(struct byte_reader *reader, char out[GAME_ID_SIZE + 1])
{
    const char *id = byte_reader_bytes(reader, GAME_ID_SIZE);
    if (id && !memchr(id, '\0', GAME_ID_SIZE))
        memcpy(out, id, GAME_ID_SIZE);
    else
        reader->failed = true;
}

static void read_game(struct byte_reader *reader, struct summary_game *out)
{
    read_id(reader, out->id);
    out->rating = byte_reader_varint(reader);
    out->created_at = (int64_t)byte_reader_number(reader, INT64_MAX);
}

rk_err node_summary_parse(const void *bytes, size_t size, struct node_summary *out)
{
    struct byte_reader reader = byte_reader_of(bytes, size);
    struct node_summary summary = {0};
    if (byte_reader_byte(&reader) != SUMMARY_VERSION)
        return RK_BAD_RECORD;
    summary.node = byte_reader_varint(&reader);
    summary.running = byte_reader_number(&reader, RUNNING_MAX);
    summary.count = byte_reader_number(&reader, SUMMARY_GAMES_MAX);
    for (size_t i = 0; i < summary.count; i++)
        read_game(&reader, &summary.games[i]);
    for (size_t i = 0; i < SUMMARY_CHANNELS_MAX; i++)
        if (byte_reader_bool(&reader))
            read_game(&reader, &summary.best[i]);
    summary.tv_epoch = (int64_t)byte_reader_number(&reader, INT64_MAX);
    for (size_t i = 0; summary.tv_epoch && i < SUMMARY_CHANNELS_MAX; i++)
        if (byte_reader_bool(&reader))
            read_id(&reader, summary.shown[i]);
    if (!byte_reader_is_done(&reader) || !summary.node)
        return RK_BAD_RECORD;
    *out = summary;
    return RK_OK;
}

// ---- publishing ------------------------------------------------------------------------------

static struct summary_game summarise_game(const struct round *round)
{
    const struct game_info *info = round_info(round);
    struct summary_game game = {.created_at = info->created_at > 0 ? info->created_at : 0};
    const int rating = info->ratings[RK_WHITE].points + info->ratings[RK_BLACK].points;
    memcpy(game.id, info->id, sizeof game.id);
    game.rating = rating > 0 ? (uint64_t)rating : 0;
    return game;
}

static void add_newest(struct server *server, struct node_summary *summary)
{
    const struct round *rounds[LISTED_MAX];
    const size_t count = rounds_list(server, NULL, rounds, LISTED_MAX);
    summary->running = count;
    for (size_t i = 0; i < count && i < LISTED_MAX; i++)
        if (!shard_of_game_is_ours(server, round_info(rounds[i])->id))
            summary->running--;
        else if (summary->count < SUMMARY_GAMES_MAX)
            summary->games[summary->count++] = summarise_game(rounds[i]);
}

static void add_tv(struct server *server, struct node_summary *summary)
{
    const struct summary_tv *tv = server->node_summaries->tv;
    const struct round *best[SUMMARY_CHANNELS_MAX] = {NULL};
    if (!tv)
        return;
    tv->find_best(server, best);
    summary->tv_epoch = shards_epoch(server, SHARD_LOBBY);
    for (unsigned i = 0; i < SUMMARY_CHANNELS_MAX; i++) {
        if (best[i])
            summary->best[i] = summarise_game(best[i]);
        if (summary->tv_epoch)
            text_copy(summary->shown[i], sizeof summary->shown[i], tv->shown(server, i));
    }
}

static void publish_summary(void *context)
{
    struct node_summaries *summaries = context;
    struct server *server = summaries->server;
    struct node_summary own = {.node = nodes_self(server)};
    struct buffer bytes = {0};
    (void)timer_set(&server->timers, &summaries->tick, server->now + TICK_MS, publish_summary,
                    summaries);
    add_newest(server, &own);
    add_tv(server, &own);
    node_summary_write(&own, &bytes);
    if (!bytes.failed)
        bus_publish(server->bus, subject, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

// ---- what other nodes say --------------------------------------------------------------------

static void on_summary(void *context, const struct bus_message *message)
{
    struct node_summaries *summaries = context;
    struct node_summary summary;
    if (node_summary_parse(message->bytes, message->size, &summary) ||
        summary.node == nodes_self(summaries->server) ||
        !nodes_is_alive(summaries->server, summary.node))
        return;
    struct node_summary *place = NULL;
    for (size_t i = NODES_MAX; i-- > 0;)
        if (summaries->nodes[i].node == summary.node)
            place = &summaries->nodes[i];
    for (size_t i = 0; i < NODES_MAX && !place; i++)
        if (!summaries->nodes[i].node)
            place = &summaries->nodes[i];
    if (!place)
        return;
    *place = summary;
    summaries->seen_at[place - summaries->nodes] = summaries->server->now;
    if (summaries->tv)
        summaries->tv->on_summary(summaries->server);
}

static void on_node_left(struct nodes_listener *listener, uint64_t node)
{
    struct node_summaries *summaries = LIST_OWNER(listener, struct node_summaries, listener);
    for (size_t i = 0; i < NODES_MAX; i++)
        if (summaries->nodes[i].node == node)
            summaries->nodes[i] = (struct node_summary){0};
}

void node_summaries_set_tv(struct server *server, const struct summary_tv *tv)
{
    if (server->node_summaries)
        server->node_summaries->tv = tv;
}

void node_summaries_publish(struct server *server)
{
    if (server->node_summaries)
        publish_summary(server->node_summaries);
}

/* While the lobby moves, two nodes may say that they own it: the newer owner counts. */
const char *node_summaries_shown(const struct server *server, unsigned channel)
{
    const struct node_summaries *summaries = server->node_summaries;
    const struct node_summary *newest = NULL;
    for (size_t i = 0; summaries && i < NODES_MAX; i++) {
        const struct node_summary *node = &summaries->nodes[i];
        if (node->tv_epoch && summaries->seen_at[i] + SILENT_MS > server->now &&
            (!newest || node->tv_epoch > newest->tv_epoch))
            newest = node;
    }
    return newest ? newest->shown[channel] : NULL;
}

size_t node_summaries_count_games(const struct server *server)
{
    size_t count = 0;
    for (size_t i = 0; server->node_summaries && i < NODES_MAX; i++)
        count += server->node_summaries->nodes[i].running;
    return count;
}

const struct summary_game *node_summaries_next(const struct server *server, size_t *at)
{
    for (; server->node_summaries && *at < (size_t)NODES_MAX * SUMMARY_GAMES_MAX; ++*at) {
        const struct node_summary *node = &server->node_summaries->nodes[*at / SUMMARY_GAMES_MAX];
        const size_t place = *at % SUMMARY_GAMES_MAX;
        if (place < node->count) {
            ++*at;
            return &node->games[place];
        }
    }
    return NULL;
}

bool summary_game_is_better(const struct summary_game *game, const struct summary_game *other)
{
    return game->rating != other->rating ? game->rating > other->rating
                                         : game->created_at > other->created_at;
}

const struct summary_game *node_summaries_best(const struct server *server, unsigned channel)
{
    const struct summary_game *best = NULL;
    for (size_t i = 0; server->node_summaries && i < NODES_MAX; i++) {
        const struct summary_game *game = &server->node_summaries->nodes[i].best[channel];
        if (*game->id && (!best || summary_game_is_better(game, best)))
            best = game;
    }
    return best;
}

// ---- the module ------------------------------------------------------------------------------

rk_err node_summaries_create(struct server *server)
{
    if (!bus_has_peers(server->bus))
        return RK_OK; // there are no other nodes
    struct node_summaries *summaries = calloc(1, sizeof *summaries);
    if (!summaries)
        return RK_NO_MEMORY;
    summaries->server = server;
    server->node_summaries = summaries;
    summaries->listener.on_left = on_node_left;
    nodes_listen(server, &summaries->listener);
    summaries->subscription = bus_subscribe(server->bus, subject, NULL, on_summary, summaries);
    const bool is_set = timer_set(&server->timers, &summaries->tick, server->now + TICK_MS,
                                  publish_summary, summaries);
    return is_set && summaries->subscription ? RK_OK : RK_NO_MEMORY;
}

void node_summaries_destroy(struct server *server)
{
    struct node_summaries *summaries = server->node_summaries;
    if (!summaries)
        return;
    timer_stop(&server->timers, &summaries->tick);
    bus_unsubscribe(server->bus, summaries->subscription);
    list_remove(&summaries->listener.node);
    free(summaries);
    server->node_summaries = NULL;
}
