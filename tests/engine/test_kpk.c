/* SPDX-License-Identifier: MIT */
/* The king and pawn bitbase: every position, checked against legal moves and Syzygy tables. */
#include "engine/kpk.h"

#include <stdio.h>
#include <stdlib.h>

#include "rookery/tablebase.h"
#include "rules/bits.h"
#include "support/board.h"

enum { POSITIONS_LEGAL = 331352 }; /* computed by another program, for both sides to move */

/* False if the position is illegal. */
static bool set_up(int king, int pawn, int lone_king, rk_side turn, rk_position *out)
{
    if (king == pawn || king == lone_king || pawn == lone_king)
        return false;
    *out = rk_position_empty(RK_STANDARD);
    rk_position_put(out, (rk_square)king, (rk_piece){RK_KING, RK_WHITE});
    rk_position_put(out, (rk_square)pawn, (rk_piece){RK_PAWN, RK_WHITE});
    rk_position_put(out, (rk_square)lone_king, (rk_piece){RK_KING, RK_BLACK});
    out->turn = (uint8_t)turn;
    return !rk_position_validate(out);
}

static bool is_won_in_bitbase(const rk_position *pos)
{
    return kpk_is_won(lsb(pos->of[RK_KING] & pos->by[RK_WHITE]), lsb(pos->of[RK_PAWN]),
                      lsb(pos->of[RK_KING] & pos->by[RK_BLACK]), pos->turn == RK_WHITE);
}

static size_t for_each_position(void (*visit)(const rk_position *pos, void *context), void *context)
{
    size_t seen = 0;
    for (int pawn = 8; pawn < 56; pawn++)
        for (int king = 0; king < 64; king++)
            for (int lone_king = 0; lone_king < 64; lone_king++)
                for (unsigned turn = 0; turn < 2; turn++) {
                    rk_position pos;
                    if (!set_up(king, pawn, lone_king, (rk_side)turn, &pos))
                        continue;
                    visit(&pos, context);
                    seen++;
                }
    return seen;
}

// A promoted queen or rook wins unless it is captured at once or stalemates.
static bool promotion_wins(const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    const uint64_t strong = pos->of[RK_QUEEN] | pos->of[RK_ROOK];
    const size_t moves_count = rk_moves_list(pos, moves);
    if (!strong || (!moves_count && !rk_position_in_check(pos)))
        return false;
    for (size_t i = 0; i < moves_count; i++)
        if (bit(rk_move_to(moves[i])) & strong)
            return false;
    return true;
}

static bool wins_after(const rk_position *pos, rk_move move)
{
    rk_position next = *pos;
    rk_undo undo;
    rk_position_apply(&next, move, &undo);
    if (next.of[RK_PAWN])
        return is_won_in_bitbase(&next);
    return pos->turn == RK_WHITE && promotion_wins(&next);
}

static void expect_consistency_with_moves(const rk_position *pos, void *context)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t moves_count = rk_moves_list(pos, moves);
    size_t winning = 0;
    (void)context;
    for (size_t i = 0; i < moves_count; i++)
        winning += wins_after(pos, moves[i]) ? 1 : 0;
    const bool won = pos->turn == RK_WHITE
                         ? winning > 0
                         : winning == moves_count && (moves_count || rk_position_in_check(pos));
    assert_int_equal(won, is_won_in_bitbase(pos));
}

static void bitbase_is_consistent_with_legal_moves(void **state)
{
    (void)state;
    assert_int_equal(for_each_position(expect_consistency_with_moves, NULL), POSITIONS_LEGAL);
}

static void expect_agreement_with_syzygy(const rk_position *pos, void *context)
{
    rk_wdl wdl;
    assert_true(rk_tablebase_wdl(context, pos, &wdl));
    assert_int_equal(is_won_in_bitbase(pos), (pos->turn == RK_WHITE ? wdl : -wdl) > 0);
}

static void bitbase_agrees_with_syzygy(void **state)
{
    (void)state;
    char folder[256];
    rk_tablebase *tablebase;
    rk_fault fault;
    const char *shared = getenv("ROOKERY_SHARED");
    snprintf(folder, sizeof folder, "%s/data/syzygy", shared ? shared : "../shared");
    if (rk_tablebase_open(folder, &tablebase, &fault)) {
        print_message("no endgame tables in %s\n", folder);
        skip();
    }
    for_each_position(expect_agreement_with_syzygy, tablebase);
    rk_tablebase_close(tablebase);
}

static void well_known_positions_are_correct(void **state)
{
    (void)state;
    const rk_position won = position("8/8/8/3k4/8/3K4/3P4/8 b - - 0 1"),
                      opposition = position("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"),
                      sixth = position("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1"),
                      rook_pawn = position("k7/8/K7/P7/8/8/8/8 w - - 0 1");
    assert_true(is_won_in_bitbase(&won));
    assert_false(is_won_in_bitbase(&opposition));
    assert_true(is_won_in_bitbase(&sixth));
    assert_false(is_won_in_bitbase(&rook_pawn));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(well_known_positions_are_correct),
    cmocka_unit_test(bitbase_is_consistent_with_legal_moves),
    cmocka_unit_test(bitbase_agrees_with_syzygy),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
