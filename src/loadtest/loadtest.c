/* SPDX-License-Identifier: MIT */
#include "loadtest/loadtest.h"

#include <stdio.h>
#include <sys/resource.h>

#include "loadtest/game_load.h"
#include "loadtest/server_process.h"

enum {
    STEP_WARM_SECONDS = 2,
    STEP_SECONDS = 5,
    RATE_STEPS = 40,
    FILES_SPARE = 64 /* descriptors besides the connections */
};

/* A server keeps up while its p99 is at most p99_max_ms and min_share of the moves arrive. */
static const double p99_max_ms = 50, min_share = 0.95, rate_factor = 1.25;

/* A load on a server. */
struct trial {
    const char *name;
    struct server_process server;
    struct game_load *load;
    struct game_load_result result;
    double server_seconds, client_seconds, memory;
    double seconds_each[SERVER_PROCESSES_MAX]; /* the parts of server_seconds */
    size_t process_count;
};

static double own_cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Every connection needs a descriptor, here and in the server, which inherits the limit.
static void raise_file_limit(const struct loadtest_options *options)
{
    struct rlimit limit;
    const unsigned long connections =
        2 * options->games * (options->compare ? 2 : 1) + options->spectators;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    const rlim_t files = (rlim_t)connections + FILES_SPARE;
    if (limit.rlim_max < files) {
        char message[128];
        snprintf(message, sizeof message, "%lu open files are needed, but the limit is %lu",
                 (unsigned long)files, (unsigned long)limit.rlim_max);
        options->warn(message);
    }
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// ---- trials -----------------------------------------------------------------------------------

static void stop_trial(struct trial *trial)
{
    game_load_destroy(trial->load);
    trial->load = NULL;
    server_process_stop(&trial->server);
}

static bool start_trial(struct trial *trial, const struct loadtest_options *options,
                        const char *peer, char *error, size_t error_size)
{
    const char *const arguments[] = {"node", peer, NULL};
    *trial = (struct trial){.name = peer ? "peer" : "rookery"};
    const bool started =
        peer ? server_process_start_other(arguments, &trial->server, error, error_size)
             : server_process_start(&trial->server, error, error_size);
    if (!started)
        return false;
    trial->load = game_load_create(trial->server.url, options->games, options->forwards,
                                   options->warn, error, error_size);
    if (!trial->load)
        stop_trial(trial);
    return trial->load;
}

static void run_trial(struct trial *trial, double seconds, double rate)
{
    double before[SERVER_PROCESSES_MAX], *each = trial->seconds_each;
    const double client = own_cpu_seconds();
    (void)server_process_cpu_each(&trial->server, before);
    game_load_play(trial->load, seconds, rate, &trial->result);
    trial->process_count = server_process_cpu_each(&trial->server, each);
    trial->server_seconds = 0;
    for (size_t i = 0; i < trial->process_count; i++)
        trial->server_seconds += each[i] -= before[i];
    trial->client_seconds = own_cpu_seconds() - client;
    trial->memory = server_process_memory(&trial->server);
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
    printf("%-10s %9s %9s %8s %8s %8s %8s %9s %9s %10s %8s\n", "", "target/s", "moves/s", "p50 ms",
           "p90 ms", "p99 ms", "max ms", "server %", "client %", "moves/cpu", "RSS MB");
}

static void print_trial(const struct trial *trial, double target)
{
    const struct game_load_result *result = &trial->result;
    printf("%-10s %9.0f %9.0f %8.2f %8.2f %8.2f %8.2f %9.1f %9.1f %10.0f %8.1f\n", trial->name,
           target, moves_per_second(trial), result->p50, result->p90, result->p99, result->max,
           100 * trial->server_seconds / result->seconds,
           100 * trial->client_seconds / result->seconds, moves_per_cpu_second(trial),
           trial->memory / 1e6);
    if (result->refused || result->closed)
        printf("%-10s %zu commands refused, %zu connections lost\n", "", result->refused,
               result->closed);
    fflush(stdout);
}

static void print_json(const struct trial *trial, const struct loadtest_options *options,
                       double rate)
{
    const struct game_load_result *result = &trial->result;
    printf("{\"bench\":\"server\",\"subject\":\"%s\",\"games\":%lu,\"rate\":%.3f,"
           "\"seconds\":%.2f,\"moves\":%zu,\"moves_per_second\":%.1f,\"p50_ms\":%.3f,"
           "\"p90_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f,\"server_cpu\":%.3f,"
           "\"client_cpu\":%.3f,\"moves_per_cpu_second\":%.0f,\"rss_bytes\":%.0f,"
           "\"finished\":%zu,\"behind\":%zu,\"refused\":%zu,\"closed\":%zu,\"cpu_each\":[",
           trial->name, options->games, rate, result->seconds, result->moves,
           moves_per_second(trial), result->p50, result->p90, result->p99, result->max,
           trial->server_seconds, trial->client_seconds, moves_per_cpu_second(trial), trial->memory,
           result->finished, result->behind, result->refused, result->closed);
    for (size_t i = 0; i < trial->process_count; i++)
        printf("%s%.6f", i ? "," : "", trial->seconds_each[i]);
    puts("]}");
}

// ---- measurements -----------------------------------------------------------------------------

static bool keeps_up(const struct trial *trial, double target)
{
    return trial->result.p99 <= p99_max_ms && moves_per_second(trial) >= min_share * target &&
           !trial->result.closed;
}

/* Raises the rate until the server does not keep up any more. Returns the last rate at which it
 * did, and leaves that result in the trial. */
static double find_rate(struct trial *trial, const struct loadtest_options *options)
{
    double best_rate = 0;
    struct trial best = *trial;
    double rate = options->rate;
    for (int step = 0; step < RATE_STEPS; step++, rate *= rate_factor) {
        const double target = rate * (double)options->games;
        run_trial(trial, STEP_WARM_SECONDS, rate);
        run_trial(trial, STEP_SECONDS, rate);
        print_trial(trial, target);
        if (!keeps_up(trial, target))
            break;
        best_rate = rate;
        best = *trial;
    }
    printf("%s sustains %.0f moves per second with a p99 of at most %.0f ms\n", trial->name,
           best_rate * (double)options->games, p99_max_ms);
    *trial = best;
    return best_rate;
}

static void add_spectators(struct trial *trial, const struct loadtest_options *options)
{
    const double before = server_process_memory(&trial->server);
    const size_t watching = game_load_spectate(trial->load, options->spectators);
    const double after = server_process_memory(&trial->server);
    const double each = watching ? (after - before) / (double)watching : 0;
    printf("%zu of %lu spectators connected; %.0f bytes of server memory each\n", watching,
           options->spectators, each);
    printf("{\"bench\":\"spectators\",\"subject\":\"%s\",\"spectators\":%zu,\"bytes_each\":%.0f}\n",
           trial->name, watching, each);
}

static bool measure_one(const struct loadtest_options *options, char *error, size_t error_size)
{
    struct trial trial;
    if (options->url) {
        trial = (struct trial){.name = "server"};
        if (!server_process_attach(options->pids, &trial.server)) {
            snprintf(error, error_size, "--pid must be numbers of processes, at most %d",
                     SERVER_PROCESSES_MAX);
            return false;
        }
        trial.load = game_load_create(options->url, options->games, options->forwards,
                                      options->warn, error, error_size);
        if (!trial.load)
            return false;
    } else if (!start_trial(&trial, options, options->peer, error, error_size)) {
        return false;
    }
    if (options->spectators)
        add_spectators(&trial, options);
    double rate = options->rate;
    print_heading();
    if (options->find_rate) {
        rate = find_rate(&trial, options);
    } else {
        run_trial(&trial, (double)options->warm_up, rate);
        run_trial(&trial, (double)options->seconds, rate);
        print_trial(&trial, rate * (double)options->games);
    }
    print_json(&trial, options, rate);
    stop_trial(&trial);
    return true;
}

static void add_trial(struct trial *sum, const struct trial *trial)
{
    sum->result.moves += trial->result.moves;
    sum->result.seconds += trial->result.seconds;
    sum->server_seconds += trial->server_seconds;
}

/* Both servers run at the same time and are loaded in turn, so that other load on the machine
 * affects both. The sum of all rounds counts. */
static void compare_rounds(struct trial trials[2], const struct loadtest_options *options)
{
    struct trial sums[2] = {{.name = trials[0].name}, {.name = trials[1].name}};
    print_heading();
    for (unsigned long round = 0; round < options->rounds; round++) {
        for (int i = 0; i < 2; i++) {
            run_trial(&trials[i], 1, options->rate);
            run_trial(&trials[i], (double)options->seconds, options->rate);
            print_trial(&trials[i], options->rate * (double)options->games);
            add_trial(&sums[i], &trials[i]);
        }
    }
    const double ours = moves_per_cpu_second(&sums[0]), theirs = moves_per_cpu_second(&sums[1]);
    const double ratio = theirs > 0 ? ours / theirs : 0;
    printf("moves per processor second: rookery %.0f, every move on disk; peer %.0f, in memory "
           "only: %.1f times\n",
           ours, theirs, ratio);
    printf("{\"bench\":\"compare\",\"games\":%lu,\"rate\":%.3f,\"rookery\":%.0f,\"peer\":%.0f,"
           "\"ratio\":%.2f}\n",
           options->games, options->rate, ours, theirs, ratio);
}

static bool compare_servers(const struct loadtest_options *options, char *error, size_t error_size)
{
    struct trial trials[2];
    if (!start_trial(&trials[0], options, NULL, error, error_size))
        return false;
    if (!start_trial(&trials[1], options, options->compare, error, error_size)) {
        stop_trial(&trials[0]);
        return false;
    }
    compare_rounds(trials, options);
    stop_trial(&trials[1]);
    stop_trial(&trials[0]);
    return true;
}

bool loadtest_run(const struct loadtest_options *options, char *error, size_t error_size)
{
    raise_file_limit(options);
    return options->compare ? compare_servers(options, error, error_size)
                            : measure_one(options, error, error_size);
}
