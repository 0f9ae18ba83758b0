/* SPDX-License-Identifier: MIT */
#include "cmd/subcommands.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "cmd/completion.h"

enum { NAME_SIZE = 16 };

static void print_upper_case(const char *word)
{
    for (; *word; word++)
        putchar(toupper((unsigned char)*word));
}

static int print_overview(const struct subcommands *table)
{
    printf("usage: rookery %s ", table->command);
    print_upper_case(table->noun);
    printf(" [options]%s%s\n\n", table->arguments ? " " : "",
           table->arguments ? table->arguments : "");
    for (size_t i = 0; i < table->count; i++)
        printf("  %-8s %s\n", table->rows[i].name, table->rows[i].summary);
    if (table->note)
        printf("\n%s\n", table->note);
    printf("\nFor more about a %s: rookery %s ", table->noun, table->command);
    print_upper_case(table->noun);
    puts(" --help");
    return EXIT_OK;
}

static int print_completion(const struct subcommands *table, enum completion_shell shell,
                            char *argument)
{
    struct completion_word words[SUBCOMMANDS_MAX];
    for (size_t i = 0; i < table->count; i++)
        words[i] = (struct completion_word){table->rows[i].name, table->rows[i].summary};
    completion_print_words(shell, table->command, words, table->count);
    for (size_t i = 0; i < table->count; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "%s", table->rows[i].name);
        char *arguments[] = {name, argument, NULL};
        table->rows[i].run(2, arguments);
    }
    return EXIT_OK;
}

static int report_unknown(const struct subcommands *table, const char *name)
{
    const char *names[SUBCOMMANDS_MAX];
    char hint[SUGGEST_TEXT_MAX];
    for (size_t i = 0; i < table->count; i++)
        names[i] = table->rows[i].name;
    if (*name == '-')
        return command_refuse_usage(table->command, "unknown option %s", name);
    return command_refuse_usage(table->command, "unknown %s %s%s", table->noun, name,
                                suggest_or_list(name, names, table->count, hint));
}

static int report_missing(const struct subcommands *table)
{
    fprintf(stderr, "rookery %s: a %s is required", table->command, table->noun);
    for (size_t i = 0; i < table->count; i++)
        fprintf(stderr, "%s %s", i ? "," : ":", table->rows[i].name);
    fprintf(stderr, "\ntry: rookery %s --help\n", table->command);
    return EXIT_USAGE;
}

int subcommands_run(const struct subcommands *table, int argc, char **argv)
{
    enum completion_shell shell;
    if (argc < 2)
        return report_missing(table);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_overview(table);
    if (completion_requested(argc, argv, &shell))
        return print_completion(table, shell, argv[1]);
    for (size_t i = 0; i < table->count; i++)
        if (!strcmp(argv[1], table->rows[i].name))
            return table->rows[i].run(argc - 1, argv + 1);
    return report_unknown(table, argv[1]);
}
