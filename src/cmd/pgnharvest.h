/* SPDX-License-Identifier: MIT */
/* What is gathered of a piece on one thread, and added up in order on another:
 * bytes for the output, games, and what is wrong with them. */
#ifndef CMD_PGNHARVEST_H
#define CMD_PGNHARVEST_H

#include "cmd/pgnpool.h"
#include "cmd/pgnvalue.h"

/* What is wrong with a game; games count from 1 in their piece. */
struct pgn_fault {
    uint64_t line, game;
    char text[RK_FAULT_TEXT_MAX + 64]; /* "TOKEN: why" */
};

/* Of no game yet; of the token what a terminal bears is shown. */
struct pgn_fault pgn_fault_of(uint64_t line, rk_pgn_text token, const char *why);

/* Every result of a subcommand begins with one of these. */
struct harvest {
    struct buffer out;    /* what it adds to the output */
    struct buffer faults; /* pgn_fault */
    uint64_t games;
    unsigned depth; /* of variations, while reading */
    bool failed;    /* memory */
};

/* Empties it for a piece. */
void harvest_begin(struct harvest *harvest);
void harvest_fault(struct harvest *harvest, const rk_pgn_error *error);

/* Reads the piece by a visitor whose data begin with a harvest. */
void harvest_read(struct harvest *harvest, const struct piece *piece,
                  const rk_pgn_visitor *visitor);
void harvest_free(void *harvest);

/* Games before a piece in its file, and what was wrong so far. */
struct tidings {
    uint64_t games, moves, faults;
    uint64_t file_games; /* in this file, before the piece at hand */
    bool failed;
};

/* Adds up a harvest, and names its faults on `out`, or on standard error where
 * that is NULL. */
void tidings_add(struct tidings *tidings, const struct piece *piece, const struct harvest *harvest,
                 struct buffer *out);

/* The exit status after a run that ended with `status`. */
int tidings_status(const struct tidings *tidings, int status);

/* Visitor functions for data that begin with a harvest. */
rk_pgn_next harvest_begin_game(void *data, rk_pgn_place place);
rk_pgn_next harvest_begin_variation(void *data);
rk_pgn_next harvest_skip_variation(void *data);
void harvest_end_variation(void *data);
rk_pgn_next harvest_error(void *data, const rk_pgn_error *error);

bool text_is(rk_pgn_text text, const char *word);

#endif
