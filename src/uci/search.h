/* SPDX-License-Identifier: MIT */
/* `go`: runs a search and writes its `info` lines and `bestmove`. */
#ifndef UCI_SEARCH_H
#define UCI_SEARCH_H

#include "uci/control.h"
#include "uci/output.h"
#include "uci/position.h"

void search_run(struct control *control, rk_engine *engine, const struct uci_position *position,
                const rk_search_limits *limits, struct output_format format);

#endif
