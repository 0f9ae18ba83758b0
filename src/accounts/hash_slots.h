/* SPDX-License-Identifier: MIT */
/* Who uses the worker that hashes passwords. Its queue is short, so one address gets only a few
 * places, and only one while many addresses use it: a flood of logins must not keep everybody else
 * from logging in. People on a device that they have used before go first; see struct login_form.
 */
#ifndef ACCOUNTS_HASH_SLOTS_H
#define ACCOUNTS_HASH_SLOTS_H

#include "core/client_counts.h"
#include "core/state.h"

enum { HASH_SLOTS_PER_ADDRESS = 4, HASH_SLOTS_MANY_ADDRESSES = 4 };

RK_MUST_USE rk_err hash_slots_create(struct server *server);
void hash_slots_destroy(struct server *server);

/* Takes a place for a request from this address ("": it is not counted). False: it has too many. */
bool hash_slot_take(struct server *server, const char *address, bool urgent,
                    struct client_slot *slot);
void hash_slot_release(struct server *server, struct client_slot *slot);

#endif
