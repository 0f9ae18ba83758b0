/* SPDX-License-Identifier: MIT */
#include "record/game_status.h"

#include "base/text.h"
#include "rookery/outcome.h"

static const struct {
    const char *key;
    unsigned number;
} statuses[RK_STATUS_COUNT] = {
    [RK_CREATED] = {"started", 20},
    [RK_OPENED] = {"started", 20},
    [RK_ACTIVE] = {"started", 20},
    [RK_CHECK] = {"started", 20},
    [RK_PAUSED] = {"started", 20},
    [RK_ABORTED] = {"aborted", 25},
    [RK_WON_BY_CHECKMATE] = {"mate", 30},
    [RK_RESIGNED] = {"resign", 31},
    [RK_DRAWN_BY_STALEMATE] = {"stalemate", 32},
    [RK_FORFEITED] = {"timeout", 33},
    [RK_DRAWN_BY_AGREEMENT] = {"draw", 34},
    [RK_DRAWN_BY_REPETITION] = {"draw", 34},
    [RK_DRAWN_BY_FIVEFOLD] = {"draw", 34},
    [RK_DRAWN_BY_FIFTY] = {"draw", 34},
    [RK_DRAWN_BY_SEVENTY_FIVE] = {"draw", 34},
    [RK_DRAWN_BY_MATERIAL] = {"draw", 34},
    [RK_TIMED_OUT] = {"outoftime", 35},
    [RK_DRAWN_ON_TIME] = {"outoftime", 35},
    [RK_ADJUDICATED] = {"unknownFinish", 38},
    [RK_VARIANT_END] = {"variantEnd", 60},
};

static enum end_reason find_end_reason(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    const rk_action *last = length ? rk_game_action(game, length - 1) : NULL;
    return last ? (enum end_reason)last->reason : END_REASON_NONE;
}

static bool is_unfinished_import(const rk_game *game)
{
    return rk_game_status(game) == RK_ABORTED && find_end_reason(game) == END_REASON_IMPORT;
}

static const char no_show_key[] = "noStart";
static const char material_key[] = "insufficientMaterialClaim";
enum { NO_SHOW_NUMBER = 37, MATERIAL_NUMBER = 39 };

/* The API has no status for a drawn adjudication: it uses those of similar ends. */
static rk_status status_for_api(const rk_game *game)
{
    const rk_status status = rk_game_status(game);
    if (is_unfinished_import(game))
        return RK_ADJUDICATED;
    if (status == RK_ADJUDICATED && find_end_reason(game) == END_REASON_IMPORT_FLAG)
        return RK_TIMED_OUT;
    if (status != RK_ADJUDICATED || rk_game_winner(game) != RK_NOBODY_WINS)
        return status;
    return find_end_reason(game) == END_REASON_ABSENCE ? RK_FORFEITED : RK_DRAWN_BY_AGREEMENT;
}

static bool is_no_show(const rk_game *game)
{
    return rk_game_status(game) == RK_FORFEITED && find_end_reason(game) == END_REASON_NO_SHOW;
}

static bool is_material_claim(const rk_game *game)
{
    return rk_game_status(game) == RK_ADJUDICATED && find_end_reason(game) == END_REASON_MATERIAL;
}

const char *game_status_key(const rk_game *game)
{
    if (is_no_show(game))
        return no_show_key;
    return is_material_claim(game) ? material_key : statuses[status_for_api(game)].key;
}

const char *game_status_key_of(unsigned number)
{
    if (number == NO_SHOW_NUMBER)
        return no_show_key;
    if (number == MATERIAL_NUMBER)
        return material_key;
    for (rk_status status = 0; status < RK_STATUS_COUNT; status++)
        if (statuses[status].number == number)
            return statuses[status].key;
    return statuses[RK_ADJUDICATED].key;
}

unsigned game_status_number(const rk_game *game)
{
    if (is_no_show(game))
        return NO_SHOW_NUMBER;
    return is_material_claim(game) ? MATERIAL_NUMBER : statuses[status_for_api(game)].number;
}

// ---- sentences -------------------------------------------------------------------------------

static void add_side(struct text *text, const char *before, rk_side side, const char *after)
{
    text_add(text, before);
    text_add(text, side == RK_WHITE ? "White" : "Black");
    text_add(text, after);
}

static void explain_import(const rk_game *game, bool on_time, struct text *text)
{
    const rk_winner winner = rk_game_winner(game);
    if (is_unfinished_import(game))
        text_add(text, "The imported game has no result");
    else if (winner == RK_NOBODY_WINS)
        text_add(text, "Draw");
    else
        add_side(text, "", winner == RK_WHITE_WINS ? RK_WHITE : RK_BLACK,
                 on_time ? " wins on time" : " wins");
}

static void explain_missing_move(const rk_action *last, const char *why, struct text *text)
{
    const bool aborted = last->kind == RK_ACT_ABORT;
    if (!aborted)
        add_side(text, "", rk_side_other(last->by), " wins: ");
    add_side(text, aborted ? "Aborted: " : "", last->by, why);
}

static void explain_absence(const rk_game *game, const rk_action *last, struct text *text)
{
    const rk_side other = rk_side_other(last->by);
    add_side(text, "Draw: ", last->by, " left the game");
    if (!rk_position_can_win(rk_game_position(game), other))
        add_side(text, ", but ", other, " cannot win");
}

