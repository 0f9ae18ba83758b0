/* SPDX-License-Identifier: MIT */
/* rookery think: an engine worker, which searches for servers that ask over the bus. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "bus/bus.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "net/engine_slots.h"
#include "net/evaluation_threads.h"
#include "net/service_manager.h"
#include "net/think_worker.h"
#include "rookery/tablebase.h"

enum { HASH_MAX_MIB = 65536, SLEEP_MAX_MS = 60000, ERROR_SIZE = 512 };

struct think {
    const char *bus_url, *credentials, *ca_file, *syzygy, *log_level, *log_format;
    unsigned long threads, hash_mib;
    struct log log;
    rk_tablebase *tablebase; /* NULL: none */
    struct bus *bus;
    struct bus_watch watch; /* the bus's socket */
    struct think_worker *worker;
};

/* A byte in the pipe wakes the loop: the bus, a search or a signal has something for it. */
static int wake_pipe[2];
static volatile sig_atomic_t stop_signals;

static void wake_loop(void *context)
{
    (void)context;
    const ssize_t written = write(wake_pipe[1], "", 1); // a full pipe already has a byte
    (void)written;
}

static void on_stop_signal(int number)
{
    const int error = errno;
    (void)number;
    stop_signals++;
    wake_loop(NULL);
    errno = error;
}

static void watch_bus(void *context, const struct bus_watch *watch)
{
    struct think *think = context;
    think->watch = *watch;
}

// ---- opening ---------------------------------------------------------------------------------

static int open_pipe(void)
{
    struct sigaction action = {.sa_handler = on_stop_signal};
    sigemptyset(&action.sa_mask);
    if (pipe(wake_pipe))
        return command_fail("think", EXIT_SYSTEM_ERROR, "%s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        (void)fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
        (void)fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    return EXIT_OK;
}

static int open_log(struct think *think)
{
    const int level = log_level_from_name(think->log_level);
    const int format = log_format_from_name(think->log_format);
    if (level < 0)
        return command_fail("think", EXIT_USAGE, "--log: expected error, warning, info or debug");
    if (format < 0)
        return command_fail("think", EXIT_USAGE, "--log-format: expected text or json");
    think->log.level = (enum log_level)level;
    think->log.format = (enum log_format)format;
    return EXIT_OK;
}

static int open_tables(struct think *think)
{
    rk_fault fault;
    if (think->syzygy && rk_tablebase_open(think->syzygy, &think->tablebase, &fault))
        return command_fail("think", EXIT_SYSTEM_ERROR, "--syzygy: %s", fault.text);
    return EXIT_OK;
}

static int check_bus(const struct think *think)
{
    const char *const files[] = {think->credentials, think->ca_file};
    char error[ERROR_SIZE];
    if (!think->bus_url)
        return command_fail("think", EXIT_USAGE,
                            "--bus is required, such as --bus nats://127.0.0.1:4222");
    if (bus_check_url(think->bus_url, error, sizeof error))
        return command_fail("think", EXIT_USAGE, "--bus: %s", error);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && access(files[i], R_OK))
            return command_fail("think", EXIT_SYSTEM_ERROR, "%s: %s", files[i], strerror(errno));
    return EXIT_OK;
}

static int open_bus(struct think *think)
{
    struct bus_options options = {.url = think->bus_url,
                                  .credentials = think->credentials,
                                  .ca_file = think->ca_file,
                                  .log = &think->log,
                                  .wake = wake_loop,
                                  .watch = watch_bus,
                                  .loop = think};
    char error[ERROR_SIZE];
    const int status = check_bus(think);
    if (status)
        return status;
    if (getrandom(&options.node, sizeof options.node, 0) != sizeof options.node)
        return command_fail("think", EXIT_SYSTEM_ERROR, "no source of randomness");
    if (bus_open(&options, &think->bus, error, sizeof error))
        return command_fail("think", EXIT_SYSTEM_ERROR, "--bus: %s", error);
    return EXIT_OK;
}

static int open_worker(struct think *think)
{
    think->worker =
        think_worker_create(&(struct think_worker_options){.bus = think->bus,
                                                           .threads = (unsigned)think->threads,
                                                           .hash_mib = (unsigned)think->hash_mib,
                                                           .tablebase = think->tablebase,
                                                           .wake = wake_loop});
    if (!think->worker)
        return command_fail("think", EXIT_SYSTEM_ERROR, "cannot start %lu threads", think->threads);
    return EXIT_OK;
}

// ---- running ---------------------------------------------------------------------------------

