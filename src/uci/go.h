/* SPDX-License-Identifier: MIT */
/* The arguments of `go`: parsed for our engine, written for external ones. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "base/buffer.h"
#include "rookery/engine.h"
#include "rookery/moves.h"
#include "uci/token.h"

struct go {
    rk_search_limits limits;     /* `only` points to `moves` */
    rk_move moves[RK_MOVES_MAX]; /* of `searchmoves` */
    bool is_perft;
    unsigned perft_depth;
};

/* Parses the arguments. Skips words it does not know; `error` describes the last of them, or is
 * empty. */
void go_parse(struct go *go, const rk_position *pos, struct tokens tokens,
              char error[TOKEN_ERROR_MAX]);

/* Writes a `go` command. `only` and `lines` are not written. */
void go_write(const rk_search_limits *limits, struct buffer *out);

#endif
