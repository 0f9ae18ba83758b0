/* SPDX-License-Identifier: MIT */
#include "client/client.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/chance.h"
#include "base/text.h"
#include "client/websocket.h"
#include "wire/frames.h"

enum { /* milliseconds */
       HELLO_WITHIN = 10000,
       QUIET_BEFORE_PING = 10000,
       QUIET_BEFORE_LOSS = 20000,
       ORDER_AGAIN_AFTER = 2500,
       ASK_AGAIN_AFTER = 5000,
       AWAY_LEAST = 250,
       AWAY_MOST = 15000,
       AWAY_AFTER_LIMIT = 5000
};

struct shown {
    struct remote_game mirror; /* mirror.id[0] == 0: this place is free */
    bool asked;                /* for what is missing; a snapshot may come */
    int64_t asked_at;
};

struct order {
    char id[33]; /* "": this place is free */
    struct buffer text;
    bool again; /* may be given again */
    int64_t due;
};

struct client {
    const struct client_events *events;
    void *context;
    struct address addresses[URL_ADDRESSES_MAX];
    size_t address_count, address_at;
    char host[URL_HOST_MAX + 16], path[URL_PATH_MAX + 8];
    char secure_host[URL_HOST_MAX + 1]; /* "": without TLS */
    char *credentials;
    struct chance chance;
    char stem[9]; /* of our orders' ids */
    unsigned long order_count;

    enum client_state state;
    struct websocket *websocket; /* NULL while there is none */
    bool closed;                 /* it has ended and waits to be taken away */
    unsigned close_code;
    char close_reason[128];
    int64_t now, opened_at, heard_at, return_at;
    bool pinged;
    unsigned failures;    /* in a row */
    int64_t restart_wait; /* what the server asked for; -1: nothing */
    char name[REMOTE_GAME_NAME_MAX + 1];

    struct shown games[CLIENT_GAMES_MAX];
    struct order orders[CLIENT_REQUESTS_MAX];
    bool lobby;
};

static void copy(char *out, size_t size, const char *from)
{
    struct text text = text_in(out, size);
    text_add(&text, from);
    text_end(&text);
}

static void enter(struct client *client, enum client_state state, const char *words)
{
    client->state = state;
    if (client->events->state)
        client->events->state(client->context, state, words);
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

static void ask_for(struct client *client, struct shown *shown, bool all)
{
    const int64_t version = shown->mirror.version;
    shown->asked = true;
    shown->asked_at = client->now;
    client_send(client, KIND_OF_message_watch,
                &(struct message_watch){.game = shown->mirror.id,
                                        .since = all || version < 0 ? INTEGER_MISSING : version});
}

static void give(struct client *client, struct order *order)
{
    order->due = client->now + ORDER_AGAIN_AFTER;
    if (client->state == CLIENT_READY)
        websocket_send(client->websocket, order->text.bytes, order->text.size);
}

// ---- orders ----------------------------------------------------------------------------------

static struct order *find_order(struct client *client, const char *id)
{
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++)
        if (!strcmp(client->orders[i].id, id))
            return &client->orders[i];
    return NULL;
}

static void end_order(struct order *order)
{
    buffer_fini(&order->text);
    order->id[0] = '\0';
}

static struct order *keep(struct client *client, enum message_kind kind, const void *structure,
                          const char *id)
{
    struct order *order = find_order(client, "");
    if (!order || !id[0] || strlen(id) >= sizeof order->id)
        return NULL;
    message_write(kind, structure, &order->text);
    if (order->text.failed) {
        end_order(order);
        return NULL;
    }
    copy(order->id, sizeof order->id, id);
    return order;
}

void client_make_id(struct client *client, char out[CLIENT_ID_SIZE + 1])
{
    snprintf(out, CLIENT_ID_SIZE + 1, "%s-%lu", client->stem, ++client->order_count % 10000000000);
}

bool client_act(struct client *client, const struct message_act *act)
{
    struct message_act complete = *act;
    const struct remote_game *game = client_game(client, act->game);
    if (complete.version == INTEGER_MISSING)
        complete.version = game && game->version > 0 ? game->version : 0;
    struct order *order = keep(client, KIND_OF_message_act, &complete, act->id);
    if (!order)
        return false;
    order->again = true;
    give(client, order);
    return true;
}

