/* SPDX-License-Identifier: MIT */
#include "net/net.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <uv.h>

#include "net/connection.h"
#include "net/engine_workers.h"
#include "net/http_connection.h"
#include "net/mailer.h"
#include "net/workers.h"

enum {
    BACKLOG = 4096,
    WORK_QUEUE_MAX = 32,
    SEARCH_QUEUE_MAX = 10000, /* at most one search for each game of the engine */
    FILES_RESERVED = 96,      /* for the store, and for connections that get a 503 */
    REJECTED_MAX = 32,        /* connections over the limit that get a 503; the rest are closed */
    CONNECTIONS_MAX = 1000000,
    STOP_MS = 800,  /* for the server to stop */
    DRAIN_MS = 200, /* then, to send the queued data */
    STOP_STEP_MS = 20,
    SLEEP_MAX_MS = 60000
};

enum phase { SERVING, STOPPING, DRAINING, DONE };

struct net {
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_prepare_t prepare;
    uv_timer_t deadline, sweep;
    uv_async_t wake;
    uv_signal_t terminate, interrupt;
    struct connections connections;
    struct workers *workers;
    struct engine_workers *engine_workers; /* NULL: no engine */
    struct mailer *mailer;                 /* NULL: no mail server */
    struct server *server;
    void (*ready)(void *context);
    void *ready_context;
    bool is_ready;
    bool has_waiting; /* a connection waits to be accepted until the server is ready */
    size_t connections_max;
    enum phase phase;
    int64_t phase_ends_at;
    char address[ADDRESS_SIZE + 16];
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

/* ---- the server's environment ---- */

static void fill_random(void *context, void *out, size_t size)
{
    (void)context;
    randombytes_buf(out, size);
}

static bool submit_work(void *context, struct work *work)
{
    struct net *net = context;
    return workers_submit(net->workers, work);
}

static bool submit_search(void *context, struct move_search *search)
{
    struct net *net = context;
    return engine_workers_submit(net->engine_workers, search);
}

static bool submit_mail(void *context, const struct mail *mail)
{
    struct net *net = context;
    return mailer_send(net->mailer, mail);
}

struct server_env net_env(struct net *net)
{
    return (struct server_env){.context = net,
                               .random = fill_random,
                               .queue_work = submit_work,
                               .search_move = net->engine_workers ? submit_search : NULL,
                               .send_mail = net->mailer ? submit_mail : NULL};
}

void net_wake(void *net)
{
    uv_async_send(&((struct net *)net)->wake);
}

/* ---- accepting connections ---- */

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

static void close_new_connection(uv_stream_t *listener)
{
    uv_tcp_t *tcp = calloc(1, sizeof *tcp);
    if (!tcp || uv_tcp_init(listener->loop, tcp)) {
        free(tcp);
        return;
    }
    (void)uv_accept(listener, (uv_stream_t *)tcp);
    uv_close((uv_handle_t *)tcp, free_handle);
}

static void accept_connection(struct net *net)
{
    uv_stream_t *listener = (uv_stream_t *)&net->listener;
    const size_t count = net->connections.count;
    net->has_waiting = false;
    if (count < net->connections_max)
        http_connection_accept(&net->connections, listener);
    else if (count < net->connections_max + REJECTED_MAX)
        http_connection_reject(&net->connections, listener);
    else
        close_new_connection(listener);
}

/* Accepts no connection until the server is ready; until then, libuv holds back the others. */
static void on_connection(uv_stream_t *listener, int status)
{
    struct net *net = listener->data;
    if (status)
        log_line(net->connections.log, LOG_WARNING, "cannot accept a connection: %s",
                 uv_strerror(status));
    else if (net->is_ready)
        accept_connection(net);
    else
        net->has_waiting = true;
}

/* ---- one iteration of the loop ---- */

static void become_ready(struct net *net)
{
    net->is_ready = true;
    if (net->ready)
        net->ready(net->ready_context);
    if (net->has_waiting && net->phase == SERVING)
        accept_connection(net);
}

static void change_phase(struct net *net, int64_t now)
{
    if (net->phase == STOPPING && (server_stopped(net->server) || now >= net->phase_ends_at)) {
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
    if (sleep < 0 || connections_are_busy(&net->connections))
        sleep = 0;
    uv_update_time(&net->loop);
    uv_timer_start(&net->deadline, ignore_timer, (uint64_t)sleep, 0);
}

/* Runs before the loop sleeps, when all events of this iteration have been handled. */
static void run_iteration(uv_prepare_t *prepare)
{
    struct net *net = prepare->data;
    int64_t now = net_now(net);
    workers_collect(net->workers);
    if (net->engine_workers)
        engine_workers_collect(net->engine_workers);
    if (net->mailer)
        mailer_collect(net->mailer);
    connections_report_gone(&net->connections, now);
    const int64_t deadline = server_advance(net->server, now);
    if (!net->is_ready && server_ready(net->server))
        become_ready(net);
    connections_flush(&net->connections);
    now = net_now(net);
    change_phase(net, now);
    set_deadline(net, now, deadline);
}

static void on_sweep_timer(uv_timer_t *timer)
{
    struct net *net = timer->data;
    connections_sweep(&net->connections, net_now(net));
}

static void ignore_wake(uv_async_t *wake)
{
    (void)wake;
}

/* A second signal stops at once instead of waiting for the server. */
static void on_stop_signal(uv_signal_t *signal, int number)
{
    struct net *net = signal->data;
    const int64_t now = net_now(net);
    if (net->phase != SERVING) {
        net->phase_ends_at = now;
        return;
    }
    log_line(net->connections.log, LOG_INFO, "stopping: %s",
             number == SIGINT ? "SIGINT" : "SIGTERM");
    net->phase = STOPPING;
    net->phase_ends_at = now + STOP_MS;
    uv_close((uv_handle_t *)&net->listener, NULL);
    server_stop(net->server, now);
}

/* ---- running ---- */

static void start_handles(struct net *net)
{
    uv_prepare_start(&net->prepare, run_iteration);
    uv_timer_start(&net->sweep, on_sweep_timer, 0, 1000 / SWEEPS_PER_SECOND);
    uv_signal_start(&net->terminate, on_stop_signal, SIGTERM);
    uv_signal_start(&net->interrupt, on_stop_signal, SIGINT);
}

/* Afterwards nothing in `net` points to the server. */
static void shut_down(struct net *net)
{
    workers_finish(net->workers);
    if (net->engine_workers)
        engine_workers_finish(net->engine_workers);
    if (net->mailer)
        mailer_finish(net->mailer);
    connections_finish(&net->connections);
    connections_report_gone(&net->connections, net_now(net));
    connections_break(&net->connections);
    uv_prepare_stop(&net->prepare);
    uv_timer_stop(&net->sweep);
    uv_timer_stop(&net->deadline);
}

void net_run(struct net *net, struct server *server, void (*ready)(void *context), void *context)
{
    net->server = net->connections.server = server;
    net->ready = ready;
    net->ready_context = context;
    start_handles(net);
    while (net->phase != DONE)
        uv_run(&net->loop, UV_RUN_ONCE);
    shut_down(net);
}

/* ---- creating ---- */

/* "127.0.0.1:8080", "[::1]:8080", "localhost:8080", ":8080" for all addresses. */
static bool parse_listen(const char *text, struct sockaddr_storage *out)
{
    char host[ADDRESS_SIZE];
    const char *colon = strrchr(text, ':');
    const size_t size = colon ? (size_t)(colon - text) : 0;
    if (!colon || size >= sizeof host || !colon[1] || strspn(colon + 1, "0123456789") > 5 ||
        colon[1 + strspn(colon + 1, "0123456789")])
        return false;
    const int port = (int)strtol(colon + 1, NULL, 10);
    if (port > UINT16_MAX)
        return false;
    memcpy(host, text, size);
    host[size] = '\0';
    if (host[0] == '[' && host[size - 1] == ']') {
        host[size - 1] = '\0';
        return !uv_ip6_addr(host + 1, port, (struct sockaddr_in6 *)out);
    }
    const char *name = !size ? "0.0.0.0" : !strcmp(host, "localhost") ? "127.0.0.1" : host;
    return !uv_ip4_addr(name, port, (struct sockaddr_in *)out);
}

static void store_bound_address(struct net *net)
{
    struct sockaddr_storage bound;
    int size = sizeof bound;
    char host[ADDRESS_SIZE] = "";
    if (uv_tcp_getsockname(&net->listener, (struct sockaddr *)&bound, &size))
        return;
    const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)&bound;
    const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)&bound;
    const bool is_ipv6 = bound.ss_family == AF_INET6;
    if (is_ipv6)
        uv_ip6_name(ipv6, host, sizeof host);
    else
        uv_ip4_name(ipv4, host, sizeof host);
    const uint16_t port = is_ipv6 ? ipv6->sin6_port : ipv4->sin_port;
    snprintf(net->address, sizeof net->address, is_ipv6 ? "[%s]:%d" : "%s:%d", host, ntohs(port));
}

