/* SPDX-License-Identifier: MIT */
/* Generates load on a server: many games between guests who play random legal moves at a given
 * rate, and spectators. */
#ifndef LOADTEST_GAME_LOAD_H
#define LOADTEST_GAME_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game_load;

/* Called for the first refused command and the first lost connection of each run, and for
 * messages that cannot be parsed. */
typedef void game_load_warning(const char *message);

/* Latencies are milliseconds from sending a move until the opponent receives it. */
struct game_load_result {
    double seconds;
    size_t moves;
    size_t finished; /* games that ended, each followed by another */
    size_t refused;  /* commands */
    size_t closed;   /* connections lost */
    size_t behind;   /* moves that were due before the previous one had arrived */
    double p50, p90, p99, max;
};

/* Connects two guests for each game, pairs them by challenges and waits until all games have
 * started. `urls` is a URL, or those of several nodes with commas in between, over which the
 * players are spread: each pair of nodes gets the same number of games. `forwards`: see
 * websocket_group_forward(). Returns NULL, with the reason in `error`, if they do not start. */
struct game_load *game_load_create(const char *urls, size_t games, bool forwards,
                                   game_load_warning *warn, char *error, size_t error_size);
void game_load_destroy(struct game_load *load); /* NULL is allowed */

/* Plays for this long with `rate` moves per second in each game; 0 plays as fast as moves arrive.
 */
void game_load_play(struct game_load *load, double seconds, double rate,
                    struct game_load_result *out);

/* Adds connections that watch the first game. Returns how many of them receive it. */
size_t game_load_spectate(struct game_load *load, size_t count);

#endif
