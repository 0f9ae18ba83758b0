/* SPDX-License-Identifier: MIT */
/* The first run: a server without an admin has a set-up link, with which one is created. The code
 * is new at each start and useless once there has been an admin. In a cluster each node has a link,
 * and each link works on all nodes. */
#ifndef ACCOUNTS_SETUP_H
#define ACCOUNTS_SETUP_H

#include "accounts/accounts.h"

/* Starts to find out whether there is an admin. */
RK_MUST_USE rk_err setup_create(struct server *server);
void setup_destroy(struct server *server);
bool setup_ready(const struct server *server);

/* The code for the link; "" when set-up is over. */
const char *setup_code(const struct server *server);
/* Checks the code of a link of this or another node: NOT_REFUSED, REFUSED_NOT_FOUND, or the reason
 * why it cannot be checked. */
typedef void setup_code_callback(void *context, enum refusal refusal);
void setup_check_code(struct server *server, const char *code, setup_code_callback *callback,
                      void *context);

/* Checks again whether there is an admin: one may have been created in another way. */
void setup_check(struct server *server);

/* Creates the admin and logs in. Set-up is over afterwards. The caller has checked the code. */
void setup_finish(struct server *server, const struct login_form *form, secret_callback *callback,
                  void *context);

#endif
