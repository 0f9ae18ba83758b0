/* SPDX-License-Identifier: MIT */
/* Positions: set them up, play moves, take them back, and query them. A
 * position is a plain value that owns nothing; copy it with `=`. */
#ifndef ROOKERY_POSITION_H
#define ROOKERY_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/move.h"
#include "rookery/variant.h"

RK_BEGIN_C

/* The move counters of a position saturate here, the largest value a FEN may have. */
enum { RK_COUNTER_MAX = 9999 };

/* A position of any variant. Sets of squares are bitboards: bit n is square n. */
typedef struct rk_position {
    uint64_t of[RK_KIND_COUNT];       /* the squares of each kind */
    uint64_t by[2];                   /* the squares of each side */
    uint64_t castling;                /* the rooks that may still castle */
    uint64_t promoted;                /* crazyhouse: pieces that revert to pawns when captured */
    uint64_t key;                     /* Zobrist key; equal where rk_position_same() is true */
    uint8_t pocket[2][RK_KIND_COUNT]; /* crazyhouse: pieces that can be dropped */
    uint16_t halfmove_clock;          /* plies since the last capture or pawn move */
    uint16_t move_number;             /* full-move number: starts at 1, counts Black's moves */
    uint8_t turn;                     /* side to move, an rk_side */
    uint8_t variant;                  /* an rk_variant */
    uint8_t en_passant;               /* target square, set only while the capture is legal */
    uint8_t checks_left[2];           /* three-check: checks this side must still give */
    uint8_t spare;                    /* always zero, so that no byte is indeterminate */
} rk_position;

/* Faults that make a position unplayable: bits of a set. */
enum {
#define ROW(fault, bit, text) fault = 1 << (bit),
#include "rookery/position_faults.def"
};

/* Warnings about a playable position that no game can reach: bits of a set. */
enum {
#define ROW(warning, bit, text) warning = 1 << (bit),
#include "rookery/position_warnings.def"
};

/* Saved by rk_position_apply() for rk_position_revert(): the whole position before the move. */
typedef struct rk_undo {
    rk_position before;
} rk_undo;

/* Returns an empty board of `variant` with White to move. Fill it with
 * rk_position_put() and by setting the fields of rk_position, then call
 * rk_position_validate(). */
rk_position rk_position_empty(rk_variant variant);

/* Puts a piece on a square, replacing any piece there. A piece of RK_NO_KIND
 * clears the square. */
void rk_position_put(rk_position *pos, rk_square square, rk_piece piece);

/* Checks a position whose fields were set by the caller and makes it ready for play:
 * clears an en passant square on which no capture is legal and computes the key.
 * Returns the set of faults found, 0 for none. Do not pass a position with
 * faults to any function that generates or plays moves. */
RK_MUST_USE unsigned rk_position_validate(rk_position *pos);

/* Returns a sentence about one fault, the lowest of the set. Static storage. */
const char *rk_position_fault_text(unsigned fault);

/* Returns the set of warnings about a valid position, 0 for none: it can be
 * played, but no sequence of legal moves leads to it. */
unsigned rk_position_warnings(const rk_position *pos);

/* Returns a sentence about one warning, the lowest of the set. Static storage. */
const char *rk_position_warning_text(unsigned warning);

/* Plays `move`, which must be legal, and stores in *undo what
 * rk_position_revert() needs. */
void rk_position_apply(rk_position *pos, rk_move move, rk_undo *undo);

/* Plays a null move: only the side to move changes. Searches use it; it is not a
 * legal move. The side to move must not be in check. */
void rk_position_pass(rk_position *pos, rk_undo *undo);

/* Takes back the move or null move that filled *undo. */
void rk_position_revert(rk_position *pos, const rk_undo *undo);

/* Returns the piece on a square; its kind is RK_NO_KIND if the square is empty. */
rk_piece rk_position_at(const rk_position *pos, rk_square square);

/* Returns the side to move. */
rk_side rk_position_turn(const rk_position *pos);

/* Returns true if the side to move is in check. */
bool rk_position_in_check(const rk_position *pos);

/* Returns the squares of the pieces that give check. */
uint64_t rk_position_checkers(const rk_position *pos);

/* Returns the squares of the pieces of `side` that attack `square`. */
uint64_t rk_position_attackers(const rk_position *pos, rk_square square, rk_side side);

/* Returns true if two positions are the same for the rules of repetition: equal
 * placement, side to move, castling rights, en passant, and in some
 * variants pockets, promoted pieces or checks left. The move counters are ignored. */
bool rk_position_same(const rk_position *a, const rk_position *b);

/* Computes the Zobrist key from scratch. For a valid position this equals its
 * `key` field, which every move updates incrementally. */
uint64_t rk_position_key(const rk_position *pos);

RK_END_C

#endif
