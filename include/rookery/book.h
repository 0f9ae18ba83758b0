/* SPDX-License-Identifier: MIT */
/* Opening books in Polyglot's format. */
#ifndef ROOKERY_BOOK_H
#define ROOKERY_BOOK_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* An opening book. Open it with rk_book_open() or rk_book_from_bytes(). Probing is thread-safe. */
typedef struct rk_book rk_book;

/* Returns the Polyglot key of a position of standard chess or Chess960. One difference: Polyglot
 * includes en passant if an enemy pawn is next to the pawn that was pushed; this key includes it
 * only if the capture is legal, because a position stores no other en passant square. */
uint64_t rk_book_key(const rk_position *pos);

/* Reads a book file into memory. Returns RK_CANNOT_OPEN or RK_CANNOT_READ if the file cannot be
 * read, RK_BAD_RECORD if it is not a book, and RK_NO_MEMORY; *fault, unless NULL, then says what is
 * wrong and where. The caller owns *out and closes it with rk_book_close(). */
RK_MUST_USE rk_err rk_book_open(const char *path, rk_book **out, rk_fault *fault);

/* Like rk_book_open(), but uses a book in memory. The bytes are borrowed until rk_book_close(). */
RK_MUST_USE rk_err rk_book_from_bytes(const void *bytes, size_t size, rk_book **out,
                                      rk_fault *fault);

/* Closes a book. NULL is allowed. */
void rk_book_close(rk_book *book);

/* A move of a book, with Polyglot's weight and learn value. */
typedef struct rk_book_move {
    rk_move move; /* legal: illegal entries are skipped */
    uint16_t weight;
    uint32_t learn;
} rk_book_move;

/* Writes the moves of a position to `out`, at most `max`, in order of descending weight, and
 * returns their number. It is 0 in variants other than standard chess and Chess960. */
size_t rk_book_moves(const rk_book *book, const rk_position *pos, rk_book_move *out, size_t max);

/* Picks a move with a probability proportional to its weight; `random` is any random number.
 * Returns RK_NO_MOVE if the book has no move here or all weights are 0. */
rk_move rk_book_pick(const rk_book *book, const rk_position *pos, uint64_t random);

/* ---- building a book ---- */

/* Collects games for a book. */
typedef struct rk_book_maker rk_book_maker;

/* Creates an empty book maker. Returns RK_NO_MEMORY on failure. The caller owns *out and destroys
 * it with rk_book_maker_destroy(). */
RK_MUST_USE rk_err rk_book_maker_create(rk_book_maker **out);

/* Destroys a book maker. NULL is allowed. */
void rk_book_maker_destroy(rk_book_maker *maker);

/* Counts a game in which `move` was played; `points` is 2 if the player won, 1 for a draw, 0 for a
 * loss. Call it once for a position that a game repeats, or the game counts several times. Returns
 * RK_AGAINST_VARIANT if the variant has no Polyglot keys, and RK_NO_MEMORY. */
RK_MUST_USE rk_err rk_book_maker_add(rk_book_maker *maker, const rk_position *pos, rk_move move,
                                     unsigned points);

/* The same for several games at once; `points` is their sum. Does nothing for no games. */
RK_MUST_USE rk_err rk_book_maker_add_games(rk_book_maker *maker, const rk_position *pos,
                                           rk_move move, uint32_t games, uint64_t points);

/* Writes the book to newly allocated memory. Omits moves of fewer than `min_games` games and moves
 * without points. The weight is the sum of the points, scaled down where it does not fit. Returns
 * RK_NO_MEMORY on failure. The caller frees *out with free(). */
RK_MUST_USE rk_err rk_book_maker_write(rk_book_maker *maker, unsigned min_games,
                                       unsigned char **out, size_t *out_size);

RK_END_C

#endif
