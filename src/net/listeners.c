/* SPDX-License-Identifier: MIT */
#include "net/listeners.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "core/metrics.h"
#include "net/eviction.h"
#include "net/http_connection.h"

enum {
    FILES_RESERVED = 96, /* for the store, and for connections that get an error */
    REJECTED_MAX = 32,   /* connections over the limit that get an error; the rest are closed */
    CONNECTIONS_MAX = 1000000,
    PER_ADDRESS_MAX = 1000,
    PER_ADDRESS_MIN = 8,
    ACCEPTED_MAX = 32, /* in one iteration: a flood of connections must not hold up the games */
    WARNING_MS = 60000
};

// ---- warnings --------------------------------------------------------------------------------

/* Whether to log it now; `left_out` is how many were not logged since the last time. */
static bool warning_is_due(struct repeated_warning *warning, int64_t now, unsigned *left_out)
{
    if (now < warning->next_at) {
        warning->left_out++;
        return false;
    }
    *left_out = warning->left_out;
    *warning = (struct repeated_warning){.next_at = now + WARNING_MS};
    return true;
}

/* Logs it at most once a minute. */
static void log_warning(struct listeners *listeners, struct repeated_warning *warning,
                        const char *text)
{
    unsigned left_out;
    if (!warning_is_due(warning, connections_now(listeners->connections), &left_out))
        return;
    if (left_out)
        log_line(listeners->connections->log, LOG_WARNING, "%s (and %u more like this)", text,
                 left_out);
    else
        log_line(listeners->connections->log, LOG_WARNING, "%s", text);
}

static void warn_full(struct listeners *listeners, bool evicted)
{
    char text[160];
    snprintf(text, sizeof text,
             evicted ? "all %zu connections are in use: closed the oldest idle one"
                     : "refused a connection: all %zu are in use",
             listeners->connections_max);
    log_warning(listeners, evicted ? &listeners->evicted : &listeners->full, text);
}

static void warn_crowded(struct listeners *listeners, const struct connection *connection)
{
    char text[160 + ADDRESS_SIZE], address[ADDRESS_SIZE];
    address_write(&connection->peer, address);
    snprintf(text, sizeof text,
             "refused a connection: %s has %zu already (connections-per-address)", address,
             listeners->connections->per_address_max);
    log_warning(listeners, &listeners->crowded, text);
}

// ---- accepting -------------------------------------------------------------------------------

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

/* If memory has run out, the connection keeps waiting: libuv reports no other one before it is
 * accepted, so it must not be forgotten. */
static void close_new_connection(struct listener *listener)
{
    uv_stream_t *stream = (uv_stream_t *)&listener->tcp;
    uv_tcp_t *tcp = calloc(1, sizeof *tcp);
    if (!tcp || uv_tcp_init(stream->loop, tcp)) {
        free(tcp);
        listener->has_waiting = true;
        return;
    }
    (void)uv_accept(stream, (uv_stream_t *)tcp);
    uv_close((uv_handle_t *)tcp, free_handle);
}

/* An error over TLS would cost a handshake, so those connections are just closed. */
static void refuse_connection(struct connections *connections, struct connection *connection,
                              unsigned status, const char *why)
{
    if (connection->tls || connections->refused >= REJECTED_MAX)
        connection_break(connection);
    else
        http_connection_refuse(connection, status, why);
}

static void admit_connection(struct listeners *listeners, struct connection *connection,
                             bool has_room)
{
    struct connections *connections = listeners->connections;
    char address[ADDRESS_SIZE];
    struct metrics *metrics = server_metrics(connections->server);
    if (!has_room) {
        warn_full(listeners, false);
        metrics_count_label(metrics, METRIC_CONNECTIONS_REFUSED, REFUSED_FULL);
        refuse_connection(connections, connection, 503, "too many connections");
        return;
    }
    address_write(&connection->peer, address);
    // Who is behind a proxy is known with the request.
    if (!connection_is_proxied(connection) && !connection_count(connection, address)) {
        warn_crowded(listeners, connection);
        metrics_count_label(metrics, METRIC_CONNECTIONS_REFUSED, REFUSED_ADDRESS);
        refuse_connection(connections, connection, 429, "too many connections from your address");
    }
}

