/* SPDX-License-Identifier: MIT */
/* Challenges by the API. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "rounds/game_status.h"
#include "server/api.h"
#include "server/handlers.h"

enum { LISTED_MAX = 50, USERS_SIZE = 2 * (IDENTITY_NAME_MAX + 1) };

static const char no_such_challenge[] = "No such challenge";

// ---- answers ---------------------------------------------------------------------------------

static void write_challenge(struct exchange *exchange, const struct challenge *challenge)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    challenge_write(exchange->server, challenge, exchange->caller.who.id, &json);
    json_end_object(&json);
}

static void answer(void *context, const struct reply *reply, const struct challenge *challenge)
{
    (void)challenge;
    api_reply(context, reply);
}

static void answer_made(void *context, const struct reply *reply, const struct challenge *challenge)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        /* The API has no such user as something that is wrong with the request. */
        const bool unknown = reply->refusal == REFUSED_NOT_FOUND;
        const bool forbidden = reply->refusal == REFUSED_FORBIDDEN;
        if (unknown || forbidden)
            exchange_refuse_status(exchange, 400, reply->why);
        else
            api_refuse(exchange, reply);
        return;
    }
    write_challenge(exchange, challenge);
    exchange_json(exchange, 200);
}

// ---- a stream that lasts as long as its challenge ----------------------------------------------

struct challenge_stream {
    char id[GAME_ID_SIZE + 1];
    bool over;
};

static void ignore(void *context, const struct reply *reply, const struct challenge *challenge)
{
    (void)context, (void)reply, (void)challenge;
}

/* Who closes it takes the challenge back. */
static void leave_challenge(struct exchange *exchange)
{
    const struct challenge_stream *stream = exchange->data;
    if (!stream->over)
        challenge_cancel(exchange->server, stream->id, &exchange->caller.who, ignore, NULL);
}

static const char *done_by(enum notice_kind kind)
{
    switch (kind) {
    case NOTICE_GAME_START:
        return "accepted";
    case NOTICE_CHALLENGE_DECLINED:
        return "declined";
    case NOTICE_CHALLENGE_CANCELED:
        return "canceled";
    case NOTICE_CHALLENGE:
    case NOTICE_GAME_FINISH:
    case NOTICE_KICKED:
    case NOTICE_REVOKED:
        break;
    }
    return NULL;
}

static void hear(struct exchange *exchange, const struct notice *notice)
{
    struct challenge_stream *stream = exchange->data;
    const char *done = done_by(notice->kind);
    if (!done || strcmp(notice->subject, stream->id) != 0)
        return;
    char line[32];
    const int size = snprintf(line, sizeof line, "{\"done\":\"%s\"}\n", done);
    stream->over = true;
    exchange_send_text(exchange, line, (size_t)size);
    exchange_close(exchange);
}

static void stream_made(void *context, const struct reply *reply, const struct challenge *challenge)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        answer_made(exchange, reply, challenge);
        return;
    }
    struct challenge_stream *stream = exchange->data;
    memcpy(stream->id, challenge->id, sizeof stream->id);
    exchange->notify = hear;
    exchange->gone = leave_challenge;
    exchange_stream(exchange, "application/x-ndjson", API_KEEP_ALIVE);
    write_challenge(exchange, challenge);
    buffer_put(&exchange->body, '\n');
    if (!exchange->body.failed)
        exchange_send_text(exchange, exchange->body.bytes, exchange->body.size);
}

// ---- challenging -----------------------------------------------------------------------------

void api_challenge_handler(struct exchange *exchange)
{
    struct game_settings settings;
    if (!api_read_settings(exchange, &settings))
        return;
    if (exchange->caller.who.role == ROLE_BOT && !game_settings_allow_bot(&settings)) {
        exchange_refuse_field(exchange, "clock", "this is too fast for bots");
        return;
    }
    const bool keep_alive = form_bool(exchange->form, "keepAliveStream", false);
    if (keep_alive && !exchange_may_stream(exchange))
        return;
    if (keep_alive) {
        exchange->data = calloc(1, sizeof(struct challenge_stream));
        if (!exchange->data) {
            exchange_refuse(exchange, REFUSED_BUSY, NULL);
            return;
        }
    }
    const struct challenge_params wanted = {
        .by = &exchange->caller,
        .address = exchange->request.address,
        .to = exchange->params[0],
        .message = form_text(exchange->form, "message"),
        .needs_follower = form_bool(exchange->form, "onlyIfOpponentFollowsMe", false),
        .settings = &settings};
    challenge_create(exchange->server, &wanted, keep_alive ? stream_made : answer_made, exchange);
}

