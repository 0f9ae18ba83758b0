/* SPDX-License-Identifier: MIT */
/* Ratings are written with the game that changes them: what fails changes nothing, what succeeds
 * counts once, and two games that end together both count. */
#include "ratings/rating_change.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ratings/rating_row.h"
#include "support/board.h"
#include "support/fixture.h"
#include "support/refund.h"

static struct harness harness;
static struct identity anna, bob, carl;

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    anna = harness_add_account(&harness, "Anna", ROLE_PLAYER);
    bob = harness_add_account(&harness, "Bob", ROLE_PLAYER);
    carl = harness_add_account(&harness, "Carl", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static struct round *start_game(const struct identity *white, const struct identity *black,
                                bool rated)
{
    struct game_info info = {.players = {*white, *black}, .settings = settings_for("3+2")};
    info.settings.rated = rated;
    server_make_id(harness.server, info.id);
    return harness_start_game(&harness, &info);
}

static const char long_game[] = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4";

static void play_in(struct round *round, const char *moves)
{
    char copy[200];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *rest = copy, *text; (text = strtok_r(rest, " ", &rest));) {
        const rk_side side = round_turn(round);
        struct command command = {
            .verb = VERB_MOVE, .by = round_info(round)->players[side], .version = -1};
        snprintf(command.move, sizeof command.move, "%s", text);
        expect_done(harness_command(&harness, round, &command));
    }
}

static struct command resignation(const struct round *round, rk_side side)
{
    return (struct command){
        .verb = VERB_RESIGN, .by = round_info(round)->players[side], .version = -1};
}

static void finish(struct round *round, const char *moves, rk_side loser)
{
    play_in(round, moves);
    const struct command command = resignation(round, loser);
    expect_done(harness_command(&harness, round, &command));
}

static struct rating blitz(const struct identity *who)
{
    return ratings_get(harness.server, who, PERF_BLITZ);
}

static void record_rating(void *context, struct store_job *job, enum store_outcome outcome)
{
    enum perf perf;
    struct rating *out = context;
    *out = rating_start(false);
    assert_int_equal(outcome, STORE_DONE);
    if (store_next_row(job))
        assert_true(rating_from_row(job, &perf, out));
}

/* The rating on disk. */
static struct rating stored(const struct identity *who)
{
    struct rating rating;
    struct store_job *job = store_job_create();
    store_call(job, STORE_RATING);
    store_bind_text(job, who->id);
    store_bind_text(job, "blitz");
    store_read(harness.store.memory, job, record_rating, &rating);
    store_poll(harness.store.memory);
    return rating;
}

static void expect_same(struct rating a, struct rating b)
{
    assert_memory_equal(&a.glicko, &b.glicko, sizeof a.glicko);
    assert_int_equal(a.games, b.games);
    assert_int_equal(a.wins, b.wins);
    assert_int_equal(a.version, b.version);
    assert_int_equal(a.recent_count, b.recent_count);
}

static void expect_unrated(void)
{
    assert_int_equal(blitz(&anna).games, 0);
    assert_int_equal(blitz(&bob).games, 0);
    assert_int_equal(stored(&anna).version, 0);
}

// ---- what counts -----------------------------------------------------------------------------

static void a_rated_game_changes_both_ratings_on_disk_and_in_memory(void **state)
{
    (void)state;
    struct round *round = start_game(&anna, &bob, true);
    finish(round, long_game, RK_BLACK);
    assert_int_equal(rating_points(&(struct rating){.glicko = blitz(&anna).glicko}), 1737);
    expect_same(blitz(&anna), stored(&anna));
    expect_same(blitz(&bob), stored(&bob));
    assert_true(round_rating(round)->changed);
    assert_int_equal(rating_result_diff(round_rating(round), RK_WHITE), 237);
    assert_int_equal(rating_result_diff(round_rating(round), RK_BLACK), -237);
}

