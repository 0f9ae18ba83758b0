/* SPDX-License-Identifier: MIT */
#include "server/socket_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "lobby/rematches.h"
#include "server/socket_output.h"

enum {
    VIEWS_MAX = 16,
    SLOW_BYTES = 64 * 1024, /* a spectator with so much unread skips what happens... */
    FAST_BYTES = 4 * 1024,  /* ...until it has read nearly all, and then sees how it stands */
    CATCH_UP_MS = 1000,
    PING_EVERY_MS = 5000
};

/* Whoever waits for an answer: the socket, and which command it was. */
struct errand {
    struct list node; /* among those of the server */
    struct socket *socket;
    char command[COMMAND_ID_MAX + 1];
    char game[16];
    int64_t since;
    bool is_move;
};

static struct errand *errand_create(struct socket *socket, const char *command, const char *game)
{
    struct errand *errand = calloc(1, sizeof *errand);
    if (!errand) {
        socket_send_refused(socket, command, game, REFUSED_BUSY, NULL);
        return NULL;
    }
    errand->socket = socket;
    snprintf(errand->command, sizeof errand->command, "%s", command ? command : "");
    snprintf(errand->game, sizeof errand->game, "%s", game ? game : "");
    list_add(&socket->server->sockets->errands, &errand->node);
    socket_hold(socket);
    return errand;
}

static void errand_end(struct errand *errand)
{
    list_remove(&errand->node);
    socket_release(errand->socket);
    free(errand);
}

static void wanted_free(struct wanted *wanted)
{
    list_remove(&wanted->node);
    free(wanted);
}

void sockets_forget_errands(struct server *server)
{
    struct list *errands = &server->sockets->errands, *wants = &server->sockets->wants;
    while (!list_is_empty(errands))
        errand_end(LIST_OWNER(errands->next, struct errand, node));
    while (!list_is_empty(wants))
        wanted_free(LIST_OWNER(wants->next, struct wanted, node));
}

/* ---- games on the screen ---- */

static void ping_for_lag(struct socket *socket)
{
    if (socket->server->now - socket->pinged_at < PING_EVERY_MS)
        return;
    socket->pinged_at = socket->server->now;
    socket->transport->ops->ping(socket->transport);
}

static void catch_up_later(struct view *view);

static void catch_up(void *context)
{
    struct view *view = context;
    struct socket *socket = view->socket;
    if (!socket->transport)
        return;
    if (socket->transport->ops->waiting(socket->transport) > FAST_BYTES)
        catch_up_later(view);
    else
        round_send_snapshot(view->watcher.round, &view->watcher);
}

static void catch_up_later(struct view *view)
{
    struct server *server = view->socket->server;
    if (!timer_set(&server->timers, &view->catch_up, server->now + CATCH_UP_MS, catch_up, view))
        socket_close(view->socket, 1011, "out of memory");
}

static void send_to_view(struct watcher *watcher, struct frame *frame)
{
    struct view *view = LIST_OWNER(watcher, struct view, watcher);
    struct socket *socket = view->socket;
    if (!socket->transport)
        return;
    if (watcher->side < 2) {
        socket_send_frame(socket, frame);
        ping_for_lag(socket);
        return;
    }
    if (timer_is_set(&view->catch_up))
        return; // it will see how the game stands then
    if (socket->transport->ops->waiting(socket->transport) > SLOW_BYTES)
        catch_up_later(view);
    else
        socket_send_frame(socket, frame);
}

static struct view *find_view(struct socket *socket, const char *game)
{
    for (struct list *node = socket->views.next; node != &socket->views; node = node->next) {
        struct view *view = LIST_OWNER(node, struct view, node);
        if (!strncmp(round_info(view->watcher.round)->id, game, GAME_ID_SIZE))
            return view;
    }
    return NULL;
}

void view_close(struct view *view, bool on_purpose)
{
    round_unwatch(&view->watcher, on_purpose);
    timer_stop(&view->socket->server->timers, &view->catch_up);
    list_remove(&view->node);
    view->socket->view_count--;
    free(view);
}

static void show_round(struct socket *socket, struct round *round, int64_t since)
{
    struct view *view = calloc(1, sizeof *view);
    if (!view) {
        socket_send_refused(socket, NULL, round_info(round)->id, REFUSED_BUSY, NULL);
        return;
    }
    view->socket = socket;
    view->watcher.side = game_info_side(round_info(round), socket->caller.who.id);
    view->watcher.gets_all_chat = socket->caller.who.role == ROLE_BOT;
    view->watcher.view = VIEW_WIRE;
    view->watcher.send = send_to_view;
    list_add(&socket->views, &view->node);
    socket->view_count++;
    round_watch(round, &view->watcher, since);
}

