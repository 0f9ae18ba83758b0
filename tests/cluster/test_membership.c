/* SPDX-License-Identifier: MIT */
/* Several servers on one store: each shard has one owner, whatever happens to them. */
#include <stdio.h>
#include <string.h>

#include "cluster/cluster_table.h"
#include "cluster/membership.h"
#include "cluster/nodes.h"
#include "rounds/round_clock.h"
#include "rounds/round_internal.h"
#include "rounds/round_watch.h"
#include "support/board.h"
#include "support/cluster.h"

enum { LEASE = 3 * SECOND };

static struct cluster cluster;

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

// ---- what the tables say ---------------------------------------------------------------------

static unsigned count_owned(size_t index)
{
    const struct cluster_table table = cluster_read_table(&cluster);
    const int node = cluster_table_find(&table, cluster.members[index].harness.config.node_name);
    unsigned count = 0;
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++)
        count += node != NO_NODE && table.shards[shard].owner == node;
    return count;
}

/* At most one node acts as the owner of a shard, and if nothing has happened for a while, it is the
 * one in the table. */
static void expect_one_owner(void)
{
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        unsigned owners = 0;
        for (size_t i = 0; i < CLUSTER_NODES; i++)
            owners +=
                cluster_runs(&cluster, i) && shard_is_ours(cluster_server(&cluster, i), shard);
        assert_true(owners <= 1);
    }
}

static void expect_settled(void)
{
    const struct cluster_table table = cluster_read_table(&cluster);
    expect_one_owner();
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        const int owner = table.shards[shard].owner;
        assert_int_not_equal(owner, NO_NODE);
        for (size_t i = 0; i < CLUSTER_NODES; i++)
            if (cluster_runs(&cluster, i))
                assert_int_equal(
                    shard_is_ours(cluster_server(&cluster, i), shard),
                    !strcmp(cluster.members[i].harness.config.node_name, table.nodes[owner].name));
    }
}

static void start_nodes(size_t count)
{
    for (size_t i = 0; i < count; i++)
        cluster_start(&cluster, i);
    cluster_wait(&cluster, 5 * SECOND);
    expect_settled();
}

// ---- games -----------------------------------------------------------------------------------

/* Starts a game of five minutes in one of the node's shards and plays 1. e4 e5. */
static struct round *start_game(size_t index, char id[GAME_ID_SIZE + 1])
{
    struct harness *harness = &cluster.members[index].harness;
    struct game_info info = {
        .settings = settings_for("5+0"),
        .players = {identity_named("Anna", ROLE_PLAYER), identity_named("Bob", ROLE_PLAYER)}};
    harness_make_own_id(harness, info.id);
    memcpy(id, info.id, GAME_ID_SIZE + 1);
    struct round *round = harness_start_game(harness, &info);
    static const char *const moves[] = {"e4", "e5"};
    for (size_t i = 0; i < 2; i++) {
        struct command command = {.verb = VERB_MOVE, .by = info.players[i], .version = -1};
        snprintf(command.move, sizeof command.move, "%s", moves[i]);
        expect_done(harness_command(harness, round, &command));
        cluster_wait(&cluster, SECOND);
    }
    return round;
}

static struct recorded_reply play_move(size_t index, struct round *round, rk_side side,
                                       const char *text)
{
    struct command command = {
        .verb = VERB_MOVE, .by = round_info(round)->players[side], .version = -1};
    snprintf(command.move, sizeof command.move, "%s", text);
    return harness_command(&cluster.members[index].harness, round, &command);
}

/* The node that runs the game, which only one does. */
static struct round *find_game(const char *id, size_t *out_index)
{
    struct round *found = NULL;
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct round *round =
            cluster_runs(&cluster, i) ? rounds_find(cluster_server(&cluster, i), id) : NULL;
        if (!round || round->replica)
            continue;
        assert_null(found);
        found = round;
        *out_index = i;
    }
    return found;
}