static void a_rated_game_counts_once_if_its_last_commit_got_no_answer(void **state)
{
    (void)state;
    for (int lands = 0; lands < 2; lands++) {
        struct round *round = start_game(&anna, &bob, true);
        play_in(round, long_game);
        harness.store.unknown_writes = 1;
        harness.store.unknown_land = lands;
        const struct command command = resignation(round, RK_BLACK);
        (void)harness_command(&harness, round, &command);
        assert_int_equal(round_is_over(round), lands);
        if (!lands)
            expect_done(harness_command(&harness, round, &command));
        assert_int_equal(blitz(&anna).games, lands + 1);
        expect_same(blitz(&anna), stored(&anna));
        expect_same(blitz(&bob), stored(&bob));
        assert_true(round_rating(round)->changed);
    }
}

static void the_game_shows_the_ratings_of_its_start(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    struct round *round = start_game(&anna, &bob, true);
    finish(round, long_game, RK_WHITE);
    assert_int_equal(round_info(round)->ratings[RK_WHITE].points, 1737);
    assert_int_equal(round_info(round)->ratings[RK_BLACK].points, 1263);
    assert_true(round_info(round)->ratings[RK_BLACK].provisional);
}

static void a_casual_game_changes_nothing(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, false), long_game, RK_BLACK);
    expect_unrated();
}

static void an_aborted_game_changes_nothing(void **state)
{
    (void)state;
    struct round *round = start_game(&anna, &bob, true);
    play_in(round, "e2e4");
    const struct command command = {.verb = VERB_ABORT, .by = bob, .version = -1};
    expect_done(harness_command(&harness, round, &command));
    expect_unrated();
}

static void a_game_needs_two_plies_and_two_accounts(void **state)
{
    (void)state;
    const struct identity guest = identity_named("~guest", ROLE_GUEST);
    const struct identity engine = identity_make_engine(3);
    const struct identity pairs[][2] = {{anna, guest}, {engine, anna}, {anna, anna}};
    struct rated_game game = {.perf = PERF_BLITZ, .white_score = 1, .plies = 40};
    for (size_t i = 0; i < 3; i++) {
        game.players = pairs[i];
        assert_false(rated_game_counts(&game));
    }
    game.players = (struct identity[2]){anna, bob};
    assert_true(rated_game_counts(&game));
    game.plies = 1;
    assert_false(rated_game_counts(&game));
}

static void losing_short_games_in_a_row_on_purpose_is_silently_not_rated(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        finish(start_game(&anna, &bob, true), "e2e4 e7e5", RK_BLACK);
    assert_int_equal(blitz(&anna).games, 2);
    harness_wait(&harness, 1); // games that end at the same time are in the order of their ids
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK); // ends the series
    finish(start_game(&anna, &bob, true), "e2e4 e7e5", RK_BLACK);
    assert_int_equal(blitz(&anna).games, 4);
}

static void a_series_of_short_games_goes_on_after_a_restart(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        finish(start_game(&anna, &bob, true), "e2e4 e7e5", RK_BLACK);
    harness_restart(&harness, SECOND);
    finish(start_game(&bob, &anna, true), "e2e4 e7e5", RK_WHITE); // with the other colours
    assert_int_equal(blitz(&anna).games, 2);
    harness_restart(&harness, SECOND);
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    harness_restart(&harness, SECOND);
    finish(start_game(&anna, &bob, true), "e2e4 e7e5", RK_BLACK);
    assert_int_equal(blitz(&anna).games, 4);
    harness_restart(&harness, 2 * DAY);
    for (int i = 0; i < 2; i++)
        finish(start_game(&anna, &bob, true), "e2e4 e7e5", RK_BLACK);
    assert_int_equal(blitz(&anna).games, 6);
}

// ---- failures --------------------------------------------------------------------------------

static void a_result_that_cannot_be_written_changes_no_rating(void **state)
{
    (void)state;
    struct round *round = start_game(&anna, &bob, true);
    play_in(round, long_game);
    harness.store.writes_fail = true;
    const struct command command = resignation(round, RK_BLACK);
    expect_refused(harness_command(&harness, round, &command), REFUSED_STORE, "");
    expect_unrated();
    harness.store.writes_fail = false;
    expect_done(harness_command(&harness, round, &command));
    assert_int_equal(blitz(&anna).games, 1);
    expect_same(blitz(&anna), stored(&anna));
}

