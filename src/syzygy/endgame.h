/* SPDX-License-Identifier: MIT */
/* The results of a position and of each of its moves, from the tables. */
#ifndef SYZYGY_ENDGAME_H
#define SYZYGY_ENDGAME_H

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

struct endgame {
    rk_position position;
    struct endgame_value value; /* not known: it is not in the tables */
    size_t count;
    struct endgame_move *moves; /* the best first; none if the value is not known */
};

/* Reads the files, which may take long. Release *out with endgame_fini(). */
void endgame_probe(rk_tablebase *tablebase, const rk_position *pos, struct endgame *out);
void endgame_fini(struct endgame *endgame);

/* "win", "cursed-win", "maybe-win", "draw", "maybe-loss", "blessed-loss", "loss" or "unknown": the
 * result, with the moves that the fifty-move rule has already counted. */
const char *endgame_category(const struct endgame_value *value, const rk_position *pos);

#endif
