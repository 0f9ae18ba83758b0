/* SPDX-License-Identifier: MIT */
/* An account as it is stored. */
#ifndef ACCOUNTS_ACCOUNT_ROW_H
#define ACCOUNTS_ACCOUNT_ROW_H

#include "accounts/identity.h"
#include "store/store.h"

enum { EMAIL_MAX = 254 };
enum { ACCOUNT_COLUMNS = 15 }; /* of STORE_ACCOUNT */

struct account {
    struct identity who;
    enum account_status status;
    int64_t created_at, seen_at;
    int64_t games; /* played */
    int64_t wins, losses, draws;
    int64_t side_balance; /* games with White minus games with Black */
    bool kid;             /* see social/kid.h */
    /* Borrowed from the row; "" for none. */
    const char *password_hash, *email, *settings; /* settings: JSON */
};

/* Reads the current row of STORE_ACCOUNT or a similar statement. */
struct account account_from_row(const struct store_job *job);

/* Adds a statement to a job, which is refused if the name is taken. Nobody can log in to an account
 * whose `hash` is NULL. */
void account_add_row(struct store_job *job, const struct identity *who, const char *hash,
                     const char *email, int64_t now);
/* Adds statements to a job that end all sessions of an account and delete everything else that
 * grants access: known devices, links that were sent, OAuth codes. Tokens stay. */
void account_end_access(struct store_job *job, const char *id, int64_t now);
/* Adds statements that close the account to a job, which is refused if it is not active. */
void account_close_row(struct store_job *job, const struct identity *who, int64_t now);

#endif
