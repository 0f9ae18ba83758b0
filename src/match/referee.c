/* SPDX-License-Identifier: MIT */
#include "match/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "rookery/fen.h"
#include "rookery/san.h"

struct play {
    const struct referee_order *order;
    const struct referee_host *host;
    struct referee_result *result;
    rk_game *game;
    struct buffer moves; /* in UCI form, with blanks between */
    char fen_space[RK_FEN_MAX];
    const char *fen; /* NULL: the usual start */
    struct adjudication so_far;
};

static int64_t now(const struct play *play)
{
    return play->host->now(play->host->context);
}

static const char *side_name(rk_side side)
{
    return side == RK_WHITE ? "White" : "Black";
}

static rk_winner win_of(rk_side side)
{
    return side == RK_WHITE ? RK_WHITE_WINS : RK_BLACK_WINS;
}

// ---- moves on the board -------------------------------------------------------------------------

static bool note_move(struct referee_result *result, const struct referee_note *note)
{
    if (result->note_count == result->note_capacity) {
        const size_t capacity = result->note_capacity ? 2 * result->note_capacity : 256;
        struct referee_note *notes = realloc(result->notes, capacity * sizeof *notes);
        if (!notes)
            return false;
        result->notes = notes;
        result->note_capacity = capacity;
    }
    result->notes[result->note_count++] = *note;
    return true;
}

static rk_err make_move(struct play *play, rk_move move, int64_t at, int64_t lag,
                        const struct referee_note *note)
{
    char text[RK_UCI_MAX];
    const rk_position *pos = rk_game_position(play->game);
    const rk_action action = {
        .kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .move = move, .at = at, .lag = lag};
    rk_uci_write(pos, move, text);
    if (play->moves.size)
        buffer_put(&play->moves, ' ');
    buffer_text(&play->moves, text);
    if (play->moves.failed || !note_move(play->result, note))
        return RK_NO_MEMORY;
    return rk_game_play(play->game, action, NULL);
}

// The increments of the opening's moves would be a present: each of them takes as long as it brings
// in, of a time that has not been.
static int64_t opening_cost(const rk_clock_rule *rule, unsigned ply)
{
    const rk_clock_stage *stage = &rule->stages[ply % 2][0];
    if (rule->kind != RK_CLOCK_FISCHER)
        return 0;
    return stage->extra < stage->base ? stage->extra : stage->base / 2;
}

static rk_err begin(struct play *play)
{
    const struct opening *opening = play->order->opening;
    const unsigned black = rk_position_turn(&opening->start) == RK_BLACK;
    rk_game_setup setup = {.start = opening->start,
                           .clock = play->order->clock,
                           .no_undo = true,
                           .clock_started = true,
                           .started_at = now(play)};
    for (unsigned ply = 0; ply < opening->count; ply++)
        setup.started_at -= opening_cost(&setup.clock, ply + black);
    rk_err err = rk_game_create(&setup, &play->game);
    play->result->game = play->game;
    int64_t at = setup.started_at;
    for (unsigned ply = 0; ply < opening->count && !err; ply++) {
        at += opening_cost(&setup.clock, ply + black);
        err = make_move(play, opening->moves[ply], at, 0, &(struct referee_note){.is_book = true});
    }
    play->so_far.plies = opening->count;
    const rk_position usual = rk_position_start((rk_variant)opening->start.variant);
    if (memcmp(&usual, &opening->start, sizeof usual) != 0) {
        rk_fen_write(&opening->start, RK_FEN_PLAIN, play->fen_space);
        play->fen = play->fen_space;
    }
    return err;
}

// ---- the clock ----------------------------------------------------------------------------------

/* The stage a side is in, and how many moves of it are left; 0: it does not end. */
static const rk_clock_stage *stage_of(const rk_clock *clock, rk_side side, unsigned *moves_to_go)
{
    unsigned made = clock->moves[side], at = 0;
    const rk_clock_stage *stages = clock->rule.stages[side];
    while (at + 1 < clock->rule.stage_count && stages[at].moves && made >= stages[at].moves)
        made -= stages[at++].moves;
    *moves_to_go = stages[at].moves ? stages[at].moves - made % stages[at].moves : 0;
    return &stages[at];
}

