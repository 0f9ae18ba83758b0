/* SPDX-License-Identifier: MIT */
#include "ratings/puzzle_change.h"

#include <stdlib.h>

#include "ratings/leaderboard_change.h"
#include "ratings/rating_row.h"
#include "ratings/rating_sync.h"
#include "ratings/ratings_internal.h"

struct puzzle_change {
    struct identity solver;
    int64_t at;
    struct rating_write write;
    struct glicko2 puzzle; /* after it */
};

struct puzzle_change *puzzle_change_create(struct server *server, const struct identity *solver,
                                           const struct glicko2 *puzzle, bool solved)
{
    struct rating_entry *entry = rating_entry_get(server, solver, PERF_PUZZLE);
    struct puzzle_change *change = entry ? calloc(1, sizeof *change) : NULL;
    if (!change)
        return NULL;
    // A puzzle does not change by itself: its deviation does not grow with time.
    struct rating opponent = {.glicko = *puzzle};
    change->solver = *solver;
    change->at = server_date(server);
    change->write = rating_write_begin(entry);
    ratings_add_attempt(&change->write.after, &opponent, solved, change->at);
    change->puzzle = opponent.glicko;
    rating_write_queue(&change->write);
    return change;
}

void puzzle_change_destroy(struct puzzle_change *change)
{
    free(change);
}

void puzzle_change_add(const struct puzzle_change *change, struct store_job *job)
{
    rating_add_row(job, change->solver.id, PERF_PUZZLE, &change->write.after, change->at);
}

void puzzle_change_end(struct server *server, struct puzzle_change *change, bool written)
{
    rating_write_end(&change->write, written);
    if (!written)
        return;
    rating_sync_publish(server, change->solver.id, PERF_PUZZLE, &change->write.after);
    leaderboard_mark_changed(server, PERF_PUZZLE);
}

struct puzzle_change_result puzzle_change_result(const struct puzzle_change *change)
{
    return (struct puzzle_change_result){.before = change->write.before.glicko.rating,
                                         .after = change->write.after.glicko.rating,
                                         .puzzle = change->puzzle};
}
