/* SPDX-License-Identifier: MIT */
/* Syzygy tables against a solver of our own: every position of three men, with either colour.
 * Without the tables these tests are skipped. */
#include <stdio.h>
#include <stdlib.h>

#include "rookery/tablebase.h"
#include "support/board.h"
#include "support/solver.h"

struct bench {
    rk_tablebase *tables;
    struct solved *solved[5]; /* Q R B N P */
};

static const char men[] = "QRBNP";

static int set_up(void **state)
{
    static struct bench bench;
    char path[256];
    const char *shared = getenv("ROOKERY_SHARED");
    snprintf(path, sizeof path, "%s/data/syzygy", shared ? shared : "../shared");
    bench.tables = NULL;
    if (rk_tablebase_open(path, &bench.tables, NULL) || rk_tablebase_men(bench.tables) < 3) {
        print_message("there are no tables in %s\n", path);
        rk_tablebase_close(bench.tables);
        bench.tables = NULL;
    }
    for (int i = 0; bench.tables && i < 5; i++)
        bench.solved[i] = solver_solve(men[i], (const struct solved *const *)bench.solved);
    *state = &bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    for (int i = 0; bench->tables && i < 5; i++)
        solver_free(bench->solved[i]);
    rk_tablebase_close(bench->tables);
    return 0;
}

/* With `turned`, Black has the man. */
static rk_position place(char man, int king, int enemy, int at, bool black_moves, bool turned)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    const int flip = turned ? 56 : 0;
    const rk_side us = turned ? RK_BLACK : RK_WHITE;
    rk_piece piece;
    assert_true(rk_piece_from_letter(man, &piece));
    piece.side = us;
    rk_position_put(&pos, (rk_square)(king ^ flip), (rk_piece){RK_KING, us});
    rk_position_put(&pos, (rk_square)(enemy ^ flip), (rk_piece){RK_KING, rk_side_other(us)});
    rk_position_put(&pos, (rk_square)(at ^ flip), piece);
    pos.turn = black_moves != turned;
    assert_int_equal(rk_position_validate(&pos), 0);
    return pos;
}

static void compare(rk_tablebase *tables, const rk_position *pos, int result, int distance)
{
    rk_wdl wdl;
    int dtz;
    assert_true(rk_tablebase_wdl(tables, pos, &wdl));
    assert_int_equal(wdl, 2 * result);
    assert_true(rk_tablebase_dtz(tables, pos, &dtz));
    const int wanted = result * (distance ? distance : 1); // a mate on the board is -1
    if (dtz != wanted)
        fail_msg("%d instead of %d plies", dtz, wanted);
}

static void compare_all(const struct bench *bench, int which, bool turned, int every)
{
    const struct solved *solved = bench->solved[which];
    unsigned compared = 0;
    if (!bench->tables)
        skip();
    for (int n = 0; n < 2 * 64 * 64 * 64; n += every) {
        const int king = n >> 12 & 63, enemy = n >> 6 & 63, at = n & 63;
        const bool black_moves = n >> 18;
        if (!solver_has(solved, king, enemy, at, black_moves))
            continue;
        const rk_position pos = place(men[which], king, enemy, at, black_moves, turned);
        compare(bench->tables, &pos, solver_result(solved, king, enemy, at, black_moves),
                solver_distance(solved, king, enemy, at, black_moves));
        compared++;
    }
    assert_true(compared > 300000U / (unsigned)every);
}

static void queen_against_king(void **state)
{
    compare_all(*state, 0, false, 1);
}

static void rook_against_king(void **state)
{
    compare_all(*state, 1, false, 1);
}

static void bishop_against_king(void **state)
{
    compare_all(*state, 2, false, 1);
}

static void knight_against_king(void **state)
{
    compare_all(*state, 3, false, 1);
}

static void pawn_against_king(void **state)
{
    compare_all(*state, 4, false, 1);
}

static void black_may_have_the_man(void **state)
{
    for (int which = 0; which < 5; which++)
        compare_all(*state, which, true, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queen_against_king),  cmocka_unit_test(rook_against_king),
        cmocka_unit_test(bishop_against_king), cmocka_unit_test(knight_against_king),
        cmocka_unit_test(pawn_against_king),   cmocka_unit_test(black_may_have_the_man),
    };
    return cmocka_run_group_tests_name("endings", tests, set_up, tear_down);
}
