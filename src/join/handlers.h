/* SPDX-License-Identifier: MIT */
/* The handlers of commands.def, for the files that implement them. */
#ifndef JOIN_HANDLERS_H
#define JOIN_HANDLERS_H

#include "join/online_session.h"
#include "wire/verbs.h"

/* The argument is trimmed; "" for none. */
typedef void command_handler(struct online_session *session, const char *argument);

#define ROW(name, argument, handler, help) command_handler handler;
#include "join/commands.def"

/* Plays a move in the game on the board. */
command_handler run_move;

/* Refuses a line because there is no connection. */
void refuse_not_connected(struct online_session *session);

/* Whether the opponent offers a draw, or a rematch. The game is ours. */
bool has_draw_offer(const struct remote_game *game);
bool has_rematch_offer(const struct remote_game *game);

/* Sends a command without parameters, or with a move, to the game on the board. */
void send_verb(struct online_session *session, enum verb verb, const char *move);
void send_rematch(struct online_session *session, bool accept);

/* Answers a challenge; a reason, NULL for none, is for declining it. */
void answer_challenge(struct online_session *session, const char *challenge, bool accept,
                      const char *reason);

#endif
