/* SPDX-License-Identifier: MIT */
#include "server/socket_output.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"

static const char *const side_names[] = {"white", "black", "spectator"};

void socket_free(struct socket *socket)
{
    list_remove(&socket->allocated);
    buffer_fini(&socket->text);
    free(socket);
}

void socket_release(struct socket *socket)
{
    if (!--socket->holds)
        socket_free(socket);
}

void socket_send_frame(struct socket *socket, struct shared_buffer *frame)
{
    if (socket->transport && frame)
        socket->transport->ops->send(socket->transport, frame);
}

void socket_send_message(struct socket *socket, enum message_kind kind, const void *structure)
{
    if (!socket->transport)
        return;
    buffer_clear(&socket->text);
    message_write(kind, structure, &socket->text);
    struct shared_buffer *frame =
        socket->text.failed ? NULL : shared_buffer_create(socket->text.bytes, socket->text.size);
    socket_send_frame(socket, frame);
    shared_buffer_unref(frame);
    // Don't let thousands of idle sockets keep their largest buffer.

    buffer_fini(&socket->text);
}

void socket_send_ack(struct socket *socket, const char *command, const char *made)
{
    socket_send_message(socket, KIND_OF_message_ack,
                        &(struct message_ack){.id = command,
                                              .version = INTEGER_MISSING,
                                              .white = INTEGER_MISSING,
                                              .black = INTEGER_MISSING,
                                              .made = made && made[0] ? made : NULL});
}

void socket_send_refused(struct socket *socket, const char *command, const char *game,
                         enum refusal refusal, const char *why)
{
    socket_send_message(socket, KIND_OF_message_refused,
                        &(struct message_refused){.id = command,
                                                  .game = game,
                                                  .why = refusal_word(refusal),
                                                  .text = why ? why : refusal_text(refusal),
                                                  .version = INTEGER_MISSING,
                                                  .wait = INTEGER_MISSING});
}

void socket_send_reply(struct socket *socket, const char *command, const char *game,
                       const struct reply *reply)
{
    const bool is_rate = reply->refusal == REFUSED_RATE;
    socket_send_message(
        socket, KIND_OF_message_refused,
        &(struct message_refused){.id = command,
                                  .game = game,
                                  .why = refusal_word(reply->refusal),
                                  .text = reply->why ? reply->why : refusal_text(reply->refusal),
                                  .version = game ? reply->version : INTEGER_MISSING,
                                  .limit = reply->limit,
                                  .wait = is_rate ? (int64_t)reply->wait : INTEGER_MISSING});
}

void socket_send_hello(struct socket *socket)
{
    const struct identity *who = &socket->caller.who;
    socket_send_message(
        socket, KIND_OF_message_hello,
        &(struct message_hello){.protocol = PROTOCOL_VERSION,
                                .server = "rookery " ROOKERY_VERSION,
                                .name = who->id[0] ? who->name : "Anonymous",
                                .role = role_name(who->id[0] ? who->role : ROLE_GUEST),
                                .now = socket->server->now});
}

void socket_send_start(struct socket *socket, const struct round *round)
{
    const struct game_info *info = round_info(round);
    const rk_side side = game_info_side(info, socket->caller.who.id);
    if (side != RK_NO_SIDE)
        socket_send_message(socket, KIND_OF_message_start,
                            &(struct message_start){.game = info->id, .side = side_names[side]});
}

void socket_send_challenge(struct socket *socket, const struct challenge *challenge)
{
    char clock[RK_CLOCK_TEXT_MAX];
    rk_time_control_write(&challenge->settings.clock, clock);
    socket_send_message(socket, KIND_OF_message_challenged,
                        &(struct message_challenged){
                            .challenge = challenge->id,
                            .state = challenge_status_name(challenge->status),
                            .from = challenge->from.id[0] ? challenge->from.name : NULL,
                            .to = challenge->to.id[0] ? challenge->to.name : NULL,
                            .clock = clock,
                            .variant = game_settings_variant_key(&challenge->settings),
                            .side = side_choice_name(challenge->settings.side_choice),
                            .rated = challenge->settings.rated,
                            .message = challenge->message[0] ? challenge->message : NULL,
                            .reason = challenge->status == CHALLENGE_DECLINED
                                          ? decline_reason_text(challenge->reason)
                                          : NULL,
                            .rematch_of = challenge->rematch_of[0] ? challenge->rematch_of : NULL});
}

static void send_one_running(struct socket *socket, const struct round *round)
{
    const struct game_info *info = round_info(round);
    char clock[RK_CLOCK_TEXT_MAX], fen[RK_FEN_MAX];
    rk_time_control_write(&info->settings.clock, clock);
    rk_fen_write(rk_game_position(round_game(round)), RK_FEN_PLAIN, fen);
    socket_send_message(
        socket, KIND_OF_message_running,
        &(struct message_running){.game = info->id,
                                  .white = info->players[RK_WHITE].name,
                                  .black = info->players[RK_BLACK].name,
                                  .variant = game_settings_variant_key(&info->settings),
                                  .clock = clock,
                                  .fen = fen,
                                  .plies = (int64_t)round_plies(round),
                                  .watchers = (int64_t)round_spectator_count(round)});
}

void socket_send_running(struct socket *socket)
{
    enum { SHOWN = 100 };
    const struct round *rounds[SHOWN];
    const size_t count = rounds_list(socket->server, NULL, rounds, SHOWN);
    for (size_t i = 0; i < count && i < SHOWN; i++)
        send_one_running(socket, rounds[i]);
    socket_send_message(socket, KIND_OF_message_running_end,
                        &(struct message_running_end){.count = (int64_t)count});
}

void socket_send_seek(struct socket *socket, const struct seek *seek)
{
    char clock[RK_CLOCK_TEXT_MAX], fen[RK_FEN_MAX];
    rk_time_control_write(&seek->settings.clock, clock);
    rk_fen_write(&seek->settings.start, RK_FEN_PLAIN, fen);
    const bool is_own =
        socket->seek && socket->seek->seek[0] && !strcmp(socket->seek->seek, seek->id);
    socket_send_message(
        socket, KIND_OF_message_found,
        &(struct message_found){.seek = seek->id,
                                .name = seek->who.name,
                                .clock = clock,
                                .variant = game_settings_variant_key(&seek->settings),
                                .side = side_choice_name(seek->settings.side_choice),
                                .rated = seek->settings.rated,
                                .fen = seek->settings.from_position ? fen : NULL,
                                .yours = is_own});
}

void socket_send_notice(struct socket *socket, const char *kind, const char *text, int64_t wait)
{
    socket_send_message(socket, KIND_OF_message_notice,
                        &(struct message_notice){.kind = kind, .text = text, .wait = wait});
}

struct transport *socket_release_transport(struct socket *socket)
{
    struct transport *transport = socket->transport;
    if (!transport)
        return NULL;
    socket->transport = NULL;
    list_remove(&socket->node);
    list_add(&socket->server->sockets->closed, &socket->node);
    return transport;
}

void socket_close(struct socket *socket, unsigned code, const char *reason)
{
    struct transport *transport = socket_release_transport(socket);
    if (transport)
        transport->ops->close(transport, code, reason);
}