static void two_games_that_end_together_both_count_in_order(void **state)
{
    (void)state;
    struct round *first = start_game(&anna, &bob, true), *second = start_game(&carl, &anna, true);
    struct recorded_reply replies[2] = {{.count = 0}};
    play_in(first, long_game);
    play_in(second, long_game);
    harness.store.paused = true;
    const struct command resign = resignation(first, RK_BLACK),
                         lose = resignation(second, RK_BLACK);
    round_command(first, &resign, record_reply, &replies[0]);
    round_command(second, &lose, record_reply, &replies[1]);
    assert_int_equal(blitz(&anna).games, 0); // nothing is shown before it is on disk
    harness.store.paused = false;
    harness_settle(&harness);
    expect_done(replies[0]);
    expect_done(replies[1]);
    assert_int_equal(blitz(&anna).games, 2);
    expect_same(blitz(&anna), stored(&anna));
    assert_true(round_rating(second)->before[RK_BLACK] == round_rating(first)->after[RK_WHITE]);
}

static void a_game_that_follows_one_that_failed_is_computed_again(void **state)
{
    (void)state;
    struct round *first = start_game(&anna, &bob, true), *second = start_game(&carl, &anna, true);
    struct recorded_reply replies[2] = {{.count = 0}};
    play_in(first, long_game);
    play_in(second, long_game);
    harness.store.paused = true;
    const struct command resign = resignation(first, RK_BLACK),
                         lose = resignation(second, RK_BLACK);
    round_command(first, &resign, record_reply, &replies[0]);
    round_command(second, &lose, record_reply, &replies[1]);
    harness.store.paused = false;
    harness.store.failing_writes = 1;
    harness_settle(&harness);
    expect_refused(replies[0], REFUSED_STORE, "");
    expect_done(replies[1]);
    assert_true(round_rating(second)->before[RK_BLACK] == RATING_START);
    assert_int_equal(blitz(&anna).games, 1);
    expect_same(blitz(&anna), stored(&anna));
    expect_done(harness_command(&harness, first, &resign));
    assert_int_equal(blitz(&anna).games, 2);
    expect_same(blitz(&anna), stored(&anna));
}

static void a_rating_changed_by_another_process_is_read_again(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    struct round *round = start_game(&anna, &bob, true);
    play_in(round, long_game);
    struct rating other = stored(&anna);
    rating_add_refund(&other, 100);
    struct store_job *job = store_job_create();
    rating_add_row(job, anna.id, PERF_BLITZ, &other, harness.server->now);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    const struct command command = resignation(round, RK_WHITE);
    expect_done(harness_command(&harness, round, &command));
    assert_true(round_rating(round)->before[RK_WHITE] == other.glicko.rating);
    expect_same(blitz(&anna), stored(&anna));
    assert_int_equal(stored(&anna).version, 3);
}

/* Erasing an account moves its ratings to another id while its last games are running. */
static void a_game_ends_even_if_the_stored_rating_has_gone(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    struct round *round = start_game(&anna, &bob, true);
    play_in(round, long_game);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ERASE_RATINGS);
    store_bind_text(job, anna.id);
    store_bind_text(job, "*ghost");
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    const struct command command = resignation(round, RK_WHITE);
    expect_done(harness_command(&harness, round, &command));
    assert_true(round_is_over(round));
    assert_int_equal(stored(&bob).games, 2);
    assert_int_equal(stored(&anna).version, 1);
    expect_same(blitz(&anna), stored(&anna));
}

