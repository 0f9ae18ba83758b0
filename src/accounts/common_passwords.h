/* SPDX-License-Identifier: MIT */
/* The passwords that an attacker guesses first. */
#ifndef ACCOUNTS_COMMON_PASSWORDS_H
#define ACCOUNTS_COMMON_PASSWORDS_H

#include <stdbool.h>

/* Whether the password is a common word or keyboard walk, possibly with digits and signs around it
 * or in place of letters ("P@ssw0rd1!"), the same word twice, a short pattern repeated, or a number
 * of at most twelve digits. */
bool password_is_common(const char *password);

#endif
