/* SPDX-License-Identifier: MIT */
#include "cmd/benchsearch.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "engine/bench.h"
#include "platform/monotonic.h"
#include "rookery/fen.h"
#include "uci/external.h"

enum {
    THREADS_DEPTH = 15, /* with several threads: deep enough that they meet */
    DEPTH_MAX = 60,
    TIME_DEFAULT = 100,
    ROUNDS_DEFAULT = 3,
    ROUNDS_MAX = 100,
    GRACE = 5000,
    WHY_MAX = 256
};

struct request {
    unsigned long depth, time, threads, rounds, hash;
    const char *peer;
};

static int compare_numbers(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* Puts them in order. */
static double median(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

// ---- our own engine, to a depth ---------------------------------------------------------------

static bool make_engine(const struct request *request, unsigned threads, rk_engine **out)
{
    const rk_engine_options options = {
        .hash_mib = request->hash, .threads = threads, .now = monotonic_callback};
    const bool made = !rk_engine_create(&options, out);
    if (!made)
        fputs("rookery bench: there is not enough memory\n", stderr);
    return made;
}

/* All positions, each with nothing known. Returns the seconds of the searches alone. */
static double search_all(rk_engine *engine, unsigned long depth, uint64_t *nodes)
{
    const rk_search_limits limits = {.depth = (unsigned)depth};
    double seconds = 0;
    const char *fen;
    *nodes = 0;
    for (size_t i = 0; (fen = bench_position(i)); i++) {
        rk_position pos;
        rk_search_result result;
        if (rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL))
            continue;
        rk_engine_forget(engine);
        const double start = monotonic_seconds();
        rk_engine_search(engine, &pos, 1, &limits, NULL, NULL, &result);
        seconds += monotonic_seconds() - start;
        *nodes += result.nodes;
    }
    return seconds;
}

static int measure_alone(const struct request *request)
{
    rk_engine *engine;
    double speeds[ROUNDS_MAX];
    uint64_t nodes = 0;
    const unsigned long depth = request->depth ? request->depth : BENCH_DEPTH;
    if (!make_engine(request, 1, &engine))
        return EXIT_SYSTEM_ERROR;
    for (unsigned long round = 0; round < request->rounds; round++) {
        const double seconds = search_all(engine, depth, &nodes);
        speeds[round] = (double)nodes / seconds;
        printf("round %lu: %" PRIu64 " nodes to depth %lu in %.3f s, %.0f a second\n", round + 1,
               nodes, depth, seconds, speeds[round]);
        fflush(stdout);
    }
    rk_engine_destroy(engine);
    const double speed = median(speeds, request->rounds);
    printf("median: %.0f nodes a second\n", speed);
    printf("{\"bench\":\"search\",\"depth\":%lu,\"rounds\":%lu,\"nodes\":%" PRIu64
           ",\"nps\":%.0f}\n",
           depth, request->rounds, nodes, speed);
    return EXIT_OK;
}

// ---- one thread and several -------------------------------------------------------------------

static void tell_speedup(const struct request *request, unsigned long depth, double times[2],
                         double speedup)
{
    printf("median: depth %lu in %.3f s with one thread, in %.3f s with %lu: %.2f times as fast\n",
           depth, times[0], times[1], request->threads, speedup);
    printf("{\"bench\":\"threads\",\"depth\":%lu,\"rounds\":%lu,\"threads\":%lu,\"one\":%.4f,"
           "\"several\":%.4f,\"speedup\":%.3f}\n",
           depth, request->rounds, request->threads, times[0], times[1], speedup);
}

static void compare_threads(const struct request *request, rk_engine *const engines[2])
{
    double times[2][ROUNDS_MAX], speedups[ROUNDS_MAX];
    const unsigned long depth = request->depth ? request->depth : THREADS_DEPTH;
    for (unsigned long round = 0; round < request->rounds; round++) {
        uint64_t nodes[2];
        for (unsigned i = 0; i < 2; i++)
            times[i][round] = search_all(engines[i], depth, &nodes[i]);
        speedups[round] = times[0][round] / times[1][round];
        printf("round %lu: depth %lu in %.3f s (%.0f nodes a second) with one thread, "
               "in %.3f s (%.0f) with %lu: %.2f times as fast\n",
               round + 1, depth, times[0][round], (double)nodes[0] / times[0][round],
               times[1][round], (double)nodes[1] / times[1][round], request->threads,
               speedups[round]);
        fflush(stdout);
    }
    double medians[2];
    for (unsigned i = 0; i < 2; i++)
        medians[i] = median(times[i], request->rounds);
    tell_speedup(request, depth, medians, median(speedups, request->rounds));
}

static int measure_threads(const struct request *request)
{
    rk_engine *engines[2] = {NULL, NULL};
    const bool made = make_engine(request, 1, &engines[0]) &&
                      make_engine(request, (unsigned)request->threads, &engines[1]);
    if (made)
        compare_threads(request, engines);
    rk_engine_destroy(engines[1]);
    rk_engine_destroy(engines[0]);
    return made ? EXIT_OK : EXIT_SYSTEM_ERROR;
}

// ---- beside another engine --------------------------------------------------------------------

/* One of the two, as a process: both are asked the same way. */
struct rival {
    struct external *external;
    uint64_t nodes;
    int64_t took; /* milliseconds, of this round */
    double speeds[ROUNDS_MAX];
};

static bool start_rival(struct rival *rival, const struct request *request, const char *command)
{
    char hash[32], why[WHY_MAX] = "";
    const char *const settings[] = {hash, "Threads=1", "Use NNUE=false", NULL};
    // Our own has no such option; another without it may say so, and goes on.
    const char *const ours[] = {hash, "Threads=1", NULL};
    const struct external_options options = {.command = command,
                                             .settings = command == request->peer ? settings : ours,
                                             .now = monotonic_callback};
    snprintf(hash, sizeof hash, "Hash=%lu", request->hash);
    if (!external_start(&options, &rival->external, why, sizeof why))
        return true;
    fprintf(stderr, "rookery bench: %s\n", why);
    return false;
}

static bool ask_rival(struct rival *rival, const char *fen, const struct request *request)
{
    const rk_search_limits limits = {.move_time = (int64_t)request->time};
    struct external_reply answer;
    if (!external_new_game(rival->external, RK_STANDARD) ||
        external_search(rival->external, fen, "", &limits, limits.move_time + GRACE, &answer) !=
            EXTERNAL_REPLIED) {
        fprintf(stderr, "rookery bench: %s does not answer\n", external_name(rival->external));
        return false;
    }
    rival->nodes += answer.nodes;
    rival->took += answer.elapsed;
    return true;
}

/* All positions, asked in turn; who is asked first changes. */
static bool run_round(struct rival rivals[2], const struct request *request, unsigned long round)
{
    const char *fen;
    for (unsigned i = 0; i < 2; i++) {
        rivals[i].nodes = 0;
        rivals[i].took = 0;
    }
    for (size_t i = 0; (fen = bench_position(i)); i++)
        for (unsigned turn = 0; turn < 2; turn++)
            if (!ask_rival(&rivals[(i + round + turn) % 2], fen, request))
                return false;
    for (unsigned i = 0; i < 2; i++)
        rivals[i].speeds[round] =
            (double)rivals[i].nodes * 1000 / (double)(rivals[i].took > 0 ? rivals[i].took : 1);
    printf("round %lu: rookery %.0f nodes a second, %s %.0f: %.3f\n", round + 1,
           rivals[0].speeds[round], external_name(rivals[1].external), rivals[1].speeds[round],
           rivals[0].speeds[round] / rivals[1].speeds[round]);
    fflush(stdout);
    return true;
}

static bool compare_rivals(struct rival rivals[2], const struct request *request)
{
    double ratios[ROUNDS_MAX];
    for (unsigned long round = 0; round < request->rounds; round++) {
        if (!run_round(rivals, request, round))
            return false;
        ratios[round] = rivals[0].speeds[round] / rivals[1].speeds[round];
    }
    const double ours = median(rivals[0].speeds, request->rounds);
    const double theirs = median(rivals[1].speeds, request->rounds);
    const double ratio = median(ratios, request->rounds);
    printf("median: rookery %.0f nodes a second, %s %.0f: %.3f times\n", ours,
           external_name(rivals[1].external), theirs, ratio);
    printf("{\"bench\":\"search-compare\",\"time_ms\":%lu,\"rounds\":%lu,\"rookery\":%.0f,"
           "\"peer\":%.0f,\"ratio\":%.3f}\n",
           request->time, request->rounds, ours, theirs, ratio);
    return true;
}

static int measure_beside(const struct request *request)
{
    struct rival rivals[2] = {{.external = NULL}, {.external = NULL}};
    signal(SIGPIPE, SIG_IGN);
    const bool measured = start_rival(&rivals[0], request, "/proc/self/exe uci") &&
                          start_rival(&rivals[1], request, request->peer) &&
                          compare_rivals(rivals, request);
    external_stop(rivals[1].external);
    external_stop(rivals[0].external);
    return measured ? EXIT_OK : EXIT_SYSTEM_ERROR;
}

// ---- the command ------------------------------------------------------------------------------

int search_bench(int argc, char **argv)
{
    struct request request = {
        .time = TIME_DEFAULT, .rounds = ROUNDS_DEFAULT, .hash = BENCH_HASH_MIB};
    const struct option options[] = {
        {"--depth", "N", "to this depth (12; with --threads 15)", .number = &request.depth,
         .min = 1, .max = DEPTH_MAX},
        {"--peer", "COMMAND", "beside this UCI engine, both for the same time",
         .text = &request.peer},
        {"--time", "MS", "with --peer: milliseconds for each position (100)",
         .number = &request.time, .min = 1, .max = 3600000},
        {"--threads", "N", "the time to the depth with one thread, and with so many",
         .number = &request.threads, .min = 2, .max = RK_THREADS_MAX},
        {"--rounds", "N", "so often; medians count (3)", .number = &request.rounds, .min = 1,
         .max = ROUNDS_MAX},
        {"--hash", "MB", "of each hash table (16)", .number = &request.hash, .min = 1,
         .max = RK_HASH_MAX}};
    struct command_line line = {
        .command = "bench search",
        .usage = "[options]",
        .description =
            "Searches the positions of `rookery uci bench` and says how many nodes a second "
            "that makes.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    const enum options_result read = options_parse(&line, argc, argv);
    if (read != OPTIONS_OK)
        return read == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (request.peer && (request.threads || request.depth)) {
        fputs("rookery bench search: --peer goes with --time, not with --depth or --threads\n",
              stderr);
        return EXIT_USAGE;
    }
    return request.peer      ? measure_beside(&request)
           : request.threads ? measure_threads(&request)
                             : measure_alone(&request);
}