// ---- joining ---------------------------------------------------------------------------------

static void the_first_node_takes_all_shards_at_once(void **state)
{
    (void)state;
    cluster_start(&cluster, 0);
    assert_true(server_ready(cluster_server(&cluster, 0)));
    assert_int_equal(shards_count_owned(cluster_server(&cluster, 0)), SHARD_TOTAL);
    expect_settled();
}

static void a_node_that_joins_gets_its_share_within_a_second(void **state)
{
    (void)state;
    cluster_start(&cluster, 0);
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_owned(1), 128);
    expect_settled();
    cluster_start(&cluster, 2);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_owned(2), 85);
    expect_settled();
}

static void nodes_share_the_shards_without_a_bus_too(void **state)
{
    (void)state;
    fake_network_cut(&cluster.network, 0);
    fake_network_cut(&cluster.network, 1);
    cluster_start(&cluster, 0);
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(count_owned(1), 128);
    expect_settled();
}

static void a_game_goes_on_where_its_shard_has_gone(void **state)
{
    (void)state;
    char ids[8][GAME_ID_SIZE + 1];
    start_nodes(1);
    for (size_t i = 0; i < 8; i++)
        start_game(0, ids[i]);
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, 2 * SECOND);
    unsigned moved = 0;
    for (size_t i = 0; i < 8; i++) {
        size_t index = 0;
        struct round *round = find_game(ids[i], &index);
        assert_non_null(round);
        moved += index == 1;
        expect_done(play_move(index, round, RK_WHITE, "Nf3"));
        assert_int_equal(round_plies(round), 3);
        assert_true(round_clock_left(round, RK_BLACK) > 298 * SECOND);
    }
    assert_in_range(moved, 1, 7);
}

static void two_servers_with_one_name_do_not_run_at_the_same_time(void **state)
{
    (void)state;
    cluster.members[1].harness.config.node_name = "ada";
    cluster_start(&cluster, 0);
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(shards_count_owned(cluster_server(&cluster, 0)), SHARD_TOTAL);
    assert_int_equal(shards_count_owned(cluster_server(&cluster, 1)), 0);
    assert_false(server_ready(cluster_server(&cluster, 1)));
    assert_non_null(membership_problem(cluster_server(&cluster, 1)));
    cluster_kill(&cluster, 0);
    cluster_wait(&cluster, 8 * SECOND);
    assert_int_equal(shards_count_owned(cluster_server(&cluster, 1)), SHARD_TOTAL);
}

// ---- nodes that die --------------------------------------------------------------------------

static void the_games_of_a_dead_node_are_taken_over_paused_and_charged_to_nobody(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    size_t index = 0;
    start_nodes(3);
    const struct round *before = start_game(1, id);
    const int64_t left = round_clock_left(before, RK_WHITE);
    cluster_kill(&cluster, 1);
    const int64_t died = cluster.now;
    cluster_wait(&cluster, 2 * SECOND);
    assert_null(find_game(id, &index)); // its lease has not ended
    cluster_wait(&cluster, LEASE - SECOND);
    struct round *round = find_game(id, &index);
    assert_non_null(round);
    assert_true(round_is_paused(round));
    const struct journal *journal = round_journal(round);
    assert_in_range(died - journal->events[journal->count - 1].at, 0, SECOND);
    assert_in_range(round_clock_left(round, RK_WHITE), left, left + SECOND);
    expect_done(play_move(index, round, RK_WHITE, "Nf3"));
    expect_settled();
    assert_int_equal(count_owned(1), 0);
}

/* The nodes that take the shards of a dead one cannot read its games, and one of them dies as well.
 */