// ---- the engine --------------------------------------------------------------------------------

/* The game as its player sees it before it has begun. */
static void write_engine_game(const struct round *round, rk_side side, struct json *json)
{
    const struct game_info *info = round_info(round);
    const rk_game *game = round_game(round);
    char full[sizeof info->id + sizeof info->keys[0]], fen[RK_FEN_MAX];
    snprintf(full, sizeof full, "%s%s", info->id, info->keys[side]);
    rk_fen_write(rk_game_position(game), RK_FEN_PLAIN, fen);
    json_begin_object(json);
    json_put_text(json, "id", info->id);
    json_put_text(json, "fullId", full);
    game_settings_write_variant(&info->settings, json);
    json_put_text(json, "speed", speed_key(game_settings_speed(&info->settings)));
    json_put_text(json, "perf", game_settings_perf_key(&info->settings));
    json_put_bool(json, "rated", false);
    json_put_text(json, "fen", fen);
    json_put_integer(json, "turns", (int64_t)round_plies(round));
    json_put_text(json, "source", game_source_name(info->source));
    json_put_object(json, "status");
    json_put_integer(json, "id", game_status_number(game));
    json_put_text(json, "name", game_status_key(game));
    json_end_object(json);
    json_put_integer(json, "createdAt", info->created_at);
    json_put_text(json, "player", rk_side_name(rk_position_turn(rk_game_position(game))));
    json_put_text(json, "color", rk_side_name(side));
    json_end_object(json);
}

static void answer_engine_game(void *context, const struct reply *reply, struct round *round)
{
    struct exchange *exchange = context;
    if (!round) {
        api_refuse(exchange, reply);
        return;
    }
    struct json json = json_in(&exchange->body);
    write_engine_game(round, game_info_side(round_info(round), exchange->caller.who.id), &json);
    exchange_json(exchange, 201);
}

void api_challenge_ai_handler(struct exchange *exchange)
{
    struct game_settings settings;
    int64_t level = 0;
    if (!form_integer(exchange->form, "level", 1, ENGINE_LEVELS, &level) || !level) {
        exchange_refuse_field(exchange, "level", "the levels of the computer are 1 to 8");
        return;
    }
    if (!api_read_settings(exchange, &settings))
        return;
    if (settings.rated) {
        exchange_refuse_field(exchange, "rated", "a game against the computer is never rated");
        return;
    }
    if (exchange->caller.who.role == ROLE_BOT && !game_settings_allow_bot(&settings)) {
        exchange_refuse_field(exchange, "clock", "this is too fast for bots");
        return;
    }
    const struct engine_game_params wanted = {.who = &exchange->caller.who,
                                              .address = exchange->request.address,
                                              .level = level,
                                              .settings = &settings};
    engine_game_start(exchange->server, &wanted, answer_engine_game, exchange);
}

// ---- invitations -------------------------------------------------------------------------------

static void write_link(struct exchange *exchange, struct json *json, const char *key,
                       const struct challenge *challenge, const char *side)
{
    char url[512];
    snprintf(url, sizeof url, "%s/%s?color=%s", exchange->server->config.public_url, challenge->id,
             side);
    json_put_text(json, key, url);
}

static void answer_open(void *context, const struct reply *reply, const struct challenge *challenge)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        answer_made(exchange, reply, challenge);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    challenge_write(exchange->server, challenge, exchange->caller.who.id, &json);
    write_link(exchange, &json, "urlWhite", challenge, "white");
    write_link(exchange, &json, "urlBlack", challenge, "black");
    json_end_object(&json);
    exchange_json(exchange, 200);
}

