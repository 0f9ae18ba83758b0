/* SPDX-License-Identifier: MIT */
/* rookery admin: accounts and tokens on a server's data, whether it runs or not. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "accounts/accounts.h"
#include "accounts/names.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/suggest.h"
#include "store/store.h"
#include "tui/terminal.h"

enum { WORDS_MAX = 3, WHY_SIZE = 512, RANDOM_LETTERS = 20 };

struct admin {
    const char *data, *role, *scopes, *description;
    bool password_stdin;
    const char *name, *word; /* behind the action */
    struct store *store;
    struct server_env env; /* only its randomness */
    int64_t now;

    /* the account, if there is one */
    bool exists;
    struct identity who;
    enum account_status status;
};

__attribute__((format(printf, 2, 3))) static int complain(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("rookery admin: ", stderr);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return status;
}

static void draw(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t done = 0; done < size;) {
        const ssize_t drawn = getrandom((char *)out + done, size - done, 0);
        if (drawn < 0 && errno != EINTR)
            abort(); // secrets without chance would be worse
        done += drawn > 0 ? (size_t)drawn : 0;
    }
}

static int read_role(const char *name, enum role *out)
{
    const char *names[ACCOUNT_ROLE_COUNT];
    if (role_parse(name, out))
        return EXIT_OK;
    for (unsigned i = 0; i < ACCOUNT_ROLE_COUNT; i++)
        names[i] = role_name((enum role)i);
    return complain(EXIT_USAGE, "there is no role %s; did you mean %s?", name,
                    suggest_name(name, names, ACCOUNT_ROLE_COUNT));
}

// ---- passwords -------------------------------------------------------------------------------

/* A line without its end; false if there is none, or it is too long or has a NUL in it. */
static bool read_line(FILE *file, char out[PASSWORD_MAX + 2])
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

/* Asks on the terminal, without showing what is typed. */
static bool ask(const char *question, char out[PASSWORD_MAX + 2])
{
    if (!terminal_disable_echo())
        return false;
    fputs(question, stderr);
    const bool read = read_line(stdin, out);
    terminal_restore_echo();
    fputc('\n', stderr);
    return read;
}

static int ask_twice(char out[PASSWORD_MAX + 2])
{
    char again[PASSWORD_MAX + 2] = "";
    if (!ask("password: ", out) || !ask("once more: ", again))
        return complain(EXIT_DATA_ERROR, "no password was typed");
    const bool same = !strcmp(out, again);
    secret_wipe(again, sizeof again);
    return same ? EXIT_OK : complain(EXIT_DATA_ERROR, "these were two different passwords");
}

/* From standard input, from the terminal, or by chance: then it is to be printed. */
static int get_password(const struct admin *admin, char out[PASSWORD_MAX + 2], bool *made)
{
    *made = !admin->password_stdin && !isatty(STDIN_FILENO);
    if (*made)
        secret_random_text(&admin->env, RANDOM_LETTERS, out);
    else if (!admin->password_stdin)
        return ask_twice(out);
    else if (!read_line(stdin, out))
        return complain(EXIT_DATA_ERROR, "there is no password of up to %d bytes on standard input",
                        PASSWORD_MAX);
    return EXIT_OK;
}

/* A new password for the account, and its hash. */
static int make_hash(const struct admin *admin, char hash[PASSWORD_HASH_SIZE],
                     char made[RANDOM_LETTERS + 1])
{
    char password[PASSWORD_MAX + 2] = "";
    bool by_chance;
    int status = get_password(admin, password, &by_chance);
    const char *fault = status ? NULL : password_fault(password, admin->who.name);
    if (fault)
        status = complain(EXIT_DATA_ERROR, "%s", fault);
    uint8_t salt[PASSWORD_SALT_SIZE];
    draw(NULL, salt, sizeof salt);
    const struct password_cost cost = {PASSWORD_OPS, PASSWORD_MIB};
    if (!status && !password_hash(password, cost, salt, hash))
        status = complain(EXIT_SYSTEM_ERROR, "there is not enough memory to hash the password");
    snprintf(made, RANDOM_LETTERS + 1, "%s", by_chance ? password : "");
    secret_wipe(password, sizeof password);
    return status;
}

// ---- the store -------------------------------------------------------------------------------

struct outcome {
    bool answered;
    enum store_outcome outcome;
};

static void note_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(struct outcome *)context = (struct outcome){true, outcome};
}

/* Writes and waits; `refused` is what it means if the store refuses. */
static int write_job(struct admin *admin, struct store_job *job, const char *refused)
{
    struct outcome outcome = {.answered = false};
    store_write(admin->store, job, note_outcome, &outcome);
    while (!outcome.answered)
        store_poll(admin->store);
    if (outcome.outcome == STORE_REFUSED)
        return complain(EXIT_DATA_ERROR, refused, admin->who.name);
    return outcome.outcome == STORE_DONE
               ? EXIT_OK
               : complain(EXIT_SYSTEM_ERROR, "%s could not be written", admin->data);
}

