/* SPDX-License-Identifier: MIT */
/* UCI moves: a position (see take_position), then the text of a move. The rest of the input is also
 * two squares and a promotion: rk_move_illegal_reason() must give a reason for every illegal move
 * and none for a legal one. */
#include "moves.h"

static bool is_reachable(const rk_position *pos, rk_square from, rk_square to, rk_kind promotion)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    for (size_t i = 0; i < count; i++)
        if (rk_move_type(moves[i]) != RK_DROP && rk_move_from(moves[i]) == from &&
            rk_move_to(moves[i]) == to && rk_move_promotion(moves[i]) == promotion)
            return true;
    return false;
}

static void check_illegal_reason(const rk_position *pos, struct input *in)
{
    const rk_square from = take_byte(in) % RK_SQUARE_COUNT, to = take_byte(in) % RK_SQUARE_COUNT;
    const rk_kind promotion = (rk_kind)(take_byte(in) % (RK_KIND_COUNT + 1));
    rk_fault fault;
    poison(&fault, sizeof fault);
    const rk_err err = rk_move_illegal_reason(pos, from, to, promotion, &fault);
    if (err)
        check_fault(&fault, err, RK_UCI_MAX);
    else
        CHECK(is_poisoned(&fault, sizeof fault));
    if (is_reachable(pos, from, to, promotion))
        CHECK(!err);
    CHECK(rk_move_illegal_reason(pos, from, to, promotion, NULL) == err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const rk_position pos = take_position(&in);
    check_any_text(rk_uci_parse, &pos, in);
    check_illegal_reason(&pos, &in);
    return 0;
}
