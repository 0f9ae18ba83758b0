/* SPDX-License-Identifier: MIT */
#include "net/bus_socket.h"

#include <stdlib.h>

struct bus_socket {
    uv_poll_t poll;
    struct bus_watch watch;
};

static void free_socket(uv_handle_t *handle)
{
    free(handle->data);
}

static void close_socket(struct bus_socket *socket)
{
    uv_poll_stop(&socket->poll);
    uv_close((uv_handle_t *)&socket->poll, free_socket);
}

/* The loop's iteration polls the bus afterwards. Reading shows what an error is about. */
static void on_event(uv_poll_t *poll, int status, int events)
{
    const struct bus_socket *socket = poll->data;
    if (status || events & (UV_READABLE | UV_DISCONNECT))
        socket->watch.ready(socket->watch.context);
}

static struct bus_socket *open_socket(uv_loop_t *loop, int fd)
{
    struct bus_socket *socket = calloc(1, sizeof *socket);
    if (!socket || uv_poll_init(loop, &socket->poll, fd)) {
        free(socket);
        return NULL;
    }
    socket->poll.data = socket;
    return socket;
}

/* Without memory, the bus notices by its pings that nothing comes, and connects again. */
void bus_socket_watch(struct bus_socket **in_out, uv_loop_t *loop, const struct bus_watch *watch)
{
    struct bus_socket *socket = *in_out;
    if (socket && socket->watch.socket != watch->socket) {
        close_socket(socket);
        socket = NULL;
    }
    if (!socket && watch->socket >= 0)
        socket = open_socket(loop, watch->socket);
    *in_out = socket;
    if (!socket)
        return;
    socket->watch = *watch;
    uv_poll_start(&socket->poll, UV_READABLE | (watch->writes ? UV_WRITABLE : 0), on_event);
}
