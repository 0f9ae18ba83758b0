/* SPDX-License-Identifier: MIT */
/* The message that a banned user gets. */
#ifndef ACCOUNTS_BAN_MESSAGE_H
#define ACCOUNTS_BAN_MESSAGE_H

#include <stdint.h>

enum { BAN_MESSAGE_SIZE = 1000 };

/* "this account is banned until 2026-11-20 12:00 UTC: REASON". `until` 0: forever. */
void ban_message(int64_t until, const char *reason, char out[BAN_MESSAGE_SIZE]);

#endif
