/* SPDX-License-Identifier: MIT */
/* Lines a visitor types: moves, and the commands of joinorders.def. */
#ifndef JOIN_COMMANDS_H
#define JOIN_COMMANDS_H

#include "join/online_session.h"

/* Does what a line says; what cannot be is refused in words. */
void commands_run(struct online_session *visit, const char *line);

/* Whether a line of a script can be done now, or should wait: for the answer to the last,
 * for a game to begin, for the opponent's move. */
bool commands_can_run(const struct online_session *visit, const char *line);

/* Orders that are given without a line, too. */
void commands_seek(struct online_session *visit, const char *clock);
void commands_accept(struct online_session *visit, const char *id);
void commands_invite(struct online_session *visit, const char *clock);
void commands_challenge(struct online_session *visit, const char *name);
void commands_computer(struct online_session *visit, const char *text);
void commands_join(struct online_session *visit, const char *seek);

#endif
