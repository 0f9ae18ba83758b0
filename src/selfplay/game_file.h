/* SPDX-License-Identifier: MIT */
/* Files of self-play games, from which networks and weights are trained.
 *
 *     header  8 bytes "ROOKGAME", version (32 bits), nodes per move (32), seed (64), zeros (64)
 *     block   size of the games in bytes (32), their count (32), number of the next game (64),
 *             checksum of the games (64), the games
 *     game    size of the FEN (8 bits), FEN of the start, result for White (8: 0, 1 draw, 2),
 *             plies (16), a byte for each move, a varint for each score
 *
 * All numbers are little-endian. A move is its index among the legal moves in ascending order. A
 * score is that of the search, for the side to move; stored is its sum with the score before it,
 * which is of the other side and therefore nearly the negative, as a zigzag varint. A program that
 * was killed leaves at most one incomplete block, which is ignored and overwritten; other damage is
 * an error, so that no games are lost unnoticed. */
#ifndef SELFPLAY_GAME_FILE_H
#define SELFPLAY_GAME_FILE_H

#include <stdio.h>

#include "base/buffer.h"
#include "rookery/err.h"
#include "rookery/position.h"

enum { SELFPLAY_PLIES_MAX = 400 };

struct selfplay_game {
    rk_position start;
    unsigned result; /* for White: 0, 1 for a draw, 2 */
    unsigned count;  /* of the moves */
    rk_move moves[SELFPLAY_PLIES_MAX];
    int16_t scores[SELFPLAY_PLIES_MAX]; /* for the side to move */
};

/* Appends a game. All its moves are legal. */
void selfplay_game_encode(struct buffer *out, const struct selfplay_game *game);

/* Decodes the game at the start of `bytes`. Returns its size, 0 if it is malformed. */
size_t selfplay_game_decode(const unsigned char *bytes, size_t size, struct selfplay_game *out);

struct selfplay_settings {
    uint32_t nodes; /* per move */
    uint64_t seed;
};

// ---- reading -----------------------------------------------------------------------------------

struct game_reader {
    FILE *file;
    struct selfplay_settings settings;
    uint64_t next_number; /* of the game after the last complete block */
    long end;             /* of that block */
    struct buffer block;
    size_t at;  /* in the block */
    rk_err err; /* what ended the reading; RK_OK for the end of the file */
};

/* Opens a file. Returns RK_CANNOT_OPEN, RK_CANNOT_READ, or RK_BAD_RECORD if it is not a file of
 * games. */
RK_MUST_USE rk_err game_reader_open(struct game_reader *reader, const char *path, rk_fault *fault);

/* Reads the next game. False at the end, and after an error. */
bool game_reader_next(struct game_reader *reader, struct selfplay_game *out);

/* Skips the rest of a block and reads the next one. False as above. */
bool game_reader_next_block(struct game_reader *reader);

/* Why there is no next game: RK_OK at the end of the file, also within its last block;
 * RK_BAD_RECORD if it is damaged, RK_CANNOT_READ, RK_NO_MEMORY. `fault` says where. */
RK_MUST_USE rk_err game_reader_error(const struct game_reader *reader, rk_fault *fault);
void game_reader_close(struct game_reader *reader);

// ---- writing -----------------------------------------------------------------------------------

struct game_writer {
    FILE *file;
    uint64_t next_number; /* of the next game; games that are not kept are counted */
    struct buffer block;
    uint32_t count; /* of the games in the block */
};

/* Creates a file, or continues one with the same settings after its last complete block. Returns
 * RK_CANNOT_OPEN, RK_CANNOT_READ, RK_NO_MEMORY, or RK_BAD_RECORD if a file of that name is not one
 * of games, is damaged or has other settings; it stays as it is then. */
RK_MUST_USE rk_err game_writer_open(struct game_writer *writer, const char *path,
                                    const struct selfplay_settings *settings, rk_fault *fault);

/* Adds a game, or counts one that is not kept (NULL). Writes a block when enough games are
 * collected; false if that fails. */
RK_MUST_USE bool game_writer_add(struct game_writer *writer, const struct selfplay_game *game);

/* Writes the last block and closes the file. False if that fails. */
RK_MUST_USE bool game_writer_close(struct game_writer *writer);

#endif