/* "white,black": cut in two in place; false if it is not that. */
static bool cut_users(char *text, const char *out[2])
{
    char *comma = strchr(text, ',');
    if (!comma || comma == text || !comma[1] || strchr(comma + 1, ','))
        return false;
    *comma = '\0';
    out[RK_WHITE] = text;
    out[RK_BLACK] = comma + 1;
    return true;
}

void api_challenge_open_handler(struct exchange *exchange)
{
    struct game_settings settings;
    char users[USERS_SIZE] = "";
    const char *said = form_text(exchange->form, "users"), *allowed[2];
    int64_t expires_at = 0;
    if (said && *said &&
        (snprintf(users, sizeof users, "%s", said) >= USERS_SIZE || !cut_users(users, allowed))) {
        exchange_refuse_field(exchange, "users", "two names: white,black");
        return;
    }
    if (!form_integer(exchange->form, "expiresAt", 0, INT64_C(9007199254740991), &expires_at)) {
        exchange_refuse_field(exchange, "expiresAt", "milliseconds since 1970");
        return;
    }
    if (!api_read_settings(exchange, &settings))
        return;
    const struct challenge_params wanted = {.by = &exchange->caller,
                                            .address = exchange->request.address,
                                            .allowed = *users ? allowed : NULL,
                                            .name = form_text(exchange->form, "name"),
                                            .settings = &settings,
                                            .expires_at = expires_at};
    challenge_create(exchange->server, &wanted, answer_open, exchange);
}

// ---- looking ---------------------------------------------------------------------------------

static void write_challenges(struct exchange *exchange, struct json *json, bool incoming)
{
    const struct challenge *found[LISTED_MAX];
    const char *who = exchange->caller.who.id;
    const size_t count = challenges_list(exchange->server, who, incoming, found, LISTED_MAX);
    json_put_array(json, incoming ? "in" : "out");
    for (size_t i = 0; i < count && i < LISTED_MAX; i++) {
        json_begin_object(json);
        challenge_write(exchange->server, found[i], who, json);
        json_end_object(json);
    }
    json_end_array(json);
}

void api_challenges_handler(struct exchange *exchange)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    write_challenges(exchange, &json, true);
    write_challenges(exchange, &json, false);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

/* The challenge of the path, if the caller has to do with it. */
static const struct challenge *own_challenge(struct exchange *exchange)
{
    const struct challenge *challenge = challenge_find(exchange->server, exchange->params[0]);
    return challenge && challenge_concerns(challenge, exchange->caller.who.id) ? challenge : NULL;
}

void api_challenge_show_handler(struct exchange *exchange)
{
    const struct challenge *challenge = own_challenge(exchange);
    if (!challenge) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_challenge);
        return;
    }
    write_challenge(exchange, challenge);
    exchange_json(exchange, 200);
}

// ---- answering -------------------------------------------------------------------------------

static enum side_choice wanted_side(const struct form *form)
{
    const char *side = form_text(form, "color");
    if (side && !strcmp(side, "white"))
        return CHOOSE_WHITE;
    return side && !strcmp(side, "black") ? CHOOSE_BLACK : CHOOSE_RANDOM;
}

void api_challenge_accept_handler(struct exchange *exchange)
{
    struct server *server = exchange->server;
    const struct identity *who = &exchange->caller.who;
    const struct challenge *challenge = challenge_find(server, exchange->params[0]);
    if (challenge && *challenge->to.id && strcmp(challenge->to.id, who->id) != 0)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_challenge);
    else
        challenge_accept(server, exchange->params[0], who, wanted_side(exchange->form), answer,
                         exchange);
}

void api_challenge_decline_handler(struct exchange *exchange)
{
    const char *reason = form_text(exchange->form, "reason");
    challenge_decline(exchange->server, exchange->params[0], &exchange->caller.who,
                      decline_reason_parse(reason ? reason : ""), answer, exchange);
}

static void answer_abort(void *context, const struct reply *reply)
{
    api_reply(context, reply);
}

static void abort_game(struct exchange *exchange, struct round *round, bool agreed)
{
    const struct command command = {.verb = VERB_ABORT,
                                    .by = exchange->caller.who,
                                    .version = -1,
                                    .agreed = agreed,
                                    .address = exchange->request.address};
    round_command(round, &command, answer_abort, exchange);
}

