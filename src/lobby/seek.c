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

bool seek_accepts_rating(const struct seek *seek, int64_t rating)
{
    return !seek->rating_max ||
           (rating && rating >= seek->rating_min && rating <= seek->rating_max);
}

enum column { COLUMN_ID, COLUMN_BODY, COLUMN_CREATED_AT, COLUMN_WHO, COLUMN_NAME, COLUMN_ROLE };

void seek_add_row(struct store_job *job, const struct seek *seek)
{
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    json_put_integer(&json, "ratingMin", seek->rating_min);
    json_put_integer(&json, "ratingMax", seek->rating_max);
    game_settings_write(&seek->settings, &json);
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
    err = game_settings_read(fields, &seek.settings, fault);
    seek.rating_min = fields_integer(fields, "ratingMin", 0);
    seek.rating_max = fields_integer(fields, "ratingMax", 0);
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
