/* SPDX-License-Identifier: MIT */
#include "cmd/settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/milliseconds.h"
#include "base/prefix.h"
#include "base/suggest.h"
#include "review/default_nodes.h"

enum { FILE_SIZE_MAX = 1 << 20, VARIABLE_SIZE = 64 };

static const char *const names[] = {
#define ROW(type, field, name, value, min, max, help) name,
#include "cmd/settings.def"
};

enum { SETTINGS_COUNT = sizeof names / sizeof *names };

static void list_options(struct settings *settings, struct option out[SETTINGS_COUNT])
{
    const struct option options[] = {
#define ROW(type, field, title, unit, low, high, about) \
    {.name = "--" title,                                \
     .value = (unit),                                   \
     .help = (about),                                   \
     .type = &settings->field,                          \
     .min = (low),                                      \
     .max = (high)},
#include "cmd/settings.def"
    };
    memcpy(out, options, sizeof options);
    settings->explorer.values = settings->explorer_files;
    settings->explorer.max = EXPLORERS_MAX;
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        if (out[i].text == &settings->log)
            out[i].choices = "error warning info debug";
        else if (out[i].text == &settings->log_format)
            out[i].choices = "text json";
        if (out[i].text == &settings->trust_proxy)
            out[i].implied = "yes";
    }
}

static struct settings default_settings(void)
{
    const struct server_config config = server_config_default();
    struct settings settings = {.listen = "127.0.0.1:8080",
                                .log = "info",
                                .log_format = "text",
                                .trust_proxy = "no",
                                .no_registration = !config.registration,
                                .no_guests = !config.guests,
                                .no_puzzle_search = !config.find_puzzles,
                                .claim_fifty = !config.draw_at_fifty,
                                .plies = config.plies_max,
                                .vacation_days = config.vacation_days,
                                .restart_grace = (unsigned long)config.restart_grace_ms / SECOND_MS,
                                .hash_ops = config.hash_ops,
                                .hash_mib = config.hash_mib,
                                .anonymous_per_address = config.anonymous_per_address,
                                .engine_threads = 1,
                                .engine_games = config.engine_games,
                                .engine_games_each = config.engine_games_each,
                                .review_threads = config.review_threads,
                                .review_queue = config.review_queue,
                                .review_nodes = REVIEW_NODES_DEFAULT};
    for (size_t i = 0; i < SPEED_COUNT; i++)
        settings.first_move[i] = (unsigned long)config.first_move_ms[i] / SECOND_MS;
    return settings;
}

/* "--log must be ...", but "--trust-proxy: 1.2.3 is neither ...". */
static void describe_problem(const char *name, const char *problem, char *error, size_t size)
{
    const bool continues = starts_with(problem, "must ") || starts_with(problem, "needs ");
    snprintf(error, size, "%s%s%s", name, continues ? " " : ": ", problem);
}

static bool is_url(const char *text, const char *scheme, const char *secure_scheme)
{
    return starts_with(text, scheme) || starts_with(text, secure_scheme);
}

/* It is part of the links in e-mails, of headers and of pages. */
static bool is_public_url(const char *text)
{
    enum { MAX = 400 };
    if (!is_url(text, "http://", "https://") || strlen(text) > MAX || !strstr(text, "://")[3])
        return false;
    for (; *text; text++)
        if ((unsigned char)*text <= ' ' || (unsigned char)*text >= 0x7f ||
            strchr("\"'<>?#\\", *text))
            return false;
    return true;
}

/* Checks what needs more than a range of numbers. False, and what is wrong in `error`. */
static bool check_text(struct settings *settings, const struct option *option, char *error,
                       size_t size)
{
    const char *const *text = (const char *const *)option->text;
    const char *value = text ? *text : NULL;
    bool valid = true;
    if (!value)
        return true;
    if (text == &settings->metrics_from)
        return networks_parse(value, &settings->metrics_networks, error, size);
    if (text == &settings->trust_proxy)
        return networks_parse(value, &settings->trusted, error, size);
    if (text == &settings->log)
        valid = log_level_from_name(value) >= 0;
    else if (text == &settings->log_format)
        valid = log_format_from_name(value) >= 0;
    else if (text == &settings->public_url)
        valid = is_public_url(value);
    else if (text == &settings->smtp_url)
        valid = is_url(value, "smtp://", "smtps://");
    snprintf(error, size, "must %s, not %s",
             text == &settings->log          ? "be error, warning, info or debug"
             : text == &settings->log_format ? "be text or json"
             : text == &settings->public_url ? "be a URL such as https://chess.example.org"
                                             : "start with smtp:// or smtps://",
             value);
    return valid;
}

