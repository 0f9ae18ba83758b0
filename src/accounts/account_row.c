/* SPDX-License-Identifier: MIT */
#include "accounts/account_row.h"

#include <assert.h>
#include <stdio.h>

/* The columns of STORE_ACCOUNT. */
enum column {
    COLUMN_ID,
    COLUMN_NAME,
    COLUMN_PASSWORD,
    COLUMN_EMAIL,
    COLUMN_STATUS,
    COLUMN_ROLE,
    COLUMN_CREATED_AT,
    COLUMN_SEEN_AT,
    COLUMN_SETTINGS,
    COLUMN_GAMES,
    COLUMN_WHITES,
    COLUMN_WINS,
    COLUMN_LOSSES,
    COLUMN_DRAWS,
    COLUMN_KID
};
static_assert(COLUMN_KID + 1 == ACCOUNT_COLUMNS, "account_row.h says how many there are");

struct account account_from_row(const struct store_job *job)
{
    struct account account = {.status = (enum account_status)store_get_integer(job, COLUMN_STATUS),
                              .created_at = store_get_integer(job, COLUMN_CREATED_AT),
                              .seen_at = store_get_integer(job, COLUMN_SEEN_AT),
                              .games = store_get_integer(job, COLUMN_GAMES),
                              .side_balance = store_get_integer(job, COLUMN_WHITES),
                              .wins = store_get_integer(job, COLUMN_WINS),
                              .losses = store_get_integer(job, COLUMN_LOSSES),
                              .draws = store_get_integer(job, COLUMN_DRAWS),
                              .kid = store_get_integer(job, COLUMN_KID) != 0,
                              .password_hash = store_get_text(job, COLUMN_PASSWORD),
                              .email = store_get_text(job, COLUMN_EMAIL),
                              .settings = store_get_text(job, COLUMN_SETTINGS)};
    snprintf(account.who.id, sizeof account.who.id, "%s", store_get_text(job, COLUMN_ID));
    snprintf(account.who.name, sizeof account.who.name, "%s", store_get_text(job, COLUMN_NAME));
    account.who.role = (enum role)store_get_integer(job, COLUMN_ROLE);
    return account;
}

void account_add_row(struct store_job *job, const struct identity *who, const char *hash,
                     const char *email, int64_t now)
{
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, who->id);
    store_bind_text(job, who->name);
    store_bind_text(job, hash);
    store_bind_text(job, *email ? email : NULL);
    store_bind_integer(job, ACCOUNT_ACTIVE);
    store_bind_integer(job, who->role);
    store_bind_integer(job, now);
}

/* Runs statements that take only the id. */
static void call_all(struct store_job *job, const enum statement *statements, size_t count,
                     const char *id)
{
    for (size_t i = 0; i < count; i++) {
        store_call(job, statements[i]);
        store_bind_text(job, id);
    }
}

void account_end_access(struct store_job *job, const char *id, int64_t now)
{
    static const enum statement statements[] = {STORE_DELETE_SESSIONS, STORE_DELETE_DEVICES,
                                                STORE_DELETE_ACCOUNT_CONFIRMATIONS};
    call_all(job, statements, sizeof statements / sizeof *statements, id);
    store_call(job, STORE_DELETE_OAUTH_CODES);
    store_bind_text(job, id);
    store_bind_integer(job, now);
}

void account_close_row(struct store_job *job, const struct identity *who, int64_t now)
{
    static const enum statement statements[] = {
        STORE_DELETE_TOKENS,         STORE_DELETE_RELATIONS,     STORE_DELETE_SECOND_FACTOR,
        STORE_DELETE_RECOVERY_CODES, STORE_DELETE_NOTIFICATIONS, STORE_DELETE_NOTES,
        STORE_DELETE_PUZZLE_ATTEMPTS};
    store_call(job, STORE_CLOSE_ACCOUNT);
    store_bind_text(job, who->id);
    store_bind_integer(job, now);
    account_end_access(job, who->id, now);
    call_all(job, statements, sizeof statements / sizeof *statements, who->id);
}
