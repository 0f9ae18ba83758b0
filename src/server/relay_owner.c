/* SPDX-License-Identifier: MIT */
/* The relay on the node that owns the lobby: executes the commands of remote clients. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/channels.h"
#include "lobby/lobby_replica.h"
#include "lobby/seek.h"
#include "server/relay_internal.h"
#include "server/router.h"
#include "server/ws_commands.h"
#include "server/ws_session.h"

enum { KEY_SIZE = 34 };

/* A client of another node. It ends with its session or exchange. */
struct remote_client {
    struct transport transport;
    struct server *server;
    uint64_t node, number;
    struct ws_session *session; /* one of these two is set */
    struct exchange *exchange;
};

static void write_key(uint64_t node, uint64_t number, char out[KEY_SIZE])
{
    snprintf(out, KEY_SIZE, "%016" PRIx64 ".%016" PRIx64, node, number);
}

static struct remote_client *find_remote(const struct server *server, uint64_t node,
                                         uint64_t number)
{
    char key[KEY_SIZE];
    write_key(node, number, key);
    return map_get(&server->relay->remotes, key);
}

static void free_remote(struct remote_client *remote)
{
    char key[KEY_SIZE];
    write_key(remote->node, remote->number, key);
    (void)map_remove(&remote->server->relay->remotes, key);
    free(remote);
}

static void send_close(struct server *server, uint64_t node, uint64_t number, const char *why)
{
    relay_send(server, node,
               &(struct relay_message){.kind = RELAY_CLOSE, .client = number, .bytes = why});
}

// ---- the transport ---------------------------------------------------------------------------

static struct remote_client *remote_of(struct transport *transport)
{
    return LIST_OWNER(transport, struct remote_client, transport);
}

static void send_response(struct transport *transport, const struct response *response)
{
    struct remote_client *remote = remote_of(transport);
    relay_send(remote->server, remote->node,
               &(struct relay_message){
                   .kind = RELAY_RESPONSE, .client = remote->number, .response = *response});
    if (!response->stream)
        free_remote(remote);
}

static void ignore_call(struct transport *transport)
{
    (void)transport;
}

static void send_frame(struct transport *transport, struct shared_buffer *frame)
{
    struct remote_client *remote = remote_of(transport);
    relay_send(remote->server, remote->node,
               &(struct relay_message){.kind = RELAY_FRAME,
                                       .client = remote->number,
                                       .bytes = frame->bytes,
                                       .size = frame->size});
}

static void close_transport(struct transport *transport, unsigned code, const char *reason)
{
    (void)code;
    struct remote_client *remote = remote_of(transport);
    send_close(remote->server, remote->node, remote->number, reason);
    free_remote(remote);
}

/* The client's node measures it, and games are played there. */
static int64_t round_trip(const struct transport *transport)
{
    (void)transport;
    return -1;
}

static size_t buffered_size(const struct transport *transport)
{
    const struct remote_client *remote =
        LIST_OWNER(transport, const struct remote_client, transport);
    return channel_unacked_bytes(remote->server, remote->node);
}

static const struct transport_ops ops = {.respond = send_response,
                                         .accept = ignore_call,
                                         .send = send_frame,
                                         .ping = ignore_call,
                                         .close = close_transport,
                                         .round_trip = round_trip,
                                         .buffered = buffered_size};

static struct remote_client *create_remote(struct server *server, uint64_t node, uint64_t number)
{
    struct remote_client *remote = calloc(1, sizeof *remote);
    char key[KEY_SIZE];
    if (!remote)
        return NULL;
    remote->transport.ops = &ops;
    remote->server = server;
    remote->node = node;
    remote->number = number;
    write_key(node, number, key);
    if (map_put(&server->relay->remotes, key, remote))
        return remote;
    free(remote);
    return NULL;
}

/* The client or its node is gone. */
static void drop_remote(struct remote_client *remote)
{
    struct ws_session *session = remote->session;
    struct exchange *exchange = remote->exchange;
    free_remote(remote);
    if (session)
        ws_session_close_remote(session);
    else if (exchange)
        exchange_gone(exchange);
}

// ---- what clients do -------------------------------------------------------------------------

static struct remote_client *open_session(struct server *server, uint64_t node,
                                          const struct relay_message *message)
{
    struct remote_client *remote = create_remote(server, node, message->client);
    if (remote)
        remote->session =
            ws_session_open_remote(server, &message->caller, message->address, &remote->transport);
    if (remote && remote->session)
        return remote;
    if (remote)
        free_remote(remote);
    send_close(server, node, message->client, refusal_text(REFUSED_BUSY));
    return NULL;
}

static void send_open_challenges(struct server *server, uint64_t node,
                                 const struct relay_message *message)
{
    struct remote_client *remote = open_session(server, node, message);
    if (!remote)
        return;
    ws_send_challenges(remote->session);
    drop_remote(remote);
}

static void run_request(struct server *server, uint64_t node, const struct relay_message *message)
{
    struct remote_client *remote = create_remote(server, node, message->client);
    if (!remote) {
        send_close(server, node, message->client, refusal_text(REFUSED_BUSY));
        return;
    }
    struct exchange *exchange = exchange_create(server, &message->request, &remote->transport);
    if (!exchange)
        return; // it has responded
    router_dispatch_relayed(exchange, &message->caller);
    if (exchange_end_dispatch(exchange)) // otherwise the response has freed the remote client
        remote->exchange = exchange;
}

/* A new client has a new number: a known number here is an error of the other node. */
static void receive_first(struct server *server, uint64_t node, const struct relay_message *message)
{
    if (message->kind == RELAY_OPEN)
        (void)open_session(server, node, message);
    else if (message->kind == RELAY_GREET)
        send_open_challenges(server, node, message);
    else if (message->kind == RELAY_REQUEST)
        run_request(server, node, message);
    else if (message->kind == RELAY_COMMAND)
        send_close(server, node, message->client, LOBBY_MOVED);
}

static void receive_next(struct remote_client *remote, const struct relay_message *message)
{
    if (message->kind == RELAY_COMMAND && remote->session)
        ws_execute_command(remote->session, message->bytes, message->size);
    else if (message->kind == RELAY_GONE)
        drop_remote(remote);
}

void relay_owner_receive(struct server *server, uint64_t node, const struct relay_message *message)
{
    struct remote_client *remote = find_remote(server, node, message->client);
    if (remote)
        receive_next(remote, message);
    else if (lobby_is_local(server))
        receive_first(server, node, message);
    else if (message->kind != RELAY_GONE)
        send_close(server, node, message->client, LOBBY_MOVED);
}

// ---- the end ---------------------------------------------------------------------------------

void relay_owner_broken(struct server *server, uint64_t node)
{
    size_t at = 0;
    for (struct remote_client *remote; (remote = map_next(&server->relay->remotes, &at));)
        if (remote->node == node)
            drop_remote(remote);
}

static bool is_being_answered(const struct remote_client *remote)
{
    return remote->exchange && !remote->exchange->is_stream;
}

void relay_owner_lost(struct server *server)
{
    size_t at = 0;
    for (struct remote_client *remote; (remote = map_next(&server->relay->remotes, &at));) {
        if (is_being_answered(remote))
            continue;
        send_close(server, remote->node, remote->number, LOBBY_MOVED);
        drop_remote(remote);
    }
}

void relay_owner_stop(struct server *server)
{
    size_t at = 0;
    for (struct remote_client *remote; (remote = map_next(&server->relay->remotes, &at));) {
        send_close(server, remote->node, remote->number, LOBBY_MOVED);
        drop_remote(remote);
    }
}