struct server_config settings_config(const struct settings *settings)
{
    struct server_config config = server_config_default();
    config.registration = !settings->no_registration;
    config.guests = !settings->no_guests;
    config.find_puzzles = !settings->no_puzzle_search;
    config.unlimited = settings->no_limits;
    config.draw_at_fifty = !settings->claim_fifty;
    config.plies_max = (unsigned)settings->plies;
    config.vacation_days = (unsigned)settings->vacation_days;
    config.restart_grace_ms = (int64_t)settings->restart_grace * SECOND_MS;
    config.hash_ops = (unsigned)settings->hash_ops;
    config.hash_mib = (unsigned)settings->hash_mib;
    config.engine_games = (unsigned)settings->engine_games;
    config.anonymous_per_address = (unsigned)settings->anonymous_per_address;
    config.engine_games_each = (unsigned)settings->engine_games_each;
    config.review_threads = (unsigned)settings->review_threads;
    config.review_queue = (unsigned)settings->review_queue;
    config.metrics_from = settings->metrics_networks;
    config.metrics_token = settings->metrics_token;
    for (size_t i = 0; i < SPEED_COUNT; i++)
        config.first_move_ms[i] = (int64_t)settings->first_move[i] * SECOND_MS;
    return config;
}

// ---- the file --------------------------------------------------------------------------------

/* Removes blanks at both ends. */
static char *trim_blanks(char *text)
{
    static const char blanks[] = " \t\r";
    text += strspn(text, blanks);
    size_t size = strlen(text);
    while (size && strchr(blanks, text[size - 1]))
        size--;
    text[size] = '\0';
    return text;
}

static const struct option *find_option(const struct option *options, const char *name)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        if (!strcmp(options[i].name + 2, name))
            return &options[i];
    return NULL;
}

/* False, and what is wrong in `error`. */
static bool set_option(struct settings *settings, const struct option *option, const char *value,
                       char *error, size_t size)
{
    if (option->flag) {
        *option->flag = !strcmp(value, "yes");
        snprintf(error, size, "must be yes or no, not %s", value);
        return *option->flag || !strcmp(value, "no");
    }
    if (option->text) {
        *option->text = value;
        snprintf(error, size, "needs a value");
        return *value && check_text(settings, option, error, size);
    }
    if (option->list) {
        snprintf(error, size, *value ? "can be given at most %zu times" : "needs a value",
                 option->list->max);
        if (!*value || option->list->count == option->list->max)
            return false;
        option->list->values[option->list->count++] = value;
        return true;
    }
    snprintf(error, size, "must be a number from %lu to %lu, not %s", option->min, option->max,
             value);
    return options_parse_number(value, option->min, option->max, option->number);
}

/* The settings that name the file or say what to do with it make no sense in the file itself. */
static bool is_for_files(const struct settings *settings, const struct option *option)
{
    return option->text != &settings->config && option->flag != &settings->check_config;
}

static bool parse_line(struct settings *settings, char *line, char *error, size_t size)
{
    struct option options[SETTINGS_COUNT];
    char *equals = strchr(line, '=');
    list_options(settings, options);
    if (!equals) {
        snprintf(error, size, "expected `name = value`, not: %s", line);
        return false;
    }
    *equals = '\0';
    const char *name = trim_blanks(line), *value = trim_blanks(equals + 1);
    const struct option *option = find_option(options, name);
    char problem[SUGGEST_TEXT_MAX];
    if (!option)
        snprintf(error, size, "unknown setting %s%s", name,
                 suggest_text(name, names, SETTINGS_COUNT, problem));
    else if (!is_for_files(settings, option))
        snprintf(error, size, "%s is not allowed in a file", name);
    else if (!set_option(settings, option, value, problem, sizeof problem))
        describe_problem(name, problem, error, size);
    else
        return true;
    return false;
}

