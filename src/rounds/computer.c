/* SPDX-License-Identifier: MIT */
/* A thought is asked of the host and comes back later, or never: the game may be over
 * by then, and the server ended. A round knows which thought it waits for, and a move
 * is played for the version it was found for, so an old one changes nothing. */
#include "rounds/computer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"
#include "rounds/ledger.h"
#include "rounds/roundtime.h"

enum {
    SECOND = 1000,
    THINK_MS = 100,            /* a move takes no longer, and so much for each level */
    SHARE = 30,                /* of the clock for a move, and half the increment */
    UNHURRIED_MS = 1000,       /* before a move where there is no clock of minutes, */
    PAUSE_PART = 250,          /* else this part of the whole game's time, */
    PAUSE_MIN_MS = 100,        /* but so much, */
    PAUSE_MAX_MS = 3 * SECOND, /* and no more; */
    PAUSE_SHARE = 25,          /* never more than this part of what is left */
    LOST_MS = 30 * SECOND,     /* a thought that has not come by then will not come */
    AGAIN_MS = 250,            /* until the host is asked again that had too much to do, */
    ASKED_MAX = 120,           /* so often */
    DRAW_FROM_MOVE = 30
};

/* What was asked of the host. */
struct thinking {
    struct pledge pledge;
    struct move_search search;
    char game[GAME_ID_SIZE + 1];
    rk_position positions[];
};

static const struct identity *engine_of(const struct round *round)
{
    return &round->info.players[game_info_engine_side(&round->info)];
}

static void set_timer(struct round *round, int64_t at, void (*fire)(void *context))
{
    (void)timer_set(&round->server->timers, &round->computer.timer, at, fire, round);
}

// ---- giving up -------------------------------------------------------------------------------

static void resign(void *context);

/* Where not even that can be written it is tried again. */
static void resigned(void *context, const struct reply *reply)
{
    struct round *round = context;
    if (reply->refusal && !round_is_over(round) && !round->server->stopping)
        set_timer(round, round->server->now + SECOND, resign);
}

static void resign(void *context)
{
    struct round *round = context;
    const struct command command = {
        .verb = VERB_RESIGN, .by = *engine_of(round), .version = -1, .address = "engine"};
    if (!round_is_over(round))
        round_command(round, &command, resigned, round);
}

/* A player who cannot go on; the opponent is not kept waiting. */
static void give_up(struct round *round, const char *why)
{
    log_line(round->server->log, LOG_ERROR, "game %s: the engine resigns: %s", round->info.id, why);
    round->computer.state = COMPUTER_GIVES_UP;
    set_timer(round, round->server->now, resign);
}

// ---- playing ---------------------------------------------------------------------------------

static void ask_again(void *context)
{
    struct round *round = context;
    round->computer.state = COMPUTER_RESTS;
    round->settle(round);
}

static void rest(struct round *round, int64_t ms)
{
    round->computer.state = COMPUTER_WAITS;
    set_timer(round, round->server->now + ms, ask_again);
}

static void played(void *context, const struct reply *reply)
{
    struct round *round = context;
    switch (reply->refusal) {
    case NOT_REFUSED:
    case REFUSED_STALE: // something has happened since: it thinks again
    case REFUSED_OVER:
    case REFUSED_STOPPING:
        round->computer.state = COMPUTER_RESTS;
        return;
    case REFUSED_STORE:
    case REFUSED_BUSY:
        rest(round, SECOND);
        return;
    default:
        give_up(round, reply->why);
    }
}

static void play(void *context)
{
    struct round *round = context;
    struct computer *computer = &round->computer;
    struct command command = {.verb = VERB_MOVE,
                              .by = *engine_of(round),
                              .version = computer->version,
                              .address = "engine"};
    snprintf(command.request, sizeof command.request, "engine-%lld", (long long)computer->version);
    snprintf(command.move, sizeof command.move, "%s", computer->move);
    computer->state = COMPUTER_PLAYS;
    round_command(round, &command, played, round);
}

// ---- thinking --------------------------------------------------------------------------------

/* Takes a move that was found: it is played when the time for it has come. */
static void take(struct round *round, const struct move_search *search)
{
    struct computer *computer = &round->computer;
    const rk_position *position = &search->positions[search->count - 1];
    computer->tries = 0;
    if (search->best == RK_NO_MOVE || !rk_moves_legal(position, search->best)) {
        give_up(round,
                search->best == RK_NO_MOVE ? "it has found no move" : "its move is not legal");
        return;
    }
    computer->score = search->score;
    computer->has_score = true;
    computer->state = COMPUTER_HOLDS;
    game_move_write(&round->info, position, search->best, computer->move);
    set_timer(round, computer->play_at, play);
}

static void thought_of(struct move_search *search)
{
    struct thinking *thinking = LIST_OWNER(search, struct thinking, search);
    struct server *server = thinking->pledge.server;
    struct round *round = pledge_end(&thinking->pledge) ? round_find(server, thinking->game) : NULL;
    if (round && round->computer.thinking == thinking) {
        round->computer.thinking = NULL;
        if (!server->stopping)
            take(round, search);
    }
    free(thinking);
}

static void lose_thought(void *context)
{
    struct round *round = context;
    round->computer.thinking = NULL;
    give_up(round, "its thoughts do not come back");
}

