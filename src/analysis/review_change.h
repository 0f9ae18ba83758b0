/* SPDX-License-Identifier: MIT */
/* The message with which a node publishes a change of one of its reviews: its state, a score, or
 * its end. */
#ifndef ANALYSIS_REVIEW_CHANGE_H
#define ANALYSIS_REVIEW_CHANGE_H

#include "base/buffer.h"
#include "base/byte_reader.h"
#include "core/state.h"

enum { REVIEW_PLIES_MAX = 10000, REVIEW_ACCOUNT_SIZE = 32 };

enum review_change_kind { REVIEW_CHANGE_STATE, REVIEW_CHANGE_SCORE, REVIEW_CHANGE_END };

struct review_change {
    enum review_change_kind kind;
    char game[GAME_ID_SIZE + 1];

    /* REVIEW_CHANGE_STATE: it waits or runs. */
    char account[REVIEW_ACCOUNT_SIZE]; /* that has asked; "": unknown */
    size_t place;                      /* in the queue of its node, from 1; 0: it runs */
    size_t plies;

    /* REVIEW_CHANGE_SCORE: of the position after `ply` moves. */
    size_t ply;
    bool is_mate;
    int score;

    bool has_failed; /* REVIEW_CHANGE_END */
};

void review_change_write(const struct review_change *change, struct buffer *out);
/* If it cannot be read, the reader fails. */
void review_change_read(struct byte_reader *in, struct review_change *out);

#endif
