/* SPDX-License-Identifier: MIT */
#include "pgntools/opening_tags.h"

#include "pgntools/game_tags.h"

bool opening_tags_add_tag(struct opening_tags *tags, rk_pgn_text name, rk_pgn_text value)
{
    bool *has = pgn_text_equals(name, "ECO")       ? &tags->has_eco
                : pgn_text_equals(name, "Opening") ? &tags->has_opening
                                                   : NULL;
    if (!has)
        return true;
    const bool is_known = value.size && !pgn_text_equals(value, "?");
    *has = *has || is_known;
    return is_known;
}

void opening_tags_begin(struct opening_tags *tags, const rk_position *start)
{
    rk_opening_line_begin(&tags->line, start);
    tags->plies = 0;
}

void opening_tags_add_position(struct opening_tags *tags, const rk_position *pos)
{
    if (tags->plies++) // the first is the start
        rk_opening_line_add(&tags->line, pos);
}

static void write_tag(struct buffer *out, const char *name, const char *value)
{
    buffer_put(out, '[');
    buffer_text(out, name);
    buffer_text(out, " \"");
    buffer_text(out, value);
    buffer_text(out, "\"]\n");
}

void opening_tags_write(const struct opening_tags *tags, struct buffer *out)
{
    if (!tags->line.ply)
        return;
    if (!tags->has_eco)
        write_tag(out, "ECO", tags->line.opening.eco);
    if (!tags->has_opening)
        write_tag(out, "Opening", tags->line.opening.name);
}
