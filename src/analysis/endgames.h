/* SPDX-License-Identifier: MIT */
/* Looks up a position and each of its moves in the endgame tables. The files may be on a slow disk,
 * so they are read on a worker thread. */
#ifndef ANALYSIS_ENDGAMES_H
#define ANALYSIS_ENDGAMES_H

#include "core/state.h"
#include "syzygy/endgame.h"

/* The endgame is borrowed for the call. NULL: the server has no tables, or too much other work. */
typedef void endgame_callback(void *context, const struct endgame *endgame);

void endgame_find(struct server *server, const rk_position *pos, endgame_callback *callback,
                  void *context);

#endif
