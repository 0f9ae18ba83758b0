/* SPDX-License-Identifier: MIT */
#include "game/status.h"

#include "base/text.h"

enum { CLAIMED_REPETITIONS = 3, ENDING_REPETITIONS = 5 };

/* Sets of actions, for the rows of statuses.def. */
enum {
    START = 1 << RK_ACT_START_CLOCK,
    RESUME = 1 << RK_ACT_RESUME,
    LEAVE = 1 << RK_ACT_RESIGN | 1 << RK_ACT_ABORT | 1 << RK_ACT_FORFEIT | 1 << RK_ACT_ADJUDICATE,
    DRAWS = 1 << RK_ACT_OFFER_DRAW | 1 << RK_ACT_ACCEPT_DRAW | 1 << RK_ACT_DECLINE_DRAW |
            1 << RK_ACT_WITHDRAW_DRAW | 1 << RK_ACT_CLAIM_DRAW,
    TIME = 1 << RK_ACT_FLAG | 1 << RK_ACT_PAUSE | 1 << RK_ACT_ADD_TIME,
    PLAY = 1 << RK_ACT_MOVE | LEAVE | DRAWS | TIME
};

static const struct {
    unsigned accepts;
    const char *termination, *text;
} rows[RK_STATUS_COUNT] = {
#define ROW(status, accepts, termination, text) [status] = {(accepts), (termination), (text)},
#include "rookery/statuses.def"
};

bool rk_status_accepts(rk_status status, rk_action_kind action)
{
    return rows[status].accepts >> action & 1;
}

bool rk_status_is_over(rk_status status)
{
    return !rows[status].accepts;
}

const char *rk_status_text(rk_status status)
{
    return rows[status].text;
}

const char *rk_status_termination(rk_status status)
{
    return rows[status].termination;
}

const char *rk_action_name(rk_action_kind action)
{
    static const char *const names[RK_ACTION_COUNT] = {
#define ROW(kind, name) [kind] = (name),
#include "rookery/actions.def"
    };
    return names[action];
}

// ---- the next status -------------------------------------------------------------------------

bool status_can_claim(const struct status_input *input)
{
    return input->repetitions >= CLAIMED_REPETITIONS || rk_position_fifty_moves(input->position);
}

static rk_status status_in_play(const struct status_input *input)
{
    if (input->repetitions >= ENDING_REPETITIONS)
        return RK_DRAWN_BY_FIVEFOLD;
    if (input->moves < 2)
        return input->moves ? RK_OPENED : RK_CREATED;
    return rk_position_in_check(input->position) ? RK_CHECK : RK_ACTIVE;
}

rk_status status_of_position(const struct status_input *input)
{
    switch (rk_position_outcome(input->position).end) {
    case RK_CHECKMATE:
        return RK_WON_BY_CHECKMATE;
    case RK_STALEMATE:
        return RK_DRAWN_BY_STALEMATE;
    case RK_INSUFFICIENT_MATERIAL:
        return RK_DRAWN_BY_MATERIAL;
    case RK_SEVENTY_FIVE_MOVES:
        return RK_DRAWN_BY_SEVENTY_FIVE;
    case RK_THIRD_CHECK:
    case RK_KING_ON_HILL:
    case RK_KING_EXPLODED:
    case RK_ALL_PIECES_LOST:
    case RK_NO_MOVE_LEFT:
    case RK_HORDE_DESTROYED:
    case RK_RACE_FINISHED:
        return RK_VARIANT_END;
    case RK_NOT_OVER:
        break;
    }
    return status_in_play(input);
}

rk_status status_after(rk_status before, const rk_action *action, const struct status_input *input)
{
    switch (action->kind) { // no default, so that the compiler warns about a missing action
    case RK_ACT_MOVE:
    case RK_ACT_RESUME:
        return status_of_position(input);
    case RK_ACT_OFFER_DRAW:
    case RK_ACT_DECLINE_DRAW:
    case RK_ACT_WITHDRAW_DRAW:
    case RK_ACT_ADD_TIME:
    case RK_ACT_START_CLOCK:
        return before;
    case RK_ACT_ACCEPT_DRAW:
        return RK_DRAWN_BY_AGREEMENT;
    case RK_ACT_CLAIM_DRAW:
        return input->repetitions >= CLAIMED_REPETITIONS ? RK_DRAWN_BY_REPETITION
                                                         : RK_DRAWN_BY_FIFTY;
    case RK_ACT_FLAG:
        return rk_position_can_win(input->position, rk_side_other(action->by)) ? RK_TIMED_OUT
                                                                               : RK_DRAWN_ON_TIME;
    case RK_ACT_RESIGN:
        return RK_RESIGNED;
    case RK_ACT_ABORT:
        return RK_ABORTED;
    case RK_ACT_FORFEIT:
        return RK_FORFEITED;
    case RK_ACT_ADJUDICATE:
        return RK_ADJUDICATED;
    case RK_ACT_PAUSE:
        return RK_PAUSED;
    case RK_ACTION_COUNT:
        break;
    }
    return before; // not reached: every action is handled above
}

