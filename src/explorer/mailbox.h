/* SPDX-License-Identifier: MIT */
/* A board that replays the games of standard chess and Chess960 without checking anything, many
 * times as fast as a position does, to find the games that may have what a search looks for. Any
 * moves are harmless, legal or not. */
#ifndef EXPLORER_MAILBOX_H
#define EXPLORER_MAILBOX_H

#include "pgntools/filter.h"

enum { MAILBOX_TARGETS_MAX = 2 };

/* What a search looks for. */
struct mailbox_goal {
    /* The pieces on squares: all of a position, or those of a pattern. */
    uint8_t target[MAILBOX_TARGETS_MAX][RK_SQUARE_COUNT];
    bool is_wanted[MAILBOX_TARGETS_MAX][RK_SQUARE_COUNT];
    unsigned target_count;
    /* Numbers of pieces, four bits for each side and kind; either of two, as sides may be swapped.
     */
    uint64_t material[2], material_mask;
    bool has_material;
    unsigned pieces_min; /* with fewer pieces on the board it cannot be reached any more */
};

/* The goal of a filter's position, pattern and material. */
void mailbox_goal_init(struct mailbox_goal *goal, const struct filter *filter);

struct mailbox {
    uint8_t squares[RK_SQUARE_COUNT]; /* 0, or 1 + kind + 8 * side */
    uint64_t material;
    unsigned pieces;
    int missing[MAILBOX_TARGETS_MAX]; /* wanted squares that differ */
    const struct mailbox_goal *goal;
    unsigned reached; /* bits of the parts of the goal that were reached */
};

void mailbox_init(struct mailbox *board, const struct mailbox_goal *goal, const rk_position *pos);

/* Plays a move; returns false if the goal cannot be reached any more. */
bool mailbox_play(struct mailbox *board, rk_move move);

/* Whether all parts of the goal were reached, at the same time or not. */
bool mailbox_is_done(const struct mailbox *board);

#endif
