/* SPDX-License-Identifier: MIT */
/* Streams of games, TV and results: each node of a cluster shows the games of all. */
#include <stdio.h>
#include <string.h>

#include "cluster/shards.h"
#include "rounds/round_internal.h"
#include "running/tv.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/fake_connection.h"

static struct cluster cluster;
static struct identity anna, bob, carol;

static struct harness *node(size_t index)
{
    return &cluster.members[index].harness;
}

static int set_up(void **state)
{
    (void)state;
    cluster_open(&cluster);
    cluster_start_all(&cluster);
    anna = harness_add_account(node(0), "Anna", ROLE_PLAYER);
    bob = harness_add_account(node(0), "Bob", ROLE_PLAYER);
    carol = harness_add_account(node(0), "Carol", ROLE_PLAYER);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    return 0;
}

// ---- games -----------------------------------------------------------------------------------

static struct game_info make_info(size_t owner, const struct identity *white,
                                  const struct identity *black)
{
    struct game_info info = {.settings = settings_for("5+3"), .players = {*white, *black}};
    harness_make_own_id(node(owner), info.id);
    return info;
}

static struct round *start_on(size_t owner, const struct identity *white,
                              const struct identity *black)
{
    const struct game_info info = make_info(owner, white, black);
    struct round *round = harness_start_game(node(owner), &info);
    cluster_wait(&cluster, 2 * SECOND);
    return round;
}

static void play(size_t owner, struct round *round, const char *moves)
{
    char uci[8];
    for (int used; sscanf(moves, "%7s%n", uci, &used) == 1; moves += used) {
        const struct identity by = round_info(round)->players[round_turn(round)];
        struct command command = {.verb = VERB_MOVE, .by = by, .version = -1};
        snprintf(command.move, sizeof command.move, "%s", uci);
        expect_done(harness_command(node(owner), round, &command));
    }
    cluster_settle(&cluster);
}

static void resign(size_t owner, struct round *round)
{
    const struct command command = {
        .verb = VERB_RESIGN, .by = round_info(round)->players[RK_WHITE], .version = -1};
    expect_done(harness_command(node(owner), round, &command));
    cluster_wait(&cluster, 2 * SECOND);
}

static void open_stream(struct fake_connection *stream, size_t index, enum method method,
                        const char *path, const char *body)
{
    struct request request = http_request(method, path, NULL, body);
    request.content_type = "";
    fake_connection_init(stream, node(index));
    fake_connection_request(stream, &request);
    cluster_wait(&cluster, SECOND);
    assert_true(stream->stream);
}

// ---- the positions of a game -----------------------------------------------------------------

static void open_positions(struct fake_connection *stream, size_t index, const char *game)
{
    char path[64];
    snprintf(path, sizeof path, "/api/stream/game/%s", game);
    open_stream(stream, index, METHOD_GET, path, NULL);
}

static void the_positions_of_a_game_are_streamed_by_every_node(void **state)
{
    (void)state;
    struct fake_connection streams[CLUSTER_NODES];
    struct round *round = start_on(0, &anna, &bob);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        open_positions(&streams[i], i, round_info(round)->id);
    play(0, round, "e2e4 e7e5 g1f3 b8c6 f1b5");
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(fake_connection_count(&streams[i], "\"lm\""), 5);
    play(0, round, "a7a6 b5a4 g8f6 e1g1");
    resign(0, round);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(fake_connection_count(&streams[i], "\"lm\""), 9);
        assert_true(fake_connection_saw(&streams[i], "\"name\":\"resign\""));
        assert_true(streams[i].closed);
        assert_string_equal(fake_connection_body(&streams[i]), fake_connection_body(&streams[0]));
    }
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        fake_connection_fini(&streams[i]);
}

