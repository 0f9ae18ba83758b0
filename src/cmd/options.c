/* SPDX-License-Identifier: MIT */
#include "cmd/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/nearest.h"

enum { OPTIONS_MAX = 32, HELP_COLUMN = 22 };

static void print_help(const struct command_line *line)
{
    printf("usage: rookery %s %s\n\n%s\n", line->command, line->usage, line->about);
    if (line->option_count)
        puts("\noptions:");
    for (size_t i = 0; i < line->option_count; i++) {
        const struct option *option = &line->options[i];
        const int width = printf("  %s %s", option->name, option->value ? option->value : "");
        printf("%*s%s\n", width < HELP_COLUMN ? HELP_COLUMN - width : 2, "", option->help);
    }
}

static void complain(const struct command_line *line, const char *what, const char *word)
{
    fprintf(stderr, "rookery %s: %s: %s\ntry: rookery %s --help\n", line->command, what, word,
            line->command);
}

static void complain_unknown(const struct command_line *line, const char *word)
{
    const char *names[OPTIONS_MAX] = {"--help"};
    size_t count = 1;
    for (size_t i = 0; i < line->option_count && count < OPTIONS_MAX; i++)
        names[count++] = line->options[i].name;
    fprintf(stderr, "rookery %s: there is no option %s; did you mean %s?\n", line->command, word,
            nearest(word, names, count));
}

bool options_number(const char *word, unsigned long least, unsigned long most, unsigned long *out)
{
    char *end;
    if (*word < '0' || *word > '9')
        return false;
    errno = 0;
    const unsigned long number = strtoul(word, &end, 10);
    if (errno || *end || number < least || number > most)
        return false;
    *out = number;
    return true;
}

static const struct option *find_option(const struct command_line *line, const char *word,
                                        size_t size)
{
    for (size_t i = 0; i < line->option_count; i++)
        if (strlen(line->options[i].name) == size && !memcmp(line->options[i].name, word, size))
            return &line->options[i];
    return NULL;
}

static bool take_value(const struct command_line *line, const struct option *option,
                       const char *value)
{
    if (option->text) {
        *option->text = value;
        return true;
    }
    if (options_number(value, option->least, option->most, option->number))
        return true;
    fprintf(stderr, "rookery %s: %s must be a number from %lu to %lu, not %s\n", line->command,
            option->name, option->least, option->most, value);
    return false;
}

/* "--name", "--name=value" or "--name value", of which it takes one or two words. */
static bool take_option(const struct command_line *line, int argc, char **argv, int *at)
{
    const char *word = argv[*at], *equals = strchr(word, '=');
    const size_t size = equals ? (size_t)(equals - word) : strlen(word);
    const struct option *option = find_option(line, word, size);
    if (!option) {
        complain_unknown(line, word);
        return false;
    }
    if (option->flag) {
        if (equals)
            complain(line, "this option takes no value", word);
        *option->flag = true;
        return !equals;
    }
    if (!equals && *at + 1 >= argc) {
        complain(line, "a value is missing after", word);
        return false;
    }
    return take_value(line, option, equals ? equals + 1 : argv[++*at]);
}

enum options_result options_read(struct command_line *line, int argc, char **argv)
{
    line->words_count = 0;
    bool only_words = false;
    for (int at = 1; at < argc; at++) {
        const char *word = argv[at];
        if (!only_words && (!strcmp(word, "--help") || !strcmp(word, "-h"))) {
            print_help(line);
            return OPTIONS_HELPED;
        }
        if (!only_words && !strcmp(word, "--")) {
            only_words = true;
        } else if (!only_words && word[0] == '-' && word[1] == '-') {
            if (!take_option(line, argc, argv, &at))
                return OPTIONS_BAD;
        } else if (line->words_count == line->words_max) {
            complain(line, "there is a word too many", word);
            return OPTIONS_BAD;
        } else {
            line->words[line->words_count++] = word;
        }
    }
    return OPTIONS_GO;
}
