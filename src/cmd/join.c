/* SPDX-License-Identifier: MIT */
/* rookery join: plays on a server from the terminal. */
#include "join/join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/monotonic.h"
#include "cmd/command.h"
#include "cmd/options.h"

/* Options besides struct join_options. */
struct arguments {
    const char *watch; /* the same as --game */
    bool guest;
};

/* An error in the combination of options; NULL if there is none. */
static const char *find_conflict(const struct arguments *arguments,
                                 const struct join_options *options)
{
    if (!options->url_text)
        return "missing URL: rookery join http://localhost:8080";
    if ((options->name != NULL) + (options->token != NULL) + arguments->guest > 1)
        return "use only one of --name, --token and --guest";
    if (options->register_account && !options->name)
        return "--register needs --name";
    if (options->password_stdin && !options->name)
        return "--password-stdin needs --name";
    if (arguments->watch && options->start.game)
        return "use only one of --game and --watch";
    if (options->start.computer && options->defaults.rated)
        return "--computer: games against the computer cannot be rated";
    return NULL;
}

static bool is_clock(const char *option, const char *text)
{
    rk_time_control rule;
    rk_fault fault;
    if (!text || !rk_time_control_parse(text, strlen(text), &rule, &fault))
        return true;
    command_fail("join", EXIT_USAGE, "%s %s: %s", option, text, fault.text);
    return false;
}

static bool is_variant(const char *name)
{
    rk_variant variant;
    return !name || command_parse_variant("join", name, &variant);
}

static bool is_level(const char *text)
{
    return !text || (*text >= '1' && *text <= '8' && !text[1]);
}

static bool is_side(const char *side)
{
    return !side || !strcmp(side, "white") || !strcmp(side, "black") || !strcmp(side, "random");
}

/* EXIT_OK if every value is valid. */
static int check_values(struct join_options *options)
{
    char error[300];
    if (!is_level(options->start.computer))
        return command_fail("join", EXIT_USAGE, "--computer must be a level from 1 to 8");
    if (!is_side(options->defaults.side))
        return command_fail("join", EXIT_USAGE, "--side must be white, black or random");
    if (!is_variant(options->defaults.variant) || !is_clock("--seek", options->start.seek) ||
        !is_clock("--clock", options->defaults.clock) ||
        !is_clock("--invite", options->start.invite))
        return EXIT_USAGE;
    if (url_parse(options->url_text, &options->url, error, sizeof error))
        return EXIT_OK;
    return command_fail("join", EXIT_USAGE, "%s: %s", options->url_text, error);
}

static int exit_status(enum join_result result)
{
    switch (result) {
    case JOIN_OK:
        return EXIT_OK;
    case JOIN_REFUSED:
        return EXIT_DATA_ERROR;
    case JOIN_FAILED:
        break;
    }
    return EXIT_SYSTEM_ERROR;
}

static int join_with(const struct arguments *arguments, struct join_options *options)
{
    const char *conflict = find_conflict(arguments, options);
    const int status =
        conflict ? command_fail("join", EXIT_USAGE, "%s", conflict) : check_values(options);
    if (status)
        return status;
    if (arguments->watch)
        options->start.game = arguments->watch;
    if (!options->name && !arguments->guest && !options->token)
        options->token = getenv("ROOKERY_TOKEN");
    // The seed need not be secret: if there is no randomness, the clock will do.
    options->seed = (uint64_t)monotonic_ms();
    (void)!getrandom(&options->seed, sizeof options->seed, 0);
    return exit_status(join_server(options));
}

int join_command(int argc, char **argv)
{
    struct arguments a = {.watch = NULL};
    struct join_options j = {.url_text = NULL};
    const struct option options[] = {
        option_text("--name", "NAME", "log in; asks for the password", &j.name),
        option_flag("--register", "create the account first", &j.register_account),
        option_flag("--password-stdin", "read the password from the first line of input",
                    &j.password_stdin),
        option_text("--token", "TOKEN", "log in with a token (default: $ROOKERY_TOKEN)", &j.token),
        option_flag("--guest", "play without an account (the default)", &a.guest),
        option_text("--seek", "CLOCK", "look for an opponent: 5+3", &j.start.seek),
        option_text("--accept", "ID", "accept a challenge, an invitation or a seek",
                    &j.start.accept),
        option_text("--challenge", "NAME", "challenge a player", &j.start.challenge),
        option_text("--invite", "CLOCK", "create a link; the first to open it plays you",
                    &j.start.invite),
        option_text("--computer", "LEVEL", "play against the computer, level 1 to 8",
                    &j.start.computer),
        option_text("--game", "ID", "continue a game", &j.start.game),
        option_text("--watch", "ID", "watch a game", &a.watch),
        option_text("--clock", "CLOCK", "clock of new games (default: 5+3)", &j.defaults.clock),
        option_choice("--variant", "NAME", "variant of new games", command_variant_names,
                      &j.defaults.variant),
        option_choice("--side", "SIDE", "your side in new games: white, black or random",
                      "white black random", &j.defaults.side),
        option_text("--fen", "FEN", "starting position of new games", &j.defaults.fen),
        option_flag("--private", "only the players can see new games", &j.defaults.hidden),
        option_flag("--rated", "new games are rated", &j.defaults.rated),
        option_flag("--letters", "draw pieces as letters", &j.letters),
        option_flag("--plain", "line by line, even on a terminal", &j.plain),
    };
    struct command_line line = {
        .command = "join",
        .usage = "URL [options]",
        .description =
            "Plays on a server. Type moves (Nf3, g1f3), or help for the commands. A lost "
            "connection\n"
            "is restored, and nothing is missed. Without a terminal, each line of input "
            "runs as soon\n"
            "as it can, and every event is a line of output.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = &j.url_text,
        .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return join_with(&a, &j);
}
