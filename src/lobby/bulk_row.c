/* SPDX-License-Identifier: MIT */
#include "lobby/bulk_row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum column { COLUMN_ID, COLUMN_ACCOUNT, COLUMN_BODY, COLUMN_GAMES, COLUMN_SCHEDULED_AT };

// ---- writing ---------------------------------------------------------------------------------

/* "id role name role name;..." Names have no blanks. */
static void write_games(const struct bulk_pairing *bulk, struct buffer *out)
{
    for (size_t i = 0; i < bulk->count; i++) {
        const struct bulk_game *game = &bulk->games[i];
        char text[128];
        const int size =
            snprintf(text, sizeof text, "%s %d %s %d %s;", game->id, (int)game->players[0].role,
                     game->players[0].name, (int)game->players[1].role, game->players[1].name);
        buffer_add(out, text, (size_t)size);
    }
}

void bulk_add_row(struct store_job *job, enum statement statement, const struct bulk_pairing *bulk)
{
    struct buffer body = {0}, games = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    json_put_text(&json, "ownerName", bulk->owner_name);
    json_put_text(&json, "message", bulk->message);
    json_put_integer(&json, "pairAt", bulk->pair_at);
    json_put_integer(&json, "pairedAt", bulk->paired_at);
    json_put_integer(&json, "startClocksAt", bulk->start_clocks_at);
    game_settings_write(&bulk->settings, &json);
    json_end_object(&json);
    write_games(bulk, &games);
    store_call(job, statement);
    store_bind_text(job, bulk->id);
    store_bind_text(job, bulk->owner);
    store_bind_text(job, buffer_cstr(&body));
    store_bind_text(job, buffer_cstr(&games));
    store_bind_integer(job, bulk->scheduled_at);
    buffer_fini(&body);
    buffer_fini(&games);
}

// ---- reading ---------------------------------------------------------------------------------

static void lower_case(const char *name, char *out)
{
    for (; *name; name++)
        *out++ = (char)(*name >= 'A' && *name <= 'Z' ? *name + 'a' - 'A' : *name);
    *out = '\0';
}

static bool read_game(const char *text, struct bulk_game *out)
{
    int roles[2];
    // NOLINTNEXTLINE(cert-err34-c): this server wrote it
    if (sscanf(text, "%8s %d %31s %d %31[^;]", out->id, &roles[0], out->players[0].name, &roles[1],
               out->players[1].name) != 5)
        return false;
    for (size_t side = 0; side < 2; side++) {
        out->players[side].role = (enum role)roles[side];
        lower_case(out->players[side].name, out->players[side].id);
    }
    return true;
}

static rk_err read_games(const char *text, struct bulk_pairing *out, rk_fault *fault)
{
    size_t count = 0, size;
    for (const char *at = text; (at = strchr(at, ';')); at++)
        count++;
    out->games = calloc(count + 1, sizeof *out->games);
    if (!out->games)
        return RK_NO_MEMORY;
    for (const char *at = text; *at; at += size + 1) {
        size = strcspn(at, ";");
        if (at[size] && read_game(at, &out->games[out->count++]))
            continue;
        free(out->games);
        snprintf(fault->text, sizeof fault->text, "invalid list of games");
        return RK_BAD_RECORD;
    }
    return RK_OK;
}

rk_err bulk_read_row(const struct store_job *row, struct bulk_pairing *out, rk_fault *fault)
{
    const char *body = store_get_text(row, COLUMN_BODY);
    struct bulk_pairing bulk = {.scheduled_at = store_get_integer(row, COLUMN_SCHEDULED_AT)};
    struct fields *fields;
    rk_err err = fields_parse(body, strlen(body), &fields, fault);
    if (err)
        return err;
    err = game_settings_read(fields, &bulk.settings, fault);
    bulk.pair_at = fields_integer(fields, "pairAt", 0);
    bulk.paired_at = fields_integer(fields, "pairedAt", 0);
    bulk.start_clocks_at = fields_integer(fields, "startClocksAt", 0);
    snprintf(bulk.owner_name, sizeof bulk.owner_name, "%s", fields_text(fields, "ownerName", ""));
    snprintf(bulk.message, sizeof bulk.message, "%s", fields_text(fields, "message", ""));
    fields_destroy(fields);
    snprintf(bulk.id, sizeof bulk.id, "%s", store_get_text(row, COLUMN_ID));
    snprintf(bulk.owner, sizeof bulk.owner, "%s", store_get_text(row, COLUMN_ACCOUNT));
    if (!err)
        err = read_games(store_get_text(row, COLUMN_GAMES), &bulk, fault);
    if (!err)
        *out = bulk;
    return err;
}
