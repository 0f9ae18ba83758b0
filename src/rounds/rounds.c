/* SPDX-License-Identifier: MIT */
/* All rounds of the server: they begin, are found, opened again, stopped and swept
 * away. */
#include <stdlib.h>
#include <string.h>

#include "accounts/presence.h"
#include "rounds/conduct.h"
#include "rounds/roundread.h"
#include "rounds/roundtime.h"
#include "rounds/startup.h"
#include "rounds/turns.h"

enum {
    SECOND = 1000,
    SWEEP_MS = 10 * SECOND,
    LINGER_MS = 60 * SECOND, /* after the end, for goodbyes and another game */
    HOUR_MS = 60 * 60 * SECOND,
    LIVELY_MS = 10 * 60 * SECOND, /* a game in which something happened since */
    NEVER_BEGUN_DAYS = 3,
    IDLE_DAYS = 21
};
static const int64_t DAY_MS = INT64_C(24) * HOUR_MS;

// ---- life of all -----------------------------------------------------------------------------

static void set_sweep(struct server *server);

static bool enlist(struct round *round)
{
    struct rounds *rounds = round->server->rounds;
    if (!map_put(&rounds->by_id, round->info.id, round)) {
        log_line(round->server->log, LOG_ERROR, "game %s: out of memory", round->info.id);
        turns_close(round);
        return false;
    }
    round->begun = true;
    list_add(round_is_over(round) ? &rounds->over : &rounds->running, &round->node);
    heartbeat_begin(round->server);
    return true;
}

static void forget(struct round *round)
{
    map_remove(&round->server->rounds->by_id, round->info.id);
    turns_close(round);
}

rk_err rounds_create(struct server *server)
{
    struct rounds *rounds = calloc(1, sizeof *rounds);
    if (!rounds)
        return RK_NO_MEMORY;
    server->rounds = rounds;
    map_init(&rounds->by_id, server_random(server));
    list_init(&rounds->running);
    list_init(&rounds->over);
    list_init(&rounds->sliced);
    list_init(&rounds->stalled);
    list_init(&rounds->pledges);
    rounds->swept_at = server->now;
    set_sweep(server);
    return startup_begin(server, enlist);
}

bool rounds_ready(const struct server *server)
{
    struct rounds *rounds = server->rounds;
    rounds->ready |= rounds->loaded && !rounds->flushes;
    return rounds->ready;
}

void rounds_stop(struct server *server)
{
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        next = node->next;
        turns_settle(LIST_OWNER(node, struct round, node));
    }
}

bool rounds_stopped(const struct server *server)
{
    return !server->rounds->flushes;
}

static void forget_all(struct list *rounds)
{
    while (!list_is_empty(rounds))
        forget(LIST_OWNER(rounds->next, struct round, node));
}

void rounds_destroy(struct server *server)
{
    struct rounds *rounds = server->rounds;
    if (!rounds)
        return;
    startup_end(server);
    while (!list_is_empty(&rounds->pledges)) {
        struct pledge *pledge = LIST_OWNER(rounds->pledges.next, struct pledge, node);
        list_remove(&pledge->node);
        pledge->server = NULL;
    }
    forget_all(&rounds->running);
    forget_all(&rounds->over);
    timer_stop(&server->timers, &rounds->heartbeat);
    timer_stop(&server->timers, &rounds->sweep);
    map_fini(&rounds->by_id);
    buffer_fini(&rounds->text);
    free(rounds);
    server->rounds = NULL;
}

// ---- sweeping --------------------------------------------------------------------------------

static void sweep_over(struct server *server)
{
    const struct list *over = &server->rounds->over;
    for (struct list *node = over->next, *next; node != over; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        next = node->next;
        if (!turns_in_use(round) && round->used_at + LINGER_MS <= server->now)
            forget(round);
    }
}

static int64_t last_event_at(const struct round *round)
{
    for (size_t i = round->journal.count; i-- > 0;)
        if (round->journal.events[i].kind == EVENT_ACTION)
            return round->journal.events[i].at;
    return round->info.created_at;
}

/* Nobody ever moved: as if it had never been. */
static void delete_game(struct round *round)
{
    static const enum statement statements[] = {STORE_END_EVENTS, STORE_DELETE_PLAYERS,
                                                STORE_DELETE_GAME};
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        store_call(job, statements[i]);
        store_bind_text(job, round->info.id);
    }
    store_write(round->server->store, job, NULL, NULL);
    log_line(round->server->log, LOG_INFO, "game %s: nobody ever moved; it is deleted",
             round->info.id);
    forget(round);
}

static void sweep_idle(struct server *server)
{
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        const int64_t idle = server->now - last_event_at(round);
        next = node->next;
        if (round->flush || round->busy || round->waiting_count)
            continue;
        if (!game_plies(round->game) && idle >= NEVER_BEGUN_DAYS * DAY_MS && !turns_in_use(round))
            delete_game(round);
        else if (idle >= IDLE_DAYS * DAY_MS)
            (void)conduct_idle(round);
    }
}

