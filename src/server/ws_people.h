/* SPDX-License-Identifier: MIT */
/* The list of users who are online, over a WebSocket, and the client's own presence. */
#ifndef SERVER_WS_PEOPLE_H
#define SERVER_WS_PEOPLE_H

#include "server/ws_session_state.h"
#include "wire/message.h"

void ws_watch_people(struct ws_session *session, bool on); /* off: also when the client is gone */
void ws_handle_presence(struct ws_session *session,
                        const struct message *message); /* people, away */

/* The client has sent a message: its user is active, unless the client sends it by itself. */
void ws_touch_presence(struct ws_session *session, enum message_kind kind);

#endif
