/* SPDX-License-Identifier: MIT */
#include "api/explorer_databases.h"

#include <string.h>

#include "api/handlers.h"
#include "archive/game_record.h"
#include "archive/own_games.h"
#include "record/game_settings.h"

static struct explorer_source source_of_file(const struct named_database *file)
{
    struct explorer_source source = {.variant = (rk_variant)file->shared->database.header.variant};
    archive_parts_add(&source.parts, file->shared);
    return source;
}

static struct explorer_source source_of_own_games(const struct server *server, rk_variant variant)
{
    return (struct explorer_source){.parts = archive_parts_hold(own_games_parts(server, variant)),
                                    .variant = game_record_variant(variant),
                                    .is_own = true};
}

/* The variant that is asked for; with neither a name nor a variant, any will do. */
struct wanted_variant {
    bool is_any;
    rk_variant variant;
};

/* False: it has responded. */
static bool read_variant(struct exchange *exchange, struct wanted_variant *out)
{
    const char *name = form_text_or_empty(exchange->form, "variant");
    *out = (struct wanted_variant){.is_any = !*name, .variant = RK_STANDARD};
    if (!*name || !strcmp(name, "fromPosition") || rk_variant_from_name(name, &out->variant))
        return true;
    exchange_refuse_field(exchange, "variant", "unknown variant");
    return false;
}

static bool has_variant(const struct named_database *file, const struct wanted_variant *wanted)
{
    return wanted->is_any ||
           file->shared->database.header.variant == (uint32_t)game_record_variant(wanted->variant);
}

static const struct named_database *find_file(const struct server *server, const char *name)
{
    for (size_t i = 0; i < server->env.explorer_count; i++)
        if (!strcmp(server->env.explorers[i].name, name))
            return &server->env.explorers[i];
    return NULL;
}

/* The first file that has the variant. */
static const struct named_database *find_first_file(const struct server *server,
                                                    const struct wanted_variant *wanted)
{
    for (size_t i = 0; i < server->env.explorer_count; i++)
        if (has_variant(&server->env.explorers[i], wanted))
            return &server->env.explorers[i];
    return NULL;
}

static bool find_named(struct exchange *exchange, const char *name,
                       const struct wanted_variant *wanted, struct explorer_source *out)
{
    const struct server *server = exchange->server;
    const struct named_database *file = find_file(server, name);
    if (!strcmp(name, EXPLORER_OWN_NAME) && own_games_exist(server)) {
        *out = source_of_own_games(server, wanted->variant);
        return true;
    }
    if (file && has_variant(file, wanted)) {
        *out = source_of_file(file);
        return true;
    }
    if (file)
        exchange_refuse_field(exchange, "variant", "this database has no games of this variant");
    else
        exchange_refuse_field(exchange, "db", "there is no such database");
    return false;
}

static bool find_default(struct exchange *exchange, enum explorer_default fallback,
                         const struct wanted_variant *wanted, struct explorer_source *out)
{
    const struct server *server = exchange->server;
    const struct named_database *file = find_first_file(server, wanted);
    if (fallback != EXPLORER_OWN && file) {
        *out = source_of_file(file);
        return true;
    }
    if (fallback != EXPLORER_FILE && own_games_exist(server)) {
        *out = source_of_own_games(server, wanted->variant);
        return true;
    }
    if (fallback != EXPLORER_OWN && server->env.explorer_count)
        exchange_refuse_field(exchange, "variant", "this database has no games of this variant");
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "this server has no opening database");
    return false;
}

bool explorer_source_find(struct exchange *exchange, enum explorer_default fallback,
                          struct explorer_source *out)
{
    const char *name = form_text(exchange->form, "db");
    struct wanted_variant wanted;
    if (!read_variant(exchange, &wanted))
        return false;
    return name ? find_named(exchange, name, &wanted, out)
                : find_default(exchange, fallback, &wanted, out);
}

bool explorer_source_find_all(struct exchange *exchange, struct explorer_source *out)
{
    const struct server *server = exchange->server;
    const char *name = form_text(exchange->form, "db");
    if (name && strcmp(name, EXPLORER_OWN_NAME) != 0) {
        exchange_refuse_field(exchange, "variant", "this database has no games of this variant");
        return false;
    }
    if (!own_games_exist(server)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "this server has no opening database");
        return false;
    }
    *out = (struct explorer_source){.variant = RK_STANDARD, .is_own = true};
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        const struct archive_parts *parts = own_games_parts(server, (rk_variant)i);
        for (size_t j = 0; j < parts->count && game_record_variant((rk_variant)i) == i; j++)
            archive_parts_add(&out->parts, parts->shared[j]);
    }
    return true;
}

void explorer_source_release(struct explorer_source *source)
{
    archive_parts_release(&source->parts);
}

/* The server's own database is rebuilt; a file has to be replaced by the operator. */
static void log_damage(struct server *server, const struct explorer_source *source,
                       const rk_fault *fault)
{
    for (unsigned i = 0; source->is_own && i < RK_VARIANT_COUNT; i++)
        own_games_check_damage(server, (rk_variant)i);
    for (size_t i = 0; !source->is_own && i < server->env.explorer_count; i++) {
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
    const struct game_settings settings = {.variant = variant, .start = rk_position_start(variant)};
    json_begin_object(json);
    json_put_text(json, "name", name);
    json_put_bool(json, "own", is_own);
    json_put_integer(json, "games", (int64_t)games);
    json_put_text(json, "variant", game_settings_variant_key(&settings));
    json_put_bool(json, "complete", complete);
    json_end_object(json);
}

/* One for each variant that has games; that of standard chess is always there. */
static void put_own_databases(struct json *json, const struct server *server)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        const rk_variant variant = (rk_variant)i;
        const uint64_t games = archive_parts_games(own_games_parts(server, variant));
        if (game_record_variant(variant) == variant && (variant == RK_STANDARD || games))
            put_database(json, EXPLORER_OWN_NAME, true, games, variant,
                         own_games_are_complete(server));
    }
}

void api_explorer_databases_handler(struct exchange *exchange)
{
    const struct server *server = exchange->server;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "databases");
    if (own_games_exist(server))
        put_own_databases(&json, server);
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
