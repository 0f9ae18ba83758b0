/* SPDX-License-Identifier: MIT */
/* rookery play: two people, or one and the engine, play in the terminal. */
#include "tui/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/monotonic.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "rookery/engine.h"

/* The options as typed; struct play_options has what they mean. */
struct arguments {
    const char *fen, *variant, *clock, *side, *names[2], *theme;
    bool engine;
    unsigned long level, elo, move_time, nodes;
};

// ---- options that need or exclude each other -------------------------------------------------

static bool has_opponent(const struct arguments *arguments)
{
    return arguments->engine || arguments->level || arguments->elo;
}

/* The first option that only makes sense against the engine; NULL if there is none. */
static const char *engine_option(const struct arguments *arguments)
{
    return arguments->side        ? "--side"
           : arguments->move_time ? "--movetime"
           : arguments->nodes     ? "--nodes"
                                  : NULL;
}

/* The first option that a saved game has already decided. */
static const char *setup_option(const struct arguments *arguments)
{
    return arguments->variant ? "--variant"
           : arguments->fen   ? "--fen"
           : arguments->clock ? "--clock"
                              : NULL;
}

static int check_arguments(const struct arguments *arguments, bool resume)
{
    if (arguments->level && arguments->elo)
        return command_fail("play", EXIT_USAGE,
                            "--level and --elo both set the strength of the engine: use one");
    if (resume && setup_option(arguments))
        return command_fail("play", EXIT_USAGE, "--resume continues a saved game: leave out %s",
                            setup_option(arguments));
    if (!resume && engine_option(arguments) && !has_opponent(arguments))
        return command_fail("play", EXIT_USAGE,
                            "%s needs an opponent: add --engine, --level N or --elo N",
                            engine_option(arguments));
    return EXIT_OK;
}

// ---- what the options mean -------------------------------------------------------------------

static int parse_setup(const struct arguments *arguments, rk_game_setup *out)
{
    rk_fault fault;
    const char *clock = arguments->clock;
    if (clock && rk_time_control_parse(clock, strlen(clock), &out->clock, &fault))
        return command_fail("play", EXIT_USAGE, "--clock %s: %s", clock, fault.text);
    return command_parse_position("play", arguments->fen, arguments->variant, &out->start);
}

static bool parse_side(const char *text, uint64_t seed, rk_side *out)
{
    if (!text || !strcmp(text, "white"))
        *out = RK_WHITE;
    else if (!strcmp(text, "black"))
        *out = RK_BLACK;
    else if (!strcmp(text, "random"))
        *out = seed >> 32 & 1 ? RK_BLACK : RK_WHITE;
    else
        return false;
    return true;
}

static int exit_status(enum play_result result)
{
    switch (result) {
    case PLAY_OK:
        return EXIT_OK;
    case PLAY_REFUSED:
        return EXIT_DATA_ERROR;
    case PLAY_FAILED:
        break;
    }
    return EXIT_SYSTEM_ERROR;
}

static void set_engine(const struct arguments *arguments, rk_side human, struct players *out)
{
    out->engine = rk_side_other(human);
    out->settings = (struct engine_settings){.level = (unsigned)arguments->level,
                                             .elo = (unsigned)arguments->elo,
                                             .move_time = (int64_t)arguments->move_time,
                                             .nodes = arguments->nodes};
    if (arguments->level)
        out->settings.elo = rk_level_elo(out->settings.level);
    players_name_engine(out);
}

/* The login name. Two people at one board have none. */
static void name_person(struct players *players)
{
    const rk_side person = rk_side_other(players->engine);
    const char *name = getenv("LOGNAME");
    if (!name || !*name)
        name = getenv("USER");
    if (name)
        players_set_name(players, person, name, strlen(name));
}

/* The engine is named by its strength and the person by the login name, unless a name is given; a
 * resumed game has its own names. */
