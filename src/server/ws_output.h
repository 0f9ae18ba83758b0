/* SPDX-License-Identifier: MIT */
/* Sends messages to a WebSocket. Does nothing once the client is gone. */
#ifndef SERVER_WS_OUTPUT_H
#define SERVER_WS_OUTPUT_H

#include "lobby/challenges.h"
#include "server/ws_session_state.h"
#include "wire/message.h"

/* Sends any message of messages.def: `structure` is the struct of that kind. */
void ws_send_message(struct ws_session *session, enum message_kind kind, const void *structure);
void ws_send_frame(struct ws_session *session, struct shared_buffer *frame);

void ws_send_ack(struct ws_session *session, const char *command, const char *made);
void ws_send_refused(struct ws_session *session, const char *command, const char *game,
                     enum refusal refusal, const char *why);
/* Refuses a command because of one of its fields; the message begins with the field's name. */
void ws_send_refused_field(struct ws_session *session, const char *command, const char *field,
                           const char *why);
void ws_send_reply(struct ws_session *session, const char *command, const char *game,
                   const struct reply *reply); /* a reply that refuses */
void ws_send_hello(struct ws_session *session);
void ws_send_start(struct ws_session *session, const char *game, rk_side side);
void ws_send_challenge(struct ws_session *session, const struct challenge *challenge);
void ws_send_running(struct ws_session *session);
void ws_send_seek(struct ws_session *session, const struct seek *seek);
void ws_send_notice(struct ws_session *session, const char *type, const char *text,
                    int64_t wait_ms);

/* Takes the transport from the session to send a last message; the session sends nothing more.
 * Returns NULL if it was taken before. */
struct transport *ws_take_transport(struct ws_session *session);
/* Closes the WebSocket with a code of enum close_code. */
void ws_close(struct ws_session *session, unsigned code, const char *reason);

#endif
