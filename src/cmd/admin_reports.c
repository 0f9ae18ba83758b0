/* SPDX-License-Identifier: MIT */
/* rookery admin: reports and staff notes. */
#include <stdio.h>

#include "accounts/user_text.h"
#include "cmd/admin_staff.h"
#include "cmd/options.h"

static int parse_id(const char *text, const char *what, unsigned long *out)
{
    if (options_parse_number(text, 1, 1000000000, out))
        return EXIT_OK;
    return admin_fail(EXIT_USAGE, "expected the id of a %s, not %s", what, text);
}

/* Sanitizes the text of a note or the outcome of a report. */
static int read_text(const char *text, char out[STAFF_TEXT_SIZE])
{
    const size_t count = user_text_count(text);
    if (count <= STAFF_TEXT_CHARACTERS &&
        user_text_sanitize(text, STAFF_TEXT_CHARACTERS, out, STAFF_TEXT_SIZE))
        return EXIT_OK;
    return admin_fail(EXIT_DATA_ERROR, "a text must have 1 to %d characters, not %zu",
                      STAFF_TEXT_CHARACTERS, count);
}

// ---- reports ---------------------------------------------------------------------------------

/* Writes `action` on the report; prints `done` and its id. */
static int write_report_action(struct admin *admin, struct staff_action action, unsigned long id,
                               const char *problem, const char *done)
{
    const int status = admin_write_action(admin, &action, problem, NULL);
    return status ? status : admin_print_done(admin, "%s report %lu", done, id);
}

int admin_claim_report(struct admin *admin)
{
    unsigned long id;
    const int status = parse_id(admin->arguments[0], "report", &id);
    const struct staff staff = admin_staff(admin);
    return status ? status
                  : write_report_action(admin, staff_action_claim_report(&staff, (int64_t)id), id,
                                        "no such report, or it is not open", "claimed");
}

int admin_release_report(struct admin *admin)
{
    unsigned long id;
    const int status = parse_id(admin->arguments[0], "report", &id);
    const struct staff staff = admin_staff(admin);
    return status ? status
                  : write_report_action(admin, staff_action_release_report(&staff, (int64_t)id), id,
                                        "no such report, or nobody has claimed it", "released");
}

int admin_close_report(struct admin *admin)
{
    unsigned long id;
    char outcome[STAFF_TEXT_SIZE];
    int status = parse_id(admin->arguments[0], "report", &id);
    if (!status)
        status = read_text(admin->arguments[1], outcome);
    const struct staff staff = admin_staff(admin);
    return status
               ? status
               : write_report_action(admin, staff_action_close_report(&staff, (int64_t)id, outcome),
                                     id, "no such report, or it is closed", "closed");
}

// ---- notes -----------------------------------------------------------------------------------

int admin_add_note(struct admin *admin)
{
    char text[STAFF_TEXT_SIZE];
    int status = read_text(admin->arguments[1], text);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_add_note(&staff, admin->account.who.id, text);
    status = admin_write_action(admin, &action, "there are 1000 notes on this account", NULL);
    return status ? status : admin_print_done(admin, "added a note on %s", admin->account.who.name);
}

int admin_delete_note(struct admin *admin)
{
    unsigned long id;
    int status = parse_id(admin->arguments[0], "note", &id);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_delete_note(&staff, (int64_t)id);
    status = admin_write_action(admin, &action, "no such note", NULL);
    return status ? status : admin_print_done(admin, "deleted note %lu", id);
}
