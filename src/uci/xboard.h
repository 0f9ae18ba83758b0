/* SPDX-License-Identifier: MIT */
/* An external engine that speaks the xboard protocol (CECP) instead of UCI. Covers the part of it
 * that matches need: standard chess, and moves in coordinate notation. Everything else is as in
 * external.h. */
#ifndef UCI_XBOARD_H
#define UCI_XBOARD_H

#include "uci/external.h"

struct xboard;

/* Starts the engine and waits for its features; an engine that sends none gets two seconds.
 * Settings are sent as `option NAME=VALUE`. */
RK_MUST_USE rk_err xboard_start(const struct external_options *options, struct xboard **out,
                                char *error, size_t error_size);
void xboard_stop(struct xboard *xboard);

const char *xboard_name(const struct xboard *xboard);
bool xboard_is_alive(const struct xboard *xboard); /* as external_is_alive() */
RK_MUST_USE bool xboard_new_game(struct xboard *xboard, rk_variant variant);

/* Sends the clocks, the time for the move and the depth; the protocol cannot limit nodes. */
enum external_result xboard_search(struct xboard *xboard, const char *fen, const char *moves,
                                   const rk_search_limits *limits, int64_t timeout,
                                   struct external_reply *out);

#endif
