/* SPDX-License-Identifier: MIT */
#include "rounds/owner_requests.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "rounds/conditional_moves.h"
#include "rounds/followers.h"
#include "rounds/node_messages.h"
#include "rounds/round.h"
#include "rounds/round_updates.h"
#include "rounds/round_watch.h"
#include "rounds/rounds.h"

struct owner_requests {
    struct server *server;
    struct shards_listener shards;
    struct nodes_listener nodes;
    struct bus_subscription *subscriptions[SHARD_COUNT]; /* NULL: not ours */
};

/* A request that is being executed. */
struct received {
    struct pending_request pending; /* internal */
    struct bus_reply_to to;         /* "": no reply is needed */
    struct owner_request request;
    char *lines; /* of the request, with a NUL */
};

// ---- replying --------------------------------------------------------------------------------

static void send_reply(struct server *server, const struct bus_reply_to *to,
                       const struct reply *reply)
{
    struct buffer bytes = {0};
    owner_reply_write(reply, &bytes);
    if (!bytes.failed && *to->subject)
        bus_reply(server->bus, to, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
}

static void on_done(void *context, const struct reply *reply)
{
    struct received *received = context;
    struct server *server = received->pending.server;
    const struct owner_request *request = &received->request;
    if (!*received->to.subject ||
        !updates_hold_reply(server, request->game, request->node, &received->to, reply))
        send_reply(server, &received->to, reply);
    pending_destroy(&received->pending);
}

static void finish_request(struct received *received, enum refusal refusal, const char *why)
{
    const struct reply reply = reply_make(refusal, why);
    on_done(received, &reply);
}

static void reply_with_update(struct received *received, struct round *round)
{
    struct buffer bytes = {0};
    updates_write(round, (size_t)received->request.report.version, &bytes);
    if (!bytes.failed && *received->to.subject)
        bus_reply(received->pending.server->bus, &received->to, bytes.bytes, bytes.size);
    buffer_fini(&bytes);
    pending_destroy(&received->pending);
}

// ---- requests about a game -------------------------------------------------------------------

static void execute_command(struct received *received, struct round *round)
{
    const struct owner_request *request = &received->request;
    const rk_side side = game_info_side(round_info(round), request->command.by.id);
    if (side != RK_NO_SIDE && request->ping_ms >= 0)
        round_measure_lag(round, side, request->ping_ms, request->kernel_ms);
    round_command(round, &request->command, on_done, received);
}

static void execute_request(struct received *received, struct round *round)
{
    const struct owner_request *request = &received->request;
    switch (request->kind) {
    case REQUEST_COMMAND:
        execute_command(received, round);
        break;
    case REQUEST_WATCHERS:
        followers_set_report(round, request->node, &request->report);
        reply_with_update(received, round);
        break;
    case REQUEST_REMATCH:
        round_set_rematch(round, request->rematch_by, request->rematch);
        finish_request(received, NOT_REFUSED, NULL);
        break;
    case REQUEST_CONDITIONAL:
        conditional_moves_set(round, &request->command.by, received->lines, on_done, received);
        break;
    case REQUEST_START:
    case REQUEST_KIND_COUNT:
        finish_request(received, REFUSED_SYNTAX, NULL);
        break;
    }
}

/* A running game that is not in memory is still being loaded, because this node has just gained the
 * shard, or the shard has been lost. The sender retries. */
static void on_round(void *context, struct round *round, const char *why)
{
    struct received *received = context;
    if (!round && !strcmp(why, ROUND_NOT_FOUND))
        finish_request(received, REFUSED_NOT_FOUND, why);
    else if (!round || round->replica)
        finish_request(received, REFUSED_STOPPING, NULL);
    else
        execute_request(received, round);
}

// ---- new games -------------------------------------------------------------------------------

static void on_requested_game_started(void *context, struct round *round, const char *why)
{
    struct received *received = context;
    finish_request(received, round ? NOT_REFUSED : REFUSED_BUSY, why);
}

static bool is_same_game(const struct round *round, const struct game_info *info)
{
    return !strcmp(round->info.players[RK_WHITE].id, info->players[RK_WHITE].id) &&
           !strcmp(round->info.players[RK_BLACK].id, info->players[RK_BLACK].id);
}

/* The request may come twice: its answer may have been lost. */
static void start_game(struct received *received)
{
    struct server *server = received->pending.server;
    const struct game_info *info = &received->request.info;
    const struct round *round = map_get(&server->rounds->by_id, info->id);
    if (!round)
        rounds_start(server, info, on_requested_game_started, received);
    else if (!is_same_game(round, info))
        finish_request(received, REFUSED_TAKEN, NULL);
    else
        finish_request(received, round->started ? NOT_REFUSED : REFUSED_STOPPING, NULL);
}

// ---- receiving -------------------------------------------------------------------------------

static void release_received(struct pending_request *pending)
{
    free(LIST_OWNER(pending, struct received, pending)->lines);
}

/* The game may have to be loaded first, and the bytes of the message are gone then. False: out of
 * memory. */
static bool keep_lines(struct received *received)
{
    struct owner_request *request = &received->request;
    if (request->kind != REQUEST_CONDITIONAL)
        return true;
    received->lines = conditional_lines_copy(request->lines, request->lines_size);
    request->lines = received->lines;
    return received->lines != NULL;
}

static void take_request(struct server *server, const struct bus_message *message)
{
    struct received *received = pending_create(&server->rounds->pending, sizeof *received);
    if (!received)
        return; // the sender retries
    received->pending.internal = true;
    received->pending.release = release_received;
    if (message->reply_to)
        received->to = *message->reply_to;
    if (owner_request_parse(message->bytes, message->size, &received->request)) {
        log_line(server->log, LOG_WARNING, "%s: a message of %zu bytes is not understood",
                 message->subject, message->size);
        pending_destroy(&received->pending);
    } else if (!keep_lines(received)) {
        pending_destroy(&received->pending); // the sender asks again
    } else if (!shard_of_game_is_ours(server, received->request.game) || !rounds_ready(server))
        finish_request(received, REFUSED_STOPPING, NULL);
    else if (received->request.kind == REQUEST_START)
        start_game(received);
    else
        rounds_open(server, received->request.game, on_round, received);
}

static void on_request_message(void *context, const struct bus_message *message)
{
    const struct owner_requests *requests = context;
    take_request(requests->server, message);
}

// ---- shards and nodes ------------------------------------------------------------------------

static void on_requests_shard_gained(struct shards_listener *listener, unsigned shard,
                                     int64_t alive_until)
{
    (void)alive_until;
    struct owner_requests *requests = LIST_OWNER(listener, struct owner_requests, shards);
    char subject[SHARD_SUBJECT_SIZE];
    if (shard >= SHARD_COUNT || requests->subscriptions[shard])
        return;
    shard_subject(shard, subject);
    requests->subscriptions[shard] =
        bus_subscribe(requests->server->bus, subject, NULL, on_request_message, requests);
}

static void on_requests_shard_lost(struct shards_listener *listener, unsigned shard)
{
    struct owner_requests *requests = LIST_OWNER(listener, struct owner_requests, shards);
    if (shard >= SHARD_COUNT)
        return;
    bus_unsubscribe(requests->server->bus, requests->subscriptions[shard]);
    requests->subscriptions[shard] = NULL;
}

static void on_node_left(struct nodes_listener *listener, uint64_t node)
{
    const struct owner_requests *requests = LIST_OWNER(listener, struct owner_requests, nodes);
    followers_drop_node(requests->server, node);
}

/* A server without other nodes gets no requests. */
rk_err owner_requests_create(struct server *server)
{
    struct owner_requests *requests = calloc(1, sizeof *requests);
    if (!requests)
        return RK_NO_MEMORY;
    requests->server = server;
    requests->shards = (struct shards_listener){.on_gained = on_requests_shard_gained,
                                                .on_lost = on_requests_shard_lost};
    requests->nodes = (struct nodes_listener){.on_left = on_node_left};
    server->owner_requests = requests;
    list_init(&requests->shards.node);
    list_init(&requests->nodes.node);
    if (bus_has_peers(server->bus)) {
        shards_listen(server, &requests->shards);
        nodes_listen(server, &requests->nodes);
    }
    return RK_OK;
}

void owner_requests_destroy(struct server *server)
{
    struct owner_requests *requests = server->owner_requests;
    if (!requests)
        return;
    for (unsigned shard = 0; shard < SHARD_COUNT; shard++)
        bus_unsubscribe(server->bus, requests->subscriptions[shard]);
    list_remove(&requests->shards.node);
    list_remove(&requests->nodes.node);
    free(requests);
    server->owner_requests = NULL;
}
