/* SPDX-License-Identifier: MIT */
/* Ends games early: when both engines agree on the result for long enough, when endgame tables
 * know it, and when the game is too long. */
#ifndef MATCH_ADJUDICATION_H
#define MATCH_ADJUDICATION_H

#include "rookery/outcome.h"
#include "rookery/tablebase.h"

/* Zero disables a rule. Scores are centipawns; moves are full moves. */
struct adjudication_rule {
    int resign_score;      /* a win when both engines report at least this score for one side */
    unsigned resign_moves; /* for this many moves in a row */
    int draw_score;        /* a draw when both engines report at most this score */
    unsigned draw_moves;   /* for this many moves in a row without a capture or pawn move, */
    unsigned draw_from;    /* from this move of the game on */
    unsigned moves_max;    /* a draw after this many moves */
    rk_tablebase *tables;  /* borrowed; NULL for none */
};

/* How many plies in a row each condition has held. All zeros at the start of a game. */
struct adjudication {
    unsigned ahead[2], level;
    unsigned plies;
};

/* The score an engine reported with its move. */
struct engine_score {
    rk_side side;
    bool has_score;
    int score; /* seen from `side` */
};

/* Takes the score of the move that led to `pos` into account. Returns true if the game is decided,
 * and then sets *winner and *reason (static storage). */
RK_MUST_USE bool adjudicate(const struct adjudication_rule *rule, struct adjudication *state,
                            struct engine_score reported, const rk_position *pos, rk_winner *winner,
                            const char **reason);

#endif
