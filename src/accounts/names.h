/* SPDX-License-Identifier: MIT */
/* The names of accounts. */
#ifndef ACCOUNTS_NAMES_H
#define ACCOUNTS_NAMES_H

#include <stdbool.h>

#include "accounts/identity.h"

enum { ACCOUNT_NAME_MIN = 2, ACCOUNT_NAME_MAX = 20 }; /* characters */

/* Checks a name for a new account: 2 to 20 ASCII letters, digits, _ and -. It starts with a letter,
 * ends with a letter or digit, and has no two of _ and - in a row. It is not reserved, does not
 * look like a reserved name ("Adm1n", "a-d-m-i-n"), and is not a guest's ("Guest-ab"). Returns
 * NULL, or what is wrong (static storage). */
const char *name_fault(const char *name);

/* The id of a name: the same in lower case. False if it is too long or not UTF-8. */
bool name_to_id(const char *name, char out[IDENTITY_ID_MAX + 1]);

#endif
