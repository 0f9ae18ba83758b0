/* SPDX-License-Identifier: MIT */
#include "server/relay.h"

#include <stdlib.h>

#include "cluster/channels.h"
#include "lobby/lobby_replica.h"
#include "server/relay_internal.h"

void relay_send(struct server *server, uint64_t node, const struct relay_message *message)
{
    struct buffer *bytes = &server->relay->bytes;
    buffer_clear(bytes);
    relay_message_write(message, bytes);
    if (!bytes->failed)
        channel_send(server, node, bytes->bytes, bytes->size);
    if (bytes->capacity > BUS_PAYLOAD_MAX)
        buffer_fini(bytes);
}

static void on_relay_message(struct server *server, uint64_t node, const char *bytes, size_t size)
{
    struct relay_message message;
    if (relay_message_parse(bytes, size, &message)) {
        log_line(server->log, LOG_WARNING, "a message of %zu bytes from another node is not valid",
                 size);
        return;
    }
    if (message.kind >= RELAY_FRAME)
        relay_gateway_receive(server, node, &message);
    else
        relay_owner_receive(server, node, &message);
}

static void on_broken(struct server *server, uint64_t node)
{
    relay_gateway_broken(server, node);
    relay_owner_broken(server, node);
}

static void on_lobby_moved(struct server *server)
{
    if (!lobby_is_local(server))
        relay_owner_lost(server);
    relay_gateway_moved(server);
}

rk_err relay_create(struct server *server)
{
    static const struct channels_receiver receiver = {on_relay_message, on_broken};
    if (!server->channels)
        return RK_OK; // there are no other nodes
    server->relay = calloc(1, sizeof *server->relay);
    if (!server->relay)
        return RK_NO_MEMORY;
    map_init(&server->relay->clients, server_random(server));
    map_init(&server->relay->remotes, server_random(server));
    list_init(&server->relay->waiting);
    channels_set_receiver(server, &receiver);
    lobby_replica_set_listener(server, on_lobby_moved);
    return RK_OK;
}

void relay_destroy(struct server *server)
{
    struct relay *relay = server->relay;
    if (!relay)
        return;
    lobby_replica_set_listener(server, NULL);
    channels_set_receiver(server, NULL);
    relay_gateway_stop(server);
    relay_owner_stop(server);
    timer_stop(&server->timers, &relay->overdue);
    map_fini(&relay->clients);
    map_fini(&relay->remotes);
    buffer_fini(&relay->bytes);
    free(relay);
    server->relay = NULL;
}
