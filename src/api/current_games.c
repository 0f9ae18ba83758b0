/* SPDX-License-Identifier: MIT */
/* Games being played: all of them, those of a TV channel, and a user's current game. */
#include <string.h>

#include "accounts/accounts.h"
#include "api/api.h"
#include "api/export_format.h"
#include "api/handlers.h"
#include "api/visible_games.h"
#include "http/exchange_query.h"
#include "running/remote_games.h"
#include "running/tv.h"

enum {
    RUNNING_MAX = 200, /* in the list of running games */
    TV_GAMES_MAX = 30, /* of a channel */
    TV_GAMES_DEFAULT = 10,
    RECENT_MAX = 16 /* a user's newest games that are looked at, since some are private */
};

static const char json_type[] = "application/json", ndjson_type[] = "application/x-ndjson";

// ---- running games ----------------------------------------------------------------------------

static void write_running_game(const struct round *round, struct json *json)
{
    const struct game_info *info = round_info(round);
    char text[RK_FEN_MAX];
    json_begin_object(json);
    json_put_text(json, "id", info->id);
    json_put_text(json, "white", info->players[RK_WHITE].name);
    json_put_text(json, "black", info->players[RK_BLACK].name);
    json_put_bool(json, "rated", info->settings.rated);
    json_put_text(json, "variant", game_settings_variant_key(&info->settings));
    json_put_text(json, "speed", speed_key(game_settings_speed(&info->settings)));
    game_settings_write_clock(&info->settings, text);
    json_put_text(json, "clock", text);
    rk_fen_write(rk_game_position(round_game(round)), RK_FEN_PLAIN, text);
    json_put_text(json, "fen", text);
    json_put_integer(json, "createdAt", info->created_at);
    json_put_integer(json, "watchers", (int64_t)round_spectator_count(round));
    json_end_object(json);
}

static void send_running(void *context)
{
    struct exchange *exchange = context;
    const struct round *rounds[RUNNING_MAX];
    const size_t found = rounds_list(exchange->server, NULL, rounds, RUNNING_MAX);
    const bool as_lines = strstr(exchange->request.accept, ndjson_type);
    struct json json = json_in(&exchange->body);
    if (!as_lines)
        json_begin_array(&json);
    for (size_t i = 0; i < found && i < RUNNING_MAX; i++) {
        write_running_game(rounds[i], &json);
        if (as_lines) {
            buffer_put(&exchange->body, '\n');
            json = json_in(&exchange->body);
        }
    }
    if (!as_lines)
        json_end_array(&json);
    exchange_respond(exchange, 200, as_lines ? ndjson_type : json_type,
                     buffer_cstr(&exchange->body), exchange->body.size);
}

void api_running_handler(struct exchange *exchange)
{
    remote_games_open_public(exchange->server, send_running, exchange);
}

// ---- the best games of a channel ----------------------------------------------------------------

static void send_tv_games(void *context)
{
    struct exchange *exchange = context;
    const struct round *rounds[TV_GAMES_MAX];
    enum tv_channel channel;
    int64_t max = TV_GAMES_DEFAULT;
    if (!tv_channel_parse(exchange->params[0], &channel)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such TV channel");
        return;
    }
    if (!form_integer(exchange->form, "nb", 1, TV_GAMES_MAX, &max)) {
        exchange_refuse_field(exchange, "nb", "must be 1 to 30");
        return;
    }
    struct export_format format = export_format_of(exchange, false, &exchange->body);
    const size_t count = tv_list(exchange->server, channel, rounds, (size_t)max);
    for (size_t i = 0; i < count; i++)
        if (visible_game_from_round(rounds[i], exchange->caller.who.id, export_format_write,
                                    &format) &&
            format.as_json)
            buffer_put(&exchange->body, '\n');
    if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_respond(exchange, 200, export_format_type(&format), buffer_cstr(&exchange->body),
                         exchange->body.size);
}

void api_tv_games_handler(struct exchange *exchange)
{
    remote_games_open_public(exchange->server, send_tv_games, exchange);
}

// ---- a user's current game ----------------------------------------------------------------------

/* Sends the newest game that the caller may see. */
static void on_recent_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    struct export_format format = export_format_of(exchange, true, &exchange->body);
    bool found = false;
    while (!found && store_next_row(job))
        found = visible_game_from_row(exchange->server, job, exchange->caller.who.id,
                                      export_format_write, &format);
    export_format_respond(exchange, found);
}

static void read_recent_games(struct exchange *exchange, const char *account)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAMES_NEWEST_FIRST);
    store_bind_text(job, account);
    store_bind_integer(job, INT64_MAX); // from the newest on
    store_bind_integer(job, RECENT_MAX);
    store_bind_integer(job, 0);
    for (int i = 0; i < 4; i++) // any opponent, side, rated or not, running or not
        store_bind_null(job);
    store_bind_text(job, "");
    store_bind_null(job);       // no part of an opponent's name
    store_bind_integer(job, 1); // with reviews
    exchange_read(exchange, job, on_recent_games);
}

static void send_current_game(void *context)
{
    struct exchange *exchange = context;
    const struct round *rounds[RUNNING_MAX];
    const char *account = exchange->data;
    struct export_format format = export_format_of(exchange, true, &exchange->body);
    const size_t found = rounds_list(exchange->server, account, rounds, RUNNING_MAX);
    for (size_t i = 0; i < found && i < RUNNING_MAX; i++)
        if (visible_game_from_round(rounds[i], exchange->caller.who.id, export_format_write,
                                    &format)) {
            export_format_respond(exchange, true);
            return;
        }
    read_recent_games(exchange, account);
}

static void gather_current_games(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    if (!account) {
        api_refuse_lookup(exchange, refusal, "no such user");
        return;
    }
    exchange->data = strdup(account->who.id);
    if (exchange->data)
        remote_games_open_of_account(exchange->server, account->who.id, send_current_game,
                                     exchange);
    else
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
}

void api_current_game_handler(struct exchange *exchange)
{
    account_find(exchange->server, exchange->params[0], gather_current_games, exchange);
}
