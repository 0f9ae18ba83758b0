/* SPDX-License-Identifier: MIT */
#include "lobby/pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/blocks.h"
#include "accounts/deactivation.h"
#include "base/milliseconds.h"
#include "cluster/shards.h"
#include "lobby/pairing.h"
#include "lobby/pool_matching.h"
#include "lobby/seeks.h"
#include "running/running_games.h"

enum {
    WAVE_SIZE = 40,       /* people: that many are paired without waiting for the interval */
    CANDIDATES_MAX = 200, /* of one wave, those who wait longest */
    SLOT_MS = 10000,      /* joins are counted in slots of this length, */
    SLOTS = 6,            /* which make up a minute */
    REPORT_MS = 1000      /* between two reports to watchers */
};

static const char *const names[] = {
#define ROW(clock) clock,
#include "wire/pools.def"
};
enum { POOL_COUNT = sizeof names / sizeof *names };

struct wave_rule {
    unsigned joined_below;
    int64_t interval_ms, difference, step;
};

static const struct wave_rule wave_rules[] = {
#define ROW(joined_below, interval_ms, difference, step) \
    {(joined_below), (interval_ms), (difference), (step)},
#include "lobby/pool_wave_rules.def"
};
enum { WAVE_RULE_COUNT = sizeof wave_rules / sizeof *wave_rules };

/* One of the two parts of a pool: accounts, who play rated games, or guests. */
struct pool {
    struct server *server;
    size_t index; /* of its name */
    struct game_settings settings;
    struct list waiting; /* struct pool_member, the one who waits longest first */
    size_t count;
    struct timer wave;
    unsigned joins[SLOTS]; /* in each slot of the last minute */
    int64_t slot;          /* the number of the current one */
};

struct pool_member {
    struct list node;
    struct pool *pool;
    struct identity who;
    int64_t joined_at;
    unsigned missed;   /* waves */
    bool has_left;     /* while their game was starting */
    bool is_playing;   /* another game, with a clock */
    struct seek range; /* only its rating_min and rating_max */
    void (*on_end)(void *context, const char *pool, const char *game, const char *why);
    void *context;
};

struct pools {
    struct server *server;
    struct pool pools[POOL_COUNT][2]; /* [1]: of guests */
    size_t replicated[POOL_COUNT];    /* how many wait, if another node owns the lobby */
    struct map members;               /* by the id of the person: those who wait or start */
    struct pending_list pending;      /* games being started */
    struct deactivation_listener deactivations;
    struct shards_listener shards;
    struct list watchers;
    struct timer report;
    bool changed[POOL_COUNT]; /* since the last report */
};

size_t pool_count(void)
{
    return POOL_COUNT;
}

const char *pool_name(size_t pool)
{
    return names[pool];
}

const struct game_settings *pool_settings(const struct server *server, size_t pool)
{
    return &server->pools->pools[pool][0].settings;
}

size_t pool_waiting(const struct server *server, size_t pool)
{
    const struct pool *parts = server->pools->pools[pool];
    return parts[0].count + parts[1].count + server->pools->replicated[pool];
}

// ---- watchers --------------------------------------------------------------------------------

static void report_changes(void *context)
{
    struct pools *pools = ((struct server *)context)->pools;
    for (struct list *node = pools->watchers.next, *next; node != &pools->watchers; node = next) {
        next = node->next; // a watcher may leave during the call
        struct pool_watcher *watcher = LIST_OWNER(node, struct pool_watcher, node);
        for (size_t i = 0; i < POOL_COUNT; i++)
            if (pools->changed[i])
                watcher->on_changed(watcher, i);
    }
    memset(pools->changed, 0, sizeof pools->changed);
}

static void mark_changed(struct server *server, size_t pool)
{
    struct pools *pools = server->pools;
    pools->changed[pool] = true;
    if (!timer_is_set(&pools->report))
        (void)timer_set(&server->timers, &pools->report, server->now + REPORT_MS, report_changes,
                        server);
}