/* The result and the ratings are one job: after a crash both are there, or none. */
static void a_crash_between_result_and_rating_neither_loses_nor_doubles_it(void **state)
{
    (void)state;
    for (int lost = 0; lost < 2; lost++) {
        struct round *round = start_game(&anna, &bob, true);
        const int64_t before = blitz(&anna).games;
        char id[GAME_ID_SIZE + 1];
        memcpy(id, round_info(round)->id, sizeof id);
        play_in(round, long_game);
        struct recorded_reply reply = {.count = 0};
        const struct command command = resignation(round, RK_BLACK);
        round_command(round, &command, record_reply, &reply);
        if (lost)
            harness_lose_power(&harness, SECOND);
        else
            harness_crash(&harness, SECOND);
        round = rounds_find(harness.server, id);
        assert_true(lost ? round && !round_is_over(round) : !round || round_is_over(round));
        assert_int_equal(blitz(&anna).games, before + !lost);
        expect_same(blitz(&anna), stored(&anna));
        if (lost)
            expect_done(harness_command(&harness, round, &command));
        assert_int_equal(blitz(&anna).games, before + 1);
        assert_int_equal(stored(&bob).games, before + 1);
    }
}

static void a_server_that_ends_before_the_ratings_are_read_again_leaks_nothing(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    struct round *round = start_game(&anna, &bob, true);
    struct recorded_reply reply = {.count = 0};
    play_in(round, long_game);
    struct rating other = stored(&anna);
    rating_add_refund(&other, 1);
    struct store_job *job = store_job_create();
    rating_add_row(job, anna.id, PERF_BLITZ, &other, harness.server->now);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    const struct command command = resignation(round, RK_WHITE);
    round_command(round, &command, record_reply, &reply);
    store_poll(&harness.store.store); // refused; the read is queued
    harness_crash(&harness, SECOND);
    assert_int_equal(reply.count, 0);
    assert_int_equal(blitz(&anna).games, 1);
}

// ---- refunds ---------------------------------------------------------------------------------

static struct refund_summary refund(const char *cheater)
{
    return harness_refund(&harness, cheater);
}

static void victims_get_back_what_they_lost_once(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    finish(start_game(&carl, &anna, true), long_game, RK_WHITE);
    finish(start_game(&anna, &carl, true), long_game, RK_WHITE); // she lost that one
    const double bobs = blitz(&bob).glicko.rating, carls = blitz(&carl).glicko.rating;
    harness_wait(&harness, SECOND);
    const struct refund_summary summary = refund("anna");
    assert_int_equal(summary.players, 2);
    assert_true(fabs(blitz(&bob).glicko.rating - RATING_START) < 1e-9);
    assert_true(blitz(&carl).glicko.rating > carls);
    assert_true(fabs(blitz(&bob).glicko.rating - bobs + blitz(&carl).glicko.rating - carls -
                     summary.points) < 1e-9);
    expect_same(blitz(&bob), stored(&bob));
    assert_int_equal(refund("anna").players, 0);
    assert_int_equal(refund("nobody").players, 0);
}

static void games_of_last_week_are_not_refunded(void **state)
{
    (void)state;
    finish(start_game(&anna, &bob, true), long_game, RK_BLACK);
    harness_skip(&harness, 6 * DAY);
    assert_int_equal(refund("anna").players, 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_rated_game_changes_both_ratings_on_disk_and_in_memory),
        TEST(a_rated_game_counts_once_if_its_last_commit_got_no_answer),
        TEST(the_game_shows_the_ratings_of_its_start),
        TEST(a_casual_game_changes_nothing),
        TEST(an_aborted_game_changes_nothing),
        TEST(a_game_needs_two_plies_and_two_accounts),
        TEST(losing_short_games_in_a_row_on_purpose_is_silently_not_rated),
        TEST(a_series_of_short_games_goes_on_after_a_restart),
        TEST(a_result_that_cannot_be_written_changes_no_rating),
        TEST(two_games_that_end_together_both_count_in_order),
        TEST(a_game_that_follows_one_that_failed_is_computed_again),
        TEST(a_rating_changed_by_another_process_is_read_again),
        TEST(a_game_ends_even_if_the_stored_rating_has_gone),
        TEST(a_crash_between_result_and_rating_neither_loses_nor_doubles_it),
        TEST(a_server_that_ends_before_the_ratings_are_read_again_leaks_nothing),
        TEST(victims_get_back_what_they_lost_once),
        TEST(games_of_last_week_are_not_refunded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
