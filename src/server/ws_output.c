/* SPDX-License-Identifier: MIT */
#include "server/ws_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "ratings/ratings.h"
#include "rookery/fen.h"
#include "running/node_summary.h"
#include "running/remote_games.h"
#include "wire/text_codes.h"

static const char *const side_names[] = {"white", "black", "spectator"};

void ws_session_free(struct ws_session *session)
{
    list_remove(&session->allocated);
    buffer_fini(&session->text);
    free(session);
}

void ws_session_release(struct ws_session *session)
{
    if (!--session->holds)
        ws_session_free(session);
}

void ws_send_frame(struct ws_session *session, struct shared_buffer *frame)
{
    if (session->transport && frame)
        session->transport->ops->send(session->transport, frame);
}

void ws_send_message(struct ws_session *session, enum message_kind kind, const void *structure)
{
    if (!session->transport)
        return;
    buffer_clear(&session->text);
    message_write(kind, structure, &session->text);
    struct shared_buffer *frame =
        session->text.failed ? NULL : shared_buffer_create(session->text.bytes, session->text.size);
    ws_send_frame(session, frame);
    shared_buffer_unref(frame);
    // Don't let thousands of idle sessions keep their largest buffer.
    buffer_fini(&session->text);
}

void ws_send_ack(struct ws_session *session, const char *command, const char *made)
{
    ws_send_message(session, KIND_OF_message_ack,
                    &(struct message_ack){.id = command,
                                          .version = INTEGER_MISSING,
                                          .white_ms = INTEGER_MISSING,
                                          .black_ms = INTEGER_MISSING,
                                          .made = made && made[0] ? made : NULL});
}

/* Sends a refusal with the code of `sentence`, which is the message or its last part. */
static void send_refused(struct ws_session *session, struct message_refused *message,
                         const char *sentence)
{
    char form[TEXT_CODE_FORM_SIZE];
    const struct text_code code = text_code_find(sentence);
    if (text_code_write_form(&code, form)) {
        message->code = code.code;
        message->parameters = code.count ? form : NULL;
    }
    ws_send_message(session, KIND_OF_message_refused, message);
}

void ws_send_refused(struct ws_session *session, const char *command, const char *game,
                     enum refusal refusal, const char *why)
{
    const char *text = why ? why : refusal_text(refusal);
    struct message_refused message = {.id = command,
                                      .game = game,
                                      .why = refusal_word(refusal),
                                      .text = text,
                                      .version = INTEGER_MISSING,
                                      .wait_ms = INTEGER_MISSING};
    send_refused(session, &message, text);
}

void ws_send_refused_field(struct ws_session *session, const char *command, const char *field,
                           const char *why)
{
    char text[240];
    snprintf(text, sizeof text, "%s: %s", field, why);
    struct message_refused message = {.id = command,
                                      .why = refusal_word(REFUSED_SYNTAX),
                                      .text = text,
                                      .version = INTEGER_MISSING,
                                      .wait_ms = INTEGER_MISSING};
    send_refused(session, &message, why);
}

void ws_send_reply(struct ws_session *session, const char *command, const char *game,
                   const struct reply *reply)
{
    const bool is_rate = reply->refusal == REFUSED_RATE;
    const char *text = reply->why ? reply->why : refusal_text(reply->refusal);
    struct message_refused message = {.id = command,
                                      .game = game,
                                      .why = refusal_word(reply->refusal),
                                      .text = text,
                                      .version = game ? reply->version : INTEGER_MISSING,
                                      .limit = reply->limit,
                                      .wait_ms = is_rate ? (int64_t)reply->wait * SECOND_MS
                                                         : INTEGER_MISSING};
    send_refused(session, &message, text);
}

void ws_send_hello(struct ws_session *session)
{
    const struct identity *who = &session->caller.who;
    ws_send_message(session, KIND_OF_message_hello,
                    &(struct message_hello){.protocol = PROTOCOL_VERSION,
                                            .server = "rookery " ROOKERY_VERSION,
                                            .name = who->id[0] ? who->name : "Anonymous",
                                            .role = role_name(who->id[0] ? who->role : ROLE_GUEST),
                                            .kid = session->caller.kid,
                                            .now = server_date(session->server)});
}

void ws_send_start(struct ws_session *session, const char *game, rk_side side)
{
    ws_send_message(session, KIND_OF_message_start,
                    &(struct message_start){.game = game, .side = side_names[side]});
}

static int64_t rating_field(struct shown_rating rating)
{
    return rating.points ? rating.points : INTEGER_MISSING;
}

