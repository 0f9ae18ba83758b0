/* SPDX-License-Identifier: MIT */
/* A simple board that replays games of standard chess and Chess960 without checking any rules, many
 * times as fast as rk_position. A search uses it to find candidate games. Illegal moves are
 * harmless. */
#ifndef EXPLORER_MAILBOX_H
#define EXPLORER_MAILBOX_H

#include "pgntools/filter.h"

enum { MAILBOX_TARGETS_MAX = 2, MAILBOX_CODES = 16 };

/* The parts of a goal: its targets and, behind them, the material. */
enum { MAILBOX_MATERIAL = MAILBOX_TARGETS_MAX, MAILBOX_PARTS };

/* The goal of a search. */
struct mailbox_goal {
    /* The pieces on squares: all of a position, or those of a pattern. A square that does not
     * matter has a code that no piece has, and a mask of 0 instead of 255. */
    uint8_t target[MAILBOX_TARGETS_MAX][RK_SQUARE_COUNT];
    uint8_t mask[MAILBOX_TARGETS_MAX][RK_SQUARE_COUNT];
    unsigned target_count;
    /* Of each square: bits of the targets with a pawn there that has not moved yet. */
    uint8_t unmoved_pawns[RK_SQUARE_COUNT];
    /* Numbers of pieces, four bits for each side and kind; either of two, as sides may be swapped.
     */
    uint64_t material[2], material_mask;
    bool has_material;
    unsigned pieces_min[MAILBOX_PARTS]; /* with fewer pieces a part cannot be reached any more */
    uint64_t counter[MAILBOX_CODES];    /* of each code: one in its four bits */
};

/* The goal of a filter's position, pattern and material. */
void mailbox_goal_init(struct mailbox_goal *goal, const struct filter *filter);

struct mailbox {
    uint8_t squares[RK_SQUARE_COUNT]; /* 0, or 1 + kind + 8 * side */
    uint64_t material;
    unsigned pieces;
    const struct mailbox_goal *goal;
    unsigned missing;    /* bits of the parts of the goal that were not reached */
    unsigned pieces_min; /* the most that one of these needs */
};

void mailbox_init(struct mailbox *board, const struct mailbox_goal *goal, const rk_position *pos);

/* Plays the moves of a game, two bytes each, until all parts of the goal were reached, at the same
 * time or not: then it returns true. */
bool mailbox_play(struct mailbox *board, const uint8_t *moves, uint32_t plies);

#endif
