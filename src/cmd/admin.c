/* SPDX-License-Identifier: MIT */
/* rookery admin: manages accounts and tokens in a server's data. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "accounts/account_admin.h"
#include "accounts/names.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/suggest.h"
#include "store/store.h"
#include "tui/terminal.h"

enum { ARGUMENTS_MAX = 3, ERROR_SIZE = 512, RANDOM_PASSWORD_SIZE = 20 };

struct admin {
    const char *data, *role, *scopes, *description;
    bool password_stdin;
    const char *name, *new_role; /* the arguments of the action */
    struct store *store;
    struct server_env env; /* only for its randomness */
    int64_t now;
    struct admin_account account;
};

__attribute__((format(printf, 2, 3))) static int report_error(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("rookery admin: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return status;
}

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
    if (role_parse(name, out))
        return EXIT_OK;
    for (unsigned i = 0; i < ACCOUNT_ROLE_COUNT; i++)
        names[i] = role_name((enum role)i);
    return report_error(EXIT_USAGE, "unknown role %s; did you mean %s?", name,
                        suggest_name(name, names, ACCOUNT_ROLE_COUNT));
}

// ---- passwords -------------------------------------------------------------------------------

/* Reads a line without its end; false if there is none, or it is too long or contains a NUL. */
static bool read_password_line(FILE *file, char out[PASSWORD_MAX + 2])
{
    size_t size = 0;
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        if (size == PASSWORD_MAX + 1 || !c)
            return false;
        out[size++] = (char)c;
    }
    if (size && out[size - 1] == '\r')
        size--;
    out[size] = '\0';
    return size || c == '\n';
}

/* Asks on the terminal, without echo. */
static bool prompt_password(const char *question, char out[PASSWORD_MAX + 2])
{
    if (!terminal_disable_echo())
        return false;
    fputs(question, stderr);
    const bool read = read_password_line(stdin, out);
    terminal_restore_echo();
    fputc('\n', stderr);
    return read;
}

static int prompt_twice(char out[PASSWORD_MAX + 2])
{
    char repeated[PASSWORD_MAX + 2] = "";
    if (!prompt_password("password: ", out) || !prompt_password("repeat password: ", repeated))
        return report_error(EXIT_DATA_ERROR, "no password entered");
    const bool same = !strcmp(out, repeated);
    secret_wipe(repeated, sizeof repeated);
    return same ? EXIT_OK : report_error(EXIT_DATA_ERROR, "the passwords do not match");
}

/* From standard input, from the terminal, or a random one, which must be printed later. */
static int get_password(const struct admin *admin, char out[PASSWORD_MAX + 2], bool *is_random)
{
    *is_random = !admin->password_stdin && !isatty(STDIN_FILENO);
    if (*is_random)
        secret_random_text(&admin->env, RANDOM_PASSWORD_SIZE, out);
    else if (!admin->password_stdin)
        return prompt_twice(out);
    else if (!read_password_line(stdin, out))
        return report_error(
            EXIT_DATA_ERROR,
            "the first line of standard input must be a password of at most %d bytes",
            PASSWORD_MAX);
    return EXIT_OK;
}

/* Gets a new password for the account and hashes it. A random one is copied to `random`, which is
 * "" otherwise. */
static int hash_new_password(const struct admin *admin, char hash[PASSWORD_HASH_SIZE],
                             char random[RANDOM_PASSWORD_SIZE + 1])
{
    char password[PASSWORD_MAX + 2] = "";
    bool is_random;
    int status = get_password(admin, password, &is_random);
    const char *fault = status ? NULL : password_fault(password, admin->account.who.name);
    if (fault)
        status = report_error(EXIT_DATA_ERROR, "%s", fault);
    uint8_t salt[PASSWORD_SALT_SIZE];
    fill_random(NULL, salt, sizeof salt);
    const struct password_cost cost = {PASSWORD_OPS, PASSWORD_MIB};
    if (!status && !password_hash(password, cost, salt, hash))
        status = report_error(EXIT_SYSTEM_ERROR, "not enough memory to hash the password");
    snprintf(random, RANDOM_PASSWORD_SIZE + 1, "%s", is_random ? password : "");
    secret_wipe(password, sizeof password);
    return status;
}

// ---- actions ---------------------------------------------------------------------------------

/* The exit status for what the store did; `refused` is the message for a refusal, with a %s for the
 * account's name. */
