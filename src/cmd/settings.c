/* SPDX-License-Identifier: MIT */
#include "cmd/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "base/suggest.h"

enum { FILE_SIZE_MAX = 1 << 20 };

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
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        if (out[i].text == &settings->log)
            out[i].choices = "error warning info debug";
        if (out[i].text == &settings->trust_proxy)
            out[i].implied = "yes";
    }
}

static struct settings default_settings(void)
{
    const struct server_config config = server_config_default();
    struct settings settings = {.listen = "127.0.0.1:8080",
                                .log = "info",
                                .trust_proxy = "no",
                                .no_registration = !config.registration,
                                .no_guests = !config.guests,
                                .claim_fifty = !config.draw_at_fifty,
                                .plies = config.plies_max,
                                .restart_grace = (unsigned long)config.restart_grace_ms / SECOND_MS,
                                .hash_ops = config.hash_ops,
                                .hash_mib = config.hash_mib,
                                .anonymous_per_address = config.anonymous_per_address,
                                .engine_threads = 1,
                                .engine_games = config.engine_games,
                                .engine_games_each = config.engine_games_each};
    for (size_t i = 0; i < SPEED_COUNT; i++)
        settings.first_move[i] = (unsigned long)config.first_move_ms[i] / SECOND_MS;
    return settings;
}

/* Checks what needs more than a range of numbers. False, and what is wrong in `error`. */
static bool check_text(struct settings *settings, const struct option *option, char *error,
                       size_t size)
{
    const char *value = option->text ? *option->text : NULL;
    if (!value)
        return true;
    if (option->text == &settings->metrics_from)
        return networks_parse(value, &settings->metrics_networks, error, size);
    return true;
}

struct server_config settings_config(const struct settings *settings)
{
    struct server_config config = server_config_default();
    config.registration = !settings->no_registration;
    config.guests = !settings->no_guests;
    config.unlimited = settings->no_limits;
    config.draw_at_fifty = !settings->claim_fifty;
    config.plies_max = (unsigned)settings->plies;
    config.restart_grace_ms = (int64_t)settings->restart_grace * SECOND_MS;
    config.hash_ops = (unsigned)settings->hash_ops;
    config.hash_mib = (unsigned)settings->hash_mib;
    config.engine_games = (unsigned)settings->engine_games;
    config.anonymous_per_address = (unsigned)settings->anonymous_per_address;
    config.engine_games_each = (unsigned)settings->engine_games_each;
    config.metrics_from = settings->metrics_networks;
    config.metrics_token = settings->metrics_token;
    for (size_t i = 0; i < SPEED_COUNT; i++)
        config.first_move_ms[i] = (int64_t)settings->first_move[i] * SECOND_MS;
    return config;
}

// ---- the file --------------------------------------------------------------------------------

/* Removes blanks at both ends. */
static char *trim(char *text)
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
    snprintf(error, size, "must be a number from %lu to %lu, not %s", option->min, option->max,
             value);
    return options_parse_number(value, option->min, option->max, option->number);
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
    const char *name = trim(line), *value = trim(equals + 1);
    const struct option *option = find_option(options, name);
    char problem[SUGGEST_TEXT_MAX];
    if (!option)
        snprintf(error, size, "unknown setting %s%s", name,
                 suggest_text(name, names, SETTINGS_COUNT, problem));
    else if (option->text == &settings->config)
        snprintf(error, size, "config is not allowed in a file");
    else if (!set_option(settings, option, value, problem, sizeof problem))
        snprintf(error, size, "%s %.128s", name, problem);
    else
        return true;
    return false;
}

bool settings_parse_lines(struct settings *settings, const char *path, char *text)
{
    unsigned number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        char *end = strchr(line, '\n'), error[256];
        next = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        line = trim(line);
        if (*line && *line != '#' && !parse_line(settings, line, error, sizeof error)) {
            fprintf(stderr, "rookery serve: %s:%u: %s\n", path, number, error);
            return false;
        }
    }
    return true;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = file ? malloc(FILE_SIZE_MAX + 1) : NULL;
    if (!text) {
        fprintf(stderr, "rookery serve: %s: %s\n", path, strerror(errno));
        if (file)
            fclose(file);
        return NULL;
    }
    const size_t size = fread(text, 1, FILE_SIZE_MAX, file);
    const bool failed = ferror(file);
    fclose(file);
    text[size] = '\0';
    if (!failed && strlen(text) == size && size < FILE_SIZE_MAX)
        return text;
    fprintf(stderr, "rookery serve: %s: not a settings file\n", path);
    free(text);
    return NULL;
}

// ---- file and command line -------------------------------------------------------------------

static enum options_result read_options(struct settings *settings, int argc, char **argv)
{
    struct option options[SETTINGS_COUNT];
    list_options(settings, options);
    struct command_line line = {
        .command = "serve",
        .usage = "[options]",
        .description =
            "Runs a chess server (HTTP and WebSocket) until it is stopped by Ctrl-C or SIGTERM.\n"
            "The default data folder is $XDG_DATA_HOME/rookery or ~/.local/share/rookery.",
        .options = options,
        .option_count = SETTINGS_COUNT};
    const enum options_result result = options_parse(&line, argc, argv);
    char error[256];
    for (size_t i = 0; i < SETTINGS_COUNT && result == OPTIONS_OK; i++)
        if (!check_text(settings, &options[i], error, sizeof error)) {
            fprintf(stderr, "rookery serve: %s: %s\n", options[i].name, error);
            return OPTIONS_ERROR;
        }
    return result;
}

enum options_result settings_read(struct settings *out, int argc, char **argv)
{
    *out = default_settings();
    const enum options_result result = read_options(out, argc, argv);
    if (result != OPTIONS_OK || !out->config)
        return result;
    char *text = read_file(out->config);
    if (!text)
        return OPTIONS_ERROR;
    const char *path = out->config;
    *out = default_settings();
    out->text = text;
    if (settings_parse_lines(out, path, text))
        return read_options(out, argc, argv);
    settings_fini(out);
    return OPTIONS_ERROR;
}

void settings_fini(struct settings *settings)
{
    free(settings->text);
    settings->text = NULL;
}
