/* SPDX-License-Identifier: MIT */
/* A run that takes seconds for each game, because an engine searches its positions. Several games
 * are searched at a time, and what is found in them is written in the order of the games.
 *
 * If the output is a regular file without compression, an interrupted run continues where it
 * stopped (partial_file.h). */
#ifndef PGNTOOLS_GAME_RUN_H
#define PGNTOOLS_GAME_RUN_H

#include "pgntools/run.h"
#include "rookery/pgn_game.h"

struct game_run;

/* The result of the games of a chunk. An operation has a result type of its own that starts with
 * it, all zeros at first, and used for many chunks. */
struct game_run_result {
    struct chunk_result base;
    struct game_run *run;
    const struct chunk *chunk;
    uint64_t found; /* in the games of the chunk: puzzles, say */
};

struct game_job {
    const char *label;   /* of the progress bar */
    uint64_t identity;   /* a run with another one starts over (run_identity.h) */
    size_t result_size;  /* of the type that starts with struct game_run_result */
    const void *options; /* for the two functions below */
    /* Appends what comes before the first game. */
    void (*begin)(const void *options, struct buffer *out);
    /* Searches a game, on any thread, and appends what it found to the result. */
    rk_err (*search)(struct game_run_result *result, rk_pgn_game *game, const void *options);
    /* Frees what the operation has added to the result. */
    void (*free_result)(struct game_run_result *result);
};

/* Of the whole run, also of the part before an interruption. */
struct game_run_counts {
    uint64_t games, found;
};

/* The output does not depend on the number of threads. Games with errors are reported and left
 * out. */
enum run_status game_run_over_files(const struct run_options *options, const struct game_job *job,
                                    struct game_run_counts *out);

/* Tells the progress bar that a position of the main line has been searched, on any thread. */
void game_run_count_position(struct game_run *run);

#endif
