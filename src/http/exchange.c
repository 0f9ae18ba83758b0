/* SPDX-License-Identifier: MIT */
#include "http/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/metrics.h"
#include "http/request_id.h"
#include "wire/frames.h"

enum {
    SWEEP_MS = 500,
    SLOW_SIZE = 1 << 15, /* bytes queued: non-essential lines are held back */
    QUEUED_MAX = 1 << 20 /* bytes queued: the stream is ended, and the client reconnects */
};

static const char json_type[] = "application/json";

/* All exchanges of the server. */
struct exchanges {
    struct list all;
    size_t count;
    struct map streams;                 /* by key */
    struct client_counts stream_counts; /* open streams of each account or anonymous address */
    struct timer sweep;
    struct shared_buffer *newline;
};

// ---- creating and freeing --------------------------------------------------------------------

rk_err exchanges_create(struct server *server)
{
    struct exchanges *exchanges = calloc(1, sizeof *exchanges);
    if (!exchanges)
        return RK_NO_MEMORY;
    list_init(&exchanges->all);
    map_init(&exchanges->streams, server_random(server));
    client_counts_init(&exchanges->stream_counts, server_random(server));
    exchanges->newline = shared_buffer_create("\n", 1);
    server->exchanges = exchanges;
    return exchanges->newline ? RK_OK : RK_NO_MEMORY;
}

static void free_exchange(struct exchange *exchange)
{
    struct exchanges *exchanges = exchange->server->exchanges;
    if (*exchange->key && map_get(&exchanges->streams, exchange->key) == exchange)
        map_remove(&exchanges->streams, exchange->key);
    list_remove(&exchange->node);
    exchanges->count--;
    client_counts_release(&exchanges->stream_counts, &exchange->stream_slot);
    if (exchange->is_stream)
        metrics_adjust_label(exchange->server->metrics, METRIC_CONNECTIONS, CONNECTIONS_STREAM, -1);
    shared_buffer_unref(exchange->latest);
    form_destroy(exchange->form);
    buffer_fini(&exchange->body);
    buffer_fini(&exchange->headers);
    free(exchange->data);
    free(exchange->copies);
    free(exchange);
}

static void stop_listening(struct exchange *exchange)
{
    if (exchange->is_listening)
        presence_leave(exchange->server, exchange->caller.who.id, &exchange->listener);
    exchange->is_listening = false;
}

/* Frees it now or, if it is still being dispatched, afterwards. */
static void end_exchange(struct exchange *exchange)
{
    stop_listening(exchange);
    exchange->over = true;
    if (!exchange->dispatching)
        free_exchange(exchange);
}

/* Returns any stream, or NULL. */
static struct exchange *find_stream(struct exchanges *exchanges)
{
    for (struct list *node = exchanges->all.next; node != &exchanges->all; node = node->next) {
        struct exchange *exchange = LIST_OWNER(node, struct exchange, node);
        if (exchange->is_stream)
            return exchange;
    }
    return NULL;
}

void exchanges_close_streams(struct server *server)
{
    struct exchange *exchange;
    while ((exchange = find_stream(server->exchanges)))
        exchange_close(exchange);
}

size_t exchanges_count(const struct server *server)
{
    return server->exchanges->count;
}

void exchanges_destroy(struct server *server)
{
    struct exchanges *exchanges = server->exchanges;
    if (!exchanges)
        return;
    exchanges_close_streams(server);
    while (!list_is_empty(&exchanges->all))
        exchange_refuse(LIST_OWNER(exchanges->all.next, struct exchange, node), REFUSED_STOPPING,
                        NULL);
    timer_stop(&server->timers, &exchanges->sweep);
    map_fini(&exchanges->streams);
    client_counts_fini(&exchanges->stream_counts);
    shared_buffer_unref(exchanges->newline);
    free(exchanges);
    server->exchanges = NULL;
}

// ---- requests --------------------------------------------------------------------------------

static const char **request_text(struct request *request, size_t index)
{
    const char **const texts[] = {
        &request->path,
        &request->query,
        &request->authorization,
        &request->cookie,
        &request->accept,
        &request->origin,
        &request->host,
        &request->address,
        &request->content_type,
        &request->user_agent,
        &request->accept_encoding,
        &request->if_none_match,
        &request->accept_language,
    };
    return index < sizeof texts / sizeof *texts ? texts[index] : NULL;
}

