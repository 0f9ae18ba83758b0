/* SPDX-License-Identifier: MIT */
#include "net/net.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uv.h>

#include "core/metrics.h"
#include "net/bus_socket.h"
#include "net/connection.h"
#include "net/evaluation_threads.h"
#include "net/listeners.h"
#include "net/mailer.h"
#include "net/move_search_threads.h"
#include "net/process_metrics.h"
#include "net/puzzle_threads.h"
#include "net/remote_engine.h"
#include "net/review_threads.h"
#include "net/service_manager.h"
#include "net/signals.h"
#include "net/workers.h"

enum {
    WORK_QUEUE_MAX = 32,
    BACKGROUND_THREADS = 2,   /* so that a query does not wait for a build */
    WORK_RESERVED = 8,        /* of these: for people whose device is known; see login_form */
    EVALUATION_QUEUE_MAX = 8, /* a second each: more would keep people waiting */
    SEARCH_QUEUE_MAX = 10000, /* at most one search for each game of the engine */
    STOP_MS = 800,            /* for the server to stop, when other nodes have its games */
    DRAIN_MS = 200,           /* then, to send the queued data */
    STOP_STEP_MS = 20,
    SLEEP_MAX_MS = 60000
};

/* The pools of threads. */
enum {
    POOL_WORK,
    POOL_BACKGROUND,  /* for what takes long */
    POOL_MOVE_SEARCH, /* NULL: no engine */
    POOL_EVALUATION,  /* the same */
    POOL_PUZZLE,      /* the same */
    POOL_REVIEW,      /* NULL: games are not reviewed */
    POOL_COUNT
};

enum phase { SERVING, STOPPING, DRAINING, DONE };

struct net {
    uv_loop_t loop;
    struct listeners listeners;
    uv_prepare_t prepare;
    uv_timer_t deadline, sweep;
    uv_async_t wake;
    struct bus_socket *bus_socket; /* NULL: none */
    struct signals signals;
    void (*reload)(void *context);
    void *reload_context;
    struct connections connections;
    struct workers *pools[POOL_COUNT];
    struct remote_engine *remote_engine;    /* asked before the engine; NULL: there is no bus */
    struct rk_tablebase *tablebase;         /* borrowed; NULL: none */
    const struct named_database *explorers; /* borrowed */
    size_t explorer_count;
    const char *data_folder; /* borrowed; NULL: none */
    struct mailer *mailer;   /* NULL: no mail server */
    struct server *server;
    void (*ready)(void *context);
    void *ready_context;
    bool is_ready;
    int64_t date_offset;              /* what to add to the system's clock for dates */
    int64_t watchdog_ms, watchdog_at; /* how often the service manager wants a sign of life */
    enum phase phase;
    int64_t phase_ends_at;
    bool stop_now;     /* by a second signal */
    bool reload_waits; /* SIGHUP came before there was a server */
};

/* ---- time ---- */

static int64_t wall_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t net_now(const struct net *net)
{
    return connections_now(&net->connections);
}

void net_set_now(struct net *net, int64_t now)
{
    const int64_t ahead = now - net_now(net);
    if (ahead > 0)
        net->connections.offset += ahead;
}

void net_set_clock(struct net *net, int64_t now)
{
    net->connections.offset += now - net_now(net);
    net->date_offset = now - wall_clock_ms();
}

/* ---- the server's environment ---- */

static void fill_random(void *context, void *out, size_t size)
{
    (void)context;
    randombytes_buf(out, size);
}

static bool submit_work(void *context, struct work *work)
{
    struct net *net = context;
    return workers_submit(net->pools[POOL_WORK], work);
}

static bool submit_background(void *context, struct work *work)
{
    struct net *net = context;
    return workers_submit(net->pools[POOL_BACKGROUND], work);
}

static bool submit_local_search(void *context, struct move_search *search)
{
    struct net *net = context;
    search->is_refused = false;
    return move_search_threads_submit(net->pools[POOL_MOVE_SEARCH], search);
}