static rk_winner winner_of(rk_side side)
{
    return side == RK_WHITE ? RK_WHITE_WINS : RK_BLACK_WINS;
}

rk_winner status_winner(rk_status status, const rk_action *action, const rk_position *position)
{
    switch (status) {
    case RK_WON_BY_CHECKMATE:
    case RK_VARIANT_END:
        return rk_position_outcome(position).winner;
    case RK_RESIGNED:
    case RK_TIMED_OUT:
    case RK_FORFEITED:
        return winner_of(rk_side_other(action->by));
    case RK_ADJUDICATED:
        return action->winner;
    case RK_CREATED:
    case RK_OPENED:
    case RK_ACTIVE:
    case RK_CHECK:
    case RK_PAUSED:
    case RK_DRAWN_BY_STALEMATE:
    case RK_DRAWN_BY_AGREEMENT:
    case RK_DRAWN_BY_REPETITION:
    case RK_DRAWN_BY_FIVEFOLD:
    case RK_DRAWN_BY_FIFTY:
    case RK_DRAWN_BY_SEVENTY_FIVE:
    case RK_DRAWN_BY_MATERIAL:
    case RK_DRAWN_ON_TIME:
    case RK_ABORTED:
    case RK_STATUS_COUNT:
        break;
    }
    return RK_NOBODY_WINS;
}

// ---- text ------------------------------------------------------------------------------------

static const char *side_title(rk_side side)
{
    return side == RK_WHITE ? "White" : "Black";
}

static void add_capitalised(struct text *text, const char *string)
{
    const bool lower = *string >= 'a' && *string <= 'z';
    text_put(text, (char)(lower ? *string - 'a' + 'A' : *string));
    text_add(text, string + 1);
}

/* Adds the reason after "White wins" or "Draw" for statuses whose text names a side. */
static void add_reason(struct text *text, rk_status status, rk_side who, const rk_position *pos)
{
    text_add(text, ": ");
    if (status == RK_VARIANT_END) {
        text_add(text, rk_end_text(rk_position_outcome(pos).end));
        return;
    }
    text_add(text, side_title(who));
    if (status == RK_RESIGNED)
        text_add(text, " resigned");
    else if (status == RK_FORFEITED)
        text_add(text, " left the game");
    else
        text_add(text, "'s time ran out");
    if (status != RK_DRAWN_ON_TIME)
        return;
    text_add(text, ", but ");
    text_add(text, side_title(rk_side_other(who)));
    text_add(text, rk_variant_rules((rk_variant)pos->variant) ? " cannot win" : " cannot mate");
}

static void add_result(struct text *text, rk_winner winner)
{
    if (winner == RK_NOBODY_WINS)
        text_add(text, "Draw");
    else
        text_add(text, winner == RK_WHITE_WINS ? "White wins" : "Black wins");
}

size_t status_explain(rk_status status, rk_winner winner, const rk_action *last,
                      const rk_position *position, char *out, size_t size)
{
    struct text text = text_in(out, size);
    switch (status) {
    case RK_WON_BY_CHECKMATE:
        add_result(&text, winner);
        text_add(&text, " by checkmate");
        break;
    case RK_DRAWN_BY_STALEMATE:
        text_add(&text, "Draw by stalemate");
        break;
    case RK_ADJUDICATED:
        add_result(&text, winner);
        text_add(&text, " by adjudication");
        break;
    case RK_VARIANT_END:
    case RK_RESIGNED:
    case RK_TIMED_OUT:
    case RK_DRAWN_ON_TIME:
    case RK_FORFEITED:
        add_result(&text, winner);
        add_reason(&text, status, last ? last->by : RK_WHITE, position);
        break;
    case RK_CREATED:
    case RK_OPENED:
    case RK_ACTIVE:
    case RK_CHECK:
    case RK_PAUSED:
    case RK_DRAWN_BY_AGREEMENT:
    case RK_DRAWN_BY_REPETITION:
    case RK_DRAWN_BY_FIVEFOLD:
    case RK_DRAWN_BY_FIFTY:
    case RK_DRAWN_BY_SEVENTY_FIVE:
    case RK_DRAWN_BY_MATERIAL:
    case RK_ABORTED:
    case RK_STATUS_COUNT:
        add_capitalised(&text, rk_status_text(status));
        break;
    }
    return text_end(&text);
}
