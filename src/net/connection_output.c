/* SPDX-License-Identifier: MIT */
/* Writing to a connection. With TLS, `queue` holds plaintext, which is encrypted into `output` as
 * fast as the client reads. */
#include <sys/socket.h>

#include "net/connection.h"

enum { PLAINTEXT_SIZE = 16 * 1024, OUTPUT_MAX = 64 * 1024 };

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

size_t connection_queued_bytes(const struct connection *connection)
{
    const uv_stream_t *stream = (const uv_stream_t *)&connection->tcp;
    return write_queue_size(&connection->queue, stream) +
           write_queue_size(&connection->output, stream);
}

uint64_t connection_sent_bytes(const struct connection *connection)
{
    const struct write_queue *last = connection->tls ? &connection->output : &connection->queue;
    return write_queue_sent(last, (const uv_stream_t *)&connection->tcp);
}

/* Leaves the rest as plaintext while much is encrypted, so that little memory is needed for both.
 */
static bool encrypt_queue(struct connection *connection)
{
    char plaintext[PLAINTEXT_SIZE];
    const uv_stream_t *stream = (const uv_stream_t *)&connection->tcp;
    while (connection->queue.first && write_queue_size(&connection->output, stream) < OUTPUT_MAX) {
        const size_t size = write_queue_take(&connection->queue, plaintext, sizeof plaintext);
        if (!tls_stream_write(connection->tls, plaintext, size))
            return false;
    }
    return true;
}

/* Hands as much to the kernel as it takes. Returns false if the connection is broken. */
static bool flush_queues(struct connection *connection)
{
    if (!connection->tls)
        return write_queue_flush(&connection->queue, stream_of(connection));
    if (tls_stream_is_open(connection->tls) && !encrypt_queue(connection))
        return false;
    return write_queue_flush(&connection->output, stream_of(connection));
}

/* Once a TLS connection has sent everything, it says so. */
static bool flush_last(struct connection *connection)
{
    if (connection->tls && connection->finishing && !connection_queued_bytes(connection)) {
        tls_stream_close(connection->tls);
        return flush_queues(connection);
    }
    return true;
}

void connection_flush(struct connection *connection)
{
    if (connection->broken)
        return;
    if (!flush_queues(connection) || !flush_last(connection))
        connection_break(connection);
    else if (connection_queued_bytes(connection))
        return;
    else if (!connection->finishing)
        connection->protocol->drained(connection);
    else if (!connection->shut_at)
        shut_down_writing(connection);
}

void connection_on_written(uv_stream_t *stream, int status)
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
    if (connection_queued_bytes(connection) <= QUEUE_MAX)
        return true;
    if (flush_queues(connection) && connection_queued_bytes(connection) <= QUEUE_MAX)
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