/* Who can play with a token has given it for that. */
static bool may_play(const struct caller *caller)
{
    return caller->scopes &
           (1U << SCOPE_CHALLENGE_WRITE | 1U << SCOPE_BOT_PLAY | 1U << SCOPE_BOARD_PLAY);
}

static void take_opponent(void *context, const struct caller *opponent)
{
    struct exchange *exchange = context;
    struct round *round = rounds_find(exchange->server, exchange->params[0]);
    const struct game_info *info = round ? round_info(round) : NULL;
    if (!info || round_is_over(round))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_challenge);
    else if (!may_play(opponent) || game_info_side(info, opponent->who.id) !=
                                        !game_info_side(info, exchange->caller.who.id))
        exchange_refuse_status(exchange, 400, "opponentToken must be one the opponent plays with");
    else
        abort_game(exchange, round, true);
}

/* What was accepted is taken back by aborting its game; later than one player alone can do that, if
 * the other's token says so too. */
static void take_back(struct exchange *exchange, struct round *round)
{
    const char *token = form_text(exchange->form, "opponentToken");
    if (token && *token && !round_can_abort(round))
        token_authenticate(exchange->server, token, take_opponent, exchange);
    else
        abort_game(exchange, round, false);
}

void api_challenge_cancel_handler(struct exchange *exchange)
{
    struct server *server = exchange->server;
    const struct identity *who = &exchange->caller.who;
    const struct challenge *challenge = challenge_find(server, exchange->params[0]);
    struct round *round = rounds_find(server, exchange->params[0]);
    if (round && !round_is_over(round) && game_info_side(round_info(round), who->id) <= RK_BLACK)
        take_back(exchange, round);
    else if (!challenge || !challenge_concerns(challenge, who->id))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, no_such_challenge);
    else // by whom it was for, it is declined
        challenge_cancel(server, challenge->id, who, answer, exchange);
}

// ---- clocks ----------------------------------------------------------------------------------

static void answer_start(void *context, const struct reply *reply)
{
    struct exchange *exchange = context;
    if (reply->refusal)
        exchange_refuse_status(exchange, 400, reply->why);
    else
        exchange_ok(exchange);
}

static void start_clocks(struct exchange *exchange, struct round *round)
{
    const struct command command = {.verb = VERB_START_CLOCK,
                                    .by = round_info(round)->players[RK_WHITE],
                                    .version = -1,
                                    .agreed = true,
                                    .address = exchange->request.address};
    round_command(round, &command, answer_start, exchange);
}

static void judge_clocks(struct exchange *exchange, const char *first, const char *second)
{
    struct round *round = rounds_find(exchange->server, exchange->params[0]);
    const struct game_info *info = round ? round_info(round) : NULL;
    const unsigned a = info ? game_info_side(info, first) : 2;
    const unsigned b = info ? game_info_side(info, second) : 2;
    if (!info)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "No such game");
    else if (a > RK_BLACK || b > RK_BLACK || a == b)
        exchange_refuse_status(exchange, 400,
                               "token1 and token2 must be those the two players play with");
    else if (round_is_over(round))
        exchange_refuse(exchange, REFUSED_OVER, NULL);
    else if (rk_game_clock(round_game(round))->running)
        exchange_ok(exchange);
    else
        start_clocks(exchange, round);
}

static void take_second(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    judge_clocks(exchange, exchange->data, may_play(caller) ? caller->who.id : "");
}

static void take_first(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    const char *token = form_text(exchange->form, "token2");
    if (may_play(caller))
        memcpy(exchange->data, caller->who.id, sizeof caller->who.id);
    token_authenticate(exchange->server, token ? token : "", take_second, exchange);
}

void api_start_clocks_handler(struct exchange *exchange)
{
    const char *token = form_text(exchange->form, "token1");
    exchange->data = calloc(1, IDENTITY_ID_MAX + 1); /* whose the first token is */
    if (exchange->data)
        token_authenticate(exchange->server, token ? token : "", take_first, exchange);
    else
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
}