/* Raises the limit on open files as far as allowed. Returns how many connections fit. */
static size_t raise_file_limit(unsigned requested)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return requested ? requested : 1;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files))
        getrlimit(RLIMIT_NOFILE, &files);
    const size_t limit =
        files.rlim_cur < CONNECTIONS_MAX ? (size_t)files.rlim_cur : (size_t)CONNECTIONS_MAX;
    const size_t max = limit / 2 > FILES_RESERVED ? limit - FILES_RESERVED : limit / 2;
    return requested && requested < max ? requested : max;
}

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
    net->listener.data = net->prepare.data = net->sweep.data = net;
    net->terminate.data = net->interrupt.data = net;
    uv_prepare_init(loop, &net->prepare);
    uv_timer_init(loop, &net->deadline);
    uv_timer_init(loop, &net->sweep);
    uv_signal_init(loop, &net->terminate);
    uv_signal_init(loop, &net->interrupt);
    uv_tcp_init(loop, &net->listener);
    return uv_async_init(loop, &net->wake, ignore_wake);
}

static int listen_at(struct net *net, const struct sockaddr_storage *address)
{
    const int err = uv_tcp_bind(&net->listener, (const struct sockaddr *)address, 0);
    return err ? err : uv_listen((uv_stream_t *)&net->listener, BACKLOG, on_connection);
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
    workers_destroy(net->workers);
    engine_workers_destroy(net->engine_workers);
    mailer_destroy(net->mailer);
    connections_break(&net->connections);
    uv_run(&net->loop, UV_RUN_NOWAIT);
    uv_walk(&net->loop, close_handle, NULL);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    uv_loop_close(&net->loop);
    connections_fini(&net->connections);
    free(net);
}

