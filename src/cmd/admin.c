/* SPDX-License-Identifier: MIT */
/* rookery admin: finds the action in admin_actions.def, checks its arguments and runs it. */
#include "cmd/admin.h"

#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "accounts/names.h"
#include "base/buffer.h"
#include "base/suggest.h"
#include "cmd/options.h"
#include "platform/message.h"
#include "store/lock.h"
#include "store/store_url.h"

enum { ERROR_SIZE = 3000, USAGE_COLUMN = 24, FIXED_COUNT = 2 /* --data and --store */ };

// ---- what the actions share ------------------------------------------------------------------

int admin_fail(int status, const char *format, ...)
{
    va_list arguments;
    fputs("rookery admin: ", stderr);
    va_start(arguments, format);
    message_vprint(stderr, format, arguments);
    va_end(arguments);
    return status;
}

int admin_parse_role(const char *name, enum role *out)
{
    const char *names[ACCOUNT_ROLE_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    if (role_parse(name, out))
        return EXIT_OK;
    for (unsigned i = 0; i < ACCOUNT_ROLE_COUNT; i++)
        names[i] = role_name((enum role)i);
    return admin_fail(EXIT_USAGE, "unknown role %s%s", name,
                      suggest_or_list(name, names, ACCOUNT_ROLE_COUNT, hint));
}

int admin_require_folder(const struct admin *admin, const char *instead)
{
    if (admin->data)
        return EXIT_OK;
    return admin_fail(EXIT_USAGE, "this action needs a data folder, not %s: %s", admin->name,
                      instead);
}

rk_err admin_lock_store(const struct admin *admin, struct admin_lock *out, char *why,
                        size_t why_size)
{
    const struct store_options options = {
        .url = admin->store_url, .must_exist = true, .exclusive = true, .inline_jobs = true};
    *out = (struct admin_lock){.folder = -1};
    return admin->data ? lock_acquire(admin->data, &out->folder, why, why_size)
                       : store_open(&options, &out->database, why, why_size);
}

void admin_unlock_store(const struct admin_lock *lock)
{
    lock_release(lock->folder);
    if (lock->database)
        store_close(lock->database);
}

const char admin_was_changed[] = "was changed by somebody else at the same time: try again";

/* A closed account cannot be changed. */
int admin_require_not_closed(const struct admin *admin)
{
    if (admin->account.status != ACCOUNT_CLOSED)
        return EXIT_OK;
    return admin_fail(EXIT_DATA_ERROR, "%s is closed", admin->account.who.name);
}

int admin_require_active(const struct admin *admin)
{
    if (admin->account.status == ACCOUNT_ACTIVE)
        return EXIT_OK;
    return admin_fail(EXIT_DATA_ERROR, "%s is %s", admin->account.who.name,
                      account_status_name(admin->account.status));
}

// ---- the tables ------------------------------------------------------------------------------

enum {
#define ROW(type, bit, field, name, value, choices, help) bit,
#include "cmd/admin_options.def"
    OPTION_COUNT
};
#define TAKES(option) (UINT64_C(1) << OPTION_##option)

/* NO_STORE: the action opens the store itself. NO_SERVER: it is not about the data of one server.
 */
enum account_need { NEEDS_ACCOUNT, CREATES_ACCOUNT, NO_ACCOUNT, NO_STORE, NO_SERVER };

static const struct action {
    const char *name, *arguments;
    size_t min, max; /* number of arguments */
    enum account_need need;
    uint64_t options;
    admin_function *run;
    const char *summary;
} actions[] = {
#define ROW(name, arguments, min, max, account, options, function, summary) \
    {name, arguments, min, max, account, options, function, summary},
#include "cmd/admin_actions.def"
};
enum { ACTION_COUNT = sizeof actions / sizeof *actions, ACTION_NAMES_SIZE = 2048 };

static const struct action *find_action(const char *name)
{
    const char *names[ACTION_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        names[i] = actions[i].name;
        if (!strcmp(actions[i].name, name))
            return &actions[i];
    }
    const char *help = suggest_text(name, names, ACTION_COUNT, hint);
    admin_fail(EXIT_USAGE, "unknown action %s%s", name,
               *help ? help : "; try: rookery admin --help");
    return NULL;
}

static void list_options(struct admin *admin, struct option out[OPTION_COUNT])
{
    struct admin_options *const given = &admin->options;
    const struct option options[] = {
#define ROW(type, bit, field, title, unit, words, about) \
    {.name = (title), .value = (unit), .help = (about), .choices = (words), .type = &given->field},
#include "cmd/admin_options.def"
    };
    memcpy(out, options, sizeof options);
}

/* An option that was given and that the action does not take; NULL if there is none. */
static const char *find_misplaced_option(const struct action *action,
                                         const struct option options[OPTION_COUNT])
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const bool given = options[i].flag ? *options[i].flag : *options[i].text != NULL;
        if (given && !(action->options >> i & 1))
            return options[i].name;
    }
    return NULL;
}