static void a_stream_of_positions_goes_on_when_the_game_moves_to_another_node(void **state)
{
    (void)state;
    struct fake_connection stream;
    struct round *round = start_on(0, &anna, &bob);
    char id[GAME_ID_SIZE + 1];
    snprintf(id, sizeof id, "%s", round_info(round)->id);
    open_positions(&stream, 1, id);
    play(0, round, "e2e4 e7e5");
    cluster_wait(&cluster, 3 * MINUTE); // nobody else looks at it
    cluster_kill(&cluster, 0);
    cluster_wait(&cluster, 6 * SECOND);
    const size_t owner = shard_of_game_is_ours(node(1)->server, id) ? 1 : 2;
    round = rounds_find(node(owner)->server, id);
    assert_non_null(round);
    play(owner, round, "g1f3 b8c6 f1b5 a7a6");
    cluster_wait(&cluster, 2 * SECOND);
    assert_int_equal(fake_connection_count(&stream, "\"lm\""), 5);
    resign(owner, round);
    assert_true(stream.closed);
    assert_int_equal(fake_connection_count(&stream, "\"lm\""), 6);
    fake_connection_fini(&stream);
}

// ---- games between users, and games by id ----------------------------------------------------

static void games_between_users_are_streamed_by_every_node(void **state)
{
    (void)state;
    struct fake_connection streams[CLUSTER_NODES];
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        open_stream(&streams[i], i, METHOD_POST, "/api/stream/games-by-users", "anna,bob");
    struct round *round = start_on(0, &anna, &bob);
    start_on(1, &anna, &carol);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(fake_connection_count(&streams[i], "\"statusName\""), 1);
        assert_int_equal(fake_connection_count(&streams[i], round_info(round)->id), 1);
    }
    play(0, round, "e2e4 e7e5");
    resign(0, round);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(fake_connection_count(&streams[i], "\"statusName\":\"resign\""), 1);
        assert_int_equal(fake_connection_count(&streams[i], "\"statusName\""), 2);
        fake_connection_close(&streams[i]);
    }
}

static void a_game_that_moves_to_another_node_is_not_announced_as_a_new_one(void **state)
{
    (void)state;
    struct fake_connection streams[2];
    open_stream(&streams[0], 1, METHOD_POST, "/api/stream/games-by-users", "anna,bob");
    start_on(0, &anna, &bob);
    open_stream(&streams[1], 2, METHOD_POST, "/api/stream/games-by-users", "anna,bob");
    cluster_kill(&cluster, 0);
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(fake_connection_count(&streams[0], "\"statusName\""), 1);
    assert_int_equal(fake_connection_count(&streams[1], "\"statusName\""), 0);
    fake_connection_close(&streams[0]);
    fake_connection_close(&streams[1]);
}

static void the_current_games_of_all_nodes_are_sent_first(void **state)
{
    (void)state;
    struct fake_connection stream;
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        start_on(i, &anna, &bob);
    start_on(0, &anna, &carol);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        open_stream(&stream, i, METHOD_POST, "/api/stream/games-by-users?withCurrentGames=true",
                    "anna,bob");
        assert_int_equal(fake_connection_count(&stream, "\"statusName\":\"started\""), 3);
        fake_connection_close(&stream);
    }
}

static void a_private_game_of_another_node_is_not_streamed(void **state)
{
    (void)state;
    struct fake_connection stream;
    open_stream(&stream, 1, METHOD_POST, "/api/stream/games-by-users?withCurrentGames=true",
                "anna,bob");
    struct game_info info = make_info(0, &anna, &bob);
    info.settings.hidden = true;
    struct round *round = harness_start_game(node(0), &info);
    cluster_wait(&cluster, 2 * SECOND);
    resign(0, round);
    assert_string_equal(fake_connection_body(&stream), "");
    fake_connection_close(&stream);
}

static void games_by_id_can_be_added_at_any_node(void **state)
{
    (void)state;
    struct fake_connection stream, other;
    struct round *first = start_on(1, &anna, &bob), *second = start_on(2, &anna, &carol);
    open_stream(&stream, 0, METHOD_POST, "/api/stream/games/mine", round_info(first)->id);
    assert_int_equal(fake_connection_count(&stream, "\"statusName\":\"started\""), 1);
    struct request request =
        http_request(METHOD_POST, "/api/stream/games/mine/add", NULL, round_info(second)->id);
    request.content_type = "";
    fake_connection_init(&other, node(2));
    fake_connection_request(&other, &request);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(other.status, 200);
    assert_int_equal(fake_connection_count(&stream, "\"statusName\":\"started\""), 2);
    play(2, second, "e2e4 e7e5");
    resign(2, second);
    assert_int_equal(fake_connection_count(&stream, "\"statusName\":\"resign\""), 1);
    fake_connection_close(&other);
    fake_connection_close(&stream);
}