static int set_players(const struct arguments *arguments, struct play_options *options)
{
    rk_side human;
    struct players *players = &options->players;
    *players = players_unnamed();
    if (!parse_side(arguments->side, options->seed, &human))
        return command_fail("play", EXIT_USAGE, "--side must be white, black or random, not %s",
                            arguments->side);
    if (has_opponent(arguments) || engine_option(arguments)) {
        set_engine(arguments, human, players);
        name_person(players);
    }
    options->side_given = arguments->side;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        const char *name = arguments->names[side];
        if (options->resume)
            players->names[side][0] = '\0';
        if (name)
            players_set_name(players, side, name, strlen(name));
    }
    return EXIT_OK;
}

static uint64_t random_seed(void)
{
    uint64_t seed = 0;
    return getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed ? seed
                                                                    : (uint64_t)monotonic_ms();
}

/* Completes the options from the arguments, and plays. */
static int play_with(const struct arguments *arguments, struct play_options *options)
{
    char date[16];
    const time_t today = time(NULL);
    int status = check_arguments(arguments, options->resume);
    if (!status)
        status = parse_setup(arguments, &options->setup);
    options->seed = random_seed();
    if (!status)
        status = set_players(arguments, options);
    if (status)
        return status;
    options->theme = arguments->theme ? theme_find(arguments->theme) : NULL;
    if (arguments->theme && !options->theme)
        return command_fail("play", EXIT_USAGE, "--theme must be wood, green or blue, not %s",
                            arguments->theme);
    strftime(date, sizeof date, "%Y.%m.%d", localtime(&today));
    options->date = date;
    options->now = monotonic_ms;
    options->random_start = !arguments->fen && options->setup.start.variant == RK_CHESS960;
    return exit_status(play_game(options));
}

int play_command(int argc, char **argv)
{
    struct arguments a = {.fen = NULL};
    struct play_options p = {.flip = false};
    const struct option options[] = {
        option_choice("--variant", "NAME", "the variant to play", command_variant_names,
                      &a.variant),
        option_text("--fen", "FEN", "start from this position", &a.fen),
        option_text("--clock", "CLOCK", "play with clocks: 5+3, 40/90+30,30+30, 5d3", &a.clock),
        option_flag("--engine", "play against the engine at full strength", &a.engine),
        option_number("--level", "N", "play against the engine at a level, 1 to 8", &a.level, 1,
                      RK_LEVEL_COUNT),
        option_number("--elo", "N", "play against the engine at a rating, 500 to 3000", &a.elo,
                      RK_ELO_MIN, RK_ELO_MAX),
        option_choice("--side", "SIDE", "your side: white, black or random", "white black random",
                      &a.side),
        option_number("--movetime", "MS", "milliseconds for each move of the engine", &a.move_time,
                      1, 3600000),
        option_number("--nodes", "N",
                      "nodes for each move of the engine; makes its play repeatable", &a.nodes, 1,
                      ~0UL),
        option_text("--white", "NAME", "name of the player of White", &a.names[RK_WHITE]),
        option_text("--black", "NAME", "name of the player of Black", &a.names[RK_BLACK]),
        option_flag("--flip", "show the board from Black's side", &p.flip),
        option_flag("--auto-flip", "turn the board to the side to move", &p.auto_flip),
        option_flag("--letters", "draw pieces as letters", &p.letters),
        option_choice("--theme", "NAME", "the colours of the board: wood, green or blue",
                      "wood green blue", &a.theme),
        option_flag("--blindfold", "hide the pieces", &p.blindfold),
        option_flag("--no-mouse", "leave the mouse to the terminal", &p.no_mouse),
        option_flag("--resume", "continue the latest unfinished game", &p.resume),
        option_flag("--plain", "line by line, even on a terminal", &p.plain),
        option_flag("--board", "line by line: print the board after each move", &p.board),
    };
    struct command_line line = {
        .command = "play",
        .usage = "[options]",
        .description = "Plays a game between two people at one keyboard, or against "
                       "the engine. Type moves\n"
                       "(Nf3, g1f3), use the arrow keys and Enter, or click; type help "
                       "for the commands. Without\n"
                       "a terminal, each line of input is a move or a command, and "
                       "the exit status is 1 if\n"
                       "one was refused.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return play_with(&a, &p);
}
