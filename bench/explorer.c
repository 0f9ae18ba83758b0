/* SPDX-License-Identifier: MIT */
/* Measures questions to an opening database:
 *     explorer DB
 * Prints lines `name value unit`. Questions are about positions that games of the database reached
 * after up to 20 plies, half of them after up to 10; each is asked twice, and the second time
 * counts, in processor time. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/monotonic.h"
#include "base/prng.h"
#include "explorer/position_index.h"
#include "explorer/query.h"
#include "explorer/search.h"
#include "rookery/fen.h"

enum { QUESTIONS = 20000, THREADS = 2 };

static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare_times(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

static void print_times(const char *name, double *times, size_t count)
{
    qsort(times, count, sizeof *times, compare_times);
    printf("%s median %.1f µs, 99 %% below %.1f µs\n", name, 1e6 * times[count / 2],
           1e6 * times[count * 99 / 100]);
}

static rk_position choose_position(const struct database *database, struct prng *prng)
{
    const uint64_t games = database->header.game_count;
    rk_position pos;
    for (;;) {
        const uint32_t game = (uint32_t)(prng_next(prng) % games);
        const uint32_t plies = prng_below(prng, prng_below(prng, 2) ? 11 : 21);
        struct position_entry entry;
        if (position_index_replay(database, game, plies, &pos) &&
            position_index_find(database, &pos, &entry))
            return pos;
    }
}

static void measure_questions(const struct database *database)
{
    static struct statistics statistics;
    static double lookups[QUESTIONS], answers[QUESTIONS];
    struct prng prng = {1};
    struct buffer json = {.bytes = NULL};
    for (int i = 0; i < QUESTIONS; i++) {
        const rk_position pos = choose_position(database, &prng);
        for (int round = 0; round < 2; round++) {
            const double start = processor_seconds();
            query_position(database, &pos, NULL, &statistics);
            lookups[i] = processor_seconds() - start;
            buffer_clear(&json);
            query_write_json(database, &pos, &statistics, NULL, &json);
            answers[i] = processor_seconds() - start;
        }
    }
    buffer_fini(&json);
    print_times("query", lookups, QUESTIONS);
    print_times("query as JSON", answers, QUESTIONS);
}

static void measure_search(const struct database *database, const char *name,
                           const struct filter *filter)
{
    struct buffer found = {.bytes = NULL};
    const struct search_options options = {.filter = filter, .threads = THREADS};
    const double start = monotonic_seconds(), processor = processor_seconds();
    if (!search_games(database, &options, &found))
        return;
    printf("search for %s: %zu games, %.3f s on %d threads, %.3f s of processor time\n", name,
           found.size / sizeof(uint32_t), monotonic_seconds() - start, THREADS,
           processor_seconds() - processor);
    buffer_fini(&found);
}

static void measure_condition(const struct database *database, enum filter_condition condition,
                              const char *name, const char *text)
{
    static struct filter filter;
    filter_init(&filter);
    if (!filter_parse(&filter, condition, text, NULL))
        measure_search(database, name, &filter);
}

int main(int argc, char **argv)
{
    struct database database;
    rk_fault fault;
    if (argc != 2) {
        fputs("usage: explorer DB\n", stderr);
        return 2;
    }
    const double start = monotonic_seconds();
    if (explorer_open(argv[1], &database, &fault)) {
        fprintf(stderr, "explorer: %s: %s\n", argv[1], fault.text);
        return 1;
    }
    printf("open %.3f ms\n", 1e3 * (monotonic_seconds() - start));
    if (!database.header.game_count)
        return 0;
    measure_questions(&database);
    struct prng prng = {2};
    static struct filter filter;
    filter_init(&filter);
    const rk_position pos = choose_position(&database, &prng);
    filter_set_position(&filter, &pos);
    measure_search(&database, "a position", &filter);
    measure_condition(&database, FILTER_MATERIAL, "material KRPvKR", "KRPvKR");
    measure_condition(&database, FILTER_PATTERN, "a pattern", "Nf5 Qd1 kg8 ph6");
    measure_condition(&database, FILTER_PLAYER, "a player", "petro");
    database_close(&database);
    return 0;
}