static rk_search_limits limits_of(const struct play *play, rk_side side, int64_t at)
{
    const struct referee_side *thinks = &play->order->sides[side];
    const rk_clock *clock = rk_game_clock(play->game);
    rk_search_limits limits = {
        .move_time = thinks->move_time, .nodes = thinks->nodes, .depth = thinks->depth};
    unsigned moves_to_go;
    if (!thinks->timed || clock->rule.kind == RK_CLOCK_NONE)
        return limits;
    limits.timed = true;
    for (int of = RK_WHITE; of <= RK_BLACK; of++) {
        const int64_t left = rk_clock_left(clock, (rk_side)of, at);
        limits.left[of] = left > 1 ? left : 1;
        limits.increment[of] = stage_of(clock, (rk_side)of, &moves_to_go)->extra;
    }
    stage_of(clock, side, &limits.moves_to_go);
    return limits;
}

/* How long an answer may take before it is too late whatever it says. */
static int64_t waiting_time(const struct play *play, rk_side side, int64_t at)
{
    const rk_clock *clock = rk_game_clock(play->game);
    unsigned moves_to_go;
    if (clock->rule.kind == RK_CLOCK_NONE)
        return play->order->patience;
    const int64_t delay =
        clock->rule.kind == RK_CLOCK_DELAY ? stage_of(clock, side, &moves_to_go)->extra : 0;
    const int64_t left = rk_clock_left(clock, side, at);
    return (left > 0 ? left : 0) + delay + play->order->margin + 1;
}

// ---- ends ---------------------------------------------------------------------------------------

static void say(struct play *play, const char *words)
{
    snprintf(play->result->reason, sizeof play->result->reason, "%s", words);
}

static rk_err decide(struct play *play, rk_winner winner)
{
    const rk_action action = {.kind = RK_ACT_ADJUDICATE, .winner = winner, .at = now(play)};
    return rk_game_play(play->game, action, NULL);
}

static rk_err lose_by_fault(struct play *play, rk_side side, const char *how)
{
    play->result->broken[side] = true;
    snprintf(play->result->reason, sizeof play->result->reason, "%s %s", side_name(side), how);
    const rk_action action = {.kind = RK_ACT_FORFEIT, .by = side, .at = now(play)};
    return rk_game_play(play->game, action, NULL);
}

static rk_err lose_on_time(struct play *play, rk_side side, int64_t at, bool answered)
{
    const rk_action action = {.kind = RK_ACT_FLAG, .by = side, .at = at};
    play->result->broken[side] |= !answered;
    const int64_t over = -rk_clock_left(rk_game_clock(play->game), side, at);
    const rk_err err = rk_game_play(play->game, action, NULL);
    if (err)
        return lose_by_fault(play, side, "does not answer");
    snprintf(play->result->reason, sizeof play->result->reason, "%s loses on time by %lld ms%s",
             side_name(side), (long long)over, answered ? "" : ", without an answer");
    if (rk_game_status(play->game) == RK_DRAWN_ON_TIME)
        say(play, rk_status_text(RK_DRAWN_ON_TIME));
    return RK_OK;
}

static rk_err resign(struct play *play, rk_side side)
{
    const rk_action action = {.kind = RK_ACT_RESIGN, .by = side, .at = now(play)};
    return rk_game_play(play->game, action, NULL);
}

static rk_err lose_by_illegal_move(struct play *play, rk_side side, const char *move)
{
    play->result->broken[side] = play->result->is_infraction = true;
    snprintf(play->result->reason, sizeof play->result->reason, "%s plays an illegal move: %s",
             side_name(side), *move ? move : "none");
    return decide(play, win_of(rk_side_other(side)));
}

