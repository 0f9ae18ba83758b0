/* SPDX-License-Identifier: MIT */
/* The account and user API: your own account, the public profiles, and relations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/account_row.h"
#include "accounts/accounts.h"
#include "accounts/names.h"
#include "accounts/presence.h"
#include "api/api.h"
#include "api/handlers.h"
#include "api/user_json.h"
#include "http/exchange_query.h"
#include "ratings/rating_json.h"
#include "rounds/round_json.h"
#include "running/game_counts.h"
#include "running/remote_games.h"
#include "social/account_settings.h"
#include "social/relation_changes.h"

enum { PLAYING_DEFAULT = 9, PLAYING_MAX = 50, STATUS_MAX = 100, URL_SIZE = 512 };

// ---- the User object -------------------------------------------------------------------------

static void write_url(struct json *json, const char *key, const struct server *server,
                      const char *page)
{
    char url[URL_SIZE];
    snprintf(url, sizeof url, "%s/%s", server->config.public_url, page);
    json_put_text(json, key, url);
}

/* What a kid says about itself is not shown. */
static void write_profile(const struct account *account, struct json *json)
{
    struct account_settings settings;
    account_settings_parse(account->settings, &settings);
    if (!account->kid && !profile_is_empty(&settings.profile)) {
        json_put_object(json, "profile");
        profile_write(&settings.profile, json);
        json_end_object(json);
    }
    account_settings_fini(&settings);
}

struct user_counts user_counts_from_row(const struct store_job *job)
{
    return (struct user_counts){.imports = store_get_integer(job, ACCOUNT_COLUMNS),
                                .with_caller = store_get_integer(job, ACCOUNT_COLUMNS + 1)};
}

static void write_counts(struct server *server, const struct account *account, size_t playing,
                         const struct user_counts *counts, struct json *json)
{
    json_put_object(json, "count");
    json_put_integer(json, "all", account->games);
    json_put_integer(json, "rated", ratings_count_games(server, account->who.id));
    json_put_integer(json, "win", account->wins);
    json_put_integer(json, "loss", account->losses);
    json_put_integer(json, "draw", account->draws);
    json_put_integer(json, "playing", (int64_t)playing);
    json_put_integer(json, "bookmark", 0); // this server has no bookmarks
    if (counts) {
        json_put_integer(json, "import", counts->imports);
        json_put_integer(json, "me", counts->with_caller);
    }
    json_end_object(json);
}

void user_json_write(struct server *server, const struct account *account,
                     const struct user_counts *counts, struct json *json)
{
    const char *id = account->who.id;
    char game[GAME_ID_SIZE + 1];
    char page[IDENTITY_ID_MAX + 8];
    json_put_text(json, "id", id);
    json_put_text(json, "username", account->who.name);
    if (account->status != ACCOUNT_ACTIVE) {
        json_put_bool(json, "disabled", true);
        return;
    }
    if (identity_title(&account->who))
        json_put_text(json, "title", identity_title(&account->who));
    ratings_write_perfs(server, &account->who, json);
    write_profile(account, json);
    json_put_integer(json, "createdAt", account->created_at);
    json_put_integer(json, "seenAt", presence_last_seen_date(server, id, account->seen_at));
    snprintf(page, sizeof page, "@/%s", account->who.name);
    write_url(json, "url", server, page);
    const size_t playing = game_counts_public_of(server, id, game);
    if (playing)
        write_url(json, "playing", server, game);
    write_counts(server, account, playing, counts, json);
}

/* How the caller and the user are related. */
static void write_relations(const struct relations *relations, struct json *json)
{
    json_put_bool(json, "followable", relations->theirs != RELATION_BLOCKS);
    json_put_bool(json, "following", relations->own == RELATION_FOLLOWS);
    json_put_bool(json, "blocking", relations->own == RELATION_BLOCKS);
}

