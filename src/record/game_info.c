/* SPDX-License-Identifier: MIT */
#include "record/game_info.h"

#include <stdio.h>
#include <string.h>

static const char *const source_names[] = {"lobby", "friend", "api", "ai", "pool", "import"};
enum { SOURCE_COUNT = sizeof source_names / sizeof *source_names };

const char *game_source_name(enum game_source source)
{
    return source_names[source];
}

bool game_source_is_paired(enum game_source source)
{
    return source == SOURCE_LOBBY || source == SOURCE_POOL;
}

rk_side game_info_side(const struct game_info *info, const char *id)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (*id && !strcmp(info->players[side].id, id))
            return side;
    return RK_NO_SIDE;
}

rk_side game_info_engine_side(const struct game_info *info)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (info->players[side].role == ROLE_ENGINE)
            return side;
    return RK_NO_SIDE;
}

// ---- writing ---------------------------------------------------------------------------------

static void write_player(const struct game_info *info, rk_side side, struct json *json)
{
    const struct identity *player = &info->players[side];
    json_put_object(json, rk_side_name(side));
    json_put_text(json, "id", player->id);
    json_put_text(json, "name", player->name);
    json_put_integer(json, "role", player->role);
    json_put_text(json, "key", info->keys[side]);
    if (info->ratings[side].points)
        json_put_integer(json, "rating", info->ratings[side].points);
    if (info->ratings[side].provisional)
        json_put_bool(json, "provisional", true);
    json_end_object(json);
}

void game_info_write(const struct game_info *info, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    write_player(info, RK_WHITE, &json);
    write_player(info, RK_BLACK, &json);
    json_put_text(&json, "source", game_source_name(info->source));
    json_put_integer(&json, "createdAt", info->created_at);
    if (*info->rematch_of)
        json_put_text(&json, "rematchOf", info->rematch_of);
    game_settings_write(&info->settings, &json);
    json_end_object(&json);
}

// ---- reading ---------------------------------------------------------------------------------

static rk_err refuse_field(const char *key, rk_fault *fault)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_RECORD};
        snprintf(fault->text, sizeof fault->text, "the game's info has a bad `%s`", key);
    }
    return RK_BAD_RECORD;
}

/* Copies a text of `min` to `size` - 1 bytes. */
static rk_err read_text(const struct fields *fields, const char *key, size_t min, char *out,
                        size_t size, rk_fault *fault)
{
    const char *text = fields_text(fields, key, "");
    const size_t length = strlen(text);
    if (length < min || length >= size)
        return refuse_field(key, fault);
    memcpy(out, text, length + 1);
    return RK_OK;
}

static rk_err read_player(const struct fields *fields, rk_side side, struct game_info *out,
                          rk_fault *fault)
{
    char key[20];
    struct identity *player = &out->players[side];
    const char *name = rk_side_name(side);
    snprintf(key, sizeof key, "%s.id", name);
    rk_err err = read_text(fields, key, 1, player->id, sizeof player->id, fault);
    snprintf(key, sizeof key, "%s.name", name);
    if (!err)
        err = read_text(fields, key, 1, player->name, sizeof player->name, fault);
    snprintf(key, sizeof key, "%s.key", name);
    if (!err)
        err = read_text(fields, key, sizeof out->keys[side] - 1, out->keys[side],
                        sizeof out->keys[side], fault);
    snprintf(key, sizeof key, "%s.role", name);
    const int64_t role = fields_integer(fields, key, -1);
    if (!err && (role < ROLE_PLAYER || role > ROLE_ENGINE))
        err = refuse_field(key, fault);
    player->role = (enum role)role;
    if (!err && role == ROLE_ENGINE && !identity_level(player))
        err = refuse_field(key, fault);
    return err;
}

/* Games that were played before there were ratings have none. */
static void read_rating(const struct fields *fields, rk_side side, struct shown_rating *out)
{
    char key[20];
    snprintf(key, sizeof key, "%s.rating", rk_side_name(side));
    out->points = (int)fields_integer(fields, key, 0);
    snprintf(key, sizeof key, "%s.provisional", rk_side_name(side));
    out->provisional = fields_bool(fields, key, false);
}

static rk_err read_source(const struct fields *fields, struct game_info *out, rk_fault *fault)
{
    const char *name = fields_text(fields, "source", "");
    for (int i = 0; i < SOURCE_COUNT; i++)
        if (!strcmp(source_names[i], name)) {
            out->source = (enum game_source)i;
            return RK_OK;
        }
    return refuse_field("source", fault);
}

static rk_err read_fields(const struct fields *fields, struct game_info *out, rk_fault *fault)
{
    rk_err err = read_player(fields, RK_WHITE, out, fault);
    if (!err)
        err = read_player(fields, RK_BLACK, out, fault);
    if (!err)
        err = read_source(fields, out, fault);
    if (!err)
        err = read_text(fields, "rematchOf", 0, out->rematch_of, sizeof out->rematch_of, fault);
    if (err)
        return err;
    read_rating(fields, RK_WHITE, &out->ratings[RK_WHITE]);
    read_rating(fields, RK_BLACK, &out->ratings[RK_BLACK]);
    out->created_at = fields_integer(fields, "createdAt", 0);
    return game_settings_read(fields, &out->settings, fault);
}

rk_err game_info_read(const char *id, const char *json, size_t size, struct game_info *out,
                      rk_fault *fault)
{
    struct fields *fields;
    struct game_info info = {.source = SOURCE_LOBBY};
    const size_t length = strlen(id);
    if (!length || length >= sizeof info.id)
        return refuse_field("id", fault);
    memcpy(info.id, id, length + 1);
    rk_err err = fields_parse(json, size, &fields, fault);
    if (err)
        return err;
    err = read_fields(fields, &info, fault);
    fields_destroy(fields);
    if (!err)
        *out = info;
    return err;
}
