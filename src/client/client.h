/* SPDX-License-Identifier: MIT */
/* A session with a server over a WebSocket that outlives its connections: it
 * greets, watches games, gives orders, comes back after any loss, asks for what it
 * missed, and gives an order again, under the same id, until it is answered.
 *
 * Nothing here waits: the owner polls the descriptor and calls client_step(). Times
 * are milliseconds of any clock that does not go back. */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/remote_game.h"
#include "client/url.h"

enum { CLIENT_ID_SIZE = 20, CLIENT_GAMES_MAX = 16, CLIENT_REQUESTS_MAX = 32 };

enum client_state {
    CLIENT_CONNECTING,   /* for the first time, or again */
    CLIENT_READY,        /* the server has said hello */
    CLIENT_DISCONNECTED, /* the connection is lost; it tries again by itself */
    CLIENT_FAILED        /* there is no use in trying: refused, or of another protocol */
};

/* Any may be NULL; from within, everything may be called but client_destroy(). */
struct client_events {
    void (*state)(void *context, enum client_state state, const char *words);
    /* Something the server said, once it is known to be new. `game` is the mirror it
     * has changed, NULL if it is about no watched game; both end with the call. */
    void (*message)(void *context, const struct message *message, const struct remote_game *game);
    /* An order that cannot be given twice was under way when the connection was lost. */
    void (*lost)(void *context, const char *id);
};

struct client_setup {
    const struct url *url;
    const char *credentials; /* "Cookie: ...\r\n" or "Authorization: ...\r\n"; "" for none */
    uint64_t seed;           /* of ids, masks and waits */
    int64_t now;
    const struct client_events *events; /* lives as long as the client */
    void *context;
};

struct client;

/* Resolves the name, which may take its time, and begins to connect. False with the
 * reason in words. The caller owns *out. */
bool client_create(const struct client_setup *setup, struct client **out, char *why,
                   size_t why_size);
void client_destroy(struct client *client); /* NULL is allowed */

/* ---- being driven ---- */

int client_descriptor(const struct client *client); /* -1 while there is none */
bool client_wants_to_write(const struct client *client);
int64_t client_deadline(const struct client *client); /* when to step at the latest */
void client_step(struct client *client, int64_t now); /* after polling, or at the deadline */

enum client_state client_state(const struct client *client);
const char *client_name(const struct client *client); /* who we are; "" before the hello */

/* ---- games ---- */

/* Shows a game from now on, over all connections. False if it shows too many already. */
bool client_watch(struct client *client, const char *game);
void client_unwatch(struct client *client, const char *game);
const struct remote_game *client_game(const struct client *client, const char *game); /* or NULL */
void client_watch_lobby(struct client *client, bool on);

/* ---- orders ---- */

/* An id that no other order has. */
void client_make_id(struct client *client, char out[CLIENT_ID_SIZE + 1]);

/* Does something in a game. A version that is missing is the mirror's. Kept until it is
 * answered by ack or refused, given again after a while and after each new connection.
 * False if too many wait for their answers. */
bool client_act(struct client *client, const struct message_act *act);

/* Another order with an id, given once: `lost` tells if its answer can no longer come.
 * False if there is no connection now, or too many wait. */
bool client_request(struct client *client, enum message_kind kind, const void *structure,
                    const char *id);

/* A message without an id. False if there is no connection now. */
bool client_send(struct client *client, enum message_kind kind, const void *structure);

size_t client_pending_count(const struct client *client); /* orders without an answer yet */

#endif
