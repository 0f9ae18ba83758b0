/* SPDX-License-Identifier: MIT */
#include "review/graph.h"

#include <stdio.h>

enum {
    ROWS = 8,
    LEVELS = 8,      /* of a block character */
    LABEL_WIDTH = 6, /* "100 % " */
    COLUMN_MAX = 4   /* widest column of a ply in a short game */
};

struct graph {
    const struct review *review;
    size_t width; /* characters */
    bool utf8;
};

/* White's chances at a column: those after the ply that is drawn there. */
static int chance_at(const struct graph *graph, size_t column)
{
    const size_t ply = (column + 1) * graph->review->ply_count / graph->width;
    return chance_of_score(graph->review->evaluations[ply].score);
}

static void append_block(struct buffer *out, const struct graph *graph, int row, int chance)
{
    static const char *const blocks[LEVELS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const int level = chance * ROWS * LEVELS / CHANCE_ONE - row * LEVELS;
    if (graph->utf8)
        buffer_text(out, blocks[level < 0 ? 0 : level > LEVELS ? LEVELS : level]);
    else
        buffer_put(out, level > LEVELS / 2 ? '#' : row == ROWS / 2 ? '-' : ' ');
}

static void append_label(struct buffer *out, int row)
{
    char label[LABEL_WIDTH + 1];
    if (row == ROWS - 1 || row == ROWS / 2 || row == 0)
        snprintf(label, sizeof label, "%3d %% ", row == 0 ? 0 : row == ROWS / 2 ? 50 : 100);
    else
        snprintf(label, sizeof label, "%*s", LABEL_WIDTH, "");
    buffer_text(out, label);
}

static void trim_blanks(struct buffer *out)
{
    while (out->size && out->bytes[out->size - 1] == ' ')
        out->size--;
}

void graph_append(struct buffer *out, const struct review *review, unsigned columns, bool utf8)
{
    const size_t room = columns > LABEL_WIDTH + 10 ? columns - LABEL_WIDTH : 10;
    const size_t widest = review->ply_count * COLUMN_MAX;
    const struct graph graph = {
        .review = review, .width = widest < room ? widest : room, .utf8 = utf8};
    for (int row = ROWS - 1; review->ply_count && row >= 0; row--) {
        append_label(out, row);
        for (size_t column = 0; column < graph.width; column++)
            append_block(out, &graph, row, chance_at(&graph, column));
        trim_blanks(out);
        buffer_put(out, '\n');
    }
}
