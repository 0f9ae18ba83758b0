/* SPDX-License-Identifier: MIT */
/* `go perft`: counts the positions reached at a depth, for each move and in total. */
#ifndef UCI_DIVIDE_H
#define UCI_DIVIDE_H

#include "uci/control.h"
#include "uci/output.h"

/* Writes the counts as they are found. `stop` ends it early. */
void divide_run(struct control *control, const rk_position *pos, unsigned depth,
                struct output_format format);

#endif
