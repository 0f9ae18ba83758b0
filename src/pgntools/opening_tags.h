/* SPDX-License-Identifier: MIT */
/* Fills in the ECO and Opening tags of a game, by its moves. */
#ifndef PGNTOOLS_OPENING_TAGS_H
#define PGNTOOLS_OPENING_TAGS_H

#include "base/buffer.h"
#include "rookery/opening.h"
#include "rookery/pgn.h"

/* A game, while it is read. All zeros before its tags. */
struct opening_tags {
    rk_opening_line line;
    unsigned long plies;
    bool has_eco, has_opening; /* the game has the tags */
};

/* Takes note of a tag. Returns false if it is an ECO or Opening tag without a value, "" or "?",
 * which is to be left out. */
bool opening_tags_add_tag(struct opening_tags *tags, rk_pgn_text name, rk_pgn_text value);

/* The start position; then the position before each move of the main line, and the last one. */
void opening_tags_begin(struct opening_tags *tags, const rk_position *start);
void opening_tags_add_position(struct opening_tags *tags, const rk_position *pos);

/* Appends those of the two tags that the game does not have, a line for each: none if the game has
 * no known opening. */
void opening_tags_write(const struct opening_tags *tags, struct buffer *out);

#endif