void pool_set_replicated(struct server *server, size_t pool, size_t waiting)
{
    struct pools *pools = server->pools;
    if (pools->replicated[pool] == waiting)
        return;
    pools->replicated[pool] = waiting;
    mark_changed(server, pool);
}

void pools_watch(struct server *server, struct pool_watcher *watcher)
{
    list_add(&server->pools->watchers, &watcher->node);
    for (size_t i = 0; i < POOL_COUNT; i++)
        watcher->on_changed(watcher, i);
}

void pools_unwatch(struct pool_watcher *watcher)
{
    list_remove(&watcher->node);
}

// ---- members ---------------------------------------------------------------------------------

static void wait_in_pool(struct pool_member *member)
{
    list_add(&member->pool->waiting, &member->node);
    member->pool->count++;
    mark_changed(member->pool->server, member->pool->index);
}

static bool is_waiting(const struct pool_member *member)
{
    return !list_is_empty(&member->node);
}

static void stop_waiting(struct pool_member *member)
{
    list_remove(&member->node);
    member->pool->count--;
    mark_changed(member->pool->server, member->pool->index);
}

static void free_member(struct pool_member *member)
{
    if (is_waiting(member))
        stop_waiting(member);
    (void)map_remove(&member->pool->server->pools->members, member->who.id);
    free(member);
}

static void end_member(struct pool_member *member, const char *game, const char *why)
{
    const struct pool_member ended = *member;
    free_member(member);
    if (ended.on_end)
        ended.on_end(ended.context, names[ended.pool->index], game, why);
}

// ---- starting games --------------------------------------------------------------------------

/* Two people of a pool whose game is starting. */
struct pool_pair {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    struct pool_member *members[2];
};

static void schedule_wave(struct pool *pool);

/* Why this person alone cannot play such a game; NULL: they can. */
static const char *member_fault(struct server *server, const struct identity *who,
                                const struct game_settings *settings)
{
    return pair_fault(server, &(struct pair){.first = *who, .settings = *settings});
}

/* The game could not start: whoever can play waits again. */
static void return_member(struct pool_member *member, enum refusal refusal, const char *why)
{
    struct pool *pool = member->pool;
    if (member->has_left) {
        free_member(member);
        return;
    }
    const char *fault = member_fault(pool->server, &member->who, &pool->settings);
    if (!fault && refusal == REFUSED_NOT_FOUND)
        fault = why; // one of the two accounts was closed
    if (!shard_is_ours(pool->server, SHARD_LOBBY))
        fault = LOBBY_MOVED;
    if (fault)
        end_member(member, NULL, fault);
    else
        wait_in_pool(member);
}

static void finish_pair(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct pool_pair *pair = context;
    struct pool *pool = pair->members[0]->pool;
    struct pool_member *members[2] = {pair->members[0], pair->members[1]};
    pending_destroy(&pair->pending);
    for (size_t i = 0; i < 2; i++)
        if (round) {
            seek_end_of_player(pool->server, members[i]->who.id, round_info(round)->id);
            end_member(members[i], round_info(round)->id, NULL);
        } else
            return_member(members[i], refusal, why);
    schedule_wave(pool);
}

static void start_pair(struct pool_member *first, struct pool_member *second)
{
    struct server *server = first->pool->server;
    struct pool_pair *pair = pending_create(&server->pools->pending, sizeof *pair);
    if (!pair)
        return; // they wait for the next wave
    pair->pending.internal = true;
    pair->members[0] = first;
    pair->members[1] = second;
    stop_waiting(first);
    stop_waiting(second);
    pair_start(server,
               &(struct pair){.first = first->who,
                              .second = second->who,
                              .settings = first->pool->settings,
                              .source = SOURCE_POOL},
               &pair->pairing, finish_pair, pair);
}

// ---- waves -----------------------------------------------------------------------------------

/* Moves to the slot of the present time, and empties those that are over a minute old. */
static void advance_slots(struct pool *pool)
{
    const int64_t slot = pool->server->now / SLOT_MS;
    if (slot - pool->slot >= SLOTS)
        memset(pool->joins, 0, sizeof pool->joins);
    else
        while (pool->slot < slot)
            pool->joins[++pool->slot % SLOTS] = 0;
    pool->slot = slot;
}

