/* SPDX-License-Identifier: MIT */
/* The challenge API. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "api/api.h"
#include "api/handlers.h"
#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "record/game_status.h"

enum { LISTED_MAX = 50, USERS_SIZE = 2 * (IDENTITY_NAME_MAX + 1) };

// ---- responses -------------------------------------------------------------------------------

static void write_challenge(struct exchange *exchange, const struct challenge *challenge)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    challenge_write(exchange->server, challenge, exchange->caller.who.id, &json);
    json_end_object(&json);
}

static void send_reply(void *context, const struct reply *reply, const struct challenge *challenge)
{
    (void)challenge;
    api_reply(context, reply);
}

static void send_created(void *context, const struct reply *reply,
                         const struct challenge *challenge)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        /* In the API an unknown user is a bad request, not 404. */
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

// ---- a stream that stays open with its challenge -----------------------------------------------

struct challenge_stream {
    char id[GAME_ID_SIZE + 1];
    bool over;
};

static void ignore_reply(void *context, const struct reply *reply,
                         const struct challenge *challenge)
{
    (void)context, (void)reply, (void)challenge;
}

/* Closing the stream cancels the challenge. */
static void leave_challenge(struct exchange *exchange)
{
    const struct challenge_stream *stream = exchange->data;
    if (!stream->over)
        challenge_cancel(exchange->server, stream->id, &exchange->caller.who, ignore_reply, NULL);
}

static const char *notice_outcome(enum notice_kind kind)
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
    case NOTICE_NOTIFICATION:
    case NOTICE_PRIVATE_MESSAGE:
    case NOTICE_OTHERS_REVOKED:
    case NOTICE_KIND_COUNT:
    case NOTICE_KID:
    case NOTICE_CHALLENGE_ACCEPTED: // the start of the game has ended the stream
        break;
    }
    return NULL;
}

static void on_challenge_notice(struct exchange *exchange, const struct notice *notice)
{
    struct challenge_stream *stream = exchange->data;
    const char *done = notice_outcome(notice->kind);
    if (!done || strcmp(notice->subject, stream->id) != 0)
        return;
    char line[32];
    const int size = snprintf(line, sizeof line, "{\"done\":\"%s\"}\n", done);
    stream->over = true;
    exchange_send_text(exchange, line, (size_t)size);
    exchange_close(exchange);
}

static void start_challenge_stream(void *context, const struct reply *reply,
                                   const struct challenge *challenge)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        send_created(exchange, reply, challenge);
        return;
    }
    struct challenge_stream *stream = exchange->data;
    memcpy(stream->id, challenge->id, sizeof stream->id);
    exchange->notify = on_challenge_notice;
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
        exchange_refuse_field(exchange, "clock", "too fast for bots");
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
    const struct challenge_params params = {
        .by = &exchange->caller,
        .address = exchange->request.address,
        .to = exchange->params[0],
        .message = form_text(exchange->form, "message"),
        .needs_follower = form_bool(exchange->form, "onlyIfOpponentFollowsMe", false),
        .settings = &settings};
    challenge_create(exchange->server, &params, keep_alive ? start_challenge_stream : send_created,
                     exchange);
}

// ---- the engine --------------------------------------------------------------------------------

/* The game as its player sees it before the first move. */
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

static void send_engine_game(void *context, const struct reply *reply, struct round *round)
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
    int64_t level = 0; // stays 0, which is invalid, if it is missing or not a number
    (void)form_integer(exchange->form, "level", 1, ENGINE_LEVELS, &level);
    if (!api_read_settings(exchange, &settings))
        return;
    if (exchange->caller.who.role == ROLE_BOT && !game_settings_allow_bot(&settings)) {
        exchange_refuse_field(exchange, "clock", "too fast for bots");
        return;
    }
    const struct engine_game_params params = {.who = &exchange->caller.who,
                                              .address = exchange->request.address,
                                              .level = level,
                                              .settings = &settings};
    const char *where, *fault = engine_game_fault(&params, &where);
    if (fault)
        exchange_refuse_field(exchange, where, fault);
    else
        engine_game_start(exchange->server, &params, send_engine_game, exchange);
}

