/* SPDX-License-Identifier: MIT */
/* The state file that lets a match be resumed. One line is appended for every finished game.
 *
 *     rookery match 1
 *     word --engine                      the command line, one argument per line
 *     openings 500 0123456789abcdef      their number and checksum
 *     game 17 1-0 black time 4096 812    number, result, side at fault (white, black, -), how it
 *                                        ended and, if it is in the PGN file, its offset and size
 *
 * An incomplete last line is ignored. A game is written here before it is written to the PGN file;
 * if it is incomplete there, its line is dropped, so that each game is counted and written exactly
 * once. The process that plays the match holds a lock on the file, or two that resume it would
 * write to both files at the same time. */
#ifndef MATCH_STATE_H
#define MATCH_STATE_H

#include <stdint.h>
#include <stdio.h>

#include "match/standings.h"
#include "rookery/err.h"

struct state_game {
    unsigned long number;
    rk_winner winner;
    rk_side fault; /* the side that lost on time, by a crash or an illegal move; or RK_NO_SIDE */
    uint64_t pgn_from, pgn_size; /* size 0: not in the PGN file */
    enum game_end end;           /* GAME_END_OTHER in files of earlier versions */
};

struct state {
    char *text; /* owned; `arguments` points into it */
    char **arguments;
    size_t argument_count;
    size_t opening_count;
    uint64_t opening_checksum;
    struct state_game *games;
    size_t game_count;
    size_t last_at; /* offset of the last game's line */
    size_t size;    /* of the file without an incomplete last line */
    FILE *locked;   /* the file, which stays open for its lock; NULL: none */
};

/* Reads a state file and locks it until state_fini(), which ends *out, or until a file of
 * state_reopen() is closed. The fault of RK_CANNOT_OPEN has the reason, that of RK_BAD_RECORD the
 * line; RK_NOT_NOW if another process has locked the file. */
RK_MUST_USE rk_err state_read(const char *path, struct state *out, rk_fault *fault);
/* The same from memory. Takes ownership of the text, even on failure. */
RK_MUST_USE rk_err state_parse(char *taken, struct state *out, rk_fault *fault);
void state_fini(struct state *state);

/* Compares the state with the size of the PGN file. */
enum state_pgn {
    STATE_PGN_COMPLETE,
    STATE_PGN_TRUNCATED, /* the last game is incomplete there: *out is its offset */
    STATE_PGN_LONGER,    /* text follows the last known game: *out is its offset */
    STATE_PGN_MISMATCH   /* earlier games are missing: it is another file */
};
enum state_pgn state_check_pgn(const struct state *state, uint64_t pgn_size, uint64_t *out);
void state_drop_last(struct state *state); /* the game will be played again */

/* Creates and locks a state file, or reopens one that was read and truncates what was ignored or
 * dropped. The caller closes *out. RK_CANNOT_OPEN has its reason in errno; RK_NOT_NOW if the file
 * to create exists; RK_BAD_SYNTAX if an argument contains a line break. */
struct state_header {
    const char *const *arguments;
    size_t argument_count;
    size_t opening_count;
    uint64_t opening_checksum;
};
RK_MUST_USE rk_err state_create(const char *path, const struct state_header *head, FILE **out);
RK_MUST_USE rk_err state_reopen(const struct state *state, const char *path, FILE **out);

/* Appends a game and syncs the file; false if that fails. */
RK_MUST_USE bool state_append(FILE *file, const struct state_game *game);

#endif
