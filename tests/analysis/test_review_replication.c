/* SPDX-License-Identifier: MIT */
/* Reviews in a cluster: all nodes know where each stands, and none is lost with its node. */
#include "analysis/review_replication.h"

#include <stdio.h>
#include <string.h>

#include "analysis/review_queue.h"
#include "support/board.h"
#include "support/cluster.h"
#include "support/held_reviews.h"

static struct cluster cluster;

static struct server *server(size_t node)
{
    return cluster_server(&cluster, node);
}

static int set_up(void **state)
{
    (void)state;
    held.count = 0;
    cluster_open(&cluster);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        cluster.members[i].harness.env.review = held_reviews_add;
    cluster_start_all(&cluster);
    return 0;
}

static void finish_first(size_t node, const char *report)
{
    held_reviews_finish(&cluster.members[node].harness, report);
    cluster_settle(&cluster);
}

static int tear_down(void **state)
{
    (void)state;
    cluster_close(&cluster);
    while (held.count)
        held_reviews_finish(&cluster.members[0].harness, "");
    return 0;
}

static void expect_stored(void *context, bool is_stored)
{
    (void)context;
    assert_true(is_stored);
}

static void add_for(size_t node, const char *game, const char *account)
{
    struct buffer pgn = {0};
    buffer_text(&pgn, "1. e4 e5 2. Nf3 *");
    const struct review_request request = {
        .game = game, .account = account, .plies = 3, .then = expect_stored};
    assert_int_equal(review_queue_add(server(node), &request, &pgn), REVIEW_ACCEPTED);
    cluster_wait(&cluster, SECOND);
}

static void add(size_t node, const char *game)
{
    add_for(node, game, "");
}

static void find_score(size_t ply, int score)
{
    held.list[0]->progress(held.list[0], ply, score, false);
    cluster_wait(&cluster, SECOND);
}

/* The last change that somebody who follows a review has seen, and how many there were. */
struct follower {
    struct review_listener listener;
    enum review_state state;
    size_t count, ply;
};

static void on_changed(struct review_listener *listener, const struct review_status *status,
                       size_t ply)
{
    struct follower *follower = LIST_OWNER(listener, struct follower, listener);
    follower->state = status->state;
    follower->ply = ply;
    follower->count++;
}

static void follow(struct follower *follower, size_t node, const char *game)
{
    *follower = (struct follower){.listener.on_changed = on_changed};
    snprintf(follower->listener.game, sizeof follower->listener.game, "%s", game);
    review_queue_listen(server(node), &follower->listener);
}

static void every_node_knows_the_places_in_the_queue(void **state)
{
    (void)state;
    add(1, "first000");
    add(1, "second00");
    add(1, "third000");
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(review_queue_find(server(i), "first000").state, REVIEW_RUNNING);
        assert_int_equal(review_queue_find(server(i), "second00").place, 1);
        assert_int_equal(review_queue_find(server(i), "third000").place, 2);
        assert_int_equal(review_queue_find(server(i), "fourth00").state, REVIEW_NONE);
    }
    finish_first(1, "{}");
    cluster_wait(&cluster, SECOND);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        assert_int_equal(review_queue_find(server(i), "first000").state, REVIEW_NONE);
        assert_int_equal(review_queue_find(server(i), "third000").place, 1);
    }
}

static void every_node_knows_the_scores(void **state)
{
    (void)state;
    struct follower follower;
    add(1, "first000");
    follow(&follower, 2, "first000");
    find_score(3, 30);
    find_score(2, -25);
    assert_int_equal(follower.count, 2);
    assert_int_equal(follower.ply, 2);
    for (size_t i = 0; i < CLUSTER_NODES; i++) {
        const struct review_status status = review_queue_find(server(i), "first000");
        assert_int_equal(status.done, 1);
        assert_int_equal(status.plies, 3);
        assert_int_equal(status.scores[3].score, 30);
        assert_int_equal(status.scores[2].score, -25);
        assert_false(status.scores[1].is_known);
    }
    finish_first(1, "{}");
    cluster_wait(&cluster, SECOND);
    assert_int_equal(follower.state, REVIEW_DONE);
    assert_int_equal(follower.count, 3); // it is told once
    review_queue_unlisten(&follower.listener);
}

