/* SPDX-License-Identifier: MIT */
/* What a match needs to be gone on with: a file to which a line is added with every game.
 *
 *     rookery match 1
 *     word --engine                      how it was called, a word a line
 *     openings 500 0123456789abcdef      how many, and their checksum
 *     game 17 1-0 black 4096 812         number, result, who was at fault (white, black, -), and,
 *                                        if it is written as PGN, from which byte and how long
 *
 * A last line that was cut off does not count. A game stands here before it stands in the PGN: one
 * that is not whole there does not count either, and each is played and written once. */
#ifndef MATCH_STATE_H
#define MATCH_STATE_H

#include <stdint.h>
#include <stdio.h>

#include "match/standings.h"
#include "rookery/err.h"

struct state_game {
    unsigned long number;
    rk_winner winner;
    rk_winner fault;             /* whose: RK_WHITE_WINS for White's */
    uint64_t pgn_from, pgn_size; /* 0 bytes: it is not written */
};

struct state {
    char *text; /* owned; words point into it */
    char **words;
    size_t word_count;
    size_t opening_count;
    uint64_t opening_checksum;
    struct state_game *games;
    size_t game_count;
    size_t last_at; /* where the line of the last game begins */
    size_t size;    /* of the file, without what was cut off */
};

/* Reads a file. RK_CANNOT_OPEN with the reason in the fault, RK_BAD_RECORD with the line. *out is
 * ended with state_fini(). */
RK_MUST_USE rk_err state_read(const char *path, struct state *out, rk_fault *fault);
/* The same of a text that is in memory already; it becomes the state's, also if it is refused. */
RK_MUST_USE rk_err state_parse(char *text, struct state *out, rk_fault *fault);
void state_fini(struct state *state);

/* How the PGN the games are in, which has so many bytes, goes with them. */
enum state_pgn {
    STATE_PGN_WHOLE,
    STATE_PGN_CUT, /* the last game is not whole there: *out is what comes before it */
    STATE_PGN_LOST /* it is another file: even games before the last are not there */
};
enum state_pgn state_compare(const struct state *state, uint64_t pgn_size, uint64_t *out);
void state_drop_last(struct state *state); /* that game has to be played again */

/* Begins a new file, or opens the one that was read to go on with, without what was cut off or
 * dropped. The caller closes *out. RK_NOT_NOW if a new one exists already; RK_BAD_SYNTAX if a word
 * has a line end in it. */
struct state_head {
    const char *const *words;
    size_t word_count;
    size_t opening_count;
    uint64_t opening_checksum;
};
RK_MUST_USE rk_err state_begin(const char *path, const struct state_head *head, FILE **out);
RK_MUST_USE rk_err state_go_on(const struct state *state, const char *path, FILE **out);

/* Adds a game; false if it did not reach the disk. */
RK_MUST_USE bool state_add(FILE *file, const struct state_game *game);

#endif
