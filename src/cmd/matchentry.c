/* SPDX-License-Identifier: MIT */
#include "cmd/matchentry.h"

#include <stdio.h>
#include <string.h>

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] == '-';
}

static bool read_word(const char *word, struct contestant *out)
{
    rk_fault fault;
    if (!contestant_read(word, out, &fault))
        return true;
    fprintf(stderr, "rookery match: %s\n", fault.text);
    return false;
}

/* Reads the words from `at` to the next option; *end: where that is. */
static bool read_words(int argc, char **argv, int at, struct contestant *out, int *end)
{
    for (; at < argc && !is_option(argv[at]); at++)
        if (!read_word(argv[at], out))
            return false;
    *end = at;
    return true;
}

/* What is for all, wherever it stands. */
static bool read_each(int argc, char **argv, struct contestant *out)
{
    int at = 1;
    while (at < argc)
        if (strcmp(argv[at], "--each") != 0)
            at++;
        else if (!read_words(argc, argv, at + 1, out, &at))
            return false;
    return true;
}

static bool read_engine(struct entries *entries, const struct contestant *each, int argc,
                        char **argv, int *at)
{
    if (entries->count == SCHEDULE_ENGINES_MAX) {
        fprintf(stderr, "rookery match: at most %d engines can play\n", SCHEDULE_ENGINES_MAX);
        return false;
    }
    struct contestant *entry = &entries->of[entries->count++];
    *entry = *each;
    int first = *at + 1;
    if (first < argc && !is_option(argv[first]) && strncmp(argv[first], "cmd=", 4) != 0)
        entry->command = argv[first++];
    if (!read_words(argc, argv, first, entry, at))
        return false;
    if (!entry->command || !*entry->command) {
        fputs("rookery match: a command should stand behind --engine\n", stderr);
        return false;
    }
    if (!strcmp(entry->command, "self"))
        entry->command = "/proc/self/exe uci";
    if (!strcmp(entry->command, "random"))
        entry->protocol = CONTESTANT_CHANCE;
    return true;
}

bool entries_take(struct entries *entries, int *argc, char **argv)
{
    struct contestant each = {0}, nobody = {0};
    int kept = 1, at = 1;
    if (!read_each(*argc, argv, &each))
        return false;
    while (at < *argc) {
        bool good = true;
        if (!strcmp(argv[at], "--engine"))
            good = read_engine(entries, &each, *argc, argv, &at);
        else if (!strcmp(argv[at], "--each"))
            good = read_words(*argc, argv, at + 1, &nobody, &at);
        else
            argv[kept++] = argv[at++];
        if (!good)
            return false;
    }
    *argc = kept;
    return true;
}

static bool is_taken(const struct entries *entries, unsigned before, const char *name)
{
    for (unsigned i = 0; i < before; i++)
        if (!strcmp(entries->of[i].name, name))
            return true;
    return false;
}

void entries_name(struct entries *entries, unsigned index, const char *name)
{
    char *own = entries->names[index];
    snprintf(own, ENTRY_NAME_MAX, "%s", entries->of[index].name ? entries->of[index].name : name);
    for (unsigned number = 2; is_taken(entries, index, own) && number < 2 * SCHEDULE_ENGINES_MAX;
         number++)
        snprintf(own, ENTRY_NAME_MAX, "%.100s (%u)",
                 entries->of[index].name ? entries->of[index].name : name, number);
    entries->of[index].name = own;
}
