/* SPDX-License-Identifier: MIT */
#include "moderation/listings.h"

#include "moderation/audit_log.h"

#define COLUMNS(...)          \
    .columns = {__VA_ARGS__}, \
    .count = sizeof((struct listing_column[]){__VA_ARGS__}) / sizeof(struct listing_column)
#define TEXT(name)        \
    {                     \
        name, COLUMN_TEXT \
    }
#define NUMBER(name)        \
    {                       \
        name, COLUMN_NUMBER \
    }
#define TIME(name)        \
    {                     \
        name, COLUMN_TIME \
    }
#define JSON(name)        \
    {                     \
        name, COLUMN_JSON \
    }
#define HASH(name)        \
    {                     \
        name, COLUMN_HASH \
    }

static const struct {
    enum statement statement;
    struct listing listing;
} listings[LISTING_COUNT] = {
    [LISTING_BANS] = {STORE_LIST_BANS,
                      {"bans", COLUMNS(TEXT("id"), TEXT("name"), TIME("until"), TEXT("reason"),
                                       TEXT("by"), TIME("date"))}},
    [LISTING_MUTES] = {STORE_LIST_MUTES,
                       {"mutes", COLUMNS(TEXT("id"), TIME("until"), TEXT("reason"), TEXT("by"),
                                         TIME("date"))}},
    [LISTING_BLOCKS] = {STORE_BLOCKS,
                        {"blocks", COLUMNS(NUMBER("id"), TEXT("network"), TIME("until"),
                                           TEXT("reason"), TEXT("by"), TIME("date"))}},
    [LISTING_REPORTS] = {STORE_LIST_REPORTS,
                         {"reports", COLUMNS(NUMBER("id"), TIME("date"), TEXT("reporter"),
                                             TEXT("suspect"), TEXT("game"), TEXT("reason"),
                                             TEXT("text"), TEXT("state"), TEXT("claimedBy"),
                                             TEXT("closedBy"), TIME("closedAt"), TEXT("outcome"))}},
    [LISTING_NOTES] = {STORE_STAFF_NOTES,
                       {"notes", COLUMNS(NUMBER("id"), TEXT("account"), TEXT("by"), TIME("date"),
                                         TEXT("text"))}},
    [LISTING_ANNOUNCEMENTS] = {STORE_ANNOUNCEMENTS,
                               {"announcements", COLUMNS(NUMBER("id"), TIME("date"), TEXT("by"),
                                                         TEXT("text"), TIME("until"))}},
    [LISTING_SESSIONS] = {STORE_LIST_SESSIONS,
                          {"sessions", COLUMNS(TEXT("account"), TIME("created"), TIME("seen"),
                                               TEXT("agent"), TEXT("address"))}},
    [LISTING_TOKENS] = {STORE_LIST_TOKENS,
                        {"tokens", COLUMNS(TEXT("id"), TEXT("account"), TEXT("scopes"),
                                           TEXT("description"), TIME("created"), TIME("expires"))}},
    [LISTING_ADDRESSES] = {STORE_ADDRESSES,
                           {"addresses", COLUMNS(TEXT("address"), TIME("first"), TIME("last"))}},
    [LISTING_SHARED] = {STORE_SHARED_ADDRESSES,
                        {"shared",
                         COLUMNS(TEXT("account"), TEXT("status"), TEXT("address"), TIME("last"))}},
    [LISTING_LOG] = {STORE_AUDIT_BEFORE,
                     {"entries",
                      COLUMNS(NUMBER("sequence"), TIME("date"), TEXT("by"), TEXT("action"),
                              TEXT("target"), JSON("details"), HASH("previous"), HASH("hash"))}},
};

const struct listing *listing_find(enum listing_kind kind)
{
    return &listings[kind].listing;
}

struct store_job *listing_start(enum listing_kind kind)
{
    struct store_job *job = store_job_create();
    store_call(job, listings[kind].statement);
    return job;
}

static void write_hash(const struct store_job *job, unsigned column, struct json *json)
{
    char text[AUDIT_HEX_SIZE] = "";
    size_t size;
    const void *bytes = store_get_bytes(job, column, &size);
    if (size == AUDIT_HASH_SIZE)
        audit_hash_write(bytes, text);
    json_text(json, text);
}

static void write_value(enum column_kind kind, const struct store_job *job, unsigned column,
                        struct json *json)
{
    size_t size;
    const char *text;
    switch (kind) {
    case COLUMN_TEXT:
        json_text(json, store_get_text(job, column));
        return;
    case COLUMN_NUMBER:
    case COLUMN_TIME:
        json_number(json, store_get_integer(job, column));
        return;
    case COLUMN_JSON:
        text = store_get_text(job, column);
        for (size = 0; text[size];)
            size++;
        json_raw(json, text, size);
        return;
    case COLUMN_HASH:
        write_hash(job, column, json);
        return;
    }
}

void listing_write_row(const struct listing *listing, const struct store_job *job,
                       struct json *json)
{
    json_begin_object(json);
    for (unsigned i = 0; i < listing->count; i++) {
        const struct listing_column *column = &listing->columns[i];
        if (store_is_null(job, i) || (column->kind == COLUMN_TIME && !store_get_integer(job, i)))
            continue;
        json_key(json, column->name);
        write_value(column->kind, job, i, json);
    }
    json_end_object(json);
}