static bool make_room(struct listeners *listeners)
{
    if (listeners->connections->count < listeners->connections_max)
        return true;
    if (!connections_evict(listeners->connections))
        return false;
    warn_full(listeners, true);
    metrics_count(server_metrics(listeners->connections->server), METRIC_CONNECTIONS_EVICTED);
    return true;
}

static void accept_connection(struct listeners *listeners, struct listener *listener)
{
    struct connections *connections = listeners->connections;
    listener->has_waiting = false;
    listeners->accepted++;
    if (connections->count >= listeners->connections_max + REJECTED_MAX) {
        warn_full(listeners, false);
        close_new_connection(listener);
        return;
    }
    const bool has_room = make_room(listeners);
    struct connection *connection =
        http_connection_accept(connections, (uv_stream_t *)&listener->tcp);
    if (!connection) {
        close_new_connection(listener); // it may have failed before the connection was accepted
        return;
    }
    connection->redirects = listener->redirects;
    connection->redirect_port = listener->redirects ? listener_port(&listeners->items[0]) : 0;
    if (listeners->tls && !listener->redirects && !connection_start_tls(connection, listeners->tls))
        connection_break(connection);
    else
        admit_connection(listeners, connection, has_room);
}

/* While a connection waits to be accepted, libuv holds back the others. */
static void on_connection(uv_stream_t *stream, int status)
{
    struct listeners *listeners = stream->data;
    struct listener *listener = (struct listener *)stream;
    if (status) {
        char text[160];
        snprintf(text, sizeof text, "cannot accept a connection: %s", uv_strerror(status));
        log_warning(listeners, &listeners->failed, text);
    } else if (listeners->is_ready && listeners->accepted < ACCEPTED_MAX) {
        accept_connection(listeners, listener);
    } else {
        listener->has_waiting = true;
    }
}

void listeners_set_ready(struct listeners *listeners)
{
    listeners->is_ready = true;
}

void listeners_resume(struct listeners *listeners)
{
    listeners->accepted = 0;
    for (size_t i = 0; listeners->is_ready && i < listeners->count; i++)
        if (listeners->items[i].is_open && listeners->items[i].has_waiting)
            accept_connection(listeners, &listeners->items[i]);
}

bool listeners_are_busy(const struct listeners *listeners)
{
    bool waits = false;
    for (size_t i = 0; i < listeners->count; i++)
        waits = waits || (listeners->items[i].is_open && listeners->items[i].has_waiting);
    return waits && listeners->is_ready;
}

// ---- opening and closing ---------------------------------------------------------------------

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

static size_t choose_per_address(const struct listeners_options *options, size_t max)
{
    if (options->unlimited)
        return 0;
    if (options->connections_per_address)
        return options->connections_per_address;
    const size_t quarter = max / 4 < PER_ADDRESS_MAX ? max / 4 : PER_ADDRESS_MAX;
    return quarter > PER_ADDRESS_MIN ? quarter : PER_ADDRESS_MIN;
}

static rk_err open_one(struct listeners *listeners, uv_loop_t *loop,
                       struct listener_options options, char *why, size_t why_size)
{
    if (listeners->count == ACTIVATED_MAX) {
        snprintf(why, why_size, "too many sockets to listen on");
        return RK_CANNOT_OPEN;
    }
    options.on_connection = on_connection;
    options.data = listeners;
    return listener_open(&listeners->items[listeners->count++], loop, &options, why, why_size);
}

static bool is_given(const char *text)
{
    return text && *text;
}

