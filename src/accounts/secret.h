/* SPDX-License-Identifier: MIT */
/* The secrets of sessions and tokens: 256 bits of chance as letters and digits.
 * They are handed out once and kept only as a hash; with so much chance in them
 * the hash needs no salt. */
#ifndef ACCOUNTS_SECRET_H
#define ACCOUNTS_SECRET_H

#include "accounts/identity.h"
#include "core/environment.h"

enum { SECRET_LETTERS = 43, SECRET_TEXT_MAX = 64 };

struct secret {
    char text[SECRET_TEXT_MAX + 1];
    uint8_t hash[HASH_SIZE];
};

/* Before anything else here or in passwords.h; as often as one likes. False: the machine has no
 * randomness to offer. */
bool secret_init(void);

/* A new one: a short prefix, then the letters. */
void secret_generate(const struct server_env *env, const char *prefix, struct secret *out);

/* The hash of a text that looks like such a secret; false if it does not. */
bool secret_hash(const char *text, const char *prefix, uint8_t out[HASH_SIZE]);

/* Overwrites what must not stay in memory. */
void secret_wipe(void *bytes, size_t size);

/* `count` letters and digits by chance, and a NUL. */
void secret_random_text(const struct server_env *env, size_t count, char *out);

#endif
