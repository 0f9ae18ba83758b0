/* SPDX-License-Identifier: MIT */
/* An offer is a challenge, whose end is reported by the callback of challenges.h. This module keeps
 * the rematch of each game, and who must wait before the next offer. */
#include "lobby/rematches.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/shards.h"
#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "rounds/round_clock.h"
#include "rounds/round_watch.h"

enum {
    OFFER_MS = 10 * MINUTE_MS,
    WAIT_MS = MINUTE_MS,  /* after a declined offer */
    KEEP_MS = 2 * HOUR_MS /* how long a rematch is remembered */
};

/* The rematch of a game, offered or started. */
struct rematch {
    struct server *server;
    char game[GAME_ID_SIZE + 1];
    char offer[GAME_ID_SIZE + 1]; /* the id of the challenge; "" for none */
    char next[GAME_ID_SIZE + 1];  /* the id of the new game; "" for none */
    rk_side by;                   /* who offers it */
    int64_t waits_until[2];       /* for each side, after a declined offer */
    struct timer timer;
};

struct rematches {
    struct map by_game;          /* rematches by the id of the previous game */
    struct pending_list pending; /* rematch_requests */
    struct shards_listener shards;
};

/* A request to offer, accept or decline a rematch. */
struct rematch_request {
    struct pending_request pending; /* internal */
    struct game_info info;          /* of the game that is over */
    rk_side side;                   /* who makes the request */
    reply_callback *callback;
    void *context;
};

// ---- rematches -------------------------------------------------------------------------------

static void free_rematch(void *context)
{
    struct rematch *rematch = context;
    struct server *server = rematch->server;
    timer_stop(&server->timers, &rematch->timer);
    map_remove(&server->rematches->by_game, rematch->game);
    free(rematch);
}

static struct rematch *find_rematch(struct server *server, const char *game)
{
    return map_get(&server->rematches->by_game, game);
}

static struct rematch *find_or_add(struct server *server, const char *game)
{
    struct rematch *rematch = find_rematch(server, game);
    if (rematch)
        return rematch;
    rematch = calloc(1, sizeof *rematch);
    if (!rematch)
        return NULL;
    rematch->server = server;
    memcpy(rematch->game, game, sizeof rematch->game);
    if (!map_put(&server->rematches->by_game, game, rematch)) {
        free(rematch);
        return NULL;
    }
    if (!timer_set(&server->timers, &rematch->timer, server->now + KEEP_MS, free_rematch,
                   rematch)) {
        free_rematch(rematch);
        return NULL;
    }
    return rematch;
}

/* Tells those who still watch the previous game. */
static void publish_rematch(const struct rematch *rematch)
{
    struct round *round = rounds_find(rematch->server, rematch->game);
    if (round)
        round_set_rematch(round, *rematch->offer ? rematch->by : RK_NO_SIDE, rematch->next);
}

static void on_challenge_end(struct server *server, const struct challenge *challenge)
{
    struct rematch *rematch =
        *challenge->rematch_of ? find_rematch(server, challenge->rematch_of) : NULL;
    if (!rematch || strcmp(rematch->offer, challenge->id) != 0)
        return;
    rematch->offer[0] = '\0';
    if (challenge->status == CHALLENGE_ACCEPTED)
        memcpy(rematch->next, challenge->id, sizeof rematch->next);
    else if (challenge->status == CHALLENGE_DECLINED)
        rematch->waits_until[rematch->by] = server->now + WAIT_MS;
    publish_rematch(rematch);
}

// ---- requests --------------------------------------------------------------------------------

static void finish_request(struct rematch_request *request, const struct reply *reply)
{
    struct reply full = *reply;
    const struct round *round = rounds_find(request->pending.server, request->info.id);
    if (round) {
        full.version = round_version(round);
        full.left[RK_WHITE] = round_clock_left(round, RK_WHITE);
        full.left[RK_BLACK] = round_clock_left(round, RK_BLACK);
    }
    reply_callback *callback = request->callback;
    void *context = request->context;
    pending_destroy(&request->pending);
    callback(context, &full);
}

static void finish_with(struct rematch_request *request, enum refusal refusal, const char *why)
{
    const struct reply reply = reply_make(refusal, why);
    finish_request(request, &reply);
}

/* The challenge was accepted, declined or canceled. */
static void finish_challenge(void *context, const struct reply *reply,
                             const struct challenge *challenge)
{
    (void)challenge;
    finish_request(context, reply);
}

