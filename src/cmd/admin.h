/* SPDX-License-Identifier: MIT */
/* Shared code of the actions of `rookery admin`. admin.c parses the arguments, opens the store and
 * calls the action's function, which is in the admin_*.c of its subject. */
#ifndef CMD_ADMIN_H
#define CMD_ADMIN_H

#include "accounts/account_admin.h"
#include "cmd/command.h"

enum { ADMIN_ARGUMENTS_MAX = 3 }; /* after the name of the action */

/* The values of admin_options.def; NULL or false: not given. */
struct admin_options {
#define FIELD_flag(field)                                 bool field;
#define FIELD_text(field)                                 const char *field;
#define ROW(type, bit, field, name, value, choices, help) FIELD_##type(field)
#include "cmd/admin_options.def"
#undef FIELD_flag
#undef FIELD_text
};

struct admin {
    const char *data;      /* the data folder; NULL: the store is a database */
    const char *store_url; /* of that database; NULL: the store is in the folder */
    char name[2048];       /* one of both, without a password */
    char actor[80];        /* for the audit log: "shell:USER" */
    struct admin_options options;
    const char *arguments[ADMIN_ARGUMENTS_MAX + 1]; /* NULL if missing */
    size_t argument_count;
    struct store *store;
    struct server_env env; /* only for its randomness */
    int64_t now;
    struct admin_account account; /* named by the first argument, if the action is about one */
};

typedef int admin_function(struct admin *admin); /* returns the exit status */

#define ROW(name, arguments, min, max, account, options, function, summary) admin_function function;
#include "cmd/admin_actions.def"

/* Prints "rookery admin: " and the formatted message on standard error; returns the status. */
__attribute__((format(printf, 2, 3))) int admin_fail(int status, const char *format, ...);

/* Fails for an action that works on the file of a data folder, with what to do instead. */
int admin_require_folder(const struct admin *admin, const char *instead);

/* Locks the store against servers, which would continue with the state they have in memory. */
struct admin_lock {
    int folder;             /* -1: none */
    struct store *database; /* NULL: none */
};
RK_MUST_USE rk_err admin_lock_store(const struct admin *admin, struct admin_lock *out, char *why,
                                    size_t why_size);
void admin_unlock_store(const struct admin_lock *lock);

extern const char admin_was_changed[]; /* a common `refused` */

/* Fail unless the account has the status. */
int admin_require_not_closed(const struct admin *admin);
int admin_require_active(const struct admin *admin);

/* Sets the account's id and name from the first argument. */
int admin_set_name(struct admin *admin);

/* The role of that name. */
int admin_parse_role(const char *name, enum role *out);

#endif