/* Copies all strings of the request, which are borrowed, into one block of memory. */
static bool copy_request(struct exchange *exchange, const struct request *request)
{
    exchange->request = *request;
    size_t size = request->body_size + 1;
    for (size_t i = 0; request_text(&exchange->request, i); i++)
        size += strlen(*request_text(&exchange->request, i)) + 1;
    char *at = exchange->copies = malloc(size);
    if (!at)
        return false;
    for (size_t i = 0; request_text(&exchange->request, i); i++) {
        const char **text = request_text(&exchange->request, i);
        const size_t length = strlen(*text) + 1;
        memcpy(at, *text, length);
        *text = at;
        at += length;
    }
    if (request->body_size)
        memcpy(at, request->body, request->body_size);
    at[request->body_size] = '\0';
    exchange->request.body = at;
    exchange->language = page_language_choose(exchange->request.accept_language);
    return true;
}

static void refuse_out_of_memory(struct transport *transport)
{
    static const char body[] = "{\"error\":\"the server is busy; try again shortly\"}";
    transport->ops->respond(transport, &(struct response){.status = refusal_status(REFUSED_BUSY),
                                                          .content_type = json_type,
                                                          .body = body,
                                                          .body_size = sizeof body - 1});
}

struct exchange *exchange_create(struct server *server, const struct request *request,
                                 struct transport *transport)
{
    struct exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange || !copy_request(exchange, request)) {
        free(exchange);
        refuse_out_of_memory(transport);
        return NULL;
    }
    exchange->server = server;
    exchange->transport = transport;
    exchange->dispatching = true;
    exchange->started_at = server->now;
    request_id_choose(server, request->id, &exchange->id);
    exchange->request.id = exchange->id.id;
    exchange_header(exchange, "X-Request-Id", exchange->id.id);
    log_set_request(server->log, &exchange->id);
    list_add(&server->exchanges->all, &exchange->node);
    server->exchanges->count++;
    return exchange;
}

bool exchange_end_dispatch(struct exchange *exchange)
{
    exchange->dispatching = false;
    log_set_request(exchange->server->log, NULL);
    if (!exchange->over)
        return exchange->transport;
    free_exchange(exchange);
    return false;
}

/* Unsubscribe first, so that `gone` does not cause notices to this exchange. */
static void call_gone(struct exchange *exchange)
{
    stop_listening(exchange);
    if (exchange->gone)
        exchange->gone(exchange);
}

void exchange_gone(struct exchange *exchange)
{
    exchange->transport = NULL;
    if (!exchange->is_stream)
        return; /* the handler is still running; its response will be dropped */
    call_gone(exchange);
    end_exchange(exchange);
}

// ---- responding ------------------------------------------------------------------------------

void exchange_header(struct exchange *exchange, const char *name, const char *value)
{
    buffer_text(&exchange->headers, name);
    buffer_text(&exchange->headers, ": ");
    for (; *value; value++)
        if ((unsigned char)*value >= ' ' && *value != 0x7f)
            buffer_put(&exchange->headers, *value);
    buffer_text(&exchange->headers, "\r\n");
}

/* The headers added so far, or NULL. */
static const char *extra_headers(struct exchange *exchange)
{
    return exchange->headers.size ? buffer_cstr(&exchange->headers) : NULL;
}

/* The route and not the path: paths and queries may hold secrets, such as links to reset a
 * password. */
static void log_response(const struct exchange *exchange, unsigned status)
{
    static const char *const methods[] = {
        [METHOD_GET] = "GET", [METHOD_HEAD] = "HEAD",     [METHOD_POST] = "POST",
        [METHOD_PUT] = "PUT", [METHOD_DELETE] = "DELETE", [METHOD_OPTIONS] = "OPTIONS",
        [METHOD_OTHER] = "-"};
    const struct server *server = exchange->server;
    const struct log_request before = log_get_request(server->log);
    log_set_request(server->log, &exchange->id);
    log_access(server->log,
               &(struct log_access){.method = methods[exchange->request.method],
                                    .route = exchange->pattern ? exchange->pattern : "-",
                                    .address = exchange->request.address,
                                    .status = status,
                                    .ms = server->now - exchange->started_at});
    log_set_request(server->log, &before);
}

/* Adds the headers to the response, sends it and ends the exchange. */
static void send_response(struct exchange *exchange, struct response *response)
{
    log_response(exchange, response->status);
    response->headers = extra_headers(exchange);
    if (exchange->transport)
        exchange->transport->ops->respond(exchange->transport, response);
    exchange->transport = NULL;
    end_exchange(exchange);
}

void exchange_respond(struct exchange *exchange, unsigned status, const char *content_type,
                      const char *body, size_t size)
{
    send_response(exchange, &(struct response){.status = status,
                                               .content_type = content_type,
                                               .body = body,
                                               .body_size = size});
}