struct reading {
    struct outcome outcome;
    struct admin *admin;
};

static void note_account(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    struct admin *admin = reading->admin;
    reading->outcome = (struct outcome){true, outcome};
    admin->exists = outcome == STORE_DONE && store_next_row(job);
    if (!admin->exists)
        return;
    snprintf(admin->who.name, sizeof admin->who.name, "%s", store_get_text(job, 1));
    admin->status = (enum account_status)store_get_integer(job, 4);
    admin->who.role = (enum role)store_get_integer(job, 5);
}

static int read_account(struct admin *admin)
{
    struct reading reading = {.admin = admin};
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, admin->who.id);
    store_read(admin->store, job, note_account, &reading);
    while (!reading.outcome.answered)
        store_poll(admin->store);
    return reading.outcome.outcome == STORE_DONE
               ? EXIT_OK
               : complain(EXIT_SYSTEM_ERROR, "%s could not be read", admin->data);
}

// ---- what can be done ------------------------------------------------------------------------

static const char not_active[] = "%s is closed or banned";

static void print_password(const char *made)
{
    if (*made)
        printf("password: %s\n", made);
}

static int create_user(struct admin *admin)
{
    char hash[PASSWORD_HASH_SIZE], made[RANDOM_LETTERS + 1];
    const char *fault = name_fault(admin->name);
    if (fault)
        return complain(EXIT_DATA_ERROR, "%s: %s", admin->name, fault);
    if (admin->exists)
        return complain(EXIT_DATA_ERROR, "the name %s is taken", admin->who.name);
    int status = admin->role ? read_role(admin->role, &admin->who.role) : EXIT_OK;
    if (!status)
        status = make_hash(admin, hash, made);
    if (status)
        return status;
    struct store_job *job = store_job_create();
    account_add_row(job, &admin->who, hash, "", admin->now);
    status = write_job(admin, job, "the name %s is taken");
    if (status)
        return status;
    printf("created %s (%s)\n", admin->who.name, role_name(admin->who.role));
    print_password(made);
    return EXIT_OK;
}

static int create_token(struct admin *admin)
{
    struct token_params wanted = {.account = admin->who.id,
                                  .description = admin->description ? admin->description : ""};
    if (!admin->scopes)
        return complain(EXIT_USAGE, "what may the token do? say --scopes, as bot:play,board:play");
    if (!scopes_parse(admin->scopes, &wanted.scopes))
        return complain(EXIT_USAGE, "one of these is no scope: %s", admin->scopes);
    if (admin->status != ACCOUNT_ACTIVE)
        return complain(EXIT_DATA_ERROR, not_active, admin->who.name);
    struct secret secret;
    struct store_job *job = store_job_create();
    token_generate(&admin->env, &secret);
    token_add_row(job, &secret, &wanted, admin->now);
    const int status = write_job(admin, job, "%s has a hundred tokens already");
    if (!status)
        puts(secret.text);
    secret_wipe(&secret, sizeof secret);
    return status;
}

static int set_role(struct admin *admin)
{
    enum role role;
    const int status = admin->word ? read_role(admin->word, &role)
                                   : complain(EXIT_USAGE, "which role is %s to have?", admin->name);
    if (status)
        return status;
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_ROLE);
    store_bind_text(job, admin->who.id);
    store_bind_integer(job, role);
    return write_job(admin, job, "there is no account %s");
}

/* All sessions end: whoever knew the old password is out. */
static int set_password(struct admin *admin)
{
    char hash[PASSWORD_HASH_SIZE], made[RANDOM_LETTERS + 1];
    if (admin->status != ACCOUNT_ACTIVE)
        return complain(EXIT_DATA_ERROR, not_active, admin->who.name);
    int status = make_hash(admin, hash, made);
    if (status)
        return status;
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_PASSWORD);
    store_bind_text(job, admin->who.id);
    store_bind_text(job, hash);
    store_call(job, STORE_END_SESSIONS);
    store_bind_text(job, admin->who.id);
    status = write_job(admin, job, not_active);
    if (!status)
        print_password(made);
    return status;
}

static int set_status(struct admin *admin, enum account_status from, enum account_status to,
                      const char *not_from)
{
    if (admin->status != from)
        return complain(EXIT_DATA_ERROR, not_from, admin->who.name);
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_STATUS);
    store_bind_text(job, admin->who.id);
    store_bind_integer(job, to);
    return write_job(admin, job, not_from);
}

static int ban(struct admin *admin)
{
    return set_status(admin, ACCOUNT_ACTIVE, ACCOUNT_BANNED, not_active);
}

