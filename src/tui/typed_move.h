/* SPDX-License-Identifier: MIT */
/* Moves as people type them. Besides what rk_san_parse() reads: a move number before the move
 * ("1. e4", "1...e5"), blanks inside it ("e2 e4"), and letters in any case ("E4", "NF3", "bxc4" for
 * a bishop). Text whose case is right has its usual meaning: "bc4" is a pawn's move if there is
 * one. */
#ifndef TUI_TYPED_MOVE_H
#define TUI_TYPED_MOVE_H

#include "rookery/san.h"

/* Fails like rk_san_parse(); capitals that can mean a pawn or a piece are ambiguous. */
RK_MUST_USE rk_err typed_move_parse(const rk_position *pos, const char *text, rk_move *out,
                                    rk_fault *fault);

/* Whether the text is a promotion without the piece to promote to. Stores one of the moves. */
bool typed_move_lacks_promotion(const rk_position *pos, const char *text, rk_move *out);

/* Returns the text after a move number and its dots; the text itself if it starts with none. */
const char *typed_move_skip_number(const char *text);

#endif
