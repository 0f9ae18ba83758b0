/* SPDX-License-Identifier: MIT */
/* A client without a connection, in place of client/client.c: it records what is sent and receives
 * the messages a test gives it. This header defines functions; include it in one file of a program
 * only. */
#ifndef SUPPORT_FAKE_CLIENT_H
#define SUPPORT_FAKE_CLIENT_H

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "client/client.h"

struct client {
    enum client_state state;
    char name[REMOTE_GAME_NAME_MAX + 1];
    struct remote_game game; /* the one watched game; id[0] == 0: none */
    unsigned id_count;
    size_t pending_count;
    struct buffer sent; /* messages as JSON, one per line */
};

static void fake_client_init(struct client *client, const char *name)
{
    *client = (struct client){.state = CLIENT_READY};
    snprintf(client->name, sizeof client->name, "%s", name);
}

static void fake_client_fini(struct client *client)
{
    remote_game_fini(&client->game);
    buffer_fini(&client->sent);
}

/* Delivers a message as client/client.c would; false if the server could not have sent it. */
static bool fake_client_receive(struct client *client, const struct client_events *events,
                                void *context, const char *json, size_t size)
{
    struct message message;
    if (message_read(MESSAGE_TO_CLIENT, json, size, &message, NULL))
        return false;
    const char *id = remote_game_id_in(&message);
    const bool watched = id && id[0] && !strcmp(id, client->game.id);
    const bool is_answer =
        (message.kind == KIND_OF_message_ack && message.as.message_ack.id[0]) ||
        (message.kind == KIND_OF_message_refused && message.as.message_refused.id);
    client->pending_count -= is_answer && client->pending_count;
    if (!id ||
        (watched && remote_game_apply(&client->game, &message, true, 0) == REMOTE_GAME_CHANGED))
        events->message(context, &message, watched ? &client->game : NULL);
    message_fini(&message);
    return true;
}

// ---- client/client.h -------------------------------------------------------------------------

enum client_state client_state(const struct client *client)
{
    return client->state;
}

const char *client_name(const struct client *client)
{
    return client->name;
}

const struct remote_game *client_game(const struct client *client, const char *game)
{
    return game[0] && !strcmp(client->game.id, game) ? &client->game : NULL;
}

size_t client_pending_count(const struct client *client)
{
    return client->pending_count;
}

void client_make_id(struct client *client, char out[CLIENT_ID_SIZE + 1])
{
    snprintf(out, CLIENT_ID_SIZE + 1, "id%u", ++client->id_count);
}

bool client_send(struct client *client, enum message_kind kind, const void *structure)
{
    if (client->state != CLIENT_READY)
        return false;
    message_write(kind, structure, &client->sent);
    buffer_put(&client->sent, '\n');
    return true;
}

bool client_request(struct client *client, enum message_kind kind, const void *structure,
                    const char *id)
{
    (void)id;
    const bool sent = client_send(client, kind, structure);
    client->pending_count += sent;
    return sent;
}

bool client_act(struct client *client, const struct message_act *act)
{
    struct message_act complete = *act;
    complete.version = client->game.version > 0 ? client->game.version : 0;
    if (client->pending_count == CLIENT_REQUESTS_MAX)
        return false;
    client->pending_count++;
    client_send(client, KIND_OF_message_act, &complete);
    return true;
}

bool client_watch(struct client *client, const char *game)
{
    remote_game_fini(&client->game);
    remote_game_init(&client->game, game);
    client_send(client, KIND_OF_message_watch,
                &(struct message_watch){.game = game, .since = INTEGER_MISSING});
    return true;
}

void client_unwatch(struct client *client, const char *game)
{
    client_send(client, KIND_OF_message_unwatch, &(struct message_unwatch){.game = game});
    remote_game_fini(&client->game);
    client->game.id[0] = '\0';
}

void client_watch_lobby(struct client *client, bool on)
{
    client_send(client, KIND_OF_message_lobby, &(struct message_lobby){.on = on});
}

#endif