/* Calls a draw that could be claimed, and adjudicates. */
static rk_err end_if_decided(struct play *play, rk_side mover, const struct external_reply *answer)
{
    const struct adjudication_word word = {
        .side = mover, .has_score = answer->has_score, .score = answer->score};
    rk_winner winner;
    const char *reason;
    if (rk_game_can_claim(play->game)) {
        const rk_action claim = {
            .kind = RK_ACT_CLAIM_DRAW, .by = rk_side_other(mover), .at = now(play)};
        return rk_game_play(play->game, claim, NULL);
    }
    if (!adjudicate(play->order->adjudication, &play->so_far, word, rk_game_position(play->game),
                    &winner, &reason))
        return RK_OK;
    say(play, reason);
    return decide(play, winner);
}

// ---- a turn -------------------------------------------------------------------------------------

/* What of the time a move took is forgiven. */
static int64_t forgiven(const struct play *play, rk_side side, int64_t at)
{
    const int64_t left = rk_clock_left(rk_game_clock(play->game), side, at);
    return left <= 0 && -left <= play->order->margin ? 1 - left : 0;
}

static rk_err take_answer(struct play *play, rk_side side, int64_t begun, int64_t at,
                          const struct external_reply *answer)
{
    const struct referee_note note = {.has_score = answer->has_score,
                                      .score = answer->score,
                                      .depth = answer->depth,
                                      .nodes = answer->nodes,
                                      .took = at - begun};
    const int64_t lag = forgiven(play, side, at);
    rk_move move;
    if (rk_clock_flagged(rk_game_clock(play->game), side, at - lag))
        return lose_on_time(play, side, at, true);
    if (rk_uci_parse(rk_game_position(play->game), answer->best, strlen(answer->best), &move, NULL))
        return lose_by_illegal_move(play, side, answer->best);
    const rk_err err = make_move(play, move, at, lag, &note);
    if (err || rk_status_is_over(rk_game_status(play->game)))
        return err;
    return end_if_decided(play, side, answer);
}

static rk_err play_turn(struct play *play)
{
    const rk_side side = rk_position_turn(rk_game_position(play->game));
    struct external_reply answer = {.best = ""};
    const int64_t begun = now(play);
    const struct referee_question question = {.fen = play->fen,
                                              .moves = buffer_end(&play->moves),
                                              .limits = limits_of(play, side, begun),
                                              .wait_at_most = waiting_time(play, side, begun)};
    const enum external_result result =
        play->host->ask(play->host->context, side, &question, &answer);
    // It was late then; that it was also told to stop may have taken longer.
    const int64_t at = result == EXTERNAL_TIMED_OUT ? begun + answer.elapsed : now(play);
    // Whoever stops a match may have stopped its engines too: that is no crash of theirs.
    if (play->host->is_stopped(play->host->context)) {
        play->result->is_left = true;
        return RK_OK;
    }
    switch (result) {
    case EXTERNAL_REPLIED:
        return take_answer(play, side, begun, at, &answer);
    case EXTERNAL_TIMED_OUT:
        return lose_on_time(play, side, at, false);
    case EXTERNAL_CRASHED:
        return lose_by_fault(play, side, "has crashed");
    case EXTERNAL_RESIGNED:
        return resign(play, side);
    case EXTERNAL_INVALID_MOVE:
        break;
    }
    return lose_by_illegal_move(play, side, answer.invalid);
}

rk_err referee_play(const struct referee_order *order, const struct referee_host *host,
                    struct referee_result *out)
{
    *out = (struct referee_result){0};
    struct play play = {.order = order, .host = host, .result = out};
    rk_err err = begin(&play);
    while (!err && !out->is_left && !rk_status_is_over(rk_game_status(play.game)))
        err = play_turn(&play);
    if (!err && !out->is_left && !out->reason[0])
        rk_game_result_text(play.game, out->reason, sizeof out->reason);
    out->is_left |= err != RK_OK;
    buffer_fini(&play.moves);
    return err;
}

void referee_result_fini(struct referee_result *result)
{
    rk_game_destroy(result->game);
    free(result->notes);
    *result = (struct referee_result){0};
}
