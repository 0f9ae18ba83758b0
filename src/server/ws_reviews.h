/* SPDX-License-Identifier: MIT */
/* The review of a game by the server's engine, live. */
#ifndef SERVER_WS_REVIEWS_H
#define SERVER_WS_REVIEWS_H

#include "server/ws_session_state.h"
#include "wire/message.h"

void ws_handle_review(struct ws_session *session, const struct message_review *message);
void ws_leave_review(struct ws_session *session);

#endif
