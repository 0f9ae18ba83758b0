/* SPDX-License-Identifier: MIT */
/* Verifies the whole audit log of a store. */
#ifndef CMD_ADMIN_VERIFY_H
#define CMD_ADMIN_VERIFY_H

#include "cmd/admin.h"
#include "moderation/audit_log.h"

struct log_verdict {
    struct audit_head head; /* of the entries that are intact */
    int64_t broken;         /* the first entry that is not; 0: none */
    const char *why;        /* what is wrong with it; static storage */
};

/* `anchor` is NULL, or an earlier end of the log that must still be in it. STORE_FAILED if the
 * store cannot be read. */
enum store_outcome log_verify(struct store *store, const struct audit_head *anchor,
                              struct log_verdict *out);

#endif
