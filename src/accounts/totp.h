/* SPDX-License-Identifier: MIT */
/* Time-based one-time passwords (RFC 6238) as authenticator apps compute them: HMAC-SHA-1, steps of
 * 30 seconds, six digits. Pure functions. */
#ifndef ACCOUNTS_TOTP_H
#define ACCOUNTS_TOTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOTP_SECRET_SIZE = 20, TOTP_DIGITS = 6, TOTP_STEP_MS = 30000, TOTP_TEXT_SIZE = 33 };

/* The HOTP value (RFC 4226) of a counter, not reduced to digits. */
uint32_t totp_value(const uint8_t *secret, size_t size, uint64_t counter);

/* Writes the code of a step. */
void totp_code(const uint8_t secret[TOTP_SECRET_SIZE], int64_t step, char out[TOTP_DIGITS + 1]);

/* The latest step whose code is accepted: a phone's clock may be ahead by one. */
int64_t totp_newest_step(int64_t now_ms);
/* Finds the step that the code belongs to: the current one or a neighbour, and later than
 * `last_step`. False if there is none. Takes the same time for every code. */
bool totp_find_step(const uint8_t secret[TOTP_SECRET_SIZE], const char *code, int64_t now_ms,
                    int64_t last_step, int64_t *out_step);

/* Writes the secret in base 32 (RFC 4648), as it is typed into an app. */
void totp_secret_text(const uint8_t secret[TOTP_SECRET_SIZE], char out[TOTP_TEXT_SIZE]);

#endif
