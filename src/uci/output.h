/* SPDX-License-Identifier: MIT */
/* What our engine says: moves, lines of thought and boards, as UCI writes them. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

#include "base/buffer.h"
#include "rookery/engine.h"

struct output_format {
    bool chess960; /* castling is always written as king takes rook */
    bool wdl;      /* chances are told */
};

void output_move(struct buffer *out, const rk_position *pos, rk_move move,
                 struct output_format output_format);

/* "info depth ...", of the search of `pos`. */
void output_info(struct buffer *out, const rk_position *pos, const rk_search_line *line,
                 struct output_format output_format);

/* Of a position that is over already, where a search has nothing to say. */
void output_game_over(struct buffer *out, const rk_position *pos);

/* "bestmove e2e4 ponder e7e5", "bestmove 0000". */
void output_bestmove(struct buffer *out, const rk_position *pos, const rk_search_result *result,
                     struct output_format output_format);

/* A row of the drawing of a board, from 0; false if there are no more. */
bool output_board_row(struct buffer *out, const rk_position *pos, int row);

/* Evaluations are seen from White's side, for people. */
void output_evaluation(struct buffer *out, const rk_position *pos);

#endif