// ---- running an action -----------------------------------------------------------------------

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
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    if (!admin->account.exists && action->need == NEEDS_ACCOUNT)
        return admin_fail(EXIT_DATA_ERROR, "there is no account %s", admin->arguments[0]);
    return action->run(admin);
}

int admin_set_name(struct admin *admin)
{
    struct identity *who = &admin->account.who;
    const char *name = admin->arguments[0];
    if (!name_to_id(name, who->id))
        return admin_fail(EXIT_DATA_ERROR, "%s: a name must have 2 to 20 characters", name);
    snprintf(who->name, sizeof who->name, "%s", name);
    return EXIT_OK;
}

static void set_actor(struct admin *admin)
{
    const struct passwd *user = getpwuid(getuid());
    if (user)
        snprintf(admin->actor, sizeof admin->actor, "shell:%s", user->pw_name);
    else
        snprintf(admin->actor, sizeof admin->actor, "shell:%u", (unsigned)getuid());
}

static int open_and_run(struct admin *admin, const struct action *action)
{
    const struct log log = {.level = LOG_WARNING};
    const struct store_options options = {.url = admin->data ? admin->data : admin->store_url,
                                          .log = &log,
                                          .must_exist = action->need != CREATES_ACCOUNT,
                                          .inline_jobs = true};
    char error[ERROR_SIZE];
    const bool has_name = action->need == NEEDS_ACCOUNT || action->need == CREATES_ACCOUNT;
    int status = has_name ? admin_set_name(admin) : EXIT_OK;
    if (status)
        return status;
    if (!secret_init())
        return admin_fail(EXIT_SYSTEM_ERROR, "the system has no source of randomness");
    admin->env = (struct server_env){.random = fill_random};
    admin->now = current_time();
    set_actor(admin);
    if (action->need == NO_STORE || action->need == NO_SERVER)
        return action->run(admin);
    const rk_err err = store_open(&options, &admin->store, error, sizeof error);
    if (err)
        return admin_fail(command_error_status(err), "%s", error);
    status = run_action(admin, action);
    store_close(admin->store);
    return status;
}

/* A database may be named by the environment, because its URL may hold a password, which other
 * users of the machine could see in the arguments. */
static int choose_store(struct admin *admin)
{
    if (!admin->data && !admin->store_url)
        admin->store_url = getenv("ROOKERY_STORE");
    if (!admin->data && !admin->store_url)
        return admin_fail(EXIT_USAGE, "--data DIR or --store URL is required");
    if (admin->data && admin->store_url)
        return admin_fail(EXIT_USAGE, "--data and --store cannot be given together");
    store_url_redact(admin->data ? admin->data : admin->store_url, admin->name, sizeof admin->name);
    if (admin->data || store_url_is_postgres(admin->store_url))
        return EXIT_OK;
    return admin_fail(EXIT_USAGE, "--store %s: must start with postgresql://", admin->name);
}

static const char *store_usage(const struct action *action)
{
    return action->need == NO_SERVER ? "" : "--data DIR ";
}

/* Checks the arguments before anything is opened. */
static int run_arguments(struct admin *admin, const char *name,
                         const struct option options[OPTION_COUNT])
{
    const struct action *action = find_action(name);
    if (!action)
        return EXIT_USAGE;
    const int status = action->need == NO_SERVER ? EXIT_OK : choose_store(admin);
    if (status)
        return status;
    if (admin->argument_count < action->min || admin->argument_count > action->max)
        return admin_fail(EXIT_USAGE, "usage: rookery admin %s%s%s%s", store_usage(action),
                          action->name, *action->arguments ? " " : "", action->arguments);
    const char *misplaced = find_misplaced_option(action, options);
    if (misplaced)
        return admin_fail(EXIT_USAGE, "%s does not take %s", action->name, misplaced);
    return open_and_run(admin, action);
}

