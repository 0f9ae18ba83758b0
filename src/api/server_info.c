/* SPDX-License-Identifier: MIT */
/* Public information about the server: what a client needs to draw its first page and to check
 * forms before it sends them. */
#include "accounts/names.h"
#include "accounts/passwords.h"
#include "api/handlers.h"
#include "api/mod.h"
#include "http/gzip.h"
#include "lobby/pools.h"
#include "moderation/announcements.h"
#include "moderation/restart.h"
#include "ratings/perf.h"
#include "record/game_settings.h"
#include "rookery/tablebase.h"
#include "rounds/command.h"
#include "social/messages.h"
#include "wire/message.h"

static void write_pools(const struct server *server, struct json *json)
{
    json_put_array(json, "pools");
    for (size_t i = 0; i < pool_count(); i++) {
        const struct game_settings *settings = pool_settings(server, i);
        json_begin_object(json);
        json_put_text(json, "name", pool_name(i));
        game_settings_write_time_control(settings, json);
        json_put_text(json, "speed", speed_key(game_settings_speed(settings)));
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_variants(struct json *json)
{
    json_put_array(json, "variants");
    for (rk_variant variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const struct game_settings settings = {.variant = variant};
        json_begin_object(json);
        json_put_text(json, "key", game_settings_variant_key(&settings));
        json_put_text(json, "name", game_settings_variant_name(&settings));
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_perfs(struct json *json)
{
    json_put_array(json, "perfs");
    for (unsigned i = 0; i < PERF_COUNT; i++) {
        json_begin_object(json);
        json_put_text(json, "key", perf_key((enum perf)i));
        json_put_text(json, "name", perf_name((enum perf)i));
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_limits(struct json *json)
{
    json_put_object(json, "limits");
    json_put_integer(json, "nameMin", ACCOUNT_NAME_MIN);
    json_put_integer(json, "nameMax", ACCOUNT_NAME_MAX);
    json_put_integer(json, "passwordMin", PASSWORD_MIN);
    json_put_integer(json, "passwordMax", PASSWORD_MAX);
    json_put_integer(json, "chatMax", CHAT_LINE_CHARACTERS);
    json_put_integer(json, "messageMax", MESSAGE_CHARACTERS);
    json_put_integer(json, "reportMax", STAFF_TEXT_CHARACTERS);
    json_put_integer(json, "fenMax", FEN_SIZE_MAX);
    json_put_integer(json, "clockLimitMax", CLOCK_LIMIT_MAX_MS / SECOND_MS);
    json_put_integer(json, "clockIncrementMax", CLOCK_INCREMENT_MAX_MS / SECOND_MS);
    json_put_array(json, "days");
    for (size_t i = 0; i < CLOCK_DAYS_COUNT; i++)
        json_number(json, clock_days[i]);
    json_end_array(json);
    json_end_object(json);
}

/* What this server can do, which depends on how it was started. */
static void write_abilities(const struct server *server, struct json *json)
{
    const bool plays = server->env.search_move && server->config.engine_games;
    json_put_bool(json, "registration", server->config.registration);
    json_put_bool(json, "guests", server->config.guests);
    json_put_integer(json, "computerLevels", plays ? ENGINE_LEVELS : 0);
    json_put_bool(json, "analysis", server->env.evaluate != NULL);
    json_put_bool(json, "tablebase", server->env.tablebase != NULL);
    json_put_integer(json, "tablebaseMen",
                     server->env.tablebase ? rk_tablebase_men(server->env.tablebase) : 0);
    json_put_bool(json, "mail", server->env.send_mail != NULL);
}

void server_info_handler(struct exchange *exchange)
{
    const struct server *server = exchange->server;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "name", server->config.server_name);
    json_put_text(&json, "url", server->config.public_url);
    json_put_text(&json, "version", ROOKERY_VERSION);
    json_put_integer(&json, "protocol", PROTOCOL_VERSION);
    json_put_text(&json, "motd", server->config.motd);
    json_put_integer(&json, "now", server_date(server));
    write_abilities(server, &json);
    write_pools(server, &json);
    write_variants(&json);
    write_perfs(&json);
    write_limits(&json);
    json_key(&json, "announcements");
    announcements_write(server, &json);
    if (restart_planned_at(server))
        json_put_integer(&json, "restartAt", restart_planned_at(server));
    json_end_object(&json);
    if (exchange->body.failed) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    exchange_header(exchange, "Vary", "Accept-Encoding");
    gzip_respond(exchange, 200, "application/json", exchange->body.bytes, exchange->body.size);
}
