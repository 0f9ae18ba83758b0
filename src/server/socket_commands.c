/* SPDX-License-Identifier: MIT */
#include "server/socket_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "lobby/rematches.h"
#include "rounds/round_watch.h"
#include "server/socket_output.h"
#include "server/socket_views.h"
#include "wire/frames.h"

enum { VIEWS_MAX = 16 };

/* A command that awaits its answer. */
struct pending_command {
    struct pending_request pending; /* internal */
    struct socket *socket;          /* held */
    char id[COMMAND_ID_MAX + 1];
    char game[16];
    int64_t since; /* of a watch message */
    bool is_move;
};

static void release_command(struct pending_request *request)
{
    socket_release(LIST_OWNER(request, struct pending_command, pending)->socket);
}

static struct pending_command *create_command(struct socket *socket, const char *id,
                                              const char *game)
{
    struct pending_command *command =
        pending_create(&socket->server->sockets->pending, sizeof *command);
    if (!command) {
        socket_send_refused(socket, id, game, REFUSED_BUSY, NULL);
        return NULL;
    }
    command->pending.internal = true;
    command->pending.release = release_command;
    command->socket = socket;
    snprintf(command->id, sizeof command->id, "%s", id ? id : "");
    snprintf(command->game, sizeof command->game, "%s", game ? game : "");
    socket_hold(socket);
    return command;
}

void sockets_cancel_pending(struct server *server)
{
    pending_cancel_all(&server->sockets->pending);
}

/* ---- showing games ---- */

static void on_watch_opened(void *context, struct round *round, const char *why)
{
    struct pending_command *command = context;
    struct socket *socket = command->socket;
    struct view *former =
        round && socket->transport ? view_find(socket, round_info(round)->id) : NULL;
    if (!socket->transport)
        ; // the client is gone
    else if (!round || !round_may_watch(round, socket->caller.who.id))
        // Don't reveal that a private game exists.
        socket_send_refused(socket, NULL, command->game, REFUSED_NOT_FOUND,
                            round ? ROUND_NOT_FOUND : why);
    else if (socket->view_count >= VIEWS_MAX && !former)
        socket_send_refused(socket, NULL, command->game, REFUSED_RATE,
                            "too many games: a connection can watch 16");
    else {
        if (former)
            view_close(former, false);
        view_open(socket, round, command->since);
    }
    pending_destroy(&command->pending);
}

static void handle_watch(struct socket *socket, const struct message_watch *message)
{
    struct pending_command *command = create_command(socket, NULL, message->game);
    if (!command)
        return;
    command->since = message->since == INTEGER_MISSING ? -1 : message->since;
    rounds_open(socket->server, message->game, on_watch_opened, command);
}

static void handle_unwatch(struct socket *socket, const struct message_unwatch *message)
{
    struct view *view = view_find(socket, message->game);
    if (view)
        view_close(view, true);
}

/* ---- playing ---- */

static void send_done(const struct pending_command *command, const struct reply *reply)
{
    const bool clocked = reply->left[0] != INT64_MAX;
    socket_send_message(
        command->socket, KIND_OF_message_ack,
        &(struct message_ack){.id = command->id,
                              .game = command->game,
                              .version = reply->version,
                              .white = clocked ? reply->left[RK_WHITE] : INTEGER_MISSING,
                              .black = clocked ? reply->left[RK_BLACK] : INTEGER_MISSING});
}

static void send_not_done(const struct pending_command *command, const struct reply *reply)
{
    socket_send_reply(command->socket, command->id, command->game, reply);
    struct view *view = view_find(command->socket, command->game);
    if (reply->refusal == REFUSED_STALE && view)
        round_send_snapshot(&view->watcher);
}

/* Legal moves are not limited: each waits for the opponent's. Moves that were refused, or done
 * before, count like any other message. */
static void count_message(struct socket *socket)
{
    if (bucket_take(&socket->messages, LIMIT_MESSAGE, 1, socket->server->now))
        socket_close(socket, CLOSE_POLICY, limit_key(LIMIT_MESSAGE));
}

