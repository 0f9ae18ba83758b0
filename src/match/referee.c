/* SPDX-License-Identifier: MIT */
#include "match/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"

struct play {
    const struct referee_setup *setup;
    const struct referee_callbacks *callbacks;
    struct referee_result *result;
    rk_game *game;
    struct buffer moves; /* in UCI notation, separated by spaces */
    char fen_buffer[RK_FEN_MAX];
    const char *fen; /* NULL: the start position of the variant */
    struct adjudication adjudication;
};

static int64_t current_time(const struct play *play)
{
    return play->callbacks->now(play->callbacks->context);
}

static const char *side_name(rk_side side)
{
    return side == RK_WHITE ? "White" : "Black";
}

static rk_winner win_for(rk_side side)
{
    return side == RK_WHITE ? RK_WHITE_WINS : RK_BLACK_WINS;
}

// ---- making moves -------------------------------------------------------------------------------

static bool add_record(struct referee_result *result, const struct move_record *record)
{
    if (result->record_count == result->record_capacity) {
        const size_t capacity = result->record_capacity ? 2 * result->record_capacity : 256;
        struct move_record *records = realloc(result->records, capacity * sizeof *records);
        if (!records)
            return false;
        result->records = records;
        result->record_capacity = capacity;
    }
    result->records[result->record_count++] = *record;
    return true;
}

static rk_err make_move(struct play *play, rk_move move, int64_t at, int64_t lag,
                        const struct move_record *record)
{
    char text[RK_UCI_MAX];
    const rk_position *pos = rk_game_position(play->game);
    const rk_action action = {
        .kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .move = move, .at = at, .lag = lag};
    rk_uci_write(pos, move, text);
    if (play->moves.size)
        buffer_put(&play->moves, ' ');
    buffer_text(&play->moves, text);
    if (play->moves.failed || !add_record(play->result, record))
        return RK_NO_MEMORY;
    return rk_game_play(play->game, action, NULL);
}

// Opening moves must not earn increments. Each one takes exactly as long as the increment it earns,
// and the clock is started that much earlier, so both sides start with their base time.
static int64_t opening_move_time(const rk_time_control *rule, unsigned ply)
{
    const rk_clock_stage *stage = &rule->stages[ply % 2][0];
    if (rule->kind != RK_CLOCK_FISCHER)
        return 0;
    return stage->extra < stage->base ? stage->extra : stage->base / 2;
}

static rk_err set_up_game(struct play *play)
{
    const struct opening *opening = play->setup->opening;
    const unsigned black = rk_position_turn(&opening->start) == RK_BLACK;
    rk_game_setup game = {.start = opening->start,
                          .clock = play->setup->clock,
                          .no_undo = true,
                          .clock_started = true,
                          .started_at = current_time(play)};
    for (unsigned ply = 0; ply < opening->count; ply++)
        game.started_at -= opening_move_time(&game.clock, ply + black);
    rk_err err = rk_game_create(&game, &play->game);
    play->result->game = play->game;
    int64_t at = game.started_at;
    for (unsigned ply = 0; ply < opening->count && !err; ply++) {
        at += opening_move_time(&game.clock, ply + black);
        err = make_move(play, opening->moves[ply], at, 0, &(struct move_record){.is_book = true});
    }
    play->adjudication.plies = opening->count;
    const rk_position usual = rk_position_start((rk_variant)opening->start.variant);
    if (memcmp(&usual, &opening->start, sizeof usual) != 0) {
        rk_fen_write(&opening->start, RK_FEN_PLAIN, play->fen_buffer);
        play->fen = play->fen_buffer;
    }
    return err;
}

// ---- the clock ----------------------------------------------------------------------------------

static rk_search_limits search_limits(const struct play *play, rk_side side, int64_t at)
{
    const struct engine_limits *own = &play->setup->limits[side];
    const rk_clock *clock = rk_game_clock(play->game);
    rk_search_limits limits = {
        .move_time = own->move_time, .nodes = own->nodes, .depth = own->depth};
    if (!own->timed || clock->control.kind == RK_CLOCK_NONE)
        return limits;
    limits.timed = true;
    for (rk_side of = RK_WHITE; of <= RK_BLACK; of++) {
        unsigned moves_to_go;
        const int64_t left = rk_clock_left(clock, of, at);
        limits.left[of] = left > 1 ? left : 1;
        limits.increment[of] = rk_clock_stage_now(clock, of, &moves_to_go).extra;
        if (of == side)
            limits.moves_to_go = moves_to_go;
    }
    return limits;
}

