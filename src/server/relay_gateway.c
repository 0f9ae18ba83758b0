/* SPDX-License-Identifier: MIT */
/* The relay on the node of the client; see relay.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/byte_reader.h"
#include "cluster/channels.h"
#include "cluster/nodes.h"
#include "lobby/lobby_replica.h"
#include "server/relay.h"
#include "server/relay_internal.h"
#include "server/router.h"
#include "server/ws_commands.h"
#include "server/ws_output.h"
#include "server/ws_session.h"

enum {
    COMMANDS_MAX = 8, /* of one WebSocket that await an answer */
    WAIT_MS = 1500,   /* for an owner of the lobby */
    KEY_SIZE = 17,
    POOL_NAME_SIZE = 13
};

/* A command that the owner has not answered yet. */
struct relayed_command {
    char id[COMMAND_ID_MAX + 1];
    enum message_kind kind;
};

/* A client of this node, known to the owner of the lobby: a WebSocket or a request. */
struct relay_client {
    struct server *server;
    uint64_t number;
    struct ws_session *session; /* one of these two is set */
    struct exchange *exchange;
    uint64_t owner; /* the node that has got its messages; 0: none yet */
    bool is_open;   /* RELAY_OPEN was sent, or waits */

    struct list node;      /* in `waiting` of the relay, */
    struct buffer waiting; /* with these messages, each counted, */
    int64_t since;         /* from that time on */

    struct relayed_command commands[COMMANDS_MAX];
    size_t command_count;
    char seek[GAME_ID_SIZE + 1]; /* what the owner has created for it; "": nothing */
    char pool[POOL_NAME_SIZE];
};

// ---- clients ---------------------------------------------------------------------------------

static void write_key(uint64_t number, char out[KEY_SIZE])
{
    snprintf(out, KEY_SIZE, "%016" PRIx64, number);
}

/* NULL if out of memory or without other nodes: a single server that has lost its lease has no
 * other owner. */
static struct relay_client *create_client(struct server *server)
{
    struct relay *relay = server->relay;
    struct relay_client *client = relay ? calloc(1, sizeof *client) : NULL;
    char key[KEY_SIZE];
    if (!client)
        return NULL;
    client->server = server;
    client->number = ++relay->last_client;
    list_init(&client->node);
    write_key(client->number, key);
    if (map_put(&relay->clients, key, client))
        return client;
    free(client);
    return NULL;
}

static void free_client(struct relay_client *client)
{
    char key[KEY_SIZE];
    write_key(client->number, key);
    (void)map_remove(&client->server->relay->clients, key);
    list_remove(&client->node);
    if (client->session)
        client->session->relay = NULL;
    buffer_fini(&client->waiting);
    free(client);
}

/* The client is gone: notifies the owner. */
static void end_client(struct relay_client *client)
{
    if (client->owner)
        relay_send(client->server, client->owner,
                   &(struct relay_message){.kind = RELAY_GONE, .client = client->number});
    free_client(client);
}

// ---- failing ---------------------------------------------------------------------------------

static void fail_exchange(struct exchange *exchange, const char *why)
{
    if (exchange->is_stream) {
        exchange->gone = NULL;
        exchange_close(exchange);
        return;
    }
    exchange_header(exchange, "Retry-After", "1");
    exchange_refuse(exchange, REFUSED_BUSY, why);
}

/* Refuses what was not answered, and tells the client that its seek and its pool have ended. */
static void fail_session(const struct relay_client *client, struct ws_session *session,
                         const char *why)
{
    for (size_t i = 0; i < client->command_count; i++)
        ws_send_refused(session, client->commands[i].id, NULL, REFUSED_BUSY, why);
    if (*client->seek)
        ws_send_message(session, KIND_OF_message_lost,
                        &(struct message_lost){.seek = client->seek});
    if (*client->pool)
        ws_send_message(session, KIND_OF_message_unpooled,
                        &(struct message_unpooled){.pool = client->pool, .text = why});
}

/* The owner no longer executes commands of the client. */
static void fail_client(struct relay_client *client, const char *why)
{
    struct ws_session *session = client->session;
    struct exchange *exchange = client->exchange;
    if (session)
        fail_session(client, session, why);
    free_client(client);
    if (exchange)
        fail_exchange(exchange, why);
}

static bool is_urgent(const struct relay_client *client)
{
    return client->exchange || client->command_count;
}