void ws_send_challenge(struct ws_session *session, const struct challenge *challenge)
{
    char clock[RK_CLOCK_TEXT_MAX], fen[RK_FEN_MAX];
    const enum perf perf = game_settings_perf(&challenge->settings);
    const struct shown_rating from = ratings_show(session->server, &challenge->from, perf);
    const struct shown_rating to = ratings_show(session->server, &challenge->to, perf);
    game_settings_write_clock(&challenge->settings, clock);
    rk_fen_write(&challenge->settings.start, RK_FEN_PLAIN, fen);
    ws_send_message(session, KIND_OF_message_challenged,
                    &(struct message_challenged){
                        .challenge = challenge->id,
                        .state = challenge_status_name(challenge->status),
                        .from = challenge->from.id[0] ? challenge->from.name : NULL,
                        .to = challenge->to.id[0] ? challenge->to.name : NULL,
                        .from_rating = rating_field(from),
                        .from_provisional = from.provisional,
                        .to_rating = rating_field(to),
                        .to_provisional = to.provisional,
                        .clock = clock,
                        .variant = game_settings_variant_key(&challenge->settings),
                        .side = side_choice_name(challenge->settings.side_choice),
                        .rated = challenge->settings.rated,
                        .hidden = challenge->settings.hidden,
                        .fen = challenge->settings.from_position ? fen : NULL,
                        .message = challenge->message[0] ? challenge->message : NULL,
                        .reason = challenge->status == CHALLENGE_DECLINED
                                      ? decline_reason_text(challenge->reason)
                                      : NULL,
                        .reason_key = challenge->status == CHALLENGE_DECLINED
                                          ? decline_reason_key(challenge->reason)
                                          : NULL,
                        .rematch_of = challenge->rematch_of[0] ? challenge->rematch_of : NULL});
}

static void send_running_game(struct ws_session *session, const struct round *round)
{
    const struct game_info *info = round_info(round);
    char clock[RK_CLOCK_TEXT_MAX], fen[RK_FEN_MAX];
    game_settings_write_clock(&info->settings, clock);
    rk_fen_write(rk_game_position(round_game(round)), RK_FEN_PLAIN, fen);
    ws_send_message(
        session, KIND_OF_message_running,
        &(struct message_running){.game = info->id,
                                  .white = info->players[RK_WHITE].name,
                                  .black = info->players[RK_BLACK].name,
                                  .variant = game_settings_variant_key(&info->settings),
                                  .clock = clock,
                                  .fen = fen,
                                  .plies = (int64_t)round_plies(round),
                                  .watchers = (int64_t)round_spectator_count(round),
                                  .white_rating = rating_field(info->ratings[RK_WHITE]),
                                  .black_rating = rating_field(info->ratings[RK_BLACK]),
                                  .white_provisional = info->ratings[RK_WHITE].provisional,
                                  .black_provisional = info->ratings[RK_BLACK].provisional});
}

static void send_running(void *context)
{
    enum { GAMES_MAX = 100 };
    struct ws_session *session = context;
    struct server *server = session->server;
    const struct round *rounds[GAMES_MAX];
    const size_t count = rounds_list(server, NULL, rounds, GAMES_MAX);
    for (size_t i = 0; i < count && i < GAMES_MAX; i++)
        send_running_game(session, rounds[i]);
    const size_t total = rounds_count_public(server) + node_summaries_count_games(server);
    ws_send_message(session, KIND_OF_message_running_end,
                    &(struct message_running_end){.count = (int64_t)total});
    ws_session_release(session);
}

void ws_send_running(struct ws_session *session)
{
    ws_session_hold(session);
    remote_games_open_public(session->server, send_running, session);
}

void ws_send_seek(struct ws_session *session, const struct seek *seek)
{
    char clock[RK_CLOCK_TEXT_MAX], fen[RK_FEN_MAX];
    char range[SEEK_RANGE_SIZE];
    const struct shown_rating rating =
        ratings_show(session->server, &seek->who, game_settings_perf(&seek->settings));
    game_settings_write_clock(&seek->settings, clock);
    seek_write_range(seek, range);
    rk_fen_write(&seek->settings.start, RK_FEN_PLAIN, fen);
    const bool is_own = !strcmp(seek->who.id, session->caller.who.id);
    ws_send_message(session, KIND_OF_message_found,
                    &(struct message_found){.seek = seek->id,
                                            .name = seek->who.name,
                                            .clock = clock,
                                            .variant = game_settings_variant_key(&seek->settings),
                                            .side = side_choice_name(seek->settings.side_choice),
                                            .rated = seek->settings.rated,
                                            .fen = seek->settings.from_position ? fen : NULL,
                                            .hidden = seek->settings.hidden,
                                            .yours = is_own,
                                            .rating = rating_field(rating),
                                            .provisional = rating.provisional,
                                            .rating_range = *range ? range : NULL,
                                            .casual_for_guests = seek->casual_for_guests});
}

void ws_send_notice(struct ws_session *session, const char *type, const char *text, int64_t wait_ms)
{
    char form[TEXT_CODE_FORM_SIZE];
    const struct text_code code = text_code_find(text);
    const bool coded = text_code_write_form(&code, form);
    ws_send_message(session, KIND_OF_message_notice,
                    &(struct message_notice){.type = type,
                                             .text = text,
                                             .code = coded ? code.code : NULL,
                                             .parameters = coded && code.count ? form : NULL,
                                             .wait_ms = wait_ms});
}

struct transport *ws_take_transport(struct ws_session *session)
{
    struct transport *transport = session->transport;
    if (!transport)
        return NULL;
    session->transport = NULL;
    list_remove(&session->node);
    list_add(&session->server->ws_sessions->closed, &session->node);
    return transport;
}

void ws_close(struct ws_session *session, unsigned code, const char *reason)
{
    struct transport *transport = ws_take_transport(session);
    if (transport)
        transport->ops->close(transport, code, reason);
}