bool client_request(struct client *client, enum message_kind kind, const void *structure,
                    const char *id)
{
    struct order *order = client->state == CLIENT_READY ? keep(client, kind, structure, id) : NULL;
    if (!order)
        return false;
    order->again = false;
    give(client, order);
    return true;
}

size_t client_pending_count(const struct client *client)
{
    size_t count = 0;
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++)
        count += client->orders[i].id[0] != '\0';
    return count;
}

static void give_again(struct client *client, bool all)
{
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        struct order *order = &client->orders[i];
        if (order->id[0] && order->again && (all || order->due <= client->now))
            give(client, order);
    }
}

static void lose_orders(struct client *client)
{
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        struct order *order = &client->orders[i];
        if (!order->id[0] || order->again)
            continue;
        char id[sizeof order->id];
        memcpy(id, order->id, sizeof id);
        end_order(order);
        if (client->events->lost)
            client->events->lost(client->context, id);
    }
}

// ---- games -----------------------------------------------------------------------------------

static struct shown *find_shown(struct client *client, const char *game)
{
    for (size_t i = 0; i < CLIENT_GAMES_MAX; i++)
        if (!strcmp(client->games[i].mirror.id, game))
            return &client->games[i];
    return NULL;
}

const struct remote_game *client_game(const struct client *client, const char *game)
{
    for (size_t i = 0; game[0] && i < CLIENT_GAMES_MAX; i++)
        if (!strcmp(client->games[i].mirror.id, game))
            return &client->games[i].mirror;
    return NULL;
}

bool client_watch(struct client *client, const char *game)
{
    if (client_game(client, game))
        return true;
    struct shown *shown = find_shown(client, "");
    if (!shown || !game[0] || strlen(game) > REMOTE_GAME_ID_MAX)
        return false;
    *shown = (struct shown){.asked = false};
    remote_game_init(&shown->mirror, game);
    ask_for(client, shown, true);
    return true;
}

void client_unwatch(struct client *client, const char *game)
{
    struct shown *shown = game[0] ? find_shown(client, game) : NULL;
    if (!shown)
        return;
    client_send(client, KIND_OF_message_unwatch,
                &(struct message_unwatch){.game = shown->mirror.id});
    remote_game_fini(&shown->mirror);
    shown->mirror.id[0] = '\0';
}

void client_watch_lobby(struct client *client, bool on)
{
    client->lobby = on;
    client_send(client, KIND_OF_message_lobby, &(struct message_lobby){.on = on});
}

/* A gap is asked about once; the answer may be on its way. */
static void ask_about_gap(struct client *client, struct shown *shown, bool broken)
{
    if (!shown->asked || client->now - shown->asked_at >= ASK_AGAIN_AFTER)
        ask_for(client, shown, broken);
}

/* Whether it says where the game's log has come to. */
static bool is_versioned(const struct message *message)
{
    return message->kind == KIND_OF_message_game || message->kind == KIND_OF_message_event ||
           message->kind == KIND_OF_message_chat || message->kind == KIND_OF_message_skip;
}

/* Whether the message is news. */
static bool apply_to_game(struct client *client, const struct message *message, struct shown *shown)
{
    switch (remote_game_apply(&shown->mirror, message, shown->asked, client->now)) {
    case REMOTE_GAME_UNCHANGED:
        return false;
    case REMOTE_GAME_CHANGED:
        shown->asked &= !is_versioned(message);
        return message->kind != KIND_OF_message_skip;
    case REMOTE_GAME_GAP:
        ask_about_gap(client, shown, false);
        return false;
    case REMOTE_GAME_INVALID:
        break;
    }
    ask_about_gap(client, shown, true);
    return false;
}

// ---- what the server says --------------------------------------------------------------------

static void give_up(struct client *client, const char *words)
{
    websocket_close(client->websocket, CLOSE_NORMAL, "");
    enter(client, CLIENT_FAILED, words);
}

