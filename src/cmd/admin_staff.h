/* SPDX-License-Identifier: MIT */
/* Writes the actions of `rookery admin`, each with an entry in the audit log. */
#ifndef CMD_ADMIN_STAFF_H
#define CMD_ADMIN_STAFF_H

#include "cmd/admin.h"
#include "moderation/staff_actions.h"

/* The user who runs the program: "shell:USER". */
struct staff admin_staff(const struct admin *admin);

/* Writes the action, which it takes. Prints `done` and returns the exit status; a refusal is
 * explained by `refused`. *out_changes gets the number of rows; it may be NULL. */
int admin_write_action(const struct admin *admin, struct staff_action *action, const char *refused,
                       size_t *out_changes);

/* The same, but a refusal means that there was nothing to change: *out_changed is false then. */
int admin_try_action(const struct admin *admin, struct staff_action *action, bool *out_changed);

/* Prints what was done: {"ok":true,"message":...} with --json. */
__attribute__((format(printf, 2, 3))) int admin_print_done(const struct admin *admin,
                                                           const char *format, ...);

/* Prints a secret. Without --json it is the only output on standard output, for scripts, and the
 * message goes to standard error; with it, the object also has the secret under `key`. */
__attribute__((format(printf, 4, 5))) int admin_print_secret(const struct admin *admin,
                                                             const char *key, const char *value,
                                                             const char *format, ...);

/* Parses --until, as until.h says. Without one *out is `fallback` (0: forever). */
int admin_parse_until(const struct admin *admin, int64_t fallback, int64_t *out);

/* The sanitized --reason, or what is typed on the terminal. Fails without one. It is shown to
 * `who`. */
int admin_read_reason(const struct admin *admin, const char *who, char out[REASON_SIZE]);

/* Reads rows with an inline store; calls `visit` for each. STORE_FAILED if it cannot be read. */
typedef void row_visitor(void *context, const struct store_job *row);
enum store_outcome admin_read_rows(struct store *store, struct store_job *job, row_visitor *visit,
                                   void *context);

#endif