// ---- exports ---------------------------------------------------------------------------------

static struct fake_response export_on(size_t index, const char *path)
{
    return harness_request(node(index), METHOD_GET, path, NULL, NULL);
}

static void a_running_game_can_be_exported_from_every_node(void **state)
{
    (void)state;
    char path[64];
    struct round *round = start_on(1, &anna, &bob);
    play(1, round, "e2e4 e7e5 g1f3 b8c6 f1b5");
    snprintf(path, sizeof path, "/game/export/%s", round_info(round)->id);
    const struct fake_response first = export_on(1, path);
    assert_int_equal(first.status, 200);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        struct fake_connection connection;
        fake_connection_get(&connection, node(i), path, "");
        cluster_wait(&cluster, SECOND);
        assert_int_equal(connection.status, 200);
        assert_string_equal(fake_connection_body(&connection), first.body);
        fake_connection_fini(&connection);
    }
}

static void running_games_are_among_the_games_of_a_user_and_those_by_id(void **state)
{
    (void)state;
    struct fake_connection connection;
    struct round *round = start_on(1, &anna, &bob);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        fake_connection_get(&connection, node(i), "/api/games/user/anna?ongoing=true", "");
        cluster_wait(&cluster, SECOND);
        assert_true(fake_connection_saw(&connection, round_info(round)->id));
        fake_connection_fini(&connection);
        struct request request =
            http_request(METHOD_POST, "/api/games/export/_ids", NULL, round_info(round)->id);
        request.content_type = "";
        fake_connection_init(&connection, node(i));
        fake_connection_request(&connection, &request);
        cluster_wait(&cluster, SECOND);
        assert_true(fake_connection_saw(&connection, round_info(round)->id));
        fake_connection_fini(&connection);
    }
}

static void a_game_that_has_ended_is_exported_as_such_before_its_copy_knows(void **state)
{
    (void)state;
    struct fake_connection watcher, connection;
    char path[64], watch[64];
    struct round *round = start_on(1, &anna, &bob);
    play(1, round, "e2e4 e7e5 g1f3 b8c6 f1b5");
    snprintf(path, sizeof path, "/game/export/%s", round_info(round)->id);
    snprintf(watch, sizeof watch, "{\"t\":\"watch\",\"game\":\"%s\"}", round_info(round)->id);
    fake_connection_connect(&watcher, node(2), NULL);
    fake_connection_send(&watcher, watch);
    cluster_wait(&cluster, SECOND);
    cluster.network.faults.dropped = 1000;
    const struct command command = {
        .verb = VERB_RESIGN, .by = round_info(round)->players[RK_WHITE], .version = -1};
    expect_done(harness_command(node(1), round, &command));
    fake_connection_get(&connection, node(2), path, "");
    assert_true(fake_connection_saw(&connection, "3. Bb5"));
    assert_true(fake_connection_saw(&connection, "0-1"));
    fake_connection_fini(&connection);
    fake_connection_close(&watcher);
}

// ---- TV --------------------------------------------------------------------------------------

static void expect_shown(const char *game)
{
    cluster_wait(&cluster, 5 * SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        if (cluster_runs(&cluster, i))
            assert_string_equal(tv_feature(node(i)->server, TV_BLITZ)->game, game);
}

static void every_node_shows_the_same_game_on_tv(void **state)
{
    (void)state;
    struct fake_connection feeds[CLUSTER_NODES];
    struct round *first = start_on(1, &anna, &bob);
    expect_shown(round_info(first)->id);
    struct round *newer = start_on(2, &anna, &carol); // would be better, but the other one stays
    expect_shown(round_info(first)->id);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        open_stream(&feeds[i], i, METHOD_GET, "/api/tv/blitz/feed", NULL);
        assert_int_equal(fake_connection_count(&feeds[i], round_info(first)->id), 1);
    }
    play(1, first, "e2e4");
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(fake_connection_count(&feeds[i], "\"lm\":\"e2e4\""), 1);
    play(1, first, "e7e5");
    resign(1, first);
    cluster_wait(&cluster, 10 * SECOND);
    expect_shown(round_info(newer)->id);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(fake_connection_count(&feeds[i], round_info(newer)->id), 1);
        fake_connection_close(&feeds[i]);
    }
}

