/* SPDX-License-Identifier: MIT */
/* The secrets of sessions and tokens: 256 random bits as letters and digits. The server hands them
 * out once and stores only a hash. They are too random to guess, so the hash needs no salt. */
#ifndef ACCOUNTS_SECRET_H
#define ACCOUNTS_SECRET_H

#include "accounts/identity.h"
#include "core/environment.h"

struct store_job;

enum { SECRET_LETTERS = 43, SECRET_TEXT_MAX = 64 };

struct secret {
    char text[SECRET_TEXT_MAX + 1];
    uint8_t hash[HASH_SIZE];
};

/* Call this before anything else here or in passwords.h; more than once is fine. False: the system
 * has no source of randomness. */
bool secret_init(void);

/* Makes a new secret: the prefix, then the letters. */
void secret_generate(const struct server_env *env, const char *prefix, struct secret *out);

/* Hashes a text from a client; false if it does not look like a secret. */
bool secret_hash(const char *text, const char *prefix, uint8_t out[HASH_SIZE]);

/* Compares two texts in a time that does not depend on where they differ. */
bool secret_equals(const char *a, const char *b);

/* Finds a cookie in a Cookie header and hashes its value; false if there is none that looks like a
 * secret. */
bool secret_hash_cookie(const char *cookies, const char *name, uint8_t out[HASH_SIZE]);

enum { PUBLIC_ID_LETTERS = 16 };
/* Writes the name by which a list shows a session or a token. It does not help to guess the secret
 * or its hash. */
void secret_public_id(const uint8_t hash[HASH_SIZE], char out[PUBLIC_ID_LETTERS + 1]);
/* Finds the row with that public id among rows whose first column is a hash, and copies the hash.
 * False: there is none. */
bool secret_find_row(struct store_job *rows, const char *id, uint8_t out[HASH_SIZE]);

enum { FORM_TOKEN_SIZE = 33 };
/* Writes the anti-CSRF token of a session: only its owner and the pages made for them know it, so a
 * form that contains it was not made by another site. */
void secret_form_token(const uint8_t hash[HASH_SIZE], const char *purpose,
                       char out[FORM_TOKEN_SIZE]);

/* Overwrites bytes that must not stay in memory. */
void secret_wipe(void *bytes, size_t size);

/* Writes `count` random letters and digits, and a NUL. */
void secret_random_text(const struct server_env *env, size_t count, char *out);

#endif
