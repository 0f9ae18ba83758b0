/* SPDX-License-Identifier: MIT */
#include "rounds/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/presence.h"
#include "base/milliseconds.h"
#include "cluster/membership.h"
#include "cluster/shards.h"
#include "core/metrics.h"
#include "ratings/farming.h"
#include "record/game_moves.h"
#include "record/replay.h"
#include "record/stored_game.h"
#include "rounds/deactivated_players.h"
#include "rounds/followers.h"
#include "rounds/game_listener.h"
#include "rounds/game_notice.h"
#include "rounds/game_notifications.h"
#include "rounds/heartbeat.h"
#include "rounds/last_updates.h"
#include "rounds/owner_client.h"
#include "rounds/ownership.h"
#include "rounds/player_games.h"
#include "rounds/recovery.h"
#include "rounds/replica.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/round_internal.h"
#include "rounds/round_lifecycle.h"
#include "rounds/timeouts.h"
#include "rounds/vacation_games.h"
#include "rounds/vacations.h"

enum {
    SWEEP_MS = 10 * SECOND_MS,
    KEEP_MS = MINUTE_MS,        /* a finished game stays in memory, for goodbyes and a rematch */
    REMOTE_KEEP_MS = SECOND_MS, /* a game that was started for people of other nodes does not */
    JUST_ENDED_MS = 10 * MINUTE_MS,
    LOADING_WAIT_MS = 50,
    LOADING_WAITS_MAX = 200,
    NEVER_STARTED_DAYS = 3, /* then a game without moves is deleted */
    IDLE_DAYS = 21          /* then a game ends */
};

// ---- create and destroy ----------------------------------------------------------------------

static void schedule_sweep(struct server *server);

rk_err rounds_create(struct server *server)
{
    struct rounds *rounds = calloc(1, sizeof *rounds);
    if (!rounds)
        return RK_NO_MEMORY;
    server->rounds = rounds;
    map_init(&rounds->by_id, server_random(server));
    map_init(&rounds->by_player, server_random(server));
    list_init(&rounds->running);
    list_init(&rounds->over);
    list_init(&rounds->replicas);
    list_init(&rounds->sending);
    list_init(&rounds->stalled);
    list_init(&rounds->listeners);
    last_updates_init(rounds);
    pending_list_init(&rounds->pending, server);
    rounds->swept_at = server->now;
    vacations_listen(server, vacation_games_update);
    deactivated_players_listen(server);
    schedule_sweep(server);
    rk_err err = recovery_create(server);
    if (!err)
        err = replicas_create(server);
    return err ? err : ownership_create(server);
}

bool rounds_ready(const struct server *server)
{
    struct rounds *rounds = server->rounds;
    rounds->ready |=
        membership_ready(server) && recovery_is_idle(rounds->recovery) && !rounds->commits;
    return rounds->ready;
}

void rounds_stop(struct server *server)
{
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        next = node->next;
        round_continue(LIST_OWNER(node, struct round, node));
    }
}

bool rounds_stopped(const struct server *server)
{
    return !server->rounds->commits;
}

static void drop_all(struct list *rounds)
{
    while (!list_is_empty(rounds))
        round_unregister(LIST_OWNER(rounds->next, struct round, node));
}

void rounds_destroy(struct server *server)
{
    struct rounds *rounds = server->rounds;
    if (!rounds)
        return;
    recovery_destroy(server);
    pending_cancel_all(&rounds->pending);
    drop_all(&rounds->running);
    drop_all(&rounds->over);
    drop_all(&rounds->replicas);
    replicas_destroy(server);
    last_updates_fini(server);
    ownership_destroy(server);
    timer_stop(&server->timers, &rounds->heartbeat);
    timer_stop(&server->timers, &rounds->sweep);
    list_remove(&rounds->deactivations.node);
    map_fini(&rounds->by_id);
    map_fini(&rounds->by_player);
    buffer_fini(&rounds->text);
    buffer_fini(&rounds->held_reply.bytes);
    free(rounds);
    server->rounds = NULL;
}

// ---- sweeping --------------------------------------------------------------------------------

static void drop_unused(struct list *rounds, int64_t now)
{
    for (struct list *node = rounds->next, *next; node != rounds; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        next = node->next;
        if (!round_in_use(round) && round->used_at + KEEP_MS <= now)
            round_unregister(round);
    }
}

/* Nobody ever moved: the game is deleted. The store refuses that if another node runs it by now,
 * where somebody may have moved. */
