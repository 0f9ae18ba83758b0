/* SPDX-License-Identifier: MIT */
/* rookery admin: accounts, passwords and tokens. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "accounts/links.h"
#include "accounts/names.h"
#include "cmd/admin_list.h"
#include "cmd/admin_password.h"
#include "cmd/admin_staff.h"

enum { DONE_SIZE = 160 };

/* Writes a change of the account with its entry in the audit log. */
static int write_job(const struct admin *admin, enum action kind, struct store_job *job,
                     const char *refused)
{
    char why[160];
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_begin(kind, &staff, admin->account.who.id);
    store_add_calls(action.job, job);
    store_job_destroy(job);
    snprintf(why, sizeof why, "%s %s", admin->account.who.name, refused);
    return admin_write_action(admin, &action, why, NULL);
}

// ---- new accounts, passwords and tokens ------------------------------------------------------

/* A random password is on a line of its own, or a member of the object. */
static int print_with_password(const struct admin *admin, const struct new_password *password,
                               const char *done)
{
    if (admin->options.json && *password->random)
        return admin_print_secret(admin, "password", password->random, "%s", done);
    const int status = admin_print_done(admin, "%s", done);
    if (*password->random)
        printf("password: %s\n", password->random);
    return status;
}

/* The link is that of an account created in the browser. Only its path: the server's address is not
 * known here. */
static int create_invited(const struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    struct store_job *job = store_job_create();
    struct secret secret;
    char link[LINK_SIZE];
    link_generate(&admin->env, &secret);
    invitation_add_rows(job, &secret, who, "", admin->now);
    int status = write_job(admin, ACTION_CREATE_USER, job, "already exists");
    if (!status) {
        link_write("", LINK_RESET, &secret, link);
        status = admin_print_secret(
            admin, "link", link,
            "created %s (%s). A link to set the password; it works once and for a "
            "week. Put the address of your server in front:",
            who->name, role_name(who->role));
        secret_wipe(link, sizeof link);
    }
    secret_wipe(&secret, sizeof secret);
    return status;
}

static int create_with_password(const struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    struct new_password password;
    char done[DONE_SIZE];
    int status =
        admin_password_get(&admin->env, admin->options.password_stdin, who->name, &password);
    if (!status)
        status = write_job(admin, ACTION_CREATE_USER,
                           account_job_create(who, password.hash, admin->now), "already exists");
    if (status)
        return status;
    snprintf(done, sizeof done, "created %s (%s)", who->name, role_name(who->role));
    return print_with_password(admin, &password, done);
}

int admin_create_user(struct admin *admin)
{
    struct identity *who = &admin->account.who;
    const char *fault = name_fault(admin->arguments[0]);
    if (fault)
        return admin_fail(EXIT_DATA_ERROR, "%s: %s", admin->arguments[0], fault);
    if (admin->account.exists)
        return admin_fail(EXIT_DATA_ERROR, "the name %s is taken", who->name);
    if (admin->options.link && admin->options.password_stdin)
        return admin_fail(EXIT_USAGE, "--link and --password-stdin exclude each other");
    const int status =
        admin->options.role ? admin_parse_role(admin->options.role, &who->role) : EXIT_OK;
    if (status)
        return status;
    return admin->options.link ? create_invited(admin) : create_with_password(admin);
}

/* Ends all sessions, so that nobody who knew the old password stays logged in. */
int admin_set_password(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    struct new_password password;
    char done[DONE_SIZE];
    int status = admin_require_active(admin);
    if (!status)
        status =
            admin_password_get(&admin->env, admin->options.password_stdin, who->name, &password);
    if (status)
        return status;
    status =
        write_job(admin, ACTION_SET_PASSWORD,
                  account_job_set_password(who->id, password.hash, admin->now), admin_was_changed);
    if (status)
        return status;
    snprintf(done, sizeof done, "set a new password for %s; all sessions ended, API tokens stay",
             who->name);
    return print_with_password(admin, &password, done);
}

static int print_token(const struct admin *admin, const char *token, unsigned scopes)
{
    char names[SCOPES_TEXT_MAX];
    scopes_write(scopes, names, sizeof names);
    return admin_print_secret(admin, "token", token,
                              "created a token for %s with the scopes %s; it is not shown again",
                              admin->account.who.name, names);
}

