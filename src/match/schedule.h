/* SPDX-License-Identifier: MIT */
/* Who meets whom, with which opening: a pure function of a game's number, so that a
 * match can be gone on with at any place.
 *
 * A round is one opening; in it, all that are to meet do so twice, with both colours.
 * The two games are a pair and have consecutive numbers, the even one first. */
#ifndef MATCH_SCHEDULE_H
#define MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

enum { SCHEDULE_ENGINES_MAX = 64 };

enum schedule_form {
    SCHEDULE_ROUND_ROBIN, /* everybody meets everybody */
    SCHEDULE_GAUNTLET     /* the first meets all others */
};

struct schedule {
    enum schedule_form form;
    unsigned engines; /* from 2 */
    unsigned long rounds;
    size_t openings; /* from 1; they begin again when they are used up */
};

/* Engines are numbered from 0, rounds too. */
struct pairing {
    unsigned white, black;
    unsigned long round;
    size_t opening;
};

unsigned long schedule_encounters(const struct schedule *schedule); /* in a round, of two games */
unsigned long schedule_games(const struct schedule *schedule);
struct pairing schedule_at(const struct schedule *schedule, unsigned long game);

/* The number of the other game of its pair. */
static inline unsigned long schedule_twin(unsigned long game)
{
    return game ^ 1;
}

#endif