static bool submit_local_evaluation(void *context, struct evaluation *evaluation)
{
    struct net *net = context;
    return evaluation_threads_submit(net->pools[POOL_EVALUATION], evaluation);
}

static bool submit_search(void *context, struct move_search *search)
{
    struct net *net = context;
    return net->remote_engine ? remote_engine_search(net->remote_engine, search)
                              : submit_local_search(net, search);
}

static bool submit_evaluation(void *context, struct evaluation *evaluation)
{
    struct net *net = context;
    return net->remote_engine ? remote_engine_evaluate(net->remote_engine, evaluation)
                              : submit_local_evaluation(net, evaluation);
}

static bool submit_review(void *context, struct game_review *review)
{
    struct net *net = context;
    return review_threads_submit(net->pools[POOL_REVIEW], review);
}

static bool submit_puzzle_search(void *context, struct puzzle_game_search *search)
{
    struct net *net = context;
    return puzzle_threads_submit(net->pools[POOL_PUZZLE], search);
}

static bool submit_mail(void *context, const struct mail *mail)
{
    struct net *net = context;
    return mailer_send(net->mailer, mail);
}

static int64_t clock_us(void *context)
{
    (void)context;
    return (int64_t)(uv_hrtime() / 1000);
}

static void collect_metrics(void *context, struct metrics *metrics)
{
    const struct net *net = context;
    metrics_set_label(metrics, METRIC_CONNECTIONS, CONNECTIONS_ALL,
                      (int64_t)net->connections.count);
    metrics_set(metrics, METRIC_CONNECTIONS_MAX, (int64_t)net->listeners.connections_max);
    metrics_set(metrics, METRIC_OUTPUT_QUEUED, (int64_t)net->connections.queued);
    if (net->listeners.tls)
        metrics_set(metrics, METRIC_CERTIFICATE_LEFT,
                    (int64_t)tls_config_days_left(net->listeners.tls) * 86400);
    metrics_set_label(metrics, METRIC_QUEUE, QUEUE_WORK, workers_waiting(net->pools[POOL_WORK]));
    if (net->pools[POOL_MOVE_SEARCH])
        move_search_threads_collect_metrics(net->pools[POOL_MOVE_SEARCH], metrics);
    if (net->remote_engine)
        remote_engine_collect_metrics(net->remote_engine, metrics);
    metrics_set(metrics, METRIC_CLOCK_OFFSET, net_now(net) - wall_clock_ms());
    process_metrics_collect(metrics);
}

struct server_env net_env(struct net *net)
{
    const struct remote_engine *remote = net->remote_engine;
    struct workers *const *pools = net->pools;
    return (struct server_env){
        .context = net,
        .random = fill_random,
        .queue_work = submit_work,
        .queue_background = submit_background,
        .search_move = pools[POOL_MOVE_SEARCH] || remote ? submit_search : NULL,
        .evaluate = pools[POOL_EVALUATION] || remote ? submit_evaluation : NULL,
        .review = pools[POOL_REVIEW] ? submit_review : NULL,
        .find_puzzles = pools[POOL_PUZZLE] ? submit_puzzle_search : NULL,
        .tablebase = net->tablebase,
        .explorers = net->explorers,
        .explorer_count = net->explorer_count,
        .data_folder = net->data_folder,
        .send_mail = net->mailer ? submit_mail : NULL,
        .clock_us = clock_us,
        .collect = collect_metrics};
}

static int64_t now_callback(void *context)
{
    return net_now(context);
}

rk_err net_use_engine_workers(struct net *net, struct bus *bus)
{
    net->remote_engine = remote_engine_create(&(struct remote_engine_options){
        .bus = bus,
        .now = now_callback,
        .search_move = net->pools[POOL_MOVE_SEARCH] ? submit_local_search : NULL,
        .evaluate = net->pools[POOL_EVALUATION] ? submit_local_evaluation : NULL,
        .context = net});
    return net->remote_engine ? RK_OK : RK_NO_MEMORY;
}

void net_on_reload(struct net *net, void (*reload)(void *context), void *context)
{
    net->reload = reload;
    net->reload_context = context;
}