// ---- open challenges ---------------------------------------------------------------------------

static void write_link(struct exchange *exchange, struct json *json, const char *key,
                       const struct challenge *challenge, const char *side)
{
    char url[512];
    snprintf(url, sizeof url, "%s/%s?color=%s", exchange->server->config.public_url, challenge->id,
             side);
    json_put_text(json, key, url);
}

static void send_open_challenge(void *context, const struct reply *reply,
                                const struct challenge *challenge)
{
    struct exchange *exchange = context;
    if (reply->refusal != NOT_REFUSED) {
        send_created(exchange, reply, challenge);
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

/* Splits "white,black" in place; false if it has another form. */
static bool split_users(char *text, const char *out[2])
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
    const char *users_field = form_text(exchange->form, "users"), *allowed[2];
    int64_t expires_at = 0;
    if (users_field && *users_field &&
        (snprintf(users, sizeof users, "%s", users_field) >= USERS_SIZE ||
         !split_users(users, allowed))) {
        exchange_refuse_field(exchange, "users", "must be two names: white,black");
        return;
    }
    if (!form_integer(exchange->form, "expiresAt", 0, INT64_C(9007199254740991), &expires_at)) {
        exchange_refuse_field(exchange, "expiresAt", "must be milliseconds since 1970");
        return;
    }
    if (!api_read_settings(exchange, &settings))
        return;
    const struct challenge_params params = {.by = &exchange->caller,
                                            .address = exchange->request.address,
                                            .allowed = *users ? allowed : NULL,
                                            .name = form_text(exchange->form, "name"),
                                            .settings = &settings,
                                            .expires_at = expires_at};
    challenge_create(exchange->server, &params, send_open_challenge, exchange);
}

// ---- listing ---------------------------------------------------------------------------------

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

/* The challenge in the path, if the caller made or received it. */
static const struct challenge *find_own_challenge(struct exchange *exchange)
{
    const struct challenge *challenge = challenge_find(exchange->server, exchange->params[0]);
    return challenge && challenge_involves(challenge, exchange->caller.who.id) ? challenge : NULL;
}

void api_challenge_show_handler(struct exchange *exchange)
{
    const struct challenge *challenge = find_own_challenge(exchange);
    if (!challenge) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, CHALLENGE_NOT_FOUND);
        return;
    }
    write_challenge(exchange, challenge);
    exchange_json(exchange, 200);
}

// ---- answering -------------------------------------------------------------------------------

static enum side_choice read_side_choice(const struct form *form)
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
        exchange_refuse(exchange, REFUSED_NOT_FOUND, CHALLENGE_NOT_FOUND);
    else
        challenge_accept(server, exchange->params[0], who, read_side_choice(exchange->form),
                         send_reply, exchange);
}

void api_challenge_decline_handler(struct exchange *exchange)
{
    const char *reason = form_text(exchange->form, "reason");
    challenge_decline(exchange->server, exchange->params[0], &exchange->caller.who,
                      decline_reason_parse(reason ? reason : ""), send_reply, exchange);
}

static void send_abort_reply(void *context, const struct reply *reply)
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
    round_command(round, &command, send_abort_reply, exchange);
}

/* Whether the scopes of the token allow playing. */
static bool can_play(const struct caller *caller)
{
    return caller->scopes &
           (1U << SCOPE_CHALLENGE_WRITE | 1U << SCOPE_BOT_PLAY | 1U << SCOPE_BOARD_PLAY);
}

