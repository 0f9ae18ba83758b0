/* SPDX-License-Identifier: MIT */
/* Shared code of the handlers for staff. The router has already checked the permission. */
#ifndef API_MOD_H
#define API_MOD_H

#include "accounts/account_row.h"
#include "http/exchange.h"
#include "moderation/listings.h"
#include "moderation/staff_actions.h"
#include "store/store.h"

/* The caller, for the audit log. */
struct staff mod_staff(const struct exchange *exchange);

/* Writes the action, which it takes, and responds: {"ok":true}, or 400 with `refused` (static
 * storage) if the store refused it. */
void mod_write(struct exchange *exchange, struct staff_action *action, const char *refused);

/* Finds the account in the first part of the path, and passes it on if the caller may act on it:
 * only admins may act on staff, and nobody on themselves. Otherwise it has responded. */
typedef void mod_function(struct exchange *exchange, const struct account *account);
void mod_act_on_account(struct exchange *exchange, mod_function *next);
/* The same for read access, which has no such restriction. */
void mod_view_account(struct exchange *exchange, mod_function *next);
/* Reads the account that row `number` is about with `statement`, and calls `next` if the caller may
 * act on it. Guests and rows that do not exist have no account; `next` is called. */
void mod_act_on_subject(struct exchange *exchange, enum statement statement, int64_t number,
                        void (*next)(struct exchange *exchange));

/* These read a field of the request. False: it has responded 400. */

/* Sanitized; at least one character is required. `out` has characters * 4 + 1 bytes. */
bool mod_read_text(struct exchange *exchange, const char *key, size_t characters, char *out);
/* From "until" (milliseconds since 1970) or "minutes"; without them, `fallback` minutes; 0:
 * forever, also as minutes=0. */
bool mod_read_until(struct exchange *exchange, int64_t fallback, int64_t *out);
/* The number in a part of the path. */
bool mod_read_number(struct exchange *exchange, unsigned part, int64_t *out);

/* Reads a listing and sends {NAME:[...]}. */
void mod_send_listing(struct exchange *exchange, enum listing_kind kind, struct store_job *job);

#endif
