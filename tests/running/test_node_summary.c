/* SPDX-License-Identifier: MIT */
/* The games of other nodes, in short. */
#include "running/node_summary.h"

#include <string.h>

#include "cluster/nodes.h"
#include "running/tv.h"
#include "support/board.h"
#include "support/cluster.h"

static struct cluster cluster;

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    cluster_start_all(&cluster);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

/* On the first node. */
static const struct game_info *start_game(void)
{
    struct harness *harness = &cluster.members[0].harness;
    struct game_info info = {.settings = settings_for("5+3")};
    harness_make_own_id(harness, info.id);
    info.players[RK_WHITE] = identity_named("Anna", ROLE_PLAYER);
    info.players[RK_BLACK] = identity_named("Bert", ROLE_PLAYER);
    return round_info(harness_start_game(harness, &info));
}

static void a_node_knows_the_newest_games_of_others(void **state)
{
    (void)state;
    const struct server *other = cluster.members[1].harness.server;
    harness_add_account(&cluster.members[0].harness, "Anna", ROLE_PLAYER);
    harness_add_account(&cluster.members[0].harness, "Bert", ROLE_PLAYER);
    const struct game_info info = *start_game();
    cluster_wait(&cluster, 2 * SECOND);
    assert_int_equal(node_summaries_count_games(other), 1);
    size_t at = 0;
    assert_string_equal(node_summaries_next(other, &at)->id, info.id);
    assert_null(node_summaries_next(other, &at));
    assert_int_equal(node_summaries_count_games(cluster.members[0].harness.server), 0);
    cluster_kill(&cluster, 0);
    cluster_wait(&cluster, 5 * SECOND); // until another node has taken the game
    assert_int_equal(rounds_count_running(other) + node_summaries_count_games(other), 1);
}

static struct node_summary example(void)
{
    struct node_summary summary = {.running = 70, .count = 1};
    summary.node = nodes_self(cluster.members[0].harness.server);
    summary.games[0] = (struct summary_game){.id = "abcdefgh", .rating = 3000, .created_at = 5};
    summary.best[TV_BEST] = summary.games[0];
    return summary;
}

static void publish(const struct node_summary *summary)
{
    struct buffer bytes = {0};
    node_summary_write(summary, &bytes);
    bus_publish(cluster.members[0].harness.bus, "games.summary", bytes.bytes, bytes.size);
    buffer_fini(&bytes);
    cluster_settle(&cluster);
}

static void the_best_game_of_a_channel_is_known(void **state)
{
    (void)state;
    const struct server *other = cluster.members[1].harness.server;
    struct node_summary summary = example();
    publish(&summary);
    assert_string_equal(node_summaries_best(other, TV_BEST)->id, "abcdefgh");
    assert_null(node_summaries_best(other, TV_BOT));
    assert_int_equal(node_summaries_count_games(other), 70);
    summary.node = 12345; // nobody's
    summary.best[TV_BEST].rating = 4000;
    publish(&summary);
    assert_int_equal(node_summaries_best(other, TV_BEST)->rating, 3000);
}

static void better_players_come_first_then_newer_games(void **state)
{
    (void)state;
    const struct summary_game one = {.rating = 3000, .created_at = 5};
    const struct summary_game newer = {.rating = 3000, .created_at = 6};
    const struct summary_game better = {.rating = 3001, .created_at = 1};
    assert_true(summary_game_is_better(&newer, &one));
    assert_true(summary_game_is_better(&better, &newer));
    assert_false(summary_game_is_better(&one, &better));
}

static void what_is_no_summary_is_refused(void **state)
{
    (void)state;
    const struct node_summary summary = example();
    struct node_summary read;
    struct buffer bytes = {0};
    node_summary_write(&summary, &bytes);
    assert_int_equal(node_summary_parse(bytes.bytes, bytes.size, &read), RK_OK);
    for (size_t size = 0; size < bytes.size; size++)
        assert_int_equal(node_summary_parse(bytes.bytes, size, &read), RK_BAD_RECORD);
    bytes.bytes[0]++;
    assert_int_equal(node_summary_parse(bytes.bytes, bytes.size, &read), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

#define SUMMARY_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SUMMARY_TEST(a_node_knows_the_newest_games_of_others),
        SUMMARY_TEST(the_best_game_of_a_channel_is_known),
        SUMMARY_TEST(better_players_come_first_then_newer_games),
        SUMMARY_TEST(what_is_no_summary_is_refused),
    };
    return cmocka_run_group_tests_name("node_summary", tests, NULL, NULL);
}