static void a_failure_is_reported_on_every_node(void **state)
{
    (void)state;
    struct follower follower;
    follow(&follower, 2, "first000");
    add(1, "first000");
    finish_first(1, "");
    cluster_wait(&cluster, SECOND);
    assert_int_equal(follower.state, REVIEW_FAILED);
    review_queue_unlisten(&follower.listener);
}

static void a_node_that_joins_knows_the_earlier_changes(void **state)
{
    (void)state;
    cluster_kill(&cluster, 2);
    add(1, "first000");
    find_score(3, 30);
    cluster_start(&cluster, 2);
    cluster_wait(&cluster, 5 * SECOND);
    assert_int_equal(review_queue_find(server(2), "first000").scores[3].score, 30);
}

static void progress_is_complete_over_a_bad_network(void **state)
{
    (void)state;
    cluster.network.faults = (struct fake_faults){.dropped = 200,
                                                  .duplicated = 200,
                                                  .delay_min_ms = 1,
                                                  .delay_max_ms = 300,
                                                  .reorders = true};
    add(0, "first000");
    for (int ply = 3; ply >= 0; ply--)
        find_score((size_t)ply, ply);
    cluster_wait(&cluster, MINUTE);
    for (size_t i = 0; i < CLUSTER_NODES; i++)
        assert_int_equal(review_queue_find(server(i), "first000").done, 3);
}

static void a_node_that_starts_does_not_repeat_what_others_review(void **state)
{
    (void)state;
    add(1, "first000");
    cluster_kill(&cluster, 2);
    cluster_start(&cluster, 2);
    cluster_wait(&cluster, 3 * MINUTE);
    assert_int_equal(held.count, 1);
    assert_int_equal(review_queue_count(server(2)), 0);
}

static void the_reviews_of_a_node_that_dies_are_taken_by_another(void **state)
{
    (void)state;
    struct follower follower;
    add(1, "first000");
    add(1, "second00");
    follow(&follower, 2, "first000");
    cluster_kill(&cluster, 1);
    finish_first(0, ""); // of the dead node
    cluster_wait(&cluster, 10 * SECOND);
    assert_int_equal(follower.state, REVIEW_NONE);
    cluster_wait(&cluster, 3 * MINUTE);
    assert_int_equal(held.count, 1);
    assert_int_equal(review_queue_count(server(0)) + review_queue_count(server(2)), 2);
    assert_int_equal(review_queue_find(server(0), "first000").state, REVIEW_RUNNING);
    assert_int_equal(follower.state, REVIEW_RUNNING);
    review_queue_unlisten(&follower.listener);
}

static void the_share_of_an_account_counts_on_all_nodes(void **state)
{
    (void)state;
    add_for(0, "first000", "anna");
    add_for(1, "second00", "anna");
    assert_false(review_queue_share_is_used(server(2), "anna"));
    add_for(1, "third000", "anna");
    assert_true(review_queue_share_is_used(server(2), "anna"));
    assert_false(review_queue_share_is_used(server(2), "bert"));
}

static void what_is_no_change_is_ignored(void **state)
{
    (void)state;
    const struct review_change change = {
        .kind = REVIEW_CHANGE_STATE, .game = "abcdefgh", .plies = 9};
    struct review_change read;
    struct buffer bytes = {0};
    review_change_write(&change, &bytes);
    for (size_t size = 0; size <= bytes.size; size++) {
        struct byte_reader in = byte_reader_of(bytes.bytes, size);
        review_change_read(&in, &read);
        assert_int_equal(in.failed, size < bytes.size);
    }
    bytes.bytes[0] = 17;
    struct byte_reader in = byte_reader_of(bytes.bytes, bytes.size);
    review_change_read(&in, &read);
    assert_true(in.failed);
    buffer_fini(&bytes);
}

#define REVIEW_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REVIEW_TEST(every_node_knows_the_places_in_the_queue),
        REVIEW_TEST(every_node_knows_the_scores),
        REVIEW_TEST(a_failure_is_reported_on_every_node),
        REVIEW_TEST(a_node_that_joins_knows_the_earlier_changes),
        REVIEW_TEST(progress_is_complete_over_a_bad_network),
        REVIEW_TEST(a_node_that_starts_does_not_repeat_what_others_review),
        REVIEW_TEST(the_reviews_of_a_node_that_dies_are_taken_by_another),
        REVIEW_TEST(the_share_of_an_account_counts_on_all_nodes),
        REVIEW_TEST(what_is_no_change_is_ignored),
    };
    return cmocka_run_group_tests_name("review_replication", tests, NULL, NULL);
}
