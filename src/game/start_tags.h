/* SPDX-License-Identifier: MIT */
/* The PGN tags that describe a start position. */
#ifndef GAME_START_TAGS_H
#define GAME_START_TAGS_H

#include "rookery/fen.h"

/* Each text is empty if the tag is not needed. SetUp is "1" if there is a FEN. */
struct start_tags {
    const char *variant; /* static */
    char fen[RK_FEN_MAX];
};

struct start_tags start_tags_of(const rk_position *start);

#endif