int admin_create_token(struct admin *admin)
{
    struct token_params params = {.account = admin->account.who.id,
                                  .description =
                                      admin->options.description ? admin->options.description : ""};
    struct secret secret;
    if (!admin->options.scopes)
        return admin_fail(EXIT_USAGE, "--scopes is required, such as --scopes bot:play,board:play");
    if (!scopes_parse(admin->options.scopes, &params.scopes))
        return admin_fail(EXIT_USAGE, "--scopes %s: unknown scope; see rookery-admin(1)",
                          admin->options.scopes);
    int status = admin_require_active(admin);
    if (status)
        return status;
    token_generate(&admin->env, &secret);
    status =
        write_job(admin, ACTION_CREATE_TOKEN,
                  account_job_create_token(&secret, &params, admin->now), "already has 100 tokens");
    if (!status)
        status = print_token(admin, secret.text, params.scopes);
    secret_wipe(&secret, sizeof secret);
    return status;
}

// ---- changes ---------------------------------------------------------------------------------

int admin_set_role(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    enum role role;
    int status = admin_parse_role(admin->arguments[1], &role);
    if (status)
        return status;
    if (role == who->role)
        return admin_print_done(admin, "nothing changed: %s already has the role %s", who->name,
                                role_name(role));
    status = admin_require_not_closed(admin);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_set_role(&staff, who->id, role);
    const char *refused = staff_action_role_refusal(who->role, role);
    status = admin_write_action(
        admin, &action, refused ? refused : "the account was changed at the same time", NULL);
    if (status)
        return status;
    return admin_print_done(admin, "changed the role of %s from %s to %s", who->name,
                            role_name(who->role), role_name(role));
}

/* Asks on the terminal; anything but yes is no. */
static int confirm_closing(const struct admin *admin)
{
    char answer[16] = "";
    const char *name = admin->account.who.name;
    if (admin->options.yes)
        return EXIT_OK;
    if (!isatty(STDIN_FILENO))
        return admin_fail(EXIT_USAGE, "closing an account is permanent: add --yes to close %s",
                          name);
    fprintf(stderr,
            "Closing %s is permanent. Its name and games stay; its password, e-mail address,\n"
            "settings, sessions, tokens, challenges and seeks are deleted.\nClose %s? [y/N] ",
            name, name);
    if (!fgets(answer, sizeof answer, stdin))
        fputc('\n', stderr);
    answer[strcspn(answer, "\r\n")] = '\0';
    if (!strcasecmp(answer, "y") || !strcasecmp(answer, "yes"))
        return EXIT_OK;
    return admin_fail(EXIT_DATA_ERROR, "%s was not closed", name);
}

int admin_close(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    if (admin->account.status == ACCOUNT_CLOSED)
        return admin_print_done(admin, "nothing changed: %s is already closed", who->name);
    if (admin->account.status == ACCOUNT_BANNED)
        return admin_fail(EXIT_DATA_ERROR, "%s is banned: unban the account first", who->name);
    int status = confirm_closing(admin);
    if (status)
        return status;
    status = write_job(admin, ACTION_CLOSE_ACCOUNT, account_job_close(who, admin->now),
                       admin_was_changed);
    return status ? status
                  : admin_print_done(admin, "changed the status of %s from active to closed",
                                     who->name);
}

// ---- looking ---------------------------------------------------------------------------------

int admin_show(struct admin *admin)
{
    if (admin_show_account(admin->store, &admin->account, admin->options.json) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    return EXIT_OK;
}

/* Several statuses select the accounts in any of them; none selects all. */
static unsigned selected_statuses(const struct admin *admin)
{
    const unsigned given = (admin->options.active ? 1u << ACCOUNT_ACTIVE : 0) |
                           (admin->options.banned ? 1u << ACCOUNT_BANNED : 0) |
                           (admin->options.closed ? 1u << ACCOUNT_CLOSED : 0);
    return given ? given : ~0u;
}

int admin_list_users(struct admin *admin)
{
    enum role role;
    struct account_filter filter = {
        .roles = ~0u, .statuses = selected_statuses(admin), .prefix = admin->account.who.id};
    int status = admin->arguments[0] ? admin_set_name(admin) : EXIT_OK;
    if (!status && admin->options.role)
        status = admin_parse_role(admin->options.role, &role);
    if (status)
        return status;
    if (admin->options.role)
        filter.roles = 1u << role;
    if (admin_list_accounts(admin->store, &filter, admin->options.json) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    return EXIT_OK;
}
