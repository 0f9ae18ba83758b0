/* SPDX-License-Identifier: MIT */
/* rookery admin: recovery of accounts whose owners cannot log in. */
#include <stdio.h>

#include "accounts/links.h"
#include "accounts/second_factor.h"
#include "cmd/admin_staff.h"

static const char changed_meanwhile[] = "the account was changed at the same time: try again";

/* Only the path: the server's address is not known here. */
int admin_reset_link(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    struct secret secret;
    char link[LINK_SIZE];
    int status = admin_require_active(admin);
    if (status)
        return status;
    link_generate(&admin->env, &secret);
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_begin(ACTION_RESET_LINK, &staff, who->id);
    link_add_row(action.job, &secret, LINK_RESET, who->id, NULL, admin->now);
    status = admin_write_action(admin, &action, changed_meanwhile, NULL);
    if (!status) {
        link_write("", LINK_RESET, &secret, link);
        status = admin_print_secret(
            admin, "link", link,
            "a link to set a new password for %s; it works once and for an hour. "
            "Put the address of your server in front:",
            who->name);
    }
    secret_wipe(&secret, sizeof secret);
    return status;
}

int admin_drop_second_factor(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    size_t changes;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_begin(ACTION_DROP_FACTOR, &staff, who->id);
    second_factor_add_removal(action.job, who->id);
    const int status = admin_write_action(admin, &action, changed_meanwhile, &changes);
    if (status)
        return status;
    return changes ? admin_print_done(admin, "removed the second factor of %s", who->name)
                   : admin_print_done(admin, "nothing changed: %s has no second factor", who->name);
}
