/* SPDX-License-Identifier: MIT */
#include "accounts/passwords.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounts/common_passwords.h"
#include "base/text.h"

_Static_assert(PASSWORD_HASH_SIZE == crypto_pwhash_STRBYTES, "the size of a password hash");
_Static_assert(PASSWORD_SALT_SIZE == crypto_pwhash_SALTBYTES, "the size of a salt");

enum { KEY_SIZE = 32, MIB = 1 << 20, BASE64 = sodium_base64_VARIANT_ORIGINAL_NO_PADDING };

/* Of a text in UTF-8. */
static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

const char *password_fault(const char *password, const char *name)
{
    if (count_characters(password) < PASSWORD_MIN)
        return "a password must have at least 8 characters";
    if (password_is_common(password))
        return "this password is one of the most common ones: choose another";
    return password_imported_fault(password, name);
}

const char *password_imported_fault(const char *password, const char *name)
{
    const size_t length = strlen(password);
    if (length < PASSWORD_IMPORTED_MIN)
        return "a password must have at least 4 bytes";
    if (length > PASSWORD_MAX)
        return "a password must have at most 999 bytes";
    return strcasecmp(password, name) ? NULL : "a password must not be the same as the name";
}

/* The same format as crypto_pwhash_str(), but the caller supplies the salt. */
bool password_hash(const char *password, struct password_cost cost,
                   const uint8_t salt[PASSWORD_SALT_SIZE], char out[PASSWORD_HASH_SIZE])
{
    uint8_t key[KEY_SIZE];
    char salt_text[32], key_text[64];
    if (crypto_pwhash(key, sizeof key, password, strlen(password), salt, cost.ops,
                      (size_t)cost.mib * MIB, crypto_pwhash_ALG_ARGON2ID13))
        return false;
    sodium_bin2base64(salt_text, sizeof salt_text, salt, PASSWORD_SALT_SIZE, BASE64);
    sodium_bin2base64(key_text, sizeof key_text, key, sizeof key, BASE64);
    struct text text = text_in(out, PASSWORD_HASH_SIZE);
    text_add(&text, "$argon2id$v=19$m=");
    text_number(&text, cost.mib * (MIB / 1024ul));
    text_add(&text, ",t=");
    text_number(&text, cost.ops);
    text_add(&text, ",p=1$");
    text_add(&text, salt_text);
    text_add(&text, "$");
    text_add(&text, key_text);
    text_end(&text);
    sodium_memzero(key, sizeof key);
    sodium_memzero(key_text, sizeof key_text);
    return !text.cut;
}

// ---- on a worker thread ----------------------------------------------------------------------

struct password_job {
    struct work work;
    struct password_cost cost;
    uint8_t salt[PASSWORD_SALT_SIZE];
    bool checks, has_new_password;
    bool ok, matches;
    char stored_hash[PASSWORD_HASH_SIZE], new_hash[PASSWORD_HASH_SIZE];
    char password[PASSWORD_MAX + 1], new_password[PASSWORD_MAX + 1];
    password_callback *callback;
    void *context;
};

/* Takes the time of a real check, so that a missing account cannot be told from a wrong password.
 */
static bool hash_dummy(const struct password_job *job)
{
    char out[PASSWORD_HASH_SIZE];
    return password_hash(job->password, job->cost, job->salt, out);
}

/* The password that needs a new hash; NULL: none. */
static const char *password_to_hash(const struct password_job *job)
{
    if (job->has_new_password)
        return job->new_password;
    const bool is_current =
        job->checks && !crypto_pwhash_str_needs_rehash(job->stored_hash, job->cost.ops,
                                                       (size_t)job->cost.mib * MIB);
    return is_current ? NULL : job->password;
}

/* On the worker thread. */
static void run_job(struct work *work)
{
    struct password_job *job = (struct password_job *)work;
    if (job->checks && !*job->stored_hash) {
        job->ok = hash_dummy(job);
        return;
    }
    job->ok = true;
    job->matches = !job->checks || !crypto_pwhash_str_verify(job->stored_hash, job->password,
                                                             strlen(job->password));
    const char *password = job->matches ? password_to_hash(job) : NULL;
    if (password)
        job->ok = password_hash(password, job->cost, job->salt, job->new_hash);
}

static void free_job(struct password_job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void finish_job(struct work *work)
{
    struct password_job *job = (struct password_job *)work;
    job->callback(job->context, &(struct password_result){job->ok, job->matches, job->new_hash});
    free_job(job);
}

static bool copy_string(char *out, size_t size, const char *text)
{
    const size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

bool password_check_async(struct server *server, const struct password_task *task,
                          password_callback *callback, void *context)
{
    struct password_job *job = calloc(1, sizeof *job);
    if (!job)
        return false;
    job->work = (struct work){.run = run_job, .done = finish_job, .urgent = task->urgent};
    job->cost = (struct password_cost){server->config.hash_ops, server->config.hash_mib};
    job->checks = task->stored_hash;
    job->has_new_password = task->new_password;
    job->callback = callback;
    job->context = context;
    server->env.random(server->env.context, job->salt, sizeof job->salt);
    if (copy_string(job->stored_hash, sizeof job->stored_hash,
                    task->stored_hash ? task->stored_hash : "") &&
        copy_string(job->password, sizeof job->password, task->password) &&
        copy_string(job->new_password, sizeof job->new_password,
                    task->new_password ? task->new_password : "") &&
        server->env.queue_work(server->env.context, &job->work))
        return true;
    free_job(job);
    return false;
}
