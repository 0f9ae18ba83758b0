/* SPDX-License-Identifier: MIT */
/* Prints accounts for the operator: as a table, in detail, or as JSON. */
#ifndef CMD_ADMIN_LIST_H
#define CMD_ADMIN_LIST_H

#include "accounts/account_admin.h"

/* Prints a table with a row for each account that matches, or a JSON object on a line for each. */
enum store_outcome admin_list_accounts(struct store *store, const struct account_filter *filter,
                                       bool json);

/* Prints one account, with its ban and its mute. STORE_FAILED if the store cannot be read. */
enum store_outcome admin_show_account(struct store *store, const struct admin_account *account,
                                      bool json);

#endif
