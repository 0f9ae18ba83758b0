/* SPDX-License-Identifier: MIT */
/* The lobby over a WebSocket: seeks, challenges and games against the computer. */
#ifndef SERVER_WS_LOBBY_H
#define SERVER_WS_LOBBY_H

#include "server/ws_session_state.h"
#include "wire/message.h"

void ws_handle_lobby(struct ws_session *session, const struct message_lobby *message);
void ws_handle_seek(struct ws_session *session, const struct message_seek *message);
void ws_handle_unseek(struct ws_session *session, const struct message_unseek *message);
void ws_handle_join(struct ws_session *session, const struct message_join *message);
void ws_handle_challenge(struct ws_session *session, const struct message_challenge *message);
void ws_handle_answer(struct ws_session *session, const struct message_answer *message);
void ws_handle_computer(struct ws_session *session, const struct message_computer *message);

/* Withdraws the seek of this session, if there is one. */
void ws_cancel_seek(struct ws_session *session);

#endif