static void send_user(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    if (!store_next_row(job)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such user");
        return;
    }
    const struct account account = account_from_row(job);
    const struct user_counts counts = user_counts_from_row(job);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    user_json_write(exchange->server, &account, &counts, &json);
    if (exchange->data && account.status == ACCOUNT_ACTIVE)
        write_relations(exchange->data, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void find_user(struct exchange *exchange, const char *name)
{
    char id[IDENTITY_ID_MAX + 1];
    if (!name_to_id(name, id)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such user");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_USER);
    store_bind_text(job, id);
    store_bind_text(job, exchange->caller.who.id);
    exchange_read(exchange, job, send_user);
}

static void on_relations_found(void *context, const struct relations *relations)
{
    struct exchange *exchange = context;
    if (!relations) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    *(struct relations *)exchange->data = *relations;
    find_user(exchange, exchange->params[0]);
}

void api_user_handler(struct exchange *exchange)
{
    const char *own = exchange->caller.who.id;
    char id[IDENTITY_ID_MAX + 1];
    if (*own && name_to_id(exchange->params[0], id) && strcmp(own, id) != 0)
        exchange->data = calloc(1, sizeof(struct relations));
    if (exchange->data)
        relations_find(exchange->server, own, id, on_relations_found, exchange);
    else
        find_user(exchange, exchange->params[0]);
}

void api_account_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_ACCOUNT_READ))
        find_user(exchange, exchange->caller.who.id);
}

// ---- running games ---------------------------------------------------------------------------

static void send_playing(void *context)
{
    struct exchange *exchange = context;
    const struct round *rounds[PLAYING_MAX];
    const char *who = exchange->caller.who.id;
    int64_t max = PLAYING_DEFAULT, my_turns = 0;
    if (!form_integer(exchange->form, "nb", 1, PLAYING_MAX, &max)) {
        exchange_refuse_field(exchange, "nb", "must be 1 to 50");
        return;
    }
    const size_t count = rounds_list(exchange->server, who, rounds, PLAYING_MAX);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "nowPlaying");
    for (size_t i = 0; i < count && i < PLAYING_MAX; i++) {
        const rk_side side = game_info_side(round_info(rounds[i]), who);
        my_turns += rk_game_position(round_game(rounds[i]))->turn == side;
        if ((int64_t)i < max)
            round_json_info(rounds[i], side, &json);
    }
    json_end_array(&json);
    json_put_integer(&json, "nbMyTurn", my_turns);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_playing_handler(struct exchange *exchange)
{
    remote_games_open_of_account(exchange->server, exchange->caller.who.id, send_playing, exchange);
}

// ---- your own account ------------------------------------------------------------------------

static void send_email(void *context, enum refusal refusal, const struct account *account)
{
    struct exchange *exchange = context;
    if (!account) {
        api_refuse_lookup(exchange, refusal, "no such user");
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "email", *account->email ? account->email : NULL);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_email_handler(struct exchange *exchange)
{
    account_find(exchange->server, exchange->caller.who.id, send_email, exchange);
}

static void send_upgrade_result(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    const struct reply reply = {.refusal = refusal, .why = why};
    const bool is_client_error = refusal != NOT_REFUSED && refusal_status(refusal) < 500;
    if (is_client_error && refusal != REFUSED_RATE)
        exchange_refuse_status(exchange, 400, why ? why : refusal_text(refusal));
    else
        api_reply(exchange, &reply);
}

void api_upgrade_handler(struct exchange *exchange)
{
    account_become_bot(exchange->server, &exchange->caller, send_upgrade_result, exchange);
}

// ---- follows and blocks ---------------------------------------------------------------------

static void send_relation_result(void *context, enum refusal refusal, const char *why)
{
    const struct reply reply = {.refusal = refusal, .why = why};
    api_reply(context, &reply);
}

void api_relate_handler(struct exchange *exchange)
{
    static const struct {
        const char *name;
        enum relation relation;
        bool ends;
    } actions[] = {{"follow", RELATION_FOLLOWS, false},
                   {"unfollow", RELATION_FOLLOWS, true},
                   {"block", RELATION_BLOCKS, false},
                   {"unblock", RELATION_BLOCKS, true}};
    enum { ACTION_COUNT = sizeof actions / sizeof *actions };
    size_t i = 0;
    while (i < ACTION_COUNT && strcmp(actions[i].name, exchange->params[0]) != 0)
        i++;
    if (i == ACTION_COUNT)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, NULL);
    else if (exchange_check_rate(exchange, LIMIT_RELATION))
        relation_change(exchange->server,
                        &(struct relation_change){.own = &exchange->caller.who,
                                                  .name = exchange->params[1],
                                                  .relation = actions[i].relation,
                                                  .ends = actions[i].ends},
                        send_relation_result, exchange);
}

