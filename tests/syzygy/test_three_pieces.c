/* SPDX-License-Identifier: MIT */
/* Compares Syzygy tables with our own solver for every position of three pieces, in both colours.
 * The tests are skipped if there are no tables. */
#include <stdio.h>
#include <stdlib.h>

#include "rookery/tablebase.h"
#include "support/board.h"
#include "support/solver.h"

struct fixture {
    rk_tablebase *tables;
    struct solved *solved[5]; /* Q R B N P */
};

static const char letters[] = "QRBNP";

static int set_up(void **state)
{
    static struct fixture fixture;
    char path[256];
    const char *shared = getenv("ROOKERY_SHARED");
    snprintf(path, sizeof path, "%s/data/syzygy", shared ? shared : "../shared");
    fixture.tables = NULL;
    if (rk_tablebase_open(path, &fixture.tables, NULL) || rk_tablebase_men(fixture.tables) < 3) {
        print_message("no tables in %s\n", path);
        rk_tablebase_close(fixture.tables);
        fixture.tables = NULL;
    }
    for (int i = 0; fixture.tables && i < 5; i++)
        fixture.solved[i] = solver_solve(letters[i], (const struct solved *const *)fixture.solved);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; fixture->tables && i < 5; i++)
        solver_free(fixture->solved[i]);
    rk_tablebase_close(fixture->tables);
    return 0;
}

/* If `mirrored`, Black has the piece. */
static rk_position place(char letter, int king, int enemy, int at, bool black_moves, bool mirrored)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    const int flip = mirrored ? 56 : 0;
    const rk_side us = mirrored ? RK_BLACK : RK_WHITE;
    rk_piece piece;
    assert_true(rk_piece_from_letter(letter, &piece));
    piece.side = us;
    rk_position_put(&pos, (rk_square)(king ^ flip), (rk_piece){RK_KING, us});
    rk_position_put(&pos, (rk_square)(enemy ^ flip), (rk_piece){RK_KING, rk_side_other(us)});
    rk_position_put(&pos, (rk_square)(at ^ flip), piece);
    pos.turn = black_moves != mirrored;
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
    const int expected = result * (distance ? distance : 1); // -1 if mated
    if (dtz != expected)
        fail_msg("%d instead of %d plies", dtz, expected);
}

static void compare_all(const struct fixture *fixture, int which, bool mirrored, int every)
{
    const struct solved *solved = fixture->solved[which];
    unsigned compared = 0;
    if (!fixture->tables)
        skip();
    for (int n = 0; n < 2 * 64 * 64 * 64; n += every) {
        const int king = n >> 12 & 63, enemy = n >> 6 & 63, at = n & 63;
        const bool black_moves = n >> 18;
        if (!solver_is_legal(solved, king, enemy, at, black_moves))
            continue;
        const rk_position pos = place(letters[which], king, enemy, at, black_moves, mirrored);
        compare(fixture->tables, &pos, solver_result(solved, king, enemy, at, black_moves),
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

static void black_can_be_the_stronger_side(void **state)
{
    for (int which = 0; which < 5; which++)
        compare_all(*state, which, true, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queen_against_king),  cmocka_unit_test(rook_against_king),
        cmocka_unit_test(bishop_against_king), cmocka_unit_test(knight_against_king),
        cmocka_unit_test(pawn_against_king),   cmocka_unit_test(black_can_be_the_stronger_side),
    };
    return cmocka_run_group_tests_name("three pieces", tests, set_up, tear_down);
}
