/* SPDX-License-Identifier: MIT */
/* Sends announcements and planned restarts to all WebSockets. */
#ifndef SERVER_WS_BROADCASTS_H
#define SERVER_WS_BROADCASTS_H

#include "server/ws_session_state.h"

void ws_broadcasts_init(struct server *server);

/* Sends the current announcements to a new session. */
void ws_send_announcements(struct ws_session *session);

#endif
