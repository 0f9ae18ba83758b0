/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation, checked with positions counted by hand. */
#include "engine/see.h"

#include "support/board.h"

static const int values[RK_KIND_COUNT + 1] = {
    [RK_PAWN] = 100, [RK_KNIGHT] = 300, [RK_BISHOP] = 300,
    [RK_ROOK] = 500, [RK_QUEEN] = 900,  [RK_AMAZON] = 1200};

struct row {
    const char *fen, *move;
    int gain;
};

static const struct row rows[] = {
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100},      // a free pawn
    {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},      // pawn for pawn
    {"4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", -200},   // a knight for a pawn
    {"4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", 500},      // a free rook
    {"4k3/8/4p3/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", 200},    // a rook for a knight
    {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},    // two attackers, one defender
    {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400}, // two attackers, two defenders
    {"4k3/8/1b6/8/3p4/8/3R4/3QK3 w - - 0 1", "d2d4", -100},  // rook for pawn and bishop
    {"3qk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", 100},    // recapturing loses more
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 0},           // a safe quiet move
    {"1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", -500},      // an unsafe quiet move
    {"8/8/3k4/8/3p4/8/8/3RK3 w - - 0 1", "d1d4", 100},       // not defended
    {"8/8/8/4k3/3p4/8/8/3RK3 w - - 0 1", "d1d4", -400},      // the king recaptures
    {"8/8/8/4k3/3p4/8/3R4/3RK3 w - - 0 1", "d2d4", 100},     // the king may not recapture
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800},        // a queen for a pawn
    {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300},     // and captures a rook
    {"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q", -100},     // captured at once
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},      // en passant
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},      // and recaptured
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0},           // castling
};

static void exchanges_have_the_expected_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const rk_position pos = position(rows[i].fen);
        const rk_move played = move(&pos, rows[i].move);
        if (!see_at_least(&pos, played, rows[i].gain, values) ||
            see_at_least(&pos, played, rows[i].gain + 1, values))
            fail_msg("%s %s does not win %d", rows[i].fen, rows[i].move, rows[i].gain);
    }
}

static void atomic_exchange_counts_all_exploded_pieces(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "4k3/8/2n5/3p4/8/2N5/8/4K3 w - - 0 1");
    const rk_move takes = move(&pos, "c3d5"); // two knights and a pawn
    assert_true(see_at_least(&pos, takes, 100, values));
    assert_false(see_at_least(&pos, takes, 101, values));
}

static void antichess_accepts_every_capture(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ANTICHESS, "8/8/4p3/3p4/8/2Q5/8/8 w - - 0 1");
    assert_true(see_at_least(&pos, move(&pos, "c3c6"), 100000, values));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(exchanges_have_the_expected_value),
    cmocka_unit_test(atomic_exchange_counts_all_exploded_pieces),
    cmocka_unit_test(antichess_accepts_every_capture),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
