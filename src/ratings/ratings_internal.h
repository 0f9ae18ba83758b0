/* SPDX-License-Identifier: MIT */
/* The state of the ratings in memory, shared by the files of this layer. */
#ifndef RATINGS_RATINGS_INTERNAL_H
#define RATINGS_RATINGS_INTERNAL_H

#include "accounts/deactivation.h"
#include "accounts/identity.h"
#include "cluster/invalidation.h"
#include "core/state.h"
#include "ratings/leader.h"
#include "ratings/rating_entry.h"

struct rated_player {
    struct identity who;
    bool excluded;                            /* from leaderboards */
    struct rating_entry *entries[PERF_COUNT]; /* NULL: no rated game */
};

/* The first places of a perf as they were a moment ago: sorting all players takes long on a large
 * server. */
struct sorted_leaders {
    struct leader leaders[LEADERBOARD_MAX];
    size_t count;
    int64_t sorted_at; /* 0: never */
    bool outdated;     /* a rating has changed since */
};

/* All established ratings of a perf, the highest first, as they were a moment ago: so that finding
 * a rank does not scan all players. */
struct rating_ranks {
    double *ratings; /* owned */
    size_t count, capacity;
    int64_t sorted_at; /* 0: never */
    bool outdated;     /* a rating has changed since */
};

/* Of rating_sync.c. */
struct rating_sync {
    struct invalidation_listener invalidations;
    struct map changed; /* struct rating_key: to be read soon */
    struct timer tick;
};

struct ratings {
    struct map players; /* struct rated_player, by account */
    struct map series;  /* struct win_series of farming.c */
    struct pending_list pending;
    struct deactivation_listener deactivations;
    struct sorted_leaders sorted[PERF_COUNT];
    struct rating_ranks ranks[PERF_COUNT];
    struct list listeners;  /* struct leaderboard_listener */
    unsigned changed_perfs; /* bits 1 << perf: not announced to them yet */
    struct timer announcement;
    struct timer retry;
    char last_account[IDENTITY_ID_MAX + 1], last_perf[24]; /* where loading continues */
    bool ready;
    bool is_reading;  /* pages */
    bool reads_again; /* from the first page, after the last one */
    struct rating_sync sync;
};

struct rated_player *rated_player_find(const struct server *server, const char *account);

/* Updates a player's rating from a row of STORE_RATINGS or STORE_RATED_PLAYER if the row is newer
 * than the rating in memory. False: out of memory. */
bool ratings_take_row(struct server *server, const struct store_job *job);

/* Reads all of them again, page by page, in the background. */
void ratings_read_again(struct server *server);

/* Finds the rating of that player or adds the start rating; NULL if out of memory. */
struct rating_entry *rating_entry_get(struct server *server, const struct identity *who,
                                      enum perf perf);

#endif
