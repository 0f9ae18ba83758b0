/* SPDX-License-Identifier: MIT */
/* The search for puzzles in finished games, with an engine that the test plays itself. */
#include "puzzle_training/puzzle_searches.h"

#include <stdio.h>
#include <string.h>

#include "rookery/tree.h"
#include "support/board.h"
#include "support/fake_connection.h"
#include "support/puzzle.h"

static struct harness harness;
static struct puzzle_game_search *held;

static bool hold_search(void *context, struct puzzle_game_search *search)
{
    (void)context;
    assert_null(held); // one game at a time
    held = search;
    return true;
}

static void answer(const struct puzzle *found, bool completed)
{
    struct puzzle_game_search *search = held;
    assert_non_null(search);
    held = NULL;
    if (found)
        search->found(search, found);
    search->completed = completed;
    search->done(search);
    harness_settle(&harness);
}

static int set_up(void **state)
{
    (void)state;
    held = NULL;
    harness_open_store(&harness);
    harness.env.find_puzzles = hold_search;
    harness_start(&harness);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    struct puzzle_game_search *search = held;
    harness_close(&harness);
    if (search)
        search->done(search); // the server is gone: only frees it
    return 0;
}

/* Plays twenty plies, or fewer. */
static void play(const char *id, bool hidden, size_t plies)
{
    static const char all[] = "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 "
                              "f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5";
    char moves[sizeof all];
    struct game_info info = {
        .players = {identity_named("~anna", ROLE_GUEST), identity_named("~bert", ROLE_GUEST)},
        .settings = settings_for("3+2")};
    info.settings.hidden = hidden;
    snprintf(info.id, sizeof info.id, "%s", id);
    snprintf(moves, sizeof moves, "%.*s", (int)(5 * plies), all);
    harness_finish_game(&harness, harness_start_game(&harness, &info), moves, RK_WHITE);
}

/* A puzzle at ply 9 of that game. */
static struct puzzle make_puzzle(void)
{
    struct puzzle puzzle =
        puzzle_from("rnbqkbnr/4pppp/pppp4/8/8/PPPPP3/5PPP/RNBQKBNR b KQkq - 0 5", "e5");
    puzzle.before = position("rnbqkbnr/4pppp/pppp4/8/8/PPPP4/4PPPP/RNBQKBNR w KQkq - 0 5");
    puzzle.error = move(&puzzle.before, "e2e3");
    puzzle.game_ply = 9;
    puzzle.rating = 1300;
    return puzzle;
}

static void a_puzzle_is_stored_with_its_game(void **state)
{
    (void)state;
    const struct puzzle puzzle = make_puzzle();
    play("game0001", false, 20);
    assert_null(held); // another game that ended at the same moment may still be written
    harness_wait(&harness, 50 * SECOND);
    assert_int_equal(rk_tree_depth(held->game, RK_ROOT), 0);
    assert_int_equal(rk_tree_count(held->game), 21);
    answer(&puzzle, true);
    const struct fake_response got =
        harness_request(&harness, METHOD_GET, "/api/puzzle/daily", NULL, NULL);
    assert_int_equal(got.status, 200);
    assert_non_null(strstr(got.body, "\"game\":{\"id\":\"game0001\""));
    assert_non_null(strstr(got.body, "\"pgn\":\"a3 a6 b3 b6 c3 c6 d3 d6 e3\""));
    assert_non_null(strstr(got.body, "\"rating\":1300"));
    assert_non_null(strstr(got.body, "\"solution\":[\"e7e5\"]"));
}

static void private_and_short_games_are_left_out(void **state)
{
    (void)state;
    play("private1", true, 20);
    play("shortie1", false, 19);
    harness_wait(&harness, 2 * MINUTE);
    assert_null(held);
}

static void a_restart_goes_on_after_the_last_game(void **state)
{
    (void)state;
    play("game0001", false, 20);
    harness_wait(&harness, SECOND);
    play("game0002", false, 20);
    harness_wait(&harness, MINUTE);
    answer(NULL, true);
    harness_wait(&harness, 2 * SECOND);
    answer(NULL, false); // stopped before the end
    harness_restart(&harness, SECOND);
    harness_wait(&harness, 2 * SECOND);
    assert_non_null(held); // the second game again
    answer(NULL, true);
    harness_wait(&harness, 2 * MINUTE);
    assert_null(held); // and no other
}

static void the_search_can_be_switched_off(void **state)
{
    (void)state;
    harness.config.find_puzzles = harness.server->config.find_puzzles = false;
    harness_restart(&harness, SECOND);
    play("game0001", false, 20);
    harness_wait(&harness, 2 * MINUTE);
    assert_null(held);
}

static void a_search_outlives_the_server(void **state)
{
    (void)state;
    play("game0001", false, 20);
    harness_wait(&harness, MINUTE);
    assert_non_null(held); // the end of the test destroys the server
}

int main(void)
{
#define SEARCH_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SEARCH_TEST(a_puzzle_is_stored_with_its_game),
        SEARCH_TEST(private_and_short_games_are_left_out),
        SEARCH_TEST(a_restart_goes_on_after_the_last_game),
        SEARCH_TEST(the_search_can_be_switched_off),
        SEARCH_TEST(a_search_outlives_the_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
