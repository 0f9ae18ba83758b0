/* SPDX-License-Identifier: MIT */
#include "bus/nats_login.h"

#include <ctype.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"

enum {
    CREDENTIALS_MAX = 64 * 1024,
    SEED_BYTES = 36, /* two of its kind, 32 of the key, two of a checksum */
    KEY_BYTES = 32,
    SEED_TEXT = 58,
    SIGNATURE_BYTES = 64,
    SEED_PREFIX = 18 << 3, /* "S" in base 32 */
    USER_PREFIX = 20 << 3  /* "U" */
};

// ---- what the server says --------------------------------------------------------------------

/* The value of a key, at the JSON's first occurrence of it; NULL: none. All keys that matter are
 * before those whose values a server can choose freely, or have names of their own. */
static const char *find_value(const char *json, size_t size, const char *key)
{
    const size_t length = strlen(key);
    for (size_t at = 0; at + length < size; at++) {
        if (memcmp(json + at, key, length) != 0)
            continue;
        at += length;
        while (at < size && (json[at] == ' ' || json[at] == ':'))
            at++;
        return at < size ? json + at : NULL;
    }
    return NULL;
}

static bool is_true(const char *json, size_t size, const char *key)
{
    const char *value = find_value(json, size, key);
    return value && (size_t)(json + size - value) >= 4 && !memcmp(value, "true", 4);
}

static bool is_nonce_char(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("-_=+/", c));
}

void nats_info_parse(const char *json, size_t size, struct nats_info *out)
{
    const char *value = find_value(json, size, "\"nonce\""), *end = json + size;
    size_t length = 0;
    *out = (struct nats_info){.wants_tls = is_true(json, size, "\"tls_required\"")};
    if (!value || *value != '"')
        return;
    while (++value < end && is_nonce_char(*value) && length < NATS_NONCE_MAX)
        out->nonce[length++] = *value;
    if (value >= end || *value != '"')
        length = 0;
    out->nonce[length] = '\0';
}

// ---- the signature ---------------------------------------------------------------------------

static int base32_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    return c >= '2' && c <= '7' ? c - '2' + 26 : -1;
}

static bool decode_base32(const char *text, uint8_t out[SEED_BYTES])
{
    uint32_t bits = 0;
    unsigned count = 0;
    size_t size = 0;
    for (size_t i = 0; i < SEED_TEXT; i++) {
        const int value = base32_value(text[i]);
        if (value < 0)
            return false;
        bits = bits << 5 | (uint32_t)value;
        count += 5;
        if (count >= 8 && size < SEED_BYTES)
            out[size++] = (uint8_t)(bits >> (count -= 8) & 0xff);
    }
    return size == SEED_BYTES;
}