void net_set_trusted(struct net *net, const struct networks *trusted)
{
    net->connections.trusted = *trusted;
}

void net_wake(void *net)
{
    uv_async_send(&((struct net *)net)->wake);
}

void net_watch_bus(void *context, const struct bus_watch *watch)
{
    struct net *net = context;
    bus_socket_watch(&net->bus_socket, &net->loop, watch);
}

/* ---- one iteration of the loop ---- */

static void start_stopping(struct net *net, const char *why)
{
    const int64_t now = net_now(net);
    log_line(net->connections.log, LOG_INFO, "stopping: %s", why);
    if (!net->server) {
        net->phase = DONE;
        return;
    }
    net->phase = STOPPING;
    net->phase_ends_at = now + STOP_MS;
    service_manager_notify("STOPPING=1");
    listeners_close(&net->listeners);
    server_stop(net->server, now);
}

static void become_ready(struct net *net)
{
    net->is_ready = true;
    if (net->ready)
        net->ready(net->ready_context);
    service_manager_notify("READY=1");
    listeners_set_ready(&net->listeners);
}

static void change_phase(struct net *net, int64_t now)
{
    if (net->phase == SERVING && server_wants_restart(net->server)) {
        start_stopping(net, "a restart was planned");
    } else if (net->phase == STOPPING && server_is_leaving(net->server) && !net->stop_now) {
        net->phase_ends_at = now + STOP_MS;
    } else if (net->phase == STOPPING &&
               (server_stopped(net->server) || now >= net->phase_ends_at)) {
        connections_finish(&net->connections);
        net->phase = DRAINING;
        net->phase_ends_at = now + DRAIN_MS;
    } else if (net->phase == DRAINING && (!net->connections.count || now >= net->phase_ends_at)) {
        net->phase = DONE;
    }
}

static void ignore_timer(uv_timer_t *timer)
{
    (void)timer;
}

/* Limits how long the loop sleeps. The timer does nothing; run_iteration() does the work. */
static void set_deadline(struct net *net, int64_t now, int64_t deadline)
{
    int64_t sleep = deadline - now < SLEEP_MAX_MS ? deadline - now : SLEEP_MAX_MS;
    if (net->phase != SERVING && sleep > STOP_STEP_MS)
        sleep = STOP_STEP_MS;
    if (sleep < 0 || connections_are_busy(&net->connections) || listeners_are_busy(&net->listeners))
        sleep = 0;
    uv_update_time(&net->loop);
    uv_timer_start(&net->deadline, ignore_timer, (uint64_t)sleep, 0);
}

/* Runs before the loop sleeps, when all events of this iteration have been handled. */
static void run_iteration(uv_prepare_t *prepare)
{
    struct net *net = prepare->data;
    int64_t now = net_now(net);
    for (unsigned i = 0; i < POOL_COUNT; i++)
        if (net->pools[i])
            workers_collect(net->pools[i]);
    if (net->mailer)
        mailer_collect(net->mailer);
    connections_decrypt(&net->connections);
    connections_report_gone(&net->connections, now);
    const int64_t deadline = server_advance(net->server, now);
    if (!net->is_ready && server_ready(net->server))
        become_ready(net);
    listeners_resume(&net->listeners);
    connections_flush(&net->connections);
    now = net_now(net);
    change_phase(net, now);
    set_deadline(net, now, deadline);
}

static void on_sweep_timer(uv_timer_t *timer)
{
    struct net *net = timer->data;
    const int64_t now = net_now(net);
    connections_sweep(&net->connections, now);
    if (net->is_ready)
        server_read_clock(net->server, net_now(net), wall_clock_ms() + net->date_offset);
    if (net->watchdog_ms && now >= net->watchdog_at) {
        service_manager_notify("WATCHDOG=1");
        net->watchdog_at = now + net->watchdog_ms / 3;
    }
}

static void ignore_wake(uv_async_t *wake)
{
    (void)wake;
}

