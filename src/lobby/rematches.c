/* SPDX-License-Identifier: MIT */
/* An offer is a challenge, so whatever becomes of it is heard from there. Kept here
 * is what followed each game, and who has to wait before offering again. */
#include "lobby/rematches.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "rounds/round_clock.h"
#include "rounds/round_watch.h"

enum {
    OFFER_MS = 10 * MINUTE_MS,
    WAIT_MS = MINUTE_MS,  /* after a refusal */
    KEEP_MS = 2 * HOUR_MS /* what followed is remembered so long */
};

/* What follows a game. */
struct sequel {
    struct server *server;
    char game[GAME_ID_SIZE + 1];
    char offer[GAME_ID_SIZE + 1]; /* the challenge that stands; "" for none */
    char next[GAME_ID_SIZE + 1];  /* the game that has begun; "" for none */
    rk_side by;                   /* the side that offers */
    int64_t waits_until[2];       /* of each side, after a refusal */
    struct timer timer;
};

struct rematches {
    struct map sequels;          /* by the game they follow */
    struct pending_list pending; /* rematch_requests */
};

/* Somebody offers, accepts or declines a rematch. */
struct rematch_request {
    struct pending_request pending; /* internal */
    struct game_info info;          /* of the game that is over */
    rk_side side;                   /* who asks; RK_NO_SIDE: not a player */
    reply_callback *callback;
    void *context;
};

// ---- what follows ----------------------------------------------------------------------------

static void forget(void *context)
{
    struct sequel *sequel = context;
    struct server *server = sequel->server;
    timer_stop(&server->timers, &sequel->timer);
    map_remove(&server->rematches->sequels, sequel->game);
    free(sequel);
}

static struct sequel *find(struct server *server, const char *game)
{
    return map_get(&server->rematches->sequels, game);
}

static struct sequel *find_or_make(struct server *server, const char *game)
{
    struct sequel *sequel = find(server, game);
    if (sequel)
        return sequel;
    sequel = calloc(1, sizeof *sequel);
    if (!sequel)
        return NULL;
    sequel->server = server;
    memcpy(sequel->game, game, sizeof sequel->game);
    if (!map_put(&server->rematches->sequels, game, sequel)) {
        free(sequel);
        return NULL;
    }
    if (!timer_set(&server->timers, &sequel->timer, server->now + KEEP_MS, forget, sequel)) {
        forget(sequel);
        return NULL;
    }
    return sequel;
}

/* Tells those who still look at the game that is over. */
static void show(const struct sequel *sequel)
{
    struct round *round = rounds_find(sequel->server, sequel->game);
    if (round)
        round_set_rematch(round, *sequel->offer ? sequel->by : RK_NO_SIDE, sequel->next);
}

static void hear_end(struct server *server, const struct challenge *challenge)
{
    struct sequel *sequel = *challenge->rematch_of ? find(server, challenge->rematch_of) : NULL;
    if (!sequel || strcmp(sequel->offer, challenge->id) != 0)
        return;
    sequel->offer[0] = '\0';
    if (challenge->status == CHALLENGE_ACCEPTED)
        memcpy(sequel->next, challenge->id, sizeof sequel->next);
    else if (challenge->status == CHALLENGE_DECLINED)
        sequel->waits_until[sequel->by] = server->now + WAIT_MS;
    show(sequel);
}

// ---- answering -------------------------------------------------------------------------------

static void answer(struct rematch_request *request, const struct reply *reply)
{
    struct reply said = *reply;
    const struct round *round = rounds_find(request->pending.server, request->info.id);
    if (round) {
        said.version = round_version(round);
        said.left[RK_WHITE] = round_clock_left(round, RK_WHITE);
        said.left[RK_BLACK] = round_clock_left(round, RK_BLACK);
    }
    reply_callback *callback = request->callback;
    void *context = request->context;
    pending_destroy(&request->pending);
    callback(context, &said);
}

static void answer_with(struct rematch_request *request, enum refusal refusal, const char *why)
{
    const struct reply reply = reply_make(refusal, why);
    answer(request, &reply);
}

