/* SPDX-License-Identifier: MIT */
#include "server/ws_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "lobby/rematches.h"
#include "rounds/round_watch.h"
#include "server/ws_correspondence.h"
#include "server/ws_home.h"
#include "server/ws_output.h"
#include "server/ws_people.h"
#include "server/ws_pools.h"
#include "server/ws_views.h"
#include "wire/frames.h"

enum { VIEWS_MAX = 16 };

/* A command that awaits its answer. */
struct pending_command {
    struct pending_request pending; /* internal */
    struct ws_session *session;     /* held */
    char id[COMMAND_ID_MAX + 1];
    char game[16];
    int64_t since; /* of a watch message */
    bool is_move;
};

static void release_command(struct pending_request *request)
{
    ws_session_release(LIST_OWNER(request, struct pending_command, pending)->session);
}

static struct pending_command *create_command(struct ws_session *session, const char *id,
                                              const char *game)
{
    struct pending_command *command =
        pending_create(&session->server->ws_sessions->pending, sizeof *command);
    if (!command) {
        ws_send_refused(session, id, game, REFUSED_BUSY, NULL);
        return NULL;
    }
    command->pending.internal = true;
    command->pending.release = release_command;
    command->session = session;
    snprintf(command->id, sizeof command->id, "%s", id ? id : "");
    snprintf(command->game, sizeof command->game, "%s", game ? game : "");
    ws_session_hold(session);
    return command;
}

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
        view_open(session, round, command->since);
    }
    pending_destroy(&command->pending);
}

static void handle_watch(struct ws_session *session, const struct message_watch *message)
{
    struct pending_command *command = create_command(session, NULL, message->game);
    if (!command)
        return;
    command->since = message->since == INTEGER_MISSING ? -1 : message->since;
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
                              .white = clocked ? reply->left[RK_WHITE] : INTEGER_MISSING,
                              .black = clocked ? reply->left[RK_BLACK] : INTEGER_MISSING});
}

static void send_command_refused(const struct pending_command *command, const struct reply *reply)
{
    ws_send_reply(command->session, command->id, command->game, reply);
    struct view *view = view_find(command->session, command->game);
    if (reply->refusal == REFUSED_STALE && view)
        watcher_send_snapshot(&view->watcher);
}

/* Legal moves are not limited: each waits for the opponent's. A move that is refused or repeated
 * counts like any other message. */
static void count_message(struct ws_session *session)
{
    if (bucket_take(&session->messages, LIMIT_MESSAGE, 1, session->server->now))
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
    struct pending_command *pending = create_command(session, message->id, message->game);
    if (!pending)
        return;
    pending->is_move = is_move;
    round_command(round, &command, on_command_done, pending);
}

static void handle_rematch(struct ws_session *session, const struct message_rematch *message)
{
    struct round *round = rounds_find(session->server, message->game);
    if (!round || game_info_side(round_info(round), session->caller.who.id) == RK_NO_SIDE) {
        ws_send_refused(session, message->id, message->game, REFUSED_NOT_FOUND,
                        "you have not played that game recently");
        return;
    }
    struct pending_command *command = create_command(session, message->id, message->game);
    if (!command)
        return;
    if (message->accept)
        rematch_offer(session->server, round, &session->caller.who, on_command_done, command);
    else
        rematch_decline(session->server, round, &session->caller.who, on_command_done, command);
}

/* ---- seeks and challenges ---- */

static void on_lobby_seek_added(struct lobby_watcher *watcher, const struct seek *seek)
{
    ws_send_seek(LIST_OWNER(watcher, struct ws_session, lobby), seek);
}

static void on_lobby_seek_removed(struct lobby_watcher *watcher, const char *id)
{
    ws_send_message(LIST_OWNER(watcher, struct ws_session, lobby), KIND_OF_message_lost,
                    &(struct message_lost){.seek = id});
}

static void handle_lobby(struct ws_session *session, const struct message_lobby *message)
{
    if (session->in_lobby)
        lobby_unwatch(&session->lobby);
    ws_watch_pools(session, message->on);
    session->in_lobby = message->on;
    session->lobby = (struct lobby_watcher){.who = session->caller.who.id,
                                            .on_added = on_lobby_seek_added,
                                            .on_removed = on_lobby_seek_removed};
    if (message->on)
        lobby_watch(session->server, &session->lobby);
}

/* ---- TV ---- */

static void send_featured(struct ws_session *session, enum tv_channel channel)
{
    const struct tv_feature *feature = tv_feature(session->server, channel);
    const bool has_game = *feature->game;
    ws_send_message(
        session, KIND_OF_message_featured,
        &(struct message_featured){.channel = tv_channel_key(channel),
                                   .game = has_game ? feature->game : NULL,
                                   .orientation = has_game ? rk_side_name(feature->side) : NULL});
}