static int report_outcome(const struct admin *admin, enum store_outcome outcome,
                          const char *refused)
{
    if (outcome == STORE_REFUSED)
        return report_error(EXIT_DATA_ERROR, refused, admin->account.who.name);
    return outcome == STORE_DONE
               ? EXIT_OK
               : report_error(EXIT_SYSTEM_ERROR, "cannot write to %s", admin->data);
}

static const char not_active[] = "%s is closed or banned";

static void print_password(const char *random)
{
    if (*random)
        printf("password: %s\n", random);
}

static int create_user(struct admin *admin)
{
    static const char taken[] = "the name %s is taken";
    struct identity *who = &admin->account.who;
    char hash[PASSWORD_HASH_SIZE], random[RANDOM_PASSWORD_SIZE + 1];
    const char *fault = name_fault(admin->name);
    if (fault)
        return report_error(EXIT_DATA_ERROR, "%s: %s", admin->name, fault);
    if (admin->account.exists)
        return report_error(EXIT_DATA_ERROR, taken, who->name);
    int status = admin->role ? parse_role(admin->role, &who->role) : EXIT_OK;
    if (!status)
        status = hash_new_password(admin, hash, random);
    if (status)
        return status;
    status =
        report_outcome(admin, account_admin_create(admin->store, who, hash, admin->now), taken);
    if (status)
        return status;
    printf("created %s (%s)\n", who->name, role_name(who->role));
    print_password(random);
    return EXIT_OK;
}

static int create_token(struct admin *admin)
{
    struct token_params params = {.account = admin->account.who.id,
                                  .description = admin->description ? admin->description : ""};
    if (!admin->scopes)
        return report_error(EXIT_USAGE,
                            "--scopes is required, such as --scopes bot:play,board:play");
    if (!scopes_parse(admin->scopes, &params.scopes))
        return report_error(EXIT_USAGE, "--scopes %s: unknown scope; see rookery-admin(1)",
                            admin->scopes);
    if (admin->account.status != ACCOUNT_ACTIVE)
        return report_error(EXIT_DATA_ERROR, not_active, admin->account.who.name);
    struct secret secret;
    token_generate(&admin->env, &secret);
    const int status = report_outcome(
        admin, account_admin_create_token(admin->store, &secret, &params, admin->now),
        "%s already has 100 tokens");
    if (!status)
        puts(secret.text);
    secret_wipe(&secret, sizeof secret);
    return status;
}

static int set_account_role(struct admin *admin)
{
    enum role role;
    const int status = parse_role(admin->new_role, &role);
    if (status)
        return status;
    return report_outcome(admin, account_admin_set_role(admin->store, admin->account.who.id, role),
                          "there is no account %s");
}

/* Ends all sessions, so that nobody who knew the old password stays logged in. */
static int set_account_password(struct admin *admin)
{
    char hash[PASSWORD_HASH_SIZE], random[RANDOM_PASSWORD_SIZE + 1];
    if (admin->account.status != ACCOUNT_ACTIVE)
        return report_error(EXIT_DATA_ERROR, not_active, admin->account.who.name);
    int status = hash_new_password(admin, hash, random);
    if (status)
        return status;
    status = report_outcome(
        admin, account_admin_set_password(admin->store, admin->account.who.id, hash), not_active);
    if (!status)
        print_password(random);
    return status;
}

static int change_status(struct admin *admin, enum account_status from, enum account_status to,
                         const char *not_from)
{
    if (admin->account.status != from)
        return report_error(EXIT_DATA_ERROR, not_from, admin->account.who.name);
    return report_outcome(admin, account_admin_set_status(admin->store, admin->account.who.id, to),
                          not_from);
}

static int ban_account(struct admin *admin)
{
    return change_status(admin, ACCOUNT_ACTIVE, ACCOUNT_BANNED, not_active);
}

static int unban_account(struct admin *admin)
{
    return change_status(admin, ACCOUNT_BANNED, ACCOUNT_ACTIVE, "%s is not banned");
}

static int close_account(struct admin *admin)
{
    return report_outcome(admin, account_admin_close(admin->store, &admin->account.who, admin->now),
                          not_active);
}

static int show_account(struct admin *admin)
{
    static const char *const statuses[] = {"active", "closed", "banned"};
    const struct admin_account *account = &admin->account;
    printf("%s (%s), %s\n", account->who.name, role_name(account->who.role),
           statuses[account->status % 3]);
    return EXIT_OK;
}

