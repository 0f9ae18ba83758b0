/* SPDX-License-Identifier: MIT */
/* Lines the user types: moves, and the commands of commands.def. */
#ifndef JOIN_COMMANDS_H
#define JOIN_COMMANDS_H

#include "join/online_session.h"

/* Runs a line. If it cannot run, prints why and sets session->refused. */
void commands_run(struct online_session *session, const char *line);

/* Whether a line of a script can run now. It has to wait for the answer to the line before, for a
 * game to start, and, if it is a move, for the opponent's move. */
bool commands_can_run(const struct online_session *session, const char *line);

/* Whether a line may be saved in the history file: commands, but not chat, moves (which are useless
 * later) or anything else, which may be a password typed too early. */
bool commands_may_save(const char *line);

/* Requests that are also sent without a typed line. Terms are as in terms.h. */
void commands_seek(struct online_session *session, const char *terms);
void commands_accept(struct online_session *session, const char *id);
void commands_join_seek(struct online_session *session, const char *seek);
void commands_challenge(struct online_session *session, const char *name);
void commands_invite(struct online_session *session, const char *terms);
void commands_computer(struct online_session *session, const char *text); /* "3 5+3" */

#endif