static const struct wave_rule *find_wave_rule(struct pool *pool)
{
    unsigned joined = 0;
    advance_slots(pool);
    for (size_t i = 0; i < SLOTS; i++)
        joined += pool->joins[i];
    for (size_t i = 0; i < WAVE_RULE_COUNT - 1; i++)
        if (joined < wave_rules[i].joined_below)
            return &wave_rules[i];
    return &wave_rules[WAVE_RULE_COUNT - 1];
}

struct wave {
    const struct server *server;
    const struct wave_rule *rule;
    struct pool_member *members[CANDIDATES_MAX];
    struct pool_candidate candidates[CANDIDATES_MAX];
    size_t partners[CANDIDATES_MAX];
    size_t count;
};

static bool are_compatible(const void *context, size_t a, size_t b)
{
    const struct wave *wave = context;
    const struct pool_candidate *first = &wave->candidates[a], *second = &wave->candidates[b];
    const int64_t limit =
        wave->rule->difference + wave->rule->step * (first->missed + second->missed);
    return llabs(first->rating - second->rating) <= limit &&
           seek_accepts_rating(&wave->members[a]->range, second->rating) &&
           seek_accepts_rating(&wave->members[b]->range, first->rating) &&
           !blocks_exist_between(wave->server, wave->members[a]->who.id, wave->members[b]->who.id);
}

/* Marks a member who has started a game with a clock since they joined the pool. */
static void mark_player(const struct pool *pool, const char *id, int64_t created_at)
{
    struct pool_member *member = map_get(&pool->server->pools->members, id);
    if (member && created_at >= member->joined_at)
        member->is_playing = true;
}

static void mark_players(void *context, const struct round *round)
{
    const struct game_info *info = round_info(round);
    for (rk_side side = RK_WHITE; round_has_clock(round) && side <= RK_BLACK; side++)
        mark_player(context, info->players[side].id, info->created_at);
}

/* The same for the games of other nodes. */
static void mark_remote_players(const struct pool *pool)
{
    size_t at = 0;
    for (const struct running_game *game; (game = running_games_next(pool->server, &at));)
        for (rk_side side = RK_WHITE; game->has_clock && side <= RK_BLACK; side++)
            mark_player(pool, game->players[side], game->created_at);
}

static void end_playing_members(struct pool *pool)
{
    rounds_each(pool->server, mark_players, pool);
    mark_remote_players(pool);
    for (struct list *node = pool->waiting.next, *next; node != &pool->waiting; node = next) {
        next = node->next;
        struct pool_member *member = LIST_OWNER(node, struct pool_member, node);
        if (member->is_playing)
            end_member(member, NULL, "you are playing another game");
    }
}

static void collect_candidates(struct pool *pool, struct wave *wave)
{
    for (struct list *node = pool->waiting.next;
         node != &pool->waiting && wave->count < CANDIDATES_MAX; node = node->next) {
        struct pool_member *member = LIST_OWNER(node, struct pool_member, node);
        wave->members[wave->count] = member;
        wave->candidates[wave->count++] = (struct pool_candidate){
            .rating = pair_rating(pool->server, &member->who, &pool->settings),
            .missed = member->missed};
    }
}

static void run_wave(void *context)
{
    struct pool *pool = context;
    struct wave wave = {.server = pool->server, .rule = find_wave_rule(pool)};
    if (pool->server->stopping)
        return;
    end_playing_members(pool);
    collect_candidates(pool, &wave);
    (void)pool_match(wave.candidates, wave.count, are_compatible, &wave, wave.partners);
    for (size_t i = 0; i < wave.count; i++)
        if (wave.partners[i] == i)
            wave.members[i]->missed++;
    for (size_t i = 0; i < wave.count; i++)
        if (wave.partners[i] > i)
            start_pair(wave.members[i], wave.members[wave.partners[i]]);
    schedule_wave(pool);
}

