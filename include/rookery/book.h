/* SPDX-License-Identifier: MIT */
/* Opening books in Polyglot's format. */
#ifndef ROOKERY_BOOK_H
#define ROOKERY_BOOK_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

typedef struct rk_book rk_book;

/* The Polyglot key of a position of standard chess or Chess960. One difference: Polyglot counts en
 * passant if a pawn stands beside the one that was pushed; we count it only if the capture is
 * legal, because a position stores no other en passant square. */
uint64_t rk_book_key(const rk_position *pos);

/* Opens a book: a file, which is read into memory, or bytes that the caller keeps as long as the
 * book. RK_CANNOT_OPEN or RK_CANNOT_READ if the file cannot be read, RK_BAD_RECORD if it is not a
 * book; the fault says where. The caller ends it with rk_book_close(). Probing is thread-safe. */
RK_MUST_USE rk_err rk_book_open(const char *path, rk_book **out, rk_fault *fault);
RK_MUST_USE rk_err rk_book_from_bytes(const void *bytes, size_t size, rk_book **out,
                                      rk_fault *fault);
void rk_book_close(rk_book *book); /* NULL is allowed */

typedef struct rk_book_move {
    rk_move move; /* legal: illegal entries are skipped */
    uint16_t weight;
    uint32_t learn;
} rk_book_move;

/* The moves of a position, the heaviest first, at most `max`. None in variants other than standard
 * chess and Chess960. */
size_t rk_book_moves(const rk_book *book, const rk_position *pos, rk_book_move *out, size_t max);

/* Picks a move with a probability proportional to its weight. RK_NO_MOVE if there is none, or all
 * weights are 0. */
rk_move rk_book_pick(const rk_book *book, const rk_position *pos, uint64_t random);

/* ---- building a book ---- */

typedef struct rk_book_maker rk_book_maker;
/* The caller ends it with rk_book_maker_destroy(). */
RK_MUST_USE rk_err rk_book_maker_create(rk_book_maker **out);
void rk_book_maker_destroy(rk_book_maker *maker); /* NULL is allowed */
/* Counts a game in which `move` was played; `points` is 2 if the player won, 1 for a draw, 0 for a
 * loss. RK_AGAINST_VARIANT if the variant has no keys. */
RK_MUST_USE rk_err rk_book_maker_add(rk_book_maker *maker, const rk_position *pos, rk_move move,
                                     unsigned points);
/* Returns the bytes of the book. Omits moves of fewer than `min_games` games and moves without
 * points. The weight is the sum of the points, scaled down where it does not fit. The caller ends
 * *out with free(). */
RK_MUST_USE rk_err rk_book_maker_write(rk_book_maker *maker, unsigned min_games,
                                       unsigned char **out, size_t *out_size);

RK_END_C

#endif
