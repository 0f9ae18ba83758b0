/* SPDX-License-Identifier: MIT */
/* Shares the password-hashing worker fairly. Its queue is short, so each address gets only a few
 * slots, and only one while many addresses use it: a flood of logins from one address must not lock
 * everyone else out. Logins from known devices go first; see struct login_form. */
#ifndef ACCOUNTS_HASH_SLOTS_H
#define ACCOUNTS_HASH_SLOTS_H

#include "core/client_counts.h"
#include "core/state.h"

enum { HASH_SLOTS_PER_ADDRESS = 4, HASH_SLOTS_MANY_ADDRESSES = 4 };

RK_MUST_USE rk_err hash_slots_create(struct server *server);
void hash_slots_destroy(struct server *server);

/* Takes a slot for a request from this address ("": not counted). False: the address has too
 * many. */
bool hash_slot_take(struct server *server, const char *address, bool urgent,
                    struct client_slot *slot);
void hash_slot_release(struct server *server, struct client_slot *slot);

#endif
