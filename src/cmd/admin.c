/* SPDX-License-Identifier: MIT */
/* rookery admin: manages accounts and tokens in a server's data. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "accounts/account_admin.h"
#include "accounts/names.h"
#include "base/suggest.h"
#include "cmd/admin_list.h"
#include "cmd/admin_password.h"
#include "cmd/command.h"
#include "cmd/options.h"

enum { ARGUMENTS_MAX = 3, ERROR_SIZE = 512 };

struct admin {
    const char *data, *role, *scopes, *description;
    bool password_stdin, yes, active, banned, closed, json;
    const char *name, *new_role; /* the arguments of the action; NULL if missing */
    struct store *store;
    struct server_env env; /* only for its randomness */
    int64_t now;
    struct admin_account account;
};

static void fill_random(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t done = 0; done < size;) {
        const ssize_t got = getrandom((char *)out + done, size - done, 0);
        if (got < 0 && errno != EINTR)
            abort(); // a predictable secret would be worse
        done += got > 0 ? (size_t)got : 0;
    }
}

static int parse_role(const char *name, enum role *out)
{
    const char *names[ACCOUNT_ROLE_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    if (role_parse(name, out))
        return EXIT_OK;
    for (unsigned i = 0; i < ACCOUNT_ROLE_COUNT; i++)
        names[i] = role_name((enum role)i);
    return command_fail("admin", EXIT_USAGE, "unknown role %s%s", name,
                        suggest_or_list(name, names, ACCOUNT_ROLE_COUNT, hint));
}

/* The exit status for what the store did. A refusal is explained by `refused` after the account's
 * name. */
static int report_outcome(const struct admin *admin, enum store_outcome outcome,
                          const char *refused)
{
    if (outcome == STORE_REFUSED)
        return command_fail("admin", EXIT_DATA_ERROR, "%s %s", admin->account.who.name, refused);
    if (outcome == STORE_FAILED)
        return command_fail("admin", EXIT_SYSTEM_ERROR, "cannot write to %s", admin->data);
    return EXIT_OK;
}

static const char was_changed[] = "was changed by somebody else at the same time: try again";

/* A closed account cannot be changed. */
static int require_not_closed(const struct admin *admin)
{
    if (admin->account.status != ACCOUNT_CLOSED)
        return EXIT_OK;
    return command_fail("admin", EXIT_DATA_ERROR, "%s is closed", admin->account.who.name);
}

static int require_active(const struct admin *admin)
{
    if (admin->account.status == ACCOUNT_ACTIVE)
        return EXIT_OK;
    return command_fail("admin", EXIT_DATA_ERROR, "%s is %s", admin->account.who.name,
                        account_status_name(admin->account.status));
}

// ---- new accounts, passwords and tokens ------------------------------------------------------

static void print_password(const struct new_password *password)
{
    if (*password->random)
        printf("password: %s\n", password->random);
}

static int create_user(struct admin *admin)
{
    struct identity *who = &admin->account.who;
    struct new_password password;
    const char *fault = name_fault(admin->name);
    if (fault)
        return command_fail("admin", EXIT_DATA_ERROR, "%s: %s", admin->name, fault);
    if (admin->account.exists)
        return command_fail("admin", EXIT_DATA_ERROR, "the name %s is taken", who->name);
    int status = admin->role ? parse_role(admin->role, &who->role) : EXIT_OK;
    if (!status)
        status = admin_password_get(&admin->env, admin->password_stdin, who->name, &password);
    if (status)
        return status;
    status =
        report_outcome(admin, account_admin_create(admin->store, who, password.hash, admin->now),
                       "already exists");
    if (status)
        return status;
    printf("created %s (%s)\n", who->name, role_name(who->role));
    print_password(&password);
    return EXIT_OK;
}

/* Ends all sessions, so that nobody who knew the old password stays logged in. */
static int set_account_password(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    struct new_password password;
    size_t sessions;
    int status = require_active(admin);
    if (!status)
        status = admin_password_get(&admin->env, admin->password_stdin, who->name, &password);
    if (status)
        return status;
    status = report_outcome(
        admin, account_admin_set_password(admin->store, who->id, password.hash, &sessions),
        was_changed);
    if (status)
        return status;
    printf("set a new password for %s; %zu session%s ended\n", who->name, sessions,
           sessions == 1 ? "" : "s");
    print_password(&password);
    return EXIT_OK;
}

/* The token is the only output, for scripts; what was done goes to standard error. */
static void print_token(const struct admin *admin, const char *token, unsigned scopes)
{
    char names[SCOPES_TEXT_MAX];
    scopes_write(scopes, names, sizeof names);
    fprintf(stderr, "created a token for %s with the scopes %s; it is not shown again\n",
            admin->account.who.name, names);
    puts(token);
}

static int create_token(struct admin *admin)
{
    struct token_params params = {.account = admin->account.who.id,
                                  .description = admin->description ? admin->description : ""};
    struct secret secret;
    if (!admin->scopes)
        return command_fail("admin", EXIT_USAGE,
                            "--scopes is required, such as --scopes bot:play,board:play");
    if (!scopes_parse(admin->scopes, &params.scopes))
        return command_fail("admin", EXIT_USAGE, "--scopes %s: unknown scope; see rookery-admin(1)",
                            admin->scopes);
    int status = require_active(admin);
    if (status)
        return status;
    token_generate(&admin->env, &secret);
    status = report_outcome(admin,
                            account_admin_create_token(admin->store, &secret, &params, admin->now),
                            "already has 100 tokens");
    if (!status)
        print_token(admin, secret.text, params.scopes);
    secret_wipe(&secret, sizeof secret);
    return status;
}

// ---- changes ---------------------------------------------------------------------------------

static int set_account_role(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    enum role role;
    int status = parse_role(admin->new_role, &role);
    if (status)
        return status;
    if (role == who->role) {
        printf("nothing changed: %s already has the role %s\n", who->name, role_name(role));
        return EXIT_OK;
    }
    status = require_not_closed(admin);
    if (status)
        return status;
    status =
        report_outcome(admin, account_admin_set_role(admin->store, who->id, role), was_changed);
    if (!status)
        printf("changed the role of %s from %s to %s\n", who->name, role_name(who->role),
               role_name(role));
    return status;
}

/* Bans the account or lifts the ban. */
static int set_account_status(struct admin *admin, enum account_status to)
{
    const struct identity *who = &admin->account.who;
    const enum account_status from = admin->account.status;
    if (from == to) {
        printf("nothing changed: %s is already %s\n", who->name, account_status_name(to));
        return EXIT_OK;
    }
    int status = require_not_closed(admin);
    if (status)
        return status;
    status =
        report_outcome(admin, account_admin_set_status(admin->store, who->id, to), was_changed);
    if (!status)
        printf("changed the status of %s from %s to %s\n", who->name, account_status_name(from),
               account_status_name(to));
    return status;
}

static int ban_account(struct admin *admin)
{
    return set_account_status(admin, ACCOUNT_BANNED);
}

static int unban_account(struct admin *admin)
{
    return set_account_status(admin, ACCOUNT_ACTIVE);
}

/* Asks on the terminal; anything but yes is no. */
static int confirm_closing(const struct admin *admin)
{
    char answer[16] = "";
    const char *name = admin->account.who.name;
    if (admin->yes)
        return EXIT_OK;
    if (!isatty(STDIN_FILENO))
        return command_fail("admin", EXIT_USAGE,
                            "closing an account is permanent: add --yes to close %s", name);
    fprintf(stderr,
            "Closing %s is permanent. Its name and games stay; its password, e-mail address,\n"
            "settings, sessions, tokens, challenges and seeks are deleted.\nClose %s? [y/N] ",
            name, name);
    if (!fgets(answer, sizeof answer, stdin))
        fputc('\n', stderr);
    answer[strcspn(answer, "\r\n")] = '\0';
    if (!strcasecmp(answer, "y") || !strcasecmp(answer, "yes"))
        return EXIT_OK;
    return command_fail("admin", EXIT_DATA_ERROR, "%s was not closed", name);
}

static int close_account(struct admin *admin)
{
    const struct identity *who = &admin->account.who;
    if (admin->account.status == ACCOUNT_CLOSED) {
        printf("nothing changed: %s is already closed\n", who->name);
        return EXIT_OK;
    }
    if (admin->account.status == ACCOUNT_BANNED)
        return command_fail("admin", EXIT_DATA_ERROR, "%s is banned: unban the account first",
                            who->name);
    int status = confirm_closing(admin);
    if (status)
        return status;
    status = report_outcome(admin, account_admin_close(admin->store, who, admin->now), was_changed);
    if (!status)
        printf("changed the status of %s from active to closed\n", who->name);
    return status;
}

// ---- looking ---------------------------------------------------------------------------------

static int show_account(struct admin *admin)
{
    admin_show_account(&admin->account, admin->json);
    return EXIT_OK;
}

/* Several statuses select the accounts in any of them; none selects all. */
static unsigned selected_statuses(const struct admin *admin)
{
    const unsigned given = (admin->active ? 1u << ACCOUNT_ACTIVE : 0) |
                           (admin->banned ? 1u << ACCOUNT_BANNED : 0) |
                           (admin->closed ? 1u << ACCOUNT_CLOSED : 0);
    return given ? given : ~0u;
}

static int list_users(struct admin *admin)
{
    enum role role;
    struct account_filter filter = {
        .roles = ~0u, .statuses = selected_statuses(admin), .prefix = admin->account.who.id};
    const int status = admin->role ? parse_role(admin->role, &role) : EXIT_OK;
    if (status)
        return status;
    if (admin->role)
        filter.roles = 1u << role;
    if (admin_list_accounts(admin->store, &filter, admin->json) != STORE_DONE)
        return command_fail("admin", EXIT_SYSTEM_ERROR, "cannot read %s", admin->data);
    return EXIT_OK;
}

// ---- the command -----------------------------------------------------------------------------

/* The options that only some actions take. */
enum {
    TAKES_ROLE = 1,
    TAKES_PASSWORD = 2,
    TAKES_TOKEN = 4,
    TAKES_YES = 8,
    TAKES_STATUSES = 16,
    TAKES_JSON = 32
};

enum account_need { NEEDS_ACCOUNT, CREATES_ACCOUNT, NO_ACCOUNT };

static const struct action {
    const char *name, *arguments;
    int (*run)(struct admin *admin);
    size_t min, max; /* number of arguments */
    enum account_need need;
    unsigned options;
} actions[] = {
    {"create-user", "NAME", create_user, 1, 1, CREATES_ACCOUNT, TAKES_ROLE | TAKES_PASSWORD},
    {"create-token", "NAME", create_token, 1, 1, NEEDS_ACCOUNT, TAKES_TOKEN},
    {"set-role", "NAME ROLE", set_account_role, 2, 2, NEEDS_ACCOUNT, 0},
    {"set-password", "NAME", set_account_password, 1, 1, NEEDS_ACCOUNT, TAKES_PASSWORD},
    {"ban", "NAME", ban_account, 1, 1, NEEDS_ACCOUNT, 0},
    {"unban", "NAME", unban_account, 1, 1, NEEDS_ACCOUNT, 0},
    {"close", "NAME", close_account, 1, 1, NEEDS_ACCOUNT, TAKES_YES},
    {"show", "NAME", show_account, 1, 1, NEEDS_ACCOUNT, TAKES_JSON},
    {"list-users", "[PREFIX]", list_users, 0, 1, NO_ACCOUNT,
     TAKES_ROLE | TAKES_STATUSES | TAKES_JSON},
};
enum { ACTION_COUNT = sizeof actions / sizeof *actions, ACTION_NAMES_SIZE = 256 };

static const struct action *find_action(const char *name)
{
    const char *names[ACTION_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        names[i] = actions[i].name;
        if (!strcmp(actions[i].name, name))
            return &actions[i];
    }
    command_fail("admin", EXIT_USAGE, "unknown action %s%s", name,
                 suggest_or_list(name, names, ACTION_COUNT, hint));
    return NULL;
}

/* An option that was given and that the action does not take; NULL if there is none. */
static const char *find_misplaced_option(const struct admin *admin, const struct action *action)
{
    const struct {
        const char *name;
        bool given;
        unsigned bit;
    } given[] = {{"--role", admin->role, TAKES_ROLE},
                 {"--password-stdin", admin->password_stdin, TAKES_PASSWORD},
                 {"--scopes", admin->scopes, TAKES_TOKEN},
                 {"--description", admin->description, TAKES_TOKEN},
                 {"--yes", admin->yes, TAKES_YES},
                 {"--active", admin->active, TAKES_STATUSES},
                 {"--banned", admin->banned, TAKES_STATUSES},
                 {"--closed", admin->closed, TAKES_STATUSES},
                 {"--json", admin->json, TAKES_JSON}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].given && !(action->options & given[i].bit))
            return given[i].name;
    return NULL;
}

