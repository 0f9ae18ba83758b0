/* SPDX-License-Identifier: MIT */
#include "net/connection.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    QUEUED_MAX = 64 * 1024 * 1024, /* bytes of all connections before slow readers have to hurry */
    PRESSED_SLOW_MS = 2000
};

/* ---- all connections ---- */

rk_err connections_init(struct connections *connections)
{
    list_init(&connections->all);
    list_init(&connections->dirty);
    list_init(&connections->gone);
    list_init(&connections->encrypted);
    connections->iteration = 1;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    client_counts_init(&connections->clients, seed);
    connections->read_buffer = malloc(READ_SIZE);
    return connections->read_buffer ? RK_OK : RK_NO_MEMORY;
}

void connections_fini(struct connections *connections)
{
    client_counts_fini(&connections->clients);
    free(connections->read_buffer);
    connections->read_buffer = NULL;
}

int64_t connections_now(const struct connections *connections)
{
    return connections->offset + (int64_t)(uv_hrtime() / 1000000);
}

/* ---- closing ---- */

struct connection *connection_of(const struct transport *transport)
{
    return LIST_OWNER(transport, struct connection, transport);
}

void connection_notify(struct connection *connection)
{
    add_once(&connection->connections->gone, &connection->gone);
}

void connection_break(struct connection *connection)
{
    connection->broken = true;
    connection_notify(connection);
}

void connection_finish(struct connection *connection)
{
    if (connection->finishing || connection->broken)
        return;
    connection->finishing = true;
    connection_resume(connection);
    add_once(&connection->connections->dirty, &connection->dirty);
}

static void free_connection(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    connection->connections->count--;
    connection->connections->queued -= connection->queued;
    connection->connections->refused -= connection->refused;
    connection_uncount(connection);
    list_remove(&connection->node);
    list_remove(&connection->dirty);
    list_remove(&connection->gone);
    list_remove(&connection->encrypted);
    write_queue_clear(&connection->queue);
    write_queue_clear(&connection->output);
    tls_stream_destroy(connection->tls);
    connection->protocol->destroy(connection);
    free(connection);
}

static void close_connection(struct connection *connection)
{
    uv_handle_t *handle = (uv_handle_t *)&connection->tcp;
    connection->broken = true;
    if (!uv_is_closing(handle))
        uv_close(handle, free_connection);
}

/* ---- reading ---- */

/* All connections share one read buffer, because its contents are used before the next read. A
 * client that sends more than fits waits until the other connections have been read. */
static void get_read_buffer(uv_handle_t *handle, size_t size, uv_buf_t *out)
{
    (void)size;
    const struct connection *connection = handle->data;
    const struct connections *connections = connection->connections;
    const bool was_read = connection->read_in == connections->iteration;
    *out = was_read ? uv_buf_init(NULL, 0) : uv_buf_init(connections->read_buffer, READ_SIZE);
}

void connection_end_input(struct connection *connection)
{
    if (connection->ended)
        return;
    connection->ended = true;
    uv_read_stop(stream_of(connection));
    if (connection->finishing)
        connection_break(connection);
    else
        connection->protocol->end_of_input(connection);
}

static void receive(struct connection *connection, char *bytes, size_t size)
{
    if (connection->tls)
        connection_receive_encrypted(connection, bytes, size);
    else
        connection->protocol->receive(connection, bytes, size);
}

/* Until then, not even an error can be sent. */
static bool is_handshaking(const struct connection *connection)
{
    return connection->tls && !tls_stream_is_open(connection->tls);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    if (!size || size == UV_ENOBUFS || connection->broken)
        return;
    connection->read_in = connection->connections->iteration;
    if (size == UV_EOF && connection->tls) {
        connection_end_encrypted(connection);
    } else if (size == UV_EOF) {
        connection_end_input(connection);
    } else if (size < 0) {
        connection_break(connection);
    } else if (!connection->finishing || is_handshaking(connection)) {
        connection->received_at = connections_now(connection->connections);
        receive(connection, buffer->base, (size_t)size);
    }
}

void connection_pause(struct connection *connection)
{
    connection->paused = true;
    uv_read_stop(stream_of(connection));
}

void connection_resume(struct connection *connection)
{
    if (!connection->paused || connection->broken || connection->ended)
        return;
    connection->paused = false;
    if (connection->tls) // there may be decrypted input that nobody has read
        add_once(&connection->connections->encrypted, &connection->encrypted);
    if (uv_read_start(stream_of(connection), get_read_buffer, on_read))
        connection_break(connection);
}

/* ---- accepting ---- */

static void destroy_nothing(struct connection *connection)
{
    (void)connection;
}

/* For a connection that closes before its protocol is set. */
static const struct protocol no_protocol = {.destroy = destroy_nothing};

/* Called right after accept: the peer of a connection that was reset cannot be found any more. */
static bool read_peer(struct connection *connection)
{
    char text[ADDRESS_SIZE];
    struct sockaddr_storage peer;
    int size = sizeof peer;
    if (uv_tcp_getpeername(&connection->tcp, (struct sockaddr *)&peer, &size))
        return false;
    if (peer.ss_family == AF_INET6)
        uv_ip6_name((const struct sockaddr_in6 *)&peer, text, sizeof text);
    else
        uv_ip4_name((const struct sockaddr_in *)&peer, text, sizeof text);
    return address_parse(text, strlen(text), &connection->peer);
}

