/* SPDX-License-Identifier: MIT */
#include "net/http_upgrade.h"

#include <stdio.h>
#include <string.h>

#include "net/websocket.h"
#include "wire/frames.h"

enum { KEY_LENGTH = 24 };

/* The server may accept later, or within server_websocket(): then http_upgrade() does the rest. */
void http_upgrade_accept(struct transport *transport)
{
    struct connection *connection = connection_of(transport);
    struct http *http = http_of(connection);
    if (http->phase != HTTP_WAITING || !*http->accept)
        return;
    char text[160];
    const int size = snprintf(text, sizeof text,
                              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                              http->accept);
    connection_send_bytes(connection, text, (size_t)size);
    http_count_response(connection, 101);
    const bool is_open = websocket_start(connection, &http->unread);
    if (!is_open || connection->ended)
        connection_break(connection);
    if (is_open && http->session) {
        websocket_attach(connection, http->session);
        http_free(http);
    }
}

static bool check_upgrade(struct connection *connection, const struct http_request *parsed)
{
    if (parsed->request.method != METHOD_GET || parsed->is_http_10)
        http_respond_with_error(connection, 405, "open a WebSocket with GET and HTTP/1.1",
                                "Allow: GET\r\n");
    else if (!parsed->wants_upgrade)
        http_respond_with_error(connection, 426, "this path only serves WebSockets",
                                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    else if (strcmp(parsed->websocket_version, "13") != 0)
        http_respond_with_error(connection, 426, "unsupported WebSocket version: use 13",
                                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    else if (strlen(parsed->websocket_key) != KEY_LENGTH)
        http_respond_with_error(connection, 400,
                                "invalid Sec-WebSocket-Key: expected 16 bytes in Base64", NULL);
    else
        return true;
    return false;
}

void http_upgrade(struct connection *connection, const struct http_request *parsed)
{
    struct http *http = http_of(connection);
    if (!check_upgrade(connection, parsed))
        return;
    websocket_accept(parsed->websocket_key, http->accept);
    struct ws_session *session = server_websocket(connection->connections->server, &parsed->request,
                                                  &connection->transport, now_of(connection));
    if (connection->state != http) {
        websocket_attach(connection, session);
        http_free(http);
    } else if (http->phase == HTTP_WAITING) {
        http->session = session;
        if (!session)
            http_respond_with_error(connection, 503, "too many connections", NULL);
    }
}
