/* SPDX-License-Identifier: MIT */
/* The table of commands, for the files that implement them and complete their arguments. */
#ifndef JOIN_HANDLERS_H
#define JOIN_HANDLERS_H

#include "join/online_session.h"
#include "wire/verbs.h"

/* The argument is trimmed; "" for none. */
typedef void command_handler(struct online_session *session, const char *argument);

#define ROW(name, argument, completes, handler, help) command_handler handler;
#include "join/commands.def"

/* What Tab completes the argument of a command with. */
enum completion_kind {
    COMPLETE_NOTHING,
    COMPLETE_OFFERS, /* who can be accepted */
    COMPLETE_ANSWER, /* who can be declined, then a reason */
    COMPLETE_CLAIM,  /* "draw" or a move */
    COMPLETE_TERMS,
    COMPLETE_NAME,  /* a user, then terms */
    COMPLETE_LEVEL, /* a level, then terms */
    COMPLETE_POOL,  /* a pool */
    COMPLETE_SWITCH,
    COMPLETE_GAMES,
    COMPLETE_COMMANDS
};

struct online_command {
    const char *name, *argument;
    enum completion_kind completes;
    command_handler *run;
    const char *help;
};

/* The command that the line starts with, ignoring case; NULL if there is none. */
const struct online_command *online_command_find(const char *line);

/* The commands in order; NULL after the last. */
const struct online_command *online_command_at(size_t index);

/* The reasons to decline a challenge, in order; NULL after the last. */
const char *decline_reason_at(size_t index);

/* Plays a move in the game on the board. */
command_handler run_move;

/* Refuses a line because there is no connection. */
void online_session_refuse_not_connected(struct online_session *session);

/* Whether the opponent offers a draw, or a rematch. The game is ours. */
bool online_session_has_draw_offer(const struct remote_game *game);
bool online_session_has_rematch_offer(const struct remote_game *game);

/* Sends a command without parameters, or with a move, to the game on the board. */
void online_session_send_verb(struct online_session *session, enum verb verb, const char *move);
void online_session_send_rematch(struct online_session *session, bool accept);

/* Answers a challenge; a reason, NULL for none, is for declining it. */
void online_session_answer_challenge(struct online_session *session, const char *challenge,
                                     bool accept, const char *reason);

#endif
