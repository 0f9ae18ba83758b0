/* SPDX-License-Identifier: MIT */
#include "net/connection.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- all connections ---- */

rk_err connections_init(struct connections *connections)
{
    list_init(&connections->all);
    list_init(&connections->dirty);
    list_init(&connections->gone);
    connections->iteration = 1;
    connections->read_buffer = malloc(READ_SIZE);
    return connections->read_buffer ? RK_OK : RK_NO_MEMORY;
}

void connections_fini(struct connections *connections)
{
    free(connections->read_buffer);
    connections->read_buffer = NULL;
}

int64_t connections_now(const struct connections *connections)
{
    return connections->offset + (int64_t)(uv_hrtime() / 1000000);
}

/* ---- closing ---- */

static uv_stream_t *stream_of(struct connection *connection)
{
    return (uv_stream_t *)&connection->tcp;
}

struct connection *connection_of(const struct transport *transport)
{
    return LIST_OWNER(transport, struct connection, transport);
}

static void add_once(struct list *list, struct list *node)
{
    if (list_is_empty(node))
        list_add(list, node);
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
    list_remove(&connection->node);
    list_remove(&connection->dirty);
    list_remove(&connection->gone);
    write_queue_clear(&connection->queue);
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

/* Closes our side for writing and lets the client read the rest. If we closed the socket at once,
 * data still arriving would cause a reset, which can overtake the last bytes we sent. */
static void shut_down_writing(struct connection *connection)
{
    uv_os_fd_t file;
    connection->shut_at = connections_now(connection->connections);
    if (connection->ended || uv_fileno((uv_handle_t *)&connection->tcp, &file))
        connection_break(connection);
    else
        shutdown(file, SHUT_WR);
}

/* ---- writing ---- */

size_t connection_waiting(const struct connection *connection)
{
    return write_queue_size(&connection->queue, (const uv_stream_t *)&connection->tcp);
}

static void flush_connection(struct connection *connection)
{
    if (connection->broken)
        return;
    if (!write_queue_flush(&connection->queue, stream_of(connection)))
        connection_break(connection);
    else if (connection_waiting(connection))
        return;
    else if (!connection->finishing)
        connection->protocol->drained(connection);
    else if (!connection->shut_at)
        shut_down_writing(connection);
}

static void on_written(uv_stream_t *stream, int status)
{
    struct connection *connection = stream->data;
    if (status < 0)
        connection_break(connection);
    else
        add_once(&connection->connections->dirty, &connection->dirty);
}

/* A queue may grow long within one iteration; it is too long only if the kernel takes no more. */
static bool has_room(struct connection *connection)
{
    if (connection_waiting(connection) <= QUEUE_MAX)
        return true;
    if (write_queue_flush(&connection->queue, stream_of(connection)) &&
        connection_waiting(connection) <= QUEUE_MAX)
        return true;
    log_line(connection->connections->log, LOG_INFO, "closed a connection that reads too slowly");
    return false;
}

void connection_send(struct connection *connection, const void *head, size_t head_size,
                     struct shared_buffer *frame, bool ends_line)
{
    if (connection->broken || connection->finishing)
        return;
    if (has_room(connection) &&
        write_queue_add(&connection->queue, head, head_size, frame, ends_line))
        add_once(&connection->connections->dirty, &connection->dirty);
    else
        connection_break(connection);
}

void connection_send_bytes(struct connection *connection, const void *bytes, size_t size)
{
    struct shared_buffer *frame = shared_buffer_create(bytes, size);
    if (frame)
        connection_send(connection, "", 0, frame, false);
    else
        connection_break(connection);
    shared_buffer_unref(frame);
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

static void end_input(struct connection *connection)
{
    connection->ended = true;
    uv_read_stop(stream_of(connection));
    if (connection->finishing)
        connection_break(connection);
    else
        connection->protocol->end_of_input(connection);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    if (!size || size == UV_ENOBUFS || connection->broken)
        return;
    connection->read_in = connection->connections->iteration;
    if (size == UV_EOF) {
        end_input(connection);
    } else if (size < 0) {
        connection_break(connection);
    } else if (!connection->finishing) {
        connection->received_at = connections_now(connection->connections);
        connection->protocol->receive(connection, buffer->base, (size_t)size);
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
    connection->queue.written = on_written;
    connection->received_at = connection->progress_at = connections_now(connections);
    list_add(&connections->all, &connection->node);
    list_init(&connection->dirty);
    list_init(&connection->gone);
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

bool connection_is_proxied(const struct connection *connection)
{
    return networks_contain(&connection->connections->trusted, &connection->peer);
}

/* ---- once in each iteration ---- */

/* Takes the current entries; new ones wait for the next iteration. */
static void take_all(struct list *from, struct list *to)
{
    list_init(to);
    list_move_all(from, to);
}

void connections_report_gone(struct connections *connections, int64_t now)
{
    struct list taken;
    take_all(&connections->gone, &taken);
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
    take_all(&connections->dirty, &taken);
    while (!list_is_empty(&taken)) {
        struct connection *connection = LIST_OWNER(taken.next, struct connection, dirty);
        list_remove(&connection->dirty);
        flush_connection(connection);
    }
}

bool connections_are_busy(const struct connections *connections)
{
    return !list_is_empty(&connections->gone) || !list_is_empty(&connections->dirty);
}

static void sweep_connection(struct connection *connection, int64_t now)
{
    const uint64_t sent = write_queue_sent(&connection->queue, stream_of(connection));
    if (connection->broken)
        return;
    if (sent != connection->sent || !connection_waiting(connection))
        connection->progress_at = now;
    connection->sent = sent;
    const struct net_timeouts *timeouts = &connection->connections->timeouts;
    if (now - connection->progress_at >= timeouts->slow_ms ||
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