static struct rematch_request *rematch_request_create(struct server *server, struct round *round,
                                                      const struct identity *by,
                                                      reply_callback *callback, void *context)
{
    struct rematch_request *request = pending_create(&server->rematches->pending, sizeof *request);
    if (!request) {
        const struct reply reply = reply_make(REFUSED_BUSY, NULL);
        callback(context, &reply);
        return NULL;
    }
    request->pending.internal = true;
    request->info = *round_info(round);
    request->side = game_info_side(&request->info, by->id);
    request->callback = callback;
    request->context = context;
    return request;
}

// ---- offering --------------------------------------------------------------------------------

// Time odds belong to the player, not to the side.
static void swap_odds(rk_time_control *rule)
{
    for (unsigned i = 0; i < rule->stage_count; i++) {
        const rk_clock_stage white = rule->stages[RK_WHITE][i];
        rule->stages[RK_WHITE][i] = rule->stages[RK_BLACK][i];
        rule->stages[RK_BLACK][i] = white;
    }
}

static void create_offer(struct rematch_request *request, bool new_start)
{
    struct server *server = request->pending.server;
    const struct game_info *info = &request->info;
    struct rematch *rematch = find_or_add(server, info->id);
    struct challenge challenge = {.from = info->players[request->side],
                                  .to = info->players[rk_side_other(request->side)],
                                  .settings = info->settings,
                                  .first_is_white = request->side == RK_BLACK,
                                  .expires_at = server_date(server) + OFFER_MS};
    memcpy(challenge.rematch_of, info->id, sizeof challenge.rematch_of);
    challenge.settings.side_choice = challenge.first_is_white ? CHOOSE_WHITE : CHOOSE_BLACK;
    swap_odds(&challenge.settings.clock);
    if (new_start && rk_position_chess960((unsigned)server_random_below(server, 960),
                                          &challenge.settings.start)) {
        finish_with(request, REFUSED_NOT_NOW, NULL);
        return;
    }
    const struct challenge *made = rematch ? challenge_create_rematch(server, &challenge) : NULL;
    if (!made) {
        finish_with(request, REFUSED_BUSY, NULL);
        return;
    }
    memcpy(rematch->offer, made->id, sizeof rematch->offer);
    rematch->by = request->side;
    publish_rematch(rematch);
    finish_with(request, NOT_REFUSED, NULL);
}

static bool is_against_engine(const struct rematch_request *request)
{
    return request->side != RK_NO_SIDE &&
           request->info.players[rk_side_other(request->side)].role == ROLE_ENGINE;
}

static void on_engine_game_started(void *context, const struct reply *reply, struct round *round)
{
    struct rematch_request *request = context;
    struct rematch *rematch = round ? find_or_add(request->pending.server, request->info.id) : NULL;
    if (rematch) {
        memcpy(rematch->next, round_info(round)->id, sizeof rematch->next);
        publish_rematch(rematch);
    }
    finish_request(request, reply);
}

/* The engine always accepts. */
static void start_engine_rematch(struct rematch_request *request)
{
    const struct game_info *info = &request->info;
    struct game_settings settings = info->settings;
    settings.side_choice = request->side == RK_BLACK ? CHOOSE_WHITE : CHOOSE_BLACK;
    swap_odds(&settings.clock);
    engine_game_start(request->pending.server,
                      &(struct engine_game_params){
                          .who = &info->players[request->side],
                          .level = identity_level(&info->players[rk_side_other(request->side)]),
                          .settings = &settings,
                          .rematch_of = info->id},
                      on_engine_game_started, request);
}

/* Checks whether the game before the previous one had the same start position. */
static void compare_starts(void *context, struct round *before, const char *why)
{
    (void)why;
    struct rematch_request *request = context;
    const struct rematch *rematch = find_rematch(request->pending.server, request->info.id);
    if (rematch && (*rematch->offer || *rematch->next)) // the opponent offered first
        finish_with(request, REFUSED_NOT_NOW, "a rematch has already been offered");
    else
        create_offer(request, before && rk_position_same(&round_info(before)->settings.start,
                                                         &request->info.settings.start));
}

/* Whether the player must wait; then sets the reply. */
static bool must_wait(struct rematch_request *request, const struct rematch *rematch,
                      struct reply *reply)
{
    struct server *server = request->pending.server;
    const int64_t until = rematch ? rematch->waits_until[request->side] : 0;
    unsigned wait = until > server->now ? ms_to_seconds(until - server->now) : 0;
    if (!wait)
        wait = limits_take(server, LIMIT_REMATCH, request->info.players[request->side].id, 1);
    if (wait)
        *reply = reply_rate_limited(LIMIT_REMATCH, wait);
    return wait;
}

