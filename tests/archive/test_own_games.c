/* SPDX-License-Identifier: MIT */
/* The opening databases of the nodes of a cluster: each node has a file of its own, and all have
 * the same games. */
#include <stdio.h>

#include "support/board.h"
#include "support/cluster.h"
#include "support/folder.h"
#include "support/people.h"

static struct cluster cluster;
static struct folder folders[CLUSTER_NODES];
static struct someone anna;

static struct harness *node(size_t index)
{
    return &cluster.members[index].harness;
}

static void play_on(size_t owner)
{
    struct game_info info = {
        .players = {identity_named("Anna", ROLE_PLAYER), identity_named("Bert", ROLE_PLAYER)},
        .settings = settings_for("5+3")};
    harness_make_own_id(node(owner), info.id);
    harness_finish_game(node(owner), harness_start_game(node(owner), &info), "e2e4 e7e5", RK_WHITE);
}

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        folders[i] = folder_make();
        node(i)->env.data_folder = folders[i].path;
    }
    cluster_start_all(&cluster);
    anna = someone_join(node(0), "Anna");
    (void)someone_join(node(0), "Bert");
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        play_on(i);
    cluster_wait(&cluster, 5 * SECOND);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct folder inside;
        const int size = snprintf(inside.path, sizeof inside.path, "%s/explorer", folders[i].path);
        assert_true((size_t)size < sizeof inside.path);
        folder_remove(&inside);
        folder_remove(&folders[i]);
    }
    return 0;
}

static void expect_players(size_t index, const char *one, const char *nobody)
{
    const struct fake_response got =
        harness_request(node(index), METHOD_GET, "/lichess?play=e2e4", NULL, NULL);
    assert_has(got.body, "\"black\":3");
    assert_has(got.body, one);
    assert_lacks(got.body, nobody);
}

static void erase_anna(void)
{
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        expect_players(i, "Anna", "Ghost");
    someone_post(&anna, "/account/close", "{\"password\":\"" PEOPLE_PASSWORD "\",\"erase\":true}",
                 200);
}

static void an_erased_player_leaves_the_databases_of_all_nodes(void **state)
{
    (void)state;
    erase_anna();
    cluster_wait(&cluster, 5 * SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        expect_players(i, "Ghost", "Anna");
}

static void an_erased_player_leaves_the_database_of_a_node_that_was_away(void **state)
{
    (void)state;
    cluster.network.faults.dropped = 1000;
    erase_anna();
    cluster_wait(&cluster, 5 * SECOND);
    expect_players(0, "Ghost", "Anna");
    expect_players(1, "Anna", "Ghost");
    fake_network_cut(&cluster.network, 1);
    cluster.network.faults.dropped = 0;
    fake_network_heal(&cluster.network, 1);
    cluster_wait(&cluster, 5 * SECOND);
    expect_players(1, "Ghost", "Anna");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_erased_player_leaves_the_databases_of_all_nodes),
        TEST(an_erased_player_leaves_the_database_of_a_node_that_was_away),
    };
    return cmocka_run_group_tests_name("own games", tests, NULL, NULL);
}
