/* SPDX-License-Identifier: MIT */
/* The kinds of ends that a match counts. */
#ifndef MATCH_GAME_END_H
#define MATCH_GAME_END_H

#include <stddef.h>

#include "match/referee.h"

enum game_end {
#define ROW(end, name) end,
#include "match/game_ends.def"
    GAME_END_COUNT
};

const char *game_end_name(enum game_end end);

/* GAME_END_COUNT if there is no such name. */
enum game_end game_end_from_name(const char *name, size_t size);

enum game_end game_end_of(const struct referee_result *result);

#endif
