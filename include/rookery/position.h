/* SPDX-License-Identifier: MIT */
/* A position is a plain value: it owns nothing, is copied with `=`, and two
 * positions of different variants know nothing of each other. */
#ifndef ROOKERY_POSITION_H
#define ROOKERY_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/move.h"
#include "rookery/variant.h"

RK_BEGIN_C

/* Counters of a position stop here, as far as a FEN can say. */
enum { RK_COUNTER_MAX = 9999 };

/* Sets of squares are 64-bit words, bit n for square n. */
typedef struct rk_position {
    uint64_t of[RK_KIND_COUNT];       /* the squares of each kind */
    uint64_t by[2];                   /* the squares of each side */
    uint64_t castling;                /* the rooks that may still castle */
    uint64_t promoted;                /* crazyhouse: pieces that were pawns and go back to pawns */
    uint64_t key;                     /* equal for positions that are the same to the rules */
    uint8_t pocket[2][RK_KIND_COUNT]; /* crazyhouse: pieces in hand */
    uint16_t halfmove_clock;          /* since the last capture or pawn move */
    uint16_t move_number;             /* as in a FEN: from 1, counted after Black's move */
    uint8_t turn;                     /* an rk_side */
    uint8_t variant;                  /* an rk_variant */
    uint8_t en_passant;               /* a square, only while the capture is legal */
    uint8_t checks_left[2];           /* three-check: checks this side must still give */
    uint8_t spare;                    /* zero: no byte of a position is undefined */
} rk_position;

/* What makes a position impossible; a position may have several. */
enum {
#define ROW(fault, bit, text) fault = 1 << (bit),
#include "rookery/position_faults.def"
};

/* What is strange about a position that can be played all the same. */
enum {
#define ROW(note, bit, text) note = 1 << (bit),
#include "rookery/position_warnings.def"
};

/* What a move destroys: the position before it, whole, so that no field can
 * be forgotten on the way back. */
typedef struct rk_undo {
    rk_position before;
} rk_undo;

/* An empty board of `variant`, White to move. Fill it with rk_position_put()
 * and the fields above, then settle it. */
rk_position rk_position_empty(rk_variant variant);
void rk_position_put(rk_position *pos, rk_square square, rk_piece piece);

/* Makes a filled board a position: forgets an en-passant square nobody can
 * capture on, computes the key, and returns the faults it found, 0 for none.
 * A position with faults must not be played on. */
RK_MUST_USE unsigned rk_position_validate(rk_position *pos);

/* A sentence for one fault of the set. Static storage. */
const char *rk_position_fault_text(unsigned fault);

/* What no game could have led to, though the rules have an answer: a set of the
 * notes above, 0 for nothing strange. A sentence for one of them. */
unsigned rk_position_warnings(const rk_position *pos);
const char *rk_position_warning_text(unsigned note);

/* Plays `move`, which must be legal, and leaves in `undo` what reverting needs. */
void rk_position_apply(rk_position *pos, rk_move move, rk_undo *undo);

/* Gives the turn away without a move, as no player may: what a search asks to see how
 * much a position threatens. Not while in check. Reverted as a move is. */
void rk_position_pass(rk_position *pos, rk_undo *undo);

/* Takes back the move that wrote `undo`. */
void rk_position_revert(rk_position *pos, const rk_undo *undo);

/* What stands on a square; RK_NO_KIND for nothing. */
rk_piece rk_position_at(const rk_position *pos, rk_square square);

/* The side to move; its king is attacked; the pieces that attack it. */
rk_side rk_position_turn(const rk_position *pos);
bool rk_position_in_check(const rk_position *pos);
uint64_t rk_position_checkers(const rk_position *pos);

/* The pieces of `side` that attack `square`. */
uint64_t rk_position_attackers(const rk_position *pos, rk_square square, rk_side side);

/* The same to the rules of repetition: placement, turn, rights, en passant and
 * what else the variant counts; not the counters of moves. */
bool rk_position_same(const rk_position *a, const rk_position *b);

/* The key from scratch: always what `key` holds. */
uint64_t rk_position_key(const rk_position *pos);

RK_END_C

#endif
