/* SPDX-License-Identifier: MIT */
/* Sends messages to a WebSocket. Does nothing once the client is gone. */
#ifndef SERVER_SOCKET_OUTPUT_H
#define SERVER_SOCKET_OUTPUT_H

#include "lobby/challenges.h"
#include "server/socket_state.h"
#include "wire/message.h"

/* Sends any message of messages.def: `structure` is the struct of that kind. */
void socket_send_message(struct socket *socket, enum message_kind kind, const void *structure);
void socket_send_frame(struct socket *socket, struct shared_buffer *frame);

void socket_send_ack(struct socket *socket, const char *command, const char *made);
void socket_send_refused(struct socket *socket, const char *command, const char *game,
                         enum refusal refusal, const char *why);
void socket_send_reply(struct socket *socket, const char *command, const char *game,
                       const struct reply *reply); /* a reply that refuses */
void socket_send_hello(struct socket *socket);
void socket_send_start(struct socket *socket, const struct round *round);
void socket_send_challenge(struct socket *socket, const struct challenge *challenge);
void socket_send_running(struct socket *socket);
void socket_send_seek(struct socket *socket, const struct seek *seek);
void socket_send_notice(struct socket *socket, const char *kind, const char *text, int64_t wait);

/* Takes the transport from the socket, to send a last message: nothing is sent to it any more.
 * NULL: it was taken before. */
struct transport *socket_release_transport(struct socket *socket);
/* Closes the WebSocket with a code of enum close_code. */
void socket_close(struct socket *socket, unsigned code, const char *reason);

#endif
