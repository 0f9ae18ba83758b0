/* SPDX-License-Identifier: MIT */
#include "server/ws_commands.h"

#include <stdio.h>
#include <string.h>

#include "cluster/shards.h"
#include "lobby/lobby_replica.h"
#include "lobby/rematches.h"
#include "rounds/round_watch.h"
#include "server/relay.h"
#include "server/ws_correspondence.h"
#include "server/ws_home.h"
#include "server/ws_lobby.h"
#include "server/ws_output.h"
#include "server/ws_pending.h"
#include "server/ws_people.h"
#include "server/ws_pools.h"
#include "server/ws_reviews.h"
#include "server/ws_views.h"
#include "wire/frames.h"

enum { VIEWS_MAX = 16 };

void ws_sessions_cancel_pending(struct server *server)
{
    pending_cancel_all(&server->ws_sessions->pending);
}

/* ---- watching games ---- */

static void on_watch_opened(void *context, struct round *round, const char *why)
{
    struct pending_command *command = context;
    struct ws_session *session = command->session;
    struct view *existing =
        round && session->transport ? view_find(session, round_info(round)->id) : NULL;
    if (!session->transport)
        ; // the client is gone
    else if (!round || !round_may_watch(round, session->caller.who.id))
        // Don't reveal that a private game exists.
        ws_send_refused(session, NULL, command->game, REFUSED_NOT_FOUND,
                        round ? ROUND_NOT_FOUND : why);
    else if (session->view_count >= VIEWS_MAX && !existing)
        ws_send_refused(session, NULL, command->game, REFUSED_RATE,
                        "too many games: a connection can watch 16");
    else {
        if (existing)
            view_close(existing, false);
        view_open(session, round, command->since, command->preview);
    }
    pending_destroy(&command->pending);
}

static void handle_watch(struct ws_session *session, const struct message_watch *message)
{
    struct pending_command *command = ws_pending_create(session, NULL, message->game);
    if (!command)
        return;
    command->since = message->since == INTEGER_MISSING ? -1 : message->since;
    command->preview = message->preview;
    rounds_open(session->server, message->game, on_watch_opened, command);
}

static void handle_unwatch(struct ws_session *session, const struct message_unwatch *message)
{
    struct view *view = view_find(session, message->game);
    if (view)
        view_close(view, true);
}

/* ---- playing ---- */

static void send_command_ack(const struct pending_command *command, const struct reply *reply)
{
    const bool clocked = reply->left[0] != INT64_MAX;
    ws_send_message(
        command->session, KIND_OF_message_ack,
        &(struct message_ack){.id = command->id,
                              .game = command->game,
                              .version = reply->version,
                              .white_ms = clocked ? reply->left[RK_WHITE] : INTEGER_MISSING,
                              .black_ms = clocked ? reply->left[RK_BLACK] : INTEGER_MISSING});
}

static void send_command_refused(const struct pending_command *command, const struct reply *reply)
{
    ws_send_reply(command->session, command->id, command->game, reply);
    struct view *view = view_find(command->session, command->game);
    // A replica may be behind the client, and then has nothing to send but later events.
    if (reply->refusal == REFUSED_STALE && view &&
        round_version(view->watcher.round) >= reply->version)
        watcher_send_snapshot(&view->watcher);
}

/* Returns the milliseconds to wait; 0: the message is within the limit. */
static unsigned take_message(struct ws_session *session)
{
    const struct server *server = session->server;
    return server->config.unlimited
               ? 0
               : bucket_take(&session->messages, LIMIT_MESSAGE, 1, server->now);
}

/* Legal moves are not limited: each waits for the opponent's. A move that is refused or repeated
 * counts like any other message. */
static void count_message(struct ws_session *session)
{
    if (take_message(session))
        ws_close(session, CLOSE_POLICY, limit_key(LIMIT_MESSAGE));
}

static void on_command_done(void *context, const struct reply *reply)
{
    struct pending_command *command = context;
    struct ws_session *session = command->session;
    if (!session->transport)
        ; // the client sends the command again, with the same id
    else if (reply->refusal)
        send_command_refused(command, reply);
    else
        send_command_ack(command, reply);
    if (command->is_move && session->transport && (reply->refusal || reply->repeated))
        count_message(session);
    pending_destroy(&command->pending);
}

