/* SPDX-License-Identifier: MIT */
/* Schedules and standings. */
#include "match/schedule.h"

#include "match/standings.h"
#include "rookery/fen.h"
#include "support/board.h"
#include "support/game.h"

static struct schedule make_schedule(enum schedule_form form, unsigned engines,
                                     unsigned long rounds)
{
    return (struct schedule){.form = form, .engines = engines, .rounds = rounds, .openings = 3};
}

static void in_a_round_robin_all_play_all_with_both_colours(void **state)
{
    (void)state;
    for (unsigned engines = 2; engines <= 7; engines++) {
        const struct schedule schedule = make_schedule(SCHEDULE_ROUND_ROBIN, engines, 4);
        unsigned met[7][7] = {{0}};
        assert_int_equal(schedule_games(&schedule), 4 * engines * (engines - 1));
        for (unsigned long game = 0; game < schedule_games(&schedule); game++) {
            const struct pairing pairing = schedule_at(&schedule, game);
            met[pairing.white][pairing.black]++;
        }
        for (unsigned white = 0; white < engines; white++)
            for (unsigned black = 0; black < engines; black++)
                assert_int_equal(met[white][black], white == black ? 0 : 4);
    }
}

static void in_a_gauntlet_only_the_first_plays_the_others(void **state)
{
    (void)state;
    const struct schedule schedule = make_schedule(SCHEDULE_GAUNTLET, 5, 3);
    unsigned games[5] = {0};
    assert_int_equal(schedule_games(&schedule), 24);
    for (unsigned long game = 0; game < 24; game++) {
        const struct pairing pairing = schedule_at(&schedule, game);
        assert_true((pairing.white == 0) != (pairing.black == 0));
        games[pairing.white]++;
        games[pairing.black]++;
    }
    assert_int_equal(games[0], 24);
    for (int i = 1; i < 5; i++)
        assert_int_equal(games[i], 6);
}

static void a_pair_shares_an_opening_and_swaps_colours(void **state)
{
    (void)state;
    const struct schedule schedule = make_schedule(SCHEDULE_ROUND_ROBIN, 4, 7);
    for (unsigned long game = 0; game < schedule_games(&schedule); game++) {
        const struct pairing one = schedule_at(&schedule, game);
        const struct pairing other = schedule_at(&schedule, schedule_pair_partner(game));
        assert_int_equal(one.white, other.black);
        assert_int_equal(one.black, other.white);
        assert_int_equal(one.opening, other.opening);
        assert_int_equal(one.opening, one.round % 3); // the openings are reused from the first
    }
}

static void a_pair_counts_when_both_games_are_finished(void **state)
{
    (void)state;
    const struct schedule schedule = make_schedule(SCHEDULE_ROUND_ROBIN, 2, 2);
    struct standings standings;
    assert_int_equal(standings_init(&standings, &schedule), RK_OK);
    assert_true(standings_add(&standings, 1, RK_BLACK_WINS)); // the first engine had Black
    assert_int_equal(score_pairs(&standings.scores[0]), 0);
    assert_true(standings_add(&standings, 2, RK_NOBODY_WINS));
    assert_true(standings_add(&standings, 0, RK_NOBODY_WINS));
    assert_int_equal(standings.scores[0].pairs[3], 1);
    assert_int_equal(standings.scores[1].pairs[1], 1);
    assert_true(standings_add(&standings, 3, RK_WHITE_WINS));
    assert_int_equal(standings.scores[0].pairs[1], 1);
    assert_int_equal(standings.scores[0].wins, 1);
    assert_int_equal(standings.scores[0].draws, 2);
    assert_int_equal(standings.scores[0].losses, 1);
    assert_int_equal(standings.played, 4);
    standings_fini(&standings);
}

static void a_result_is_counted_once(void **state)
{
    (void)state;
    const struct schedule schedule = make_schedule(SCHEDULE_ROUND_ROBIN, 2, 1);
    struct standings standings;
    assert_int_equal(standings_init(&standings, &schedule), RK_OK);
    assert_false(standings_add(&standings, 2, RK_WHITE_WINS)); // there is no such game
    assert_true(standings_add(&standings, 0, RK_WHITE_WINS));
    assert_false(standings_add(&standings, 0, RK_BLACK_WINS));
    assert_true(standings_has(&standings, 0));
    assert_false(standings_has(&standings, 1));
    assert_int_equal(standings.scores[0].wins, 1);
    standings_fini(&standings);
}

static void add_moves(struct standings *standings, unsigned long number, const char *moves)
{
    rk_game *game = start_game(rk_position_start(RK_STANDARD), "-");
    play_san(game, moves);
    standings_add_moves(standings, number, game);
    rk_game_destroy(game);
}

static void games_repeated_move_for_move_are_counted(void **state)
{
    (void)state;
    const struct schedule schedule = make_schedule(SCHEDULE_ROUND_ROBIN, 2, 3);
    struct standings standings;
    assert_int_equal(standings_init(&standings, &schedule), RK_OK);
    add_moves(&standings, 0, "e4 e5");
    add_moves(&standings, 1, "e4 e5"); // the sides are swapped
    add_moves(&standings, 2, "e4 e5 Nf3");
    assert_int_equal(standings.repeated, 0);
    add_moves(&standings, 3, "e4 e5");
    add_moves(&standings, 5, "e4 e5");
    assert_int_equal(standings.repeated, 2);
    add_moves(&standings, 4, "d4");
    assert_int_equal(standings.repeated, 2);
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_round_robin_all_play_all_with_both_colours),
        cmocka_unit_test(in_a_gauntlet_only_the_first_plays_the_others),
        cmocka_unit_test(a_pair_shares_an_opening_and_swaps_colours),
        cmocka_unit_test(a_pair_counts_when_both_games_are_finished),
        cmocka_unit_test(a_result_is_counted_once),
        cmocka_unit_test(games_repeated_move_for_move_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
