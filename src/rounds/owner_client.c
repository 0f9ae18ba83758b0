/* SPDX-License-Identifier: MIT */
#include "rounds/owner_client.h"

#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "rounds/round_internal.h"

enum {
    REPLY_MS = 1500,    /* the time for a reply */
    RETRY_MS = 250,     /* before a request that was not delivered is sent again */
    DEADLINE_MS = 6000, /* a little longer than a takeover takes */
    WHY_SIZE = 512
};

static const char no_owner[] = "the game is moving to another server; try again shortly";

struct outgoing_request {
    struct pending_request pending;
    struct server *server; /* also when it is being destroyed */
    unsigned shard;
    bool is_idempotent;
    struct buffer bytes;
    struct bus_call *call; /* NULL: it waits to be sent again */
    struct timer retry;
    int64_t deadline;
    reply_callback *callback;
    void *context;
};

static void release_request(struct pending_request *pending)
{
    struct outgoing_request *request = LIST_OWNER(pending, struct outgoing_request, pending);
    bus_cancel(request->server->bus, request->call);
    timer_stop(&request->server->timers, &request->retry);
    buffer_fini(&request->bytes);
}

static void finish_request(struct outgoing_request *request, const struct reply *reply)
{
    reply_callback *const callback = request->callback;
    void *const context = request->context;
    request->call = NULL;
    pending_destroy(&request->pending);
    if (callback)
        callback(context, reply);
}

static void refuse_request(struct outgoing_request *request)
{
    const struct reply reply = reply_make(REFUSED_BUSY, no_owner);
    finish_request(request, &reply);
}

static void send_request(void *context);

static void retry_request(struct outgoing_request *request)
{
    struct server *server = request->server;
    request->call = NULL;
    if (server->now + RETRY_MS >= request->deadline ||
        !timer_set(&server->timers, &request->retry, server->now + RETRY_MS, send_request, request))
        refuse_request(request);
}

static void on_owner_reply(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct outgoing_request *request = context;
    struct reply reply;
    char why[WHY_SIZE];
    const bool may_repeat = outcome == BUS_NOT_DELIVERED || request->is_idempotent;
    if (outcome == BUS_REPLIED && !owner_reply_parse(bytes, size, &reply, why, sizeof why) &&
        reply.refusal != REFUSED_STOPPING)
        finish_request(request, &reply);
    else if (outcome == BUS_REPLIED || may_repeat)
        retry_request(
            request); // the owner is stopping and has not executed it, or it was not delivered
    else
        refuse_request(request);
}

static void send_request(void *context)
{
    struct outgoing_request *request = context;
    struct server *server = request->server;
    char subject[SHARD_SUBJECT_SIZE];
    shard_subject(request->shard, subject);
    request->call =
        bus_request(server->bus, &(struct bus_request){.subject = subject,
                                                       .bytes = request->bytes.bytes,
                                                       .size = request->bytes.size,
                                                       .deadline = server->now + REPLY_MS,
                                                       .callback = on_owner_reply,
                                                       .context = request});
    if (!request->call)
        refuse_request(request);
}

void owner_client_send(struct server *server, const struct owner_request *message,
                       bool is_idempotent, reply_callback *callback, void *context)
{
    struct owner_request own = *message;
    struct outgoing_request *request = pending_create(&server->rounds->pending, sizeof *request);
    if (!request) {
        const struct reply reply = reply_make(REFUSED_BUSY, NULL);
        if (callback)
            callback(context, &reply);
        return;
    }
    request->pending.internal = true;
    request->pending.release = release_request;
    request->server = server;
    request->shard = shard_of_game(message->game);
    request->is_idempotent = is_idempotent;
    request->deadline = server->now + DEADLINE_MS;
    request->callback = callback;
    request->context = context;
    own.node = nodes_self(server);
    owner_request_write(&own, &request->bytes);
    if (request->bytes.failed)
        refuse_request(request);
    else
        send_request(request);
}
