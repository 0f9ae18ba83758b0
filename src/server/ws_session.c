/* SPDX-License-Identifier: MIT */
#include "server/ws_session.h"
#include "core/metrics.h"
#include "server/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "base/milliseconds.h"
#include "lobby/challenge_notice.h"
#include "lobby/lobby_replica.h"
#include "moderation/address_blocks.h"
#include "rounds/game_notice.h"
#include "rounds/round_watch.h"
#include "running/remote_games.h"
#include "server/relay.h"
#include "server/router.h"
#include "server/ws_broadcasts.h"
#include "server/ws_commands.h"
#include "server/ws_home.h"
#include "server/ws_lobby.h"
#include "server/ws_output.h"
#include "server/ws_people.h"
#include "server/ws_pools.h"
#include "server/ws_reviews.h"
#include "server/ws_views.h"
#include "social/notifications.h"
#include "wire/frames.h"
#include "wire/text_codes.h"

enum {
    CHALLENGES_MAX = 50,   /* sent to a new session */
    CONNECTIONS_MAX = 300, /* of one account, with streams; more WebSockets are refused */
    EXPIRY_CHECK_MS = MINUTE_MS,
    RESTART_WAIT_MS = 500 /* plus a random time of up to 500 ms, to spread out the reconnects */
};

rk_err ws_sessions_create(struct server *server)
{
    server->ws_sessions = calloc(1, sizeof *server->ws_sessions);
    if (!server->ws_sessions)
        return RK_NO_MEMORY;
    list_init(&server->ws_sessions->all);
    list_init(&server->ws_sessions->remote);
    list_init(&server->ws_sessions->closed);
    pending_list_init(&server->ws_sessions->pending, server);
    list_init(&server->ws_sessions->allocated);
    client_counts_init(&server->ws_sessions->anonymous, server_random(server));
    ws_broadcasts_init(server);
    return RK_OK;
}

// Unsubscribes the session from everything that could send to it.
static void detach_session(struct ws_session *session)
{
    session->transport = NULL;
    timer_stop(&session->server->timers, &session->expiry);
    while (!list_is_empty(&session->views))
        view_close(LIST_OWNER(session->views.next, struct view, node), false);
    relay_leave(session);
    ws_cancel_seek(session);
    ws_leave_pool(session);
    ws_watch_pools(session, false);
    ws_watch_people(session, false);
    if (session->in_lobby)
        lobby_unwatch(&session->lobby);
    session->in_lobby = false;
    ws_leave_home(session);
    ws_leave_review(session);
    if (session->known && session->caller.who.id[0] && !session->is_remote)
        presence_leave(session->server, session->caller.who.id, &session->listener);
    session->known = false;
    client_counts_release(&session->server->ws_sessions->anonymous, &session->anonymous);
    if (!session->is_remote)
        metrics_adjust_label(session->server->metrics, METRIC_CONNECTIONS, CONNECTIONS_WEBSOCKET,
                             -1);
    list_remove(&session->node);
    ws_session_release(session);
}

void ws_sessions_free_closed(struct server *server)
{
    struct list *closed = &server->ws_sessions->closed;
    while (!list_is_empty(closed))
        detach_session(LIST_OWNER(closed->next, struct ws_session, node));
}

void ws_sessions_destroy(struct server *server)
{
    if (!server->ws_sessions)
        return;
    struct list *all = &server->ws_sessions->all;
    while (!list_is_empty(all))
        ws_close(LIST_OWNER(all->next, struct ws_session, node), CLOSE_GOING_AWAY,
                 "the server is shutting down");
    ws_sessions_free_closed(server);
    ws_sessions_cancel_pending(server);
    struct list *allocated = &server->ws_sessions->allocated;
    while (!list_is_empty(allocated))
        ws_session_free(LIST_OWNER(allocated->next, struct ws_session, allocated));
    client_counts_fini(&server->ws_sessions->anonymous);
    list_remove(&server->ws_sessions->broadcasts.node);
    free(server->ws_sessions);
    server->ws_sessions = NULL;
}

void ws_sessions_close_all(struct server *server)
{
    struct list *all = &server->ws_sessions->all;
    while (!list_is_empty(all)) {
        struct ws_session *session = LIST_OWNER(all->next, struct ws_session, node);
        const uint64_t wait = RESTART_WAIT_MS + server_random_below(server, RESTART_WAIT_MS);
        ws_send_notice(session, "restart", "The server is restarting. Your games are safe.",
                       (int64_t)wait);
        ws_close(session, CLOSE_RESTART, "the server is restarting");
    }
    ws_sessions_free_closed(server);
}

