/* SPDX-License-Identifier: MIT */
/* rookery admin: bans, mutes, kicks, names, tokens. */
#include <stdio.h>
#include <string.h>

#include "accounts/names.h"
#include "base/milliseconds.h"
#include "base/utc.h"
#include "cmd/admin_staff.h"

static const char changed_meanwhile[] =
    "the account was changed by somebody else at the same time: try again";

/* " until 2026-12-24 18:00 UTC", or nothing. */
static const char *write_until(int64_t until, char out[UTC_SIZE + 16])
{
    char time[UTC_SIZE];
    out[0] = '\0';
    if (until)
        snprintf(out, UTC_SIZE + 16, " until %s UTC", utc_write(until, time));
    return out;
}

int admin_ban(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    char reason[REASON_SIZE], until[UTC_SIZE + 16];
    struct sanction ban = {.reason = reason};
    const bool is_new = admin->account.status != ACCOUNT_BANNED;
    int status = admin_require_not_closed(admin);
    if (!status)
        status = admin_parse_until(admin, 0, &ban.until);
    if (status)
        return status;
    if (!is_new && !admin->options.reason && !admin->options.until)
        return admin_print_done(admin, "nothing changed: %s is already banned", who->name);
    status = admin_read_reason(admin, who->name, reason);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_ban(&staff, who->id, &ban);
    status = admin_write_action(admin, &action, changed_meanwhile, NULL);
    if (status)
        return status;
    write_until(ban.until, until);
    return is_new ? admin_print_done(admin, "changed the status of %s from active to banned%s",
                                     who->name, until)
                  : admin_print_done(admin, "changed the ban of %s%s", who->name, until);
}

int admin_unban(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    int status = admin_require_not_closed(admin);
    if (status)
        return status;
    if (admin->account.status == ACCOUNT_ACTIVE)
        return admin_print_done(admin, "nothing changed: %s is already active", who->name);
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_unban(&staff, who->id);
    status = admin_write_action(admin, &action, changed_meanwhile, NULL);
    return status ? status
                  : admin_print_done(admin, "changed the status of %s from banned to active",
                                     who->name);
}

int admin_mute(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    char reason[REASON_SIZE], until[UTC_SIZE + 16];
    struct sanction mute = {.reason = reason};
    int status = admin_require_not_closed(admin);
    if (!status)
        status = admin_parse_until(admin, admin->now + (int64_t)MUTE_DEFAULT_MINUTES * MINUTE_MS,
                                   &mute.until);
    if (!status && admin->options.forever && admin->options.until)
        status = admin_fail(EXIT_USAGE, "--forever and --until exclude each other");
    if (!status)
        status = admin_read_reason(admin, who->name, reason);
    if (status)
        return status;
    if (admin->options.forever)
        mute.until = 0;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_mute(&staff, who->id, &mute);
    status = admin_write_action(admin, &action, changed_meanwhile, NULL);
    return status
               ? status
               : admin_print_done(admin, "muted %s%s", who->name, write_until(mute.until, until));
}

int admin_unmute(struct admin *admin)
{
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_unmute(&staff, admin->account.who.id);
    const char *name = admin->account.who.name;
    bool changed;
    const int status = admin_try_action(admin, &action, &changed);
    if (status)
        return status;
    return changed ? admin_print_done(admin, "unmuted %s", name)
                   : admin_print_done(admin, "nothing changed: %s is not muted", name);
}

int admin_kick(struct admin *admin)
{
    char reason[REASON_SIZE];
    size_t sessions;
    int status = admin_read_reason(admin, admin->account.who.name, reason);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_kick(&staff, admin->account.who.id, reason);
    status = admin_write_action(admin, &action, changed_meanwhile, &sessions);
    return status ? status
                  : admin_print_done(admin, "ended %zu session%s of %s", sessions,
                                     sessions == 1 ? "" : "s", admin->account.who.name);
}

int admin_kid(struct admin *admin)
{
    const char *name = admin->account.who.name, *word = admin->arguments[1];
    const bool on = !strcmp(word, "on");
    if (!on && strcmp(word, "off") != 0)
        return admin_fail(EXIT_USAGE, "expected on or off, not %s", word);
    int status = admin_require_not_closed(admin);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_kid_mode(&staff, admin->account.who.id, on);
    status = admin_write_action(admin, &action, changed_meanwhile, NULL);
    if (status)
        return status;
    return on ? admin_print_done(admin, "switched kid mode of %s on; only staff can switch it off",
                                 name)
              : admin_print_done(admin, "switched kid mode of %s off", name);
}

int admin_rename(struct admin *admin)
{
    const char *name = admin->arguments[1], *fault = name_fault(name);
    char id[IDENTITY_ID_MAX + 1];
    int status = admin_require_not_closed(admin);
    if (status)
        return status;
    if (fault || !name_to_id(name, id))
        return admin_fail(EXIT_DATA_ERROR, "%s: %s", name, fault ? fault : "invalid name");
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_rename(&staff, &admin->account.who, name, id);
    status = admin_write_action(admin, &action, "that name is taken", NULL);
    return status ? status
                  : admin_print_done(admin, "renamed %s to %s; the account keeps the id %s",
                                     admin->account.who.name, name, admin->account.who.id);
}

int admin_delete_tokens(struct admin *admin)
{
    const char *token = admin->arguments[1];
    size_t count;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_delete_tokens(&staff, admin->account.who.id, token);
    const int status = admin_write_action(admin, &action, "no such token", &count);
    return status ? status
                  : admin_print_done(admin, "deleted %zu token%s of %s", count,
                                     count == 1 ? "" : "s", admin->account.who.name);
}
