/* SPDX-License-Identifier: MIT */
/* The tags of a game that operations look at, and what they mean. */
#ifndef PGNTOOLS_GAME_TAGS_H
#define PGNTOOLS_GAME_TAGS_H

#include "rookery/pgn.h"

enum game_tag {
    TAG_WHITE,
    TAG_BLACK,
    TAG_WHITE_ELO,
    TAG_BLACK_ELO,
    TAG_DATE,
    TAG_ECO,
    TAG_RESULT,
    TAG_VARIANT,
    TAG_COUNT
};

/* Values as written in the file, escapes included; empty if the game does not have the tag. */
struct game_tags {
    rk_pgn_text value[TAG_COUNT];
};

void game_tags_set(struct game_tags *tags, rk_pgn_text name, rk_pgn_text value);

/* The variant of the game; standard if the tag is missing or unknown. */
rk_variant game_tags_variant(const struct game_tags *tags);

/* Reads a result in any spelling, such as 1:0 or 1/2. */
enum game_result { WHITE_WON, BLACK_WON, DRAWN, UNDECIDED, RESULT_COUNT };
enum game_result game_result_parse(rk_pgn_text result);

/* The result of a game: that of its Result tag or, if the tag has none, that after the moves. */
enum game_result game_result_find(const struct game_tags *tags, rk_pgn_text after_moves);

/* The value of a Result tag in its canonical spelling; as it is, if it is not a result. */
rk_pgn_text game_result_canonical(rk_pgn_text tag);

bool pgn_text_equals(rk_pgn_text text, const char *word);

/* The number at the start of a text: 2500 for "2500 (est.)"; 0 if there is none. */
unsigned long pgn_text_number(rk_pgn_text text);

#endif