static void on_command_done(void *context, const struct reply *reply)
{
    struct pending_command *command = context;
    struct socket *socket = command->socket;
    if (!socket->transport)
        ; // the client sends it again, with the same id
    else if (reply->refusal)
        send_not_done(command, reply);
    else
        send_done(command, reply);
    if (command->is_move && socket->transport && (reply->refusal || reply->again))
        count_message(socket);
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

static void refuse_command(struct socket *socket, const struct message_act *message, bool is_move,
                           enum refusal refusal, const char *why)
{
    socket_send_refused(socket, message->id, message->game, refusal, why);
    if (is_move)
        count_message(socket);
}

static void handle_act(struct socket *socket, const struct message_act *message)
{
    struct command command = {.by = socket->caller.who, .address = socket->address};
    struct round *round = rounds_find(socket->server, message->game);
    const char *fault = read_command(message, &command);
    const bool is_move = command.verb == VERB_MOVE;
    if (fault) {
        refuse_command(socket, message, is_move, REFUSED_SYNTAX, fault);
        return;
    }
    if (!round || !round_may_watch(round, socket->caller.who.id)) {
        refuse_command(socket, message, is_move, REFUSED_NOT_FOUND, "no such game is being played");
        return;
    }
    struct pending_command *pending = create_command(socket, message->id, message->game);
    if (!pending)
        return;
    pending->is_move = is_move;
    round_command(round, &command, on_command_done, pending);
}

static void handle_rematch(struct socket *socket, const struct message_rematch *message)
{
    struct round *round = rounds_find(socket->server, message->game);
    if (!round || game_info_side(round_info(round), socket->caller.who.id) == RK_NO_SIDE) {
        socket_send_refused(socket, message->id, message->game, REFUSED_NOT_FOUND,
                            "you have not played that game recently");
        return;
    }
    struct pending_command *command = create_command(socket, message->id, message->game);
    if (!command)
        return;
    if (message->accept)
        rematch_offer(socket->server, round, &socket->caller.who, on_command_done, command);
    else
        rematch_decline(socket->server, round, &socket->caller.who, on_command_done, command);
}

/* ---- seeks and challenges ---- */

static void lobby_found(struct lobby_watcher *watcher, const struct seek *seek)
{
    socket_send_seek(LIST_OWNER(watcher, struct socket, lobby), seek);
}

static void lobby_lost(struct lobby_watcher *watcher, const char *id)
{
    socket_send_message(LIST_OWNER(watcher, struct socket, lobby), KIND_OF_message_lost,
                        &(struct message_lost){.seek = id});
}

static void handle_lobby(struct socket *socket, const struct message_lobby *message)
{
    if (socket->in_lobby)
        lobby_unwatch(&socket->lobby);
    socket->in_lobby = message->on;
    socket->lobby = (struct lobby_watcher){.on_added = lobby_found, .on_removed = lobby_lost};
    if (message->on)
        lobby_watch(socket->server, &socket->lobby);
}

static struct game_settings_request settings_request(const char *variant, const char *fen,
                                                     const char *side, const char *clock,
                                                     bool rated, bool hidden)
{
    return (struct game_settings_request){.variant = variant,
                                          .fen = fen,
                                          .side = side,
                                          .clock = clock,
                                          .limit = -1,
                                          .increment = -1,
                                          .days = -1,
                                          .rated = rated,
                                          .hidden = hidden};
}

// Seeks, challenges and games against the computer have the same settings.
static bool read_settings(struct socket *socket, const char *command,
                          const struct game_settings_request *request, struct game_settings *out)
{
    char why[200];
    const char *where = "";
    if (game_settings_make(request, server_random(socket->server), out, why, sizeof why, &where))
        return true;
    char text[240];
    snprintf(text, sizeof text, "%s: %s", where, why);
    text[199] = '\0';
    socket_send_refused(socket, command, NULL, REFUSED_SYNTAX, text);
    return false;
}

static bool check_identity(struct socket *socket, const char *command)
{
    if (socket->caller.who.id[0])
        return true;
    socket_send_refused(socket, command, NULL, REFUSED_UNAUTHENTICATED, NULL);
    return false;
}

static void on_seek_end(void *context, const char *game, const char *why)
{
    (void)game; // the socket is notified of the game
    (void)why;
    struct socket_seek *seek = context;
    if (seek->socket->seek == seek)
        seek->socket->seek = NULL;
    pending_destroy(&seek->pending);
}

// The seek is open, was paired at once, or was refused.
static void on_seek_added(void *context, const struct reply *reply, const char *id)
{
    struct socket_seek *seek = context;
    struct socket *socket = seek->socket;
    const struct seek *own = seek_find_by_owner(socket->server, socket->caller.who.id);
    const bool is_open = !reply->refusal && own && !strcmp(own->id, id);
    if (reply->refusal)
        socket_send_reply(socket, seek->command, NULL, reply);
    else
        socket_send_ack(socket, seek->command, id);
    if (is_open && socket->transport && socket->seek == seek)
        snprintf(seek->seek, sizeof seek->seek, "%s", id);
    else {
        if (is_open)
            seek_remove(socket->server, id, socket->caller.who.id);
        if (socket->seek == seek)
            socket->seek = NULL;
        pending_destroy(&seek->pending);
    }
    socket_release(socket);
}

void socket_cancel_seek(struct socket *socket)
{
    struct socket_seek *seek = socket->seek;
    socket->seek = NULL;
    // If it has not been answered, on_seek_added() cancels it.
    if (!seek || !seek->seek[0])
        return;
    seek_remove(socket->server, seek->seek, socket->caller.who.id);
    pending_destroy(&seek->pending);
}

static void handle_seek(struct socket *socket, const struct message_seek *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!check_identity(socket, message->id) ||
        !read_settings(socket, message->id, &request, &settings))
        return;
    struct socket_seek *seek = pending_create(&socket->server->sockets->pending, sizeof *seek);
    if (!seek) {
        socket_send_refused(socket, message->id, NULL, REFUSED_BUSY, NULL);
        return;
    }
    socket_cancel_seek(socket);
    seek->pending.internal = true;
    seek->socket = socket;
    snprintf(seek->command, sizeof seek->command, "%s", message->id);
    socket->seek = seek;
    socket_hold(socket);
    seek_add(socket->server,
             &(struct seek_params){.who = &socket->caller.who,
                                   .address = socket->address,
                                   .settings = &settings,
                                   .on_end = on_seek_end},
             on_seek_added, seek);
}

