/* SPDX-License-Identifier: MIT */
/* rookery bench: parses the arguments and calls src/loadtest and src/bench. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/search_speed.h"
#include "bench/tactics.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "cmd/subcommands.h"
#include "engine/bench.h"
#include "loadtest/bus_load.h"
#include "loadtest/loadtest.h"

enum {
    GAMES_MAX = 100000,
    SECONDS_MAX = 86400,
    COMPARE_ROUNDS_MAX = 100,
    DEPTH_MAX = 60,
    TIME_MAX = 3600000,
    TACTICS_HASH_MIB = 16,
    ERROR_SIZE = 512
};

static const double rate_max = 10000;

static void print_error(const char *message)
{
    command_fail("bench", EXIT_SYSTEM_ERROR, "%s", message);
}

// ---- server -----------------------------------------------------------------------------------

static bool parse_rate(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end != text && !*end && *out >= 0 && *out <= rate_max)
        return true;
    fputs("rookery bench: --rate must be a number from 0 to 10000\n", stderr);
    return false;
}

static int run_server(int argc, char **argv)
{
    struct loadtest_options test = {
        .games = 100, .seconds = 10, .warm_up = 2, .rounds = 3, .warn = print_error};
    const char *rate = "1";
    const struct option options[] = {
        {"--games", "N", "games at once (default: 100)", .number = &test.games, .min = 1,
         .max = GAMES_MAX},
        {"--rate", "R", "moves per second in each game (default: 1); 0: no delay", .text = &rate},
        {"--seconds", "S", "duration of the measurement (default: 10)", .number = &test.seconds,
         .min = 1, .max = SECONDS_MAX},
        {"--warm-up", "S", "seconds of play before the measurement (default: 2)",
         .number = &test.warm_up, .max = SECONDS_MAX},
        {"--spectators", "N", "connections that watch the first game", .number = &test.spectators,
         .max = GAMES_MAX},
        {"--find-rate", NULL, "raise the rate until p99 exceeds 50 ms or moves fall behind",
         .flag = &test.find_rate},
        {"--forwarded", NULL,
         "give each guest an address in X-Forwarded-For; the server must trust this machine",
         .flag = &test.forwards},
        {"--url", "URL,...", "test a running server, or several nodes (default: start one)",
         .text = &test.url},
        {"--pid", "PID,...", "with --url: the processes to measure", .text = &test.pids},
        {"--peer", "FILE", "test another server, started with `node FILE`", .text = &test.peer},
        {"--compare", "FILE", "compare Rookery with another server, started with `node FILE`",
         .text = &test.compare},
        {"--rounds", "N", "with --compare: number of rounds (default: 3)", .number = &test.rounds,
         .min = 1, .max = COMPARE_ROUNDS_MAX}};
    struct command_line line = {
        .command = "bench server",
        .usage = "[options]",
        .description =
            "Plays many games at once on a server. Measures how long a move takes from one player\n"
            "to the other, and how much processor time and memory the server uses.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!parse_rate(rate, &test.rate))
        return EXIT_USAGE;
    char error[ERROR_SIZE];
    if (loadtest_run(&test, error, sizeof error))
        return EXIT_OK;
    print_error(error);
    return EXIT_SYSTEM_ERROR;
}

// ---- bus --------------------------------------------------------------------------------------

static int run_bus(int argc, char **argv)
{
    struct bus_load_options load = {.rate = 2000, .seconds = 10, .subjects = 1000};
    const struct option options[] = {
        {"--bus", "URL", "NATS to measure (default: the bus within one process)",
         .text = &load.url},
        {"--rate", "R", "messages per second (default: 2000), and a tenth as many requests",
         .number = &load.rate, .min = 10, .max = 1000000},
        {"--seconds", "S", "duration of the measurement (default: 10)", .number = &load.seconds,
         .min = 1, .max = SECONDS_MAX},
        {"--subjects", "N", "subjects that the messages are spread over (default: 1000)",
         .number = &load.subjects, .min = 1, .max = BUS_LOAD_SUBJECTS_MAX}};
    struct command_line line = {.command = "bench bus",
                                .usage = "[options]",
                                .description =
                                    "Sends messages and requests from one node to another over a "
                                    "bus. Measures how long they\n"
                                    "take, and counts what is lost, duplicated and out of order.",
                                .options = options,
                                .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    char error[ERROR_SIZE];
    if (bus_load_run(&load, error, sizeof error))
        return EXIT_OK;
    print_error(error);
    return EXIT_SYSTEM_ERROR;
}

// ---- search -----------------------------------------------------------------------------------

static int run_search(int argc, char **argv)
{
    struct search_speed_options speed = {.time_ms = 100, .rounds = 3, .hash_mib = BENCH_HASH_MIB};
    const struct option options[] = {
        {"--depth", "N", "depth (default: 12; with --threads: 15)", .number = &speed.depth,
         .min = 1, .max = DEPTH_MAX},
        {"--peer", "COMMAND", "compare with this UCI engine, with equal time", .text = &speed.peer},
        {"--movetime", "MS", "with --peer: time for each position (default: 100)",
         .number = &speed.time_ms, .min = 1, .max = TIME_MAX},
        {"--threads", "N", "compare one thread with N threads", .number = &speed.threads, .min = 2,
         .max = RK_THREADS_MAX},
        {"--rounds", "N", "number of rounds; the median counts (default: 3)",
         .number = &speed.rounds, .min = 1, .max = SEARCH_SPEED_ROUNDS_MAX},
        {"--hash", "MB", "size of the hash table (default: 16)", .number = &speed.hash_mib,
         .min = 1, .max = RK_HASH_MAX}};
    struct command_line line = {
        .command = "bench search",
        .usage = "[options]",
        .description =
            "Searches the positions of `rookery uci bench` and measures nodes per second.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (speed.peer && (speed.threads || speed.depth)) {
        fputs("rookery bench search: --peer cannot be used with --depth or --threads\n", stderr);
        return EXIT_USAGE;
    }
    char error[ERROR_SIZE];
    if (search_speed_run(&speed, error, sizeof error))
        return EXIT_OK;
    print_error(error);
    return EXIT_SYSTEM_ERROR;
}

// ---- tactics ----------------------------------------------------------------------------------

static int run_tactics(int argc, char **argv)
{
    struct tactics_options tactics = {.time_ms = 1000, .hash_mib = TACTICS_HASH_MIB};
    unsigned long min_solved = 0;
    const struct option options[] = {
        {"--movetime", "MS", "time for each position (default: 1000)", .number = &tactics.time_ms,
         .min = 1, .max = TIME_MAX},
        {"--engine", "COMMAND", "UCI engine to test (default: Rookery)", .text = &tactics.engine},
        {"--hash", "MB", "size of its hash table (default: 16)", .number = &tactics.hash_mib,
         .min = 1, .max = RK_HASH_MAX},
        {"--min-solved", "N", "exit with 1 if fewer positions are solved", .number = &min_solved,
         .max = ~0UL},
        {"--all", NULL, "also print solved positions", .flag = &tactics.show_solved},
        {"--quiet", NULL, "show no progress", .flag = &tactics.quiet}};
    struct command_line line = {
        .command = "bench tactics",
        .usage = "FILE [options]",
        .description =
            "Lets an engine search the positions of an EPD file and counts how many it solves: it\n"
            "plays one of the best moves (bm) and none of those to avoid (am).",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = &tactics.file,
        .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (!tactics.file) {
        fputs("rookery bench tactics: FILE is required\n", stderr);
        return EXIT_USAGE;
    }
    char error[ERROR_SIZE] = "";
    struct tactics_score score = {0, 0};
    const enum tactics_status status = tactics_run(&tactics, &score, error, sizeof error);
    if (status == TACTICS_OK)
        return score.solved < min_solved ? EXIT_DATA_ERROR : EXIT_OK;
    print_error(error);
    return status == TACTICS_BAD_FILE ? EXIT_DATA_ERROR : EXIT_SYSTEM_ERROR;
}

// ---- the command ------------------------------------------------------------------------------

int bench_command(int argc, char **argv)
{
    static const struct subcommand rows[] = {
        {"server", run_server, "load-test a server"},
        {"bus", run_bus, "measure the bus between servers"},
        {"search", run_search, "measure how fast the engine searches"},
        {"tactics", run_tactics, "count how many positions of an EPD file an engine solves"},
    };
    static const struct subcommands table = {
        .command = "bench", .noun = "benchmark", .rows = rows, .count = sizeof rows / sizeof *rows};
    return subcommands_run(&table, argc, argv);
}