static void sweep(void *context)
{
    struct server *server = context;
    sweep_over(server);
    if (server->now - server->rounds->swept_at >= HOUR_MS && !server->stopping) {
        server->rounds->swept_at = server->now;
        sweep_idle(server);
    }
    set_sweep(server);
}

static void set_sweep(struct server *server)
{
    (void)timer_set(&server->timers, &server->rounds->sweep, server->now + SWEEP_MS, sweep, server);
}

// ---- beginning -------------------------------------------------------------------------------

/* A game that is being written for the first time. */
struct beginning {
    struct pledge pledge;
    struct round *round;
    round_callback *then;
    void *context;
};

static void begun(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct beginning beginning = *(struct beginning *)context;
    struct server *server = beginning.pledge.server;
    struct round *round = beginning.round;
    const bool here = pledge_end(&((struct beginning *)context)->pledge);
    free(context);
    if (!here)
        return; // the round ended with the others
    server->rounds->flushes--;
    if (outcome != STORE_DONE) {
        forget(round);
        beginning.then(beginning.context, NULL, refusal_text(REFUSED_STORE));
        return;
    }
    round->begun = true;
    round->busy = false;
    round->deadline_from = server->now;
    beginning.then(beginning.context, round, NULL);
    for (int side = 0; side < 2; side++)
        presence_notify(server, round->info.players[side].id, NOTICE_GAME_START, round->info.id);
    turns_settle(round);
}

static void add_player(struct store_job *job, const struct game_info *info, unsigned side)
{
    const enum role role = info->players[side].role;
    if (role == ROLE_GUEST || role == ROLE_ENGINE)
        return;
    store_call(job, STORE_ADD_PLAYER);
    store_bind_text(job, info->players[side].id);
    store_bind_integer(job, info->created_at);
    store_bind_text(job, info->id);
    store_bind_integer(job, side);
    store_bind_text(job, info->players[!side].id);
}