static void on_opponent_known(void *context, const struct caller *opponent)
{
    struct exchange *exchange = context;
    struct round *round = rounds_find(exchange->server, exchange->params[0]);
    const struct game_info *info = round ? round_info(round) : NULL;
    if (!info || round_is_over(round))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, CHALLENGE_NOT_FOUND);
    else if (!can_play(opponent) || game_info_side(info, opponent->who.id) !=
                                        !game_info_side(info, exchange->caller.who.id))
        exchange_refuse_status(exchange, 400,
                               "opponentToken must be a token of the opponent that allows playing");
    else
        abort_game(exchange, round, true);
}

/* Cancels an accepted challenge by aborting its game. Once one player alone cannot abort it any
 * more, the opponent's token is needed too. */
static void abort_accepted(struct exchange *exchange, struct round *round)
{
    const char *token = form_text(exchange->form, "opponentToken");
    if (token && *token && !round_can_abort(round))
        token_authenticate(exchange->server, token, on_opponent_known, exchange);
    else
        abort_game(exchange, round, false);
}

/* `round` is NULL if there is no game with that id yet. */
static void cancel_challenge(void *context, struct round *round, const char *why)
{
    (void)why;
    struct exchange *exchange = context;
    struct server *server = exchange->server;
    const struct identity *who = &exchange->caller.who;
    const struct challenge *challenge = challenge_find(server, exchange->params[0]);
    if (round && !round_is_over(round) && game_info_side(round_info(round), who->id) != RK_NO_SIDE)
        abort_accepted(exchange, round);
    else if (!challenge || !challenge_involves(challenge, who->id))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, CHALLENGE_NOT_FOUND);
    else // if the caller is the one challenged, this declines it
        challenge_cancel(server, challenge->id, who, send_reply, exchange);
}

void api_challenge_cancel_handler(struct exchange *exchange)
{
    rounds_open(exchange->server, exchange->params[0], cancel_challenge, exchange);
}

// ---- clocks ----------------------------------------------------------------------------------

static void send_start_reply(void *context, const struct reply *reply)
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
    round_command(round, &command, send_start_reply, exchange);
}

static void check_players(struct exchange *exchange, const char *first, const char *second)
{
    struct round *round = rounds_find(exchange->server, exchange->params[0]);
    const struct game_info *info = round ? round_info(round) : NULL;
    const rk_side a = info ? game_info_side(info, first) : RK_NO_SIDE;
    const rk_side b = info ? game_info_side(info, second) : RK_NO_SIDE;
    if (!info)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, ROUND_NOT_FOUND);
    else if (a == RK_NO_SIDE || b == RK_NO_SIDE || a == b)
        exchange_refuse_status(
            exchange, 400,
            "token1 and token2 must be tokens of the two players that allow playing");
    else if (round_is_over(round))
        exchange_refuse(exchange, REFUSED_OVER, NULL);
    else if (rk_game_clock(round_game(round))->running)
        exchange_ok(exchange);
    else
        start_clocks(exchange, round);
}

static void on_second_player(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    check_players(exchange, exchange->data, can_play(caller) ? caller->who.id : "");
}

static void on_first_player(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    const char *token = form_text(exchange->form, "token2");
    if (can_play(caller))
        memcpy(exchange->data, caller->who.id, sizeof caller->who.id);
    token_authenticate(exchange->server, token ? token : "", on_second_player, exchange);
}

/* The game is in memory now, if there is one: check_players() finds it. */
static void on_clocks_game(void *context, struct round *round, const char *why)
{
    (void)round;
    (void)why;
    struct exchange *exchange = context;
    const char *token = form_text(exchange->form, "token1");
    exchange->data = calloc(1, IDENTITY_ID_MAX + 1); /* the owner of the first token */
    if (exchange->data)
        token_authenticate(exchange->server, token ? token : "", on_first_player, exchange);
    else
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
}

void api_start_clocks_handler(struct exchange *exchange)
{
    rounds_open(exchange->server, exchange->params[0], on_clocks_game, exchange);
}
