/* SPDX-License-Identifier: MIT */
/* The lines our engine sends: search results in UCI, boards and evaluations for people. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

#include "base/buffer.h"
#include "rookery/engine.h"

struct output_format {
    bool chess960; /* write castling as king takes rook */
    bool wdl;      /* add the chances to win, draw and lose to `info` */
};

void output_move(struct buffer *out, const rk_position *pos, rk_move move,
                 struct output_format format);

/* "info depth ...", for a search of `pos`. */
void output_info(struct buffer *out, const rk_position *pos, const rk_search_line *line,
                 struct output_format format);

/* "info depth 0 score ...", for a position without legal moves. */
void output_game_over(struct buffer *out, const rk_position *pos);

/* "bestmove e2e4 ponder e7e5", or "bestmove 0000" if there is no legal move. */
void output_bestmove(struct buffer *out, const rk_position *pos, const rk_search_result *result,
                     struct output_format format);

/* Line `row` of the answer to `d`, from 0: the board, FEN, key and checkers. False after the
 * last. */
bool output_board_row(struct buffer *out, const rk_position *pos, int row);

/* The static evaluation, from White's point of view. */
void output_evaluation(struct buffer *out, rk_engine *engine, const rk_position *pos);

#endif
