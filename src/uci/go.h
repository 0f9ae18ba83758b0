/* SPDX-License-Identifier: MIT */
/* What `go` asks for. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "rookery/engine.h"
#include "rookery/moves.h"
#include "uci/options.h"
#include "uci/token.h"

struct go {
    rk_search_limits limits; /* `only` points to `moves` */
    rk_move moves[RK_MOVES_MAX];
    unsigned perft; /* a depth: count moves, do not search; 0: search */
    bool is_perft;
    bool has_end; /* it comes to an end by itself, once it does not ponder any more */
};

/* Reads what follows `go`. Words that cannot be understood are passed over; the
 * error is about the last of them, or "". */
void go_read(struct go *go, const rk_position *pos, struct tokens tokens,
             char error[ERROR_TEXT_MAX]);

#endif