static void schedule_wave(struct pool *pool)
{
    struct server *server = pool->server;
    if (pool->count < 2)
        timer_stop(&server->timers, &pool->wave);
    else if (!timer_is_set(&pool->wave))
        (void)timer_set(&server->timers, &pool->wave,
                        server->now + find_wave_rule(pool)->interval_ms, run_wave, pool);
}

/* A player has joined: if many wait, the wave starts at once. After a wave that paired nobody, many
 * players may still be waiting, so the next wave is delayed. */
static void start_wave_if_full(struct pool *pool)
{
    if (pool->count >= WAVE_SIZE && timer_is_set(&pool->wave))
        (void)timer_set(&pool->server->timers, &pool->wave, pool->server->now, run_wave, pool);
    schedule_wave(pool);
}

// ---- joining and leaving ---------------------------------------------------------------------

static struct pool *find_pool(struct server *server, const char *name, bool guest)
{
    for (size_t i = 0; i < POOL_COUNT; i++)
        if (!strcmp(names[i], name))
            return &server->pools->pools[i][guest];
    return NULL;
}

/* Whether the person may join; sets `reply` if not. The rate limit comes last, so that what is
 * refused for another reason costs nothing. */
static bool may_join(struct server *server, const struct pool_params *params,
                     const struct pool *pool, struct reply *reply)
{
    const struct identity *who = params->who;
    const bool guest = who->role == ROLE_GUEST;
    const enum limit limit = guest ? LIMIT_GUEST_SEEK : LIMIT_SEEK;
    const char *fault = pool ? guest_fault(server, who, &pool->settings) : NULL;
    struct seek range;
    unsigned wait;
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*who->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (who->role == ROLE_BOT)
        *reply = reply_make(REFUSED_FORBIDDEN, "bots can only play by challenge");
    else if (!pool)
        *reply = reply_make(REFUSED_NOT_FOUND, "no such pool: try 5+3");
    else if (fault)
        *reply = reply_make(REFUSED_FORBIDDEN, fault);
    else if (!seek_parse_range(params->rating_range, &range))
        *reply = reply_make(REFUSED_SYNTAX, "invalid rating range: try 1500-1800");
    else if (guest && range.rating_max)
        *reply = reply_make(REFUSED_FORBIDDEN, "guests have no rating");
    else if ((fault = member_fault(server, who, &pool->settings)))
        *reply = reply_make(REFUSED_NOT_NOW, fault);
    else if ((wait = limits_take(server, limit, guest ? params->address : who->id, 1)))
        *reply = reply_rate_limited(limit, wait);
    else
        return true;
    return false;
}

static void leave_other_pool(struct server *server, const char *who)
{
    struct pool_member *former = map_get(&server->pools->members, who);
    if (former)
        end_member(former, NULL, "joined another pool");
}

static bool is_starting(struct server *server, const char *who)
{
    const struct pool_member *member = map_get(&server->pools->members, who);
    return member && !is_waiting(member);
}

static struct pool_member *create_member(struct pool *pool, const struct pool_params *params)
{
    struct pool_member *member = calloc(1, sizeof *member);
    if (!member)
        return NULL;
    list_init(&member->node);
    member->pool = pool;
    member->who = *params->who;
    member->joined_at = server_date(pool->server); // as created_at of games
    (void)seek_parse_range(params->rating_range, &member->range);
    member->on_end = params->on_end;
    member->context = params->context;
    if (map_put(&pool->server->pools->members, member->who.id, member))
        return member;
    free(member);
    return NULL;
}

struct reply pool_join(struct server *server, const struct pool_params *params)
{
    struct pool *pool = find_pool(server, params->pool, params->who->role == ROLE_GUEST);
    struct reply reply;
    if (!may_join(server, params, pool, &reply))
        return reply;
    if (is_starting(server, params->who->id))
        return reply_make(REFUSED_NOT_NOW, "your game is starting");
    leave_other_pool(server, params->who->id);
    struct pool_member *member = create_member(pool, params);
    if (!member)
        return reply_make(REFUSED_BUSY, NULL);
    advance_slots(pool);
    pool->joins[pool->slot % SLOTS]++;
    wait_in_pool(member);
    start_wave_if_full(pool);
    return reply_make(NOT_REFUSED, NULL);
}