static void on_featured(struct tv_listener *listener, enum tv_channel channel, struct round *round)
{
    (void)round;
    send_featured(LIST_OWNER(listener, struct ws_session, tv), channel);
}

static void handle_tv(struct ws_session *session, const struct message_tv *message)
{
    enum tv_channel channel;
    if (!tv_channel_parse(message->channel, &channel)) {
        ws_send_refused(session, NULL, NULL, REFUSED_NOT_FOUND, "no such TV channel");
        return;
    }
    const unsigned channels = session->tv.channels & ~(1U << channel);
    tv_leave(&session->tv);
    session->tv = (struct tv_listener){.channels = channels | (unsigned)message->on << channel,
                                       .featured = on_featured};
    if (session->tv.channels)
        tv_listen(session->server, &session->tv);
    if (message->on)
        send_featured(session, channel);
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
static bool read_settings(struct ws_session *session, const char *command,
                          const struct game_settings_request *request, struct game_settings *out)
{
    char why[200];
    const char *where = "";
    if (game_settings_make(request, server_random(session->server), out, why, sizeof why, &where))
        return true;
    char text[240];
    snprintf(text, sizeof text, "%s: %s", where, why);
    text[199] = '\0';
    ws_send_refused(session, command, NULL, REFUSED_SYNTAX, text);
    return false;
}

static bool check_identity(struct ws_session *session, const char *command)
{
    if (session->caller.who.id[0])
        return true;
    ws_send_refused(session, command, NULL, REFUSED_UNAUTHENTICATED, NULL);
    return false;
}

static void on_seek_end(void *context, const char *game, const char *why)
{
    (void)game; // a notice tells the client about the game
    (void)why;
    struct ws_seek *seek = context;
    if (seek->session->seek == seek)
        seek->session->seek = NULL;
    pending_destroy(&seek->pending);
}

// The seek is open, was paired at once, or was refused.
static void on_seek_added(void *context, const struct reply *reply, const char *id)
{
    struct ws_seek *seek = context;
    struct ws_session *session = seek->session;
    const struct seek *own = seek_find_by_owner(session->server, session->caller.who.id);
    const bool is_open = !reply->refusal && own && !strcmp(own->id, id);
    if (reply->refusal)
        ws_send_reply(session, seek->command, NULL, reply);
    else
        ws_send_ack(session, seek->command, id);
    if (is_open && session->transport) {
        ws_cancel_seek(session); // one whose game was starting when this one replaced it
        snprintf(seek->seek, sizeof seek->seek, "%s", id);
        session->seek = seek;
    } else {
        if (is_open)
            seek_remove(session->server, id, session->caller.who.id);
        pending_destroy(&seek->pending);
    }
    ws_session_release(session);
}

void ws_cancel_seek(struct ws_session *session)
{
    struct ws_seek *seek = session->seek;
    session->seek = NULL;
    if (!seek)
        return;
    seek_remove(session->server, seek->seek, session->caller.who.id);
    pending_destroy(&seek->pending);
}

static void handle_seek(struct ws_session *session, const struct message_seek *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!check_identity(session, message->id) ||
        !read_settings(session, message->id, &request, &settings))
        return;
    struct ws_seek *seek = pending_create(&session->server->ws_sessions->pending, sizeof *seek);
    if (!seek) {
        ws_send_refused(session, message->id, NULL, REFUSED_BUSY, NULL);
        return;
    }
    seek->pending.internal = true;
    seek->session = session;
    snprintf(seek->command, sizeof seek->command, "%s", message->id);
    ws_session_hold(session); // the standing seek stays until this one is accepted
    seek_add(session->server,
             &(struct seek_params){.who = &session->caller.who,
                                   .address = session->address,
                                   .settings = &settings,
                                   .rating_range = message->ratings,
                                   .on_end = on_seek_end},
             on_seek_added, seek);
}

static void handle_unseek(struct ws_session *session, const struct message_unseek *message)
{
    if (session->seek && !strcmp(session->seek->seek, message->seek))
        ws_cancel_seek(session);
    else if (!seek_remove(session->server, message->seek, session->caller.who.id))
        ws_send_refused(session, NULL, NULL, REFUSED_NOT_FOUND, "you have no such seek");
}

/* A game, a seek or a challenge was created, or the command was refused. */
static void on_created(void *context, const struct reply *reply, const char *id)
{
    struct pending_command *command = context;
    if (reply->refusal)
        ws_send_reply(command->session, command->id, NULL, reply);
    else
        ws_send_ack(command->session, command->id, id);
    pending_destroy(&command->pending);
}

static void handle_join(struct ws_session *session, const struct message_join *message)
{
    struct pending_command *command =
        check_identity(session, message->id) ? create_command(session, message->id, NULL) : NULL;
    if (command)
        seek_accept(session->server, message->seek, &session->caller.who, session->address,
                    on_created, command);
}

static void on_challenge_done(void *context, const struct reply *reply,
                              const struct challenge *challenge)
{
    on_created(context, reply, challenge ? challenge->id : NULL);
}

