/* SPDX-License-Identifier: MIT */
#include "bench/search_speed.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "engine/bench.h"
#include "rookery/fen.h"
#include "uci/external.h"

enum {
    THREADS_DEPTH = 15, /* deep enough that the threads help each other */
    GRACE_MS = 5000
};

static int compare_numbers(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* Sorts the numbers. */
static double median(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

static bool report_no_memory(char *error, size_t error_size)
{
    snprintf(error, error_size, "%s", rk_err_text(RK_NO_MEMORY));
    return false;
}

// ---- nodes per second of our own engine -------------------------------------------------------

static bool create_engine(const struct search_speed_options *options, unsigned threads,
                          rk_engine **out)
{
    const rk_engine_options engine_options = {
        .hash_mib = options->hash_mib, .threads = threads, .now = monotonic_callback};
    return !rk_engine_create(&engine_options, out);
}

/* Searches all positions, each with an empty hash table. Returns the seconds of the searches. */
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

static bool measure_nodes(const struct search_speed_options *options, char *error,
                          size_t error_size)
{
    rk_engine *engine;
    double speeds[SEARCH_SPEED_ROUNDS_MAX];
    uint64_t nodes = 0;
    const unsigned long depth = options->depth ? options->depth : BENCH_DEPTH;
    if (!create_engine(options, 1, &engine))
        return report_no_memory(error, error_size);
    for (unsigned long round = 0; round < options->rounds; round++) {
        const double seconds = search_all(engine, depth, &nodes);
        speeds[round] = (double)nodes / seconds;
        printf("round %lu: %" PRIu64 " nodes to depth %lu in %.3f s, %.0f per second\n", round + 1,
               nodes, depth, seconds, speeds[round]);
        fflush(stdout);
    }
    rk_engine_destroy(engine);
    const double speed = median(speeds, options->rounds);
    printf("median: %.0f nodes per second\n", speed);
    printf("{\"bench\":\"search\",\"depth\":%lu,\"rounds\":%lu,\"nodes\":%" PRIu64
           ",\"nps\":%.0f}\n",
           depth, options->rounds, nodes, speed);
    return true;
}

// ---- one thread and several -------------------------------------------------------------------

static void print_speedup(const struct search_speed_options *options, unsigned long depth,
                          double times[2], double speedup)
{
    printf("median: depth %lu in %.3f s with one thread, in %.3f s with %lu: %.2f times as fast\n",
           depth, times[0], times[1], options->threads, speedup);
    printf("{\"bench\":\"threads\",\"depth\":%lu,\"rounds\":%lu,\"threads\":%lu,\"one\":%.4f,"
           "\"several\":%.4f,\"speedup\":%.3f}\n",
           depth, options->rounds, options->threads, times[0], times[1], speedup);
}

static void compare_threads(const struct search_speed_options *options, rk_engine *const engines[2])
{
    double times[2][SEARCH_SPEED_ROUNDS_MAX], speedups[SEARCH_SPEED_ROUNDS_MAX];
    const unsigned long depth = options->depth ? options->depth : THREADS_DEPTH;
    for (unsigned long round = 0; round < options->rounds; round++) {
        uint64_t nodes[2];
        for (unsigned i = 0; i < 2; i++)
            times[i][round] = search_all(engines[i], depth, &nodes[i]);
        speedups[round] = times[0][round] / times[1][round];
        printf("round %lu: depth %lu in %.3f s (%.0f nodes per second) with one thread, "
               "in %.3f s (%.0f) with %lu: %.2f times as fast\n",
               round + 1, depth, times[0][round], (double)nodes[0] / times[0][round],
               times[1][round], (double)nodes[1] / times[1][round], options->threads,
               speedups[round]);
        fflush(stdout);
    }
    double medians[2];
    for (unsigned i = 0; i < 2; i++)
        medians[i] = median(times[i], options->rounds);
    print_speedup(options, depth, medians, median(speedups, options->rounds));
}

static bool measure_threads(const struct search_speed_options *options, char *error,
                            size_t error_size)
{
    rk_engine *engines[2] = {NULL, NULL};
    const bool created = create_engine(options, 1, &engines[0]) &&
                         create_engine(options, (unsigned)options->threads, &engines[1]);
    if (created)
        compare_threads(options, engines);
    rk_engine_destroy(engines[1]);
    rk_engine_destroy(engines[0]);
    return created ? true : report_no_memory(error, error_size);
}

// ---- compared with another engine -------------------------------------------------------------

/* One of the two engines. Both run as processes, so that both have the overhead of UCI. */
struct competitor {
    struct external *engine;
    uint64_t nodes;     /* of this round */
    int64_t elapsed_ms; /* of this round */
    double speeds[SEARCH_SPEED_ROUNDS_MAX];
};

static bool start_engine(struct competitor *competitor, const struct search_speed_options *options,
                         const char *command, char *error, size_t error_size)
{
    char hash[32];
    const char *const settings[] = {hash, "Threads=1", "Use NNUE=false", NULL};
    // Our engine has no network; an engine without the option ignores it.
    const char *const own_settings[] = {hash, "Threads=1", NULL};
    const struct external_options external = {.command = command,
                                              .settings = command == options->peer ? settings
                                                                                   : own_settings,
                                              .now = monotonic_callback};
    snprintf(hash, sizeof hash, "Hash=%lu", options->hash_mib);
    return !external_start(&external, &competitor->engine, error, error_size);
}

static bool search_position(struct competitor *competitor, const char *fen,
                            const struct search_speed_options *options, char *error,
                            size_t error_size)
{
    const rk_search_limits limits = {.move_time = (int64_t)options->time_ms};
    struct external_reply reply;
    if (!external_new_game(competitor->engine, RK_STANDARD) ||
        external_search(competitor->engine, fen, "", &limits, limits.move_time + GRACE_MS,
                        &reply) != EXTERNAL_REPLIED) {
        snprintf(error, error_size, "%s does not answer", external_name(competitor->engine));
        return false;
    }
    competitor->nodes += reply.nodes;
    competitor->elapsed_ms += reply.elapsed;
    return true;
}

/* Both engines search each position; they take turns in being first. */
static bool run_round(struct competitor competitors[2], const struct search_speed_options *options,
                      unsigned long round, char *error, size_t error_size)
{
    const char *fen;
    for (unsigned i = 0; i < 2; i++) {
        competitors[i].nodes = 0;
        competitors[i].elapsed_ms = 0;
    }
    for (size_t i = 0; (fen = bench_position(i)); i++)
        for (unsigned turn = 0; turn < 2; turn++)
            if (!search_position(&competitors[(i + round + turn) % 2], fen, options, error,
                                 error_size))
                return false;
    for (unsigned i = 0; i < 2; i++)
        competitors[i].speeds[round] =
            (double)competitors[i].nodes * 1000 /
            (double)(competitors[i].elapsed_ms > 0 ? competitors[i].elapsed_ms : 1);
    printf("round %lu: rookery %.0f nodes per second, %s %.0f: %.3f\n", round + 1,
           competitors[0].speeds[round], external_name(competitors[1].engine),
           competitors[1].speeds[round],
           competitors[0].speeds[round] / competitors[1].speeds[round]);
    fflush(stdout);
    return true;
}

static bool compare_engines(struct competitor competitors[2],
                            const struct search_speed_options *options, char *error,
                            size_t error_size)
{
    double ratios[SEARCH_SPEED_ROUNDS_MAX];
    for (unsigned long round = 0; round < options->rounds; round++) {
        if (!run_round(competitors, options, round, error, error_size))
            return false;
        ratios[round] = competitors[0].speeds[round] / competitors[1].speeds[round];
    }
    const double ours = median(competitors[0].speeds, options->rounds);
    const double theirs = median(competitors[1].speeds, options->rounds);
    const double ratio = median(ratios, options->rounds);
    printf("median: rookery %.0f nodes per second, %s %.0f: %.3f times\n", ours,
           external_name(competitors[1].engine), theirs, ratio);
    printf("{\"bench\":\"search-compare\",\"time_ms\":%lu,\"rounds\":%lu,\"rookery\":%.0f,"
           "\"peer\":%.0f,\"ratio\":%.3f}\n",
           options->time_ms, options->rounds, ours, theirs, ratio);
    return true;
}

static bool measure_peer(const struct search_speed_options *options, char *error, size_t error_size)
{
    struct competitor competitors[2] = {{.engine = NULL}, {.engine = NULL}};
    signal(SIGPIPE, SIG_IGN);
    const bool measured =
        start_engine(&competitors[0], options, "/proc/self/exe uci", error, error_size) &&
        start_engine(&competitors[1], options, options->peer, error, error_size) &&
        compare_engines(competitors, options, error, error_size);
    external_stop(competitors[1].engine);
    external_stop(competitors[0].engine);
    return measured;
}

bool search_speed_run(const struct search_speed_options *options, char *error, size_t error_size)
{
    if (options->peer)
        return measure_peer(options, error, error_size);
    return options->threads ? measure_threads(options, error, error_size)
                            : measure_nodes(options, error, error_size);
}
