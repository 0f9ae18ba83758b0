/* SPDX-License-Identifier: MIT */
/* rookery bench: how much a server bears, and beside another one in the same run; how fast the
 * engine searches; what it finds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cmd/benchload.h"
#include "cmd/benchsearch.h"
#include "cmd/benchserver.h"
#include "cmd/benchtactics.h"
#include "cmd/command.h"
#include "cmd/options.h"

enum {
    GAMES_MAX = 100000,
    SECONDS_MAX = 86400,
    WARM_SECONDS = 2,
    STEP_SECONDS = 5,
    RATE_STEPS = 40,
    ROUNDS_MAX = 100,
    FILES_SPARE = 64
};

static const double p99_wanted_ms = 50, held_share = 0.95, rate_factor = 1.25;

struct bench {
    unsigned long games, seconds, spectators, pid, rounds;
    const char *rate_text, *url, *peer, *compare;
    double rate;
    bool find_rate;
};

/* One load on one server. */
struct trial {
    const char *name;
    struct subject subject;
    struct load *load;
    struct load_result result;
    double server_seconds, client_seconds, memory;
};

static double own_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Every connection is a file, here and in the server, which inherits the limit.
static void allow_files(unsigned long wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    const rlim_t files = (rlim_t)wanted + FILES_SPARE;
    if (limit.rlim_max < files)
        fprintf(stderr, "rookery bench: this needs %lu open files, and %lu are allowed\n",
                (unsigned long)files, (unsigned long)limit.rlim_max);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// ---- trials -----------------------------------------------------------------------------------

static void end_trial(struct trial *trial)
{
    load_destroy(trial->load);
    trial->load = NULL;
    subject_stop(&trial->subject);
}

static bool begin_trial(struct trial *trial, const struct bench *bench, const char *peer)
{
    const char *const words[] = {"node", peer, NULL};
    *trial = (struct trial){.name = peer ? "peer" : "rookery"};
    if (peer ? !subject_start_other(words, &trial->subject) : !subject_start(&trial->subject))
        return false;
    trial->load = load_create(trial->subject.url, bench->games);
    if (!trial->load)
        end_trial(trial);
    return trial->load;
}

static void run_trial(struct trial *trial, double seconds, double rate)
{
    const double server = subject_seconds(&trial->subject), client = own_seconds();
    load_play(trial->load, seconds, rate, &trial->result);
    trial->server_seconds = subject_seconds(&trial->subject) - server;
    trial->client_seconds = own_seconds() - client;
    trial->memory = subject_memory(&trial->subject);
}

static double moves_per_second(const struct trial *trial)
{
    return (double)trial->result.moves / trial->result.seconds;
}

static double moves_per_cpu_second(const struct trial *trial)
{
    return trial->server_seconds > 0 ? (double)trial->result.moves / trial->server_seconds : 0;
}

static void print_heading(void)
{
    printf("%-10s %9s %9s %8s %8s %8s %8s %9s %9s %10s %8s\n", "", "wanted/s", "moves/s", "p50 ms",
           "p90 ms", "p99 ms", "max ms", "server %", "client %", "moves/cpu", "RSS MB");
}

static void print_trial(const struct trial *trial, double wanted)
{
    const struct load_result *result = &trial->result;
    printf("%-10s %9.0f %9.0f %8.2f %8.2f %8.2f %8.2f %9.1f %9.1f %10.0f %8.1f\n", trial->name,
           wanted, moves_per_second(trial), result->p50, result->p90, result->p99, result->most,
           100 * trial->server_seconds / result->seconds,
           100 * trial->client_seconds / result->seconds, moves_per_cpu_second(trial),
           trial->memory / 1e6);
    if (result->refused || result->closed)
        printf("%-10s %zu commands refused, %zu connections lost\n", "", result->refused,
               result->closed);
    fflush(stdout);
}

static void print_line(const struct trial *trial, const struct bench *bench, double rate)
{
    const struct load_result *result = &trial->result;
    printf("{\"bench\":\"server\",\"subject\":\"%s\",\"games\":%lu,\"rate\":%.3f,"
           "\"seconds\":%.2f,\"moves\":%zu,\"moves_per_second\":%.1f,\"p50_ms\":%.3f,"
           "\"p90_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f,\"server_cpu\":%.3f,"
           "\"client_cpu\":%.3f,\"moves_per_cpu_second\":%.0f,\"rss_bytes\":%.0f,"
           "\"finished\":%zu,\"behind\":%zu,\"refused\":%zu,\"closed\":%zu}\n",
           trial->name, bench->games, rate, result->seconds, result->moves, moves_per_second(trial),
           result->p50, result->p90, result->p99, result->most, trial->server_seconds,
           trial->client_seconds, moves_per_cpu_second(trial), trial->memory, result->finished,
           result->behind, result->refused, result->closed);
}

// ---- what is asked ----------------------------------------------------------------------------

static bool is_held(const struct trial *trial, double wanted)
{
    return trial->result.p99 <= p99_wanted_ms && moves_per_second(trial) >= held_share * wanted &&
           !trial->result.closed;
}

/* Raises the rate until it is not held any more; leaves the last one that was. */
static double find_rate(struct trial *trial, const struct bench *bench)
{
    double held = 0;
    struct trial best = *trial;
    double rate = bench->rate;
    for (int step = 0; step < RATE_STEPS; step++, rate *= rate_factor) {
        const double wanted = rate * (double)bench->games;
        run_trial(trial, WARM_SECONDS, rate);
        run_trial(trial, STEP_SECONDS, rate);
        print_trial(trial, wanted);
        if (!is_held(trial, wanted))
            break;
        held = rate;
        best = *trial;
    }
    printf("%s holds %.0f moves a second with a p99 of at most %.0f ms\n", trial->name,
           held * (double)bench->games, p99_wanted_ms);
    *trial = best;
    return held;
}

static void spectate(struct trial *trial, const struct bench *bench)
{
    const double before = subject_memory(&trial->subject);
    const size_t watching = load_spectate(trial->load, bench->spectators);
    const double after = subject_memory(&trial->subject);
    const double each = watching ? (after - before) / (double)watching : 0;
    printf("%zu of %lu spectators watch; %.0f bytes of the server's memory each\n", watching,
           bench->spectators, each);
    printf("{\"bench\":\"spectators\",\"subject\":\"%s\",\"spectators\":%zu,\"bytes_each\":%.0f}\n",
           trial->name, watching, each);
}

static int measure(const struct bench *bench)
{
    struct trial trial;
    if (bench->url) {
        trial = (struct trial){.name = "server", .subject = {.pid = (pid_t)bench->pid}};
        trial.load = load_create(bench->url, bench->games);
    } else if (!begin_trial(&trial, bench, bench->peer)) {
        return EXIT_SYSTEM_ERROR;
    }
    if (!trial.load)
        return EXIT_SYSTEM_ERROR;
    if (bench->spectators)
        spectate(&trial, bench);
    double rate = bench->rate;
    print_heading();
    if (bench->find_rate) {
        rate = find_rate(&trial, bench);
    } else {
        run_trial(&trial, WARM_SECONDS, rate);
        run_trial(&trial, (double)bench->seconds, rate);
        print_trial(&trial, rate * (double)bench->games);
    }
    print_line(&trial, bench, rate);
    end_trial(&trial);
    return EXIT_OK;
}

static void add_to(struct trial *sum, const struct trial *trial)
{
    sum->result.moves += trial->result.moves;
    sum->result.seconds += trial->result.seconds;
    sum->server_seconds += trial->server_seconds;
}

/* Both are up at the same time and are loaded in turn, so that a busy machine is busy
 * for both; what counts is the sum of all rounds. */
static void compare_rounds(struct trial trials[2], const struct bench *bench)
{
    struct trial sums[2] = {{.name = trials[0].name}, {.name = trials[1].name}};
    print_heading();
    for (unsigned long round = 0; round < bench->rounds; round++) {
        for (int i = 0; i < 2; i++) {
            run_trial(&trials[i], 1, bench->rate);
            run_trial(&trials[i], (double)bench->seconds, bench->rate);
            print_trial(&trials[i], bench->rate * (double)bench->games);
            add_to(&sums[i], &trials[i]);
        }
    }
    const double ours = moves_per_cpu_second(&sums[0]), theirs = moves_per_cpu_second(&sums[1]);
    const double ratio = theirs > 0 ? ours / theirs : 0;
    printf("moves per processor second: rookery %.0f, every move on disk; peer %.0f, in memory "
           "only: %.1f times\n",
           ours, theirs, ratio);
    printf("{\"bench\":\"compare\",\"games\":%lu,\"rate\":%.3f,\"rookery\":%.0f,\"peer\":%.0f,"
           "\"ratio\":%.2f}\n",
           bench->games, bench->rate, ours, theirs, ratio);
}

static int compare(const struct bench *bench)
{
    struct trial trials[2];
    if (!begin_trial(&trials[0], bench, NULL))
        return EXIT_SYSTEM_ERROR;
    if (!begin_trial(&trials[1], bench, bench->compare)) {
        end_trial(&trials[0]);
        return EXIT_SYSTEM_ERROR;
    }
    compare_rounds(trials, bench);
    end_trial(&trials[1]);
    end_trial(&trials[0]);
    return EXIT_OK;
}

// ---- the command ------------------------------------------------------------------------------

static bool read_rate(struct bench *bench)
{
    char *end;
    bench->rate = strtod(bench->rate_text, &end);
    const bool good = end != bench->rate_text && !*end && bench->rate >= 0 && bench->rate <= 1e4;
    if (!good)
        fputs("rookery bench: --rate must be a number from 0 to 10000\n", stderr);
    return good;
}

static int measure_server(int argc, char **argv)
{
    struct bench bench = {.games = 100, .seconds = 10, .rounds = 3, .rate_text = "1"};
    const struct option options[] = {
        {"--games", "N", "so many games at once (100)", .number = &bench.games, .min = 1,
         .max = GAMES_MAX},
        {"--rate", "R", "moves a second in each game (1); 0: as fast as moves arrive",
         .text = &bench.rate_text},
        {"--seconds", "S", "measure so long (10)", .number = &bench.seconds, .min = 1,
         .max = SECONDS_MAX},
        {"--spectators", "N", "so many watch the first game", .number = &bench.spectators,
         .max = GAMES_MAX},
        {"--find-rate", NULL, "raise the rate until p99 is above 50 ms or moves fall behind",
         .flag = &bench.find_rate},
        {"--url", "URL", "load a server that runs, instead of one started here",
         .text = &bench.url},
        {"--pid", "PID", "with --url: the process whose use of the machine is measured",
         .number = &bench.pid, .max = 1UL << 30},
        {"--peer", "FILE", "load a peer, started by `node FILE`, instead", .text = &bench.peer},
        {"--compare", "FILE", "load ours and that peer in turn", .text = &bench.compare},
        {"--rounds", "N", "with --compare: how often in turn (3)", .number = &bench.rounds,
         .min = 1, .max = ROUNDS_MAX}};
    const char *words[1];
    struct command_line line = {
        .command = "bench",
        .usage = "server [options], search [options], or tactics FILE [options]",
        .description =
            "server: plays many games at once on a server and measures how long a move takes from\n"
            "one player to the other, and what the server uses for it; its options follow. "
            "search:\n"
            "how many nodes a second the engine makes. tactics: how many best moves of an EPD "
            "file\n"
            "an engine finds. `rookery bench search --help`, `rookery bench tactics --help` say "
            "more.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = words,
        .arguments_max = 1};
    const enum options_result read = options_parse(&line, argc, argv);
    if (read != OPTIONS_OK)
        return read == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    if (line.argument_count != 1 || strcmp(words[0], "server") != 0) {
        fputs(
            "rookery bench: what to measure? try: rookery bench server, search, or tactics FILE\n",
            stderr);
        return EXIT_USAGE;
    }
    if (!read_rate(&bench))
        return EXIT_USAGE;
    allow_files(2 * bench.games * (bench.compare ? 2 : 1) + bench.spectators);
    return bench.compare ? compare(&bench) : measure(&bench);
}

int bench_command(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "tactics"))
        return tactics_bench(argc - 1, argv + 1);
    if (argc > 1 && !strcmp(argv[1], "search"))
        return search_bench(argc - 1, argv + 1);
    return measure_server(argc, argv);
}