/* ---- notices ---- */

/* The reason of a close frame must be short; the notice before it has the sentence. */
static void kick_session(struct ws_session *session, const char *word, const char *sentence)
{
    ws_send_notice(session, "kicked", sentence, INTEGER_MISSING);
    ws_close(session, CLOSE_POLICY, word);
}

/* The payload is a message that another module wrote. */
static void send_payload(struct ws_session *session, const struct notice *notice)
{
    struct shared_buffer *frame = shared_buffer_create(notice->payload, notice->payload_size);
    ws_send_frame(session, frame);
    shared_buffer_unref(frame);
}

static void set_kid(struct ws_session *session, bool kid)
{
    session->caller.kid = kid;
    for (struct list *node = session->views.next; node != &session->views; node = node->next)
        LIST_OWNER(node, struct view, node)->watcher.gets_no_chat = kid;
    ws_send_message(session, KIND_OF_message_preference,
                    &(struct message_preference){.name = "kid", .value = kid ? "true" : "false"});
}

static void on_session_notice(struct notice_listener *listener, const struct notice *notice)
{
    struct ws_session *session = LIST_OWNER(listener, struct ws_session, listener);
    struct challenge challenge;
    struct game_notice game;
    switch (notice->kind) {
    case NOTICE_GAME_START:
        if (game_notice_parse(notice, &game))
            ws_send_start(session, notice->subject, game.side);
        return;
    case NOTICE_CHALLENGE:
    case NOTICE_CHALLENGE_CANCELED:
    case NOTICE_CHALLENGE_DECLINED:
    case NOTICE_CHALLENGE_ACCEPTED:
        if (!challenge_notice_parse(notice, &challenge))
            ws_send_challenge(session, &challenge);
        return;
    case NOTICE_GAME_FINISH:
        return; // watchers of the game get its last event
    case NOTICE_KICKED:
        kick_session(session, notice->subject, notice_kicked_message(notice));
        return;
    case NOTICE_REVOKED:
    case NOTICE_OTHERS_REVOKED:
        if (notice_ends_connection(notice, &session->caller))
            kick_session(session, "logout", "logout");
        return;
    case NOTICE_NOTIFICATION:
        send_payload(session, notice);
        return;
    case NOTICE_KID:
        set_kid(session, !strcmp(notice->subject, "on"));
        return;
    case NOTICE_PRIVATE_MESSAGE:
        if (!session->caller.by_token)
            send_payload(session, notice);
        return;
    case NOTICE_KIND_COUNT:
        return;
    }
}

static void check_expiry(void *context);

/* False: out of memory. */
static bool schedule_expiry(struct ws_session *session)
{
    struct server *server = session->server;
    const int64_t left = session->caller.expires_at - server_date(server);
    const int64_t wait = left < EXPIRY_CHECK_MS ? left : EXPIRY_CHECK_MS;
    return !session->caller.expires_at ||
           timer_set(&server->timers, &session->expiry, server->now + wait, check_expiry, session);
}

/* A token may expire while the connection is open. The system's clock may be set meanwhile, so the
 * date is checked every minute. */
static void check_expiry(void *context)
{
    struct ws_session *session = context;
    if (session->caller.expires_at <= server_date(session->server) || !schedule_expiry(session))
        kick_session(session, "expired", "expired");
}

/* ---- opening ---- */

static void list_challenges(struct ws_session *session, bool incoming)
{
    const struct challenge *challenges[CHALLENGES_MAX];
    const size_t count = challenges_list(session->server, session->caller.who.id, incoming,
                                         challenges, CHALLENGES_MAX);
    for (size_t i = 0; i < count; i++)
        ws_send_challenge(session, challenges[i]);
}

void ws_send_challenges(struct ws_session *session)
{
    list_challenges(session, true);
    list_challenges(session, false);
}

static void send_current_games(void *context)
{
    struct ws_session *session = context;
    const char *who = session->caller.who.id;
    const struct round *rounds[PLAYER_GAMES_MAX];
    const size_t count = rounds_list(session->server, who, rounds, PLAYER_GAMES_MAX);
    for (size_t i = 0; session->transport && i < count && i < PLAYER_GAMES_MAX; i++)
        ws_send_start(session, round_info(rounds[i])->id,
                      game_info_side(round_info(rounds[i]), who));
    ws_session_release(session);
}

