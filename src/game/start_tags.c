/* SPDX-License-Identifier: MIT */
#include "game/start_tags.h"

struct start_tags start_tags_of(const rk_position *start)
{
    const rk_variant variant = (rk_variant)start->variant;
    const rk_position default_start = rk_position_start(variant);
    struct start_tags tags = {.variant = variant == RK_STANDARD ? "" : rk_variant_name(variant)};
    if (variant == RK_CHESS960 || !rk_position_same(start, &default_start) ||
        start->halfmove_clock != default_start.halfmove_clock ||
        start->move_number != default_start.move_number)
        rk_fen_write(start, RK_FEN_PLAIN, tags.fen);
    return tags;
}
