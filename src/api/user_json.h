/* SPDX-License-Identifier: MIT */
/* The User object of the API. */
#ifndef API_USER_JSON_H
#define API_USER_JSON_H

#include "accounts/account_row.h"
#include "base/json.h"
#include "core/state.h"

/* Writes the public members of a User; the caller writes the braces. */
void user_json_write(struct server *server, const struct account *account, struct json *json);

#endif
