/* SPDX-License-Identifier: MIT */
/* Reading from a connection with TLS. What arrives is kept until the end of the loop iteration;
 * then a few handshakes are continued and all open connections are read. A handshake costs about a
 * millisecond, so a flood of them must not hold up the games. */
#include "net/connection.h"

enum { HANDSHAKES_PER_ITERATION = 4, UNREAD_MAX = 128 * 1024 };

bool connection_start_tls(struct connection *connection, const struct tls_config *config)
{
    connection->tls = tls_stream_create(config, &connection->output);
    return connection->tls != NULL;
}

/* The first byte of TLS is a record type; a method of HTTP begins with a letter. */
static bool is_plain_http(const struct connection *connection, const char *bytes)
{
    return !connection->has_input && bytes[0] >= 'A' && bytes[0] <= 'Z';
}

void connection_receive_encrypted(struct connection *connection, char *bytes, size_t size)
{
    if (is_plain_http(connection, bytes)) {
        tls_stream_destroy(connection->tls);
        connection->tls = NULL;
        connection->redirects = true;
        connection->protocol->receive(connection, bytes, size);
        return;
    }
    connection->has_input = true;
    if (!tls_stream_receive(connection->tls, bytes, size) ||
        tls_stream_unread(connection->tls) > UNREAD_MAX)
        connection_break(connection);
    else
        add_once(&connection->connections->encrypted, &connection->encrypted);
}

void connection_end_encrypted(struct connection *connection)
{
    uv_read_stop(stream_of(connection));
    connection->at_end = true;
    add_once(&connection->connections->encrypted, &connection->encrypted);
}

static void read_decrypted(struct connection *connection)
{
    char *buffer = connection->connections->read_buffer;
    size_t size;
    while (!connection->broken && !connection->finishing && !connection->paused) {
        const enum tls_result result = tls_stream_read(connection->tls, buffer, READ_SIZE, &size);
        if (result == TLS_OK)
            connection->protocol->receive(connection, buffer, size);
        else if (result == TLS_CLOSED)
            connection_end_input(connection);
        else if (result == TLS_FAILED)
            connection_break(connection);
        if (result != TLS_OK)
            return;
    }
}

/* Sends what OpenSSL has to say, also the alert of a handshake that failed. */
static void continue_handshake(struct connection *connection)
{
    const enum tls_result result = tls_stream_handshake(connection->tls);
    connection_flush(connection);
    if (result == TLS_FAILED || result == TLS_CLOSED)
        connection_break(connection);
}

void connections_decrypt(struct connections *connections)
{
    struct list taken;
    unsigned handshakes = HANDSHAKES_PER_ITERATION;
    connections_take(&connections->encrypted, &taken);
    while (!list_is_empty(&taken)) {
        struct connection *connection = LIST_OWNER(taken.next, struct connection, encrypted);
        list_remove(&connection->encrypted);
        if (connection->broken)
            continue;
        if (!tls_stream_is_open(connection->tls)) {
            if (handshakes)
                continue_handshake(connection);
            else
                list_add(&connections->encrypted, &connection->encrypted);
            handshakes -= handshakes > 0;
        }
        if (tls_stream_is_open(connection->tls))
            read_decrypted(connection);
        if (connection->at_end && !connection->paused && list_is_empty(&connection->encrypted))
            connection_end_input(connection);
    }
}
