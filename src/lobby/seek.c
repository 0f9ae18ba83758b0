/* SPDX-License-Identifier: MIT */
#include "lobby/seek.h"

#include <stdio.h>
#include <string.h>

enum { RATING_MAX = 4000 };

bool seek_parse_range(const char *text, struct seek *out)
{
    char after;
    int min, max, used = 0;
    out->rating_min = out->rating_max = 0;
    if (!text || !*text)
        return true;
    // NOLINTNEXTLINE(cert-err34-c): four digits at most are read
    if (sscanf(text, "%4d-%4d%n%c", &min, &max, &used, &after) != 2 || text[used])
        return false;
    out->rating_min = min;
    out->rating_max = max;
    return min >= 0 && min <= max && max > 0 && max <= RATING_MAX;
}

void seek_write_range(const struct seek *seek, char out[SEEK_RANGE_SIZE])
{
    *out = '\0';
    if (seek->rating_max)
        snprintf(out, SEEK_RANGE_SIZE, "%d-%d", (int)seek->rating_min, (int)seek->rating_max);
}

bool seek_is_rated_against(const struct seek *seek, const struct identity *opponent)
{
    return seek->settings.rated && !(seek->casual_for_guests && opponent->role == ROLE_GUEST);
}

bool seek_accepts_rating(const struct seek *seek, int64_t rating)
{
    return !seek->rating_max ||
           (rating && rating >= seek->rating_min && rating <= seek->rating_max);
}

enum column { COLUMN_ID, COLUMN_BODY, COLUMN_CREATED_AT, COLUMN_WHO, COLUMN_NAME, COLUMN_ROLE };

static void write_conditions(const struct seek *seek, struct json *json)
{
    json_put_integer(json, "ratingMin", seek->rating_min);
    json_put_integer(json, "ratingMax", seek->rating_max);
    game_settings_write(&seek->settings, json);
}

static rk_err read_conditions(const struct fields *fields, struct seek *out, rk_fault *fault)
{
    out->rating_min = fields_integer(fields, "ratingMin", 0);
    out->rating_max = fields_integer(fields, "ratingMax", 0);
    return game_settings_read(fields, &out->settings, fault);
}

void seek_add_row(struct store_job *job, const struct seek *seek)
{
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    write_conditions(seek, &json);
    json_end_object(&json);
    store_call(job, STORE_ADD_SEEK);
    store_bind_text(job, seek->id);
    store_bind_text(job, seek->who.id);
    store_bind_text(job, buffer_cstr(&body));
    store_bind_integer(job, seek->created_at);
    buffer_fini(&body);
}

void seek_delete_row(struct store_job *job, const struct seek *seek)
{
    store_call(job, STORE_DELETE_SEEK);
    store_bind_text(job, seek->id);
}

rk_err seek_read(const struct store_job *row, struct seek *out, rk_fault *fault)
{
    const char *body = store_get_text(row, COLUMN_BODY);
    struct seek seek = {.created_at = store_get_integer(row, COLUMN_CREATED_AT),
                        .persistent = true};
    struct fields *fields;
    rk_err err = fields_parse(body, strlen(body), &fields, fault);
    if (err)
        return err;
    err = read_conditions(fields, &seek, fault);
    fields_destroy(fields);
    if (err)
        return err;
    snprintf(seek.id, sizeof seek.id, "%s", store_get_text(row, COLUMN_ID));
    snprintf(seek.who.id, sizeof seek.who.id, "%s", store_get_text(row, COLUMN_WHO));
    snprintf(seek.who.name, sizeof seek.who.name, "%s", store_get_text(row, COLUMN_NAME));
    seek.who.role = (enum role)store_get_integer(row, COLUMN_ROLE);
    *out = seek;
    return RK_OK;
}

// ---- between nodes ---------------------------------------------------------------------------

void seek_serialize(const struct seek *seek, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "id", seek->id);
    json_put_text(&json, "who", seek->who.id);
    json_put_text(&json, "name", seek->who.name);
    json_put_integer(&json, "role", seek->who.role);
    json_put_integer(&json, "createdAt", seek->created_at);
    json_put_bool(&json, "casualForGuests", seek->casual_for_guests);
    write_conditions(seek, &json);
    json_end_object(&json);
}

/* False if it is missing or does not fit. */
static bool read_name(const struct fields *fields, const char *key, char *out, size_t size)
{
    const char *text = fields_text(fields, key, "");
    const size_t length = strlen(text);
    if (!length || length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

static rk_err read_seek(const struct fields *fields, struct seek *out, rk_fault *fault)
{
    const int64_t role = fields_integer(fields, "role", ROLE_PLAYER);
    out->who.role = (enum role)role;
    out->created_at = fields_integer(fields, "createdAt", 0);
    out->casual_for_guests = fields_bool(fields, "casualForGuests", false);
    if (role < ROLE_PLAYER || role > ROLE_GUEST ||
        strlen(fields_text(fields, "id", "")) != GAME_ID_SIZE ||
        !read_name(fields, "id", out->id, sizeof out->id) ||
        !read_name(fields, "who", out->who.id, sizeof out->who.id) ||
        !read_name(fields, "name", out->who.name, sizeof out->who.name))
        return RK_BAD_RECORD;
    return read_conditions(fields, out, fault);
}

rk_err seek_parse(const char *body, size_t size, struct seek *out, rk_fault *fault)
{
    struct seek seek = {0};
    struct fields *fields;
    rk_err err = fields_parse(body, size, &fields, fault);
    if (err)
        return err;
    err = read_seek(fields, &seek, fault);
    fields_destroy(fields);
    if (!err)
        *out = seek;
    return err;
}