static void opened(void *context, struct round *round, const char *why)
{
    struct errand *errand = context;
    struct socket *socket = errand->socket;
    struct view *old = round && socket->transport ? find_view(socket, round_info(round)->id) : NULL;
    if (!socket->transport)
        ; // nobody is left to see it
    else if (!round || !round_may_watch(round, socket->caller.who.id))
        // A private game is not even admitted to exist.
        socket_send_refused(socket, NULL, errand->game, REFUSED_NOT_FOUND,
                            round ? "there is no such game" : why);
    else if (socket->view_count >= VIEWS_MAX && !old)
        socket_send_refused(socket, NULL, errand->game, REFUSED_RATE,
                            "a connection shows sixteen games at most");
    else {
        if (old)
            view_close(old, false);
        show_round(socket, round, errand->since);
    }
    errand_end(errand);
}

static void watch(struct socket *socket, const struct message_watch *message)
{
    struct errand *errand = errand_create(socket, NULL, message->game);
    if (!errand)
        return;
    errand->since = message->since == INTEGER_MISSING ? -1 : message->since;
    round_open(socket->server, message->game, opened, errand);
}

static void unwatch(struct socket *socket, const struct message_unwatch *message)
{
    struct view *view = find_view(socket, message->game);
    if (view)
        view_close(view, true);
}

/* ---- playing ---- */

static void say_done(struct socket *socket, const struct errand *errand, const struct reply *reply)
{
    const bool clocked = reply->left[0] != INT64_MAX;
    socket_send_message(
        socket, KIND_OF_message_ack,
        &(struct message_ack){.id = errand->command,
                              .game = errand->game,
                              .version = reply->version,
                              .white = clocked ? reply->left[RK_WHITE] : INTEGER_MISSING,
                              .black = clocked ? reply->left[RK_BLACK] : INTEGER_MISSING});
}

static void say_not_done(struct socket *socket, const struct errand *errand,
                         const struct reply *reply)
{
    socket_send_reply(socket, errand->command, errand->game, reply);
    struct view *view = find_view(socket, errand->game);
    if (reply->refusal == REFUSED_STALE && view)
        round_send_snapshot(view->watcher.round, &view->watcher);
}

/* Legal moves are never too many, for each needs one of the opponent's; what is no such move, or
 * was answered before, is counted like any other message. */
static void count_message(struct socket *socket)
{
    if (bucket_take(&socket->messages, LIMIT_MESSAGE, 1, socket->server->now))
        socket_close(socket, 1008, limit_key(LIMIT_MESSAGE));
}

static void acted(void *context, const struct reply *reply)
{
    struct errand *errand = context;
    if (!errand->socket->transport)
        ; // it will ask again, with the same id
    else if (reply->refusal)
        say_not_done(errand->socket, errand, reply);
    else
        say_done(errand->socket, errand, reply);
    if (errand->is_move && errand->socket->transport && (reply->refusal || reply->again))
        count_message(errand->socket);
    errand_end(errand);
}

