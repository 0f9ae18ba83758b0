/* SPDX-License-Identifier: MIT */
/* Tags of saved games as C strings. */
#ifndef TUI_PGN_TAG_H
#define TUI_PGN_TAG_H

#include "rookery/pgn.h"
#include "rookery/piece.h"

void pgn_tag_write(rk_pgn_writer *writer, const char *name, const char *value);
void pgn_tag_write_side(rk_pgn_writer *writer, const char *name, rk_side side);

/* Whether a name or a value is this text. */
bool pgn_tag_is(rk_pgn_text text, const char *expected);

/* Reads what pgn_tag_write_side() writes; false if it is something else. */
bool pgn_tag_read_side(rk_pgn_text value, rk_side *out);

#endif
