/* SPDX-License-Identifier: MIT */
#include "server/socket_views.h"

#include <stdlib.h>
#include <string.h>

#include "rounds/round_watch.h"
#include "server/socket_output.h"
#include "wire/frames.h"

enum {
    SLOW_BYTES = 64 * 1024, /* queued for a spectator: it skips events... */
    FAST_BYTES = 4 * 1024,  /* ...until it has read nearly all, and then gets a snapshot */
    CATCH_UP_MS = 1000,
    PING_EVERY_MS = 5000
};

static void ping_for_lag(struct socket *socket)
{
    if (socket->server->now - socket->pinged_at < PING_EVERY_MS)
        return;
    socket->pinged_at = socket->server->now;
    socket->transport->ops->ping(socket->transport);
}

static void catch_up_later(struct view *view);

static void catch_up(void *context)
{
    struct view *view = context;
    struct socket *socket = view->socket;
    if (!socket->transport)
        return;
    if (socket->transport->ops->buffered(socket->transport) > FAST_BYTES)
        catch_up_later(view);
    else
        round_send_snapshot(&view->watcher);
}

static void catch_up_later(struct view *view)
{
    struct server *server = view->socket->server;
    if (!timer_set(&server->timers, &view->catch_up, server->now + CATCH_UP_MS, catch_up, view))
        socket_close(view->socket, CLOSE_INTERNAL_ERROR, "out of memory");
}

static void send_to_view(struct watcher *watcher, struct shared_buffer *frame)
{
    struct view *view = LIST_OWNER(watcher, struct view, watcher);
    struct socket *socket = view->socket;
    if (!socket->transport)
        return;
    if (watcher->side != RK_NO_SIDE) {
        socket_send_frame(socket, frame);
        ping_for_lag(socket);
        return;
    }
    if (timer_is_set(&view->catch_up))
        return; // it gets a snapshot then
    if (socket->transport->ops->buffered(socket->transport) > SLOW_BYTES)
        catch_up_later(view);
    else
        socket_send_frame(socket, frame);
}

struct view *view_find(struct socket *socket, const char *game)
{
    for (struct list *node = socket->views.next; node != &socket->views; node = node->next) {
        struct view *view = LIST_OWNER(node, struct view, node);
        if (!strncmp(round_info(view->watcher.round)->id, game, GAME_ID_SIZE))
            return view;
    }
    return NULL;
}

void view_close(struct view *view, bool on_purpose)
{
    round_unwatch(&view->watcher, on_purpose);
    timer_stop(&view->socket->server->timers, &view->catch_up);
    list_remove(&view->node);
    view->socket->view_count--;
    free(view);
}

void view_open(struct socket *socket, struct round *round, int64_t since)
{
    struct view *view = calloc(1, sizeof *view);
    if (!view) {
        socket_send_refused(socket, NULL, round_info(round)->id, REFUSED_BUSY, NULL);
        return;
    }
    view->socket = socket;
    view->watcher.side = game_info_side(round_info(round), socket->caller.who.id);
    view->watcher.gets_all_chat = socket->caller.who.role == ROLE_BOT;
    view->watcher.view = VIEW_WIRE;
    view->watcher.send = send_to_view;
    list_add(&socket->views, &view->node);
    socket->view_count++;
    round_watch(round, &view->watcher, since);
}
