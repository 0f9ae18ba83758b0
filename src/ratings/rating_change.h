/* SPDX-License-Identifier: MIT */
/* The change of two ratings by a game. It is written in the same store job as the game's last
 * event, so a crash neither loses nor repeats it.
 *
 * Two games of one player may end before either is on disk. The second change is computed from the
 * result of the first and written after it; `rating_order` is the order. If the first write fails,
 * the store refuses the second, whose change is then computed again. */
#ifndef RATINGS_RATING_CHANGE_H
#define RATINGS_RATING_CHANGE_H

#include "ratings/rated_game.h"
#include "ratings/ratings.h"
#include "ratings/reload.h"

/* Whether it changes ratings: it has two different players with accounts, and at least two plies.
 * The caller knows that it was not aborted and that its settings allow a rated game. */
bool rated_game_counts(const struct rated_game *game);

struct rating_change;

/* Computes the change, which later changes are based on from now on. NULL if out of memory. End it
 * with rating_change_end() when the store has answered, and destroy it. */
struct rating_change *rating_change_create(struct server *server, const struct rated_game *game);
void rating_change_destroy(struct rating_change *change);

/* Binds the last five parameters of STORE_FINISH_GAME; NULL for a game that is not rated. */
void rating_change_bind(const struct rating_change *change, struct store_job *job);
/* Adds the new ratings to the job. */
void rating_change_add(const struct rating_change *change, struct store_job *job);

/* The job is on disk, or nothing of it is. */
void rating_change_end(struct server *server, struct rating_change *change, bool written);

/* Reads both ratings again after the store refused a change: another process may have changed them.
 * The callback is called once, and not after the server was destroyed. */
void rating_change_reload(struct server *server, const struct rating_change *change,
                          ratings_reloaded *callback, void *context);

/* The change as the game keeps it. */
struct rating_result {
    bool changed; /* false: the game did not count */
    double before[2], after[2];
};
struct rating_result rating_change_result(const struct rating_change *change);
/* Reads the columns white_before, white_after, black_before, black_after. */
struct rating_result rating_result_from_row(const struct store_job *job, unsigned first_column);
/* Points won or lost, as shown. */
int rating_result_diff(const struct rating_result *result, unsigned side);

#endif
