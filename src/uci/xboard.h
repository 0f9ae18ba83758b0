/* SPDX-License-Identifier: MIT */
/* The xboard protocol, in front of engines that speak no UCI: as much of it as a match
 * needs. Standard chess; moves in coordinates. Contracts as in external.h. */
#ifndef UCI_XBOARD_H
#define UCI_XBOARD_H

#include "uci/external.h"

struct xboard;

/* Starts it and waits for its features; of an engine that names none, for two seconds.
 * Settings are sent as `option NAME=VALUE`. */
RK_MUST_USE rk_err xboard_start(const struct external_options *options, struct xboard **out,
                                char *why, size_t why_size);
void xboard_stop(struct xboard *xboard);

const char *xboard_name(const struct xboard *xboard);
RK_MUST_USE bool xboard_new_game(struct xboard *xboard, rk_variant variant);

/* Limits are the clocks, the time for a move and the depth; it cannot count nodes. */
enum external_result xboard_search(struct xboard *xboard, const char *fen, const char *moves,
                                   const rk_search_limits *limits, int64_t timeout,
                                   struct external_reply *out);

#endif