/* NULL, or what is wrong with it. */
static const char *read_command(const struct message_act *message, struct command *out)
{
    if (!verb_from_name(message->verb, &out->verb))
        return "there is no such verb";
    if (message->version < 0)
        return "a version is never below 0";
    if (message->seconds != INTEGER_MISSING && message->seconds < 1)
        return "time can be given, not taken";
    if (!*message->id)
        return "a command has an id of its own";
    if (message->room && strcmp(message->room, "players") != 0 &&
        strcmp(message->room, "spectators") != 0)
        return "the rooms are players and spectators";
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

static void refuse_act(struct socket *socket, const struct message_act *message, bool is_move,
                       enum refusal refusal, const char *why)
{
    socket_send_refused(socket, message->id, message->game, refusal, why);
    if (is_move)
        count_message(socket);
}

static void act(struct socket *socket, const struct message_act *message)
{
    struct command command = {.by = socket->caller.who, .address = socket->address};
    struct round *round = round_find(socket->server, message->game);
    const char *fault = read_command(message, &command);
    const bool is_move = command.verb == VERB_MOVE;
    if (fault) {
        refuse_act(socket, message, is_move, REFUSED_SYNTAX, fault);
        return;
    }
    if (!round || !round_may_watch(round, socket->caller.who.id)) {
        refuse_act(socket, message, is_move, REFUSED_NOT_FOUND, "there is no such game going on");
        return;
    }
    struct errand *errand = errand_create(socket, message->id, message->game);
    if (!errand)
        return;
    errand->is_move = is_move;
    round_command(round, &command, acted, errand);
}

static void rematch(struct socket *socket, const struct message_rematch *message)
{
    struct round *round = round_find(socket->server, message->game);
    if (!round || game_info_side(round_info(round), socket->caller.who.id) > 1) {
        socket_send_refused(socket, message->id, message->game, REFUSED_NOT_FOUND,
                            "you have not played that game lately");
        return;
    }
    struct errand *errand = errand_create(socket, message->id, message->game);
    if (!errand)
        return;
    if (message->accept)
        rematch_offer(socket->server, round, &socket->caller.who, acted, errand);
    else
        rematch_decline(socket->server, round, &socket->caller.who, acted, errand);
}

/* ---- finding a game ---- */

static void lobby_found(struct lobby_watcher *watcher, const struct seek *seek)
{
    socket_send_seek(LIST_OWNER(watcher, struct socket, lobby), seek);
}

static void lobby_lost(struct lobby_watcher *watcher, const char *id)
{
    socket_send_message(LIST_OWNER(watcher, struct socket, lobby), KIND_OF_message_lost,
                        &(struct message_lost){.seek = id});
}

static void show_lobby(struct socket *socket, const struct message_lobby *message)
{
    if (socket->in_lobby)
        lobby_unwatch(&socket->lobby);
    socket->in_lobby = message->on;
    socket->lobby = (struct lobby_watcher){.found = lobby_found, .lost = lobby_lost};
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

// What both seeks and challenges say of the game.
static bool make_settings(struct socket *socket, const char *command,
                          const struct game_settings_request *wanted, struct game_settings *out)
{
    char why[200];
    const char *where = "";
    if (game_settings_make(wanted, server_random(socket->server), out, why, sizeof why, &where))
        return true;
    char text[240];
    snprintf(text, sizeof text, "%s: %s", where, why);
    text[199] = '\0';
    socket_send_refused(socket, command, NULL, REFUSED_SYNTAX, text);
    return false;
}

static bool is_somebody(struct socket *socket, const char *command)
{
    if (socket->caller.who.id[0])
        return true;
    socket_send_refused(socket, command, NULL, REFUSED_UNAUTHENTICATED, NULL);
    return false;
}

static void seek_over(void *context, const char *game, const char *why)
{
    (void)game; // the notice of the game's start says it
    (void)why;
    struct wanted *wanted = context;
    if (wanted->socket && wanted->socket->wanted == wanted)
        wanted->socket->wanted = NULL;
    wanted_free(wanted);
}

// The seek stands, was paired at once, or was refused.
static void sought(void *context, const struct reply *reply, const char *id)
{
    struct wanted *wanted = context;
    struct socket *socket = wanted->socket;
    const struct seek *mine = seek_find_by_owner(socket->server, socket->caller.who.id);
    const bool stands = !reply->refusal && mine && !strcmp(mine->id, id);
    if (reply->refusal)
        socket_send_reply(socket, wanted->command, NULL, reply);
    else
        socket_send_ack(socket, wanted->command, id);
    if (stands && socket->transport && socket->wanted == wanted)
        snprintf(wanted->seek, sizeof wanted->seek, "%s", id);
    else {
        if (stands)
            seek_remove(socket->server, id, socket->caller.who.id);
        if (socket->wanted == wanted)
            socket->wanted = NULL;
        wanted_free(wanted);
    }
    socket_release(socket);
}

void socket_cancel_seek(struct socket *socket)
{
    struct wanted *wanted = socket->wanted;
    socket->wanted = NULL;
    // One that is not answered yet is ended by its answer.
    if (!wanted || !wanted->seek[0])
        return;
    seek_remove(socket->server, wanted->seek, socket->caller.who.id);
    wanted_free(wanted);
}

static void seek(struct socket *socket, const struct message_seek *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!is_somebody(socket, message->id) ||
        !make_settings(socket, message->id, &request, &settings))
        return;
    struct wanted *wanted = calloc(1, sizeof *wanted);
    if (!wanted) {
        socket_send_refused(socket, message->id, NULL, REFUSED_BUSY, NULL);
        return;
    }
    socket_cancel_seek(socket);
    wanted->socket = socket;
    snprintf(wanted->command, sizeof wanted->command, "%s", message->id);
    socket->wanted = wanted;
    list_add(&socket->server->sockets->wants, &wanted->node);
    socket_hold(socket);
    seek_add(socket->server,
             &(struct seek_params){.who = &socket->caller.who,
                                   .address = socket->address,
                                   .settings = &settings,
                                   .over = seek_over},
             sought, wanted);
}

static void unseek(struct socket *socket, const struct message_unseek *message)
{
    if (socket->wanted && !strcmp(socket->wanted->seek, message->seek))
        socket_cancel_seek(socket);
    else if (!seek_remove(socket->server, message->seek, socket->caller.who.id))
        socket_send_refused(socket, NULL, NULL, REFUSED_NOT_FOUND, "you have no such seek");
}

static void joined(void *context, const struct reply *reply, const char *id)
{
    struct errand *errand = context;
    if (reply->refusal)
        socket_send_reply(errand->socket, errand->command, NULL, reply);
    else
        socket_send_ack(errand->socket, errand->command, id);
    errand_end(errand);
}

static void join(struct socket *socket, const struct message_join *message)
{
    struct errand *errand =
        is_somebody(socket, message->id) ? errand_create(socket, message->id, NULL) : NULL;
    if (errand)
        seek_accept(socket->server, message->seek, &socket->caller.who, socket->address, joined,
                    errand);
}

static void challenged(void *context, const struct reply *reply, const struct challenge *challenge)
{
    joined(context, reply, challenge ? challenge->id : NULL);
}

static void challenge(struct socket *socket, const struct message_challenge *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!is_somebody(socket, message->id) ||
        !make_settings(socket, message->id, &request, &settings))
        return;
    struct errand *errand = errand_create(socket, message->id, NULL);
    if (errand)
        challenge_create(socket->server,
                         &(struct challenge_params){.by = &socket->caller,
                                                    .address = socket->address,
                                                    .to = message->to,
                                                    .message = message->message,
                                                    .settings = &settings},
                         challenged, errand);
}

