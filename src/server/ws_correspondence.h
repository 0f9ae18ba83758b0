/* SPDX-License-Identifier: MIT */
/* Conditional moves and vacations over a WebSocket. */
#ifndef SERVER_WS_CORRESPONDENCE_H
#define SERVER_WS_CORRESPONDENCE_H

#include "server/ws_session_state.h"
#include "wire/message.h"

void ws_handle_conditional(struct ws_session *session, const struct message_conditional *message);
void ws_handle_vacation(struct ws_session *session, const struct message_vacation *message);

#endif
