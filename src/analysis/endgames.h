/* SPDX-License-Identifier: MIT */
/* What the endgame tables say about a position and about each of its moves. The files may be on a
 * slow disk, so they are read on a worker thread. */
#ifndef ANALYSIS_ENDGAMES_H
#define ANALYSIS_ENDGAMES_H

#include "core/state.h"
#include "rookery/moves.h"
#include "rookery/tablebase.h"

/* Values are for the side to move, in the case of a move for the opponent after it. */
struct endgame_value {
    bool known;
    rk_wdl wdl;
    int dtz; /* plies to the next capture or pawn move; negative for a loss */
};

struct endgame_move {
    rk_move move;
    rk_position after;
    bool zeroing; /* a capture or a pawn move */
    struct endgame_value value;
};

/* Borrowed for the call. */
struct endgame {
    rk_position position;
    struct endgame_value value; /* not known: it is not in the tables */
    size_t count;
    struct endgame_move *moves; /* the best first */
};

/* NULL: the server has no tables, or too much other work. */
typedef void endgame_callback(void *context, const struct endgame *endgame);

void endgame_find(struct server *server, const rk_position *pos, endgame_callback *callback,
                  void *context);

#endif
