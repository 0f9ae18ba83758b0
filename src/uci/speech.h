/* SPDX-License-Identifier: MIT */
/* What our engine says: moves, lines of thought and boards, as UCI writes them. */
#ifndef UCI_SPEECH_H
#define UCI_SPEECH_H

#include "base/buffer.h"
#include "rookery/engine.h"

struct manner {
    bool chess960; /* castling is always written as king takes rook */
    bool wdl;      /* chances are told */
};

void speech_move(struct buffer *out, const rk_position *pos, rk_move move, struct manner manner);

/* "info depth ...", of the search of `pos`. */
void speech_line(struct buffer *out, const rk_position *pos, const rk_search_line *line,
                 struct manner manner);

/* Of a position that is over already, where a search has nothing to say. */
void speech_over(struct buffer *out, const rk_position *pos);

/* "bestmove e2e4 ponder e7e5", "bestmove 0000". */
void speech_best(struct buffer *out, const rk_position *pos, const rk_search_result *result,
                 struct manner manner);

/* A row of the drawing of a board, from 0; false if there are no more. */
bool speech_board(struct buffer *out, const rk_position *pos, int row);

/* Evaluations are seen from White's side, for people. */
void speech_evaluation(struct buffer *out, const rk_position *pos);

#endif
