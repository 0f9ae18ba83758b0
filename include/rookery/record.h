/* SPDX-License-Identifier: MIT */
/* A finished or unfinished game as few bytes, for keeping: about one a move.
 *
 *     version   variant and flags   status and winner
 *     [start    size as varint, FEN without NUL]       if it is not the variant's own
 *     count     varint
 *     moves     the place of each among the legal moves, sorted as words: one byte
 *               below 250; else 250 + (place - 250) / 256 and the remainder
 *     [times    what each move took, in milliseconds, varints]
 *     CRC-32 of all that, four bytes, the lowest first
 *
 * One game has one such form: what decodes encodes to the same bytes. */
#ifndef ROOKERY_RECORD_H
#define ROOKERY_RECORD_H

#include "rookery/game.h"

RK_BEGIN_C

typedef struct rk_record {
    rk_position start;
    rk_status status;
    rk_winner winner;
    size_t count;
    rk_move *moves;  /* owned; legal, one after the other */
    uint32_t *times; /* owned; what each move took, in milliseconds; NULL if nobody knows */
} rk_record;

/* The moves and the end of a game in play; with times if it has a clock. The
 * caller owns what is in *out and ends it with rk_record_fini(). */
RK_MUST_USE rk_err rk_record_from_game(const rk_game *game, rk_record *out);

/* Reads any bytes: RK_BAD_RECORD, with the place and the reason in words, if
 * they are no record. *out as above, untouched on failure. */
RK_MUST_USE rk_err rk_record_decode(const uint8_t *bytes, size_t size, rk_record *out,
                                    rk_fault *fault);

/* Writes a record to memory that the caller owns and ends with free(). */
RK_MUST_USE rk_err rk_record_encode(const rk_record *record, uint8_t **out, size_t *out_size);

void rk_record_fini(rk_record *record);

RK_END_C

#endif