static const char *rematch_fault(const struct rematch_request *request, const struct round *round)
{
    if (!round_is_over(round))
        return "the game is not over yet";
    if (request->info.settings.rules & RULE_NO_REMATCH)
        return "the players have not agreed on a rematch";
    if (request->side == RK_NO_SIDE)
        return NULL;
    const struct game_info *info = &request->info;
    return pair_fault(request->pending.server,
                      &(struct pair){.first = info->players[request->side],
                                     .second = info->players[rk_side_other(request->side)],
                                     .settings = info->settings,
                                     .source = info->source});
}

static void make_offer(struct rematch_request *request, const struct rematch *rematch)
{
    const struct game_info *info = &request->info;
    const bool random_start =
        info->settings.variant == RK_CHESS960 && !info->settings.from_position;
    struct reply reply;
    if (must_wait(request, rematch, &reply))
        finish_request(request, &reply);
    else if (is_against_engine(request))
        start_engine_rematch(request);
    else if (random_start && *info->rematch_of)
        rounds_open(request->pending.server, info->rematch_of, compare_starts, request);
    else
        create_offer(request, false);
}

void rematch_offer(struct server *server, struct round *round, const struct identity *by,
                   reply_callback *callback, void *context)
{
    struct rematch_request *request = rematch_request_create(server, round, by, callback, context);
    if (!request)
        return;
    const char *fault = rematch_fault(request, round);
    const struct rematch *rematch = find_rematch(server, request->info.id);
    if (request->side == RK_NO_SIDE)
        finish_with(request, REFUSED_NOT_FOUND, "you did not play in that game");
    else if (server->stopping)
        finish_with(request, REFUSED_STOPPING, NULL);
    else if (fault)
        finish_with(request, REFUSED_NOT_NOW, fault);
    else if (rematch && (*rematch->next || (*rematch->offer && rematch->by == request->side)))
        finish_with(request, NOT_REFUSED, NULL); // both players offered, or one of them twice
    else if (rematch && *rematch->offer)
        challenge_accept(server, rematch->offer, by, CHOOSE_RANDOM, finish_challenge, request);
    else
        make_offer(request, rematch);
}

void rematch_decline(struct server *server, struct round *round, const struct identity *by,
                     reply_callback *callback, void *context)
{
    struct rematch_request *request = rematch_request_create(server, round, by, callback, context);
    if (!request)
        return;
    const struct rematch *rematch = find_rematch(server, request->info.id);
    if (request->side == RK_NO_SIDE)
        finish_with(request, REFUSED_NOT_FOUND, "you did not play in that game");
    else if (!rematch || !*rematch->offer)
        finish_with(request, REFUSED_NOT_NOW, "no rematch has been offered");
    else // cancels the player's own offer, declines the opponent's
        challenge_cancel(server, rematch->offer, by, finish_challenge, request);
}

// ---- the module ------------------------------------------------------------------------------

static void free_all(struct rematches *rematches)
{
    size_t at = 0;
    for (struct rematch *rematch; (rematch = map_next(&rematches->by_game, &at));)
        free_rematch(rematch);
}

static void on_rematches_lost(struct shards_listener *listener, unsigned shard)
{
    if (shard == SHARD_LOBBY)
        free_all(LIST_OWNER(listener, struct rematches, shards));
}

rk_err rematches_create(struct server *server)
{
    struct rematches *rematches = calloc(1, sizeof *rematches);
    if (!rematches)
        return RK_NO_MEMORY;
    map_init(&rematches->by_game, server_random(server));
    pending_list_init(&rematches->pending, server);
    server->rematches = rematches;
    challenges_set_end_callback(server, on_challenge_end);
    rematches->shards.on_lost = on_rematches_lost;
    shards_listen(server, &rematches->shards);
    return RK_OK;
}

void rematches_destroy(struct server *server)
{
    struct rematches *rematches = server->rematches;
    if (!rematches)
        return;
    challenges_set_end_callback(server, NULL);
    free_all(rematches);
    list_remove(&rematches->shards.node);
    pending_cancel_all(&rematches->pending);
    map_fini(&rematches->by_game);
    free(rematches);
    server->rematches = NULL;
}
