/* SPDX-License-Identifier: MIT */
#include "cmd/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "cmd/command.h"
#include "cmd/completion.h"

enum { OPTIONS_MAX = 96, HELP_COLUMN = 22 };

struct option option_flag(const char *name, const char *help, bool *target)
{
    return (struct option){.name = name, .help = help, .flag = target};
}

struct option option_text(const char *name, const char *value, const char *help,
                          const char **target)
{
    return (struct option){.name = name, .value = value, .help = help, .text = target};
}

struct option option_choice(const char *name, const char *value, const char *help,
                            const char *choices, const char **target)
{
    return (struct option){
        .name = name, .value = value, .help = help, .choices = choices, .text = target};
}

struct option option_repeatable(const char *name, const char *value, const char *help,
                                struct option_list *target)
{
    return (struct option){.name = name, .value = value, .help = help, .list = target};
}

struct option option_number(const char *name, const char *value, const char *help,
                            unsigned long *target, unsigned long min, unsigned long max)
{
    return (struct option){
        .name = name, .value = value, .help = help, .number = target, .min = min, .max = max};
}

static void print_help(const struct command_line *line)
{
    printf("usage: rookery %s %s\n\n%s\n", line->command, line->usage, line->description);
    if (line->option_count)
        puts("\noptions:");
    for (size_t i = 0; i < line->option_count; i++) {
        const struct option *option = &line->options[i];
        const int width = printf("  %s %s", option->name, option->value ? option->value : "");
        printf("%*s%s\n", width < HELP_COLUMN ? HELP_COLUMN - width : 2, "", option->help);
    }
}

static bool report_unknown_option(const struct command_line *line, const char *name)
{
    const char *names[OPTIONS_MAX] = {"--help"};
    char hint[SUGGEST_TEXT_MAX];
    size_t count = 1;
    for (size_t i = 0; i < line->option_count && count < OPTIONS_MAX; i++)
        names[count++] = line->options[i].name;
    command_refuse_usage(line->command, "unknown option %s%s", name,
                         suggest_text(name, names, count, hint));
    return false;
}

static bool report_value_error(const struct command_line *line, const struct option *option,
                               const char *error)
{
    command_refuse_usage(line->command, "option %s %s", option->name, error);
    return false;
}

bool options_parse_number(const char *text, unsigned long min, unsigned long max,
                          unsigned long *out)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    const unsigned long number = strtoul(text, &end, 10);
    if (errno || *end || number < min || number > max)
        return false;
    *out = number;
    return true;
}

static const struct option *find_option(const struct command_line *line, const char *name,
                                        size_t size)
{
    for (size_t i = 0; i < line->option_count; i++)
        if (strlen(line->options[i].name) == size && !memcmp(line->options[i].name, name, size))
            return &line->options[i];
    return NULL;
}

static bool set_value(const struct command_line *line, const struct option *option,
                      const char *value)
{
    if (option->text) {
        *option->text = value;
        return true;
    }
    if (option->list) {
        if (option->list->max && option->list->count == option->list->max) {
            command_fail(line->command, EXIT_USAGE, "%s can be given at most %zu times",
                         option->name, option->list->max);
            return false;
        }
        option->list->values[option->list->count++] = value;
        return true;
    }
    if (options_parse_number(value, option->min, option->max, option->number))
        return true;
    command_fail(line->command, EXIT_USAGE, "%s must be a number from %lu to %lu, not %s",
                 option->name, option->min, option->max, value);
    return false;
}

/* Whether an argument is meant as an option; "-" is a file: standard input or output. */
static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

/* Parses "--name", "--name=value" or "--name value" at argv[*at], and advances *at if the value
 * is an argument of its own. */
static bool parse_option(const struct command_line *line, int argc, char **argv, int *at)
{
    const char *argument = argv[*at], *equals = strchr(argument, '=');
    const size_t size = equals ? (size_t)(equals - argument) : strlen(argument);
    const struct option *option = !strcmp(argument, "-o")
                                      ? find_option(line, "--output", strlen("--output"))
                                      : find_option(line, argument, size);
    if (!option)
        return report_unknown_option(line, argument);
    if (option->flag) {
        if (equals)
            return report_value_error(line, option, "takes no value");
        *option->flag = true;
        return true;
    }
    const bool has_next = *at + 1 < argc;
    if (!equals && option->implied && (!has_next || is_option(argv[*at + 1])))
        return set_value(line, option, option->implied);
    if (!equals && !has_next)
        return report_value_error(line, option, "requires a value");
    return set_value(line, option, equals ? equals + 1 : argv[++*at]);
}

enum options_result options_parse(struct command_line *line, int argc, char **argv)
{
    enum completion_shell shell;
    line->argument_count = 0;
    if (completion_requested(argc, argv, &shell)) {
        completion_print_options(shell, line);
        return OPTIONS_HELP;
    }
    bool options_ended = false; // by "--"
    for (int at = 1; at < argc; at++) {
        const char *argument = argv[at];
        if (!options_ended && (!strcmp(argument, "--help") || !strcmp(argument, "-h"))) {
            print_help(line);
            return OPTIONS_HELP;
        }
        if (!options_ended && !strcmp(argument, "--")) {
            options_ended = true;
        } else if (!options_ended && is_option(argument)) {
            if (!parse_option(line, argc, argv, &at))
                return OPTIONS_ERROR;
        } else if (!*argument) { // an unset variable of a script, most likely
            command_refuse_usage(line->command, "argument %zu is empty", line->argument_count + 1);
            return OPTIONS_ERROR;
        } else if (line->argument_count == line->arguments_max) {
            command_refuse_usage(line->command, "unexpected argument: %s", argument);
            return OPTIONS_ERROR;
        } else {
            line->arguments[line->argument_count++] = argument;
        }
    }
    return OPTIONS_OK;
}
