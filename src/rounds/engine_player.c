/* SPDX-License-Identifier: MIT */
/* The search runs on another thread, and the answer may come late or never: the game may be over by
 * then, or the server gone. A round knows which search it is waiting for, and the move is a command
 * for the version that was searched, so an outdated move has no effect. */
#include "rounds/engine_player.h"

#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "base/milliseconds.h"
#include "record/game_moves.h"
#include "rookery/moves.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"

enum {
    SEARCH_MS = 100,          /* longest search: this, and as much again for each level */
    CLOCK_SHARE = 30,         /* this part of the clock for a move, and half the increment */
    DELAY_NO_CLOCK_MS = 1000, /* delay before a move in a game without a clock */
    DELAY_PART = 250,         /* else this part of the game's estimated time */
    DELAY_MIN_MS = 100,
    DELAY_MAX_MS = 3 * SECOND_MS,
    DELAY_CLOCK_SHARE = 25,          /* but at most this part of the clock */
    SEARCH_LOST_MS = 30 * SECOND_MS, /* a search that is this late has failed */
    RETRY_MS = 250,                  /* until the next try on a busy server */
    TRIES_MAX = 120,
    DRAW_MOVE_MIN = 30 /* no draw is accepted before this move */
};

/* A search that is running. */
struct pending_search {
    struct pending_request request;
    struct move_search search;
    char game[GAME_ID_SIZE + 1];
    rk_position positions[];
};

static const struct identity *engine_identity(const struct round *round)
{
    return &round->info.players[game_info_engine_side(&round->info)];
}

static void set_engine_timer(struct round *round, int64_t at, timer_fire *fire)
{
    (void)timer_set(&round->server->timers, &round->engine.timer, at, fire, round);
}

// ---- resigning -------------------------------------------------------------------------------

static void resign_game(void *context);

static void retry_resigning(void *context, const struct reply *reply)
{
    struct round *round = context;
    if (reply->refusal && !round_is_over(round) && !round_is_leaving(round))
        set_engine_timer(round, round->server->now + SECOND_MS, resign_game);
}

static void resign_game(void *context)
{
    struct round *round = context;
    const struct command command = {
        .verb = VERB_RESIGN, .by = *engine_identity(round), .version = -1, .address = "engine"};
    if (!round_is_over(round))
        round_command(round, &command, retry_resigning, round);
}

/* The engine cannot continue, so it resigns instead of keeping the opponent waiting. */
static void start_resigning(struct round *round, const char *why)
{
    log_line(round->server->log, LOG_ERROR, "game %s: the engine resigns: %s", round->info.id, why);
    round->engine.state = ENGINE_RESIGNING;
    set_engine_timer(round, round->server->now, resign_game);
}

// ---- moving ----------------------------------------------------------------------------------

static void retry_search(void *context)
{
    struct round *round = context;
    round->engine.state = ENGINE_IDLE;
    round_continue(round);
}

static void retry_after(struct round *round, int64_t ms)
{
    round->engine.state = ENGINE_RETRYING;
    set_engine_timer(round, round->server->now + ms, retry_search);
}

static void on_move_reply(void *context, const struct reply *reply)
{
    struct round *round = context;
    switch (reply->refusal) {
    case NOT_REFUSED:
    case REFUSED_STALE: // something happened meanwhile: it searches again
    case REFUSED_OVER:
    case REFUSED_STOPPING:
        round->engine.state = ENGINE_IDLE;
        return;
    case REFUSED_STORE:
    case REFUSED_BUSY:
        retry_after(round, SECOND_MS);
        return;
    default:
        start_resigning(round, reply->why);
    }
}

static void play_move(void *context)
{
    struct round *round = context;
    struct engine_player *engine = &round->engine;
    struct command command = {.verb = VERB_MOVE,
                              .by = *engine_identity(round),
                              .version = engine->version,
                              .address = "engine"};
    snprintf(command.request, sizeof command.request, "engine-%lld", (long long)engine->version);
    snprintf(command.move, sizeof command.move, "%s", engine->move);
    engine->state = ENGINE_MOVING;
    round_command(round, &command, on_move_reply, round);
}

// ---- searching -------------------------------------------------------------------------------

/* The engine is too busy for the search. */
static void search_later(struct round *round)
{
    if (++round->engine.tries < TRIES_MAX)
        retry_after(round, RETRY_MS);
    else
        start_resigning(round, "the server was too busy for too long");
}

/* The search is over. Its move is played when the delay is over, too. */
static void accept_move(struct round *round, const struct move_search *search)
{
    struct engine_player *engine = &round->engine;
    const rk_position *position = &search->positions[search->count - 1];
    if (search->is_refused) {
        search_later(round);
        return;
    }
    engine->tries = 0;
    if (search->best == RK_NO_MOVE || !rk_moves_legal(position, search->best)) {
        start_resigning(round,
                        search->best == RK_NO_MOVE ? "it found no move" : "its move is illegal");
        return;
    }
    engine->score = search->score;
    engine->has_score = true;
    engine->state = ENGINE_MOVE_READY;
    game_move_write(&round->info, position, search->best, engine->move);
    set_engine_timer(round, engine->play_at, play_move);
}

static void on_search_done(struct move_search *search)
{
    struct pending_search *pending = LIST_OWNER(search, struct pending_search, search);
    struct server *server = pending->request.server;
    struct round *round = server ? map_get(&server->rounds->by_id, pending->game) : NULL;
    if (round && round->engine.search == pending) {
        round->engine.search = NULL;
        if (!server->stopping)
            accept_move(round, search);
    }
    pending_destroy(&pending->request);
}

