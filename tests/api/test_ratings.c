/* SPDX-License-Identifier: MIT */
/* Ratings over HTTP and WebSocket, in the shapes that Lichess clients expect. */
#include "ratings/ratings.h"

#include <stdio.h>
#include <string.h>

#include "ratings/rating_row.h"
#include "support/board.h"
#include "support/fake_connection.h"

static const char long_game[] = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4";
static const int64_t monday = INT64_C(1700438400000); /* 2023-11-20 */

static struct harness harness;
static struct identity anna, bob;
static char game[GAME_ID_SIZE + 1];

static void play(const struct identity *white, const struct identity *black, bool rated,
                 rk_side loser)
{
    struct game_info info = {.players = {*white, *black}, .settings = settings_for("3+2")};
    info.settings.rated = rated;
    server_make_id(harness.server, info.id);
    memcpy(game, info.id, sizeof game);
    harness_finish_game(&harness, harness_start_game(&harness, &info), long_game, loser);
}

static int set_up(void **state)
{
    (void)state;
    harness_open_store(&harness);
    harness.now = monday;
    harness_start(&harness);
    anna = harness_add_account(&harness, "Anna", ROLE_PLAYER);
    bob = harness_add_account(&harness, "Bob", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static const char *get(const char *target)
{
    static struct fake_response response;
    response = harness_request(&harness, METHOD_GET, target, NULL, NULL);
    assert_int_equal(response.status, 200);
    return response.body;
}

static void expect_in(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("%s is not in %s", part, text);
}

static void expect_status(const char *target, unsigned status)
{
    assert_int_equal(harness_request(&harness, METHOD_GET, target, NULL, NULL).status, status);
}

/* Gives a player an established rating. */
static void establish(const struct identity *who, double points)
{
    struct rating rating = rating_start(false);
    rating.glicko = (struct glicko2){points, 60, 0.06};
    rating.games = 30;
    rating.rated_at = harness.now;
    rating.version = 1;
    struct store_job *job = store_job_create();
    rating_put_row(job, who->id, PERF_BLITZ, &rating);
    assert_int_equal(fake_store_run(&harness.store, job), STORE_DONE);
}

// ---- users -----------------------------------------------------------------------------------

static void a_user_has_ratings_and_counts(void **state)
{
    (void)state;
    play(&anna, &bob, true, RK_BLACK);
    play(&anna, &bob, false, RK_WHITE);
    const char *user = get("/api/user/anna");
    expect_in(user, "\"blitz\":{\"games\":1,\"rating\":1737,\"rd\":397,\"prog\":0,\"prov\":true}");
    expect_in(user, "\"atomic\":{\"games\":0,\"rating\":1500,\"rd\":500,\"prog\":0,\"prov\":true}");
    expect_in(user,
              "\"count\":{\"all\":2,\"rated\":1,\"win\":1,\"loss\":1,\"draw\":0,\"playing\":0");
}

static void the_history_has_one_point_a_day(void **state)
{
    (void)state;
    play(&anna, &bob, true, RK_BLACK);
    play(&anna, &bob, true, RK_BLACK);
    harness_skip(&harness, DAY);
    play(&anna, &bob, true, RK_BLACK);
    char expected[160];
    const struct rating now = ratings_get(harness.server, &anna, PERF_BLITZ);
    snprintf(expected, sizeof expected,
             "{\"name\":\"Blitz\",\"points\":[[2023,10,20,%d],[2023,10,21,%d]]}", now.recent[1],
             now.recent[0]);
    expect_in(get("/api/user/Anna/rating-history"), expected);
    expect_in(get("/api/user/Anna/rating-history"), "{\"name\":\"Horde\",\"points\":[]}");
    expect_status("/api/user/nobody/rating-history", 404);
}

static void a_perf_has_its_statistics(void **state)
{
    (void)state;
    play(&anna, &bob, true, RK_BLACK);
    const char *perf = get("/api/user/anna/perf/blitz");
    expect_in(perf, "\"user\":{\"name\":\"Anna\"}");
    expect_in(perf, "\"glicko\":{\"rating\":1737.14,\"deviation\":396.71,\"provisional\":true}");
    expect_in(perf, "\"nb\":1");
    expect_in(perf, "\"rank\":null");
    expect_in(perf, "\"highest\":{\"int\":1737}");
    expect_in(perf, "\"count\":{\"all\":1,\"rated\":1,\"win\":1,\"loss\":0,\"draw\":0}");
    play(&anna, &bob, true, RK_WHITE); // a worse rating on the same day
    expect_in(get("/api/user/anna/perf/blitz"), "\"highest\":{\"int\":1737}");
    expect_status("/api/user/anna/perf/checkers", 404);
    expect_status("/api/user/nobody/perf/blitz", 404);
}

static void the_crosstable_counts_the_games_of_two(void **state)
{
    (void)state;
    play(&anna, &bob, true, RK_BLACK);
    play(&bob, &anna, false, RK_BLACK);
    play(&anna, &bob, false, RK_BLACK);
    expect_in(get("/api/crosstable/anna/Bob"),
              "{\"users\":{\"anna\":2.0,\"bob\":1.0},\"nbGames\":3}");
    expect_in(get("/api/crosstable/anna/carl"), "\"nbGames\":0");
}

// ---- leaderboards ----------------------------------------------------------------------------

static void leaderboards_have_established_ratings_in_order(void **state)
{
    (void)state;
    establish(&anna, 1650.2);
    establish(&bob, 1900.7);
    const struct identity carl = harness_add_account(&harness, "Carl", ROLE_PLAYER);
    play(&carl, &anna, true, RK_BLACK); // provisional
    harness_restart(&harness, SECOND);
    const char *top = get("/api/player/top/10/blitz");
    expect_in(top, "{\"users\":[{\"id\":\"bob\",\"username\":\"Bob\",\"perfs\":{\"blitz\":{"
                   "\"rating\":1901,\"progress\":0}}},{\"id\":\"anna\"");
    assert_null(strstr(top, "carl"));
    assert_null(strstr(get("/api/player/top/1/blitz"), "anna"));
    expect_in(get("/api/player"), "\"blitz\":[{\"id\":\"bob\"");
    expect_in(get("/api/player"), "\"horde\":[]");
    expect_in(get("/api/user/bob/perf/blitz"), "\"rank\":1");
    expect_in(get("/api/user/anna/perf/blitz"), "\"rank\":2");
    expect_in(get("/api/user/carl/perf/blitz"), "\"rank\":null");
    expect_status("/api/player/top/0/blitz", 400);
    expect_status("/api/player/top/201/blitz", 400);
    expect_status("/api/player/top/ten/blitz", 400);
    expect_status("/api/player/top/10/checkers", 404);
}

static void excluded_players_are_not_on_leaderboards(void **state)
{
    (void)state;
    establish(&anna, 1650);
    harness_restart(&harness, SECOND);
    expect_in(get("/api/player/top/10/blitz"), "anna");
    ratings_exclude(harness.server, "anna", true);
    harness_wait(&harness, SECOND);
    assert_null(strstr(get("/api/player/top/10/blitz"), "anna"));
    ratings_exclude(harness.server, "anna", false);
    harness_wait(&harness, SECOND);
    expect_in(get("/api/player/top/10/blitz"), "anna");
}

static void ranks_and_leaderboards_follow_the_date(void **state)
{
    (void)state;
    establish(&anna, 1650);
    harness_restart(&harness, SECOND);
    server_set_date(harness.server, harness.now + 400 * DAY);
    assert_null(strstr(get("/api/player/top/10/blitz"), "anna"));
    expect_in(get("/api/user/anna/perf/blitz"), "\"rank\":null");
    struct fake_connection page;
    fake_connection_get(&page, &harness, "/@/Anna", "text/html");
    expect_in(fake_connection_body(&page), "1650?"); // provisional by now
    fake_connection_fini(&page);
}

// ---- games -----------------------------------------------------------------------------------

static void expect_exported(void)
{
    char target[64];
    struct fake_connection got;
    snprintf(target, sizeof target, "/game/export/%s", game);
    fake_connection_get(&got, &harness, target, "application/json");
    assert_true(
        fake_connection_saw(&got, "\"rating\":1500,\"provisional\":true,\"ratingDiff\":237"));
    assert_true(fake_connection_saw(&got, "\"ratingDiff\":-237"));
    fake_connection_fini(&got);
    fake_connection_get(&got, &harness, target, "*/*");
    assert_true(fake_connection_saw(&got,
                                    "[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n"
                                    "[WhiteRatingDiff \"+237\"]\n[BlackRatingDiff \"-237\"]"));
    fake_connection_fini(&got);
}

static void exports_have_ratings_and_changes_from_memory_and_from_disk(void **state)
{
    (void)state;
    play(&anna, &bob, true, RK_BLACK);
    expect_exported();
    harness_crash(&harness, DAY);
    expect_exported();
}

// ---- WebSocket -------------------------------------------------------------------------------

static void a_watcher_gets_the_change_with_the_end(void **state)
{
    (void)state;
    struct fake_connection watcher;
    struct game_info info = {.players = {anna, bob}, .settings = settings_for("3+2")};
    info.settings.rated = true;
    snprintf(info.id, sizeof info.id, "AAAAbbbb");
    struct round *round = harness_start_game(&harness, &info);
    fake_connection_connect(&watcher, &harness, NULL);
    fake_connection_send(&watcher, "{\"t\":\"watch\",\"game\":\"AAAAbbbb\"}");
    const char *snapshot = fake_connection_receive(&watcher, "game");
    expect_in(snapshot, "\"white_rating\":1500,\"black_rating\":1500,\"white_provisional\":true");
    assert_null(strstr(snapshot, "diff"));
    harness_finish_game(&harness, round, long_game, RK_BLACK);
    const char *event = fake_connection_receive(&watcher, "event");
    while (!strstr(event, "resign"))
        event = fake_connection_receive(&watcher, "event");
    expect_in(event, "\"white_diff\":237,\"black_diff\":-237");
    fake_connection_close(&watcher);
}

static void the_home_page_follows_leaderboards_and_results(void **state)
{
    (void)state;
    struct fake_connection home;
    play(&anna, &bob, true, RK_BLACK);
    establish(&(struct identity){.id = "carl"}, 1650);
    harness_add_account(&harness, "Carl", ROLE_PLAYER);
    harness_crash(&harness, SECOND);
    fake_connection_connect(&home, &harness, NULL);
    fake_connection_send(&home, "{\"t\":\"leaderboard\",\"perf\":\"blitz\",\"on\":true}");
    expect_in(fake_connection_receive(&home, "place"),
              "\"place\":1,\"name\":\"Carl\",\"rating\":1650,\"progress\":0");
    expect_in(fake_connection_receive(&home, "places"), "\"count\":1");
    fake_connection_send(&home, "{\"t\":\"results\",\"on\":true}");
    expect_in(fake_connection_receive(&home, "result"), "\"white_diff\":237");
    play(&anna, &bob, true, RK_BLACK);
    harness_wait(&harness, 2 * SECOND);
    expect_in(fake_connection_receive(&home, "result"), "\"winner\":\"white\"");
    expect_in(fake_connection_receive(&home, "places"), "\"perf\":\"blitz\"");
    fake_connection_send(&home, "{\"t\":\"leaderboard\",\"perf\":\"checkers\",\"on\":true}");
    fake_connection_receive(&home, "refused");
    fake_connection_close(&home);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_user_has_ratings_and_counts),
        TEST(the_history_has_one_point_a_day),
        TEST(a_perf_has_its_statistics),
        TEST(the_crosstable_counts_the_games_of_two),
        TEST(leaderboards_have_established_ratings_in_order),
        TEST(excluded_players_are_not_on_leaderboards),
        TEST(ranks_and_leaderboards_follow_the_date),
        TEST(exports_have_ratings_and_changes_from_memory_and_from_disk),
        TEST(a_watcher_gets_the_change_with_the_end),
        TEST(the_home_page_follows_leaderboards_and_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