static void handle_unseek(struct socket *socket, const struct message_unseek *message)
{
    if (socket->seek && !strcmp(socket->seek->seek, message->seek))
        socket_cancel_seek(socket);
    else if (!seek_remove(socket->server, message->seek, socket->caller.who.id))
        socket_send_refused(socket, NULL, NULL, REFUSED_NOT_FOUND, "you have no such seek");
}

/* A game, a seek or a challenge was created, or the command was refused. */
static void on_created(void *context, const struct reply *reply, const char *id)
{
    struct pending_command *command = context;
    if (reply->refusal)
        socket_send_reply(command->socket, command->id, NULL, reply);
    else
        socket_send_ack(command->socket, command->id, id);
    pending_destroy(&command->pending);
}

static void handle_join(struct socket *socket, const struct message_join *message)
{
    struct pending_command *command =
        check_identity(socket, message->id) ? create_command(socket, message->id, NULL) : NULL;
    if (command)
        seek_accept(socket->server, message->seek, &socket->caller.who, socket->address, on_created,
                    command);
}

static void on_challenge_done(void *context, const struct reply *reply,
                              const struct challenge *challenge)
{
    on_created(context, reply, challenge ? challenge->id : NULL);
}

static void handle_challenge(struct socket *socket, const struct message_challenge *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!check_identity(socket, message->id) ||
        !read_settings(socket, message->id, &request, &settings))
        return;
    struct pending_command *command = create_command(socket, message->id, NULL);
    if (command)
        challenge_create(socket->server,
                         &(struct challenge_params){.by = &socket->caller,
                                                    .address = socket->address,
                                                    .to = message->to,
                                                    .message = message->message,
                                                    .settings = &settings},
                         on_challenge_done, command);
}

