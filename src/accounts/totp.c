/* SPDX-License-Identifier: MIT */
#include "accounts/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SHA1_SIZE = 20, CODE_LIMIT = 1000000 };

uint32_t totp_value(const uint8_t *secret, size_t size, uint64_t counter)
{
    uint8_t message[8], digest[EVP_MAX_MD_SIZE] = {0};
    unsigned digest_size = sizeof digest;
    for (int i = 0; i < 8; i++)
        message[i] = (uint8_t)(counter >> (56 - 8 * i));
    HMAC(EVP_sha1(), secret, (int)size, message, sizeof message, digest, &digest_size);
    const uint8_t *at = digest + (digest[SHA1_SIZE - 1] & 0xf);
    const uint32_t value = (uint32_t)(at[0] & 0x7f) << 24 | (uint32_t)at[1] << 16 |
                           (uint32_t)at[2] << 8 | (uint32_t)at[3];
    sodium_memzero(digest, sizeof digest);
    return value;
}

void totp_code(const uint8_t secret[TOTP_SECRET_SIZE], int64_t step, char out[TOTP_DIGITS + 1])
{
    snprintf(out, TOTP_DIGITS + 1, "%06u",
             (unsigned)(totp_value(secret, TOTP_SECRET_SIZE, (uint64_t)step) % CODE_LIMIT));
}

int64_t totp_newest_step(int64_t now_ms)
{
    return now_ms / TOTP_STEP_MS + 1;
}

bool totp_find_step(const uint8_t secret[TOTP_SECRET_SIZE], const char *code, int64_t now_ms,
                    int64_t last_step, int64_t *out_step)
{
    const int64_t newest = totp_newest_step(now_ms);
    bool found = false;
    if (strlen(code) != TOTP_DIGITS)
        return false;
    for (int64_t step = newest - 2; step <= newest; step++) {
        char right[TOTP_DIGITS + 1];
        totp_code(secret, step, right);
        const bool matches = !sodium_memcmp(code, right, TOTP_DIGITS) && step > last_step;
        *out_step = matches ? step : *out_step;
        found |= matches;
        sodium_memzero(right, sizeof right);
    }
    return found;
}

void totp_secret_text(const uint8_t secret[TOTP_SECRET_SIZE], char out[TOTP_TEXT_SIZE])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    unsigned bits = 0, count = 0;
    for (size_t i = 0; i < TOTP_SECRET_SIZE; i++) {
        bits = (bits << 8 | secret[i]) & 0xfffff;
        for (count += 8; count >= 5; count -= 5)
            *out++ = letters[bits >> (count - 5) & 31];
    }
    *out = '\0';
}