static void tv_goes_on_when_its_game_is_not_looked_at_for_long(void **state)
{
    (void)state;
    struct fake_connection feed;
    struct round *round = start_on(1, &anna, &bob);
    open_stream(&feed, 0, METHOD_GET, "/api/tv/blitz/feed", NULL);
    expect_shown(round_info(round)->id);
    play(1, round, "e2e4 e7e5");
    cluster_wait(&cluster, 90 * SECOND);
    play(1, round, "g1f3");
    assert_int_equal(fake_connection_count(&feed, "\"lm\":\"g1f3\""), 1);
    assert_int_equal(fake_connection_count(&feed, "\"featured\""), 1);
    fake_connection_close(&feed);
}

static void a_node_that_joins_shows_what_the_others_show(void **state)
{
    (void)state;
    cluster_kill(&cluster, 2);
    cluster_wait(&cluster, 10 * SECOND);
    struct round *round = start_on(1, &anna, &bob);
    char shown[GAME_ID_SIZE + 1]; // the game may move to the new node
    snprintf(shown, sizeof shown, "%s", round_info(round)->id);
    expect_shown(shown);
    start_on(0, &anna, &carol);
    play(1, round, "e2e4 e7e5");
    cluster_start(&cluster, 2);
    cluster_wait(&cluster, 10 * SECOND);
    expect_shown(shown);
}

static void tv_goes_on_when_the_lobby_moves(void **state)
{
    (void)state;
    struct round *round = start_on(1, &anna, &bob);
    expect_shown(round_info(round)->id);
    cluster_move_lobby(&cluster, 2);
    cluster_wait(&cluster, 5 * SECOND);
    expect_shown(round_info(round)->id);
    play(1, round, "e2e4 e7e5");
    resign(1, round);
    struct round *next = start_on(0, &anna, &carol);
    cluster_wait(&cluster, 10 * SECOND);
    expect_shown(round_info(next)->id);
}

static void a_node_that_gets_no_messages_selects_for_itself(void **state)
{
    (void)state;
    struct round *round = start_on(1, &anna, &bob);
    expect_shown(round_info(round)->id);
    play(1, round, "e2e4 e7e5");
    resign(1, round);
    fake_network_cut(&cluster.network, 1);
    cluster_wait(&cluster, 10 * SECOND);
    struct round *own = start_on(1, &anna, &carol);
    cluster_wait(&cluster, 10 * SECOND);
    assert_string_equal(tv_feature(node(1)->server, TV_BLITZ)->game, round_info(own)->id);
    assert_string_equal(tv_feature(node(0)->server, TV_BLITZ)->game, round_info(round)->id);
    fake_network_heal(&cluster.network, 1);
    cluster_wait(&cluster, 15 * SECOND);
    expect_shown(round_info(own)->id);
}

// ---- results ---------------------------------------------------------------------------------

static size_t count_results(const struct fake_connection *connection, const char *game)
{
    size_t count = 0;
    for (size_t i = 0; i < connection->message_count; i++)
        count += strstr(connection->messages[i], "\"t\":\"result\"") &&
                 strstr(connection->messages[i], game);
    return count;
}

static void follow_results(struct fake_connection *connection, size_t index)
{
    fake_connection_connect(connection, node(index), NULL);
    fake_connection_send(connection, "{\"t\":\"results\",\"on\":true}");
}

/* Plays games that the first node runs, and keeps their ids. */
static void finish_games(char (*ids)[GAME_ID_SIZE + 1], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct round *round = start_on(0, &anna, &bob);
        snprintf(ids[i], sizeof ids[i], "%s", round_info(round)->id);
        play(0, round, "e2e4 e7e5");
        resign(0, round);
    }
}

static void the_results_of_all_nodes_are_shown_once_by_each(void **state)
{
    (void)state;
    struct fake_connection followers[CLUSTER_NODES];
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        follow_results(&followers[i], i);
    char id[1][GAME_ID_SIZE + 1];
    finish_games(id, 1);
    cluster_wait(&cluster, 5 * MINUTE);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(count_results(&followers[i], id[0]), 1);
        fake_connection_close(&followers[i]);
    }
}