void exchange_respond_shared(struct exchange *exchange, unsigned status, const char *content_type,
                             struct shared_buffer *body)
{
    send_response(exchange, &(struct response){
                                .status = status, .content_type = content_type, .shared = body});
}

void exchange_json(struct exchange *exchange, unsigned status)
{
    if (exchange->body.failed) {
        buffer_clear(&exchange->body);
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    exchange_respond(exchange, status, json_type, buffer_cstr(&exchange->body),
                     exchange->body.size);
}

void exchange_ok(struct exchange *exchange)
{
    static const char body[] = "{\"ok\":true}";
    exchange_respond(exchange, 200, json_type, body, sizeof body - 1);
}

void exchange_no_content(struct exchange *exchange)
{
    exchange_respond(exchange, 204, NULL, "", 0);
}

// ---- streams ---------------------------------------------------------------------------------

size_t exchange_queued(const struct exchange *exchange)
{
    return exchange->transport ? exchange->transport->ops->buffered(exchange->transport) : 0;
}

bool exchange_is_slow(const struct exchange *exchange)
{
    return exchange_queued(exchange) > SLOW_SIZE;
}

void exchange_send(struct exchange *exchange, struct shared_buffer *frame)
{
    exchange->sent_at = exchange->server->now;
    if (exchange->transport && frame)
        exchange->transport->ops->send(exchange->transport, frame);
}

void exchange_send_text(struct exchange *exchange, const char *bytes, size_t size)
{
    struct shared_buffer *frame = shared_buffer_create(bytes, size);
    exchange_send(exchange, frame);
    shared_buffer_unref(frame);
}

void exchange_send_latest(struct exchange *exchange, struct shared_buffer *frame)
{
    shared_buffer_unref(exchange->latest);
    exchange->latest = NULL;
    if (exchange_is_slow(exchange))
        exchange->latest = shared_buffer_ref(frame);
    else
        exchange_send(exchange, frame);
}

static void send_held_back(struct exchange *exchange)
{
    struct shared_buffer *latest = exchange->latest;
    exchange->latest = NULL;
    if (latest)
        exchange_send(exchange, latest);
    shared_buffer_unref(latest);
}

/* Whether the token that opened a long-lived stream has expired since. */
static bool has_expired(const struct exchange *exchange)
{
    const int64_t expires_at = exchange->caller.expires_at;
    return exchange->is_listening && expires_at && expires_at <= server_date(exchange->server);
}

/* Checks one stream; may end it. */
static void sweep_stream(struct exchange *exchange)
{
    const int64_t now = exchange->server->now;
    if (!exchange->transport || exchange_queued(exchange) > QUEUED_MAX || has_expired(exchange)) {
        exchange_close(exchange);
        return;
    }
    if (exchange_is_slow(exchange))
        return;
    send_held_back(exchange);
    /* Send it now if the next sweep would be too late. */
    if (exchange->keep_alive_ms && now + SWEEP_MS > exchange->sent_at + exchange->keep_alive_ms)
        exchange_send(exchange, exchange->server->exchanges->newline);
}

static void sweep_streams(void *context)
{
    struct server *server = context;
    struct exchanges *exchanges = server->exchanges;
    bool has_streams = false;
    for (struct list *node = exchanges->all.next, *next; node != &exchanges->all; node = next) {
        struct exchange *exchange = LIST_OWNER(node, struct exchange, node);
        next = node->next;
        if (!exchange->is_stream)
            continue;
        has_streams = true;
        sweep_stream(exchange);
    }
    if (has_streams && !timer_set(&server->timers, &exchanges->sweep, server->now + SWEEP_MS,
                                  sweep_streams, server))
        log_line(server->log, LOG_ERROR, "streams are not kept alive: out of memory");
}

/* Who a stream counts for. */
static const char *stream_owner(const struct exchange *exchange)
{
    return *exchange->caller.who.id ? exchange->caller.who.id : exchange->request.address;
}

/* Counts the long responses of the client. */
static size_t count_long(const struct exchange *exchange)
{
    const struct list *all = &exchange->server->exchanges->all;
    size_t open = 0;
    for (const struct list *node = all->next; node != all; node = node->next) {
        const struct exchange *other = LIST_OWNER(node, struct exchange, node);
        open += other->is_stream && other->transport && !other->keep_alive_ms &&
                !strcmp(stream_owner(other), stream_owner(exchange));
    }
    return open;
}

bool exchange_may_stream(struct exchange *exchange)
{
    const struct client_counts *counts = &exchange->server->exchanges->stream_counts;
    if (client_counts_of(counts, stream_owner(exchange)) < STREAMS_MAX)
        return true;
    exchange_refuse_rate_key(exchange, 429, "stream.open",
                             "too many open streams; close some first", 1);
    return false;
}

bool exchange_may_export(struct exchange *exchange)
{
    if (count_long(exchange) < EXPORTS_MAX || exchange->server->config.unlimited)
        return true;
    exchange_refuse_rate_key(exchange, 429, "games.export.open",
                             "two exports are running; wait until one ends", 1);
    return false;
}

/* The last line of a stream: why it ends. */
static void send_kicked(struct exchange *exchange, const char *why)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "type", "kicked");
    json_put_text(&json, "reason", why);
    json_end_object(&json);
    buffer_put(&line, '\n');
    if (!line.failed)
        exchange_send_text(exchange, line.bytes, line.size);
    buffer_fini(&line);
}

