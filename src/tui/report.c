/* SPDX-License-Identifier: MIT */
#include "tui/report.h"

#include "rookery/roster.h"
#include "rookery/san.h"

const char *const report_side_names[2] = {"White", "Black"};

static void report_move(const rk_position *before, rk_move move, FILE *out)
{
    char san[RK_SAN_MAX];
    rk_san_write(before, move, san);
    fprintf(out, "%u%s %s", before->move_number, before->turn == RK_WHITE ? "." : "...", san);
}

void report_action(const rk_game *game, size_t index, FILE *out)
{
    static const char *const texts[RK_ACTION_COUNT] = {[RK_ACT_RESIGN] = "resigns",
                                                       [RK_ACT_OFFER_DRAW] =
                                                           "offers a draw: accept or decline",
                                                       [RK_ACT_ACCEPT_DRAW] = "accepts the draw",
                                                       [RK_ACT_DECLINE_DRAW] = "declines the draw",
                                                       [RK_ACT_CLAIM_DRAW] = "claims a draw",
                                                       [RK_ACT_FLAG] = "has no time left"};
    const rk_action *action = rk_game_action(game, index);
    if (action->kind == RK_ACT_MOVE)
        report_move(rk_game_position_before(game, index), action->move, out);
    else if (texts[action->kind])
        fprintf(out, "%s %s", report_side_names[action->by], texts[action->kind]);
}

void report_result(const rk_game *game, FILE *out)
{
    char reason[RK_FAULT_TEXT_MAX];
    rk_game_result_text(game, reason, sizeof reason);
    fprintf(out, "%s %s", rk_game_score(game), reason);
}

void report_status(const rk_game *game, FILE *out)
{
    const rk_position *pos = rk_game_position(game);
    if (rk_status_is_over(rk_game_status(game))) {
        report_result(game, out);
        return;
    }
    fprintf(out, "%s to move", report_side_names[rk_position_turn(pos)]);
    if (rk_position_in_check(pos))
        fputs(", in check", out);
    const rk_side offer = rk_game_draw_offer(game);
    if (offer != RK_NO_SIDE)
        fprintf(out, "; %s offers a draw", report_side_names[offer]);
    else if (rk_game_can_claim(game))
        fputs("; a draw can be claimed", out);
}

void report_kinds(unsigned kinds, struct text *text)
{
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--) {
        if (!(kinds >> kind & 1))
            continue;
        const bool is_first = kinds >> kind == 1, is_last = !(kinds & ((1U << kind) - 1));
        text_add(text, is_first ? "" : is_last ? " or " : ", ");
        text_put(text, rk_piece_letter((rk_piece){(rk_kind)kind, RK_WHITE}));
    }
}
