/* SPDX-License-Identifier: MIT */
/* A move as somebody wrote it, before it is known which move it is. */
#ifndef NOTATION_MOVE_SPEC_H
#define NOTATION_MOVE_SPEC_H

#include "notation/reader.h"
#include "rookery/position.h"

enum move_spec_form { SPEC_MOVE, SPEC_CASTLING, SPEC_DROP };

struct move_spec {
    enum move_spec_form form;
    rk_kind kind;      /* the piece that moves or is dropped; RK_NO_KIND: whatever stands there */
    uint64_t movers;   /* the squares it may come from, by what was written */
    uint64_t targets;  /* the squares it may go to: one, but for a pawn capture such as "ed" */
    rk_kind promotion; /* RK_NO_KIND: none was named */
    bool kingside;     /* castling: towards the h-file */
    size_t offset;     /* where the move stands in its text */
};

/* Reads a drop: N@f3, or @e4 for a pawn. False if that is not what stands here. */
RK_MUST_USE bool move_spec_read_drop(struct reader *in, struct move_spec *spec);

/* Finds the one legal move that is meant; fails with what is wrong. */
RK_MUST_USE rk_err move_spec_resolve(const struct reader *in, const rk_position *pos,
                                     const struct move_spec *spec, rk_move *out);

#endif
