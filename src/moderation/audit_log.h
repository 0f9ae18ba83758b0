/* SPDX-License-Identifier: MIT */
/* The format of the audit log: a chain of entries, each with the hash of the one before, so that
 * none can be changed, removed or moved without breaking the chain.
 *
 * The hash of an entry is the SHA-256 of these lines, each ended by a newline: its sequence, its
 * time, the actor, the action, the target, the details, and the previous hash in hexadecimal. The
 * first entry has a previous hash of zeros. */
#ifndef MODERATION_AUDIT_LOG_H
#define MODERATION_AUDIT_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

enum {
    AUDIT_HASH_SIZE = 32,
    AUDIT_HEX_SIZE = 2 * AUDIT_HASH_SIZE + 1,
    AUDIT_ACTOR_MAX = 63,
    AUDIT_TARGET_MAX = 127,
    AUDIT_DETAILS_MAX = 4000
};

/* An entry to be written. Strings are borrowed and contain no newlines. */
struct audit_entry {
    const char *actor;   /* an account's id, "shell:USER", or "server" */
    const char *action;  /* of staff_actions.def: "ban" */
    const char *target;  /* an account's id, "report 17"; "" for none */
    const char *details; /* a JSON object */
};

/* The end of the log. All zeros: it is empty. */
struct audit_head {
    int64_t sequence;
    uint8_t hash[AUDIT_HASH_SIZE];
};

/* An entry in the store. The strings are borrowed from the row. */
struct audit_record {
    int64_t sequence, at;
    struct audit_entry entry;
    uint8_t previous[AUDIT_HASH_SIZE], hash[AUDIT_HASH_SIZE];
};

bool audit_head_is_same(const struct audit_head *a, const struct audit_head *b);
void audit_hash_write(const uint8_t hash[AUDIT_HASH_SIZE], char out[AUDIT_HEX_SIZE]);
/* False unless it is a hash in hexadecimal. */
bool audit_hash_parse(const char *text, uint8_t out[AUDIT_HASH_SIZE]);

/* Starts a job with the entry that follows *head, and advances *head to it. The job is refused if
 * the log has grown in the meantime. */
struct store_job *audit_start_job(const struct audit_entry *entry, int64_t now,
                                  struct audit_head *head);

/* Reads rows of STORE_AUDIT_HEAD, and of STORE_AUDIT_AFTER or STORE_AUDIT_BEFORE. An entry or a
 * head whose hash has a wrong size gets a hash of zeros, which verifies as broken. */
struct audit_head audit_head_from_row(const struct store_job *job);
struct audit_record audit_record_from_row(const struct store_job *job);

/* Verifies that the record follows *head and advances it. Returns NULL, or what is wrong (static
 * storage). */
const char *audit_verify_record(const struct audit_record *record, struct audit_head *head);

#endif
