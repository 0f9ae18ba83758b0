/* SPDX-License-Identifier: MIT */
/* What a WebSocket is told. To a socket that is gone nothing is sent. */
#ifndef SERVER_SOCKETSAY_H
#define SERVER_SOCKETSAY_H

#include "lobby/challenges.h"
#include "server/socketstate.h"
#include "wire/message.h"

/* Any message of the table: `structure` is that of the kind. */
void socket_say(struct socket *socket, enum message_kind kind, const void *structure);
void socket_send(struct socket *socket, struct frame *frame);

void socket_say_ack(struct socket *socket, const char *command, const char *made);
void socket_say_refused(struct socket *socket, const char *command, const char *game,
                        enum refusal refusal, const char *why);
void socket_say_reply(struct socket *socket, const char *command, const char *game,
                      const struct reply *reply); /* one that refuses */
void socket_say_hello(struct socket *socket);
void socket_say_start(struct socket *socket, const struct round *round);
void socket_say_challenge(struct socket *socket, const struct challenge *challenge);
void socket_say_running(struct socket *socket);
void socket_say_seek(struct socket *socket, const struct seek *seek);
void socket_say_notice(struct socket *socket, const char *kind, const char *text, int64_t wait);

/* Takes its outlet for the last word: nothing is sent to it any more. NULL: that was said. */
struct outlet *socket_part(struct socket *socket);
/* Closes it likewise. */
void socket_end(struct socket *socket, unsigned code, const char *reason);

#endif
