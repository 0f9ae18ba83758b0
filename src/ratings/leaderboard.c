/* SPDX-License-Identifier: MIT */
#include "ratings/leaderboard.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "ratings/leaderboard_change.h"
#include "ratings/ratings.h"
#include "ratings/ratings_internal.h"

enum {
    ANNOUNCE_MS = SECOND_MS,  /* changes within this time are announced together */
    RANKS_MS = 10 * SECOND_MS /* ranks may be this old */
};

// ---- sorting ---------------------------------------------------------------------------------

static const struct rating *established_rating(const struct rated_player *player, enum perf perf,
                                               int64_t now)
{
    const struct rating_entry *entry = player->entries[perf];
    return entry && !player->excluded && entry->stored.games > 0 &&
                   rating_is_established(&entry->stored, perf, now)
               ? &entry->stored
               : NULL;
}

/* Whether a is placed before b; the name decides between equals. */
static bool goes_before(const struct leader *a, const struct leader *b)
{
    const double difference = a->rating->glicko.rating - b->rating->glicko.rating;
    return difference > 0 || (difference == 0 && strcmp(a->who->id, b->who->id) < 0);
}

static size_t insert_leader(struct leader leader, struct leader *out, size_t count, size_t max)
{
    size_t at = count;
    if (count == max && (!max || !goes_before(&leader, &out[max - 1])))
        return count;
    if (count == max)
        at = max - 1;
    else
        count++;
    for (; at > 0 && goes_before(&leader, &out[at - 1]); at--)
        out[at] = out[at - 1];
    out[at] = leader;
    return count;
}

static void sort_leaders(const struct server *server, enum perf perf, struct sorted_leaders *out)
{
    size_t count = 0, at = 0;
    for (struct rated_player *player; (player = map_next(&server->ratings->players, &at));) {
        const struct rating *rating = established_rating(player, perf, server_date(server));
        if (rating)
            count = insert_leader((struct leader){&player->who, rating}, out->leaders, count,
                                  LEADERBOARD_MAX);
    }
    out->count = count;
    out->sorted_at = server->now;
    out->outdated = false;
}

/* Deviations grow, so even without a game it is outdated some day. */
static bool must_sort(const struct sorted_leaders *sorted, int64_t now)
{
    const int64_t age = now - sorted->sorted_at;
    return !sorted->sorted_at || age >= HOUR_MS || (sorted->outdated && age >= ANNOUNCE_MS);
}

size_t leaderboard_list(struct server *server, enum perf perf, struct leader *out, size_t max)
{
    struct sorted_leaders *sorted = &server->ratings->sorted[perf];
    if (must_sort(sorted, server->now))
        sort_leaders(server, perf, sorted);
    const size_t count = sorted->count < max ? sorted->count : max;
    memcpy(out, sorted->leaders, count * sizeof *out);
    return count;
}

// ---- ranks -----------------------------------------------------------------------------------

static int compare_ratings(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first < second) - (first > second);
}

/* Makes room for all players; false if out of memory: then there are no ranks. */
static bool reserve_ranks(struct rating_ranks *ranks, size_t count)
{
    if (count <= ranks->capacity)
        return true;
    double *ratings = realloc(ranks->ratings, count * sizeof *ratings);
    if (!ratings)
        return false;
    ranks->ratings = ratings;
    ranks->capacity = count;
    return true;
}

static void sort_ranks(const struct server *server, enum perf perf, struct rating_ranks *out)
{
    const struct map *players = &server->ratings->players;
    const bool has_room = reserve_ranks(out, players->count);
    size_t at = 0;
    out->count = 0;
    for (struct rated_player *player; (player = map_next(players, &at));) {
        const struct rating *rating =
            has_room ? established_rating(player, perf, server_date(server)) : NULL;
        if (rating)
            out->ratings[out->count++] = rating->glicko.rating;
        if (player->entries[perf])
            player->entries[perf]->ranked = rating ? rating->glicko.rating : 0;
    }
    if (out->count)
        qsort(out->ratings, out->count, sizeof *out->ratings, compare_ratings);
    out->sorted_at = server->now;
    out->outdated = false;
}

/* How many ratings are higher than this one, or `or_equal`. */
static size_t count_higher(const struct rating_ranks *ranks, double rating, bool or_equal)
{
    size_t low = 0, high = ranks->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const double other = ranks->ratings[middle];
        if (other > rating || (or_equal && other == rating))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct standing leaderboard_standing(struct server *server, enum perf perf,
                                     const struct identity *who)
{
    struct rating_ranks *ranks = &server->ratings->ranks[perf];
    const int64_t age = server->now - ranks->sorted_at;
    if (!ranks->sorted_at || age >= HOUR_MS || (ranks->outdated && age >= RANKS_MS))
        sort_ranks(server, perf, ranks);
    const struct rated_player *player = rated_player_find(server, who->id);
    const struct rating_entry *entry = player ? player->entries[perf] : NULL;
    const bool is_ranked = entry && entry->ranked > 0;
    const double own = is_ranked ? entry->ranked : ratings_get(server, who, perf).glicko.rating;
    return (struct standing){.rank = is_ranked ? count_higher(ranks, own, false) + 1 : 0,
                             .players = ranks->count,
                             .below = ranks->count - count_higher(ranks, own, true)};
}

// ---- following -------------------------------------------------------------------------------

void leaderboard_listen(struct server *server, struct leaderboard_listener *listener)
{
    list_add(&server->ratings->listeners, &listener->node);
}

void leaderboard_unlisten(struct leaderboard_listener *listener)
{
    list_remove(&listener->node);
}

static void announce_changes(void *context)
{
    struct server *server = context;
    struct ratings *ratings = server->ratings;
    const unsigned changed = ratings->changed_perfs;
    ratings->changed_perfs = 0;
    for (struct list *node = ratings->listeners.next, *next; node != &ratings->listeners;
         node = next) {
        struct leaderboard_listener *listener = LIST_OWNER(node, struct leaderboard_listener, node);
        next = node->next;
        for (enum perf perf = 0; perf < PERF_COUNT; perf++)
            if (changed & listener->perfs & 1U << perf)
                listener->on_changed(listener, perf);
    }
}

void leaderboard_mark_changed(struct server *server, enum perf perf)
{
    struct ratings *ratings = server->ratings;
    ratings->changed_perfs |= 1U << perf;
    ratings->sorted[perf].outdated = ratings->ranks[perf].outdated = true;
    if (!list_is_empty(&ratings->listeners) && !timer_is_set(&ratings->announcement))
        (void)timer_set(&server->timers, &ratings->announcement, server->now + ANNOUNCE_MS,
                        announce_changes, server);
}
