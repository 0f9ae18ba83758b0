/* SPDX-License-Identifier: MIT */
#include "accounts/passwords.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

_Static_assert(PASSWORD_HASH_SIZE == crypto_pwhash_STRBYTES, "the size of a hash");
_Static_assert(PASSWORD_SALT_SIZE == crypto_pwhash_SALTBYTES, "the size of a salt");

enum { KEY_SIZE = 32, MIB = 1 << 20, BASE64 = sodium_base64_VARIANT_ORIGINAL_NO_PADDING };

const char *password_fault(const char *password, const char *name)
{
    const size_t length = strlen(password);
    if (length < PASSWORD_MIN)
        return "a password has at least 4 bytes";
    if (length > PASSWORD_MAX)
        return "a password has at most 999 bytes";
    return strcasecmp(password, name) ? NULL : "a password must not be the name";
}

/* As crypto_pwhash_str() writes it, but with a salt that is handed in. */
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

// ---- the work --------------------------------------------------------------------------------

struct job {
    struct work work;
    struct password_cost cost;
    uint8_t salt[PASSWORD_SALT_SIZE];
    bool checks, has_wanted;
    bool worked, fits;
    char kept[PASSWORD_HASH_SIZE], made[PASSWORD_HASH_SIZE];
    char given[PASSWORD_MAX + 1], wanted[PASSWORD_MAX + 1];
    password_callback *callback;
    void *context;
};

/* Hashes and forgets: what it takes to check a password, where there is none. */
static bool waste_time(const struct job *job)
{
    char out[PASSWORD_HASH_SIZE];
    return password_hash(job->given, job->cost, job->salt, out);
}

/* Which password needs a new hash; NULL: none. */
static const char *to_be_hashed(const struct job *job)
{
    if (job->has_wanted)
        return job->wanted;
    const bool is_current =
        job->checks &&
        !crypto_pwhash_str_needs_rehash(job->kept, job->cost.ops, (size_t)job->cost.mib * MIB);
    return is_current ? NULL : job->given;
}

/* On the worker's thread. */
static void run(struct work *work)
{
    struct job *job = (struct job *)work;
    if (job->checks && !*job->kept) {
        job->worked = waste_time(job);
        return;
    }
    job->worked = true;
    job->fits =
        !job->checks || !crypto_pwhash_str_verify(job->kept, job->given, strlen(job->given));
    const char *password = job->fits ? to_be_hashed(job) : NULL;
    if (password)
        job->worked = password_hash(password, job->cost, job->salt, job->made);
}

static void end_job(struct job *job)
{
    sodium_memzero(job, sizeof *job);
    free(job);
}

static void finish(struct work *work)
{
    struct job *job = (struct job *)work;
    job->callback(job->context, &(struct password_result){job->worked, job->fits, job->made});
    end_job(job);
}

static bool copy(char *out, size_t size, const char *text)
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
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return false;
    job->work = (struct work){.run = run, .done = finish};
    job->cost = (struct password_cost){server->config.hash_ops, server->config.hash_mib};
    job->checks = task->kept;
    job->has_wanted = task->wanted;
    job->callback = callback;
    job->context = context;
    server->env.random(server->env.context, job->salt, sizeof job->salt);
    if (copy(job->kept, sizeof job->kept, task->kept ? task->kept : "") &&
        copy(job->given, sizeof job->given, task->given) &&
        copy(job->wanted, sizeof job->wanted, task->wanted ? task->wanted : "") &&
        server->env.queue_work(server->env.context, &job->work))
        return true;
    end_job(job);
    return false;
}
