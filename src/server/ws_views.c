/* SPDX-License-Identifier: MIT */
#include "server/ws_views.h"

#include <stdlib.h>
#include <string.h>

#include "rounds/round_watch.h"
#include "server/ws_output.h"
#include "wire/frames.h"

enum {
    SLOW_BYTES = 64 * 1024, /* queued for a spectator: it skips events... */
    FAST_BYTES = 4 * 1024,  /* ...until it has read nearly all, and then gets a snapshot */
    CATCH_UP_MS = 1000,
    PING_EVERY_MS = 5000
};

static void ping_for_lag(struct ws_session *session)
{
    if (session->server->now - session->pinged_at < PING_EVERY_MS)
        return;
    session->pinged_at = session->server->now;
    session->transport->ops->ping(session->transport);
}

static void catch_up_later(struct view *view);

static void catch_up(void *context)
{
    struct view *view = context;
    struct ws_session *session = view->session;
    if (!session->transport)
        return;
    if (session->transport->ops->buffered(session->transport) > FAST_BYTES)
        catch_up_later(view);
    else
        watcher_send_snapshot(&view->watcher);
}

static void catch_up_later(struct view *view)
{
    struct server *server = view->session->server;
    if (!timer_set(&server->timers, &view->catch_up, server->now + CATCH_UP_MS, catch_up, view))
        ws_close(view->session, CLOSE_INTERNAL_ERROR, "out of memory");
}

static void send_to_view(struct watcher *watcher, struct shared_buffer *frame)
{
    struct view *view = LIST_OWNER(watcher, struct view, watcher);
    struct ws_session *session = view->session;
    if (!session->transport)
        return;
    if (watcher->side != RK_NO_SIDE) {
        ws_send_frame(session, frame);
        ping_for_lag(session);
        return;
    }
    if (timer_is_set(&view->catch_up))
        return; // it gets a snapshot then
    if (session->transport->ops->buffered(session->transport) > SLOW_BYTES)
        catch_up_later(view);
    else
        ws_send_frame(session, frame);
}

static void on_game_lost(struct watcher *watcher)
{
    ws_close(LIST_OWNER(watcher, struct view, watcher)->session, CLOSE_RESTART,
             "another server runs the game now");
}

struct view *view_find(struct ws_session *session, const char *game)
{
    for (struct list *node = session->views.next; node != &session->views; node = node->next) {
        struct view *view = LIST_OWNER(node, struct view, node);
        if (!strncmp(round_info(view->watcher.round)->id, game, GAME_ID_SIZE))
            return view;
    }
    return NULL;
}

void view_close(struct view *view, bool on_purpose)
{
    round_unwatch(&view->watcher, on_purpose);
    timer_stop(&view->session->server->timers, &view->catch_up);
    list_remove(&view->node);
    view->session->view_count--;
    free(view);
}

void view_open(struct ws_session *session, struct round *round, int64_t since, bool preview)
{
    struct view *view = calloc(1, sizeof *view);
    if (!view) {
        ws_send_refused(session, NULL, round_info(round)->id, REFUSED_BUSY, NULL);
        return;
    }
    view->session = session;
    view->watcher.side = game_info_side(round_info(round), session->caller.who.id);
    view->watcher.gets_all_chat = session->caller.who.role == ROLE_BOT;
    view->watcher.gets_no_chat = session->caller.kid;
    view->watcher.is_preview = preview;
    view->watcher.view = VIEW_WIRE;
    view->watcher.send = send_to_view;
    view->watcher.lost = on_game_lost;
    list_add(&session->views, &view->node);
    session->view_count++;
    round_watch(round, &view->watcher, since);
}
