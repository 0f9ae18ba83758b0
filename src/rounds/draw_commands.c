/* SPDX-License-Identifier: MIT */
#include "rounds/draw_commands.h"

#include <string.h>

#include "record/game_moves.h"
#include "rounds/round.h"

enum {
    OFFER_PLIES_MIN = 2,      /* plies before the first draw offer */
    OFFER_PLIES_BETWEEN = 20, /* plies between two offers of one player */
    EARLY_DRAW_PLIES = 60     /* with RULE_NO_EARLY_DRAW */
};

/* Plies since that side last offered a draw; SIZE_MAX: never. */
static size_t plies_since_offer(const rk_game *game, rk_side side)
{
    size_t plies = 0;
    for (size_t i = rk_game_length(game); i-- > 0;) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind == RK_ACT_OFFER_DRAW && action->by == side)
            return plies;
        plies += action->kind == RK_ACT_MOVE;
    }
    return SIZE_MAX;
}

const char *draw_offer_refusal(const struct round *round, rk_side side)
{
    const size_t plies = game_plies(round->game);
    if (plies < OFFER_PLIES_MIN)
        return "a draw can be offered only after both players have moved";
    if (round->info.settings.rules & RULE_NO_EARLY_DRAW && plies < EARLY_DRAW_PLIES)
        return "no draw can be offered in this game before move 30";
    if (plies_since_offer(round->game, side) < OFFER_PLIES_BETWEEN)
        return "you have already offered a draw; you can offer again after ten moves";
    return NULL;
}

bool draw_is_offered_by_opponent(const struct execution *exec)
{
    return rk_game_draw_offer(exec->round->game) == rk_side_other(exec->side);
}

static void offer_or_accept_draw(struct execution *exec)
{
    const char *why = draw_offer_refusal(exec->round, exec->side);
    if (draw_is_offered_by_opponent(exec))
        execution_play_kind(exec, RK_ACT_ACCEPT_DRAW, exec->side);
    else if (rk_game_can_claim(exec->round->game))
        execution_play_kind(exec, RK_ACT_CLAIM_DRAW, round_turn(exec->round));
    else if (why)
        execution_refuse(exec, REFUSED_NOT_NOW, why);
    else
        execution_play_kind(exec, RK_ACT_OFFER_DRAW, exec->side);
}

/* With a move: a claim of the draw that the move will make. */
static void claim_draw(struct execution *exec)
{
    const struct round *round = exec->round;
    rk_action action = {.kind = RK_ACT_CLAIM_DRAW, .by = round_turn(round)};
    if (*exec->command->move) {
        action.by = exec->side;
        if (!execution_read_move(exec, &action.move))
            return;
    } else if (!rk_game_can_claim(round->game) && !execution_opponent_can_win(exec)) {
        execution_adjudicate_draw(exec, exec->side, END_REASON_MATERIAL);
        return;
    }
    execution_play_and_commit(exec, action);
}

void execute_draw_command(struct execution *exec)
{
    switch (exec->command->verb) {
    case VERB_OFFER_DRAW:
        offer_or_accept_draw(exec);
        break;
    case VERB_ACCEPT_DRAW:
        execution_play_kind(exec, RK_ACT_ACCEPT_DRAW, exec->side);
        break;
    case VERB_DECLINE_DRAW:
        execution_play_kind(exec, RK_ACT_DECLINE_DRAW, exec->side);
        break;
    case VERB_WITHDRAW_DRAW:
        execution_play_kind(exec, RK_ACT_WITHDRAW_DRAW, exec->side);
        break;
    default:
        claim_draw(exec);
    }
}
