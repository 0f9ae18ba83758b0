/* SPDX-License-Identifier: MIT */
/* Many threads over PGN of any size in constant memory: files are cut into
 * pieces at the borders of games, pieces are worked on by whoever is free, and
 * what came of them is handed back in the order they came in. */
#ifndef CMD_PGNPOOL_H
#define CMD_PGNPOOL_H

#include "rookery/pgn.h"

/* A game longer than this is cut short, and its rest left out. */
enum { POOL_GAME_MAX = 8 << 20 };

struct piece {
    const char *name; /* of the file, for people */
    char *text;       /* whole games */
    size_t size;
    rk_pgn_place start; /* lines and bytes before it; games count anew in each piece */
    bool file_begins;   /* it is the first of its file */
    bool cut_short;     /* its last game is longer than POOL_GAME_MAX */
};

/* What to do with pieces. A result is `result_size` bytes that belong to one
 * piece at a time, all zero at first, and are used again. */
struct pool_job {
    void *data;
    size_t result_size;
    void (*work)(const struct piece *piece, void *result, const void *data); /* on any thread */
    /* In order, on the calling thread. False: no more is wanted. */
    bool (*finish)(const struct piece *piece, void *result, void *data);
    void (*release)(void *result); /* frees what a result holds, not itself */
};

struct pool_plan {
    const char *command; /* for complaints: "pgn check" */
    const char **files;  /* none: standard input */
    size_t file_count;
    unsigned threads;
    bool progress;
};

/* Returns an exit status: a file that cannot be read is named on standard error
 * and does not keep the others from being read. */
int pool_run(const struct pool_plan *plan, const struct pool_job *job);

#endif
