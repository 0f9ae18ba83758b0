/* SPDX-License-Identifier: MIT */
/* Quick-pairing pools over a WebSocket. A session that ends leaves its pool. */
#ifndef SERVER_WS_POOLS_H
#define SERVER_WS_POOLS_H

#include "server/ws_session_state.h"
#include "wire/message.h"

void ws_handle_pool(struct ws_session *session, const struct message_pool *message);
void ws_handle_unpool(struct ws_session *session, const struct message_unpool *message);

/* Reports the pools to the session, together with the lobby, or stops that. */
void ws_watch_pools(struct ws_session *session, bool on);

/* The client is gone. */
void ws_leave_pool(struct ws_session *session);

#endif