static void a_takeover_that_failed_charges_nobody_either(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1], other[GAME_ID_SIZE + 1];
    size_t index = 0;
    start_nodes(3);
    start_game(0, other);
    start_game(2, other);
    const int64_t left = round_clock_left(start_game(1, id), RK_WHITE);
    cluster_kill(&cluster, 1);
    cluster.members[0].harness.store.reads_fail = cluster.members[2].harness.store.reads_fail =
        true;
    cluster_wait(&cluster, 6 * SECOND);
    const size_t first = shard_of_game_is_ours(cluster_server(&cluster, 0), id) ? 0 : 2;
    assert_null(find_game(id, &index));
    cluster_kill(&cluster, first);
    cluster.members[2 - first].harness.store.reads_fail = false;
    cluster_wait(&cluster, 6 * SECOND);
    const struct round *round = find_game(id, &index);
    assert_non_null(round);
    assert_in_range(round_clock_left(round, RK_WHITE), left, left + SECOND);
}

static void a_node_that_restarts_has_its_shards_again_at_once(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    size_t index = 0;
    start_nodes(3);
    const unsigned owned = count_owned(1);
    start_game(1, id);
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, SECOND);
    cluster_start(&cluster, 1);
    assert_int_equal(shards_count_owned(cluster_server(&cluster, 1)), owned);
    struct round *round = find_game(id, &index);
    assert_int_equal(index, 1);
    assert_true(round_is_paused(round));
    cluster_wait(&cluster, SECOND);
    expect_settled();
}

static void other_nodes_are_reported_as_they_come_and_go(void **state)
{
    (void)state;
    uint64_t numbers[CLUSTER_NODES];
    start_nodes(3);
    struct server *ada = cluster_server(&cluster, 0);
    const uint64_t ben = nodes_self(cluster_server(&cluster, 1));
    assert_int_equal(nodes_list(ada, numbers, CLUSTER_NODES), 3);
    assert_true(nodes_is_alive(ada, ben));
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 4 * SECOND);
    assert_false(nodes_is_alive(ada, ben));
    assert_int_equal(nodes_list(ada, numbers, CLUSTER_NODES), 2);
    assert_true(nodes_is_alive(ada, nodes_self(ada)));
}

static void count_lost(struct watcher *watcher)
{
    assert_null(watcher->round);
    watcher->version = SIZE_MAX; // nothing reads it any more
}

static void ignore_frame(struct watcher *watcher, struct shared_buffer *frame)
{
    (void)watcher;
    (void)frame;
}

/* The node shares the database with the others, but cannot talk to them. */
static void use_no_bus(size_t index)
{
    struct harness *harness = &cluster.members[index].harness;
    char why[64];
    bus_close(harness->bus);
    assert_int_equal(bus_open(&(struct bus_options){0}, &harness->bus, why, sizeof why), RK_OK);
}

static void those_who_watch_a_game_that_is_lost_are_told(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    use_no_bus(1);
    start_nodes(2);
    struct watcher watcher = {
        .side = RK_NO_SIDE, .view = VIEW_WIRE, .send = ignore_frame, .lost = count_lost};
    round_watch(start_game(1, id), &watcher, -1);
    struct server *ben = cluster_server(&cluster, 1);
    server_stop(ben, ben->now);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(watcher.version, SIZE_MAX);
}

static void an_old_owner_that_wakes_up_cannot_write_and_drops_its_games(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    size_t index = 0;
    start_nodes(3);
    struct round *stale = start_game(1, id);
    cluster.members[1].is_frozen = true;
    cluster_wait(&cluster, 5 * SECOND);
    struct round *round = find_game(id, &index);
    assert_int_not_equal(index, 1);
    expect_done(play_move(index, round, RK_WHITE, "Nf3"));
    // It wakes up, and the first thing it gets is a command: its clock does not know of the pause.
    struct recorded_reply result = {0};
    struct command command = {
        .verb = VERB_MOVE, .by = round_info(stale)->players[RK_WHITE], .version = -1};
    snprintf(command.move, sizeof command.move, "d4");
    cluster.members[1].is_frozen = false;
    round_command(stale, &command, record_reply, &result);
    cluster_settle(&cluster);
    assert_int_equal(result.count, 1);
    assert_int_equal(result.reply.refusal, REFUSED_BUSY);
    cluster_wait(&cluster, 3 * SECOND);
    round = find_game(id, &index); // only one node has it
    assert_non_null(round);
    assert_int_equal(round_plies(round), 3);
    expect_settled();
}