/* The positions since the last move that cannot be undone, and the one to move in. */
static struct thinking *gather(const struct round *round)
{
    const rk_game *game = round->game;
    const size_t length = rk_game_length(game);
    const size_t quiet = rk_game_position(game)->halfmove_clock;
    const size_t most = (quiet < length ? quiet : length) + 1;
    struct thinking *thinking = malloc(sizeof *thinking + most * sizeof *thinking->positions);
    if (!thinking)
        return NULL;
    *thinking = (struct thinking){.game = ""};
    memcpy(thinking->game, round->info.id, sizeof thinking->game);
    size_t first = most - 1;
    thinking->positions[first] = *rk_game_position(game);
    for (size_t i = length; i-- > 0 && first > 0;)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            thinking->positions[--first] = *rk_game_position_before(game, i);
    thinking->search.positions = thinking->positions + first;
    thinking->search.count = most - first;
    return thinking;
}

/* A game has its own errors, and the same ones when it is asked again. */
static uint64_t seed_of(const char *game)
{
    uint64_t seed = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *game; game++)
        seed = (seed ^ (unsigned char)*game) * UINT64_C(1099511628211);
    return seed;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* So that its flag never falls: a small part of what is left, whatever the level would like. */
static int64_t time_to_think(const struct round *round, unsigned side)
{
    const int64_t wanted = THINK_MS * (int64_t)(1 + identity_level(engine_of(round)));
    if (!round_clock_runs(round))
        return wanted;
    const int64_t left = round_left(round, side);
    unsigned moves;
    const rk_clock *clock = rk_game_clock(round->game);
    const int64_t extra = rk_clock_stage_now(clock, (rk_side)side, &moves).extra;
    const int64_t share = least(left / SHARE + extra / 2, left / 4);
    return share > 1 ? least(wanted, share) : 1;
}

/* Nobody likes to be answered at once: a little longer the longer the game, and not
 * always the same. */
static int64_t time_to_pause(const struct round *round, unsigned side)
{
    struct server *server = round->server;
    int64_t pause = UNHURRIED_MS;
    if (round_is_clocked(round)) {
        pause = game_settings_estimate(&round->info.settings) * SECOND / PAUSE_PART;
        pause = pause < PAUSE_MIN_MS ? PAUSE_MIN_MS : least(pause, PAUSE_MAX_MS);
    }
    pause = pause / 2 + (int64_t)server_random_below(server, (uint64_t)pause);
    return round_clock_runs(round) ? least(pause, round_left(round, side) / PAUSE_SHARE) : pause;
}

static void ask(struct round *round, unsigned side)
{
    struct server *server = round->server;
    struct computer *computer = &round->computer;
    struct thinking *thinking = server->env.search_move ? gather(round) : NULL;
    if (!thinking) {
        give_up(round,
                server->env.search_move ? "it has no memory" : "there is none on this server");
        return;
    }
    struct move_search *search = &thinking->search;
    search->level = identity_level(engine_of(round));
    search->seed = seed_of(round->info.id);
    search->max_ms = time_to_think(round, side);
    search->best = RK_NO_MOVE;
    search->done = thought_of;
    computer->version = round_version(round);
    computer->play_at = server->now + time_to_pause(round, side);
    computer->state = COMPUTER_THINKS;
    computer->thinking = thinking;
    pledge_begin(server, &thinking->pledge);
    set_timer(round, server->now + search->max_ms + LOST_MS, lose_thought);
    if (server->env.search_move(server->env.context, search))
        return;
    computer->thinking = NULL;
    (void)pledge_end(&thinking->pledge);
    free(thinking);
    if (++computer->tries < ASKED_MAX)
        rest(round, AGAIN_MS);
    else
        give_up(round, "the server has had too much to do for too long");
}

// ---- draw offers -----------------------------------------------------------------------------

static void ignore(void *context, const struct reply *reply)
{
    (void)context, (void)reply;
}

/* Not before the game has come to something, and not where it stands better. */
static bool agrees(const struct round *round)
{
    const struct computer *computer = &round->computer;
    return rk_game_position(round->game)->move_number >= DRAW_FROM_MOVE && computer->has_score &&
           computer->score <= 0;
}

/* Each offer is answered once. */
static bool answer_offer(struct round *round, unsigned side)
{
    const int64_t version = round_version(round);
    if (rk_game_draw_offer(round->game) != (rk_side)!side || round->computer.answered == version)
        return false;
    round->computer.answered = version;
    const struct command command = {.verb = agrees(round) ? VERB_ACCEPT_DRAW : VERB_DECLINE_DRAW,
                                    .by = *engine_of(round),
                                    .version = version,
                                    .address = "engine"};
    round_command(round, &command, ignore, NULL);
    return true;
}

// ---- its turns -------------------------------------------------------------------------------

void computer_settle(struct round *round)
{
    const unsigned side = game_info_engine_side(&round->info);
    if (side > RK_BLACK || !round->begun || round_is_over(round) || round_is_paused(round) ||
        round->server->stopping)
        return;
    if (answer_offer(round, side))
        return; // and this is called again
    if (round->computer.state == COMPUTER_RESTS && round_turn(round) == side)
        ask(round, side);
}

void computer_end(struct round *round)
{
    round->computer.thinking = NULL;
    timer_stop(&round->server->timers, &round->computer.timer);
}