static const struct action {
    const char *name;
    int (*run)(struct admin *admin);
    size_t argument_count; /* including the action itself */
    bool creates;          /* the account need not exist */
} actions[] = {
    {"create-user", create_user, 2, true},    {"create-token", create_token, 2, false},
    {"set-role", set_account_role, 3, false}, {"set-password", set_account_password, 2, false},
    {"ban", ban_account, 2, false},           {"unban", unban_account, 2, false},
    {"close", close_account, 2, false},       {"show", show_account, 2, false},
};
enum { ACTION_COUNT = sizeof actions / sizeof *actions };

// ---- the command -----------------------------------------------------------------------------

static const struct action *find_action(const char *name)
{
    const char *names[ACTION_COUNT];
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        names[i] = actions[i].name;
        if (!strcmp(actions[i].name, name))
            return &actions[i];
    }
    report_error(EXIT_USAGE, "unknown action %s; did you mean %s?", name,
                 suggest_name(name, names, ACTION_COUNT));
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
    if (account_admin_read(admin->store, &admin->account) != STORE_DONE)
        return report_error(EXIT_SYSTEM_ERROR, "cannot read %s", admin->data);
    if (!admin->account.exists && !action->creates)
        return report_error(EXIT_DATA_ERROR, "there is no account %s", admin->name);
    return action->run(admin);
}

static int open_and_run(struct admin *admin, const struct action *action)
{
    const struct log log = {.level = LOG_WARNING};
    const struct store_options options = {.url = admin->data, .log = &log, .inline_jobs = true};
    struct stat folder;
    char error[ERROR_SIZE];
    if (!action->creates && stat(admin->data, &folder))
        return report_error(EXIT_SYSTEM_ERROR, "%s: %s", admin->data, strerror(errno));
    struct identity *who = &admin->account.who;
    if (!name_to_id(admin->name, who->id))
        return report_error(EXIT_DATA_ERROR, "%s: a name must have 2 to 20 characters",
                            admin->name);
    snprintf(who->name, sizeof who->name, "%s", admin->name);
    if (!secret_init())
        return report_error(EXIT_SYSTEM_ERROR, "the system has no source of randomness");
    if (store_open(&options, &admin->store, error, sizeof error))
        return report_error(EXIT_SYSTEM_ERROR, "%s", error);
    admin->env = (struct server_env){.random = fill_random};
    admin->now = current_time();
    const int status = run_action(admin, action);
    store_close(admin->store);
    return status;
}

/* Checks the arguments before anything is opened. */
static int run_arguments(struct admin *admin, const char **arguments, size_t count)
{
    if (!count)
        return report_error(EXIT_USAGE, "no action given; try: rookery admin --help");
    const struct action *action = find_action(arguments[0]);
    if (!action)
        return EXIT_USAGE;
    if (!admin->data)
        return report_error(EXIT_USAGE, "--data DIR is required");
    if (count != action->argument_count)
        return report_error(EXIT_USAGE, "usage: %s %s", action->name,
                            action->argument_count == 2 ? "NAME" : "NAME ROLE");
    admin->name = arguments[1];
    admin->new_role = arguments[2];
    return open_and_run(admin, action);
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.data = NULL};
    const char *arguments[ARGUMENTS_MAX] = {NULL};
    const struct option options[] = {
        {.name = "--data", .value = "DIR", .help = "the server's data folder", .text = &admin.data},
        {.name = "--role",
         .value = "ROLE",
         .help = "role of a new account: player (default), bot, moderator or admin",
         .text = &admin.role},
        {.name = "--password-stdin",
         .help = "read the password from standard input",
         .flag = &admin.password_stdin},
        {.name = "--scopes", .value = "A,B", .help = "scopes of a token", .text = &admin.scopes},
        {.name = "--description",
         .value = "TEXT",
         .help = "description of a token",
         .text = &admin.description},
    };
    struct command_line line = {
        .command = "admin",
        .usage = "--data DIR ACTION NAME [options]",
        .description =
            "Manages the accounts in a server's data, whether the server is running or not:\n\n"
            "  create-user NAME     create an account; prints a random password if none is given\n"
            "  create-token NAME    print a new API token\n"
            "  set-role NAME ROLE   player, bot, moderator or admin\n"
            "  set-password NAME    set a new password and end all sessions\n"
            "  ban NAME             lock the account until unban NAME\n"
            "  close NAME           permanently: keep name and games, delete everything else\n"
            "  show NAME            print role and status",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = arguments,
        .arguments_max = ARGUMENTS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return run_arguments(&admin, arguments, line.argument_count);
}