/* Sends one line for each account. */
static void send_users(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    while (store_next_row(job)) {
        const struct account account = account_from_row(job);
        struct json json = json_in(&exchange->body);
        json_begin_object(&json);
        const struct user_counts counts = user_counts_from_row(job);
        user_json_write(exchange->server, &account, &counts, &json);
        if (presence_is_online(exchange->server, account.who.id))
            json_put_bool(&json, "online", true);
        json_end_object(&json);
        buffer_put(&exchange->body, '\n');
    }
    if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_respond(exchange, 200, "application/x-ndjson", exchange->body.bytes,
                         exchange->body.size);
}

static void list_related(struct exchange *exchange, enum relation relation)
{
    if (!exchange_check_rate(exchange, LIMIT_EXPORT))
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_RELATED);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_integer(job, relation);
    exchange_read(exchange, job, send_users);
}

void api_following_handler(struct exchange *exchange)
{
    list_related(exchange, RELATION_FOLLOWS);
}

void api_blocked_handler(struct exchange *exchange)
{
    list_related(exchange, RELATION_BLOCKS);
}

// ---- online status ---------------------------------------------------------------------------

static void write_status(struct exchange *exchange, struct store_job *job, struct json *json)
{
    const struct account account = account_from_row(job);
    char game[GAME_ID_SIZE + 1];
    json_begin_object(json);
    json_put_text(json, "id", account.who.id);
    json_put_text(json, "name", account.who.name);
    if (identity_title(&account.who))
        json_put_text(json, "title", identity_title(&account.who));
    if (presence_is_online(exchange->server, account.who.id))
        json_put_bool(json, "online", true);
    if (game_counts_public_of(exchange->server, account.who.id, game)) {
        json_put_bool(json, "playing", true);
        if (form_bool(exchange->form, "withGameIds", false))
            json_put_text(json, "playingId", game);
    }
    json_end_object(json);
}

static void send_status(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_array(&json);
    while (store_next_row(job))
        write_status(exchange, job, &json);
    json_end_array(&json);
    exchange_json(exchange, 200);
}

/* Adds a query for each name; returns the number of queries. */
static size_t add_queries(struct store_job *job, const char *names)
{
    size_t count = 0;
    while (*names && count < STATUS_MAX) {
        char name[IDENTITY_NAME_MAX + 1], id[IDENTITY_ID_MAX + 1];
        const size_t size = strcspn(names, ",");
        if (size && size < sizeof name) {
            memcpy(name, names, size);
            name[size] = '\0';
            if (name_to_id(name, id)) {
                store_call(job, STORE_ACCOUNT);
                store_bind_text(job, id);
                count++;
            }
        }
        names += size + (names[size] == ',');
    }
    return count;
}

void api_users_status_handler(struct exchange *exchange)
{
    const char *names = form_text(exchange->form, "ids");
    struct store_job *job = store_job_create();
    if (add_queries(job, names ? names : "")) {
        exchange_read(exchange, job, send_status);
        return;
    }
    store_job_destroy(job);
    buffer_text(&exchange->body, "[]");
    exchange_json(exchange, 200);
}
