/* SPDX-License-Identifier: MIT */
#include "client/client.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/prng.h"
#include "base/text.h"
#include "client/websocket.h"
#include "wire/frames.h"

enum { /* milliseconds */
       HELLO_TIMEOUT = 10000,
       PING_AFTER = 10000,
       SILENCE_TIMEOUT = 20000,
       REPEAT_REQUEST_AFTER = 2500,
       REPEAT_WATCH_AFTER = 5000,
       RECONNECT_MIN = 250,
       RECONNECT_MAX = 15000,
       RECONNECT_AFTER_LIMIT = 5000
};

struct watched_game {
    struct remote_game remote; /* remote.id[0] == 0: this slot is free */
    bool requested;            /* missing events were requested; a snapshot may arrive */
    int64_t requested_at;
};

struct request {
    char id[33]; /* "": this slot is free */
    struct buffer text;
    bool repeatable;
    int64_t repeat_at;
};

struct client {
    const struct client_events *events;
    void *context;
    struct address addresses[URL_ADDRESSES_MAX];
    size_t address_count, address_at;
    char host[URL_HOST_MAX + 16], path[URL_PATH_MAX + 8];
    char secure_host[URL_HOST_MAX + 1]; /* "": without TLS */
    char *credentials;
    struct prng prng;
    char id_prefix[9];
    unsigned long id_count;

    enum client_state state;
    struct websocket *websocket; /* NULL while there is none */
    bool closed;                 /* the next step destroys it */
    unsigned close_code;
    char close_reason[128];
    int64_t now, received_at, reconnect_at;
    bool pinged;
    unsigned failures;    /* in a row */
    int64_t restart_wait; /* the delay requested by the server; -1: none */
    char name[REMOTE_GAME_NAME_MAX + 1];

    struct watched_game games[CLIENT_GAMES_MAX];
    struct request requests[CLIENT_REQUESTS_MAX];
    bool lobby;
};

static void set_state(struct client *client, enum client_state state, const char *text)
{
    client->state = state;
    if (client->events->state)
        client->events->state(client->context, state, text);
}

// ---- sending ---------------------------------------------------------------------------------

bool client_send(struct client *client, enum message_kind kind, const void *structure)
{
    struct buffer text = {0};
    if (client->state != CLIENT_READY)
        return false;
    message_write(kind, structure, &text);
    const bool sent = !text.failed && websocket_send(client->websocket, text.bytes, text.size);
    buffer_fini(&text);
    return sent;
}

static void request_events(struct client *client, struct watched_game *watched, bool all)
{
    const int64_t version = watched->remote.version;
    watched->requested = true;
    watched->requested_at = client->now;
    client_send(client, KIND_OF_message_watch,
                &(struct message_watch){.game = watched->remote.id,
                                        .since = all || version < 0 ? INTEGER_MISSING : version});
}

static void send_request(struct client *client, struct request *request)
{
    request->repeat_at = client->now + REPEAT_REQUEST_AFTER;
    if (client->state == CLIENT_READY)
        websocket_send(client->websocket, request->text.bytes, request->text.size);
}

// ---- requests --------------------------------------------------------------------------------

static struct request *find_request(struct client *client, const char *id)
{
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++)
        if (!strcmp(client->requests[i].id, id))
            return &client->requests[i];
    return NULL;
}

static void free_request(struct request *request)
{
    buffer_fini(&request->text);
    request->id[0] = '\0';
}

static struct request *add_request(struct client *client, enum message_kind kind,
                                   const void *structure, const char *id)
{
    struct request *request = find_request(client, "");
    if (!request || !id[0] || strlen(id) >= sizeof request->id)
        return NULL;
    message_write(kind, structure, &request->text);
    if (request->text.failed) {
        free_request(request);
        return NULL;
    }
    text_copy(request->id, sizeof request->id, id);
    return request;
}

void client_make_id(struct client *client, char out[CLIENT_ID_SIZE + 1])
{
    snprintf(out, CLIENT_ID_SIZE + 1, "%s-%lu", client->id_prefix,
             ++client->id_count % 10000000000);
}

bool client_act(struct client *client, const struct message_act *act)
{
    struct message_act complete = *act;
    const struct remote_game *game = client_game(client, act->game);
    if (complete.version == INTEGER_MISSING)
        complete.version = game && game->version > 0 ? game->version : 0;
    struct request *request = add_request(client, KIND_OF_message_act, &complete, act->id);
    if (!request)
        return false;
    request->repeatable = true;
    send_request(client, request);
    return true;
}