static int unban(struct admin *admin)
{
    return set_status(admin, ACCOUNT_BANNED, ACCOUNT_ACTIVE, "%s is not banned");
}

static int close_account(struct admin *admin)
{
    struct store_job *job = store_job_create();
    account_close_row(job, &admin->who, admin->now);
    return write_job(admin, job, not_active);
}

static int show_account(struct admin *admin)
{
    static const char *const statuses[] = {"active", "closed", "banned"};
    printf("%s (%s), %s\n", admin->who.name, role_name(admin->who.role),
           statuses[admin->status % 3]);
    return EXIT_OK;
}

static const struct action {
    const char *name;
    int (*act)(struct admin *admin);
    size_t words; /* with the action itself */
    bool makes;   /* the account is not there yet */
} actions[] = {
    {"create-user", create_user, 2, true},
    {"create-token", create_token, 2, false},
    {"set-role", set_role, 3, false},
    {"set-password", set_password, 2, false},
    {"ban", ban, 2, false},
    {"unban", unban, 2, false},
    {"close", close_account, 2, false},
    {"show", show_account, 2, false},
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
    complain(EXIT_USAGE, "there is no action %s; did you mean %s?", name,
             suggest_name(name, names, ACTION_COUNT));
    return NULL;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* With the store open. */
static int act(struct admin *admin, const struct action *action)
{
    int status = read_account(admin);
    if (!status && !admin->exists && !action->makes)
        status = complain(EXIT_DATA_ERROR, "there is no account %s", admin->name);
    return status ? status : action->act(admin);
}

static int open_and_act(struct admin *admin, const struct action *action)
{
    const struct log log = {.level = LOG_WARNING};
    const struct store_options options = {.url = admin->data, .log = &log, .inline_jobs = true};
    struct stat folder;
    char why[WHY_SIZE];
    if (!action->makes && stat(admin->data, &folder))
        return complain(EXIT_SYSTEM_ERROR, "%s: %s", admin->data, strerror(errno));
    if (!name_to_id(admin->name, admin->who.id))
        return complain(EXIT_DATA_ERROR, "%s: a name has 2 to 20 characters", admin->name);
    snprintf(admin->who.name, sizeof admin->who.name, "%s", admin->name);
    if (!secret_init())
        return complain(EXIT_SYSTEM_ERROR, "the machine has no randomness to offer");
    if (store_open(&options, &admin->store, why, sizeof why))
        return complain(EXIT_SYSTEM_ERROR, "%s", why);
    admin->env = (struct server_env){.random = draw};
    admin->now = now();
    const int status = act(admin, action);
    store_close(admin->store);
    return status;
}

/* What was said, checked before anything is opened. */
static int run_words(struct admin *admin, const char **words, size_t count)
{
    if (!count)
        return complain(EXIT_USAGE, "what is to be done? try: rookery admin --help");
    const struct action *action = find_action(words[0]);
    if (!action)
        return EXIT_USAGE;
    if (!admin->data)
        return complain(EXIT_USAGE, "where is the server's data? say --data DIR");
    if (count != action->words)
        return complain(EXIT_USAGE, "%s takes %s", action->name,
                        action->words == 2 ? "a name" : "a name and a role");
    admin->name = words[1];
    admin->word = count > 2 ? words[2] : NULL;
    return open_and_act(admin, action);
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.data = NULL};
    const char *words[WORDS_MAX] = {NULL};
    const struct option options[] = {
        {.name = "--data", .value = "DIR", .help = "the server's data", .text = &admin.data},
        {.name = "--role",
         .value = "ROLE",
         .help = "of a new account: player, bot, moderator or admin",
         .text = &admin.role},
        {.name = "--password-stdin",
         .help = "read the password from standard input",
         .flag = &admin.password_stdin},
        {.name = "--scopes", .value = "A,B", .help = "what a token may do", .text = &admin.scopes},
        {.name = "--description",
         .value = "TEXT",
         .help = "what a token is for",
         .text = &admin.description},
    };
    struct command_line line = {
        .command = "admin",
        .usage = "--data DIR ACTION NAME [options]",
        .description =
            "Does something to an account in a server's data, whether the server runs or not:\n\n"
            "  create-user NAME     opens it; without a password, prints one made by chance\n"
            "  create-token NAME    prints a new token for the API\n"
            "  set-role NAME ROLE   player, bot, moderator or admin\n"
            "  set-password NAME    and ends its sessions\n"
            "  ban NAME             nobody gets in, until unban NAME\n"
            "  close NAME           for good: name and games stay, all else goes\n"
            "  show NAME            its role and status",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = words,
        .arguments_max = WORDS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return run_words(&admin, words, line.argument_count);
}