static void wait_for_wake(const struct think *think, int64_t until)
{
    char bytes[64];
    const int64_t left = until - monotonic_ms();
    struct pollfd entries[] = {
        {.fd = wake_pipe[0], .events = POLLIN},
        {.fd = think->watch.socket,
         .events =
             (short)(think->watch.writes ? POLLIN | POLLOUT : POLLIN)}}; // or -1, which is ignored
    (void)poll(entries, 2, (int)(left < 0 ? 0 : left > SLEEP_MAX_MS ? SLEEP_MAX_MS : left));
    if (entries[1].revents)
        think->watch.ready(think->watch.context);
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0)
        continue;
}

static void stop_worker(struct think *think)
{
    service_manager_notify("STOPPING=1");
    log_line(&think->log, LOG_INFO, "stopping");
    think_worker_stop(think->worker);
}

static void poll_worker(struct think *think, bool stopping)
{
    const int64_t now = monotonic_ms(), poll_at = bus_poll(think->bus, now);
    think_worker_collect(think->worker);
    const int64_t flush_at = bus_flush(think->bus, now);
    if (!stopping || !think_worker_is_idle(think->worker))
        wait_for_wake(think, poll_at < flush_at ? poll_at : flush_at);
}

/* A first signal ends this when the searches are done, a second one at once. */
static void run_worker(struct think *think)
{
    while (!stop_signals)
        poll_worker(think, false);
    stop_worker(think);
    while (stop_signals < 2 && !think_worker_is_idle(think->worker))
        poll_worker(think, true);
}

static void close_all(struct think *think)
{
    think_worker_destroy(think->worker);
    if (think->bus)
        bus_close(think->bus);
    rk_tablebase_close(think->tablebase);
}

static int run_think(struct think *think)
{
    int status = open_log(think);
    if (!status)
        status = open_tables(think);
    if (!status)
        status = open_pipe();
    if (!status)
        status = open_bus(think);
    if (!status)
        status = open_worker(think);
    if (!status) {
        log_line(&think->log, LOG_INFO, "rookery " ROOKERY_VERSION " thinks on %lu thread%s",
                 think->threads, think->threads == 1 ? "" : "s");
        service_manager_notify("READY=1");
        run_worker(think);
        const struct think_worker_stats stats = think_worker_stats(think->worker);
        log_line(&think->log, LOG_INFO,
                 "stopped: %llu moves, %llu evaluations, %llu requests while busy, %llu invalid",
                 (unsigned long long)stats.moves, (unsigned long long)stats.evaluations,
                 (unsigned long long)stats.busy, (unsigned long long)stats.refused);
    }
    close_all(think);
    return status;
}

// ---- the command -----------------------------------------------------------------------------

static unsigned long default_threads(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > ENGINE_SLOTS_MAX ? ENGINE_SLOTS_MAX : (unsigned long)count;
}

int think_command(int argc, char **argv)
{
    static struct think think = {.log_level = "info",
                                 .log_format = "text",
                                 .hash_mib = EVALUATION_HASH_MIB,
                                 .watch = {.socket = -1}};
    think.threads = default_threads();
    think.bus_url = getenv("ROOKERY_BUS"); // not visible in the list of processes
    const struct option options[] = {
        option_text("--bus", "URL",
                    "NATS of the servers, such as nats://127.0.0.1:4222 (default: $ROOKERY_BUS)",
                    &think.bus_url),
        option_text("--bus-credentials", "FILE",
                    "file with the credentials (JWT and key) of a NATS user", &think.credentials),
        option_text("--bus-ca-file", "FILE",
                    "CA certificates (PEM) for a tls:// NATS (default: the system's)",
                    &think.ca_file),
        option_number("--threads", "N", "searches at a time (default: one per processor)",
                      &think.threads, 1, ENGINE_SLOTS_MAX),
        option_number("--hash", "MIB", "hash table of an evaluation (default: 32)", &think.hash_mib,
                      1, HASH_MAX_MIB),
        option_text("--syzygy", "DIRS",
                    "folders with Syzygy endgame tables, separated by colons, for evaluations",
                    &think.syzygy),
        option_choice("--log", "LEVEL", "log level: error, warning, info (default) or debug",
                      "error warning info debug", &think.log_level),
        option_choice("--log-format", "FORMAT", "text (default) or json", "text json",
                      &think.log_format)};
    struct command_line line = {
        .command = "think",
        .usage = "--bus URL [options]",
        .description =
            "Runs an engine worker. Servers on the same NATS send it positions of games against\n"
            "the computer, and positions to evaluate. Start as many workers as you like, on any\n"
            "machine; without one, servers search on their own threads. After SIGTERM, a worker\n"
            "finishes its searches and exits.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return run_think(&think);
}
