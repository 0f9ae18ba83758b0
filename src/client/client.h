/* SPDX-License-Identifier: MIT */
/* A WebSocket session with a server that survives lost connections. It watches games and sends
 * requests; after a reconnect it requests the events it missed and repeats unanswered requests with
 * their old ids.
 *
 * No call blocks, except for the name lookup in client_create(): the owner polls the descriptor and
 * calls client_step(). Times are milliseconds of any monotonic clock. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/remote_game.h"
#include "client/url.h"

enum { CLIENT_ID_SIZE = 20, CLIENT_GAMES_MAX = 16, CLIENT_REQUESTS_MAX = 32 };

enum client_state {
    CLIENT_CONNECTING,   /* for the first time, or again */
    CLIENT_READY,        /* the server has sent hello */
    CLIENT_DISCONNECTED, /* the connection is lost; the client reconnects by itself */
    CLIENT_FAILED        /* rejected, or another protocol version: the client does not try again */
};

/* Callbacks; each may be NULL. They may call any function below except client_destroy(). */
struct client_events {
    void (*state)(void *context, enum client_state state, const char *text);
    /* A message that is not a duplicate. `game` is the watched game that it changed, or
     * NULL. Both pointers are valid during the call only. */
    void (*message)(void *context, const struct message *message, const struct remote_game *game);
    /* The connection was lost before this request was answered, and it must not be repeated. */
    void (*lost)(void *context, const char *id);
};

struct client_setup {
    const struct url *url;
    const char *credentials; /* "Cookie: ...\r\n" or "Authorization: ...\r\n"; "" for none */
    uint64_t seed;           /* for ids, frame masks and random delays */
    int64_t now;
    const struct client_events *events; /* must outlive the client */
    void *context;
};

struct client;

/* Looks up the host name, which may block, and starts to connect. On failure, returns false and
 * writes the reason to `error`. The caller owns *out. */
bool client_create(const struct client_setup *setup, struct client **out, char *error,
                   size_t error_size);
void client_destroy(struct client *client); /* NULL is allowed */

/* ---- event loop ---- */

int client_descriptor(const struct client *client); /* -1 while there is none */
bool client_wants_to_write(const struct client *client);
int64_t client_deadline(const struct client *client); /* the latest time for the next step */
void client_step(struct client *client, int64_t now); /* call it after polling or at the deadline */

enum client_state client_state(const struct client *client);
const char *client_name(const struct client *client); /* your user name; "" before hello */

/* ---- games ---- */

/* Watches a game across reconnects. False if CLIENT_GAMES_MAX games are watched already. */
bool client_watch(struct client *client, const char *game);
void client_unwatch(struct client *client, const char *game);
const struct remote_game *client_game(const struct client *client, const char *game); /* or NULL */
void client_watch_lobby(struct client *client, bool on);

/* ---- requests ---- */

/* Writes an id that no other request has. */
void client_make_id(struct client *client, char out[CLIENT_ID_SIZE + 1]);

/* Sends a command for a game. If its version is missing, the version of the watched game is used.
 * The command is repeated after a timeout and after each reconnect until the server answers with
 * ack or refused. False if too many requests are pending. */
bool client_act(struct client *client, const struct message_act *act);

/* Sends any other message with an id, once: if the connection is lost before the answer arrives,
 * `lost` is called. False if there is no connection or too many requests are pending. */
bool client_request(struct client *client, enum message_kind kind, const void *structure,
                    const char *id);

/* Sends a message without an id. False if there is no connection. */
bool client_send(struct client *client, enum message_kind kind, const void *structure);

size_t client_pending_count(const struct client *client); /* requests that are not answered yet */

#endif
