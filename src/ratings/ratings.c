/* SPDX-License-Identifier: MIT */
#include "ratings/ratings.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/milliseconds.h"
#include "ratings/leaderboard_change.h"
#include "ratings/rating_row.h"
#include "ratings/rating_sync.h"
#include "ratings/ratings_internal.h"

enum {
    PAGE_SIZE = 5000,
    PAGE_MS = 100, /* between two pages that are read in the background */
    RETRY_MS = SECOND_MS
};

// ---- players ---------------------------------------------------------------------------------

struct rated_player *rated_player_find(const struct server *server, const char *account)
{
    return map_get(&server->ratings->players, account);
}

static struct rated_player *find_or_add_player(struct server *server, const struct identity *who)
{
    struct rated_player *player = rated_player_find(server, who->id);
    if (player)
        return player;
    player = calloc(1, sizeof *player);
    if (!player || !map_put(&server->ratings->players, who->id, player)) {
        free(player);
        return NULL;
    }
    player->who = *who;
    return player;
}

struct rating_entry *rating_entry_get(struct server *server, const struct identity *who,
                                      enum perf perf)
{
    struct rated_player *player = find_or_add_player(server, who);
    if (!player)
        return NULL;
    struct rating_entry **entry = &player->entries[perf];
    if (!*entry && (*entry = calloc(1, sizeof **entry)))
        (*entry)->stored = (*entry)->latest = rating_start(who->role == ROLE_BOT);
    return *entry;
}

// ---- reading ---------------------------------------------------------------------------------

bool ratings_apply_to(const struct identity *who)
{
    return *who->id && (int)who->role < (int)ACCOUNT_ROLE_COUNT;
}

/* What is on disk: a change that may still fail is not shown. */
struct rating ratings_get(const struct server *server, const struct identity *who, enum perf perf)
{
    const struct rated_player *player = rated_player_find(server, who->id);
    const struct rating_entry *entry = player ? player->entries[perf] : NULL;
    return entry ? entry->stored : rating_start(who->role == ROLE_BOT);
}

struct shown_rating ratings_show(const struct server *server, const struct identity *who,
                                 enum perf perf)
{
    if (!ratings_apply_to(who))
        return (struct shown_rating){.points = 0};
    const struct rating rating = ratings_get(server, who, perf);
    return (struct shown_rating){.points = rating_points(&rating),
                                 .provisional =
                                     rating_is_provisional(&rating, server_date(server))};
}

int64_t ratings_count_games(const struct server *server, const char *account)
{
    const struct rated_player *player = rated_player_find(server, account);
    int64_t count = 0;
    for (enum perf perf = 0; player && perf < PERF_PUZZLE; perf++)
        count += player->entries[perf] ? player->entries[perf]->stored.games : 0;
    return count;
}

void ratings_exclude(struct server *server, const char *account, bool excluded)
{
    struct rated_player *player = rated_player_find(server, account);
    if (!player || player->excluded == excluded)
        return;
    player->excluded = excluded;
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        if (player->entries[perf])
            leaderboard_mark_changed(server, perf);
}

void ratings_set_name(struct server *server, const char *account, const char *name)
{
    struct rated_player *player = rated_player_find(server, account);
    if (player)
        snprintf(player->who.name, sizeof player->who.name, "%s", name);
}

static void exclude_deactivated(struct server *server, const struct map *accounts)
{
    size_t at = 0;
    for (const char *id; (id = map_next_key(accounts, &at));)
        ratings_exclude(server, id, true);
}

// ---- loading ---------------------------------------------------------------------------------

static void read_page(void *context);

/* One that is being written is not replaced: the store refuses the write if it is not the next. */
static void take_newer(struct server *server, struct rating_entry *entry, enum perf perf,
                       const struct rating *rating)
{
    if (entry->pending || rating->version <= entry->stored.version)
        return;
    rating_entry_replace(entry, rating);
    if (server->ratings->ready)
        leaderboard_mark_changed(server, perf);
}

bool ratings_take_row(struct server *server, const struct store_job *job)
{
    struct rating rating;
    enum perf perf;
    struct identity who = {.role = (enum role)store_get_integer(job, RATING_ROW_ROLE)};
    const char *account = store_get_text(job, RATING_ROW_ACCOUNT);
    snprintf(who.id, sizeof who.id, "%s", account);
    snprintf(who.name, sizeof who.name, "%s", store_get_text(job, RATING_ROW_NAME));
    if (!rating_from_row(job, &perf, &rating)) {
        log_line(server->log, LOG_WARNING, "unknown kind of rating of %s: %s", account,
                 store_get_text(job, RATING_ROW_PERF));
        return true;
    }
    struct rating_entry *entry = rating_entry_get(server, &who, perf);
    if (!entry)
        return false;
    take_newer(server, entry, perf, &rating);
    ratings_set_name(server, who.id, who.name);
    ratings_exclude(server, who.id, store_get_integer(job, RATING_ROW_STATUS) != ACCOUNT_ACTIVE);
    return true;
}

