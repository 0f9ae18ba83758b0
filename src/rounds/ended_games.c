/* SPDX-License-Identifier: MIT */
#include "rounds/ended_games.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/invalidation.h"
#include "ratings/farming.h"
#include "record/game_moves.h"
#include "record/rated_games.h"
#include "record/stored_game.h"
#include "rounds/game_listener.h"
#include "rounds/replica_link.h"
#include "rounds/round.h"
#include "rounds/round_internal.h"
#include "rounds/round_lifecycle.h"

enum {
    READS_MAX = 16, /* at a time: many games may end at once when a tournament does */
    RETRY_MS = SECOND_MS,
    PAGE_GAMES = 1000, /* ids read at once */
    /* A game may be on disk that long after it has ended: its node could not write. */
    LATE_MS = MINUTE_MS,
    KNOWN_MS = 10 * MINUTE_MS /* longer than a check looks back */
};

/* A game that was reported to the listeners, or will be soon. */
struct known_game {
    struct list node; /* of all: in the order of `known_at` */
    char id[GAME_ID_SIZE + 1];
    int64_t known_at;
};

/* A game of another node, to be read. */
struct waiting_game {
    struct list node;
    char id[GAME_ID_SIZE + 1];
};

struct ended_games {
    struct server *server;
    struct map known;     /* struct known_game, by id */
    struct list by_time;  /* the same */
    struct list waiting;  /* struct waiting_game, the next one first */
    struct timer retry;   /* reads them later */
    size_t reads;         /* under way */
    int64_t checked_from; /* games that have ended before this date are known */
    bool is_checking;
    struct pending_list pending;
    struct invalidation_listener invalidations;
};

// ---- which ones are known --------------------------------------------------------------------

static void forget_game(struct ended_games *ended, struct known_game *known)
{
    map_remove(&ended->known, known->id);
    list_remove(&known->node);
    free(known);
}

static void forget_old_games(struct ended_games *ended)
{
    while (!list_is_empty(&ended->by_time)) {
        struct known_game *oldest = LIST_OWNER(ended->by_time.next, struct known_game, node);
        if (oldest->known_at + KNOWN_MS > ended->server->now)
            return;
        forget_game(ended, oldest);
    }
}

/* False if it was known, or out of memory: then the next check finds the game again. */
static bool remember_game(struct ended_games *ended, const char *id)
{
    forget_old_games(ended);
    if (strlen(id) != GAME_ID_SIZE || map_get(&ended->known, id))
        return false;
    struct known_game *known = calloc(1, sizeof *known);
    if (!known || !map_put(&ended->known, id, known)) {
        free(known);
        return false;
    }
    memcpy(known->id, id, sizeof known->id);
    known->known_at = ended->server->now;
    list_add(&ended->by_time, &known->node);
    return true;
}

// ---- games of this node ----------------------------------------------------------------------

void ended_games_publish(struct round *round)
{
    struct server *server = round->server;
    // A check may have found it in the store before this node knew that it was written.
    const bool is_known = map_get(&server->ended_games->known, round->info.id) != NULL;
    (void)remember_game(server->ended_games, round->info.id);
    if (!is_known)
        game_listeners_ended(round);
    invalidation_publish(server, INVALIDATE_ENDED_GAME, round->info.id);
}

// ---- games of other nodes --------------------------------------------------------------------

/* A read of one game. */
struct game_read {
    struct pending_request pending;
    char id[GAME_ID_SIZE + 1];
};

static void record_rated_game(const struct round *round)
{
    struct rated_game game;
    if (rk_game_status(round->game) != RK_ABORTED &&
        rated_game_describe(&round->info, rk_game_winner(round->game), game_plies(round->game),
                            round->ended_at, &game))
        farming_record(round->server, &game);
}

static void notify_listeners(struct round *round)
{
    record_rated_game(round);
    game_listeners_ended(round);
}

/* This round is not registered: it exists only for the listeners. */
static void notify_of_stored_game(struct server *server, struct stored_game *stored)
{
    const struct rating_result rating = stored->rating;
    const int64_t ended_at = stored->ended_at;
    struct round *round = round_create(server, &stored->info, &stored->journal, stored->game);
    if (!round)
        return;
    round->started = true;
    round->rating = rating;
    round->ended_at = ended_at;
    if (round_is_over(round))
        notify_listeners(round);
    round_destroy(round);
}

/* If the owner's last update was lost, the replica learns of the end now. */
static void update_replica(struct server *server, const char *id)
{
    struct round *round = map_get(&server->rounds->by_id, id);
    if (round && round->replica && !round_is_over(round))
        replica_send_report(round);
}

static void read_waiting(void *context);

static void wait_for_read(struct ended_games *ended, const char *id)
{
    struct waiting_game *waiting = malloc(sizeof *waiting);
    struct known_game *known = map_get(&ended->known, id);
    if (!waiting) {
        if (known)
            forget_game(ended, known); // the next check finds it
        return;
    }
    memcpy(waiting->id, id, sizeof waiting->id);
    list_add(&ended->waiting, &waiting->node);
}

