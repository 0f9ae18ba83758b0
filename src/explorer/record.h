/* SPDX-License-Identifier: MIT */
/* A game as bytes, as it is sorted before it enters a database. Comparing the bytes of two records
 * sorts games by their start, then by their moves, so that games with the same opening are
 * neighbours; then by everything else, so that the order of the input does not matter.
 *
 *     start text, NUL    empty for the ordinary start; a FEN, or "chess960 " and a FEN
 *     moves, 0           two bytes each
 *     row                the row of the section of games, without place and names
 *     white, NUL, black, NUL, event, NUL */
#ifndef EXPLORER_RECORD_H
#define EXPLORER_RECORD_H

#include "base/buffer.h"
#include "explorer/database.h"
#include "rookery/fen.h"

/* Records in a list have their length before them, in this number of bytes. */
enum { LENGTH_SIZE = 4 };

/* A game that becomes a record; its names are not set. */
struct record {
    rk_pgn_text white, black, event;
    struct database_game game;
};

/* The parts of a record, which point into it. */
struct record_parts {
    rk_pgn_text start, white, black, event;
    const uint8_t *moves, *row;
    uint32_t plies;
};

/* The text for the start of a game, in `text`, room for RECORD_START_MAX; empty for `ordinary`, the
 * start of the database's variant. */
enum { RECORD_START_MAX = RK_FEN_MAX + 16 };
rk_pgn_text record_start_text(const rk_position *start, const rk_position *ordinary, char *text);

/* The code of an ECO text such as "B20"; 0: there is no such code. */
uint16_t record_eco(rk_pgn_text eco);

/* Appends the parts before the moves, one move, and the rest. Texts are cut off to NAME_SIZE_MAX
 * bytes; control characters become spaces. */
void record_begin(struct buffer *out, rk_pgn_text start);
void record_add_move(struct buffer *out, rk_move move);
void record_end(struct buffer *out, const struct record *record);

/* Appends the record of a game of a database. */
void record_from_database(struct buffer *out, const struct database *database, uint64_t number);

/* The indexes of its names (names.h), which follow a record while it is sorted. They are the same
 * for records that are the same otherwise, so they do not change the order. */
struct record_names {
    uint32_t start, white, black, event; /* the start only if there is one */
};

/* Appends a text and NUL; see record_begin(). */
void record_add_text(struct buffer *out, rk_pgn_text text);

/* Takes a record apart. Returns false if it is malformed. */
bool record_parse(const uint8_t *bytes, size_t size, struct record_parts *out);

int record_compare(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size);

#endif
