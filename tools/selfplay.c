/* SPDX-License-Identifier: MIT */
/* Plays the engine against itself and appends the games to a file:
 *
 *     selfplay FILE --seed N [--nodes N] [--games N] [--openings FILE] [--network FILE]
 *
 * Stop it at any time and start it again with the same options: it continues where it stopped. Use
 * another seed and file for each process. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "rookery/network.h"
#include "selfplay/play.h"

enum { HASH_MIB = 2, REPORT_MS = 10000, BOOK_LINES = 10000 };

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    is_interrupted = 1;
}

struct arguments {
    const char *file, *openings, *network;
    struct selfplay_settings settings;
    uint64_t games;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "selfplay: %s: %s\n", what, why);
    exit(3);
}

static uint64_t parse_number(const char *text, uint64_t max)
{
    char *end;
    errno = 0;
    const uint64_t number = text ? strtoull(text, &end, 10) : 0;
    if (!text || *text < '0' || *text > '9' || *end || errno || number > max) {
        fprintf(stderr, "selfplay: expected a number up to %" PRIu64 ", not %s\n", max,
                text ? text : "nothing");
        exit(2);
    }
    return number;
}

static bool parse_option(struct arguments *arguments, const char *name, const char *value)
{
    if (!strcmp(name, "--seed"))
        arguments->settings.seed = parse_number(value, UINT64_MAX);
    else if (!strcmp(name, "--nodes"))
        arguments->settings.nodes = (uint32_t)parse_number(value, UINT32_MAX);
    else if (!strcmp(name, "--games"))
        arguments->games = parse_number(value, UINT64_MAX);
    else if (!strcmp(name, "--openings"))
        arguments->openings = value;
    else if (!strcmp(name, "--network"))
        arguments->network = value;
    else
        return false;
    return value;
}

static struct arguments parse_arguments(char **words)
{
    struct arguments arguments = {.settings = {.nodes = 500}, .games = UINT64_MAX};
    for (; *words; words++)
        if (**words != '-')
            arguments.file = *words;
        else if (parse_option(&arguments, words[0], words[1]))
            words++;
        else
            arguments.settings.seed = 0;
    if (!arguments.file || !arguments.settings.seed || !arguments.settings.nodes) {
        fprintf(stderr, "usage: selfplay FILE --seed N [--nodes N] [--games N] [--openings FILE] "
                        "[--network FILE]\n");
        exit(2);
    }
    return arguments;
}

static void play_games(const struct arguments *arguments, rk_engine *engine,
                       const struct openings *openings, struct game_writer *writer)
{
    static struct selfplay_game game;
    const int64_t start = monotonic_ms();
    int64_t next_report = start + REPORT_MS;
    uint64_t plies = 0;
    while (!is_interrupted && writer->next_number < arguments->games) {
        const bool kept =
            selfplay_play(engine, openings, &arguments->settings, writer->next_number, &game);
        if (!game_writer_add(writer, kept ? &game : NULL))
            fail(arguments->file, strerror(errno));
        plies += kept ? game.count : 0;
        if (monotonic_ms() < next_report)
            continue;
        next_report = monotonic_ms() + REPORT_MS;
        fprintf(stderr, "%" PRIu64 " games, %" PRIu64 " plies, %.0f plies/s\n", writer->next_number,
                plies, (double)plies * 1000 / (double)(monotonic_ms() - start));
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct arguments arguments = parse_arguments(argv + 1);
    rk_engine_options options = {.hash_mib = HASH_MIB, .threads = 1, .now = monotonic_callback};
    const struct openings_request request = {.path = arguments.openings,
                                             .variant = RK_STANDARD,
                                             .plies = OPENING_PLIES_MAX,
                                             .seed = arguments.settings.seed,
                                             .book_lines = BOOK_LINES};
    struct openings openings = {0};
    struct game_writer writer;
    rk_engine *engine;
    rk_network *network = NULL;
    rk_fault fault;
    if (!request.path && openings_default(&openings, RK_STANDARD))
        fail("openings", rk_err_text(RK_NO_MEMORY));
    if (request.path && openings_load(&openings, &request, &fault))
        fail(arguments.openings, fault.text);
    if (arguments.network && rk_network_open(arguments.network, &network, &fault))
        fail(arguments.network, fault.text);
    options.network = network;
    if (rk_engine_create(&options, &engine))
        fail("engine", rk_err_text(RK_NO_MEMORY));
    if (game_writer_open(&writer, arguments.file, &arguments.settings, &fault))
        fail(arguments.file, fault.text);
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    play_games(&arguments, engine, &openings, &writer);
    if (!game_writer_close(&writer))
        fail(arguments.file, strerror(errno));
    rk_engine_destroy(engine);
    rk_network_close(network);
    openings_fini(&openings);
    return 0;
}
