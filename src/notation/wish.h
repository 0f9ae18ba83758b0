/* SPDX-License-Identifier: MIT */
/* A move as somebody wrote it, before it is known which move it is. */
#ifndef NOTATION_WISH_H
#define NOTATION_WISH_H

#include "notation/reader.h"
#include "rookery/position.h"

enum wish_form { WISH_MOVE, WISH_CASTLING, WISH_DROP };

struct wish {
    enum wish_form form;
    rk_kind kind;      /* the piece that moves or is dropped; RK_NO_KIND: whatever stands there */
    uint64_t movers;   /* the squares it may come from, by what was written */
    uint64_t targets;  /* the squares it may go to: one, but for a pawn capture such as "ed" */
    rk_kind promotion; /* RK_NO_KIND: none was named */
    bool kingside;     /* castling: towards the h-file */
    size_t offset;     /* where the move stands in its text */
};

/* Reads a drop: N@f3, or @e4 for a pawn. False if that is not what stands here. */
RK_MUST_USE bool wish_read_drop(struct reader *in, struct wish *wish);

/* Finds the one legal move that is meant; fails with what is wrong. */
RK_MUST_USE rk_err wish_fulfil(const struct reader *in, const rk_position *pos,
                               const struct wish *wish, rk_move *out);

#endif
