/* SPDX-License-Identifier: MIT */
/* Who is online, among several nodes. */
#include "accounts/presence_replication.h"

#include <stdio.h>
#include <string.h>

#include "accounts/presence_change.h"
#include "cluster/nodes.h"
#include "cluster/replication_batch.h"
#include "support/board.h"
#include "support/cluster.h"

static struct cluster cluster;
static struct fake_listener anna, bert;

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

static bool is_online(size_t node, const char *who)
{
    return presence_is_online(cluster.members[node].harness.server, who);
}

static bool is_away(size_t node, const char *who)
{
    return presence_is_away(cluster.members[node].harness.server, who);
}

static size_t count_people(size_t node)
{
    size_t count = 0;
    for (size_t at = 0; presence_next(cluster.members[node].harness.server, &at);)
        count++;
    return count;
}

static void people_of_one_node_are_online_on_all(void **state)
{
    (void)state;
    fake_listener_join(&anna, &cluster.members[1].harness, "anna");
    assert_false(is_online(0, "anna"));
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < 3; i++) {
        assert_true(is_online(i, "anna"));
        assert_int_equal(count_people(i), 1);
        size_t at = 0;
        assert_string_equal(presence_next(cluster.members[i].harness.server, &at)->name, "anna");
    }
    assert_int_equal(presence_connections(cluster.members[0].harness.server, "anna"), 0);
    fake_listener_leave(&anna);
    cluster_wait(&cluster, SECOND);
    assert_false(is_online(2, "anna"));
    assert_true(presence_last_seen(cluster.members[2].harness.server, "anna") > 0);
    assert_int_equal(count_people(0), 0);
}

static void somebody_on_two_nodes_is_one_person(void **state)
{
    (void)state;
    fake_listener_join(&anna, &cluster.members[0].harness, "anna");
    fake_listener_join(&bert, &cluster.members[1].harness, "anna");
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_people(0), 1);
    assert_int_equal(count_people(2), 1);
    fake_listener_leave(&anna);
    cluster_wait(&cluster, SECOND);
    assert_true(is_online(0, "anna"));
    assert_true(is_online(2, "anna"));
    fake_listener_leave(&bert);
    cluster_wait(&cluster, SECOND);
    assert_false(is_online(0, "anna"));
}

static void somebody_is_away_who_is_away_everywhere(void **state)
{
    (void)state;
    fake_listener_join(&anna, &cluster.members[0].harness, "anna");
    fake_listener_join(&bert, &cluster.members[1].harness, "anna");
    presence_set_away(cluster.members[0].harness.server, "anna", true);
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < 3; i++)
        assert_false(is_away(i, "anna"));
    presence_set_away(cluster.members[1].harness.server, "anna", true);
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < 3; i++)
        assert_true(is_away(i, "anna"));
    presence_touch(cluster.members[1].harness.server, "anna");
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < 3; i++)
        assert_false(is_away(i, "anna"));
}

static void who_does_nothing_becomes_away_on_all_nodes(void **state)
{
    (void)state;
    fake_listener_join(&anna, &cluster.members[0].harness, "anna");
    cluster_wait(&cluster, 5 * MINUTE - SECOND);
    assert_false(is_away(2, "anna"));
    cluster_wait(&cluster, 7 * SECOND);
    assert_true(is_away(2, "anna"));
}

static void the_people_of_a_node_that_leaves_are_gone(void **state)
{
    (void)state;
    fake_listener_join(&anna, &cluster.members[1].harness, "anna");
    fake_listener_join(&bert, &cluster.members[2].harness, "bert");
    cluster_wait(&cluster, SECOND);
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND); // until its lease has ended
    assert_false(is_online(0, "anna"));
    assert_true(is_online(0, "bert"));
}

static void a_node_that_was_cut_off_catches_up(void **state)
{
    (void)state;
    fake_listener_join(&anna, &cluster.members[0].harness, "anna");
    cluster_wait(&cluster, SECOND);
    fake_network_cut(&cluster.network, 2);
    fake_listener_leave(&anna);
    fake_listener_join(&bert, &cluster.members[1].harness, "bert");
    cluster_wait(&cluster, 3 * SECOND);
    assert_true(is_online(2, "anna"));
    fake_network_heal(&cluster.network, 2);
    cluster_wait(&cluster, 2 * SECOND);
    assert_false(is_online(2, "anna"));
    assert_true(is_online(2, "bert"));
}

static void losses_heal(void **state)
{
    (void)state;
    static struct fake_listener people[40];
    cluster.network.faults = (struct fake_faults){
        .dropped = 300, .duplicated = 200, .delay_max_ms = 1200, .reorders = true};
    for (int i = 0; i < 40; i++) {
        char name[16];
        snprintf(name, sizeof name, "person%d", i);
        fake_listener_join(&people[i], &cluster.members[i % 3].harness, name);
        if (i % 2)
            fake_listener_leave(&people[i - 1]);
        cluster_wait(&cluster, 300);
    }
    cluster.network.faults = (struct fake_faults){0};
    cluster_wait(&cluster, 6 * SECOND);
    for (size_t node = 0; node < 3; node++)
        assert_int_equal(count_people(node), 20);
}

static void publish(const struct replication_batch *batch)
{
    struct buffer bytes = {0};
    replication_batch_write(batch, &bytes);
    presence_change_write(
        &(struct presence_change){.who = identity_named("Eve", ROLE_PLAYER), .online = true},
        &bytes);
    bus_publish(cluster.members[1].harness.bus, "presence", bytes.bytes, bytes.size);
    buffer_fini(&bytes);
    cluster_settle(&cluster);
}

static void what_nobody_has_sent_is_ignored(void **state)
{
    (void)state;
    publish(
        &(struct replication_batch){.node = 12345, .sequence = 1, .begins = true, .ends = true});
    publish(&(struct replication_batch){.node = nodes_self(cluster.members[0].harness.server),
                                        .sequence = 99,
                                        .begins = true,
                                        .ends = true});
    bus_publish(cluster.members[1].harness.bus, "presence", "\2\1\1", 3);
    cluster_settle(&cluster);
    assert_false(is_online(0, "eve"));
}

#define COPIES_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        COPIES_TEST(people_of_one_node_are_online_on_all),
        COPIES_TEST(somebody_on_two_nodes_is_one_person),
        COPIES_TEST(somebody_is_away_who_is_away_everywhere),
        COPIES_TEST(who_does_nothing_becomes_away_on_all_nodes),
        COPIES_TEST(the_people_of_a_node_that_leaves_are_gone),
        COPIES_TEST(a_node_that_was_cut_off_catches_up),
        COPIES_TEST(losses_heal),
        COPIES_TEST(what_nobody_has_sent_is_ignored),
    };
    return cmocka_run_group_tests_name("presence_replication", tests, NULL, NULL);
}