bool settings_parse_lines(struct settings *settings, const char *path, char *text, char *error,
                          size_t size)
{
    unsigned number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        char *end = strchr(line, '\n'), problem[256];
        next = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        line = trim_blanks(line);
        if (*line && *line != '#' && !parse_line(settings, line, problem, sizeof problem)) {
            snprintf(error, size, "%s:%u: %s", path, number, problem);
            return false;
        }
    }
    return true;
}

static char *read_file(const char *path, char *error, size_t size)
{
    FILE *file = fopen(path, "r");
    char *text = file ? malloc(FILE_SIZE_MAX + 1) : NULL;
    if (!text) {
        snprintf(error, size, "%s: %s", path, strerror(errno));
        if (file)
            fclose(file);
        return NULL;
    }
    const size_t length = fread(text, 1, FILE_SIZE_MAX, file);
    const bool failed = ferror(file);
    fclose(file);
    text[length] = '\0';
    if (!failed && strlen(text) == length && length < FILE_SIZE_MAX)
        return text;
    snprintf(error, size, "%s: not a settings file", path);
    free(text);
    return NULL;
}

// ---- the environment -------------------------------------------------------------------------

/* "metrics-from" is ROOKERY_METRICS_FROM. */
static void write_variable(const char *name, char out[VARIABLE_SIZE])
{
    snprintf(out, VARIABLE_SIZE, "ROOKERY_%s", name);
    for (char *c = out; *c; c++)
        *c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
}

static bool read_environment(struct settings *settings, char *error, size_t size)
{
    struct option options[SETTINGS_COUNT];
    list_options(settings, options);
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        char variable[VARIABLE_SIZE], problem[256];
        write_variable(names[i], variable);
        const char *value = getenv(variable);
        if (!value || !*value || options[i].flag == &settings->check_config)
            continue;
        if (options[i].list)
            options[i].list->count = 0; // it overrides those of the file
        if (!set_option(settings, &options[i], value, problem, sizeof problem)) {
            describe_problem(variable, problem, error, size);
            return false;
        }
    }
    return true;
}

/* Whether it is one of ours, or one that rookery join reads. */
static bool is_known_variable(const char *variable, size_t size)
{
    static const char token[] = "ROOKERY_TOKEN";
    char known[VARIABLE_SIZE];
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        write_variable(names[i], known);
        if (strlen(known) == size && !memcmp(known, variable, size))
            return true;
    }
    return size == sizeof token - 1 && !memcmp(token, variable, size);
}

bool settings_find_unknown_variable(char *out, size_t out_size)
{
    extern char **environ; // no POSIX header declares it
    static const char prefix[] = "ROOKERY_";
    for (char **at = environ; *at; at++) {
        char name[VARIABLE_SIZE], suggestion[SUGGEST_TEXT_MAX];
        const size_t size = strcspn(*at, "=");
        if (strncmp(*at, prefix, sizeof prefix - 1) != 0 || is_known_variable(*at, size))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(size - (sizeof prefix - 1)),
                 *at + sizeof prefix - 1);
        for (char *c = name; *c; c++)
            *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
        snprintf(out, out_size, "the variable %.*s is not a setting%s", (int)size, *at,
                 suggest_text(name, names, SETTINGS_COUNT, suggestion));
        return true;
    }
    return false;
}

// ---- all of them -----------------------------------------------------------------------------

/* Drops the values that were there before the command line gave its own. */
static void override_list(struct option_list *list, size_t before)
{
    list->count -= before;
    memmove(list->values, list->values + before, list->count * sizeof *list->values);
}

