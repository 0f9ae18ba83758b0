/* SPDX-License-Identifier: MIT */
/* Where the games of a chunk begin and end, for operations that copy games unchanged. */
#ifndef PGNTOOLS_GAME_SPANS_H
#define PGNTOOLS_GAME_SPANS_H

#include "pgntools/chunk_result.h"
#include "pgntools/output.h"

/* The text of a game in its chunk, without the blank lines around it. */
struct game_span {
    size_t begin, size;
    uint64_t hash[2]; /* for dedupe */
};

/* A chunk result with a list of games to copy. */
struct game_spans {
    struct chunk_result base;
    struct buffer list; /* struct game_span */
    const struct chunk *chunk;
    struct game_span current;
    bool in_game, selected; /* selected: the current game is to be copied */
};

void game_spans_reset(struct game_spans *spans, const struct chunk *chunk);

/* Visitor callback: ends the game before and begins one that is selected unless the operation
 * changes that. */
rk_pgn_next game_spans_begin_game(void *data, rk_pgn_place place);

/* Ends the last game of the chunk. */
void game_spans_end(struct game_spans *spans);
void game_spans_fini(void *spans);

/* The `process` callback of a job that copies all games; those with errors are reported, too. */
void game_spans_find(const struct chunk *chunk, void *spans, const void *data);

const struct game_span *game_spans_list(const struct game_spans *spans, size_t *count);

/* Writes games with a blank line between them. */
struct game_writer {
    struct output_stream *output;
    uint64_t games, bytes; /* written so far */
};

void game_writer_write(struct game_writer *writer, const struct chunk *chunk,
                       const struct game_span *span);

#endif
