/* SPDX-License-Identifier: MIT */
/* A partial description of a move, as parsed from text. Resolving it finds the one
 * legal move that matches, or explains why no move does. */
#ifndef NOTATION_MOVE_SPEC_H
#define NOTATION_MOVE_SPEC_H

#include "notation/reader.h"
#include "rookery/position.h"

enum move_spec_form { SPEC_MOVE, SPEC_CASTLING, SPEC_DROP, SPEC_NULL };

struct move_spec {
    enum move_spec_form form;
    rk_kind kind;    /* the piece that moves or is dropped; RK_NO_KIND: any piece */
    uint64_t movers; /* the possible origin squares */
    /* The possible targets: one square, or a file for a pawn capture such as "ed". */
    uint64_t targets;
    rk_kind promotion; /* RK_NO_KIND: none given */
    bool kingside;     /* castling: towards the h-file */
    size_t offset;     /* of the move in its text */
};

/* Reads a drop: N@f3, or @e4 for a pawn. Returns false if there is no drop here. */
RK_MUST_USE bool move_spec_read_drop(struct reader *in, struct move_spec *spec);

/* Returns true if the whole rest of the text is a null move: -- or 0000, for example. */
RK_MUST_USE bool move_spec_read_null(struct reader *in, struct move_spec *spec);

/* Makes the spec castling if its two squares mean that: the king moves to its final square or to
 * the rook. A king that can step there in one move does not castle. */
void move_spec_find_castling(const rk_position *pos, struct move_spec *spec);

/* Finds the legal move that matches. Returns the reason as an error if no move or
 * more than one matches. A null move is RK_NO_MOVE. */
RK_MUST_USE rk_err move_spec_resolve(const struct reader *in, const rk_position *pos,
                                     const struct move_spec *spec, rk_move *out);

#endif