static void results_that_were_lost_are_found(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    char ids[COUNT][GAME_ID_SIZE + 1];
    struct fake_connection follower;
    follow_results(&follower, 2);
    cluster.network.faults = (struct fake_faults){.dropped = 500,
                                                  .duplicated = 200,
                                                  .delay_min_ms = 1,
                                                  .delay_max_ms = 300,
                                                  .reorders = true};
    finish_games(ids, COUNT);
    cluster_wait(&cluster, 3 * MINUTE);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(count_results(&follower, ids[i]), 1);
    fake_connection_close(&follower);
}

static void a_node_that_was_cut_off_finds_the_results_it_has_missed(void **state)
{
    (void)state;
    char id[1][GAME_ID_SIZE + 1];
    struct fake_connection follower;
    follow_results(&follower, 2);
    fake_network_cut(&cluster.network, 2);
    finish_games(id, 1);
    assert_int_equal(count_results(&follower, id[0]), 0);
    fake_network_heal(&cluster.network, 2);
    cluster_wait(&cluster, SECOND);
    assert_int_equal(count_results(&follower, id[0]), 1);
    fake_connection_close(&follower);
}

/* Everything about the end is in the last update. */
static void the_result_of_a_game_that_a_node_follows_needs_no_store(void **state)
{
    (void)state;
    struct fake_connection follower, stream;
    follow_results(&follower, 2);
    struct round *round = start_on(0, &anna, &bob);
    const char *id = round_info(round)->id;
    open_positions(&stream, 2, id);
    const struct round *copy = map_get(&node(2)->server->rounds->by_id, id);
    assert_non_null(copy);
    play(0, round, "e2e4 e7e5");
    node(2)->store.reads_fail = true;
    node(2)->server->date_offset += MINUTE; // its clock is wrong
    resign(0, round);
    assert_int_equal(count_results(&follower, id), 1);
    assert_int_equal(round_ended_at(copy), round_ended_at(round));
    node(2)->store.reads_fail = false;
    fake_connection_fini(&stream);
    fake_connection_close(&follower);
}

static void the_store_may_fail_while_a_result_is_read(void **state)
{
    (void)state;
    struct fake_connection follower;
    follow_results(&follower, 2);
    node(2)->store.reads_fail = true; // so that TV has no copy of the game, either
    struct round *round = start_on(0, &anna, &bob);
    play(0, round, "e2e4 e7e5");
    resign(0, round);
    assert_int_equal(count_results(&follower, round_info(round)->id), 0);
    node(2)->store.reads_fail = false;
    cluster_wait(&cluster, 3 * SECOND);
    assert_int_equal(count_results(&follower, round_info(round)->id), 1);
    fake_connection_close(&follower);
}

#define FEED_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FEED_TEST(the_positions_of_a_game_are_streamed_by_every_node),
        FEED_TEST(a_stream_of_positions_goes_on_when_the_game_moves_to_another_node),
        FEED_TEST(games_between_users_are_streamed_by_every_node),
        FEED_TEST(a_game_that_moves_to_another_node_is_not_announced_as_a_new_one),
        FEED_TEST(the_current_games_of_all_nodes_are_sent_first),
        FEED_TEST(a_private_game_of_another_node_is_not_streamed),
        FEED_TEST(games_by_id_can_be_added_at_any_node),
        FEED_TEST(a_running_game_can_be_exported_from_every_node),
        FEED_TEST(running_games_are_among_the_games_of_a_user_and_those_by_id),
        FEED_TEST(a_game_that_has_ended_is_exported_as_such_before_its_copy_knows),
        FEED_TEST(every_node_shows_the_same_game_on_tv),
        FEED_TEST(tv_goes_on_when_its_game_is_not_looked_at_for_long),
        FEED_TEST(a_node_that_joins_shows_what_the_others_show),
        FEED_TEST(tv_goes_on_when_the_lobby_moves),
        FEED_TEST(a_node_that_gets_no_messages_selects_for_itself),
        FEED_TEST(the_results_of_all_nodes_are_shown_once_by_each),
        FEED_TEST(results_that_were_lost_are_found),
        FEED_TEST(a_node_that_was_cut_off_finds_the_results_it_has_missed),
        FEED_TEST(the_result_of_a_game_that_a_node_follows_needs_no_store),
        FEED_TEST(the_store_may_fail_while_a_result_is_read),
    };
    return cmocka_run_group_tests_name("feeds", tests, NULL, NULL);
}