// ---- the command -----------------------------------------------------------------------------

static void list_action_names(char out[ACTION_NAMES_SIZE])
{
    const char *names[ACTION_COUNT];
    for (size_t i = 0; i < ACTION_COUNT; i++)
        names[i] = actions[i].name;
    command_join_arguments(names, ACTION_COUNT, out, ACTION_NAMES_SIZE);
}

static void describe_actions(struct buffer *out)
{
    char usage[128];
    buffer_text(out, "Manages a server's data, whether the server is running or not.\n"
                     "rookery admin ACTION --help shows the options of an action:\n");
    for (size_t i = 0; i < ACTION_COUNT; i++) {
        const int size =
            snprintf(usage, sizeof usage, "\n  %s %s", actions[i].name, actions[i].arguments);
        buffer_text(out, usage);
        for (int column = size; column < USAGE_COLUMN + 2; column++)
            buffer_put(out, ' ');
        buffer_text(out, "  ");
        buffer_text(out, actions[i].summary);
    }
}

/* The action whose help is wanted: "ban --help"; NULL: that of all. */
static const struct action *find_helped_action(int argc, char **argv)
{
    const struct action *found = NULL;
    bool wants_help = false;
    for (int i = 0; i < argc; i++) {
        wants_help |= !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
        for (size_t j = 0; j < ACTION_COUNT && !found; j++)
            if (!strcmp(argv[i], actions[j].name))
                found = &actions[j];
    }
    return wants_help ? found : NULL;
}

/* `options` are --data, --store and those of the table. */
static int print_action_help(const struct action *action,
                             const struct option options[OPTION_COUNT + FIXED_COUNT])
{
    struct option taken[OPTION_COUNT + FIXED_COUNT] = {options[0], options[1]};
    size_t count = action->need == NO_SERVER ? 0 : FIXED_COUNT;
    char usage[128], description[256], *help[] = {(char[]){"admin"}, (char[]){"--help"}};
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (action->options >> i & 1)
            taken[count++] = options[i + FIXED_COUNT];
    snprintf(usage, sizeof usage, "%s%s%s%s%s", store_usage(action), action->name,
             *action->arguments ? " " : "", action->arguments, action->options ? " [options]" : "");
    snprintf(description, sizeof description, "%s: %s", action->name, action->summary);
    struct command_line line = {.command = "admin",
                                .usage = usage,
                                .description = description,
                                .options = taken,
                                .option_count = count};
    return options_parse(&line, 2, help) == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.data = NULL};
    const char *arguments[ADMIN_ARGUMENTS_MAX + 1] = {NULL};
    char names[ACTION_NAMES_SIZE];
    struct option options[OPTION_COUNT + FIXED_COUNT];
    struct buffer description = {0};
    const struct action *helped = find_helped_action(argc, argv);
    options[0] = option_text("--data", "DIR", "the server's data folder", &admin.data);
    options[1] = option_text("--store", "URL", "its PostgreSQL database, instead of a folder",
                             &admin.store_url);
    list_options(&admin, options + FIXED_COUNT);
    if (helped)
        return print_action_help(helped, options);
    list_action_names(names);
    describe_actions(&description);
    struct command_line line = {.command = "admin",
                                .usage = "--data DIR ACTION [NAME] [options]",
                                .description = buffer_cstr(&description),
                                .options = options,
                                .option_count = OPTION_COUNT + FIXED_COUNT,
                                .arguments = arguments,
                                .arguments_max = ADMIN_ARGUMENTS_MAX + 1,
                                .choices = names};
    const enum options_result result = options_parse(&line, argc, argv);
    buffer_fini(&description);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!line.argument_count)
        return admin_fail(EXIT_USAGE, "no action given; try: rookery admin --help");
    admin.argument_count = line.argument_count - 1;
    memcpy(admin.arguments, arguments + 1, admin.argument_count * sizeof *arguments);
    return run_arguments(&admin, arguments[0], options + FIXED_COUNT);
}