/* A challenge was accepted, declined or taken back. */
static void answered(void *context, const struct reply *reply, const struct challenge *challenge)
{
    (void)challenge;
    answer(context, reply);
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

// Odds of time are a person's, not a side's.
static void swap_odds(rk_time_control *rule)
{
    for (unsigned i = 0; i < rule->stage_count; i++) {
        const rk_clock_stage white = rule->stages[RK_WHITE][i];
        rule->stages[RK_WHITE][i] = rule->stages[RK_BLACK][i];
        rule->stages[RK_BLACK][i] = white;
    }
}

static void offer(struct rematch_request *request, bool new_start)
{
    struct server *server = request->pending.server;
    const struct game_info *info = &request->info;
    struct sequel *sequel = find_or_make(server, info->id);
    struct challenge wanted = {.from = info->players[request->side],
                               .to = info->players[rk_side_other(request->side)],
                               .settings = info->settings,
                               .first_is_white = request->side == RK_BLACK,
                               .expires_at = server->now + OFFER_MS};
    memcpy(wanted.rematch_of, info->id, sizeof wanted.rematch_of);
    wanted.settings.side_choice = wanted.first_is_white ? CHOOSE_WHITE : CHOOSE_BLACK;
    swap_odds(&wanted.settings.clock);
    if (new_start &&
        rk_position_chess960((unsigned)server_random_below(server, 960), &wanted.settings.start)) {
        answer_with(request, REFUSED_NOT_NOW, NULL);
        return;
    }
    const struct challenge *made = sequel ? challenge_create_rematch(server, &wanted) : NULL;
    if (!made) {
        answer_with(request, REFUSED_BUSY, NULL);
        return;
    }
    memcpy(sequel->offer, made->id, sizeof sequel->offer);
    sequel->by = request->side;
    show(sequel);
    answer_with(request, NOT_REFUSED, NULL);
}

static bool is_against_engine(const struct rematch_request *request)
{
    return request->side != RK_NO_SIDE &&
           request->info.players[rk_side_other(request->side)].role == ROLE_ENGINE;
}

static void engine_game_started(void *context, const struct reply *reply, struct round *round)
{
    struct rematch_request *request = context;
    struct sequel *sequel = round ? find_or_make(request->pending.server, request->info.id) : NULL;
    if (sequel) {
        memcpy(sequel->next, round_info(round)->id, sizeof sequel->next);
        show(sequel);
    }
    answer(request, reply);
}

/* The engine never says no. */
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
                      engine_game_started, request);
}

/* The game before the one that is over: had it the same start? */
static void compare_starts(void *context, struct round *before, const char *why)
{
    (void)why;
    struct rematch_request *request = context;
    const struct sequel *sequel = find(request->pending.server, request->info.id);
    if (sequel && (*sequel->offer || *sequel->next)) // the opponent was faster
        answer_with(request, REFUSED_NOT_NOW, "another game is offered already");
    else
        offer(request, before && rk_position_same(&round_info(before)->settings.start,
                                                  &request->info.settings.start));
}

/* Whether somebody has to wait; then the reply says so. */
static bool must_wait(struct rematch_request *request, const struct sequel *sequel,
                      struct reply *reply)
{
    struct server *server = request->pending.server;
    const int64_t until = sequel ? sequel->waits_until[request->side] : 0;
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
        return "it was agreed that there is no rematch";
    return NULL;
}

static void offer_new(struct rematch_request *request, const struct sequel *sequel)
{
    const struct game_info *info = &request->info;
    const bool drawn = info->settings.variant == RK_CHESS960 && !info->settings.from_position;
    struct reply reply;
    if (must_wait(request, sequel, &reply))
        answer(request, &reply);
    else if (is_against_engine(request))
        start_engine_rematch(request);
    else if (drawn && *info->rematch_of)
        rounds_open(request->pending.server, info->rematch_of, compare_starts, request);
    else
        offer(request, false);
}

void rematch_offer(struct server *server, struct round *round, const struct identity *by,
                   reply_callback *callback, void *context)
{
    struct rematch_request *request = rematch_request_create(server, round, by, callback, context);
    if (!request)
        return;
    const char *fault = rematch_fault(request, round);
    const struct sequel *sequel = find(server, request->info.id);
    if (request->side == RK_NO_SIDE)
        answer_with(request, REFUSED_NOT_FOUND, "you have not played that game");
    else if (server->stopping)
        answer_with(request, REFUSED_STOPPING, NULL);
    else if (fault)
        answer_with(request, REFUSED_NOT_NOW, fault);
    else if (sequel && (*sequel->next || (*sequel->offer && sequel->by == request->side)))
        answer_with(request, NOT_REFUSED, NULL); // both asked at once, or one of them twice
    else if (sequel && *sequel->offer)
        challenge_accept(server, sequel->offer, by, CHOOSE_RANDOM, answered, request);
    else
        offer_new(request, sequel);
}

void rematch_decline(struct server *server, struct round *round, const struct identity *by,
                     reply_callback *callback, void *context)
{
    struct rematch_request *request = rematch_request_create(server, round, by, callback, context);
    if (!request)
        return;
    const struct sequel *sequel = find(server, request->info.id);
    if (request->side == RK_NO_SIDE)
        answer_with(request, REFUSED_NOT_FOUND, "you have not played that game");
    else if (!sequel || !*sequel->offer)
        answer_with(request, REFUSED_NOT_NOW, "no rematch is offered");
    else // his own is taken back, the opponent's declined
        challenge_cancel(server, sequel->offer, by, answered, request);
}

// ---- life ------------------------------------------------------------------------------------

rk_err rematches_create(struct server *server)
{
    struct rematches *rematches = calloc(1, sizeof *rematches);
    if (!rematches)
        return RK_NO_MEMORY;
    map_init(&rematches->sequels, server_random(server));
    pending_list_init(&rematches->pending, server);
    server->rematches = rematches;
    challenges_set_end_callback(server, hear_end);
    return RK_OK;
}

void rematches_destroy(struct server *server)
{
    struct rematches *rematches = server->rematches;
    if (!rematches)
        return;
    challenges_set_end_callback(server, NULL);
    size_t at = 0;
    for (struct sequel *sequel; (sequel = map_next(&rematches->sequels, &at));)
        forget(sequel);
    pending_cancel_all(&rematches->pending);
    map_fini(&rematches->sequels);
    free(rematches);
    server->rematches = NULL;
}