static rk_err init_net(struct net *net, const struct net_options *options)
{
    net->connections.log = options->log;
    net->connections.trusted = options->trusted;
    net->connections.timeouts = fill_timeouts(options->timeouts);
    net->connections_max = raise_file_limit(options->connections_max);
    if (connections_init(&net->connections) || init_handles(net))
        return RK_NO_MEMORY;
    net->workers = workers_create(1, WORK_QUEUE_MAX, net_wake, net);
    if (options->engine_threads)
        net->engine_workers =
            engine_workers_create(options->engine_threads, SEARCH_QUEUE_MAX, net_wake, net);
    if (options->mail.url)
        net->mailer = mailer_create(&options->mail, net_wake, net);
    net_set_now(net, wall_clock_ms());
    const bool has_all = net->workers && (net->engine_workers || !options->engine_threads) &&
                         (net->mailer || !options->mail.url);
    return has_all ? RK_OK : RK_NO_MEMORY;
}

rk_err net_create(const struct net_options *options, struct net **out, char *why, size_t why_size)
{
    struct sockaddr_storage address = {0};
    if (!parse_listen(options->listen, &address)) {
        snprintf(why, why_size, "cannot listen on %s: not ADDRESS:PORT", options->listen);
        return RK_BAD_SYNTAX;
    }
    struct net *net = calloc(1, sizeof *net);
    if (!net || sodium_init() < 0 || uv_loop_init(&net->loop)) {
        snprintf(why, why_size, "out of memory, or no source of randomness");
        free(net);
        return RK_NO_MEMORY;
    }
    signal(SIGPIPE, SIG_IGN);
    rk_err err = init_net(net, options);
    const int status = err ? UV_ENOMEM : listen_at(net, &address);
    if (status) {
        snprintf(why, why_size, "cannot listen on %s: %s", options->listen, uv_strerror(status));
        net_destroy(net);
        return err ? err : RK_CANNOT_OPEN;
    }
    store_bound_address(net);
    *out = net;
    return RK_OK;
}

const char *net_address(const struct net *net)
{
    return net->address;
}
