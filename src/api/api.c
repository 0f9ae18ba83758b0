/* SPDX-License-Identifier: MIT */
#include "api/api.h"

#include <stdio.h>
#include <string.h>

enum { WHY_SIZE = 300, SECONDS_MAX = 1000000, DAYS_MAX = 1000 };

// ---- responses -------------------------------------------------------------------------------

void api_refuse(struct exchange *exchange, const struct reply *reply)
{
    const char *why = reply->why ? reply->why : refusal_text(reply->refusal);
    const unsigned status = refusal_status(reply->refusal);
    if (reply->limit ||
        reply->refusal == REFUSED_RATE) // 429, or the status for a limit of another player
        exchange_refuse_rate_key(exchange, status,
                                 reply->limit ? reply->limit : refusal_word(REFUSED_RATE), why,
                                 reply->wait ? reply->wait : 1);
    else
        exchange_refuse_status(exchange, status == 409 ? 400 : status, why);
}

void api_reply(struct exchange *exchange, const struct reply *reply)
{
    if (reply->refusal == NOT_REFUSED)
        exchange_ok(exchange);
    else
        api_refuse(exchange, reply);
}

void api_refuse_lookup(struct exchange *exchange, enum refusal refusal, const char *why)
{
    exchange_refuse(exchange, refusal, refusal == REFUSED_NOT_FOUND ? why : NULL);
}

// ---- families --------------------------------------------------------------------------------

static bool is_bot_family(const struct exchange *exchange)
{
    return !strcmp(exchange->params[0], "bot");
}

bool api_check_family(struct exchange *exchange)
{
    const struct caller *caller = &exchange->caller;
    const bool bot = is_bot_family(exchange);
    if (!bot && strcmp(exchange->params[0], "board") != 0) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
        return false;
    }
    if (!(caller->scopes & 1U << (bot ? SCOPE_BOT_PLAY : SCOPE_BOARD_PLAY))) {
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "the token lacks the required scope");
        return false;
    }
    if (bot != (caller->who.role == ROLE_BOT)) {
        exchange_refuse_status(
            exchange, 400,
            bot ? "the bot API is for bot accounts only; upgrade the account first"
                : "the board API is not for bot accounts");
        return false;
    }
    return true;
}

bool api_check_player(struct exchange *exchange, const struct round *round, rk_side *side)
{
    if (!round || !round_may_watch(round, exchange->caller.who.id)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, ROUND_NOT_FOUND);
        return false;
    }
    const struct game_info *info = round_info(round);
    *side = game_info_side(info, exchange->caller.who.id);
    if (*side == RK_NO_SIDE) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "you are not playing this game");
        return false;
    }
    const bool plays =
        is_bot_family(exchange)
            ? game_settings_allow_bot(&info->settings)
            : game_settings_allow_board(&info->settings, !game_source_is_paired(info->source));
    if (!plays)
        exchange_refuse_status(exchange, 400,
                               is_bot_family(exchange) ? "this game is too fast for the bot API"
                                                       : "this game is too fast for the board API");
    return plays;
}

// ---- settings -----------------------------------------------------------------------------------

bool api_make_settings(struct exchange *exchange, const struct game_settings_request *request,
                       struct game_settings *out)
{
    char why[WHY_SIZE];
    const char *where = NULL;
    if (game_settings_make(request, server_random(exchange->server), out, why, sizeof why, &where))
        return true;
    exchange_refuse_field(exchange, where ? where : "global", why);
    return false;
}

static bool read_number(struct exchange *exchange, const char *key, int64_t max, int64_t *out)
{
    char why[WHY_SIZE];
    if (form_integer(exchange->form, key, 0, max, out))
        return true;
    snprintf(why, sizeof why, "must be an integer from 0 to %lld", (long long)max);
    exchange_refuse_field(exchange, key, why);
    return false;
}

bool api_read_settings(struct exchange *exchange, struct game_settings *out)
{
    const struct form *form = exchange->form;
    struct game_settings_request request = {.variant = form_text(form, "variant"),
                                            .fen = form_text(form, "fen"),
                                            .side = form_text(form, "color"),
                                            .rules = form_text(form, "rules"),
                                            .rated = form_bool(form, "rated", false),
                                            .limit = -1,
                                            .increment = -1,
                                            .days = -1};
    if (!read_number(exchange, "clock.limit", SECONDS_MAX, &request.limit) ||
        !read_number(exchange, "clock.increment", SECONDS_MAX, &request.increment) ||
        !read_number(exchange, "days", DAYS_MAX, &request.days))
        return false;
    if ((request.limit < 0) != (request.increment < 0)) {
        exchange_refuse_field(exchange, "clock", "give both clock.limit and clock.increment");
        return false;
    }
    if (request.limit >= 0)
        request.days = -1;
    return api_make_settings(exchange, &request, out);
}