static void on_game_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    const struct game_read read = *(struct game_read *)context;
    struct server *server = read.pending.server;
    struct stored_game stored;
    pending_destroy(context);
    if (!server)
        return;
    struct ended_games *ended = server->ended_games;
    ended->reads--;
    if (outcome != STORE_DONE) {
        wait_for_read(ended, read.id);
        (void)timer_set(&server->timers, &ended->retry, server->now + RETRY_MS, read_waiting,
                        ended);
        return;
    }
    update_replica(server, read.id);
    if (!stored_game_read(job, &stored, NULL))
        notify_of_stored_game(server, &stored);
    if (!timer_is_set(&ended->retry))
        read_waiting(ended);
}

static void read_game(struct ended_games *ended, const char *id)
{
    struct game_read *read = pending_create(&ended->pending, sizeof *read);
    if (!read)
        return;
    memcpy(read->id, id, sizeof read->id);
    ended->reads++;
    store_read(ended->server->store, stored_game_query(id), on_game_read, read);
}

static void read_waiting(void *context)
{
    struct ended_games *ended = context;
    while (ended->reads < READS_MAX && !list_is_empty(&ended->waiting)) {
        struct waiting_game *waiting = LIST_OWNER(ended->waiting.next, struct waiting_game, node);
        list_remove(&waiting->node);
        read_game(ended, waiting->id);
        free(waiting);
    }
}

static void on_end_announced(struct invalidation_listener *listener, const char *id)
{
    struct ended_games *ended = LIST_OWNER(listener, struct ended_games, invalidations);
    if (!remember_game(ended, id))
        return;
    struct round *round = map_get(&ended->server->rounds->by_id, id);
    if (round && round->replica && round_is_over(round)) {
        notify_listeners(round); // its last update has come before this message
        return;
    }
    wait_for_read(ended, id);
    if (!timer_is_set(&ended->retry))
        read_waiting(ended);
}

// ---- messages that were lost -----------------------------------------------------------------

/* A page of the games that have ended since a date. */
struct page_read {
    struct pending_request pending;
    int64_t since, begun_at; /* dates */
};

static void read_page(struct ended_games *ended, int64_t since, int64_t begun_at);

static void take_page(struct ended_games *ended, struct store_job *job,
                      const struct page_read *read)
{
    enum { ID, ENDED_AT };
    size_t count = 0;
    int64_t last = read->since;
    for (; store_next_row(job); count++) {
        last = store_get_integer(job, ENDED_AT);
        on_end_announced(&ended->invalidations, store_get_text(job, ID));
    }
    if (count == PAGE_GAMES && last > read->since)
        read_page(ended, last, read->begun_at);
    else
        ended->checked_from = read->begun_at - LATE_MS;
}

static void on_page(void *context, struct store_job *job, enum store_outcome outcome)
{
    const struct page_read read = *(struct page_read *)context;
    struct server *server = read.pending.server;
    pending_destroy(context);
    if (!server)
        return;
    server->ended_games->is_checking = false;
    if (outcome == STORE_DONE) // otherwise the next check looks back as far
        take_page(server->ended_games, job, &read);
}

static void read_page(struct ended_games *ended, int64_t since, int64_t begun_at)
{
    struct page_read *read = pending_create(&ended->pending, sizeof *read);
    if (!read)
        return;
    read->since = since;
    read->begun_at = begun_at;
    ended->is_checking = true;
    struct store_job *job = store_job_create();
    store_call(job, STORE_ENDED_SINCE);
    store_bind_integer(job, since);
    store_bind_integer(job, PAGE_GAMES);
    store_read(ended->server->store, job, on_page, read);
}

/* Not further back than reported games are remembered, so that no game is reported twice. */
static void on_ends_missed(struct invalidation_listener *listener)
{
    struct ended_games *ended = LIST_OWNER(listener, struct ended_games, invalidations);
    const int64_t date = server_date(ended->server), oldest = date - KNOWN_MS + LATE_MS;
    if (!ended->is_checking)
        read_page(ended, ended->checked_from > oldest ? ended->checked_from : oldest, date);
}

// ---- the module ------------------------------------------------------------------------------

rk_err ended_games_create(struct server *server)
{
    struct ended_games *ended = calloc(1, sizeof *ended);
    if (!ended)
        return RK_NO_MEMORY;
    server->ended_games = ended;
    ended->server = server;
    ended->checked_from = server_date(server);
    map_init(&ended->known, server_random(server));
    list_init(&ended->by_time);
    list_init(&ended->waiting);
    pending_list_init(&ended->pending, server);
    ended->invalidations = (struct invalidation_listener){.kind = INVALIDATE_ENDED_GAME,
                                                          .on_invalid = on_end_announced,
                                                          .on_all_invalid = on_ends_missed};
    invalidation_listen(server, &ended->invalidations);
    return RK_OK;
}

void ended_games_destroy(struct server *server)
{
    struct ended_games *ended = server->ended_games;
    if (!ended)
        return;
    pending_cancel_all(&ended->pending);
    timer_stop(&server->timers, &ended->retry);
    list_remove(&ended->invalidations.node);
    while (!list_is_empty(&ended->waiting)) {
        struct waiting_game *waiting = LIST_OWNER(ended->waiting.next, struct waiting_game, node);
        list_remove(&waiting->node);
        free(waiting);
    }
    while (!list_is_empty(&ended->by_time))
        forget_game(ended, LIST_OWNER(ended->by_time.next, struct known_game, node));
    map_fini(&ended->known);
    free(ended);
    server->ended_games = NULL;
}
