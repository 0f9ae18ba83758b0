/* SPDX-License-Identifier: MIT */
#include "api/explorer_databases.h"

#include <string.h>

#include "api/handlers.h"
#include "archive/own_games.h"

static struct explorer_source source_of_file(const struct named_database *file)
{
    struct explorer_source source = {.variant = (rk_variant)file->shared->database.header.variant};
    archive_parts_add(&source.parts, file->shared);
    return source;
}

static struct explorer_source source_of_own_games(const struct server *server)
{
    return (struct explorer_source){.parts = archive_parts_hold(own_games_parts(server)),
                                    .variant = RK_STANDARD,
                                    .is_own = true};
}

static bool find_by_name(const struct server *server, const char *name, struct explorer_source *out)
{
    if (!strcmp(name, EXPLORER_OWN_NAME) && own_games_exist(server)) {
        *out = source_of_own_games(server);
        return true;
    }
    for (size_t i = 0; i < server->env.explorer_count; i++)
        if (!strcmp(server->env.explorers[i].name, name)) {
            *out = source_of_file(&server->env.explorers[i]);
            return true;
        }
    return false;
}

bool explorer_source_find(struct exchange *exchange, enum explorer_default fallback,
                          struct explorer_source *out)
{
    const struct server *server = exchange->server;
    const char *name = form_text(exchange->form, "db");
    if (name && find_by_name(server, name, out))
        return true;
    if (name) {
        exchange_refuse_field(exchange, "db", "there is no such database");
        return false;
    }
    const bool has_file = server->env.explorer_count > 0;
    if (fallback != EXPLORER_OWN && has_file) {
        *out = source_of_file(server->env.explorers);
    } else if (fallback != EXPLORER_FILE && own_games_exist(server)) {
        *out = source_of_own_games(server);
    } else {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "this server has no opening database");
        return false;
    }
    return true;
}

void explorer_source_release(struct explorer_source *source)
{
    archive_parts_release(&source->parts);
}

/* The server's own database is built again; the operator must replace a file. */
static void log_damage(struct server *server, const struct explorer_source *source,
                       const rk_fault *fault)
{
    if (source->is_own) {
        own_games_check_damage(server);
        return;
    }
    for (size_t i = 0; i < server->env.explorer_count; i++) {
        const struct named_database *file = &server->env.explorers[i];
        if (file->shared == source->parts.shared[0])
            log_line(server->log, LOG_ERROR, "opening database %s: %s", file->name, fault->text);
    }
}

bool explorer_source_is_damaged(struct server *server, const struct explorer_source *source)
{
    rk_fault fault;
    for (size_t i = 0; i < source->parts.count; i++)
        if (database_damage(source->parts.databases[i], &fault)) {
            log_damage(server, source, &fault);
            return true;
        }
    return false;
}

static void put_database(struct json *json, const char *name, bool is_own, uint64_t games,
                         rk_variant variant, bool complete)
{
    json_begin_object(json);
    json_put_text(json, "name", name);
    json_put_bool(json, "own", is_own);
    json_put_integer(json, "games", (int64_t)games);
    json_put_text(json, "variant", rk_variant_name(variant));
    json_put_bool(json, "complete", complete);
    json_end_object(json);
}

void api_explorer_databases_handler(struct exchange *exchange)
{
    const struct server *server = exchange->server;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "databases");
    if (own_games_exist(server))
        put_database(&json, EXPLORER_OWN_NAME, true, archive_parts_games(own_games_parts(server)),
                     RK_STANDARD, own_games_are_complete(server));
    for (size_t i = 0; i < server->env.explorer_count; i++) {
        const struct named_database *file = &server->env.explorers[i];
        const struct format_header *header = &file->shared->database.header;
        put_database(&json, file->name, false, header->game_count, (rk_variant)header->variant,
                     true);
    }
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}