static enum options_result read_options(struct settings *settings, int argc, char **argv,
                                        char *error, size_t size)
{
    struct option options[SETTINGS_COUNT];
    list_options(settings, options);
    struct command_line line = {
        .command = "serve",
        .usage = "[options]",
        .description =
            "Runs a chess server (HTTP and WebSocket) until it is stopped by Ctrl-C or SIGTERM.\n"
            "The default data folder is $XDG_DATA_HOME/rookery or ~/.local/share/rookery.\n"
            "A setting can be an option (--plies 400), a variable (ROOKERY_PLIES=400) or a line of "
            "the\n"
            "file (plies = 400). Options override variables, variables override the file.",
        .options = options,
        .option_count = SETTINGS_COUNT};
    const size_t before = settings->explorer.count;
    const enum options_result result = options_parse(&line, argc, argv);
    if (settings->explorer.count > before)
        override_list(&settings->explorer, before);
    char problem[256];
    for (size_t i = 0; i < SETTINGS_COUNT && result == OPTIONS_OK; i++)
        if (!check_text(settings, &options[i], problem, sizeof problem)) {
            describe_problem(options[i].name, problem, error, size);
            return OPTIONS_ERROR;
        }
    return result;
}

/* The command line and the environment name the file, and override what it says, so both are read
 * twice. */
static enum options_result read_all(struct settings *out, int argc, char **argv, char *error,
                                    size_t size)
{
    *out = default_settings();
    const char *config = getenv("ROOKERY_CONFIG");
    enum options_result result = read_options(out, argc, argv, error, size);
    if (result != OPTIONS_OK)
        return result;
    config = out->config ? out->config : config;
    char *text = config && *config ? read_file(config, error, size) : NULL;
    if (config && *config && !text) {
        out->unreadable = access(config, R_OK);
        return OPTIONS_ERROR;
    }
    *out = default_settings();
    out->text = text;
    if ((text && !settings_parse_lines(out, config, text, error, size)) ||
        !read_environment(out, error, size))
        return OPTIONS_ERROR;
    result = read_options(out, argc, argv, error, size);
    out->config = config;
    return result;
}

enum options_result settings_read(struct settings *out, int argc, char **argv, char *error,
                                  size_t size)
{
    *error = '\0';
    const enum options_result result = read_all(out, argc, argv, error, size);
    if (result != OPTIONS_OK)
        settings_fini(out);
    return result;
}

void settings_fini(struct settings *settings)
{
    free(settings->text);
    settings->text = NULL;
}

// ---- comparing -------------------------------------------------------------------------------

static bool is_equal_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_equal_list(const struct option_list *a, const struct option_list *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (!is_equal_text(a->values[i], b->values[i]))
            return false;
    return a->count == b->count;
}

static bool is_equal_option(const struct option *a, const struct option *b)
{
    if (a->flag)
        return *a->flag == *b->flag;
    if (a->list)
        return is_equal_list(a->list, b->list);
    return a->text ? is_equal_text(*a->text, *b->text) : *a->number == *b->number;
}

/* Everything else is used once, at the start. */
static bool can_change(const char *name)
{
    static const char *const changeable[] = {"log",
                                             "log-format",
                                             "no-registration",
                                             "no-guests",
                                             "claim-fifty",
                                             "plies",
                                             "first-move-ultrabullet",
                                             "first-move-bullet",
                                             "first-move-blitz",
                                             "first-move-rapid",
                                             "first-move-classical",
                                             "vacation-days",
                                             "restart-grace",
                                             "hash-passes",
                                             "hash-memory",
                                             "engine-games",
                                             "engine-games-each",
                                             "review-queue",
                                             "anonymous-per-address",
                                             "metrics-from",
                                             "metrics-token",
                                             "trust-proxy"};
    for (size_t i = 0; i < sizeof changeable / sizeof *changeable; i++)
        if (!strcmp(changeable[i], name))
            return true;
    return false;
}

void settings_compare(const struct settings *before, const struct settings *after,
                      settings_change *callback, void *context)
{
    struct option old[SETTINGS_COUNT], new[SETTINGS_COUNT];
    list_options((struct settings *)before, old);
    list_options((struct settings *)after, new);
    for (size_t i = 0; i < SETTINGS_COUNT; i++)
        if (!is_equal_option(&old[i], &new[i]))
            callback(context, names[i], can_change(names[i]));
}
