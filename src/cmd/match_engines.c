/* SPDX-License-Identifier: MIT */
#include "cmd/match_engines.h"

#include <stdio.h>
#include <string.h>

#include "cmd/command.h"

static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] == '-';
}

static bool parse_setting(const char *argument, struct engine_config *out)
{
    rk_fault fault;
    if (!engine_config_parse(argument, out, &fault))
        return true;
    command_fail("match", EXIT_USAGE, "%s", fault.text);
    return false;
}

/* Parses the settings from `at` to the next option; *end is the index of that option. */
static bool parse_settings(int argc, char **argv, int at, struct engine_config *out, int *end)
{
    for (; at < argc && !is_option(argv[at]); at++)
        if (!parse_setting(argv[at], out))
            return false;
    *end = at;
    return true;
}

/* Parses the settings for all engines, wherever they are on the command line. */
static bool parse_each(int argc, char **argv, struct engine_config *out)
{
    int at = 1;
    while (at < argc)
        if (strcmp(argv[at], "--each") != 0)
            at++;
        else if (!parse_settings(argc, argv, at + 1, out, &at))
            return false;
    return true;
}

static bool parse_engine(struct match_session *session, const struct engine_config *each, int argc,
                         char **argv, int *at)
{
    if (session->engine_count == SCHEDULE_ENGINES_MAX) {
        fprintf(stderr, "rookery match: too many engines: at most %d can play\n",
                SCHEDULE_ENGINES_MAX);
        return false;
    }
    struct engine_config *engine = &session->engines[session->engine_count++];
    *engine = *each;
    int first = *at + 1;
    if (first < argc && !is_option(argv[first]) && strncmp(argv[first], "cmd=", 4) != 0)
        engine->command = argv[first++];
    if (!parse_settings(argc, argv, first, engine, at))
        return false;
    if (!engine->command || !*engine->command) {
        fputs("rookery match: --engine needs a command\n", stderr);
        return false;
    }
    if (!strcmp(engine->command, "random"))
        engine->protocol = PROTOCOL_RANDOM;
    return true;
}

bool match_engines_parse(struct match_session *session, int *argc, char **argv)
{
    struct engine_config each = {0}, ignored = {0};
    int rest = 1, at = 1;
    if (!parse_each(*argc, argv, &each))
        return false;
    while (at < *argc) {
        bool good = true;
        if (!strcmp(argv[at], "--engine"))
            good = parse_engine(session, &each, *argc, argv, &at);
        else if (!strcmp(argv[at], "--each"))
            good = parse_settings(*argc, argv, at + 1, &ignored, &at);
        else
            argv[rest++] = argv[at++];
        if (!good)
            return false;
    }
    *argc = rest;
    return true;
}
