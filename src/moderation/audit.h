/* SPDX-License-Identifier: MIT */
/* Writes staff actions together with their entries in the audit log, in one transaction.
 *
 * The server and `rookery admin` may write at the same time. If both append an entry, the store
 * refuses the second, which is then written again after the first.
 *
 * The log is also how a running server learns of changes made on other nodes and with `rookery
 * admin`: it applies each new entry as staff_actions.def says, and its own ones at once. Nodes
 * notify each other of new entries, and each also checks for them every second. */
#ifndef MODERATION_AUDIT_H
#define MODERATION_AUDIT_H

#include "core/state.h"
#include "moderation/audit_log.h"

RK_MUST_USE rk_err audit_create(struct server *server);
bool audit_ready(const struct server *server); /* the end of the log has been read */
void audit_destroy(struct server *server);     /* pending writes are not answered */

/* Writes the calls of `job`, which it takes, and the entry, which is copied. When both are on disk
 * the action takes effect on this server, then `done` is called. STORE_REFUSED: a
 * STATEMENT_MUST_CHANGE of `job` changed no row. The job passed to `done` is another one; use it
 * only if it is STORE_DONE. `done` is not called once the server was destroyed: a pending request
 * as context is `internal`. */
void audit_write(struct server *server, const struct audit_entry *entry, struct store_job *job,
                 store_done *done, void *context);

/* The same for a store that was opened with `inline_jobs`, without a server. *out_changes gets the
 * number of rows that `job` changed; it may be NULL. */
enum store_outcome audit_write_inline(struct store *store, const struct audit_entry *entry,
                                      struct store_job *job, int64_t now, size_t *out_changes);

#endif