static void send_current_challenges(struct ws_session *session)
{
    if (lobby_is_local(session->server))
        ws_send_challenges(session);
    else
        relay_request_challenges(session);
}

static void on_unread_counted(void *context, enum refusal refusal, int64_t notifications,
                              int64_t conversations)
{
    struct ws_session *session = context;
    if (!refusal && notifications + conversations > 0)
        ws_send_message(
            session, KIND_OF_message_unread,
            &(struct message_unread){.notifications = notifications, .messages = conversations});
    ws_session_release(session);
}

static void send_unread(struct ws_session *session)
{
    if (session->caller.who.role == ROLE_GUEST)
        return;
    ws_session_hold(session);
    notifications_count_unread(session->server, session->caller.who.id, on_unread_counted, session);
}

/* A WebSocket is for playing: a token without a scope to play cannot open one. */
static bool may_play(const struct caller *caller)
{
    const unsigned scopes = 1u << SCOPE_BOT_PLAY | 1u << SCOPE_BOARD_PLAY;
    return !caller->who.id[0] || !caller->by_token || caller->scopes & scopes;
}

static void respond_json(struct transport *transport, enum refusal refusal, const char *headers,
                         struct buffer *body)
{
    buffer_put(body, '\n');
    transport->ops->respond(transport, &(struct response){.status = refusal_status(refusal),
                                                          .content_type = "application/json",
                                                          .headers = headers,
                                                          .body = body->bytes,
                                                          .body_size = body->size});
    buffer_fini(body);
}

static void refuse_handshake(struct transport *transport, enum refusal refusal, const char *why)
{
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    json_put_text(&json, "error", why);
    const struct text_code code = text_code_find(why);
    text_code_put_json(&code, &json);
    json_end_object(&json);
    respond_json(transport, refusal,
                 refusal == REFUSED_UNAUTHENTICATED ? "WWW-Authenticate: Bearer\r\n" : NULL, &body);
}

/* Anonymous sessions cost their owner nothing, so one address may have only a few. */
static bool count_anonymous(struct ws_session *session)
{
    const struct server_config *config = &session->server->config;
    return config->unlimited ||
           client_counts_add(&session->server->ws_sessions->anonymous, session->address,
                             config->anonymous_per_address, &session->anonymous);
}

/* Accepts the handshake, then sends hello or closes the session with a reason. */
static void accept_session(struct ws_session *session, const struct caller *caller)
{
    session->transport->ops->accept(session->transport);
    if (!may_play(caller)) {
        ws_close(session, CLOSE_POLICY, "the token needs the scope board:play or bot:play");
        return;
    }
    if (presence_connections(session->server, caller->who.id) >= CONNECTIONS_MAX) {
        ws_close(session, CLOSE_POLICY, "too many connections");
        return;
    }
    session->caller = *caller;
    session->known = true;
    if (!schedule_expiry(session)) {
        ws_close(session, CLOSE_INTERNAL_ERROR, "out of memory");
        return;
    }
    ws_send_hello(session);
    ws_send_announcements(session);
    if (caller->who.id[0]) {
        session->listener.on_notice = on_session_notice;
        session->listener.caller = &session->caller;
        presence_join(session->server, &session->caller.who, &session->listener);
        ws_session_hold(session);
        remote_games_open_of_account(session->server, caller->who.id, send_current_games, session);
        send_current_challenges(session);
        send_unread(session);
    }
}

// A browser may send an expired cookie, so a bad cookie means a guest. A bad token is an
// error: a program sends it on purpose.
static void on_identified(void *context, const struct caller *caller)
{
    struct ws_session *session = context;
    if (session->transport && caller->is_unsure)
        refuse_handshake(ws_take_transport(session), REFUSED_BUSY, refusal_text(REFUSED_BUSY));
    else if (session->transport && caller->by_token && !caller->who.id[0])
        refuse_handshake(ws_take_transport(session), REFUSED_UNAUTHENTICATED, "unknown token");
    else if (session->transport && !caller->who.id[0] && !count_anonymous(session))
        refuse_handshake(ws_take_transport(session), REFUSED_RATE,
                         "too many anonymous connections from your address; log in to connect");
    else if (session->transport)
        accept_session(session, caller);
    ws_session_release(session);
}