static void on_search_lost(void *context)
{
    struct round *round = context;
    round->engine.search = NULL;
    start_resigning(round, "its search does not return");
}

/* A search of the current position, with those since the last capture or pawn move for repetitions;
 * NULL if out of memory. */
static struct pending_search *make_search(const struct round *round)
{
    const rk_game *game = round->game;
    const size_t length = rk_game_length(game);
    const size_t quiet = rk_game_position(game)->halfmove_clock;
    const size_t max = (quiet < length ? quiet : length) + 1;
    struct pending_search *pending = pending_create(
        &round->server->rounds->pending, sizeof *pending + max * sizeof *pending->positions);
    if (!pending)
        return NULL;
    memcpy(pending->game, round->info.id, sizeof pending->game);
    size_t first = max - 1;
    pending->positions[first] = *rk_game_position(game);
    for (size_t i = length; i-- > 0 && first > 0;)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            pending->positions[--first] = *rk_game_position_before(game, i);
    pending->search.positions = pending->positions + first;
    pending->search.count = max - first;
    return pending;
}

/* The seed of a level's errors depends on the game alone, so a retried search gives the same move.
 */
static uint64_t make_seed(const char *game)
{
    return fnv_hash(game, strlen(game));
}

/* A small part of the clock, so that the engine's flag never falls. */
static int64_t search_time(const struct round *round, rk_side side)
{
    const int64_t max = SEARCH_MS * (int64_t)(1 + identity_level(engine_identity(round)));
    if (!round_clock_is_running(round))
        return max;
    const int64_t left = round_clock_left(round, side);
    unsigned moves;
    const int64_t extra = rk_clock_stage_now(rk_game_clock(round->game), side, &moves).extra;
    const int64_t share = min_ms(left / CLOCK_SHARE + extra / 2, left / 4);
    return share > 1 ? min_ms(max, share) : 1;
}

/* People do not like instant answers: the delay grows with the time control and varies. */
static int64_t move_delay(const struct round *round, rk_side side)
{
    struct server *server = round->server;
    int64_t delay = DELAY_NO_CLOCK_MS;
    if (round_has_clock(round)) {
        delay = game_settings_estimate(&round->info.settings) * SECOND_MS / DELAY_PART;
        delay = delay < DELAY_MIN_MS ? DELAY_MIN_MS : min_ms(delay, DELAY_MAX_MS);
    }
    delay = delay / 2 + (int64_t)server_random_below(server, (uint64_t)delay);
    if (!round_clock_is_running(round))
        return delay;
    return min_ms(delay, round_clock_left(round, side) / DELAY_CLOCK_SHARE);
}

static void start_search(struct round *round, rk_side side)
{
    struct server *server = round->server;
    struct engine_player *engine = &round->engine;
    const bool has_engine = server->env.search_move != NULL;
    struct pending_search *pending = has_engine ? make_search(round) : NULL;
    if (!pending) {
        start_resigning(round, has_engine ? "out of memory" : "this server has no engine");
        return;
    }
    struct move_search *search = &pending->search;
    search->level = identity_level(engine_identity(round));
    search->seed = make_seed(round->info.id);
    search->max_ms = search_time(round, side);
    search->best = RK_NO_MOVE;
    search->done = on_search_done;
    engine->version = round_version(round);
    engine->play_at = server->now + move_delay(round, side);
    engine->state = ENGINE_THINKING;
    engine->search = pending;
    set_engine_timer(round, server->now + search->max_ms + SEARCH_LOST_MS, on_search_lost);
    if (server->env.search_move(server->env.context, search))
        return;
    engine->search = NULL;
    pending_destroy(&pending->request);
    search_later(round);
}

// ---- draw offers -----------------------------------------------------------------------------

static void ignore_reply(void *context, const struct reply *reply)
{
    (void)context, (void)reply;
}

/* It accepts a draw late in the game, unless it has the better position. */
static bool accepts_draw(const struct round *round)
{
    return rk_game_position(round->game)->move_number >= DRAW_MOVE_MIN && round->engine.has_score &&
           round->engine.score <= 0;
}

/* Answers an offer of the opponent, once; false: there is none to answer. */
static bool answer_offer(struct round *round, rk_side side)
{
    const int64_t version = round_version(round);
    if (rk_game_draw_offer(round->game) != rk_side_other(side) ||
        round->engine.answered_version == version)
        return false;
    round->engine.answered_version = version;
    const struct command command = {.verb =
                                        accepts_draw(round) ? VERB_ACCEPT_DRAW : VERB_DECLINE_DRAW,
                                    .by = *engine_identity(round),
                                    .version = version,
                                    .address = "engine"};
    round_command(round, &command, ignore_reply, NULL);
    return true;
}

// ---- its turn --------------------------------------------------------------------------------

void engine_player_continue(struct round *round)
{
    const rk_side side = game_info_engine_side(&round->info);
    if (side == RK_NO_SIDE || !round->started || round_is_over(round) || round_is_paused(round) ||
        round_is_leaving(round))
        return;
    if (answer_offer(round, side))
        return; // when that is done, this is called again
    if (round->engine.state == ENGINE_IDLE && round_turn(round) == side)
        start_search(round, side);
}

void engine_player_stop(struct round *round)
{
    round->engine.search = NULL;
    timer_stop(&round->server->timers, &round->engine.timer);
}
