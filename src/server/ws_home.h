/* SPDX-License-Identifier: MIT */
/* The live parts of a home page: leaderboards, recent results and TV. */
#ifndef SERVER_WS_HOME_H
#define SERVER_WS_HOME_H

#include "server/ws_session_state.h"
#include "wire/message.h"

void ws_handle_leaderboard(struct ws_session *session, const struct message_leaderboard *message);
void ws_handle_results(struct ws_session *session, const struct message_results *message);
void ws_handle_tv(struct ws_session *session, const struct message_tv *message);

/* Ends all of these subscriptions. */
void ws_leave_home(struct ws_session *session);

#endif
