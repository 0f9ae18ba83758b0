/* SPDX-License-Identifier: MIT */
/* The results of a match so far: the result of each game, and the score of each engine. */
#ifndef MATCH_STANDINGS_H
#define MATCH_STANDINGS_H

#include "match/game_end.h"
#include "match/schedule.h"
#include "match/score.h"
#include "rookery/err.h"
#include "rookery/game.h"
#include "rookery/outcome.h"

struct standings {
    struct schedule schedule;
    unsigned char *results; /* for each game an rk_winner + 1, or 0 if it has not been played */
    uint64_t *moves_hashes; /* of the games played in this run; 0 for the others */
    unsigned long played;
    unsigned long
        repeated; /* games of this run that repeat an earlier one, see standings_add_moves() */
    struct score scores[SCHEDULE_ENGINES_MAX]; /* of each engine against all others */
    unsigned long
        faults[SCHEDULE_ENGINES_MAX]; /* games lost on time, by a crash or by an illegal move */
    unsigned long ends[GAME_END_COUNT];
};

/* Ended with standings_fini(). */
RK_MUST_USE rk_err standings_init(struct standings *standings, const struct schedule *schedule);
void standings_fini(struct standings *standings);

/* Adds the result of a game. False if there is no such game, or it already has a result. */
RK_MUST_USE bool standings_add(struct standings *standings, unsigned long game, rk_winner winner);
/* Counts how it ended, and a fault of the side, unless it is RK_NO_SIDE. */
void standings_add_end(struct standings *standings, unsigned long game, enum game_end end,
                       rk_side fault);
/* Counts the game as repeated if an earlier game of this run had the same players with the same
 * sides, the same start and the same moves. */
void standings_add_moves(struct standings *standings, unsigned long number, const rk_game *game);
bool standings_has(const struct standings *standings, unsigned long game);

#endif