static int64_t current_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* With the store open. */
static int run_action(struct admin *admin, const struct action *action)
{
    if (action->need == NO_ACCOUNT)
        return action->run(admin);
    if (account_admin_read(admin->store, &admin->account) != STORE_DONE)
        return command_fail("admin", EXIT_SYSTEM_ERROR, "cannot read %s", admin->data);
    if (!admin->account.exists && action->need == NEEDS_ACCOUNT)
        return command_fail("admin", EXIT_DATA_ERROR, "there is no account %s", admin->name);
    return action->run(admin);
}

static int set_name(struct admin *admin)
{
    struct identity *who = &admin->account.who;
    if (!admin->name)
        return EXIT_OK;
    if (!name_to_id(admin->name, who->id))
        return command_fail("admin", EXIT_DATA_ERROR, "%s: a name must have 2 to 20 characters",
                            admin->name);
    snprintf(who->name, sizeof who->name, "%s", admin->name);
    return EXIT_OK;
}

static int open_and_run(struct admin *admin, const struct action *action)
{
    const struct log log = {.level = LOG_WARNING};
    const struct store_options options = {.url = admin->data,
                                          .log = &log,
                                          .must_exist = action->need != CREATES_ACCOUNT,
                                          .inline_jobs = true};
    char error[ERROR_SIZE];
    int status = set_name(admin);
    if (status)
        return status;
    if (!secret_init())
        return command_fail("admin", EXIT_SYSTEM_ERROR, "the system has no source of randomness");
    if (store_open(&options, &admin->store, error, sizeof error))
        return command_fail("admin", EXIT_SYSTEM_ERROR, "%s", error);
    admin->env = (struct server_env){.random = fill_random};
    admin->now = current_time();
    status = run_action(admin, action);
    store_close(admin->store);
    return status;
}

