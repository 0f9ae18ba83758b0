/* SPDX-License-Identifier: MIT */
/* The bulk pairing API. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "api/api.h"
#include "api/games.h"
#include "api/handlers.h"
#include "base/milliseconds.h"
#include "lobby/bulk_games.h"
#include "lobby/bulk_pairings.h"

enum { LISTED_MAX = 100, TOKEN_MAX = 512 };

// ---- responses -------------------------------------------------------------------------------

static void write_time(struct json *json, const char *key, int64_t at)
{
    if (at)
        json_put_integer(json, key, at);
    else {
        json_key(json, key);
        json_null_value(json);
    }
}

static void write_clock(struct json *json, const struct game_settings *settings)
{
    const rk_clock_stage *stage = &settings->clock.stages[RK_WHITE][0];
    if (!game_settings_has_clock(settings)) {
        json_put_integer(json, "days", stage->base / DAY_MS);
        return;
    }
    json_put_object(json, "clock");
    json_put_integer(json, "increment", stage->extra / SECOND_MS);
    json_put_integer(json, "limit", stage->base / SECOND_MS);
    json_end_object(json);
}

static void write_bulk(struct json *json, const struct bulk_pairing *bulk)
{
    json_begin_object(json);
    json_put_text(json, "id", bulk->id);
    json_put_array(json, "games");
    for (size_t i = 0; i < bulk->count; i++) {
        json_begin_object(json);
        json_put_text(json, "id", bulk->games[i].id);
        json_put_text(json, "black", bulk->games[i].players[RK_BLACK].id);
        json_put_text(json, "white", bulk->games[i].players[RK_WHITE].id);
        json_end_object(json);
    }
    json_end_array(json);
    json_put_text(json, "variant", game_settings_variant_key(&bulk->settings));
    write_clock(json, &bulk->settings);
    json_put_integer(json, "pairAt", bulk->pair_at);
    write_time(json, "pairedAt", bulk->paired_at);
    json_put_bool(json, "rated", bulk->settings.rated);
    write_time(json, "startClocksAt", bulk->start_clocks_at);
    json_put_integer(json, "scheduledAt", bulk->scheduled_at);
    json_end_object(json);
}

static void send_bulk(struct exchange *exchange, const struct bulk_pairing *bulk)
{
    struct json json = json_in(&exchange->body);
    write_bulk(&json, bulk);
    exchange_json(exchange, 200);
}

/* The caller's bulk in the path; NULL: it has responded 404. */
static const struct bulk_pairing *find_bulk(struct exchange *exchange)
{
    const struct bulk_pairing *bulk =
        bulk_find(exchange->server, exchange->params[0], exchange->caller.who.id);
    if (!bulk)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such bulk pairing");
    return bulk;
}

// ---- creating --------------------------------------------------------------------------------

/* A bulk whose tokens are looked up one after the other. */
struct creation {
    struct game_settings settings;
    int64_t pair_at, start_clocks_at;
    const char *next; /* what is left of "t1:t2,t3:t4", in the exchange's form */
    size_t count;     /* tokens so far */
    struct bulk_game games[BULK_GAMES_MAX];
};

static void on_scheduled(void *context, const struct reply *reply, const struct bulk_pairing *bulk)
{
    if (bulk)
        send_bulk(context, bulk);
    else
        api_refuse(context, reply);
}

static void schedule_bulk(struct exchange *exchange, const struct creation *creation)
{
    const char *message = form_text(exchange->form, "message");
    bulk_schedule(exchange->server,
                  &(struct bulk_params){.by = &exchange->caller.who,
                                        .settings = &creation->settings,
                                        .games = creation->games,
                                        .count = creation->count / 2,
                                        .pair_at = creation->pair_at,
                                        .start_clocks_at = creation->start_clocks_at,
                                        .message = message && *message ? message : NULL},
                  on_scheduled, exchange);
}

static void refuse_players(struct exchange *exchange, const struct creation *creation,
                           const char *why)
{
    char text[160];
    snprintf(text, sizeof text, "token %zu: %s", creation->count + 1, why);
    exchange_refuse_field(exchange, "players", text);
}

static void look_up_next(struct exchange *exchange);

static void on_player_known(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    struct creation *creation = exchange->data;
    if (!*caller->who.id)
        refuse_players(exchange, creation, "unknown or expired");
    else if (!(caller->scopes & 1U << SCOPE_CHALLENGE_WRITE))
        refuse_players(exchange, creation, "it needs the scope challenge:write");
    else {
        creation->games[creation->count / 2].players[creation->count % 2] = caller->who;
        creation->count++;
        look_up_next(exchange);
    }
}

