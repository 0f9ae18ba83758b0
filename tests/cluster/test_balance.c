/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/prng.h"
#include "cluster/balance.h"
#include "support/board.h"

static struct cluster_table table;
static int wanted[SHARD_TOTAL];

static void add_node(int64_t lease_ms)
{
    struct cluster_node *node = &table.nodes[table.node_count++];
    *node = (struct cluster_node){.number = table.node_count, .lease_ms = lease_ms};
    snprintf(node->name, sizeof node->name, "node %zu", table.node_count);
}

static int set_up(void **state)
{
    (void)state;
    memset(&table, 0, sizeof table);
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        table.shards[shard].owner = NO_NODE;
    return 0;
}

/* Moves the shards to where they should be; returns how many have moved. */
static unsigned rebalance(void)
{
    unsigned moved = 0;
    balance_shards(&table, wanted);
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        moved += table.shards[shard].owner != wanted[shard];
        table.shards[shard].owner = wanted[shard];
    }
    return moved;
}

static unsigned count_of(int node)
{
    unsigned count = 0;
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        count += table.shards[shard].owner == node;
    return count;
}

static void the_only_node_gets_all_shards(void **state)
{
    (void)state;
    add_node(3000);
    assert_int_equal(rebalance(), SHARD_TOTAL);
    assert_int_equal(count_of(0), SHARD_TOTAL);
    assert_int_equal(rebalance(), 0);
}

static void a_node_that_joins_gets_its_share_and_no_more_moves(void **state)
{
    (void)state;
    add_node(3000);
    rebalance();
    table.shards[SHARD_LOBBY].owner = 0;
    add_node(3000);
    assert_int_equal(rebalance(), 128);
    assert_int_equal(count_of(1), 128);
    add_node(3000);
    assert_int_equal(rebalance(), 85);
    assert_in_range(count_of(0), 85, 86);
    assert_in_range(count_of(1), 85, 86);
    assert_int_equal(count_of(2), 85);
    assert_int_equal(table.shards[SHARD_LOBBY].owner, 0); // the lobby stays
}

static void the_shards_of_a_dead_node_are_spread_over_the_others(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        add_node(3000);
    rebalance();
    const unsigned lost = count_of(1);
    table.nodes[1].lease_ms = 0;
    assert_int_equal(rebalance(), lost);
    assert_int_equal(count_of(1), 0);
    assert_in_range(count_of(0), 128, 129);
    assert_in_range(count_of(2), 128, 129);
}

static void a_draining_node_keeps_nothing_and_gets_nothing(void **state)
{
    (void)state;
    add_node(3000);
    rebalance();
    add_node(3000);
    table.nodes[0].draining = true;
    assert_int_equal(rebalance(), SHARD_TOTAL);
    assert_int_equal(count_of(1), SHARD_TOTAL);
}

static void without_a_living_node_nobody_should_own_anything(void **state)
{
    (void)state;
    balance_shards(&table, wanted);
    assert_int_equal(wanted[0], NO_NODE);
    add_node(-1);
    balance_shards(&table, wanted);
    assert_int_equal(wanted[SHARD_LOBBY], NO_NODE);
}

static void shares_are_equal_up_to_one_whatever_happens(void **state)
{
    (void)state;
    struct prng prng = {1};
    for (int i = 0; i < NODES_MAX; i++)
        add_node(3000);
    for (int round = 0; round < 200; round++) {
        table.nodes[prng_below(&prng, NODES_MAX)].lease_ms = prng_below(&prng, 2) ? 3000 : 0;
        table.nodes[prng_below(&prng, NODES_MAX)].draining = prng_below(&prng, 4) == 0;
        rebalance();
        unsigned least = SHARD_TOTAL, most = 0;
        for (int i = 0; i < NODES_MAX; i++) {
            const unsigned count = count_of(i);
            if (!cluster_node_can_take_shards(&table.nodes[i])) {
                assert_int_equal(count, 0);
                continue;
            }
            least = count < least ? count : least;
            most = count > most ? count : most;
        }
        assert_true(most <= least + 1);
        assert_int_equal(rebalance(), 0);
    }
}

#define TEST(function) cmocka_unit_test_setup(function, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_only_node_gets_all_shards),
        TEST(a_node_that_joins_gets_its_share_and_no_more_moves),
        TEST(the_shards_of_a_dead_node_are_spread_over_the_others),
        TEST(a_draining_node_keeps_nothing_and_gets_nothing),
        TEST(without_a_living_node_nobody_should_own_anything),
        TEST(shares_are_equal_up_to_one_whatever_happens),
    };
    return cmocka_run_group_tests_name("balance", tests, NULL, NULL);
}