static void remember_place(struct ratings *ratings, const struct store_job *job)
{
    snprintf(ratings->last_account, sizeof ratings->last_account, "%s",
             store_get_text(job, RATING_ROW_ACCOUNT));
    snprintf(ratings->last_perf, sizeof ratings->last_perf, "%s",
             store_get_text(job, RATING_ROW_PERF));
}

/* Tries the same page again: without the ratings, games would be rated wrongly. */
static void retry_later(struct server *server, const char *why)
{
    log_line(server->log, LOG_ERROR, "cannot read the ratings: %s; trying again", why);
    (void)timer_set(&server->timers, &server->ratings->retry, server->now + RETRY_MS, read_page,
                    server);
}

static void finish_reading(struct server *server)
{
    server->ratings->ready = true;
    server->ratings->is_reading = false;
    if (server->ratings->reads_again)
        ratings_read_again(server);
}

static void load_page(struct server *server, struct store_job *job)
{
    struct ratings *ratings = server->ratings;
    size_t rows = 0;
    for (; store_next_row(job); rows++) {
        if (!ratings_take_row(server, job)) {
            retry_later(server, "out of memory");
            return;
        }
        remember_place(ratings, job);
    }
    if (rows < PAGE_SIZE)
        finish_reading(server);
    else if (ratings->ready)
        (void)timer_set(&server->timers, &ratings->retry, server->now + PAGE_MS, read_page, server);
    else
        read_page(server);
}

static void on_page(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    if (outcome == STORE_DONE)
        load_page(server, job);
    else
        retry_later(server, "the store does not answer");
}

static void read_page(void *context)
{
    struct server *server = context;
    struct ratings *ratings = server->ratings;
    struct pending_request *request = pending_create(&ratings->pending, sizeof *request);
    if (!request) {
        retry_later(server, "out of memory");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_RATINGS);
    store_bind_text(job, ratings->last_account);
    store_bind_text(job, ratings->last_perf);
    store_bind_integer(job, PAGE_SIZE);
    store_read(server->store, job, on_page, request);
}

/* What the pages so far have may be older than the reason to read. */
void ratings_read_again(struct server *server)
{
    struct ratings *ratings = server->ratings;
    ratings->reads_again = ratings->is_reading;
    if (ratings->is_reading)
        return;
    ratings->is_reading = true;
    ratings->last_account[0] = ratings->last_perf[0] = '\0';
    read_page(server);
}

// ---- the module ------------------------------------------------------------------------------

rk_err ratings_create(struct server *server)
{
    struct ratings *ratings = calloc(1, sizeof *ratings);
    if (!ratings)
        return RK_NO_MEMORY;
    map_init(&ratings->players, server_random(server));
    list_init(&ratings->listeners);
    map_init(&ratings->series, server_random(server));
    pending_list_init(&ratings->pending, server);
    server->ratings = ratings;
    ratings->deactivations.on_deactivated = exclude_deactivated;
    deactivation_listen(server, &ratings->deactivations);
    rating_sync_init(server);
    ratings_read_again(server);
    return RK_OK;
}

bool ratings_ready(const struct server *server)
{
    return server->ratings->ready;
}

static void free_player(struct rated_player *player)
{
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        free(player->entries[perf]);
    free(player);
}

void ratings_destroy(struct server *server)
{
    struct ratings *ratings = server->ratings;
    if (!ratings)
        return;
    rating_sync_fini(server);
    size_t at = 0;
    for (struct rated_player *player; (player = map_next(&ratings->players, &at));)
        free_player(player);
    for (enum perf perf = 0; perf < PERF_COUNT; perf++)
        free(ratings->ranks[perf].ratings);
    at = 0;
    for (void *series; (series = map_next(&ratings->series, &at));)
        free(series);
    map_fini(&ratings->series);
    timer_stop(&server->timers, &ratings->announcement);
    timer_stop(&server->timers, &ratings->retry);
    pending_cancel_all(&ratings->pending);
    list_remove(&ratings->deactivations.node);
    map_fini(&ratings->players);
    free(ratings);
    server->ratings = NULL;
}
