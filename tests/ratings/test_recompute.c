/* SPDX-License-Identifier: MIT */
/* Computing all ratings again gives what the server wrote, to the last bit, and corrects the rest.
 */
#include "ratings/recompute.h"

#include <stdio.h>
#include <string.h>

#include "base/prng.h"
#include "cluster/shards.h"
#include "ratings/rating_row.h"
#include "support/board.h"
#include "support/harness.h"
#include "support/refund.h"

enum { PLAYERS = 5, GAMES = 60 };

static struct harness harness;
static struct identity players[PLAYERS];
static struct prng prng;
static char last_game[GAME_ID_SIZE + 1];

static void play_game(unsigned white, unsigned black, bool rated)
{
    static const char *const clocks[] = {"1+0", "3+2", "10+5"};
    static const char *const moves[] = {"e4 e5", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5",
                                        "d4"};
    struct game_info info = {.players = {players[white], players[black]},
                             .settings = settings_for(clocks[prng_below(&prng, 3)])};
    info.settings.rated = rated;
    server_make_id(harness.server, info.id);
    memcpy(last_game, info.id, sizeof last_game);
    harness_finish_game(&harness, harness_start_game(&harness, &info), moves[prng_below(&prng, 3)],
                        (rk_side)prng_below(&prng, 2));
    harness_skip(&harness, prng_below(&prng, 3) * DAY);
}

/* Games of people and a bot, rated or not, some too short, and refunds between them. */
static int set_up(void **state)
{
    (void)state;
    static const char *const names[PLAYERS] = {"Anna", "Bob", "Carl", "Dora", "Robo"};
    harness_open(&harness);
    prng = (struct prng){12345};
    for (int i = 0; i < PLAYERS; i++)
        players[i] = harness_add_account(&harness, names[i], i == 4 ? ROLE_BOT : ROLE_PLAYER);
    size_t refunded = 0;
    for (int i = 0; i < GAMES; i++) {
        const unsigned white = prng_below(&prng, PLAYERS);
        play_game(white, (white + 1 + prng_below(&prng, PLAYERS - 1)) % PLAYERS, i % 5 != 0);
        if (i % 20 == 10)
            refunded += harness_refund(&harness, players[i % PLAYERS].id).players;
    }
    assert_true(refunded > 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static struct recompute_report recompute(bool dry_run)
{
    struct recompute_report report;
    const struct recompute_options options = {.dry_run = dry_run};
    assert_int_equal(ratings_recompute(harness.store.memory, &options, &report), STORE_DONE);
    return report;
}

static void expect_right(void)
{
    const struct recompute_report report = recompute(true);
    assert_true(report.games > 20 && report.ratings > 8 && report.refunds > 0);
    assert_int_equal(report.wrong_games, 0);
    assert_int_equal(report.wrong_ratings, 0);
    assert_int_equal(report.wrong_points, 0);
}

static void add_game_with_order(struct store_job *job, const char *id, int64_t order)
{
    static const char head[] =
        "{\"white\":{\"id\":\"anna\",\"role\":0},\"black\":{\"id\":\"bob\",\"role\":0}}";
    const unsigned shard = shard_of_game(id);
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, id);
    store_bind_text(job, head);
    store_bind_text(job, "blitz");
    store_bind_integer(job, true); // rated
    store_bind_integer(job, false);
    store_bind_integer(job, 0);
    store_bind_integer(job, shard);
    store_bind_integer(job, shards_epoch(harness.server, shard));
    store_call(job, STORE_SET_GAME_RATINGS);
    store_bind_text(job, id);
    store_bind_integer(job, order);
    for (int i = 0; i < 4; i++)
        store_bind_real(job, 1500);
}

static void the_server_wrote_what_is_computed_to_the_last_bit(void **state)
{
    (void)state;
    expect_right();
}

static void set_last_game(bool is_new, double points)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_GAME_RATINGS);
    store_bind_text(job, last_game);
    if (is_new)
        store_bind_null(job);
    else
        store_bind_integer(job, 1000000);
    for (int i = 0; i < 4; i++)
        if (is_new)
            store_bind_null(job);
        else
            store_bind_real(job, points);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
}

/* Plays until a game has counted. */
static void play_one_that_counts(void)
{
    const size_t games = recompute(true).games;
    while (recompute(true).games == games)
        play_game(0, 1, true);
}

static void a_wrong_game_is_found_and_corrected(void **state)
{
    (void)state;
    play_one_that_counts();
    set_last_game(false, 1234.5);
    assert_int_equal(recompute(true).wrong_games, 1);
    assert_int_equal(recompute(true).wrong_games, 1); // nothing was changed
    assert_int_equal(recompute(false).wrong_games, 1);
    expect_right();
}

static void a_wrong_rating_is_found_and_corrected(void **state)
{
    (void)state;
    play_one_that_counts();
    struct rating rating = rating_start(false);
    rating.version = 1;
    struct store_job *job = store_job_create();
    rating_put_row(job, "carl", PERF_HORDE, &rating); // he never played that
    store_call(job, STORE_DELETE_RATING);
    store_bind_text(job, "anna");
    store_bind_text(job, "blitz");
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    assert_int_equal(recompute(true).wrong_ratings, 2);
    assert_int_equal(recompute(false).wrong_ratings, 2);
    expect_right();
}

static void a_rated_game_from_before_there_were_ratings_counts(void **state)
{
    (void)state;
    play_one_that_counts();
    set_last_game(true, 0);
    const struct recompute_report report = recompute(false);
    assert_int_equal(report.new_games, 1);
    expect_right();
}

static void a_server_goes_on_with_corrected_ratings(void **state)
{
    (void)state;
    play_one_that_counts();
    set_last_game(false, 1234.5);
    recompute(false);
    harness_restart(&harness, SECOND);
    play_one_that_counts();
    expect_right();
}

/* More of them than a page has: no place between two pages may lose one. */
static void changes_with_the_same_order_are_all_counted(void **state)
{
    (void)state;
    enum { MANY = 2500 };
    struct recompute_report report = recompute(true);
    const size_t games = report.games + MANY;
    struct store_job *job = store_job_create();
    for (int i = 0; i < MANY; i++) {
        char id[GAME_ID_SIZE + 1];
        snprintf(id, sizeof id, "many%04d", i);
        add_game_with_order(job, id, 7);
    }
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
    report = recompute(true);
    assert_int_equal(report.games, games);
    assert_int_equal(report.new_games, 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_server_wrote_what_is_computed_to_the_last_bit),
        TEST(a_wrong_game_is_found_and_corrected),
        TEST(a_wrong_rating_is_found_and_corrected),
        TEST(a_rated_game_from_before_there_were_ratings_counts),
        TEST(a_server_goes_on_with_corrected_ratings),
        TEST(changes_with_the_same_order_are_all_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