/* Refuses what has waited too long for an owner; a greeting may wait. */
static void refuse_overdue_commands(void *context)
{
    struct server *server = context;
    struct relay *relay = server->relay;
    for (struct list *node = relay->waiting.next, *next; node != &relay->waiting; node = next) {
        struct relay_client *client = LIST_OWNER(node, struct relay_client, node);
        next = node->next;
        if (is_urgent(client) && server->now - client->since >= WAIT_MS)
            fail_client(client, LOBBY_UNREACHABLE);
    }
    if (!list_is_empty(&relay->waiting))
        (void)timer_set(&server->timers, &relay->overdue, server->now + WAIT_MS / 6,
                        refuse_overdue_commands, server);
}

// ---- sending ---------------------------------------------------------------------------------

static void wait_for_owner(struct relay_client *client, const struct relay_message *message)
{
    struct server *server = client->server;
    struct relay *relay = server->relay;
    struct buffer *bytes = &relay->bytes;
    buffer_clear(bytes);
    relay_message_write(message, bytes);
    buffer_counted(&client->waiting, bytes->bytes, bytes->size);
    client->since = server->now;
    list_remove(&client->node);
    list_add(&relay->waiting, &client->node);
    if (!timer_is_set(&relay->overdue))
        (void)timer_set(&server->timers, &relay->overdue, server->now + WAIT_MS / 6,
                        refuse_overdue_commands, server);
}

static void send_message(struct relay_client *client, struct relay_message *message)
{
    const uint64_t owner = lobby_owner(client->server);
    message->client = client->number;
    if (!client->owner && owner != nodes_self(client->server))
        client->owner = owner;
    if (client->owner)
        relay_send(client->server, client->owner, message);
    else
        wait_for_owner(client, message);
}

/* The lobby has come here. */
static void execute_locally(struct relay_client *client, const struct relay_message *message)
{
    if (message->kind == RELAY_GREET)
        ws_send_challenges(client->session);
    else if (message->kind == RELAY_COMMAND)
        ws_execute_command(client->session, message->bytes, message->size);
}

static void execute_waiting(struct relay_client *client)
{
    struct exchange *exchange = client->exchange;
    struct byte_reader reader = byte_reader_of(client->waiting.bytes, client->waiting.size);
    while (!exchange && reader.left) {
        struct relay_message message;
        size_t size;
        const char *bytes = byte_reader_counted(&reader, &size);
        if (!bytes || relay_message_parse(bytes, size, &message))
            break;
        execute_locally(client, &message);
    }
    free_client(client);
    if (exchange)
        router_call_handler(exchange);
}

static void send_waiting(struct relay_client *client)
{
    struct byte_reader reader = byte_reader_of(client->waiting.bytes, client->waiting.size);
    client->owner = lobby_owner(client->server);
    while (reader.left) {
        size_t size;
        const char *bytes = byte_reader_counted(&reader, &size);
        if (!bytes)
            break;
        channel_send(client->server, client->owner, bytes, size);
    }
    list_remove(&client->node);
    buffer_fini(&client->waiting);
}

void relay_gateway_moved(struct server *server)
{
    struct list *waiting = &server->relay->waiting;
    const bool is_here = lobby_is_local(server);
    while (lobby_owner(server) && !list_is_empty(waiting)) {
        struct relay_client *client = LIST_OWNER(waiting->next, struct relay_client, node);
        if (is_here)
            execute_waiting(client);
        else
            send_waiting(client);
    }
}

// ---- WebSockets ------------------------------------------------------------------------------

static struct relay_client *client_of(struct ws_session *session)
{
    if (!session->relay && (session->relay = create_client(session->server)))
        session->relay->session = session;
    return session->relay;
}

void relay_request_challenges(struct ws_session *session)
{
    struct relay_client *client = client_of(session);
    if (client)
        send_message(client, &(struct relay_message){.kind = RELAY_GREET,
                                                     .caller = session->caller,
                                                     .address = session->address});
}

/* False if it has too many. */
static bool remember_command(struct relay_client *client, enum message_kind kind, const char *id)
{
    if (client->command_count == COMMANDS_MAX)
        return false;
    struct relayed_command *command = &client->commands[client->command_count];
    command->kind = kind;
    snprintf(command->id, sizeof command->id, "%s", id);
    client->command_count++;
    return true;
}

void relay_command(struct ws_session *session, enum message_kind kind, const char *id,
                   const char *bytes, size_t size)
{
    struct relay_client *client = client_of(session);
    if (!client || (id && !remember_command(client, kind, id))) {
        ws_send_refused(session, id, NULL, REFUSED_BUSY, LOBBY_UNREACHABLE);
        return;
    }
    if (!client->is_open)
        send_message(client, &(struct relay_message){.kind = RELAY_OPEN,
                                                     .caller = session->caller,
                                                     .address = session->address});
    client->is_open = true;
    send_message(client,
                 &(struct relay_message){.kind = RELAY_COMMAND, .bytes = bytes, .size = size});
}

