/* SPDX-License-Identifier: MIT */
/* Opening books in Polyglot's format. */
#ifndef ROOKERY_BOOK_H
#define ROOKERY_BOOK_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

typedef struct rk_book rk_book;

/* The key of a position as Polyglot counts it; standard chess and Chess960. One difference:
 * Polyglot counts en passant wherever a pawn stands beside the one that was pushed, we where the
 * capture is legal too, as a position does not keep the rest. */
uint64_t rk_book_key(const rk_position *pos);

/* Opens a book: a file, which is read whole, or bytes the caller keeps as long as the book.
 * RK_CANNOT_OPEN or RK_CANNOT_READ if the file fails, RK_BAD_RECORD if its size or order is not
 * that of a book; the fault says where. The caller ends it with rk_book_close(). A book is never
 * written to; probing is thread-safe. */
RK_MUST_USE rk_err rk_book_open(const char *path, rk_book **out, rk_fault *fault);
RK_MUST_USE rk_err rk_book_of_bytes(const void *bytes, size_t size, rk_book **out, rk_fault *fault);
void rk_book_close(rk_book *book); /* NULL is allowed */

typedef struct rk_book_move {
    rk_move move; /* legal here: others are passed over */
    uint16_t weight;
    uint32_t learn;
} rk_book_move;

/* The moves a book knows for a position, the heaviest first; at most `most`. None in variants
 * other than standard chess and Chess960. */
size_t rk_book_moves(const rk_book *book, const rk_position *pos, rk_book_move *out, size_t most);

/* One of them, by its weight; `chance` decides. RK_NO_MOVE if there is none, or all weigh 0. */
rk_move rk_book_pick(const rk_book *book, const rk_position *pos, uint64_t chance);

/* ---- making one ---- */

typedef struct rk_book_maker rk_book_maker;
/* The caller ends it with rk_book_maker_destroy(). */
RK_MUST_USE rk_err rk_book_maker_create(rk_book_maker **out);
void rk_book_maker_destroy(rk_book_maker *maker); /* NULL is allowed */
/* One more game in which `move` was played here; `points`: 2 if the mover won, 1 for a draw, 0.
 * RK_AGAINST_VARIANT where a book has no keys. */
RK_MUST_USE rk_err rk_book_maker_add(rk_book_maker *maker, const rk_position *pos, rk_move move,
                                     unsigned points);
/* The book's bytes, sorted; moves of fewer games than `least_games`, and those that never scored,
 * are left out. A weight is the sum of the points, made smaller for a whole position where it
 * would not fit. The caller ends *out with free(). */
RK_MUST_USE rk_err rk_book_maker_write(rk_book_maker *maker, unsigned least_games,
                                       unsigned char **out, size_t *out_size);

RK_END_C

#endif
