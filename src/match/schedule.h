/* SPDX-License-Identifier: MIT */
/* Which engines play each game, and with which opening: a pure function of the game's number, so
 * that a match can be resumed at any point.
 *
 * In a round every pairing plays two games with the same opening, one with each colour. The two
 * games form a pair and have consecutive numbers, the even one first. */
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

enum { SCHEDULE_ENGINES_MAX = 64 };

enum schedule_form {
    SCHEDULE_ROUND_ROBIN, /* every engine plays every other */
    SCHEDULE_GAUNTLET     /* the first engine plays all others */
};

struct schedule {
    enum schedule_form form;
    unsigned engines; /* at least 2 */
    unsigned long rounds;
    size_t openings; /* at least 1; reused from the first when there are more rounds */
};

/* Engines and rounds are numbered from 0. */
struct pairing {
    unsigned white, black;
    unsigned long round;
    size_t opening;
};

unsigned long schedule_pairings(const struct schedule *schedule); /* per round, of two games each */
unsigned long schedule_games(const struct schedule *schedule);
struct pairing schedule_at(const struct schedule *schedule, unsigned long game);

/* The number of the other game of its pair. */
static inline unsigned long schedule_pair_partner(unsigned long game)
{
    return game ^ 1;
}

#endif