static void delete_game(struct round *round)
{
    static const enum statement rest[] = {STORE_DELETE_EVENTS, STORE_DELETE_PLAYERS};
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_GAME);
    store_bind_text(job, round->info.id);
    store_bind_integer(job, round->shard);
    store_bind_integer(job, shards_epoch(round->server, round->shard));
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        store_call(job, rest[i]);
        store_bind_text(job, round->info.id);
    }
    store_write(round->server->store, job, NULL, NULL);
    log_line(round->server->log, LOG_INFO, "game %s: deleted, because no move was made",
             round->info.id);
    round_unregister(round);
}

static void end_idle(struct server *server)
{
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        const int64_t idle = server->now - round_last_action_at(round);
        next = node->next;
        if (round_is_busy(round) || round->queue_count || vacation_stops_clock(round) ||
            !shard_is_ours(server, round->shard))
            continue;
        if (!game_plies(round->game) && idle >= NEVER_STARTED_DAYS * DAY_MS && !round_in_use(round))
            delete_game(round);
        else if (idle >= IDLE_DAYS * DAY_MS)
            timeouts_end_idle(round);
    }
}

static void sweep_rounds(void *context)
{
    struct server *server = context;
    followers_sweep(server);
    drop_unused(&server->rounds->over, server->now);
    drop_unused(&server->rounds->replicas, server->now);
    if (server->now - server->rounds->swept_at >= HOUR_MS && !server->stopping) {
        server->rounds->swept_at = server->now;
        end_idle(server);
    }
    schedule_sweep(server);
}

static void schedule_sweep(struct server *server)
{
    (void)timer_set(&server->timers, &server->rounds->sweep, server->now + SWEEP_MS, sweep_rounds,
                    server);
}

// ---- starting --------------------------------------------------------------------------------

/* A game that is being written for the first time. */
struct pending_start {
    struct pending_request request;
    struct round *round;
    round_callback *callback;
    void *context;
};

static void finish_start(struct pending_start *pending, bool is_written)
{
    const struct pending_start start = *pending;
    struct server *server = start.request.server;
    struct round *round = start.round;
    pending_destroy(&pending->request);
    if (!server)
        return; // the round was destroyed with the server
    server->rounds->commits--;
    if (!is_written) {
        round_unregister(round);
        start.callback(start.context, NULL, refusal_text(REFUSED_STORE));
        return;
    }
    metrics_count(server->metrics, METRIC_GAMES_STARTED);
    round->started = true;
    round->busy = false;
    round->first_move_from = server->now;
    if (round->info.settings.rated)
        farming_load(server, round->info.players);
    start.callback(start.context, round, NULL);
    game_notice_send(round, NOTICE_GAME_START);
    game_notify_started(round);
    game_listeners_started(round);
    round_continue(round);
}

static void on_start_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    finish_start(context, outcome == STORE_DONE && store_next_row(job));
}

/* If the connection was lost during the commit, the game may be there. */
static void on_game_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct pending_start *start = context;
    struct server *server = start->request.server;
    if (outcome == STORE_UNKNOWN && server)
        store_read(server->store, stored_game_query(start->round->info.id), on_start_read, start);
    else
        finish_start(start, outcome == STORE_DONE);
}

static void add_player(struct store_job *job, const struct game_info *info, rk_side side)
{
    const enum role role = info->players[side].role;
    if (role == ROLE_GUEST || role == ROLE_ENGINE)
        return;
    store_call(job, STORE_ADD_PLAYER);
    store_bind_text(job, info->players[side].id);
    store_bind_integer(job, info->created_at);
    store_bind_text(job, info->id);
    store_bind_integer(job, side);
    store_bind_text(job, info->players[rk_side_other(side)].id);
}

static struct store_job *make_start_job(const struct server *server, const struct game_info *info)
{
    const unsigned shard = shard_of_game(info->id);
    struct buffer bytes = {0};
    struct store_job *job = store_job_create();
    game_info_write(info, &bytes);
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, info->id);
    store_bind_text(job, buffer_cstr(&bytes));
    store_bind_text(job, game_settings_perf_key(&info->settings));
    store_bind_integer(job, info->settings.rated);
    store_bind_integer(job, info->settings.hidden);
    store_bind_integer(job, info->created_at);
    store_bind_integer(job, shard);
    store_bind_integer(job, shards_epoch(server, shard));
    add_player(job, info, RK_WHITE);
    add_player(job, info, RK_BLACK);
    heartbeat_add(server, job);
    const bool failed = bytes.failed;
    buffer_fini(&bytes);
    if (!failed)
        return job;
    store_job_destroy(job);
    return NULL;
}