/* The same JSON as exchange_refuse_rate_key(). */
static void refuse_handshake_rate(struct transport *transport, enum limit limit, unsigned seconds)
{
    char headers[64], why[80];
    snprintf(headers, sizeof headers, "Retry-After: %u\r\n", seconds);
    snprintf(why, sizeof why, "too many connections; try again in %u s", seconds);
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    exchange_write_rate_limit(&json, limit_key(limit), why, seconds);
    json_end_object(&json);
    respond_json(transport, REFUSED_RATE, headers, &body);
}

static bool check_handshake(struct server *server, const struct request *request,
                            struct transport *transport)
{
    char why[BLOCK_SENTENCE_SIZE];
    unsigned seconds;
    if (strcmp(request->path, "/ws") != 0)
        refuse_handshake(transport, REFUSED_NOT_FOUND, "WebSockets are at /ws");
    else if (address_is_blocked(server, request->address, why))
        refuse_handshake(transport, REFUSED_FORBIDDEN, why);
    else if (server->stopping)
        refuse_handshake(transport, REFUSED_STOPPING, refusal_text(REFUSED_STOPPING));
    else if (request->cookie[0] && !router_is_own_origin(server, request))
        refuse_handshake(transport, REFUSED_FORBIDDEN,
                         "this Origin is not allowed to use the session cookie");
    else if ((seconds = limits_take(server, LIMIT_CONNECT, request->address, 1)))
        refuse_handshake_rate(transport, LIMIT_CONNECT, seconds);
    else
        return true;
    return false;
}

static struct ws_session *create_session(struct server *server, const char *address,
                                         struct transport *transport)
{
    struct ws_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->server = server;
    session->transport = transport;
    snprintf(session->address, sizeof session->address, "%s", address);
    list_init(&session->views);
    list_add(&server->ws_sessions->allocated, &session->allocated);
    ws_session_hold(session); // the session's own reference, released when the client is gone
    return session;
}

struct ws_session *ws_session_open_remote(struct server *server, const struct caller *caller,
                                          const char *address, struct transport *transport)
{
    struct ws_session *session = create_session(server, address, transport);
    if (!session)
        return NULL;
    session->is_remote = true;
    session->caller = *caller;
    session->known = true;
    list_add(&server->ws_sessions->remote, &session->node);
    return session;
}

void ws_session_close_remote(struct ws_session *session)
{
    detach_session(session);
}

struct ws_session *server_websocket(struct server *server, const struct request *request,
                                    struct transport *transport, int64_t now)
{
    server_set_now(server, now);
    if (!check_handshake(server, request, transport))
        return NULL;
    struct ws_session *session = create_session(server, request->address, transport);
    if (!session) {
        refuse_handshake(transport, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    list_add(&server->ws_sessions->all, &session->node);
    metrics_adjust_label(server->metrics, METRIC_CONNECTIONS, CONNECTIONS_WEBSOCKET, 1);
    ws_session_hold(session); // until the caller is known
    accounts_authenticate(server, request->authorization, request->cookie, on_identified, session);
    return session->transport ? session : NULL; // a closed one is freed later
}

void server_websocket_message(struct ws_session *session, const char *bytes, size_t size,
                              int64_t now)
{
    server_set_now(session->server, now);
    assert(session->known);
    metrics_count(session->server->metrics, METRIC_WS_MESSAGES);
    ws_handle_message(session, bytes, size);
}

void server_websocket_pong(struct ws_session *session, int64_t round_trip_ms, int64_t now)
{
    server_set_now(session->server, now);
    const int64_t kernel_ms = session->transport->ops->round_trip(session->transport);
    for (struct list *node = session->views.next; node != &session->views; node = node->next) {
        const struct view *view = LIST_OWNER(node, struct view, node);
        if (view->watcher.side != RK_NO_SIDE)
            round_measure_lag(view->watcher.round, view->watcher.side, round_trip_ms, kernel_ms);
    }
}

void server_websocket_gone(struct ws_session *session, int64_t now)
{
    server_set_now(session->server, now);
    detach_session(session);
}

enum client_rank server_websocket_rank(const struct ws_session *session)
{
    for (struct list *node = session->views.next; node != &session->views; node = node->next) {
        const struct watcher *watcher = &LIST_OWNER(node, struct view, node)->watcher;
        if (watcher->side != RK_NO_SIDE && !round_is_over(watcher->round))
            return CLIENT_PLAYING;
    }
    const bool has_account =
        session->known && session->caller.who.id[0] && session->caller.who.role != ROLE_GUEST;
    return has_account ? CLIENT_KNOWN : CLIENT_ANONYMOUS;
}
