/* SPDX-License-Identifier: MIT */
/* The result of processing one chunk, and the totals of all chunks. Each operation has a result
 * type of its own that starts with a struct chunk_result. */
#ifndef PGNTOOLS_CHUNK_RESULT_H
#define PGNTOOLS_CHUNK_RESULT_H

#include "base/buffer.h"
#include "pgntools/chunk.h"

/* What is wrong with a game. */
struct game_error {
    uint64_t line, game;                /* the first game of the chunk is 1 */
    bool is_warning;                    /* the game could be read without what is wrong */
    char text[RK_FAULT_TEXT_MAX + 128]; /* "TOKEN: error" */
};

/* Leaves `game` 0 and makes it an error. Shortens the token and replaces control characters in it,
 * so that a file cannot send escape sequences to the terminal. */
struct game_error game_error_make(uint64_t line, rk_pgn_text token, const char *error);

struct chunk_result {
    struct buffer out;    /* what the chunk adds to the output */
    struct buffer errors; /* struct game_error */
    uint64_t games;
    unsigned variation_depth; /* while reading */
    bool out_of_memory;
};

void chunk_result_reset(struct chunk_result *result);
void chunk_result_add_error(struct chunk_result *result, const rk_pgn_error *error);

/* Reads the chunk with a visitor whose data starts with a struct chunk_result. */
void chunk_result_read(struct chunk_result *result, const struct chunk *chunk,
                       const rk_pgn_visitor *visitor);
void chunk_result_fini(void *result);

/* Visitor callbacks for data that starts with a struct chunk_result. */
rk_pgn_next chunk_result_begin_game(void *data, rk_pgn_place place);
rk_pgn_next chunk_result_begin_variation(void *data);
rk_pgn_next chunk_result_skip_variation(void *data);
void chunk_result_end_variation(void *data);
rk_pgn_next chunk_result_error(void *data, const rk_pgn_error *error);
rk_pgn_next chunk_result_warning(void *data, const rk_pgn_error *error);

struct totals {
    uint64_t games, moves, errors;
    uint64_t file_games; /* in the current file, before the current chunk */
    bool out_of_memory;
};

/* Adds the result of a chunk, and appends a line for each of its errors and warnings to `lines`.
 * Warnings are not counted. */
void totals_add(struct totals *totals, const struct chunk *chunk, const struct chunk_result *result,
                struct buffer *lines);

#endif
