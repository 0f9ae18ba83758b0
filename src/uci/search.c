/* SPDX-License-Identifier: MIT */
#include "uci/search.h"

#include "engine/limits.h"
#include "rookery/moves.h"

struct search_output {
    struct control *control;
    const rk_position *pos;
    struct output_format format;
};

static void report_line(void *context, const rk_search_line *line)
{
    const struct search_output *output = context;
    struct buffer text = {0};
    output_info(&text, output->pos, line, output->format);
    control_write_buffer(output->control, &text);
    control_note_move(output->control);
}

void search_run(struct control *control, rk_engine *engine, const struct uci_position *position,
                const rk_search_limits *limits, struct output_format format)
{
    const rk_position *pos = position_current(position);
    struct search_output output = {control, pos, format};
    struct buffer text = {0};
    rk_search_result result = {.best = RK_NO_MOVE};
    // Announced before the input thread can see the search, so that no `stop` is lost.
    rk_engine_announce(engine);
    if (!control_begin_search(control, engine, limits_have_end(limits), limits->ponder))
        return;
    if (!rk_moves_any(pos)) {
        output_game_over(&text, pos);
        control_write_buffer(control, &text);
        control_note_move(control);
    }
    rk_engine_search(engine, position->positions, position->count, limits, report_line, &output,
                     &result);
    control_end_search(control);
    output_bestmove(&text, pos, &result, format);
    control_write_buffer(control, &text);
}