static void on_engine_game_started(void *context, const struct reply *reply, struct round *round)
{
    on_created(context, reply, round ? round_info(round)->id : NULL);
}

static void handle_computer(struct socket *socket, const struct message_computer *message)
{
    const struct game_settings_request request = settings_request(
        message->variant, message->fen, message->side, message->clock, false, message->hidden);
    struct game_settings settings;
    if (!check_identity(socket, message->id) ||
        !read_settings(socket, message->id, &request, &settings))
        return;
    struct pending_command *command = create_command(socket, message->id, NULL);
    if (command)
        engine_game_start(socket->server,
                          &(struct engine_game_params){.who = &socket->caller.who,
                                                       .address = socket->address,
                                                       .level = message->level,
                                                       .settings = &settings},
                          on_engine_game_started, command);
}

static void handle_answer(struct socket *socket, const struct message_answer *message)
{
    struct server *server = socket->server;
    const struct identity *who = &socket->caller.who;
    struct pending_command *command =
        check_identity(socket, message->id) ? create_command(socket, message->id, NULL) : NULL;
    if (!command)
        return;
    const struct challenge *found = challenge_find(server, message->challenge);
    if (message->accept)
        challenge_accept(server, message->challenge, who, CHOOSE_RANDOM, on_challenge_done,
                         command);
    else if (found && !strcmp(found->from.id, who->id))
        challenge_cancel(server, message->challenge, who, on_challenge_done, command);
    else
        challenge_decline(server, message->challenge, who,
                          decline_reason_parse(message->reason ? message->reason : ""),
                          on_challenge_done, command);
}

/* ---- dispatching ---- */

static void dispatch_message(struct socket *socket, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_ping:
        socket_send_message(socket, KIND_OF_message_pong,
                            &(struct message_pong){.now = socket->server->now});
        return;
    case KIND_OF_message_watch:
        handle_watch(socket, &message->as.message_watch);
        return;
    case KIND_OF_message_unwatch:
        handle_unwatch(socket, &message->as.message_unwatch);
        return;
    case KIND_OF_message_act:
        handle_act(socket, &message->as.message_act);
        return;
    case KIND_OF_message_lobby:
        handle_lobby(socket, &message->as.message_lobby);
        return;
    case KIND_OF_message_games:
        socket_send_running(socket);
        return;
    case KIND_OF_message_seek:
        handle_seek(socket, &message->as.message_seek);
        return;
    case KIND_OF_message_unseek:
        handle_unseek(socket, &message->as.message_unseek);
        return;
    case KIND_OF_message_join:
        handle_join(socket, &message->as.message_join);
        return;
    case KIND_OF_message_challenge:
        handle_challenge(socket, &message->as.message_challenge);
        return;
    case KIND_OF_message_computer:
        handle_computer(socket, &message->as.message_computer);
        return;
    case KIND_OF_message_answer:
        handle_answer(socket, &message->as.message_answer);
        return;
    case KIND_OF_message_rematch:
        handle_rematch(socket, &message->as.message_rematch);
        return;
    default:
        return; // message_read() returns no other kind
    }
}
/* Whether it does not count against LIMIT_MESSAGE yet: see count_message(). */
static bool is_unlimited(const struct message *message)
{
    return message->kind == KIND_OF_message_act &&
           !strcmp(message->as.message_act.verb, verb_name(VERB_MOVE));
}

void socket_handle_message(struct socket *socket, const char *bytes, size_t size)
{
    struct message message;
    rk_fault fault = {0};
    const bool readable = message_read(MESSAGE_TO_SERVER, bytes, size, &message, &fault) == RK_OK;
    const unsigned wait =
        readable && is_unlimited(&message)
            ? 0
            : bucket_take(&socket->messages, LIMIT_MESSAGE, 1, socket->server->now);
    if (wait)
        socket_close(socket, CLOSE_POLICY, limit_key(LIMIT_MESSAGE));

    else if (!readable)
        socket_send_refused(socket, NULL, NULL, REFUSED_SYNTAX, fault.text);
    else
        dispatch_message(socket, &message);
    if (readable)
        message_fini(&message);
}
