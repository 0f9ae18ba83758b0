/* SPDX-License-Identifier: MIT */
/* The games that a WebSocket session watches. A spectator that reads slowly skips events and gets a
 * snapshot. */
#ifndef SERVER_WS_VIEWS_H
#define SERVER_WS_VIEWS_H

#include "server/ws_session_state.h"

struct view *view_find(struct ws_session *session, const char *game); /* NULL: not watched */

/* Watches a game from version `since` on; see round_watch(). `preview`: as watcher.is_preview. */
void view_open(struct ws_session *session, struct round *round, int64_t since, bool preview);

/* Stops watching. `on_purpose`: the client asked to; it did not lose the connection. */
void view_close(struct view *view, bool on_purpose);

#endif