/* Looks up the token at the current place, which must end with a colon if it is White's. */
static void look_up_next(struct exchange *exchange)
{
    struct creation *creation = exchange->data;
    char token[TOKEN_MAX + 1];
    if (!*creation->next && creation->count && creation->count % 2 == 0) {
        schedule_bulk(exchange, creation);
        return;
    }
    const size_t size = strcspn(creation->next, ":,");
    const char end = creation->next[size];
    const bool white = creation->count % 2 == 0;
    if (!size || size > TOKEN_MAX || (white ? end != ':' : end == ':'))
        refuse_players(exchange, creation,
                       "the players must be pairs of tokens: token1:token2,token3:token4");
    else if (creation->count == (size_t)2 * BULK_GAMES_MAX)
        refuse_players(exchange, creation, "a bulk can have at most 500 games");
    else {
        memcpy(token, creation->next, size);
        token[size] = '\0';
        creation->next += size + (end != '\0');
        token_authenticate(exchange->server, token, on_player_known, exchange);
    }
}

/* False: it has responded. */
static bool read_times(struct exchange *exchange, struct creation *creation)
{
    static const char *const why = "must be milliseconds since 1970";
    const int64_t max = INT64_C(9007199254740991);
    const char *message = form_text(exchange->form, "message");
    if (!form_integer(exchange->form, "pairAt", 0, max, &creation->pair_at))
        exchange_refuse_field(exchange, "pairAt", why);
    else if (!form_integer(exchange->form, "startClocksAt", 0, max, &creation->start_clocks_at))
        exchange_refuse_field(exchange, "startClocksAt", why);
    else if (message && *message && !strstr(message, "{game}"))
        exchange_refuse_field(exchange, "message", "must contain {game}");
    else if (message && strlen(message) > EVENT_TEXT_MAX)
        exchange_refuse_field(exchange, "message", "must have at most 600 bytes");
    else
        return true;
    return false;
}

void api_bulk_create_handler(struct exchange *exchange)
{
    struct creation *creation = calloc(1, sizeof *creation);
    const char *players = form_text(exchange->form, "players");
    exchange->data = creation;
    if (!creation)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (!players || !*players)
        exchange_refuse_field(exchange, "players", "missing: token1:token2,token3:token4");
    else if (read_times(exchange, creation) && api_read_settings(exchange, &creation->settings)) {
        if (creation->settings.clock.kind == RK_CLOCK_NONE) {
            exchange_refuse_field(exchange, "clock", "missing: a clock or days per move");
            return;
        }
        creation->next = players;
        look_up_next(exchange);
    }
}

// ---- showing ---------------------------------------------------------------------------------

void api_bulk_list_handler(struct exchange *exchange)
{
    const struct bulk_pairing *bulks[LISTED_MAX];
    const size_t count = bulk_list(exchange->server, exchange->caller.who.id, bulks, LISTED_MAX);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "bulks");
    for (size_t i = 0; i < count && i < LISTED_MAX; i++)
        write_bulk(&json, bulks[i]);
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_bulk_show_handler(struct exchange *exchange)
{
    const struct bulk_pairing *bulk = find_bulk(exchange);
    if (bulk)
        send_bulk(exchange, bulk);
}

void api_bulk_games_handler(struct exchange *exchange)
{
    const struct bulk_pairing *bulk = find_bulk(exchange);
    char(*ids)[GAME_ID_SIZE + 1] = bulk ? calloc(bulk->count + 1, sizeof *ids) : NULL;
    if (!bulk)
        return;
    if (!ids) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    for (size_t i = 0; i < bulk->count; i++)
        memcpy(ids[i], bulk->games[i].id, sizeof *ids);
    games_send(exchange, ids);
}

// ---- changing --------------------------------------------------------------------------------

void api_bulk_start_clocks_handler(struct exchange *exchange)
{
    if (!find_bulk(exchange))
        return;
    if (bulk_start_clocks(exchange->server, exchange->params[0], exchange->caller.who.id))
        exchange_ok(exchange);
    else
        exchange_refuse_status(exchange, 400, "the games have not been created yet");
}

static void on_cancelled(void *context, const struct reply *reply, const struct bulk_pairing *bulk)
{
    (void)bulk;
    api_reply(context, reply);
}

void api_bulk_cancel_handler(struct exchange *exchange)
{
    bulk_cancel(exchange->server, exchange->params[0], exchange->caller.who.id, on_cancelled,
                exchange);
}