/* Returns NULL, or what is wrong with it. */
static const char *read_command(const struct message_act *message, struct command *out)
{
    if (!verb_from_name(message->verb, &out->verb))
        return "unknown verb";
    if (message->version < 0)
        return "version must not be negative";
    if (message->seconds != INTEGER_MISSING && message->seconds < 1)
        return "seconds must be positive";
    if (!*message->id)
        return "a command needs an id";
    if (message->room && strcmp(message->room, "players") != 0 &&
        strcmp(message->room, "spectators") != 0)
        return "room must be players or spectators";
    snprintf(out->request, sizeof out->request, "%s", message->id);
    snprintf(out->move, sizeof out->move, "%s", message->move ? message->move : "");
    snprintf(out->text, sizeof out->text, "%s", message->text ? message->text : "");
    out->version = message->version;
    out->offers_draw = message->draw;
    out->seconds = message->seconds > 0 ? (unsigned)message->seconds : 0;
    out->room =
        message->room && !strcmp(message->room, "spectators") ? ROOM_SPECTATORS : ROOM_PLAYERS;
    return NULL;
}

static void refuse_command(struct ws_session *session, const struct message_act *message,
                           bool is_move, enum refusal refusal, const char *why)
{
    ws_send_refused(session, message->id, message->game, refusal, why);
    if (is_move)
        count_message(session);
}

/* By name, since an unknown verb leaves the command's verb at its default. */
static bool is_move_command(const struct message_act *message)
{
    return !strcmp(message->verb, verb_name(VERB_MOVE));
}

static void handle_act(struct ws_session *session, const struct message_act *message)
{
    struct command command = {
        .by = session->caller.who, .kid = session->caller.kid, .address = session->address};
    struct round *round = rounds_find(session->server, message->game);
    const char *fault = read_command(message, &command);
    const bool is_move = is_move_command(message);
    if (fault) {
        refuse_command(session, message, is_move, REFUSED_SYNTAX, fault);
        return;
    }
    if (!round || !round_may_watch(round, session->caller.who.id)) {
        refuse_command(session, message, is_move, REFUSED_NOT_FOUND, "no such game is running");
        return;
    }
    struct pending_command *pending = ws_pending_create(session, message->id, message->game);
    if (!pending)
        return;
    pending->is_move = is_move;
    round_command(round, &command, on_command_done, pending);
}

static void on_rematch_opened(void *context, struct round *round, const char *why)
{
    (void)why;
    struct pending_command *command = context;
    struct ws_session *session = command->session;
    const struct identity *who = &session->caller.who;
    if (!round || game_info_side(round_info(round), who->id) == RK_NO_SIDE) {
        ws_send_refused(session, command->id, command->game, REFUSED_NOT_FOUND,
                        "you have not played that game recently");
        pending_destroy(&command->pending);
    } else if (command->accepts)
        rematch_offer(session->server, round, who, on_command_done, command);
    else
        rematch_decline(session->server, round, who, on_command_done, command);
}

/* The owner of the lobby may not be the node that runs the game. */
static void handle_rematch(struct ws_session *session, const struct message_rematch *message)
{
    struct round *round = rounds_find(session->server, message->game);
    struct pending_command *command = ws_pending_create(session, message->id, message->game);
    if (!command)
        return;
    command->accepts = message->accept;
    if (round || shard_of_game_is_ours(session->server, message->game))
        on_rematch_opened(command, round, NULL);
    else
        rounds_open(session->server, message->game, on_rematch_opened, command);
}

/* ---- dispatching ---- */

/* What a home page shows: seeks, games, TV, leaderboards, results. */
static void dispatch_overview(struct ws_session *session, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_lobby:
        ws_handle_lobby(session, &message->as.message_lobby);
        return;
    case KIND_OF_message_games:
        ws_send_running(session);
        return;
    case KIND_OF_message_tv:
        ws_handle_tv(session, &message->as.message_tv);
        return;
    case KIND_OF_message_people:
    case KIND_OF_message_away:
        ws_handle_presence(session, message);
        return;
    case KIND_OF_message_leaderboard:
        ws_handle_leaderboard(session, &message->as.message_leaderboard);
        return;
    case KIND_OF_message_review:
        ws_handle_review(session, &message->as.message_review);
        return;
    case KIND_OF_message_results:
        ws_handle_results(session, &message->as.message_results);
        return;
    default:
        return; // message_read() returns no other kind
    }
}