bool client_request(struct client *client, enum message_kind kind, const void *structure,
                    const char *id)
{
    struct request *request =
        client->state == CLIENT_READY ? add_request(client, kind, structure, id) : NULL;
    if (!request)
        return false;
    request->repeatable = false;
    send_request(client, request);
    return true;
}

size_t client_pending_count(const struct client *client)
{
    size_t count = 0;
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++)
        count += client->requests[i].id[0] != '\0';
    return count;
}

static void repeat_requests(struct client *client, bool all)
{
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        struct request *request = &client->requests[i];
        if (request->id[0] && request->repeatable && (all || request->repeat_at <= client->now))
            send_request(client, request);
    }
}

static void drop_unrepeatable_requests(struct client *client)
{
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        struct request *request = &client->requests[i];
        if (!request->id[0] || request->repeatable)
            continue;
        char id[sizeof request->id];
        memcpy(id, request->id, sizeof id);
        free_request(request);
        if (client->events->lost)
            client->events->lost(client->context, id);
    }
}

// ---- games -----------------------------------------------------------------------------------

static struct watched_game *find_watched(struct client *client, const char *game)
{
    for (size_t i = 0; i < CLIENT_GAMES_MAX; i++)
        if (!strcmp(client->games[i].remote.id, game))
            return &client->games[i];
    return NULL;
}

const struct remote_game *client_game(const struct client *client, const char *game)
{
    for (size_t i = 0; game[0] && i < CLIENT_GAMES_MAX; i++)
        if (!strcmp(client->games[i].remote.id, game))
            return &client->games[i].remote;
    return NULL;
}

bool client_watch(struct client *client, const char *game)
{
    if (client_game(client, game))
        return true;
    struct watched_game *watched = find_watched(client, "");
    if (!watched || !game[0] || strlen(game) > REMOTE_GAME_ID_MAX)
        return false;
    *watched = (struct watched_game){.requested = false};
    remote_game_init(&watched->remote, game);
    request_events(client, watched, true);
    return true;
}

void client_unwatch(struct client *client, const char *game)
{
    struct watched_game *watched = game[0] ? find_watched(client, game) : NULL;
    if (!watched)
        return;
    client_send(client, KIND_OF_message_unwatch,
                &(struct message_unwatch){.game = watched->remote.id});
    remote_game_fini(&watched->remote);
    watched->remote.id[0] = '\0';
}

void client_watch_lobby(struct client *client, bool on)
{
    client->lobby = on;
    client_send(client, KIND_OF_message_lobby, &(struct message_lobby){.on = on});
}

/* Missing events are requested once: the answer may already be on its way. */
static void request_missing_events(struct client *client, struct watched_game *watched,
                                   bool invalid)
{
    if (!watched->requested || client->now - watched->requested_at >= REPEAT_WATCH_AFTER)
        request_events(client, watched, invalid);
}

static bool has_version(const struct message *message)
{
    return message->kind == KIND_OF_message_game || message->kind == KIND_OF_message_event ||
           message->kind == KIND_OF_message_chat || message->kind == KIND_OF_message_skip;
}

/* Whether the message is new to the owner. */
static bool apply_to_game(struct client *client, const struct message *message,
                          struct watched_game *watched)
{
    switch (remote_game_apply(&watched->remote, message, watched->requested, client->now)) {
    case REMOTE_GAME_UNCHANGED:
        return false;
    case REMOTE_GAME_CHANGED:
        watched->requested &= !has_version(message);
        return message->kind != KIND_OF_message_skip;
    case REMOTE_GAME_GAP:
        request_missing_events(client, watched, false);
        return false;
    case REMOTE_GAME_INVALID:
        break;
    }
    request_missing_events(client, watched, true);
    return false;
}

// ---- messages from the server ----------------------------------------------------------------

static void fail_session(struct client *client, const char *text)
{
    websocket_close(client->websocket, CLOSE_NORMAL, "");
    set_state(client, CLIENT_FAILED, text);
}

static void handle_hello(struct client *client, const struct message_hello *hello)
{
    if (hello->protocol != PROTOCOL_VERSION) {
        fail_session(client, "the server uses another version of the protocol");
        return;
    }
    text_copy(client->name, sizeof client->name, hello->name);
    client->failures = 0;
    client->state = CLIENT_READY;
    for (size_t i = 0; i < CLIENT_GAMES_MAX; i++)
        if (client->games[i].remote.id[0])
            request_events(client, &client->games[i], false);
    if (client->lobby)
        client_watch_lobby(client, true);
    repeat_requests(client, true);
    // Last, because the callback may watch games, which would then be requested twice.
    set_state(client, CLIENT_READY, hello->server);
}