void relay_leave(struct ws_session *session)
{
    if (session->relay)
        end_client(session->relay);
}

/* Returns the kind of the command that was answered; MESSAGE_KIND_COUNT: none. */
static enum message_kind handle_answer(struct relay_client *client, const char *id)
{
    for (size_t i = 0; id && i < client->command_count; i++) {
        const enum message_kind kind = client->commands[i].kind;
        if (strcmp(client->commands[i].id, id) != 0)
            continue;
        client->commands[i] = client->commands[--client->command_count];
        return kind;
    }
    return MESSAGE_KIND_COUNT;
}

static void handle_ack(struct relay_client *client, const struct message_ack *ack)
{
    const enum message_kind kind = handle_answer(client, ack->id);
    const char *made = ack->made ? ack->made : "";
    if (kind == KIND_OF_message_seek)
        snprintf(client->seek, sizeof client->seek, "%s", made);
    else if (kind == KIND_OF_message_pool || kind == KIND_OF_message_unpool)
        snprintf(client->pool, sizeof client->pool, "%s", made);
}

/* Remembers what the client must be told if the owner is lost. */
static void follow_frame(struct relay_client *client, const char *bytes, size_t size)
{
    struct message message;
    if (message_read(MESSAGE_TO_CLIENT, bytes, size, &message, NULL))
        return;
    if (message.kind == KIND_OF_message_ack)
        handle_ack(client, &message.as.message_ack);
    else if (message.kind == KIND_OF_message_refused)
        (void)handle_answer(client, message.as.message_refused.id);
    else if (message.kind == KIND_OF_message_unpooled)
        *client->pool = '\0';
    message_fini(&message);
}

// ---- requests --------------------------------------------------------------------------------

void relay_request(struct exchange *exchange)
{
    struct relay_client *client = create_client(exchange->server);
    if (!client) {
        fail_exchange(exchange, LOBBY_UNREACHABLE);
        return;
    }
    client->exchange = exchange;
    send_message(client, &(struct relay_message){.kind = RELAY_REQUEST,
                                                 .caller = exchange->caller,
                                                 .request = exchange->request});
}

static void on_stream_gone(struct exchange *exchange)
{
    end_client(exchange->stream_data);
}

static void start_stream(struct relay_client *client, const struct response *response)
{
    struct exchange *exchange = client->exchange;
    exchange->gone = on_stream_gone;
    exchange->stream_data = client;
    exchange_stream(exchange, response->content_type, API_KEEP_ALIVE);
}

static void handle_response(struct relay_client *client, const struct response *response)
{
    struct exchange *exchange = client->exchange;
    if (!exchange || exchange->is_stream)
        return;
    if (response->stream) {
        start_stream(client, response);
        return;
    }
    free_client(client);
    buffer_text(&exchange->headers, response->headers);
    exchange_respond(exchange, response->status, response->content_type, response->body,
                     response->body_size);
}

// ---- what the owner sends --------------------------------------------------------------------

static void handle_frame(struct relay_client *client, const struct relay_message *message)
{
    struct shared_buffer *frame = shared_buffer_create(message->bytes, message->size);
    if (client->session) {
        follow_frame(client, message->bytes, message->size);
        ws_send_frame(client->session, frame);
    } else if (client->exchange->is_stream)
        exchange_send(client->exchange, frame);
    shared_buffer_unref(frame);
}

/* The owner has ended the stream. */
static void finish_stream(struct relay_client *client)
{
    struct exchange *exchange = client->exchange;
    free_client(client);
    exchange->gone = NULL;
    exchange_close(exchange);
}

void relay_gateway_receive(struct server *server, uint64_t node,
                           const struct relay_message *message)
{
    char key[KEY_SIZE];
    write_key(message->client, key);
    struct relay_client *client = map_get(&server->relay->clients, key);
    if (!client || client->owner != node)
        return;
    if (message->kind == RELAY_FRAME)
        handle_frame(client, message);
    else if (message->kind == RELAY_RESPONSE)
        handle_response(client, &message->response);
    else if (client->exchange && client->exchange->is_stream)
        finish_stream(client);
    else
        fail_client(client, message->bytes);
}

void relay_gateway_broken(struct server *server, uint64_t node)
{
    size_t at = 0;
    for (struct relay_client *client; (client = map_next(&server->relay->clients, &at));)
        if (client->owner == node)
            fail_client(client, LOBBY_UNREACHABLE);
}

void relay_gateway_stop(struct server *server)
{
    size_t at = 0;
    for (struct relay_client *client; (client = map_next(&server->relay->clients, &at));)
        fail_client(client, refusal_text(REFUSED_STOPPING));
}