/* Messages about games that have not begun. */
static void dispatch_pairing(struct ws_session *session, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_seek:
        ws_handle_seek(session, &message->as.message_seek);
        return;
    case KIND_OF_message_unseek:
        ws_handle_unseek(session, &message->as.message_unseek);
        return;
    case KIND_OF_message_join:
        ws_handle_join(session, &message->as.message_join);
        return;
    case KIND_OF_message_pool:
        ws_handle_pool(session, &message->as.message_pool);
        return;
    case KIND_OF_message_unpool:
        ws_handle_unpool(session, &message->as.message_unpool);
        return;
    case KIND_OF_message_challenge:
        ws_handle_challenge(session, &message->as.message_challenge);
        return;
    case KIND_OF_message_computer:
        ws_handle_computer(session, &message->as.message_computer);
        return;
    case KIND_OF_message_answer:
        ws_handle_answer(session, &message->as.message_answer);
        return;
    case KIND_OF_message_rematch:
        handle_rematch(session, &message->as.message_rematch);
        return;
    default:
        dispatch_overview(session, message);
    }
}

static void dispatch_message(struct ws_session *session, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_ping:
        ws_send_message(session, KIND_OF_message_pong,
                        &(struct message_pong){.now = server_date(session->server)});
        return;
    case KIND_OF_message_watch:
        handle_watch(session, &message->as.message_watch);
        return;
    case KIND_OF_message_unwatch:
        handle_unwatch(session, &message->as.message_unwatch);
        return;
    case KIND_OF_message_act:
        handle_act(session, &message->as.message_act);
        return;
    case KIND_OF_message_conditional:
        ws_handle_conditional(session, &message->as.message_conditional);
        return;
    case KIND_OF_message_vacation:
        ws_handle_vacation(session, &message->as.message_vacation);
        return;
    default:
        dispatch_pairing(session, message);
    }
}

/* Whether it is a command of the lobby, which runs on the node that owns the lobby. Sets the id of
 * the command; NULL if it has none. */
static bool is_lobby_command(const struct message *message, const char **id)
{
    *id = NULL;
    switch (message->kind) {
    case KIND_OF_message_seek:
        *id = message->as.message_seek.id;
        return true;
    case KIND_OF_message_unseek:
        return true;
    case KIND_OF_message_join:
        *id = message->as.message_join.id;
        return true;
    case KIND_OF_message_pool:
        *id = message->as.message_pool.id;
        return true;
    case KIND_OF_message_unpool:
        *id = message->as.message_unpool.id;
        return true;
    case KIND_OF_message_challenge:
        *id = message->as.message_challenge.id;
        return true;
    case KIND_OF_message_computer:
        *id = message->as.message_computer.id;
        return true;
    case KIND_OF_message_answer:
        *id = message->as.message_answer.id;
        return true;
    case KIND_OF_message_rematch:
        *id = message->as.message_rematch.id;
        return true;
    default:
        return false;
    }
}

void ws_execute_command(struct ws_session *session, const char *bytes, size_t size)
{
    struct message message;
    const char *id;
    if (message_read(MESSAGE_TO_SERVER, bytes, size, &message, NULL))
        return;
    if (is_lobby_command(&message, &id))
        dispatch_pairing(session, &message);
    message_fini(&message);
}

/* A move is counted against LIMIT_MESSAGE only after its outcome is known: see count_message(). */
static bool is_counted_later(const struct message *message)
{
    return message->kind == KIND_OF_message_act && is_move_command(&message->as.message_act);
}

/* The id, if it can be read, lets the client tell which command was refused. */
static void refuse_unreadable(struct ws_session *session, const char *bytes, size_t size,
                              const char *why)
{
    char id[COMMAND_ID_MAX + 1];
    const bool has_id = message_read_id(bytes, size, id, sizeof id);
    ws_send_refused(session, has_id ? id : NULL, NULL, REFUSED_SYNTAX, why);
}

void ws_handle_message(struct ws_session *session, const char *bytes, size_t size)
{
    struct message message;
    const char *id;
    rk_fault fault = {0};
    const bool readable = message_read(MESSAGE_TO_SERVER, bytes, size, &message, &fault) == RK_OK;
    const unsigned wait = readable && is_counted_later(&message) ? 0 : take_message(session);
    if (wait)
        ws_close(session, CLOSE_POLICY, limit_key(LIMIT_MESSAGE));
    else if (!readable)
        refuse_unreadable(session, bytes, size, fault.text);
    else {
        ws_touch_presence(session, message.kind);
        if (is_lobby_command(&message, &id) && !lobby_is_local(session->server))
            relay_command(session, message.kind, id, bytes, size);
        else
            dispatch_message(session, &message);
    }
    if (readable)
        message_fini(&message);
}