/* Main sockets first, so that the first one is where redirects lead to. */
static rk_err open_sockets(struct listeners *listeners, uv_loop_t *loop,
                           const struct listeners_options *options, char *why, size_t why_size)
{
    const struct activation *activation = options->activation;
    rk_err err = RK_OK;
    for (int redirects = 0; activation && redirects < 2; redirects++)
        for (size_t i = 0; i < activation->count && !err; i++)
            if (activation->sockets[i].redirects == redirects)
                err = open_one(listeners, loop,
                               (struct listener_options){.listen = "the socket passed on",
                                                         .file = activation->sockets[i].file,
                                                         .redirects = redirects},
                               why, why_size);
    if (listeners->count && !listeners->items[0].redirects)
        log_line(listeners->connections->log, LOG_INFO,
                 "using the socket of the service manager instead of listen = %s", options->listen);
    if (!err && (!listeners->count || listeners->items[0].redirects))
        err = open_one(listeners, loop,
                       (struct listener_options){.listen = options->listen, .file = NO_FILE}, why,
                       why_size);
    if (!err && is_given(options->redirect_listen))
        err = open_one(listeners, loop,
                       (struct listener_options){
                           .listen = options->redirect_listen, .file = NO_FILE, .redirects = true},
                       why, why_size);
    return err;
}

static rk_err check_tls(const struct listeners_options *options, char *why, size_t why_size)
{
    const bool has_certificate = is_given(options->tls_certificate);
    if (has_certificate != is_given(options->tls_key)) {
        snprintf(why, why_size, "tls-certificate and tls-key belong together: %s is missing",
                 has_certificate ? "tls-key" : "tls-certificate");
        return RK_BAD_SYNTAX;
    }
    if (!has_certificate && is_given(options->redirect_listen)) {
        snprintf(why, why_size, "redirect-listen needs tls-certificate and tls-key");
        return RK_BAD_SYNTAX;
    }
    return RK_OK;
}

static rk_err open_tls(struct listeners *listeners, uv_loop_t *loop,
                       const struct listeners_options *options, char *why, size_t why_size)
{
    rk_err err = check_tls(options, why, why_size);
    if (err || !is_given(options->tls_certificate))
        return err;
    err = tls_config_create(options->tls_certificate, options->tls_key, &listeners->tls, why,
                            why_size);
    if (!err)
        certificate_watch_start(&listeners->watch, loop, listeners->tls, options->tls_certificate,
                                options->tls_key, listeners->connections->log);
    return err;
}

rk_err listeners_check(const struct listeners_options *options, char *why, size_t why_size)
{
    const char *const addresses[] = {options->listen, options->redirect_listen};
    struct tls_config *tls = NULL;
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (addresses[i] && !listener_accepts(addresses[i])) {
            snprintf(why, why_size, "cannot listen on %s: not ADDRESS:PORT", addresses[i]);
            return RK_BAD_SYNTAX;
        }
    rk_err err = check_tls(options, why, why_size);
    if (!err && is_given(options->tls_certificate))
        err = tls_config_create(options->tls_certificate, options->tls_key, &tls, why, why_size);
    tls_config_destroy(tls);
    return err;
}

rk_err listeners_open(struct listeners *listeners, uv_loop_t *loop, struct connections *connections,
                      const struct listeners_options *options, char *why, size_t why_size)
{
    listeners->connections = connections;
    listeners->connections_max = raise_file_limit(options->connections_max);
    connections->per_address_max = choose_per_address(options, listeners->connections_max);
    connections->public_url = options->public_url ? options->public_url : "";
    const rk_err err = open_tls(listeners, loop, options, why, why_size);
    return err ? err : open_sockets(listeners, loop, options, why, why_size);
}

void listeners_close(struct listeners *listeners)
{
    for (size_t i = 0; i < listeners->count; i++)
        listener_close(&listeners->items[i]);
}

void listeners_fini(struct listeners *listeners)
{
    tls_config_destroy(listeners->tls);
    listeners->tls = NULL;
}

const char *listeners_address(const struct listeners *listeners)
{
    return listeners->items[0].address;
}

const char *listeners_redirect_address(const struct listeners *listeners)
{
    for (size_t i = 0; i < listeners->count; i++)
        if (listeners->items[i].redirects)
            return listeners->items[i].address;
    return NULL;
}