/* CRC-16/XMODEM. */
static uint16_t checksum(const uint8_t *bytes, size_t size)
{
    uint16_t crc = 0;
    for (size_t i = 0; i < size; i++) {
        crc = (uint16_t)(crc ^ bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static bool is_user_seed(const uint8_t raw[SEED_BYTES])
{
    const uint16_t expected = (uint16_t)(raw[SEED_BYTES - 2] | raw[SEED_BYTES - 1] << 8);
    const unsigned kind = (raw[0] & 7U) << 5 | raw[1] >> 3;
    return (raw[0] & 0xf8) == SEED_PREFIX && kind == USER_PREFIX &&
           checksum(raw, SEED_BYTES - 2) == expected;
}

static bool sign(const uint8_t key[KEY_BYTES], const char *nonce, uint8_t out[SIGNATURE_BYTES])
{
    size_t size = SIGNATURE_BYTES;
    EVP_PKEY *pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, key, KEY_BYTES);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const bool done =
        pair && context && EVP_DigestSignInit(context, NULL, NULL, NULL, pair) == 1 &&
        EVP_DigestSign(context, out, &size, (const unsigned char *)nonce, strlen(nonce)) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    return done;
}

static void encode_base64_url(const uint8_t bytes[SIGNATURE_BYTES], char out[NATS_SIGNATURE_SIZE])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint32_t bits = 0;
    unsigned count = 0;
    size_t size = 0;
    for (size_t i = 0; i < SIGNATURE_BYTES; i++) {
        bits = bits << 8 | bytes[i];
        for (count += 8; count >= 6;)
            out[size++] = digits[bits >> (count -= 6) & 63];
    }
    out[size++] = digits[bits << (6 - count) & 63];
    out[size] = '\0';
}

rk_err nats_sign(const char *seed, size_t seed_size, const char *nonce,
                 char out[NATS_SIGNATURE_SIZE])
{
    uint8_t raw[SEED_BYTES], signature[SIGNATURE_BYTES];
    const bool done = seed_size == SEED_TEXT && decode_base32(seed, raw) && is_user_seed(raw) &&
                      sign(raw + 2, nonce, signature);
    OPENSSL_cleanse(raw, sizeof raw);
    if (!done)
        return RK_BAD_RECORD;
    encode_base64_url(signature, out);
    return RK_OK;
}

// ---- credentials -----------------------------------------------------------------------------

/* The line after one that has `title`; NULL: none. */
static const char *find_section(const char *text, const char *title, size_t *size)
{
    const char *line = strstr(text, title), *start = line ? strchr(line, '\n') : NULL;
    if (!start)
        return NULL;
    start += strspn(start, "\r\n");
    *size = strcspn(start, "\r\n \t");
    return *size ? start : NULL;
}

static rk_err put_signature(struct json *json, const char *text, const char *nonce)
{
    size_t jwt_size = 0, seed_size = 0;
    char signature[NATS_SIGNATURE_SIZE];
    const char *jwt = find_section(text, "BEGIN NATS USER JWT", &jwt_size);
    const char *seed = find_section(text, "BEGIN USER NKEY SEED", &seed_size);
    if (!jwt || !seed || nats_sign(seed, seed_size, nonce, signature))
        return RK_BAD_RECORD;
    json_key(json, "jwt");
    json_text_bytes(json, jwt, jwt_size);
    json_put_text(json, "sig", signature);
    return RK_OK;
}

static rk_err put_credentials(struct json *json, const struct nats_login *login, char *why,
                              size_t why_size)
{
    const char *path = login->credentials;
    static _Thread_local char text[CREDENTIALS_MAX + 1];
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(why, why_size, "%s cannot be read", path);
        return RK_CANNOT_OPEN;
    }
    const size_t size = fread(text, 1, CREDENTIALS_MAX, file);
    fclose(file);
    text[size] = '\0';
    const rk_err err = put_signature(json, text, login->nonce);
    OPENSSL_cleanse(text, sizeof text);
    if (err)
        snprintf(why, why_size, "%s has no JWT and key of a user", path);
    return err;
}

// ---- the answer ------------------------------------------------------------------------------

static void put_user(struct json *json, const struct nats_server *server)
{
    if (*server->password) {
        json_put_text(json, "user", server->user);
        json_put_text(json, "pass", server->password);
    } else if (*server->user) {
        json_put_text(json, "auth_token", server->user);
    }
}

rk_err nats_login_write(const struct nats_login *login, struct buffer *out, char *why,
                        size_t why_size)
{
    rk_err err = RK_OK;
    buffer_text(out, "CONNECT ");
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_bool(&json, "verbose", false);
    json_put_bool(&json, "pedantic", false);
    json_put_bool(&json, "tls_required", login->secure);
    json_put_text(&json, "name", "rookery");
    json_put_text(&json, "lang", "c");
    json_put_text(&json, "version", ROOKERY_VERSION);
    json_put_integer(&json, "protocol", 1);
    json_put_bool(&json, "echo", false); // a node has served its own subscribers already
    json_put_bool(&json, "headers", true);
    json_put_bool(&json, "no_responders", true);
    if (login->credentials)
        err = put_credentials(&json, login, why, why_size);
    else
        put_user(&json, login->server);
    json_end_object(&json);
    buffer_text(out, "\r\n");
    if (!err && out->failed) {
        snprintf(why, why_size, "%s", rk_err_text(RK_NO_MEMORY));
        err = RK_NO_MEMORY;
    }
    return err;
}