/* False if the request was answered before: a repeated request gets its answer twice. */
static bool finish_request(struct client *client, const struct message *message)
{
    const char *id = message->kind == KIND_OF_message_ack ? message->as.message_ack.id
                                                          : message->as.message_refused.id;
    if (!id || !id[0])
        return true;
    struct request *request = find_request(client, id);
    if (request)
        free_request(request);
    return request;
}

static bool handle_message(struct client *client, const struct message *message,
                           struct watched_game *watched)
{
    switch (message->kind) {
    case KIND_OF_message_hello:
        handle_hello(client, &message->as.message_hello);
        return true;
    case KIND_OF_message_ack:
    case KIND_OF_message_refused:
        return finish_request(client, message);
    case KIND_OF_message_notice:
        client->restart_wait = message->as.message_notice.wait_ms;
        if (!strcmp(message->as.message_notice.type, "kicked"))
            fail_session(client, "the server ended this session");
        return true;
    default:
        return !remote_game_id_in(message) || (watched && apply_to_game(client, message, watched));
    }
}

static void on_client_message(void *context, const char *bytes, size_t size)
{
    struct client *client = context;
    struct message message;
    client->received_at = client->now;
    client->pinged = false;
    // Ignore unknown messages: the server may be newer.
    if (client->state == CLIENT_FAILED ||
        message_read(MESSAGE_TO_CLIENT, bytes, size, &message, NULL))
        return;
    const char *game = remote_game_id_in(&message);
    struct watched_game *watched = game && game[0] ? find_watched(client, game) : NULL;
    if (handle_message(client, &message, watched) && client->events->message)
        client->events->message(client->context, &message, watched ? &watched->remote : NULL);
    message_fini(&message);
}

static void on_pong(void *context)
{
    struct client *client = context;
    client->received_at = client->now;
    client->pinged = false;
}

static void on_closed(void *context, unsigned code, const char *reason)
{
    struct client *client = context;
    client->closed = true;
    client->close_code = code;
    text_copy(client->close_reason, sizeof client->close_reason, reason);
}

// ---- reconnecting ----------------------------------------------------------------------------

static const struct websocket_events websocket_events = {
    .message = on_client_message, .pong = on_pong, .closed = on_closed};

/* A random delay from half to one and a half times `wait`, so that clients do not all return at the
 * same time. */
static int64_t add_jitter(struct client *client, int64_t wait)
{
    return wait / 2 + (int64_t)(prng_next(&client->prng) % (uint64_t)(wait + 1));
}

static int64_t reconnect_delay(struct client *client)
{
    int64_t wait = RECONNECT_MAX;
    if (client->failures < 6)
        wait = (int64_t)RECONNECT_MIN << client->failures;
    if (client->close_code == CLOSE_RESTART && client->restart_wait > wait)
        wait = client->restart_wait;
    if (client->close_code == 1008 && wait < RECONNECT_AFTER_LIMIT)
        wait = RECONNECT_AFTER_LIMIT;
    return add_jitter(client, wait);
}

static bool is_permanent(unsigned code)
{
    return code == 400 || code == 401 || code == 403 || code == 404 || code == 426;
}

static void write_close_reason(const struct client *client, char *out, size_t size)
{
    if (client->close_code == 401)
        snprintf(out, size, "the server does not accept this token");
    else if (client->close_code >= 100 && client->close_code < 600)
        snprintf(out, size, "the server refused the connection: HTTP status %u",
                 client->close_code);
    else if (client->close_reason[0])
        snprintf(out, size, "%s", client->close_reason);
    else
        snprintf(out, size, "the connection was closed");
}

/* A host may have several addresses, and not all of them may be served. The next one is tried
 * without a delay. */
static bool try_next_address(struct client *client)
{
    const bool unreachable = client->close_code == WEBSOCKET_UNREACHABLE;
    if (unreachable)
        client->address_at = (client->address_at + 1) % client->address_count;
    client->reconnect_at = client->now;
    return unreachable && client->address_at;
}

static void close_connection(struct client *client)
{
    char reason[sizeof client->close_reason + 64];
    websocket_destroy(client->websocket);
    client->websocket = NULL;
    client->closed = false;
    if (client->state == CLIENT_FAILED || try_next_address(client))
        return;
    write_close_reason(client, reason, sizeof reason);
    client->reconnect_at = client->now + reconnect_delay(client);
    client->failures++;
    set_state(client, is_permanent(client->close_code) ? CLIENT_FAILED : CLIENT_DISCONNECTED,
              reason);
    drop_unrepeatable_requests(client);
}