/* Checks the arguments before anything is opened. */
static int run_arguments(struct admin *admin, const char **arguments, size_t count)
{
    if (!count)
        return command_fail("admin", EXIT_USAGE, "no action given; try: rookery admin --help");
    const struct action *action = find_action(arguments[0]);
    if (!action)
        return EXIT_USAGE;
    if (!admin->data)
        return command_fail("admin", EXIT_USAGE, "--data DIR is required");
    if (count - 1 < action->min || count - 1 > action->max)
        return command_fail("admin", EXIT_USAGE, "usage: %s %s", action->name, action->arguments);
    const char *misplaced = find_misplaced_option(admin, action);
    if (misplaced)
        return command_fail("admin", EXIT_USAGE, "%s does not take %s", action->name, misplaced);
    admin->name = arguments[1];
    admin->new_role = arguments[2];
    return open_and_run(admin, action);
}

static void list_action_names(char out[ACTION_NAMES_SIZE])
{
    const char *names[ACTION_COUNT];
    for (size_t i = 0; i < ACTION_COUNT; i++)
        names[i] = actions[i].name;
    command_join_arguments(names, ACTION_COUNT, out, ACTION_NAMES_SIZE);
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.data = NULL};
    const char *arguments[ARGUMENTS_MAX] = {NULL};
    char names[ACTION_NAMES_SIZE];
    list_action_names(names);
    const struct option options[] = {
        option_text("--data", "DIR", "the server's data folder", &admin.data),
        option_choice("--role", "ROLE",
                      "role of a new account (default: player), or only list this role",
                      "player bot moderator admin", &admin.role),
        option_flag("--password-stdin", "read the password from standard input",
                    &admin.password_stdin),
        option_text("--scopes", "A,B", "scopes of a token", &admin.scopes),
        option_text("--description", "TEXT", "description of a token", &admin.description),
        option_flag("--yes", "close without asking", &admin.yes),
        option_flag("--active", "only list active accounts", &admin.active),
        option_flag("--banned", "only list banned accounts", &admin.banned),
        option_flag("--closed", "only list closed accounts", &admin.closed),
        option_flag("--json", "list or show as JSON, an object per line", &admin.json),
    };
    struct command_line line = {
        .command = "admin",
        .usage = "--data DIR ACTION [NAME] [options]",
        .description =
            "Manages the accounts in a server's data, whether the server is running or not:\n\n"
            "  create-user NAME     create an account; prints a random password if none is given\n"
            "  create-token NAME    print a new API token\n"
            "  set-role NAME ROLE   player, bot, moderator or admin\n"
            "  set-password NAME    set a new password and end all sessions\n"
            "  ban NAME             lock the account until unban NAME\n"
            "  close NAME           permanently: keep name and games, delete everything else\n"
            "  show NAME            print role, status, dates and number of games\n"
            "  list-users [PREFIX]  list the accounts, or those whose names start with PREFIX",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = arguments,
        .arguments_max = ARGUMENTS_MAX,
        .choices = names};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return run_arguments(&admin, arguments, line.argument_count);
}