static void make_keys(struct server *server, struct game_info *info)
{
    char letters[GAME_ID_SIZE + 1];
    enum { KEY_SIZE = sizeof info->keys[0] - 1 };
    server_make_id(server, letters);
    for (size_t side = 0; side < 2; side++) {
        memcpy(info->keys[side], letters + side * KEY_SIZE, KEY_SIZE);
        info->keys[side][KEY_SIZE] = 0;
    }
}

/* The ratings with which the game is shown, however they change later. */
static void show_ratings(const struct server *server, struct game_info *info)
{
    const enum perf perf = game_settings_perf(&info->settings);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        info->ratings[side] = ratings_show(server, &info->players[side], perf);
}

/* The round of a new game, busy until it is on disk; NULL: see *why. */
static struct round *make_round(struct server *server, const struct game_info *info,
                                const char **why)
{
    rk_game *game;
    rk_fault fault;
    struct journal journal = {.events = NULL};
    *why = "the server is out of memory";
    const rk_err err = replay_game(info, &journal, &game, &fault);
    if (err == RK_BAD_RECORD)
        *why = "this position cannot be played";
    struct round *round = err ? NULL : round_create(server, info, &journal, game);
    if (!round || !round_register(round))
        return NULL;
    round->busy = true;
    return round;
}

/* Makes the round and starts to write it; false: see *why. */
static bool start_game(struct server *server, const struct game_info *info,
                       round_callback *callback, void *context, const char **why)
{
    struct store_job *job = make_start_job(server, info);
    struct pending_start *start =
        job ? pending_create(&server->rounds->pending, sizeof *start) : NULL;
    *why = "the server is out of memory";
    struct round *round = start ? make_round(server, info, why) : NULL;
    if (!round) {
        if (start)
            pending_destroy(&start->request);
        if (job)
            store_job_destroy(job);
        return false;
    }
    start->round = round;
    start->callback = callback;
    start->context = context;
    server->rounds->commits++;
    heartbeat_start(server);
    store_write(server->store, job, on_game_written, start);
    return true;
}

/* A game that another node starts. */
struct remote_start {
    struct pending_request request; /* internal */
    struct server *server;          /* also when it is being destroyed */
    char id[GAME_ID_SIZE + 1];
    struct timer drop;
    round_callback *callback;
    void *context;
};

static void release_remote_start(struct pending_request *request)
{
    struct remote_start *start = LIST_OWNER(request, struct remote_start, request);
    timer_stop(&start->server->timers, &start->drop);
}

/* Unless a player has come to this node meanwhile, the game is dropped here: otherwise each of its
 * moves would be sent to this node, too. */
static void drop_remote_start(void *context)
{
    struct remote_start *start = context;
    struct round *round = map_get(&start->server->rounds->by_id, start->id);
    if (round && round->replica && !round_in_use(round))
        round_unregister(round);
    pending_destroy(&start->request);
}

/* The players, who may be connected to any node, come a moment later. */
static void on_remote_game_opened(void *context, struct round *round, const char *why)
{
    struct remote_start *start = context;
    struct server *server = start->server;
    round_callback *const callback = start->callback;
    void *const callback_context = start->context;
    if (!round || !timer_set(&server->timers, &start->drop, server->now + REMOTE_KEEP_MS,
                             drop_remote_start, start))
        pending_destroy(&start->request);
    callback(callback_context, round, why);
}

static void on_remote_start(void *context, const struct reply *reply)
{
    struct remote_start *start = context;
    if (reply->refusal)
        on_remote_game_opened(start, NULL, reply->why);
    else
        rounds_open(start->request.server, start->id, on_remote_game_opened, start);
}

static void start_on_owner(struct server *server, const struct game_info *info,
                           round_callback *callback, void *context)
{
    struct owner_request request = {.kind = REQUEST_START, .info = *info};
    struct remote_start *start = pending_create(&server->rounds->pending, sizeof *start);
    if (!start) {
        callback(context, NULL, refusal_text(REFUSED_BUSY));
        return;
    }
    start->request.internal = true;
    start->request.release = release_remote_start;
    start->server = server;
    start->callback = callback;
    start->context = context;
    memcpy(start->id, info->id, sizeof start->id);
    memcpy(request.game, info->id, sizeof request.game);
    owner_client_send(server, &request, true, on_remote_start, start);
}