static void on_exchange_notice(struct notice_listener *listener, const struct notice *notice)
{
    struct exchange *exchange = LIST_OWNER(listener, struct exchange, listener);
    if (notice_ends_connection(notice, &exchange->caller)) {
        if (notice->kind == NOTICE_KICKED)
            send_kicked(exchange, notice_kicked_message(notice));
        exchange_close(exchange);
    } else if (exchange->notify)
        exchange->notify(exchange, notice);
}

static void start_listening(struct exchange *exchange)
{
    if (!exchange->transport || !*exchange->caller.who.id)
        return;
    exchange->listener.on_notice = on_exchange_notice;
    exchange->listener.caller = &exchange->caller;
    exchange->is_listening = true;
    presence_join(exchange->server, &exchange->caller.who, &exchange->listener);
}

void exchange_stream(struct exchange *exchange, const char *content_type, unsigned keep_alive)
{
    struct server *server = exchange->server;
    exchange->is_stream = true;
    // If memory runs out, the stream just does not count.
    (void)client_counts_add(&exchange->server->exchanges->stream_counts, stream_owner(exchange), 0,
                            &exchange->stream_slot);
    metrics_adjust_label(server->metrics, METRIC_CONNECTIONS, CONNECTIONS_STREAM, 1);
    log_response(exchange, 200);
    exchange->keep_alive_ms = (int64_t)keep_alive * 1000;
    exchange->sent_at = server->now;
    exchange_header(exchange, "Cache-Control", "no-store");
    if (exchange->transport) {
        const bool is_head = exchange->request.method == METHOD_HEAD;
        const struct response response = {.status = 200,
                                          .content_type = content_type,
                                          .headers = extra_headers(exchange),
                                          .body = "",
                                          .stream = !is_head,
                                          .is_unsized = is_head};
        exchange->transport->ops->respond(exchange->transport, &response);
        if (is_head) {
            exchange->transport = NULL; /* the sweep frees it */
            client_counts_release(&exchange->server->exchanges->stream_counts,
                                  &exchange->stream_slot);
        }
    }
    if (keep_alive)
        start_listening(exchange);
    struct timer *timer = &server->exchanges->sweep;
    if (!timer_is_set(timer) &&
        !timer_set(&server->timers, timer, server->now + SWEEP_MS, sweep_streams, server))
        log_line(server->log, LOG_ERROR, "streams are not kept alive: out of memory");
}

void exchange_replace(struct exchange *exchange, const char *key)
{
    struct map *streams = &exchange->server->exchanges->streams;
    if (!exchange->transport) // a HEAD request: nobody reads this stream
        return;
    struct exchange *previous = map_get(streams, key);
    if (!map_put(streams, key, exchange))
        return;
    snprintf(exchange->key, sizeof exchange->key, "%s", key);
    if (previous && previous != exchange)
        exchange_close(previous);
}

static void end_stream(struct exchange *exchange, unsigned code)
{
    send_held_back(exchange);
    if (exchange->transport)
        exchange->transport->ops->close(exchange->transport, code, "");
    exchange->transport = NULL;
    end_exchange(exchange);
}

void exchange_finish(struct exchange *exchange)
{
    end_stream(exchange, CLOSE_NORMAL);
}

void exchange_interrupt(struct exchange *exchange)
{
    end_stream(exchange, CLOSE_INTERNAL_ERROR);
}

void exchange_close(struct exchange *exchange)
{
    call_gone(exchange);
    if (exchange->keep_alive_ms)
        exchange_finish(exchange);
    else
        exchange_interrupt(exchange);
}

void exchange_close_stream(struct server *server, const char *key)
{
    struct exchange *exchange = map_get(&server->exchanges->streams, key);
    if (exchange)
        exchange_close(exchange);
}
