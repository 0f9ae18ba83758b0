/* SPDX-License-Identifier: MIT */
/* Games run where a player is connected. The first node owns the lobby. */
#include "lobby/game_ids.h"

#include <stdio.h>
#include <string.h>

#include "accounts/presence_replication.h"
#include "cluster/membership.h"
#include "cluster/nodes.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/people.h"

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

static struct server *server_of(size_t node)
{
    return cluster.members[node].harness.server;
}

static void an_id_belongs_to_the_node_of_the_player(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        char name[8], id[GAME_ID_SIZE + 1];
        struct fake_connection connection;
        snprintf(name, sizeof name, "Anna%zu", i);
        const struct someone anna = someone_join(&cluster.members[0].harness, name);
        fake_connection_connect(&connection, &cluster.members[i].harness, anna.cookie);
        cluster_wait(&cluster, 2 * SECOND); // until the lobby knows where she is
        for (int round = 0; round < 20; round++) {
            game_id_generate(server_of(0), anna.id, id);
            assert_true(shard_of_game_is_ours(server_of(i), id));
        }
        fake_connection_close(&connection);
    }
}

static void a_game_of_an_absent_player_may_run_anywhere(void **state)
{
    (void)state;
    bool found[CLUSTER_NODES] = {false};
    assert_int_equal(presence_node_of(server_of(0), "nobody"), 0);
    for (int round = 0; round < 200; round++) {
        char id[GAME_ID_SIZE + 1];
        game_id_generate(server_of(0), "nobody", id);
        assert_int_equal(strlen(id), GAME_ID_SIZE);
        for (size_t i = 0; i < CLUSTER_NODES; i++)
            found[i] |=
                membership_owner(server_of(0), shard_of_game(id)) == nodes_self(server_of(i));
    }
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_true(found[i]);
}

static void a_challenge_becomes_a_game_on_the_node_of_the_challenger(void **state)
{
    (void)state;
    struct fake_connection connection;
    const struct someone anna = someone_join(&cluster.members[0].harness, "Anna");
    fake_connection_connect(&connection, &cluster.members[2].harness, anna.cookie);
    cluster_wait(&cluster, 2 * SECOND);
    for (int round = 0; round < 5; round++) {
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"challenge\",\"id\":\"c%d\",\"clock\":\"10+0\"}",
                 round);
        fake_connection_send(&connection, text);
        cluster_settle(&cluster);
        const char *made = json_field(fake_connection_receive(&connection, "ack"), "made");
        assert_true(shard_of_game_is_ours(server_of(2), made));
    }
    fake_connection_close(&connection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_id_belongs_to_the_node_of_the_player, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_game_of_an_absent_player_may_run_anywhere, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_challenge_becomes_a_game_on_the_node_of_the_challenger,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
