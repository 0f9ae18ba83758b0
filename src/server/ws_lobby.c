/* SPDX-License-Identifier: MIT */
#include "server/ws_lobby.h"

#include <stdio.h>
#include <string.h>

#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "server/ws_output.h"
#include "server/ws_pending.h"
#include "server/ws_pools.h"

// ---- the list of seeks -----------------------------------------------------------------------

static void on_lobby_seek_added(struct lobby_watcher *watcher, const struct seek *seek)
{
    ws_send_seek(LIST_OWNER(watcher, struct ws_session, lobby), seek);
}

static void on_lobby_seek_removed(struct lobby_watcher *watcher, const char *id)
{
    ws_send_message(LIST_OWNER(watcher, struct ws_session, lobby), KIND_OF_message_lost,
                    &(struct message_lost){.seek = id});
}

void ws_handle_lobby(struct ws_session *session, const struct message_lobby *message)
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

// ---- settings of a game -----------------------------------------------------------------------

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
    ws_send_refused_field(session, command, where, why);
    return false;
}

static bool check_identity(struct ws_session *session, const char *command)
{
    if (session->caller.who.id[0])
        return true;
    ws_send_refused(session, command, NULL, REFUSED_UNAUTHENTICATED, NULL);
    return false;
}

// ---- own seeks --------------------------------------------------------------------------------

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

void ws_handle_seek(struct ws_session *session, const struct message_seek *message)
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
                                   .rating_range = message->rating_range,
                                   .casual_for_guests = message->casual_for_guests,
                                   .on_end = on_seek_end},
             on_seek_added, seek);
}

void ws_handle_unseek(struct ws_session *session, const struct message_unseek *message)
{
    if (session->seek && !strcmp(session->seek->seek, message->seek))
        ws_cancel_seek(session);
    else if (!seek_remove(session->server, message->seek, session->caller.who.id))
        ws_send_refused(session, NULL, NULL, REFUSED_NOT_FOUND, "you have no such seek");
}

// ---- games with others and the computer ---------------------------------------------------------

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

void ws_handle_join(struct ws_session *session, const struct message_join *message)
{
    struct pending_command *command =
        check_identity(session, message->id) ? ws_pending_create(session, message->id, NULL) : NULL;
    if (command)
        seek_accept(session->server, message->seek, &session->caller.who, session->address,
                    on_created, command);
}

static void on_challenge_done(void *context, const struct reply *reply,
                              const struct challenge *challenge)
{
    on_created(context, reply, challenge ? challenge->id : NULL);
}

void ws_handle_challenge(struct ws_session *session, const struct message_challenge *message)
{
    const struct game_settings_request request =
        settings_request(message->variant, message->fen, message->side, message->clock,
                         message->rated, message->hidden);
    struct game_settings settings;
    if (!check_identity(session, message->id) ||
        !read_settings(session, message->id, &request, &settings))
        return;
    struct pending_command *command = ws_pending_create(session, message->id, NULL);
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

void ws_handle_computer(struct ws_session *session, const struct message_computer *message)
{
    const struct game_settings_request request = settings_request(
        message->variant, message->fen, message->side, message->clock, false, message->hidden);
    struct game_settings settings;
    if (!check_identity(session, message->id) ||
        !read_settings(session, message->id, &request, &settings))
        return;
    struct pending_command *command = ws_pending_create(session, message->id, NULL);
    if (command)
        engine_game_start(session->server,
                          &(struct engine_game_params){.who = &session->caller.who,
                                                       .address = session->address,
                                                       .level = message->level,
                                                       .settings = &settings},
                          on_engine_game_started, command);
}

void ws_handle_answer(struct ws_session *session, const struct message_answer *message)
{
    struct server *server = session->server;
    const struct identity *who = &session->caller.who;
    struct pending_command *command =
        check_identity(session, message->id) ? ws_pending_create(session, message->id, NULL) : NULL;
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