static struct store_job *make_job(const struct game_info *info)
{
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
    add_player(job, info, RK_WHITE);
    add_player(job, info, RK_BLACK);
    store_call(job, STORE_HEARTBEAT);
    store_bind_integer(job, info->created_at);
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

/* The round of a new game, busy until it is on disk; NULL with the reason. */
static struct round *make_round(struct server *server, const struct game_info *info,
                                const char **why)
{
    rk_game *game;
    rk_fault fault;
    struct journal journal = {.events = NULL};
    *why = "the server is out of memory";
    const rk_err err = replay(info, &journal, &game, &fault);
    if (err == RK_BAD_RECORD)
        *why = "this position cannot be played";
    struct round *round = err ? NULL : turns_open(server, info, &journal, game, 1);
    if (!round)
        return NULL;
    round->busy = true;
    if (map_put(&server->rounds->by_id, info->id, round)) {
        list_add(&server->rounds->running, &round->node);
        return round;
    }
    turns_close(round);
    return NULL;
}

void round_start(struct server *server, const struct game_info *info, round_callback *then,
                 void *context)
{
    const char *why = refusal_text(REFUSED_STOPPING);
    struct game_info full = *info;
    full.created_at = server->now;
    make_keys(server, &full);
    struct beginning *beginning = server->stopping ? NULL : malloc(sizeof *beginning);
    struct store_job *job = beginning ? make_job(&full) : NULL;
    const bool taken = map_get(&server->rounds->by_id, full.id) != NULL;
    struct round *round = job && !taken ? make_round(server, &full, &why) : NULL;
    if (!round) {
        free(beginning);
        if (job)
            store_job_destroy(job);
        then(context, NULL, taken ? refusal_text(REFUSED_TAKEN) : why);
        return;
    }
    *beginning = (struct beginning){.round = round, .then = then, .context = context};
    pledge_begin(server, &beginning->pledge);
    server->rounds->flushes++;
    heartbeat_begin(server);
    store_write(server->store, job, begun, beginning);
}

// ---- finding ---------------------------------------------------------------------------------

/* The eight letters of an id, or of a player's full id. */
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

struct round *round_find(struct server *server, const char *id)
{
    char letters[GAME_ID_SIZE + 1];
    struct round *round = read_id(id, letters) ? map_get(&server->rounds->by_id, letters) : NULL;
    if (!round || !round->begun)
        return NULL;
    round->used_at = server->now;
    return round;
}

/* Somebody waits for a game from the store. */
struct opening {
    struct pledge pledge;
    char id[GAME_ID_SIZE + 1];
    round_callback *then;
    void *context;
};

/* The game that was read, as a round; two may have asked for the same. */
static struct round *take(struct server *server, struct kept *kept)
{
    struct round *known = round_find(server, kept->info.id);
    if (known) {
        kept_fini(kept);
        return known;
    }
    if (!rk_status_is_over(rk_game_status(kept->game))) {
        kept_fini(kept); // it was left out when the server started
        return NULL;
    }
    struct round *round = turns_open(server, &kept->info, &kept->journal, kept->game, kept->epoch);
    if (round && !map_put(&server->rounds->by_id, round->info.id, round)) {
        turns_close(round);
        return NULL;
    }
    if (!round)
        return NULL;
    round->begun = true;
    list_add(&server->rounds->over, &round->node);
    return round;
}

static void opened(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct opening opening = *(struct opening *)context;
    struct server *server = opening.pledge.server;
    const bool here = pledge_end(&((struct opening *)context)->pledge);
    struct kept kept;
    rk_fault fault = {.text = ""};
    free(context);
    if (!here)
        return;
    if (outcome != STORE_DONE) {
        opening.then(opening.context, NULL, "the store does not answer; try again shortly");
        return;
    }
    const rk_err err = kept_read(job, &kept, &fault);
    if (err == RK_BAD_RECORD)
        log_line(server->log, LOG_ERROR, "game %s cannot be read: %s", opening.id, fault.text);
    struct round *round = err ? NULL : take(server, &kept);
    if (round)
        opening.then(opening.context, round, NULL);
    else
        opening.then(opening.context, NULL,
                     err == RK_BAD_SYNTAX ? ROUND_NOT_FOUND : "this game cannot be read");
}

void round_open(struct server *server, const char *id, round_callback *then, void *context)
{
    char letters[GAME_ID_SIZE + 1];
    struct round *round = round_find(server, id);
    if (round || !read_id(id, letters)) {
        then(context, round, round ? NULL : ROUND_NOT_FOUND);
        return;
    }
    struct opening *opening = malloc(sizeof *opening);
    if (!opening) {
        then(context, NULL, "the server is out of memory");
        return;
    }
    *opening = (struct opening){.then = then, .context = context};
    memcpy(opening->id, letters, sizeof opening->id);
    pledge_begin(server, &opening->pledge);
    store_read(server->store, kept_ask(letters), opened, opening);
}

// ---- listing ---------------------------------------------------------------------------------

/* Whether a is to be shown before b: to a player the one where it is his turn and
 * the clock is nearest to its end; to others the newest. */
static bool goes_before(const struct round *a, const struct round *b, const char *id)
{
    if (!id)
        return a->info.created_at > b->info.created_at;
    const unsigned side_a = game_info_side(&a->info, id), side_b = game_info_side(&b->info, id);
    const bool turn_a = round_turn(a) == side_a, turn_b = round_turn(b) == side_b;
    if (turn_a != turn_b)
        return turn_a;
    return round_left(a, side_a) < round_left(b, side_b);
}

static void insert(const struct round *round, const char *id, const struct round **out,
                   size_t count, size_t most)
{
    size_t at = count < most ? count : most;
    while (at > 0 && goes_before(round, out[at - 1], id))
        at--;
    if (at >= most)
        return;
    for (size_t last = count < most ? count : most - 1; last > at; last--)
        out[last] = out[last - 1];
    out[at] = round;
}

size_t rounds_list(struct server *server, const char *id, const struct round **out, size_t most)
{
    const struct list *running = &server->rounds->running;
    size_t count = 0;
    for (struct list *node = running->next; node != running; node = node->next) {
        const struct round *round = LIST_OWNER(node, struct round, node);
        const bool wanted =
            id ? game_info_side(&round->info, id) < 2 : !round->info.settings.hidden;
        if (!wanted || !round->begun)
            continue;
        insert(round, id, out, count, most);
        count++;
    }
    return count;
}

size_t rounds_count_against_engine(const struct server *server, const char *id,
                                   const struct round **out_one)
{
    const struct list *running = &server->rounds->running;
    size_t count = 0;
    for (const struct list *node = running->next; node != running; node = node->next) {
        const struct round *round = LIST_OWNER(node, struct round, node);
        if (game_info_engine_side(&round->info) > RK_BLACK ||
            game_info_side(&round->info, id) > RK_BLACK)
            continue;
        *out_one = round;
        count++;
    }
    return count;
}

/* One that nobody goes on with costs nothing, and is in nobody's way. */
static bool is_lively(const struct round *round)
{
    return (round_is_clocked(round) && round_clock_runs(round)) ||
           round->server->now - last_event_at(round) < LIVELY_MS;
}

size_t rounds_count_active_engine_games(const struct server *server)
{
    const struct list *running = &server->rounds->running;
    size_t count = 0;
    for (const struct list *node = running->next; node != running; node = node->next) {
        const struct round *round = LIST_OWNER(node, struct round, node);
        count += game_info_engine_side(&round->info) <= RK_BLACK && is_lively(round);
    }
    return count;
}
