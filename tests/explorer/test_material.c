/* SPDX-License-Identifier: MIT */
/* Material in 24 bits, and what may have been before it. */
#include "explorer/material.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/fen.h"

static rk_position parse(const char *fen)
{
    rk_position pos;
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL), RK_OK);
    return pos;
}

static void every_piece_is_counted(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    assert_int_equal(material_of(&start), 0x6a86a8);
    const rk_position many = parse("QQQQk3/8/8/8/8/8/P7/K7 b - - 0 1");
    assert_int_equal(material_of(&many), 0xc01); // three or more queens
}

/* KRPvKR, as `rookery search --material` asks for it. */
static const uint8_t rook_ending[2][RK_KIND_COUNT] = {{[RK_PAWN] = 1, [RK_ROOK] = 1, [RK_KING] = 1},
                                                      {[RK_ROOK] = 1, [RK_KING] = 1}};

static bool can_follow_rook_ending(const char *fen)
{
    const rk_position last = parse(fen);
    return material_can_precede(material_of(&last), rook_ending);
}

static void pieces_become_fewer_or_promote(void **state)
{
    (void)state;
    assert_true(can_follow_rook_ending("4k2r/8/8/8/8/8/P7/K6R w - - 0 1"));
    assert_true(can_follow_rook_ending("4k3/8/8/8/8/8/8/K6R w - - 0 1"));
    assert_true(can_follow_rook_ending("4k3/8/8/8/8/8/8/K5QR w - - 0 1"));  // promoted
    assert_false(can_follow_rook_ending("4k3/8/8/8/8/8/PP6/K7 w - - 0 1")); // too many pawns
    assert_false(can_follow_rook_ending("4k3/8/8/8/8/8/P7/K6Q w - - 0 1")); // from no pawn
    assert_false(can_follow_rook_ending("q3k3/8/8/8/8/8/8/K7 w - - 0 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_piece_is_counted),
                                       cmocka_unit_test(pieces_become_fewer_or_promote)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
