/* SPDX-License-Identifier: MIT */
/* The lists that staff can read, for the HTTP API and `rookery admin`: the columns that each
 * statement returns. */
#ifndef MODERATION_LISTINGS_H
#define MODERATION_LISTINGS_H

#include "base/json.h"
#include "store/store.h"

enum listing_kind {
    LISTING_BANS,
    LISTING_MUTES,
    LISTING_BLOCKS,
    LISTING_REPORTS,
    LISTING_NOTES,
    LISTING_ANNOUNCEMENTS,
    LISTING_SESSIONS,
    LISTING_TOKENS,
    LISTING_ADDRESSES,
    LISTING_SHARED,
    LISTING_LOG,
    LISTING_COUNT
};

enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_TIME, COLUMN_JSON, COLUMN_HASH };
enum { LISTING_COLUMNS_MAX = 12 };

/* A time of 0 is "never" or "forever", and is left out. */
struct listing_column {
    const char *name;
    enum column_kind kind;
};

struct listing {
    const char *name; /* "reports" */
    struct listing_column columns[LISTING_COLUMNS_MAX];
    size_t count;
};

const struct listing *listing_find(enum listing_kind kind);

/* Starts a job that reads a listing; the caller binds the parameters of its statement. */
struct store_job *listing_start(enum listing_kind kind);

/* Writes the current row as an object. */
void listing_write_row(const struct listing *listing, const struct store_job *job,
                       struct json *json);

#endif