/* A second signal stops at once instead of waiting for the server. */
static void on_stop_signal(void *context, const char *why)
{
    struct net *net = context;
    if (net->phase == SERVING)
        start_stopping(net, why);
    else {
        net->stop_now = true;
        net->phase_ends_at = net_now(net);
    }
}

static void on_reload_signal(void *context)
{
    struct net *net = context;
    if (net->phase != SERVING)
        return;
    net->reload_waits = !net->server;
    if (net->reload && net->server)
        net->reload(net->reload_context);
    net_reload_certificate(net);
}

static void on_summary_signal(void *context)
{
    struct net *net = context;
    log_line(net->connections.log, LOG_INFO, "connections: %zu of %zu", net->connections.count,
             net->listeners.connections_max);
    if (net->server)
        server_log_summary(net->server);
}

/* ---- running ---- */

static void start_handles(struct net *net)
{
    uv_prepare_start(&net->prepare, run_iteration);
    uv_timer_start(&net->sweep, on_sweep_timer, 0, 1000 / SWEEPS_PER_SECOND);
}

/* Afterwards nothing in `net` points to the server. */
static void shut_down(struct net *net)
{
    workers_finish(net->pools[POOL_WORK]);
    workers_finish(net->pools[POOL_BACKGROUND]);
    if (net->remote_engine)
        remote_engine_finish(net->remote_engine);
    for (unsigned i = 0; i < POOL_COUNT; i++)
        if (net->pools[i])
            workers_finish(net->pools[i]);
    if (net->mailer)
        mailer_finish(net->mailer);
    connections_finish(&net->connections);
    connections_report_gone(&net->connections, net_now(net));
    connections_break(&net->connections);
    uv_prepare_stop(&net->prepare);
    uv_timer_stop(&net->sweep);
    uv_timer_stop(&net->deadline);
}

bool net_should_stop(void *context)
{
    struct net *net = context;
    uv_run(&net->loop, UV_RUN_NOWAIT);
    return net->phase != SERVING;
}

void net_run(struct net *net, struct server *server, void (*ready)(void *context), void *context)
{
    net->server = net->connections.server = server;
    net->ready = ready;
    net->ready_context = context;
    start_handles(net);
    if (net->reload_waits)
        on_reload_signal(net);
    while (net->phase != DONE)
        uv_run(&net->loop, UV_RUN_ONCE);
    shut_down(net);
}

/* ---- creating ---- */

static int64_t or_default(int64_t given, int64_t default_value)
{
    return given ? given : default_value;
}

static struct net_timeouts fill_timeouts(struct net_timeouts given)
{
    return (struct net_timeouts){.request_ms = or_default(given.request_ms, 10000),
                                 .idle_ms = or_default(given.idle_ms, 60000),
                                 .ping_ms = or_default(given.ping_ms, 25000),
                                 .silence_ms = or_default(given.silence_ms, 60000),
                                 .slow_ms = or_default(given.slow_ms, 30000),
                                 .linger_ms = or_default(given.linger_ms, 2000)};
}