static void start_connection(struct client *client)
{
    const struct websocket_setup setup = {.address = &client->addresses[client->address_at],
                                          .host = client->host,
                                          .secure_host =
                                              *client->secure_host ? client->secure_host : NULL,
                                          .path = client->path,
                                          .headers = client->credentials,
                                          .seed = prng_next(&client->prng),
                                          .events = &websocket_events,
                                          .context = client};
    client->received_at = client->now;
    client->pinged = false;
    client->restart_wait = -1;
    if (websocket_create(&setup, &client->websocket)) {
        client->reconnect_at = client->now + add_jitter(client, RECONNECT_MAX);
        return;
    }
    set_state(client, CLIENT_CONNECTING, "");
}

/* Pings a silent server, and closes the connection if it stays silent. */
static void check_silence(struct client *client)
{
    const bool ready = client->state == CLIENT_READY;
    const int64_t silence = client->now - client->received_at;
    if (silence >= (ready ? SILENCE_TIMEOUT : HELLO_TIMEOUT)) {
        on_closed(client, WEBSOCKET_DISCONNECTED, "the server does not respond");
    } else if (ready && silence >= PING_AFTER && !client->pinged) {
        client->pinged = true;
        websocket_ping(client->websocket);
    }
}

void client_step(struct client *client, int64_t now)
{
    client->now = now;
    if (client->websocket && !client->closed)
        websocket_ready(client->websocket);
    if (client->websocket && !client->closed)
        check_silence(client);
    if (client->closed)
        close_connection(client);
    if (!client->websocket && client->state != CLIENT_FAILED && now >= client->reconnect_at)
        start_connection(client);
    if (client->state == CLIENT_READY)
        repeat_requests(client, false);
}

int64_t client_deadline(const struct client *client)
{
    if (client->state == CLIENT_FAILED)
        return INT64_MAX;
    if (!client->websocket)
        return client->reconnect_at;
    if (client->closed)
        return client->now;
    if (client->state != CLIENT_READY)
        return client->received_at + HELLO_TIMEOUT;
    int64_t deadline = client->received_at + (client->pinged ? SILENCE_TIMEOUT : PING_AFTER);
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        const struct request *request = &client->requests[i];
        if (request->id[0] && request->repeatable && request->repeat_at < deadline)
            deadline = request->repeat_at;
    }
    return deadline;
}

int client_descriptor(const struct client *client)
{
    return client->websocket ? websocket_descriptor(client->websocket) : -1;
}

bool client_wants_to_write(const struct client *client)
{
    return client->websocket && websocket_wants_to_write(client->websocket);
}

enum client_state client_state(const struct client *client)
{
    return client->state;
}

const char *client_name(const struct client *client)
{
    return client->name;
}

// ---- create and destroy ----------------------------------------------------------------------

bool client_create(const struct client_setup *setup, struct client **out, char *error,
                   size_t error_size)
{
    struct client *client = calloc(1, sizeof *client);
    if (client)
        client->credentials = strdup(setup->credentials);
    if (!client || !client->credentials) {
        free(client);
        snprintf(error, error_size, "%s", rk_err_text(RK_NO_MEMORY));
        return false;
    }
    client->events = setup->events;
    client->context = setup->context;
    client->prng.state = setup->seed;
    client->now = client->reconnect_at = setup->now;
    url_write_host(setup->url, client->host, sizeof client->host);
    if (setup->url->secure)
        memcpy(client->secure_host, setup->url->host, sizeof client->secure_host);
    snprintf(client->id_prefix, sizeof client->id_prefix, "%08x",
             (unsigned)(prng_next(&client->prng) >> 32));
    if (!url_join(setup->url, "/ws", client->path, sizeof client->path))
        snprintf(error, error_size, "the path is too long");
    else
        client->address_count =
            url_resolve(setup->url, client->addresses, URL_ADDRESSES_MAX, error, error_size);
    if (client->address_count) {
        *out = client;
        return true;
    }
    client_destroy(client);
    return false;
}

void client_destroy(struct client *client)
{
    if (!client)
        return;
    if (client->websocket && websocket_is_open(client->websocket))
        websocket_close(client->websocket, CLOSE_GOING_AWAY, "");
    websocket_destroy(client->websocket);
    for (size_t i = 0; i < CLIENT_GAMES_MAX; i++)
        remote_game_fini(&client->games[i].remote);
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++)
        buffer_fini(&client->requests[i].text);
    free(client->credentials);
    free(client);
}