static void handle_challenge(struct ws_session *session, const struct message_challenge *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!check_identity(session, message->id) ||
        !read_settings(session, message->id, &request, &settings))
        return;
    struct pending_command *command = create_command(session, message->id, NULL);
    if (command)
        challenge_create(session->server,
                         &(struct challenge_params){.by = &session->caller,
                                                    .address = session->address,
                                                    .to = message->to,
                                                    .message = message->message,
                                                    .settings = &settings},
                         on_challenge_done, command);
}

static void on_engine_game_started(void *context, const struct reply *reply, struct round *round)
{
    on_created(context, reply, round ? round_info(round)->id : NULL);
}

static void handle_computer(struct ws_session *session, const struct message_computer *message)
{
    const struct game_settings_request request = settings_request(
        message->variant, message->fen, message->side, message->clock, false, message->hidden);
    struct game_settings settings;
    if (!check_identity(session, message->id) ||
        !read_settings(session, message->id, &request, &settings))
        return;
    struct pending_command *command = create_command(session, message->id, NULL);
    if (command)
        engine_game_start(session->server,
                          &(struct engine_game_params){.who = &session->caller.who,
                                                       .address = session->address,
                                                       .level = message->level,
                                                       .settings = &settings},
                          on_engine_game_started, command);
}

static void handle_answer(struct ws_session *session, const struct message_answer *message)
{
    struct server *server = session->server;
    const struct identity *who = &session->caller.who;
    struct pending_command *command =
        check_identity(session, message->id) ? create_command(session, message->id, NULL) : NULL;
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

/* What a home page shows: seeks, games, TV, leaderboards, results. */
static void dispatch_overview(struct ws_session *session, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_lobby:
        handle_lobby(session, &message->as.message_lobby);
        return;
    case KIND_OF_message_games:
        ws_send_running(session);
        return;
    case KIND_OF_message_tv:
        handle_tv(session, &message->as.message_tv);
        return;
    case KIND_OF_message_people:
    case KIND_OF_message_away:
        ws_handle_presence(session, message);
        return;
    case KIND_OF_message_ladder:
        ws_handle_ladder(session, &message->as.message_ladder);
        return;
    case KIND_OF_message_results:
        ws_handle_results(session, &message->as.message_results);
        return;
    default:
        return; // message_read() returns no other kind
    }
}

static void dispatch_message(struct ws_session *session, const struct message *message)
{
    switch (message->kind) {
    case KIND_OF_message_ping:
        ws_send_message(session, KIND_OF_message_pong,
                        &(struct message_pong){.now = session->server->now});
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
    case KIND_OF_message_seek:
        handle_seek(session, &message->as.message_seek);
        return;
    case KIND_OF_message_unseek:
        handle_unseek(session, &message->as.message_unseek);
        return;
    case KIND_OF_message_join:
        handle_join(session, &message->as.message_join);
        return;
    case KIND_OF_message_pool:
        ws_handle_pool(session, &message->as.message_pool);
        return;
    case KIND_OF_message_conditional:
        ws_handle_conditional(session, &message->as.message_conditional);
        return;
    case KIND_OF_message_vacation:
        ws_handle_vacation(session, &message->as.message_vacation);
        return;
    case KIND_OF_message_unpool:
        ws_handle_unpool(session, &message->as.message_unpool);
        return;
    case KIND_OF_message_challenge:
        handle_challenge(session, &message->as.message_challenge);
        return;
    case KIND_OF_message_computer:
        handle_computer(session, &message->as.message_computer);
        return;
    case KIND_OF_message_answer:
        handle_answer(session, &message->as.message_answer);
        return;
    case KIND_OF_message_rematch:
        handle_rematch(session, &message->as.message_rematch);
        return;
    default:
        dispatch_overview(session, message);
    }
}

/* A move is counted against LIMIT_MESSAGE only after its outcome is known: see count_message(). */
static bool is_counted_later(const struct message *message)
{
    return message->kind == KIND_OF_message_act && is_move_command(&message->as.message_act);
}

void ws_handle_message(struct ws_session *session, const char *bytes, size_t size)
{
    struct message message;
    rk_fault fault = {0};
    const bool readable = message_read(MESSAGE_TO_SERVER, bytes, size, &message, &fault) == RK_OK;
    const unsigned wait =
        readable && is_counted_later(&message)
            ? 0
            : bucket_take(&session->messages, LIMIT_MESSAGE, 1, session->server->now);
    if (wait)
        ws_close(session, CLOSE_POLICY, limit_key(LIMIT_MESSAGE));
    else if (!readable)
        ws_send_refused(session, NULL, NULL, REFUSED_SYNTAX, fault.text);
    else {
        ws_touch_presence(session, message.kind);
        dispatch_message(session, &message);
    }
    if (readable)
        message_fini(&message);
}