/* How long to wait for a reply: after that it would be too late anyway. */
static int64_t reply_timeout(const struct play *play, rk_side side, int64_t at)
{
    const rk_clock *clock = rk_game_clock(play->game);
    unsigned moves_to_go;
    if (clock->control.kind == RK_CLOCK_NONE)
        return play->setup->patience;
    const int64_t delay = clock->control.kind == RK_CLOCK_DELAY
                              ? rk_clock_stage_now(clock, side, &moves_to_go).extra
                              : 0;
    const int64_t left = rk_clock_left(clock, side, at);
    return (left > 0 ? left : 0) + delay + play->setup->margin + 1;
}

// ---- ending the game -------------------------------------------------------------------------

static void set_reason(struct play *play, const char *reason)
{
    snprintf(play->result->reason, sizeof play->result->reason, "%s", reason);
}

static rk_err adjudicate_game(struct play *play, rk_winner winner)
{
    const rk_action action = {
        .kind = RK_ACT_ADJUDICATE, .winner = winner, .at = current_time(play)};
    return rk_game_play(play->game, action, NULL);
}

static rk_err forfeit_game(struct play *play, rk_side side, const char *how)
{
    play->result->must_restart[side] = true;
    snprintf(play->result->reason, sizeof play->result->reason, "%s %s", side_name(side), how);
    const rk_action action = {.kind = RK_ACT_FORFEIT, .by = side, .at = current_time(play)};
    return rk_game_play(play->game, action, NULL);
}

static rk_err forfeit_by_crash(struct play *play, rk_side side, const char *end)
{
    char how[sizeof "crashed: " + PROCESS_END_MAX];
    snprintf(how, sizeof how, *end ? "crashed: %s" : "crashed%s", end);
    return forfeit_game(play, side, how);
}

static rk_err lose_on_time(struct play *play, rk_side side, int64_t at, bool replied)
{
    const rk_action action = {.kind = RK_ACT_FLAG, .by = side, .at = at};
    play->result->must_restart[side] |= !replied;
    const int64_t over = -rk_clock_left(rk_game_clock(play->game), side, at);
    const rk_err err = rk_game_play(play->game, action, NULL);
    if (err)
        return forfeit_game(play, side, "does not reply");
    snprintf(play->result->reason, sizeof play->result->reason, "%s loses on time by %lld ms%s",
             side_name(side), (long long)over, replied ? "" : " without a reply");
    if (rk_game_status(play->game) == RK_DRAWN_ON_TIME)
        set_reason(play, rk_status_text(RK_DRAWN_ON_TIME));
    return RK_OK;
}

static rk_err resign_game(struct play *play, rk_side side)
{
    const rk_action action = {.kind = RK_ACT_RESIGN, .by = side, .at = current_time(play)};
    return rk_game_play(play->game, action, NULL);
}

static rk_err lose_by_illegal_move(struct play *play, rk_side side, const char *move)
{
    play->result->must_restart[side] = play->result->is_infraction = true;
    snprintf(play->result->reason, sizeof play->result->reason, "%s plays an illegal move: %s",
             side_name(side), *move ? move : "none");
    return adjudicate_game(play, win_for(rk_side_other(side)));
}

/* Ends the game by a draw that can be claimed, or by adjudication. */
static rk_err end_if_decided(struct play *play, rk_side mover, const struct external_reply *reply)
{
    const struct engine_score reported = {
        .side = mover, .has_score = reply->has_score, .score = reply->score};
    rk_winner winner;
    const char *reason;
    if (rk_game_can_claim(play->game)) {
        const rk_action claim = {
            .kind = RK_ACT_CLAIM_DRAW, .by = rk_side_other(mover), .at = current_time(play)};
        return rk_game_play(play->game, claim, NULL);
    }
    if (!adjudicate(play->setup->adjudication, &play->adjudication, reported,
                    rk_game_position(play->game), &winner, &reason))
        return RK_OK;
    set_reason(play, reason);
    return adjudicate_game(play, winner);
}

// ---- a turn -------------------------------------------------------------------------------------

/* How much of the time a move took is not charged: it was late, but within the margin. */
static int64_t uncharged_time(const struct play *play, rk_side side, int64_t at)
{
    const int64_t left = rk_clock_left(rk_game_clock(play->game), side, at);
    return left <= 0 && -left <= play->setup->margin ? 1 - left : 0;
}

