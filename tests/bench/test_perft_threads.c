/* SPDX-License-Identifier: MIT */
#include "bench/perft_threads.h"

#include <stdlib.h>

#include "rookery/fen.h"
#include "rookery/perft.h"
#include "support/board.h"

static const char kiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

static struct perft_result *run(const rk_position *pos, int depth, unsigned threads,
                                size_t hash_mib)
{
    static struct perft_result result;
    const struct perft_options options = {
        .position = *pos, .depth = depth, .threads = threads, .hash_mib = hash_mib};
    assert_true(perft_threads_run(&options, &result));
    return &result;
}

static void threads_and_hash_do_not_change_the_count(void **state)
{
    (void)state;
    const rk_position positions[] = {rk_position_start(RK_STANDARD), position(kiwipete),
                                     rk_position_start(RK_CRAZYHOUSE)};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
        for (int depth = 0; depth <= 4; depth++) {
            const uint64_t expected = rk_perft(&positions[i], depth);
            for (unsigned threads = 1; threads <= 4; threads++) {
                assert_int_equal(run(&positions[i], depth, threads, 0)->nodes, expected);
                assert_int_equal(run(&positions[i], depth, threads, 1)->nodes, expected);
            }
        }
}

static void the_counts_of_the_moves_add_up(void **state)
{
    (void)state;
    const rk_position pos = position(kiwipete);
    const struct perft_result *result = run(&pos, 4, 3, 1);
    uint64_t sum = 0;
    assert_int_equal(result->move_count, 48);
    for (size_t i = 0; i < result->move_count; i++) {
        rk_position after_move = pos;
        rk_undo undo;
        rk_position_apply(&after_move, result->moves[i], &undo);
        assert_int_equal(result->move_nodes[i], rk_perft(&after_move, 3));
        sum += result->move_nodes[i];
    }
    assert_int_equal(result->nodes, sum);
}

static void a_position_without_moves_has_no_nodes(void **state)
{
    (void)state;
    const rk_position pos = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_int_equal(run(&pos, 0, 2, 0)->nodes, 1);
    assert_int_equal(run(&pos, 1, 2, 0)->nodes, 0);
    assert_int_equal(run(&pos, 5, 2, 1)->nodes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_hash_do_not_change_the_count),
        cmocka_unit_test(the_counts_of_the_moves_add_up),
        cmocka_unit_test(a_position_without_moves_has_no_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
