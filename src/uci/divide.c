/* SPDX-License-Identifier: MIT */
#include "uci/divide.h"

#include <inttypes.h>
#include <stdio.h>

#include "rookery/moves.h"
#include "rookery/perft.h"

enum { UNINTERRUPTED_DEPTH = 3 }; /* counted without a look at the stop flag */

static bool is_stopped(const struct control *control)
{
    return atomic_load(&control->stopped);
}

/* rk_perft() that can be stopped; the result is then meaningless. */
static uint64_t count_nodes(const struct control *control, const rk_position *pos, unsigned depth)
{
    if (depth <= UNINTERRUPTED_DEPTH || is_stopped(control))
        return rk_perft(pos, depth < UNINTERRUPTED_DEPTH ? (int)depth : UNINTERRUPTED_DEPTH);
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && !is_stopped(control); i++) {
        rk_position next = *pos;
        rk_undo undo;
        rk_position_apply(&next, moves[i], &undo);
        nodes += count_nodes(control, &next, depth - 1);
    }
    return nodes;
}

static uint64_t divide_move(struct control *control, const rk_position *pos, rk_move move,
                            unsigned depth, struct output_format format)
{
    struct buffer line = {0};
    rk_position next = *pos;
    rk_undo undo;
    rk_position_apply(&next, move, &undo);
    const uint64_t nodes = count_nodes(control, &next, depth - 1);
    if (is_stopped(control))
        return 0;
    output_move(&line, pos, move, format);
    buffer_text(&line, ": ");
    buffer_integer(&line, (int64_t)nodes);
    control_write_buffer(control, &line);
    return nodes;
}

void divide_run(struct control *control, const rk_position *pos, unsigned depth,
                struct output_format format)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = depth ? rk_moves_list(pos, moves) : 0;
    uint64_t nodes = depth ? 0 : 1;
    char line[64];
    if (!control_begin_search(control, NULL, true, false))
        return;
    for (size_t i = 0; i < count && !is_stopped(control); i++)
        nodes += divide_move(control, pos, moves[i], depth, format);
    const bool stopped = is_stopped(control);
    control_end_search(control);
    if (stopped) {
        control_write_info(control, "perft stopped");
        return;
    }
    snprintf(line, sizeof line, "nodes %" PRIu64, nodes);
    control_write(control, line);
}