/* Explains an end that has a reason; false: rk_game_result_text() is good enough. */
static bool explain_end(const rk_game *game, const rk_action *last, struct text *text)
{
    const bool aborted = last->kind == RK_ACT_ABORT;
    const rk_side other = rk_side_other(last->by);
    switch (find_end_reason(game)) {
    case END_REASON_NONE:
        if (aborted)
            add_side(text, "", last->by, " aborted the game");
        return aborted;
    case END_REASON_LENGTH:
        text_add(text, "Draw: the game is too long");
        break;
    case END_REASON_ABSENCE:
        explain_absence(game, last, text);
        break;
    case END_REASON_MATERIAL:
        add_side(text, "Draw: ", other, " cannot win by any sequence of legal moves");
        break;
    case END_REASON_NO_SHOW:
        explain_missing_move(last, " did not make the first move in time", text);
        break;
    case END_REASON_IDLE:
        explain_missing_move(last, " did not move for three weeks", text);
        break;
    case END_REASON_FLAG:
        add_side(text, "Draw: ", last->by, "'s time ran out while ");
        add_side(text, "", other, "'s draw offer stood");
        break;
    case END_REASON_IMPORT:
        if (rk_game_status(game) == RK_RESIGNED || rk_game_status(game) == RK_FORFEITED)
            return false;
        explain_import(game, false, text);
        break;
    case END_REASON_IMPORT_FLAG:
        explain_import(game, true, text);
        break;
    case END_REASON_AGREED:
        text_add(text, "Aborted: both players asked for it");
        break;
    }
    return true;
}

size_t game_result_sentence(const rk_game *game, char *out, size_t size)
{
    struct text text = text_in(out, size);
    const size_t length = rk_game_length(game);
    const bool over = rk_status_is_over(rk_game_status(game));
    if (over && length && explain_end(game, rk_game_action(game, length - 1), &text))
        return text_end(&text);
    return rk_game_result_text(game, out, size);
}

// ---- words -----------------------------------------------------------------------------------

static const char *const end_words[RK_STATUS_COUNT] = {
    [RK_ABORTED] = "aborted",
    [RK_WON_BY_CHECKMATE] = "checkmate",
    [RK_RESIGNED] = "resignation",
    [RK_DRAWN_BY_STALEMATE] = "stalemate",
    [RK_FORFEITED] = "left",
    [RK_DRAWN_BY_AGREEMENT] = "agreement",
    [RK_DRAWN_BY_REPETITION] = "threefold",
    [RK_DRAWN_BY_FIVEFOLD] = "fivefold",
    [RK_DRAWN_BY_FIFTY] = "fifty-moves",
    [RK_DRAWN_BY_SEVENTY_FIVE] = "seventy-five-moves",
    [RK_DRAWN_BY_MATERIAL] = "material",
    [RK_TIMED_OUT] = "time",
    [RK_DRAWN_ON_TIME] = "time-draw",
    [RK_ADJUDICATED] = "arbiter",
    [RK_VARIANT_END] = "variant",
};

static const char *const reason_words[] = {
    [END_REASON_LENGTH] = "too-long",
    [END_REASON_ABSENCE] = "absence-draw",
    [END_REASON_MATERIAL] = "cannot-lose",
    [END_REASON_NO_SHOW] = "no-show",
    [END_REASON_IDLE] = "idle",
    [END_REASON_FLAG] = "time-offer",
    [END_REASON_AGREED] = "aborted-both",
    [END_REASON_IMPORT] = "import",
    [END_REASON_IMPORT_FLAG] = "time",
};

/* The goals of the variants. */
static const char *const goal_words[] = {
    [RK_THIRD_CHECK] = "third-check",     [RK_KING_ON_HILL] = "king-on-hill",
    [RK_KING_EXPLODED] = "king-exploded", [RK_ALL_PIECES_LOST] = "all-pieces-lost",
    [RK_NO_MOVE_LEFT] = "no-move-left",   [RK_HORDE_DESTROYED] = "horde-destroyed",
    [RK_RACE_FINISHED] = "race-finished",
};

static const char *goal_word(const rk_game *game)
{
    const unsigned end = rk_position_outcome(rk_game_position(game)).end;
    const bool known = end < sizeof goal_words / sizeof *goal_words && goal_words[end];
    return known ? goal_words[end] : end_words[RK_VARIANT_END];
}

const char *game_end_word(const rk_game *game)
{
    const rk_status status = rk_game_status(game);
    if (!rk_status_is_over(status))
        return NULL;
    const enum end_reason reason = find_end_reason(game);
    const bool imported = reason == END_REASON_IMPORT;
    if (reason != END_REASON_NONE &&
        !(imported && (status == RK_RESIGNED || status == RK_FORFEITED)))
        return reason_words[reason];
    return status == RK_VARIANT_END ? goal_word(game) : end_words[status];
}

rk_side game_end_side(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    if (!rk_status_is_over(rk_game_status(game)) || !length)
        return RK_NO_SIDE;
    const rk_action *last = rk_game_action(game, length - 1);
    return last->kind == RK_ACT_MOVE ? RK_NO_SIDE : last->by;
}
