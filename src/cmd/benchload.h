/* SPDX-License-Identifier: MIT */
/* The load on a server: many games between guests, who play random legal moves at
 * a rate, and spectators. */
#ifndef CMD_BENCHLOAD_H
#define CMD_BENCHLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load;

/* What was measured. Times are milliseconds from sending a move to the opponent's
 * receipt of it. */
struct load_result {
    double seconds;
    size_t moves;
    size_t finished; /* games that ended and were followed by others */
    size_t refused;  /* commands that were not done */
    size_t closed;   /* connections lost */
    size_t behind;   /* moves that were due before the one before them had arrived */
    double p50, p90, p99, most;
};

/* Connects two guests for each game and pairs them by invitations; waits until all
 * games have begun. Complains on standard error and gives NULL if they do not. */
struct load *load_create(const char *url, size_t games);
void load_destroy(struct load *load); /* NULL is allowed */

/* Plays so long, so many moves a second in each game; 0 is as fast as moves arrive. */
void load_play(struct load *load, double seconds, double rate, struct load_result *out);

/* So many more who watch the first game. Returns how many see it. */
size_t load_spectate(struct load *load, size_t count);

#endif