static void engine_game_started(void *context, const struct reply *reply, struct round *round)
{
    joined(context, reply, round ? round_info(round)->id : NULL);
}

static void spar(struct socket *socket, const struct message_computer *message)
{
    const struct game_settings_request request = settings_request(
        message->variant, message->fen, message->side, message->clock, false, message->hidden);
    struct game_settings settings;
    if (!is_somebody(socket, message->id) ||
        !make_settings(socket, message->id, &request, &settings))
        return;
    struct errand *errand = errand_create(socket, message->id, NULL);
    if (errand)
        engine_game_start(socket->server,
                          &(struct engine_game_params){.who = &socket->caller.who,
                                                       .address = socket->address,
                                                       .level = message->level,
                                                       .settings = &settings},
                          engine_game_started, errand);
}

static void answer(struct socket *socket, const struct message_answer *message)
{
    struct server *server = socket->server;
    const struct identity *who = &socket->caller.who;
    struct errand *errand =
        is_somebody(socket, message->id) ? errand_create(socket, message->id, NULL) : NULL;
    if (!errand)
        return;
    const struct challenge *found = challenge_find(server, message->challenge);
    if (message->accept)
        challenge_accept(server, message->challenge, who, CHOOSE_RANDOM, challenged, errand);
    else if (found && !strcmp(found->from.id, who->id))
        challenge_cancel(server, message->challenge, who, challenged, errand);
    else
        challenge_decline(server, message->challenge, who,
                          decline_reason_parse(message->reason ? message->reason : ""), challenged,
                          errand);
}

/* ---- all of them ---- */

static void obey_message(struct socket *socket, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_ping:
        socket_send_message(socket, KIND_OF_message_pong,
                            &(struct message_pong){.now = socket->server->now});
        return;
    case KIND_OF_message_watch:
        watch(socket, &message->as.message_watch);
        return;
    case KIND_OF_message_unwatch:
        unwatch(socket, &message->as.message_unwatch);
        return;
    case KIND_OF_message_act:
        act(socket, &message->as.message_act);
        return;
    case KIND_OF_message_lobby:
        show_lobby(socket, &message->as.message_lobby);
        return;
    case KIND_OF_message_games:
        socket_send_running(socket);
        return;
    case KIND_OF_message_seek:
        seek(socket, &message->as.message_seek);
        return;
    case KIND_OF_message_unseek:
        unseek(socket, &message->as.message_unseek);
        return;
    case KIND_OF_message_join:
        join(socket, &message->as.message_join);
        return;
    case KIND_OF_message_challenge:
        challenge(socket, &message->as.message_challenge);
        return;
    case KIND_OF_message_computer:
        spar(socket, &message->as.message_computer);
        return;
    case KIND_OF_message_answer:
        answer(socket, &message->as.message_answer);
        return;
    case KIND_OF_message_rematch:
        rematch(socket, &message->as.message_rematch);
        return;
    default:
        return; // the table lets no other kind come up
    }
}

static bool is_free(const struct message *message)
{
    return message->kind == KIND_OF_message_act &&
           !strcmp(message->as.message_act.verb, verb_name(VERB_MOVE));
}

void socket_handle_message(struct socket *socket, const char *bytes, size_t size)
{
    struct message message;
    rk_fault fault = {0};
    const bool readable = message_read(MESSAGE_UP, bytes, size, &message, &fault) == RK_OK;
    const unsigned wait =
        readable && is_free(&message)
            ? 0
            : bucket_take(&socket->messages, LIMIT_MESSAGE, 1, socket->server->now);
    if (wait)
        socket_close(socket, 1008, limit_key(LIMIT_MESSAGE));
    else if (!readable)
        socket_send_refused(socket, NULL, NULL, REFUSED_SYNTAX, fault.text);
    else
        obey_message(socket, &message);
    if (readable)
        message_fini(&message);
}