/* Whether the move that the engine expects is legal and does not end the game. */
static bool is_worth_pondering(const struct play *play, const char *expected)
{
    rk_position pos = *rk_game_position(play->game);
    rk_move move;
    rk_undo undo;
    if (rk_uci_parse(&pos, expected, strlen(expected), RK_NOTATION_PLAIN, &move, NULL))
        return false;
    rk_position_apply(&pos, move, &undo);
    return rk_moves_count(&pos);
}

static void start_pondering(struct play *play, rk_side side, int64_t at, const char *expected)
{
    const struct referee_callbacks *callbacks = play->callbacks;
    struct buffer moves = {0};
    if (!callbacks->ponder || !*expected || !is_worth_pondering(play, expected))
        return;
    buffer_add(&moves, play->moves.bytes, play->moves.size);
    buffer_put(&moves, ' ');
    buffer_text(&moves, expected);
    const struct search_request request = {
        .fen = play->fen, .moves = buffer_cstr(&moves), .limits = search_limits(play, side, at)};
    if (!moves.failed)
        callbacks->ponder(callbacks->context, side, &request);
    buffer_fini(&moves);
}

static rk_err handle_reply(struct play *play, rk_side side, int64_t begun, int64_t at,
                           const struct external_reply *reply)
{
    const struct move_record record = {.has_score = reply->has_score,
                                       .score = reply->score,
                                       .depth = reply->depth,
                                       .nodes = reply->nodes,
                                       .elapsed = at - begun};
    const int64_t lag = uncharged_time(play, side, at);
    rk_move move;
    if (rk_clock_flagged(rk_game_clock(play->game), side, at - lag))
        return lose_on_time(play, side, at, true);
    if (rk_uci_parse(rk_game_position(play->game), reply->best, strlen(reply->best),
                     RK_NOTATION_PLAIN, &move, NULL))
        return lose_by_illegal_move(play, side, reply->best);
    rk_err err = make_move(play, move, at, lag, &record);
    if (!err && !rk_status_is_over(rk_game_status(play->game)))
        err = end_if_decided(play, side, reply);
    if (!err && !rk_status_is_over(rk_game_status(play->game)))
        start_pondering(play, side, at, reply->ponder);
    return err;
}

static rk_err play_turn(struct play *play)
{
    const rk_side side = rk_position_turn(rk_game_position(play->game));
    struct external_reply reply = {.best = ""};
    const int64_t begun = current_time(play);
    const struct search_request request = {.fen = play->fen,
                                           .moves = buffer_cstr(&play->moves),
                                           .limits = search_limits(play, side, begun),
                                           .timeout = reply_timeout(play, side, begun)};
    const enum external_result result =
        play->callbacks->search(play->callbacks->context, side, &request, &reply);
    // The engine timed out at this moment; stopping it afterwards may have taken longer.
    const int64_t at = result == EXTERNAL_TIMED_OUT ? begun + reply.elapsed : current_time(play);
    // Ctrl-C reaches the engines too: if the match is being stopped, their exit is not a crash.
    if (play->callbacks->is_stopped(play->callbacks->context)) {
        play->result->is_abandoned = true;
        return RK_OK;
    }
    switch (result) {
    case EXTERNAL_REPLIED:
        return handle_reply(play, side, begun, at, &reply);
    case EXTERNAL_TIMED_OUT:
        return lose_on_time(play, side, at, false);
    case EXTERNAL_CRASHED:
        return forfeit_by_crash(play, side, reply.end);
    case EXTERNAL_RESIGNED:
        return resign_game(play, side);
    case EXTERNAL_INVALID_MOVE:
        break;
    }
    return lose_by_illegal_move(play, side, reply.invalid);
}

rk_err referee_play(const struct referee_setup *setup, const struct referee_callbacks *callbacks,
                    struct referee_result *out)
{
    *out = (struct referee_result){0};
    struct play play = {.setup = setup, .callbacks = callbacks, .result = out};
    rk_err err = set_up_game(&play);
    while (!err && !out->is_abandoned && !rk_status_is_over(rk_game_status(play.game)))
        err = play_turn(&play);
    if (!err && !out->is_abandoned && !out->reason[0])
        rk_game_result_text(play.game, out->reason, sizeof out->reason);
    out->is_abandoned |= err != RK_OK;
    buffer_fini(&play.moves);
    return err;
}

void referee_result_fini(struct referee_result *result)
{
    rk_game_destroy(result->game);
    free(result->records);
    *result = (struct referee_result){0};
}
