/* SPDX-License-Identifier: MIT */
/* The User object of the API. */
#ifndef API_USER_JSON_H
#define API_USER_JSON_H

#include "accounts/account_row.h"
#include "base/json.h"
#include "core/state.h"

/* Numbers that are only counted when a single user or the followed ones are asked for. */
struct user_counts {
    int64_t imports;
    int64_t with_caller; /* public games against the caller */
};

/* Reads them from the current row of STORE_USER or STORE_RELATED. */
struct user_counts user_counts_from_row(const struct store_job *job);

/* Writes the public members of a User; the caller writes the braces. `counts` may be NULL. */
void user_json_write(struct server *server, const struct account *account,
                     const struct user_counts *counts, struct json *json);

#endif