static void greet(struct client *client, const struct message_hello *hello)
{
    if (hello->protocol != PROTOCOL_VERSION) {
        give_up(client, "the server speaks another version of the protocol");
        return;
    }
    copy(client->name, sizeof client->name, hello->name);
    client->failures = 0;
    client->state = CLIENT_READY;
    for (size_t i = 0; i < CLIENT_GAMES_MAX; i++)
        if (client->games[i].mirror.id[0])
            ask_for(client, &client->games[i], false);
    if (client->lobby)
        client_watch_lobby(client, true);
    give_again(client, true);
    // Last: what is asked for then has not been asked for here.
    enter(client, CLIENT_READY, hello->server);
}

/* Answers come once for each order; what comes twice is no news. */
static bool settle_order(struct client *client, const struct message *message)
{
    const char *id = message->kind == KIND_OF_message_ack ? message->as.message_ack.id
                                                          : message->as.message_refused.id;
    if (!id || !id[0])
        return true;
    struct order *order = find_order(client, id);
    if (order)
        end_order(order);
    return order;
}

static bool take(struct client *client, const struct message *message, struct shown *shown)
{
    switch (message->kind) {
    case KIND_OF_message_hello:
        greet(client, &message->as.message_hello);
        return true;
    case KIND_OF_message_ack:
    case KIND_OF_message_refused:
        return settle_order(client, message);
    case KIND_OF_message_notice:
        client->restart_wait = message->as.message_notice.wait;
        if (!strcmp(message->as.message_notice.kind, "kicked"))
            give_up(client, "the server has ended this session");
        return true;
    default:
        return !remote_game_id_in(message) || (shown && apply_to_game(client, message, shown));
    }
}

static void on_message(void *context, const char *bytes, size_t size)
{
    struct client *client = context;
    struct message message;
    client->heard_at = client->now;
    client->pinged = false;
    // What a newer server says beyond what we know is passed over.
    if (client->state == CLIENT_FAILED || message_read(MESSAGE_TO_CLIENT, bytes, size, &message, NULL))
        return;
    const char *game = remote_game_id_in(&message);
    struct shown *shown = game && game[0] ? find_shown(client, game) : NULL;
    if (take(client, &message, shown) && client->events->message)
        client->events->message(client->context, &message, shown ? &shown->mirror : NULL);
    message_fini(&message);
}

static void on_pong(void *context)
{
    struct client *client = context;
    client->heard_at = client->now;
    client->pinged = false;
}

static void on_closed(void *context, unsigned code, const char *reason)
{
    struct client *client = context;
    client->closed = true;
    client->close_code = code;
    copy(client->close_reason, sizeof client->close_reason, reason);
}

// ---- coming back -----------------------------------------------------------------------------

static const struct websocket_events websocket_events = {
    .message = on_message, .pong = on_pong, .closed = on_closed};

/* Half as long to half as long again, so that not all come back at once. */
static int64_t jitter(struct client *client, int64_t wait)
{
    return wait / 2 + (int64_t)(chance_word(&client->chance) % (uint64_t)(wait + 1));
}

static int64_t wait_before_return(struct client *client)
{
    int64_t wait = AWAY_MOST;
    if (client->failures < 6)
        wait = (int64_t)AWAY_LEAST << client->failures;
    if (client->close_code == CLOSE_RESTART && client->restart_wait > wait)
        wait = client->restart_wait;
    if (client->close_code == 1008 && wait < AWAY_AFTER_LIMIT)
        wait = AWAY_AFTER_LIMIT;
    return jitter(client, wait);
}

static bool is_final(unsigned code)
{
    return code == 400 || code == 401 || code == 403 || code == 404 || code == 426;
}

static void write_reason(const struct client *client, char *out, size_t size)
{
    if (client->close_code == 401)
        snprintf(out, size, "the server does not know this token");
    else if (client->close_code >= 100 && client->close_code < 600)
        snprintf(out, size, "the server refuses: HTTP status %u", client->close_code);
    else if (client->close_reason[0])
        snprintf(out, size, "%s", client->close_reason);
    else
        snprintf(out, size, "the connection was closed");
}