bool pool_leave(struct server *server, const char *who, const void *context)
{
    struct pool_member *member = map_get(&server->pools->members, who);
    if (!member || member->context != context)
        return false;
    if (!is_waiting(member)) { // too late, but the caller is gone
        member->has_left = true;
        member->on_end = NULL;
        member->context = NULL;
        return false;
    }
    struct pool *pool = member->pool;
    free_member(member);
    schedule_wave(pool);
    return true;
}

// ---- the module ------------------------------------------------------------------------------

static void end_deactivated(struct server *server, const struct map *accounts)
{
    size_t at = 0;
    for (struct pool_member *member; (member = map_next(&server->pools->members, &at));)
        if (map_get(accounts, member->who.id) && is_waiting(member))
            end_member(member, NULL, "the account is closed or banned");
}

static void on_pools_gained(struct shards_listener *listener, unsigned shard, int64_t alive_until)
{
    (void)alive_until;
    struct pools *pools = LIST_OWNER(listener, struct pools, shards);
    for (size_t i = 0; shard == SHARD_LOBBY && i < POOL_COUNT; i++)
        pool_set_replicated(pools->server, i, 0);
}

static void on_pools_lost(struct shards_listener *listener, unsigned shard)
{
    struct pools *pools = LIST_OWNER(listener, struct pools, shards);
    size_t at = 0;
    if (shard != SHARD_LOBBY)
        return;
    for (struct pool_member *member; (member = map_next(&pools->members, &at));)
        if (is_waiting(member))
            end_member(member, NULL, LOBBY_MOVED);
}

static bool on_pools_release(struct shards_listener *listener, unsigned shard)
{
    const struct pools *pools = LIST_OWNER(listener, struct pools, shards);
    return shard != SHARD_LOBBY || list_is_empty(&pools->pending.requests);
}

static void init_pool(struct server *server, size_t index, bool guest)
{
    struct pool *pool = &server->pools->pools[index][guest];
    const struct game_settings_request request = {
        .clock = names[index], .limit = -1, .increment = -1, .days = -1, .rated = !guest};
    char why[RK_FAULT_TEXT_MAX];
    const char *where;
    pool->server = server;
    pool->index = index;
    list_init(&pool->waiting);
    if (!game_settings_make(&request, 0, &pool->settings, why, sizeof why, &where))
        abort(); // an invalid row of pools.def
}

rk_err pools_create(struct server *server)
{
    struct pools *pools = calloc(1, sizeof *pools);
    if (!pools)
        return RK_NO_MEMORY;
    pools->server = server;
    server->pools = pools;
    map_init(&pools->members, server_random(server));
    pending_list_init(&pools->pending, server);
    list_init(&pools->watchers);
    for (size_t i = 0; i < POOL_COUNT; i++) {
        init_pool(server, i, false);
        init_pool(server, i, true);
    }
    pools->deactivations.on_deactivated = end_deactivated;
    deactivation_listen(server, &pools->deactivations);
    pools->shards = (struct shards_listener){
        .on_gained = on_pools_gained, .on_lost = on_pools_lost, .on_release = on_pools_release};
    shards_listen(server, &pools->shards);
    return RK_OK;
}

void pools_destroy(struct server *server)
{
    struct pools *pools = server->pools;
    if (!pools)
        return;
    size_t at = 0;
    for (struct pool_member *member; (member = map_next(&pools->members, &at));)
        free_member(member);
    for (size_t i = 0; i < POOL_COUNT; i++)
        for (size_t part = 0; part < 2; part++)
            timer_stop(&server->timers, &pools->pools[i][part].wave);
    timer_stop(&server->timers, &pools->report);
    pending_cancel_all(&pools->pending);
    while (!list_is_empty(&pools->watchers))
        list_remove(pools->watchers.next);
    list_remove(&pools->deactivations.node);
    list_remove(&pools->shards.node);
    map_fini(&pools->members);
    free(pools);
    server->pools = NULL;
}
