/* SPDX-License-Identifier: MIT */
/* A compact binary format for storing games, about one byte per move:
 *
 *     version   variant and flags   status and winner
 *     [start    size as varint, FEN without NUL]     if not the variant's start position
 *     count     varint
 *     moves     the index of each among the legal moves in ascending order: one byte
 *               below 250; otherwise 250 + (index - 250) / 256 and the remainder
 *     [times    the time each move took, in milliseconds, varints]
 *     CRC-32 of everything above, four bytes, little-endian
 *
 * The encoding is canonical: decoding and encoding again gives the same bytes. */
#ifndef ROOKERY_RECORD_H
#define ROOKERY_RECORD_H

#include "rookery/game.h"

RK_BEGIN_C

/* A decoded game. Free its contents with rk_record_fini(). */
typedef struct rk_record {
    rk_position start;
    rk_status status;
    rk_winner winner;
    size_t count;
    rk_move *moves;  /* owned; each is legal after the ones before it */
    uint32_t *times; /* owned; the time each move took, in milliseconds; NULL if unknown */
} rk_record;

/* Copies the moves and the result of a game, with times if it has a clock. Returns
 * RK_NO_MEMORY on failure. The caller frees the contents of *out with
 * rk_record_fini(). */
RK_MUST_USE rk_err rk_record_from_game(const rk_game *game, rk_record *out);

/* Decodes bytes from any source. Returns RK_BAD_RECORD, with the place and the
 * reason in *fault, if they are not a valid record. On failure *out is unchanged;
 * on success the caller frees its contents with rk_record_fini(). */
RK_MUST_USE rk_err rk_record_decode(const uint8_t *bytes, size_t size, rk_record *out,
                                    rk_fault *fault);

/* Encodes a record to newly allocated memory. The caller frees *out with free(). */
RK_MUST_USE rk_err rk_record_encode(const rk_record *record, uint8_t **out, size_t *out_size);

/* Frees the contents of a record. */
void rk_record_fini(rk_record *record);

RK_END_C

#endif
