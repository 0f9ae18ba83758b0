/* SPDX-License-Identifier: MIT */
/* rookery admin: what helps somebody who cannot log in. */
#include <stdio.h>

#include "accounts/links.h"
#include "cmd/admin.h"

/* The path is the only output, for scripts: the server's address is not known here. */
int admin_reset_link(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    struct secret secret;
    char link[LINK_SIZE];
    int status = admin_require_active(admin);
    if (status)
        return status;
    link_generate(&admin->env, &secret);
    status = admin_report_outcome(
        admin, account_admin_make_reset_link(admin->store, &secret, who->id, admin->now),
        admin_was_changed);
    if (!status) {
        link_write("", LINK_RESET, &secret, link);
        fprintf(stderr,
                "a link to set a new password for %s; it works once and for an hour.\n"
                "Put the address of your server in front:\n",
                who->name);
        puts(link);
    }
    secret_wipe(&secret, sizeof secret);
    return status;
}

int admin_drop_second_factor(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    size_t changes;
    const int status = admin_report_outcome(
        admin, account_admin_drop_factor(admin->store, who->id, &changes), admin_was_changed);
    if (status)
        return status;
    if (changes)
        printf("removed the second factor of %s\n", who->name);
    else
        printf("nothing changed: %s has no second factor\n", who->name);
    return EXIT_OK;
}