static void commands_are_refused_while_the_lease_cannot_be_renewed(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    start_nodes(1);
    struct round *round = start_game(0, id);
    const int64_t left = round_clock_left(round, RK_WHITE);
    cluster.members[0].harness.store.paused = true;
    cluster_wait(&cluster, 2900);
    assert_false(shard_of_game_is_ours(cluster_server(&cluster, 0), id));
    const struct recorded_reply result = play_move(0, round, RK_WHITE, "Nf3");
    expect_refused(result, REFUSED_BUSY, "try again");
    cluster_wait(&cluster, MINUTE);
    cluster.members[0].harness.store.paused = false;
    cluster_wait(&cluster, SECOND);
    assert_true(round_clock_left(round, RK_WHITE) > left - 5 * SECOND); // the minute is not charged
    expect_done(play_move(0, round, RK_WHITE, "Nf3"));
}

static void nothing_is_lost_after_an_outage_of_the_database(void **state)
{
    (void)state;
    char ids[CLUSTER_NODES][GAME_ID_SIZE + 1];
    struct round *rounds[CLUSTER_NODES];
    start_nodes(3);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        rounds[i] = start_game(i, ids[i]);
    const struct cluster_table before = cluster_read_table(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        cluster.members[i].harness.store.writes_fail = cluster.members[i].harness.store.reads_fail =
            true;
    cluster_wait(&cluster, 10 * SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        cluster.members[i].harness.store.writes_fail = cluster.members[i].harness.store.reads_fail =
            false;
        cluster_wait(&cluster, SECOND); // one after the other
    }
    cluster_wait(&cluster, 5 * SECOND);
    const struct cluster_table after = cluster_read_table(&cluster);
    for (unsigned shard = 0; shard < SHARD_TOTAL; shard++) {
        assert_int_equal(after.shards[shard].owner, before.shards[shard].owner);
        assert_int_equal(after.shards[shard].epoch, before.shards[shard].epoch);
    }
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        size_t index = 0;
        assert_ptr_equal(find_game(ids[i], &index), rounds[i]);
        expect_done(play_move(i, rounds[i], RK_WHITE, "Nf3"));
    }
    expect_settled();
}

// ---- leaving ---------------------------------------------------------------------------------

static void a_node_that_stops_hands_its_games_over(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    size_t index = 0;
    start_nodes(3);
    start_game(1, id);
    struct server *ben = cluster_server(&cluster, 1);
    server_stop(ben, ben->now);
    assert_true(server_is_leaving(ben));
    cluster_wait(&cluster, SECOND);
    assert_true(server_stopped(ben));
    assert_int_equal(count_owned(1), 0);
    struct round *round = find_game(id, &index);
    assert_int_not_equal(index, 1);
    expect_done(play_move(index, round, RK_WHITE, "Nf3"));
    cluster_kill(&cluster, 1);
    expect_settled();
    cluster_start(&cluster, 1);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_owned(1), 85);
    expect_settled();
}

static void the_last_node_stops_without_a_successor(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    start_nodes(1);
    start_game(0, id);
    struct server *ada = cluster_server(&cluster, 0);
    server_stop(ada, ada->now);
    assert_false(server_is_leaving(ada));
    cluster_settle(&cluster);
    assert_true(server_stopped(ada));
    cluster_kill(&cluster, 0);
    cluster_start(&cluster, 1); // another one need not wait for the end of the lease
    cluster_wait(&cluster, LEASE + SECOND);
    size_t index = 0;
    assert_true(round_is_paused(find_game(id, &index)));
}