/* A name may have several addresses of which not all are served: the next one is tried at once. */
static bool try_next_address(struct client *client)
{
    const bool unreachable = client->close_code == WEBSOCKET_UNREACHABLE;
    if (unreachable)
        client->address_at = (client->address_at + 1) % client->address_count;
    client->return_at = client->now;
    return unreachable && client->address_at;
}

static void leave_connection(struct client *client)
{
    char words[sizeof client->close_reason + 64];
    websocket_destroy(client->websocket);
    client->websocket = NULL;
    client->closed = false;
    if (client->state == CLIENT_FAILED || try_next_address(client))
        return;
    write_reason(client, words, sizeof words);
    client->return_at = client->now + wait_before_return(client);
    client->failures++;
    enter(client, is_final(client->close_code) ? CLIENT_FAILED : CLIENT_DISCONNECTED, words);
    lose_orders(client);
}

static void connect_again(struct client *client)
{
    const struct websocket_setup setup = {.address = &client->addresses[client->address_at],
                                          .host = client->host,
                                          .secure_host =
                                              *client->secure_host ? client->secure_host : NULL,
                                          .path = client->path,
                                          .headers = client->credentials,
                                          .seed = chance_word(&client->chance),
                                          .events = &websocket_events,
                                          .context = client};
    client->opened_at = client->heard_at = client->now;
    client->pinged = false;
    client->restart_wait = -1;
    if (websocket_create(&setup, &client->websocket)) {
        client->return_at = client->now + jitter(client, AWAY_MOST);
        return;
    }
    enter(client, CLIENT_CONNECTING, "");
}

/* A connection that says nothing is asked, and then given up. */
static void mind_silence(struct client *client)
{
    const bool greeted = client->state == CLIENT_READY;
    const int64_t quiet = client->now - client->heard_at;
    if (quiet >= (greeted ? QUIET_BEFORE_LOSS : HELLO_WITHIN)) {
        on_closed(client, WEBSOCKET_BROKE_OFF, "the server does not answer");
    } else if (greeted && quiet >= QUIET_BEFORE_PING && !client->pinged) {
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
        mind_silence(client);
    if (client->closed)
        leave_connection(client);
    if (!client->websocket && client->state != CLIENT_FAILED && now >= client->return_at)
        connect_again(client);
    if (client->state == CLIENT_READY)
        give_again(client, false);
}

int64_t client_deadline(const struct client *client)
{
    if (client->state == CLIENT_FAILED)
        return INT64_MAX;
    if (!client->websocket)
        return client->return_at;
    if (client->closed)
        return client->now;
    if (client->state != CLIENT_READY)
        return client->heard_at + HELLO_WITHIN;
    int64_t deadline = client->heard_at + (client->pinged ? QUIET_BEFORE_LOSS : QUIET_BEFORE_PING);
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++) {
        const struct order *order = &client->orders[i];
        if (order->id[0] && order->again && order->due < deadline)
            deadline = order->due;
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

// ---- life ------------------------------------------------------------------------------------

bool client_create(const struct client_setup *setup, struct client **out, char *why,
                   size_t why_size)
{
    struct client *client = calloc(1, sizeof *client);
    if (client)
        client->credentials = strdup(setup->credentials);
    if (!client || !client->credentials) {
        free(client);
        snprintf(why, why_size, "%s", rk_err_text(RK_NO_MEMORY));
        return false;
    }
    client->events = setup->events;
    client->context = setup->context;
    client->chance.state = setup->seed;
    client->now = client->return_at = setup->now;
    url_write_host(setup->url, client->host, sizeof client->host);
    if (setup->url->secure)
        memcpy(client->secure_host, setup->url->host, sizeof client->secure_host);
    snprintf(client->stem, sizeof client->stem, "%08x",
             (unsigned)(chance_word(&client->chance) >> 32));
    if (!url_join(setup->url, "/ws", client->path, sizeof client->path))
        snprintf(why, why_size, "the path is too long");
    else
        client->address_count =
            url_resolve(setup->url, client->addresses, URL_ADDRESSES_MAX, why, why_size);
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
        remote_game_fini(&client->games[i].mirror);
    for (size_t i = 0; i < CLIENT_REQUESTS_MAX; i++)
        buffer_fini(&client->orders[i].text);
    free(client->credentials);
    free(client);
}