struct connection *connection_accept(struct connections *connections, uv_stream_t *listener,
                                     const struct protocol *protocol, void *state)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (!connection || uv_tcp_init(listener->loop, &connection->tcp)) {
        free(connection);
        return NULL;
    }
    connection->tcp.data = connection;
    connection->connections = connections;
    connection->protocol = &no_protocol;
    connection->queue.written = connection->output.written = connection_on_written;
    connection->received_at = connection->progress_at = connections_now(connections);
    connection->opened_at = connection->active_at = connection->received_at;
    list_add(&connections->all, &connection->node);
    list_init(&connection->dirty);
    list_init(&connection->gone);
    list_init(&connection->encrypted);
    connections->count++;
    if (uv_accept(listener, stream_of(connection)) || !read_peer(connection) ||
        uv_tcp_nodelay(&connection->tcp, 1) ||
        uv_read_start(stream_of(connection), get_read_buffer, on_read)) {
        close_connection(connection);
        return NULL;
    }
    connection->protocol = protocol;
    connection->state = state;
    return connection;
}

bool connection_count(struct connection *connection, const char *address)
{
    struct connections *connections = connection->connections;
    return client_counts_add(&connections->clients, address, connections->per_address_max,
                             &connection->client);
}

void connection_uncount(struct connection *connection)
{
    client_counts_release(&connection->connections->clients, &connection->client);
}

int64_t connection_round_trip(const struct transport *transport)
{
    const struct connection *connection = connection_of(transport);
    struct tcp_info info;
    socklen_t size = sizeof info;
    uv_os_fd_t file;
    if (connection_is_proxied(connection) ||
        uv_fileno((const uv_handle_t *)&connection->tcp, &file) ||
        getsockopt(file, IPPROTO_TCP, TCP_INFO, &info, &size) || !info.tcpi_rtt)
        return -1;
    return (int64_t)info.tcpi_rtt / 1000;
}

bool connection_is_proxied(const struct connection *connection)
{
    return networks_contain(&connection->connections->trusted, &connection->peer);
}

/* ---- once in each iteration ---- */

void connections_report_gone(struct connections *connections, int64_t now)
{
    struct list taken;
    connections_take(&connections->gone, &taken);
    while (!list_is_empty(&taken)) {
        struct connection *connection = LIST_OWNER(taken.next, struct connection, gone);
        list_remove(&connection->gone);
        connection->protocol->gone(connection, now);
        if (connection->broken)
            close_connection(connection);
    }
}

void connections_flush(struct connections *connections)
{
    struct list taken;
    connections->iteration++;
    connections_take(&connections->dirty, &taken);
    while (!list_is_empty(&taken)) {
        struct connection *connection = LIST_OWNER(taken.next, struct connection, dirty);
        list_remove(&connection->dirty);
        connection_flush(connection);
    }
}

bool connections_are_busy(const struct connections *connections)
{
    return !list_is_empty(&connections->gone) || !list_is_empty(&connections->dirty) ||
           !list_is_empty(&connections->encrypted);
}

static void count_queued(struct connection *connection, size_t waiting)
{
    connection->connections->queued += waiting - connection->queued;
    connection->queued = waiting;
}

/* How long a client may take no data while some waits: not long when much memory is in use. */
static int64_t slow_timeout(const struct connections *connections)
{
    const int64_t slow_ms = connections->timeouts.slow_ms;
    return connections->queued > QUEUED_MAX && slow_ms > PRESSED_SLOW_MS ? PRESSED_SLOW_MS
                                                                         : slow_ms;
}

static void sweep_connection(struct connection *connection, int64_t now)
{
    const uint64_t sent = connection_sent_bytes(connection);
    const size_t waiting = connection_queued_bytes(connection);
    if (connection->broken)
        return;
    if (sent != connection->sent || !waiting)
        connection->progress_at = now;
    connection->sent = sent;
    count_queued(connection, waiting);
    const struct net_timeouts *timeouts = &connection->connections->timeouts;
    if (now - connection->progress_at >= slow_timeout(connection->connections) ||
        (is_handshaking(connection) && now - connection->opened_at >= timeouts->request_ms) ||
        (connection->shut_at && now - connection->shut_at >= timeouts->linger_ms))
        connection_break(connection);
    else if (!connection->finishing)
        connection->protocol->sweep(connection, now);
}

/* Moves each connection that it checks from the front of the list to the back. */
void connections_sweep(struct connections *connections, int64_t now)
{
    for (size_t left = connections->count / SWEEPS_PER_SECOND + 1; left; left--) {
        if (list_is_empty(&connections->all))
            return;
        struct list *node = connections->all.next;
        list_remove(node);
        list_add(&connections->all, node);
        sweep_connection(LIST_OWNER(node, struct connection, node), now);
    }
}

void connections_finish(struct connections *connections)
{
    for (struct list *node = connections->all.next; node != &connections->all; node = node->next) {
        struct connection *connection = LIST_OWNER(node, struct connection, node);
        if (connection->broken)
            continue;
        connection_notify(connection);
        connection_finish(connection);
    }
}

void connections_break(struct connections *connections)
{
    for (struct list *node = connections->all.next; node != &connections->all; node = node->next)
        close_connection(LIST_OWNER(node, struct connection, node));
}
