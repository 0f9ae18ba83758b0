/* SPDX-License-Identifier: MIT */
#include "accounts/secret.h"

#include <sodium.h>
#include <string.h>

#include "store/store.h"

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
enum { LETTER_COUNT = sizeof letters - 1 };

bool secret_init(void)
{
    return sodium_init() >= 0;
}

bool secret_equals(const char *a, const char *b)
{
    uint8_t hashes[2][HASH_SIZE];
    crypto_generichash(hashes[0], HASH_SIZE, (const uint8_t *)a, strlen(a), NULL, 0);
    crypto_generichash(hashes[1], HASH_SIZE, (const uint8_t *)b, strlen(b), NULL, 0);
    return !sodium_memcmp(hashes[0], hashes[1], HASH_SIZE);
}

void secret_wipe(void *bytes, size_t size)
{
    sodium_memzero(bytes, size);
}

void secret_random_text(const struct server_env *env, size_t count, char *out)
{
    size_t written = 0;
    while (written < count) {
        uint8_t bytes[64];
        env->random(env->context, bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes && written < count; i++)
            if (bytes[i] < 256 / LETTER_COUNT * LETTER_COUNT) // the rest would favour some letters
                out[written++] = letters[bytes[i] % LETTER_COUNT];
        sodium_memzero(bytes, sizeof bytes);
    }
    out[count] = '\0';
}

static void hash_text(const char *text, uint8_t out[HASH_SIZE])
{
    crypto_generichash(out, HASH_SIZE, (const unsigned char *)text, strlen(text), NULL, 0);
}

void secret_generate(const struct server_env *env, const char *prefix, struct secret *out)
{
    const size_t length = strlen(prefix);
    memcpy(out->text, prefix, length);
    secret_random_text(env, SECRET_LETTERS, out->text + length);
    hash_text(out->text, out->hash);
}

void secret_public_id(const uint8_t hash[HASH_SIZE], char out[PUBLIC_ID_LETTERS + 1])
{
    static const uint8_t purpose[] = "public id";
    uint8_t digest[HASH_SIZE];
    crypto_generichash(digest, sizeof digest, hash, HASH_SIZE, purpose, sizeof purpose - 1);
    sodium_bin2hex(out, PUBLIC_ID_LETTERS + 1, digest, PUBLIC_ID_LETTERS / 2);
}

bool secret_find_row(struct store_job *rows, const char *id, uint8_t out[HASH_SIZE])
{
    while (store_next_row(rows)) {
        size_t size;
        char own[PUBLIC_ID_LETTERS + 1];
        const uint8_t *hash = store_get_bytes(rows, 0, &size);
        if (size != HASH_SIZE)
            continue;
        secret_public_id(hash, own);
        if (!strcmp(own, id)) {
            memcpy(out, hash, HASH_SIZE);
            return true;
        }
    }
    return false;
}

void secret_form_token(const uint8_t hash[HASH_SIZE], const char *purpose,
                       char out[FORM_TOKEN_SIZE])
{
    uint8_t digest[FORM_TOKEN_SIZE / 2];
    crypto_generichash(digest, sizeof digest, (const uint8_t *)purpose, strlen(purpose), hash,
                       HASH_SIZE);
    sodium_bin2hex(out, FORM_TOKEN_SIZE, digest, sizeof digest);
}

bool secret_hash(const char *text, const char *prefix, uint8_t out[HASH_SIZE])
{
    const size_t length = strlen(prefix);
    if (strncmp(text, prefix, length) != 0 || strlen(text) != length + SECRET_LETTERS ||
        strspn(text + length, letters) != SECRET_LETTERS)
        return false;
    hash_text(text, out);
    return true;
}

bool secret_hash_cookie(const char *cookies, const char *name, uint8_t out[HASH_SIZE])
{
    const size_t name_size = strlen(name);
    while (*cookies) {
        cookies += strspn(cookies, " \t;");
        const size_t size = strcspn(cookies, ";");
        char value[SECRET_LETTERS + 1];
        if (size == name_size + sizeof value && !memcmp(cookies, name, name_size) &&
            cookies[name_size] == '=') {
            memcpy(value, cookies + name_size + 1, SECRET_LETTERS);
            value[SECRET_LETTERS] = '\0';
            if (secret_hash(value, "", out))
                return true;
        }
        cookies += size;
    }
    return false;
}