void rounds_start(struct server *server, const struct game_info *info, round_callback *callback,
                  void *context)
{
    const char *why;
    struct game_info full = *info;
    full.created_at = server_date(server);
    make_keys(server, &full);
    show_ratings(server, &full);
    if (server->stopping)
        callback(context, NULL, refusal_text(REFUSED_STOPPING));
    else if (server->draining)
        callback(context, NULL, "the server restarts in less than a minute; no new games start");
    else if (map_get(&server->rounds->by_id, full.id))
        callback(context, NULL, refusal_text(REFUSED_TAKEN));
    else if (!shard_of_game_is_ours(server, full.id))
        start_on_owner(server, &full, callback, context);
    else if (!start_game(server, &full, callback, context, &why))
        callback(context, NULL, why);
}

// ---- finding ---------------------------------------------------------------------------------

/* Takes the id of a game or the full id of a player: the same 8 letters and 4 more. */
static bool read_id(const char *id, char out[GAME_ID_SIZE + 1])
{
    enum { FULL_ID_SIZE = GAME_ID_SIZE + 4 };
    const size_t length = strnlen(id, FULL_ID_SIZE + 1);
    if (length != GAME_ID_SIZE && length != FULL_ID_SIZE)
        return false;
    memcpy(out, id, GAME_ID_SIZE);
    out[GAME_ID_SIZE] = 0;
    return true;
}

const struct round *rounds_peek(const struct server *server, const char *id)
{
    return map_get(&server->rounds->by_id, id);
}

struct round *rounds_find(struct server *server, const char *id)
{
    char letters[GAME_ID_SIZE + 1];
    struct round *round = read_id(id, letters) ? map_get(&server->rounds->by_id, letters) : NULL;
    if (!round || !round->started)
        return NULL;
    round->used_at = server->now;
    return round;
}

// ---- opening ---------------------------------------------------------------------------------

/* A game that is being read from the store. */
struct pending_open {
    struct pending_request request;
    struct server *server; /* that of the request, also when that is cancelled */
    char id[GAME_ID_SIZE + 1];
    round_callback *callback;
    void *context;
    struct timer timer; /* reads it again */
    unsigned waits;     /* so far */
};

static void on_game_read(void *context, struct store_job *job, enum store_outcome outcome);

/* Whether people may still talk about it, or want a rematch. */
static bool has_just_ended(const struct round *round)
{
    return round->server->now - round_last_action_at(round) < JUST_ENDED_MS;
}

/* Makes a round of the game that was read; NULL: it cannot be opened. */
static struct round *add_stored(struct server *server, struct stored_game *stored)
{
    struct round *round = rounds_find(server, stored->info.id);
    const bool over = rk_status_is_over(rk_game_status(stored->game));
    const bool ours = shards_epoch(server, shard_of_game(stored->info.id)) != 0;
    if (round || (ours && !over)) { // it was opened meanwhile; or recovery.c has not continued it
        stored_game_fini(stored);
        return round;
    }
    round = round_create(server, &stored->info, &stored->journal, stored->game);
    if (!round || !round_register(round))
        return NULL;
    round->started = true;
    round->rating = stored->rating;
    round->ended_at = stored->ended_at;
    if (!ours && (!over || has_just_ended(round)) && replica_create(round)) {
        round_unregister(round);
        return NULL;
    }
    return round;
}

static void stop_waiting(struct pending_request *request)
{
    struct pending_open *open = (struct pending_open *)request;
    timer_stop(&open->server->timers, &open->timer);
}

static void finish_open(struct pending_open *pending, struct round *round, const char *why)
{
    const struct pending_open open = *pending;
    pending_destroy(&pending->request);
    open.callback(open.context, round, why);
}

static void open_again(void *context)
{
    struct pending_open *open = context;
    struct round *round = rounds_find(open->server, open->id);
    open->request.internal = false;
    if (round)
        finish_open(open, round, NULL);
    else
        store_read(open->server->store, stored_game_query(open->id), on_game_read, open);
}

/* If this node has just become the owner of the game, and the games of its shard are being loaded,
 * it is opened a little later. */
static bool wait_for_loading(struct pending_open *open, const struct stored_game *stored)
{
    struct server *server = open->server;
    if (rk_status_is_over(rk_game_status(stored->game)) || rounds_find(server, open->id) ||
        open->waits == LOADING_WAITS_MAX ||
        !recovery_is_loading(server->rounds->recovery, shard_of_game(open->id)))
        return false;
    open->waits++;
    open->request.internal = true;
    return timer_set(&server->timers, &open->timer, server->now + LOADING_WAIT_MS, open_again,
                     open);
}

static void report_damage(const struct server *server, const char *id, const rk_fault *fault)
{
    metrics_count_label(server->metrics, METRIC_ILLEGAL_STATES, ILLEGAL_STATE_REPLAY);
    log_line(server->log, LOG_ERROR, "game %s cannot be read: %s", id, fault->text);
}

