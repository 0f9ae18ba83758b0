/* SPDX-License-Identifier: MIT */
/* Games that need not be played to their end: what both engines think for long enough,
 * what the tables know, and what has lasted too long. */
#ifndef MATCH_ADJUDICATION_H
#define MATCH_ADJUDICATION_H

#include "rookery/outcome.h"
#include "rookery/tablebase.h"

/* Zeros switch a rule off. Scores are hundredths of a pawn. */
struct adjudication_rule {
    int resign_score;      /* both say that one side is so far ahead, */
    unsigned resign_moves; /* for so many moves of each */
    int draw_score;        /* both say that nobody is further ahead, */
    unsigned draw_moves;   /* for so many quiet moves of each, */
    unsigned draw_from;    /* at the earliest behind this move of the game */
    unsigned moves_max;    /* then it is a draw */
    rk_tablebase *tables;  /* borrowed; NULL for none */
};

/* How many plies in a row each has been said. All zeros at the start of a game. */
struct adjudication {
    unsigned ahead[2], level;
    unsigned plies;
};

/* What an engine said with its move. */
struct adjudication_word {
    rk_side side;
    bool has_score;
    int score; /* seen from `side` */
};

/* Notes a move that led to `pos`. True if the game is decided: *winner is set, and
 * *reason, static storage, says why. */
RK_MUST_USE bool adjudicate(const struct adjudication_rule *rule, struct adjudication *so_far,
                            struct adjudication_word word, const rk_position *pos,
                            rk_winner *winner, const char **reason);

#endif
