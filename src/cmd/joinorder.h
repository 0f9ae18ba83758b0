/* SPDX-License-Identifier: MIT */
/* Lines a visitor types: moves, and the commands of joinorders.def. */
#ifndef CMD_JOINORDER_H
#define CMD_JOINORDER_H

#include "cmd/joinvisit.h"

/* Does what a line says; what cannot be is refused in words. */
void order_line(struct visit *visit, const char *line);

/* Whether a line of a script can be done now, or should wait: for the answer to the last,
 * for a game to begin, for the opponent's move. */
bool order_can_be_done(const struct visit *visit, const char *line);

/* Orders that are given without a line, too. */
void order_seek(struct visit *visit, const char *clock);
void order_accept(struct visit *visit, const char *id);
void order_invite(struct visit *visit, const char *clock);
void order_challenge(struct visit *visit, const char *name);
void order_computer(struct visit *visit, const char *text);
void order_join(struct visit *visit, const char *seek);

#endif