static void on_game_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_open *open = context;
    struct server *server = open->request.server;
    struct stored_game stored;
    rk_fault fault = {.text = ""};
    if (!server) {
        pending_destroy(&open->request);
        return;
    }
    if (outcome != STORE_DONE) {
        finish_open(open, NULL, "the database does not respond; try again shortly");
        return;
    }
    const rk_err err = stored_game_read(job, &stored, &fault);
    if (!err && wait_for_loading(open, &stored)) {
        stored_game_fini(&stored);
        return;
    }
    if (err == RK_BAD_RECORD)
        report_damage(server, open->id, &fault);
    struct round *round = err ? NULL : add_stored(server, &stored);
    finish_open(open, round,
                round                  ? NULL
                : err == RK_BAD_SYNTAX ? ROUND_NOT_FOUND
                                       : "this game cannot be read");
}

void rounds_open(struct server *server, const char *id, round_callback *callback, void *context)
{
    char letters[GAME_ID_SIZE + 1];
    struct round *round = rounds_find(server, id);
    if (round || !read_id(id, letters)) {
        callback(context, round, round ? NULL : ROUND_NOT_FOUND);
        return;
    }
    struct pending_open *open = pending_create(&server->rounds->pending, sizeof *open);
    if (!open) {
        callback(context, NULL, "the server is out of memory");
        return;
    }
    open->request.release = stop_waiting;
    open->server = server;
    memcpy(open->id, letters, sizeof open->id);
    open->callback = callback;
    open->context = context;
    store_read(server->store, stored_game_query(letters), on_game_read, open);
}

// ---- listing ---------------------------------------------------------------------------------

/* Whether a is listed before b: for a player the games where it is their turn, and of these the one
 * with the least time; for others the newest game. */
static bool goes_before(const struct round *a, const struct round *b, const char *id)
{
    if (!id)
        return a->info.created_at > b->info.created_at;
    const rk_side side_a = game_info_side(&a->info, id), side_b = game_info_side(&b->info, id);
    const bool turn_a = round_turn(a) == side_a, turn_b = round_turn(b) == side_b;
    if (turn_a != turn_b)
        return turn_a;
    return round_clock_left(a, side_a) < round_clock_left(b, side_b);
}

static void insert_sorted(const struct round *round, const char *id, const struct round **out,
                          size_t count, size_t max)
{
    size_t at = count < max ? count : max;
    while (at > 0 && goes_before(round, out[at - 1], id))
        at--;
    if (at >= max)
        return;
    for (size_t last = count < max ? count : max - 1; last > at; last--)
        out[last] = out[last - 1];
    out[at] = round;
}

static size_t list_public_of(const struct list *rounds, const struct round **out, size_t count,
                             size_t max)
{
    for (const struct list *node = rounds->next; node != rounds; node = node->next) {
        const struct round *round = LIST_OWNER(node, const struct round, node);
        if (round_is_public(round))
            insert_sorted(round, NULL, out, count++, max);
    }
    return count;
}

static size_t list_public(const struct server *server, const struct round **out, size_t max)
{
    const size_t count = list_public_of(&server->rounds->running, out, 0, max);
    return list_public_of(&server->rounds->replicas, out, count, max);
}

size_t rounds_count_public(const struct server *server)
{
    return list_public_of(&server->rounds->running, NULL, 0, 0);
}

size_t rounds_list(struct server *server, const char *id, const struct round **out, size_t max)
{
    const struct list *at = NULL;
    size_t count = 0;
    if (!id)
        return list_public(server, out, max);
    for (const struct round *round; (round = player_games_next(server, id, &at));)
        if (round->started)
            insert_sorted(round, id, out, count++, max);
    return count;
}

static void visit_each(const struct list *rounds, round_visitor *visit, void *context)
{
    for (const struct list *node = rounds->next; node != rounds; node = node->next) {
        const struct round *round = LIST_OWNER(node, const struct round, node);
        if (round->started)
            visit(context, round);
    }
}

void rounds_each(const struct server *server, round_visitor *visit, void *context)
{
    visit_each(&server->rounds->running, visit, context);
}

void rounds_each_replica(const struct server *server, round_visitor *visit, void *context)
{
    visit_each(&server->rounds->replicas, visit, context);
}

size_t rounds_count_running(const struct server *server)
{
    return list_count(&server->rounds->running);
}

size_t rounds_count_stalled(const struct server *server)
{
    return list_count(&server->rounds->stalled);
}
