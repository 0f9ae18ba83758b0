/* SPDX-License-Identifier: MIT */
#include "moderation/audit_log.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

_Static_assert(AUDIT_HASH_SIZE == crypto_hash_sha256_BYTES, "the size of a hash");

bool audit_head_is_same(const struct audit_head *a, const struct audit_head *b)
{
    return a->sequence == b->sequence && !memcmp(a->hash, b->hash, AUDIT_HASH_SIZE);
}

void audit_hash_write(const uint8_t hash[AUDIT_HASH_SIZE], char out[AUDIT_HEX_SIZE])
{
    sodium_bin2hex(out, AUDIT_HEX_SIZE, hash, AUDIT_HASH_SIZE);
}

bool audit_hash_parse(const char *text, uint8_t out[AUDIT_HASH_SIZE])
{
    size_t size;
    return strlen(text) == 2 * (size_t)AUDIT_HASH_SIZE &&
           !sodium_hex2bin(out, AUDIT_HASH_SIZE, text, strlen(text), NULL, &size, NULL) &&
           size == AUDIT_HASH_SIZE;
}

// ---- hashing ---------------------------------------------------------------------------------

static void hash_line(crypto_hash_sha256_state *state, const char *line)
{
    crypto_hash_sha256_update(state, (const unsigned char *)line, strlen(line));
    crypto_hash_sha256_update(state, (const unsigned char *)"\n", 1);
}

static void hash_number(crypto_hash_sha256_state *state, int64_t number)
{
    char line[24];
    snprintf(line, sizeof line, "%" PRId64, number);
    hash_line(state, line);
}

static void hash_record(const struct audit_record *record, uint8_t out[AUDIT_HASH_SIZE])
{
    crypto_hash_sha256_state state;
    char previous[AUDIT_HEX_SIZE];
    audit_hash_write(record->previous, previous);
    crypto_hash_sha256_init(&state);
    hash_number(&state, record->sequence);
    hash_number(&state, record->at);
    hash_line(&state, record->entry.actor);
    hash_line(&state, record->entry.action);
    hash_line(&state, record->entry.target);
    hash_line(&state, record->entry.details);
    hash_line(&state, previous);
    crypto_hash_sha256_final(&state, out);
}

// ---- writing ---------------------------------------------------------------------------------

static void add_record(struct store_job *job, const struct audit_record *record)
{
    store_call(job, STORE_ADVANCE_AUDIT);
    store_bind_integer(job, record->sequence);
    store_bind_bytes(job, record->hash, AUDIT_HASH_SIZE);
    store_bind_bytes(job, record->previous, AUDIT_HASH_SIZE);
    store_call(job, STORE_ADD_AUDIT);
    store_bind_integer(job, record->sequence);
    store_bind_integer(job, record->at);
    store_bind_text(job, record->entry.actor);
    store_bind_text(job, record->entry.action);
    store_bind_text(job, record->entry.target);
    store_bind_text(job, record->entry.details);
    store_bind_bytes(job, record->previous, AUDIT_HASH_SIZE);
    store_bind_bytes(job, record->hash, AUDIT_HASH_SIZE);
}

struct store_job *audit_start_job(const struct audit_entry *entry, int64_t now,
                                  struct audit_head *head)
{
    struct store_job *job = store_job_create();
    struct audit_record record = {.sequence = head->sequence + 1, .at = now, .entry = *entry};
    memcpy(record.previous, head->hash, AUDIT_HASH_SIZE);
    hash_record(&record, record.hash);
    add_record(job, &record);
    head->sequence = record.sequence;
    memcpy(head->hash, record.hash, AUDIT_HASH_SIZE);
    return job;
}

// ---- reading ---------------------------------------------------------------------------------

static void read_hash(const struct store_job *job, unsigned column, uint8_t out[AUDIT_HASH_SIZE])
{
    size_t size;
    const void *bytes = store_get_bytes(job, column, &size);
    memset(out, 0, AUDIT_HASH_SIZE);
    if (size == AUDIT_HASH_SIZE)
        memcpy(out, bytes, AUDIT_HASH_SIZE);
}

struct audit_head audit_head_from_row(const struct store_job *job)
{
    struct audit_head head = {.sequence = store_get_integer(job, 0)};
    read_hash(job, 1, head.hash);
    return head;
}

struct audit_record audit_record_from_row(const struct store_job *job)
{
    struct audit_record record = {.sequence = store_get_integer(job, 0),
                                  .at = store_get_integer(job, 1),
                                  .entry = {.actor = store_get_text(job, 2),
                                            .action = store_get_text(job, 3),
                                            .target = store_get_text(job, 4),
                                            .details = store_get_text(job, 5)}};
    read_hash(job, 6, record.previous);
    read_hash(job, 7, record.hash);
    return record;
}

const char *audit_verify_record(const struct audit_record *record, struct audit_head *head)
{
    uint8_t hash[AUDIT_HASH_SIZE];
    if (record->sequence != head->sequence + 1)
        return "entries before it are missing";
    if (memcmp(record->previous, head->hash, AUDIT_HASH_SIZE) != 0)
        return "it does not follow the entry before it";
    hash_record(record, hash);
    if (memcmp(record->hash, hash, AUDIT_HASH_SIZE) != 0)
        return "its content does not match its hash";
    head->sequence = record->sequence;
    memcpy(head->hash, hash, AUDIT_HASH_SIZE);
    return NULL;
}