static int init_handles(struct net *net)
{
    uv_loop_t *loop = &net->loop;
    net->prepare.data = net->sweep.data = net;
    uv_prepare_init(loop, &net->prepare);
    uv_timer_init(loop, &net->deadline);
    uv_timer_init(loop, &net->sweep);
    const struct signal_handlers handlers = {on_stop_signal, on_reload_signal, on_summary_signal,
                                             net};
    return !signals_start(&net->signals, loop, &handlers) ||
           uv_async_init(loop, &net->wake, ignore_wake);
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void net_destroy(struct net *net)
{
    if (!net)
        return;
    for (unsigned i = 0; i < POOL_COUNT; i++)
        workers_destroy(net->pools[i]);
    remote_engine_destroy(net->remote_engine);
    mailer_destroy(net->mailer);
    connections_break(&net->connections);
    uv_run(&net->loop, UV_RUN_NOWAIT);
    uv_walk(&net->loop, close_handle, NULL);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    uv_loop_close(&net->loop);
    listeners_fini(&net->listeners);
    connections_fini(&net->connections);
    free(net);
}

static bool create_engines(struct net *net, const struct net_options *options)
{
    struct workers **pools = net->pools;
    pools[POOL_MOVE_SEARCH] =
        move_search_threads_create(options->engine_threads, SEARCH_QUEUE_MAX, net_wake, net);
    pools[POOL_EVALUATION] = evaluation_threads_create(
        &(struct evaluation_threads_options){.threads = 1,
                                             .queue_max = EVALUATION_QUEUE_MAX,
                                             .hash_mib = EVALUATION_HASH_MIB,
                                             .tablebase = options->tablebase},
        net_wake, net);
    if (options->review_threads)
        pools[POOL_REVIEW] =
            review_threads_create(options->review_threads, options->review_nodes, net_wake, net);
    pools[POOL_PUZZLE] = puzzle_threads_create(net_wake, net);
    return pools[POOL_MOVE_SEARCH] && pools[POOL_EVALUATION] && pools[POOL_PUZZLE] &&
           (pools[POOL_REVIEW] || !options->review_threads);
}

static bool create_workers(struct net *net, const struct log *log)
{
    struct workers *work = workers_create(1, WORK_QUEUE_MAX, net_wake, net);
    struct workers *background = workers_create(BACKGROUND_THREADS, WORK_QUEUE_MAX, net_wake, net);
    net->pools[POOL_WORK] = work;
    net->pools[POOL_BACKGROUND] = background;
    if (!work || !background)
        return false;
    workers_set_log(work, log);
    workers_set_log(background, log);
    workers_reserve(work, WORK_RESERVED);
    return true;
}

static rk_err init_net(struct net *net, const struct net_options *options)
{
    net->connections.log = options->log;
    net->connections.trusted = options->trusted;
    net->connections.timeouts = fill_timeouts(options->timeouts);
    net->tablebase = options->tablebase;
    net->explorers = options->explorers;
    net->explorer_count = options->explorer_count;
    net->data_folder = options->data_folder;
    net->watchdog_ms = service_manager_watchdog_ms();
    if (connections_init(&net->connections) || init_handles(net))
        return RK_NO_MEMORY;
    if (!create_workers(net, options->log) ||
        (options->engine_threads && !create_engines(net, options)))
        return RK_NO_MEMORY;
    if (options->mail.url)
        net->mailer = mailer_create(&options->mail, net_wake, net);
    net_set_now(net, wall_clock_ms());
    return net->mailer || !options->mail.url ? RK_OK : RK_NO_MEMORY;
}

static rk_err open_listeners(struct net *net, const struct net_options *options, char *why,
                             size_t why_size)
{
    const struct listeners_options listeners = {.listen = options->listen,
                                                .redirect_listen = options->redirect_listen,
                                                .tls_certificate = options->tls_certificate,
                                                .tls_key = options->tls_key,
                                                .public_url = options->public_url,
                                                .activation = options->activation,
                                                .connections_max = options->connections_max,
                                                .connections_per_address =
                                                    options->connections_per_address,
                                                .unlimited = options->unlimited};
    return listeners_open(&net->listeners, &net->loop, &net->connections, &listeners, why,
                          why_size);
}

rk_err net_create(const struct net_options *options, struct net **out, char *why, size_t why_size)
{
    struct net *net = calloc(1, sizeof *net);
    if (!net || sodium_init() < 0 || uv_loop_init(&net->loop)) {
        snprintf(why, why_size, "out of memory, or no source of randomness");
        free(net);
        return RK_NO_MEMORY;
    }
    rk_err err = init_net(net, options);
    if (err)
        snprintf(why, why_size, "%s", rk_err_text(err));
    else
        err = open_listeners(net, options, why, why_size);
    if (err)
        net_destroy(net);
    else
        *out = net;
    return err;
}

const char *net_address(const struct net *net)
{
    return listeners_address(&net->listeners);
}

const char *net_redirect_address(const struct net *net)
{
    return listeners_redirect_address(&net->listeners);
}

void net_reload_certificate(struct net *net)
{
    if (net->listeners.tls)
        certificate_watch_reload(&net->listeners.watch);
}