// ---- clocks that disagree --------------------------------------------------------------------

static void entries_of_an_owner_whose_clock_was_ahead_do_no_harm(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    size_t index = 0;
    cluster.members[1].skew = DAY;
    start_nodes(2);
    const int64_t left = round_clock_left(start_game(1, id), RK_WHITE);
    cluster_kill(&cluster, 1);
    cluster_wait(&cluster, 5 * SECOND);
    struct round *round = find_game(id, &index);
    assert_true(round_is_paused(round));
    expect_done(play_move(0, round, RK_WHITE, "Nf3"));
    assert_in_range(round_clock_left(round, RK_WHITE), left - SECOND, left + SECOND);
    cluster_wait(&cluster, 10 * SECOND);
    assert_in_range(round_clock_left(round, RK_BLACK), 288 * SECOND, 291 * SECOND);
    expect_done(play_move(0, round, RK_BLACK, "Nc6"));
}

// ---- by chance -------------------------------------------------------------------------------

static void disturb(struct prng *prng)
{
    const size_t index = prng_below(prng, CLUSTER_NODES);
    struct cluster_member *member = &cluster.members[index];
    struct fake_store *store = &member->harness.store;
    switch (prng_below(prng, 6)) {
    case 0:
        if (member->harness.server)
            cluster_kill(&cluster, index);
        break;
    case 1:
        member->is_frozen = member->harness.server && !member->is_frozen;
        break;
    case 2:
        store->writes_fail = !store->writes_fail;
        break;
    case 3:
        store->unknown_writes = 3;
        store->unknown_land = prng_below(prng, 2);
        break;
    case 4:
        (prng_below(prng, 2) ? fake_network_cut : fake_network_heal)(&cluster.network, index);
        break;
    default:
        if (!member->harness.server)
            cluster_start(&cluster, index);
    }
}

static void each_shard_has_one_owner_whatever_happens(void **state)
{
    (void)state;
    struct prng prng = {7};
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        cluster_start(&cluster, i);
    for (int round = 0; round < 60; round++) {
        disturb(&prng);
        for (int step = 0; step < 4; step++) {
            cluster_wait(&cluster, prng_below(&prng, 1000));
            expect_one_owner();
        }
    }
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct cluster_member *member = &cluster.members[i];
        member->is_frozen = member->harness.store.writes_fail = false;
        fake_network_heal(&cluster.network, i);
        if (!member->harness.server)
            cluster_start(&cluster, i);
    }
    cluster_wait(&cluster, 10 * SECOND);
    expect_settled();
    assert_in_range(count_owned(0), 85, 86);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_node_takes_all_shards_at_once),
        TEST(a_node_that_joins_gets_its_share_within_a_second),
        TEST(nodes_share_the_shards_without_a_bus_too),
        TEST(a_game_goes_on_where_its_shard_has_gone),
        TEST(two_servers_with_one_name_do_not_run_at_the_same_time),
        TEST(the_games_of_a_dead_node_are_taken_over_paused_and_charged_to_nobody),
        TEST(a_takeover_that_failed_charges_nobody_either),
        TEST(a_node_that_restarts_has_its_shards_again_at_once),
        TEST(other_nodes_are_reported_as_they_come_and_go),
        TEST(those_who_watch_a_game_that_is_lost_are_told),
        TEST(an_old_owner_that_wakes_up_cannot_write_and_drops_its_games),
        TEST(commands_are_refused_while_the_lease_cannot_be_renewed),
        TEST(nothing_is_lost_after_an_outage_of_the_database),
        TEST(a_node_that_stops_hands_its_games_over),
        TEST(the_last_node_stops_without_a_successor),
        TEST(entries_of_an_owner_whose_clock_was_ahead_do_no_harm),
        TEST(each_shard_has_one_owner_whatever_happens),
    };
    return cmocka_run_group_tests_name("membership", tests, NULL, NULL);
}
