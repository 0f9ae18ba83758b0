/* SPDX-License-Identifier: MIT */
/* The queue of reviews, with an engine that the test plays itself: bounded, one job for a game, and
 * abandoned when the server stops. */
#include "analysis/review_queue.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/held_reviews.h"

static struct harness harness;

static void finish(const char *report)
{
    held_reviews_finish(&harness, report);
}

/* What a listener was told, in words: "waiting 2", "running 1/3 @2", "done". */
struct changes {
    struct review_listener listener;
    char text[512];
};

static void record_change(struct review_listener *listener, const struct review_status *status,
                          size_t ply)
{
    struct changes *changes = LIST_OWNER(listener, struct changes, listener);
    char one[64];
    const char *state = review_state_name(status->state);
    if (ply != SIZE_MAX)
        snprintf(one, sizeof one, "%s %zu/%zu @%zu;", state, status->done, status->plies, ply);
    else if (status->place)
        snprintf(one, sizeof one, "%s %zu;", state, status->place);
    else
        snprintf(one, sizeof one, "%s;", state);
    strncat(changes->text, one, sizeof changes->text - strlen(changes->text) - 1);
}

static void follow(struct changes *changes, const char *game)
{
    *changes = (struct changes){.listener = {.on_changed = record_change}};
    snprintf(changes->listener.game, sizeof changes->listener.game, "%s", game);
    review_queue_listen(harness.server, &changes->listener);
}

static unsigned stored_requests, lost_requests;

static void count_request(void *context, bool is_stored)
{
    (void)context;
    stored_requests += is_stored;
    lost_requests += !is_stored;
}

static enum review_answer add(const char *game)
{
    struct buffer pgn = {0};
    buffer_text(&pgn, "1. e4 e5 2. Nf3 *");
    const struct review_request request = {
        .game = game, .account = "alice", .plies = 3, .then = count_request};
    const enum review_answer answer = review_queue_add(harness.server, &request, &pgn);
    assert_null(pgn.bytes);
    harness_settle(&harness);
    return answer;
}

static enum review_state state_of(const char *game)
{
    return review_queue_find(harness.server, game).state;
}

static int set_up(void **state)
{
    (void)state;
    held.count = 0;
    stored_requests = lost_requests = 0;
    harness_open_store(&harness);
    harness.env.review = held_reviews_add;
    harness.config.review_queue = 3;
    harness_start(&harness);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    while (held.count)
        finish("");
    return 0;
}

// ---- tests -----------------------------------------------------------------------------------

static void games_wait_in_order_and_one_runs_at_a_time(void **state)
{
    (void)state;
    struct changes third;
    follow(&third, "game0003");
    assert_int_equal(add("game0001"), REVIEW_ACCEPTED);
    assert_int_equal(add("game0002"), REVIEW_ACCEPTED);
    assert_int_equal(add("game0003"), REVIEW_ACCEPTED);
    assert_int_equal(held.count, 1);
    assert_int_equal(state_of("game0001"), REVIEW_RUNNING);
    assert_int_equal(review_queue_find(harness.server, "game0003").place, 2);
    finish("{}");
    assert_int_equal(state_of("game0001"), REVIEW_NONE);
    assert_int_equal(held.count, 1);
    finish("{}");
    finish("{}");
    assert_string_equal(third.text, "waiting 2;waiting 1;running;done;");
    review_queue_unlisten(&third.listener);
}

static void as_many_run_at_once_as_there_are_threads(void **state)
{
    (void)state;
    harness.server->config.review_threads = 2;
    add("game0001");
    add("game0002");
    add("game0003");
    assert_int_equal(held.count, 2);
    finish("{}");
    assert_int_equal(held.count, 2);
}

static void a_full_queue_refuses_until_a_review_ends(void **state)
{
    (void)state;
    add("game0001");
    add("game0002");
    add("game0003");
    assert_true(review_queue_is_full(harness.server));
    assert_int_equal(add("game0004"), REVIEW_QUEUE_FULL);
    assert_int_equal(add("game0002"), REVIEW_ACCEPTED); // it is in the queue
    finish("{}");
    assert_int_equal(add("game0004"), REVIEW_ACCEPTED);
}

static void a_game_is_one_job_however_often_it_is_asked_for(void **state)
{
    (void)state;
    add("game0001");
    add("game0001");
    assert_int_equal(held.count, 1);
    assert_int_equal(review_queue_count(harness.server), 1);
    add("game0002");
    add("game0002");
    assert_int_equal(review_queue_count(harness.server), 2);
    finish("{}");
    finish("{}");
    assert_int_equal(held.count, 0);
}

static void followers_of_the_game_get_its_scores(void **state)
{
    (void)state;
    struct changes mine, other;
    follow(&mine, "game0001");
    follow(&other, "game0002");
    add("game0001");
    held.list[0]->progress(held.list[0], 3, 31, false);
    held.list[0]->progress(held.list[0], 2, -2, true);
    held.list[0]->progress(held.list[0], 3, 44, false); // a second look
    held.list[0]->progress(held.list[0], 4, 1, false);  // there is no such position
    const struct review_status status = review_queue_find(harness.server, "game0001");
    assert_int_equal(status.done, 1);
    assert_int_equal(status.scores[3].score, 44);
    assert_true(status.scores[2].is_mate && status.scores[2].score == -2);
    assert_false(status.scores[1].is_known);
    finish("{}");
    assert_string_equal(mine.text, "running;running 0/3 @3;running 1/3 @2;running 1/3 @3;done;");
    assert_string_equal(other.text, "");
    review_queue_unlisten(&mine.listener);
    review_queue_unlisten(&other.listener);
}

static void a_review_that_fails_is_reported_and_the_next_one_starts(void **state)
{
    (void)state;
    struct changes first;
    follow(&first, "game0001");
    add("game0001");
    add("game0002");
    finish("");
    assert_string_equal(first.text, "running;failed;");
    assert_int_equal(state_of("game0002"), REVIEW_RUNNING);
    harness.store.failing_writes = 1;
    finish("{}");
    assert_int_equal(state_of("game0002"), REVIEW_NONE);
    assert_int_equal(add("game0002"), REVIEW_ACCEPTED);
    review_queue_unlisten(&first.listener);
}

static void a_request_is_accepted_when_it_is_on_disk(void **state)
{
    (void)state;
    harness.store.paused = true;
    assert_int_equal(add("game0001"), REVIEW_ACCEPTED);
    assert_int_equal(stored_requests, 0);
    assert_int_equal(held.count, 0);
    assert_int_equal(review_queue_count(harness.server), 1);
    harness.store.paused = false;
    harness_settle(&harness);
    assert_int_equal(stored_requests, 1);
    assert_int_equal(held.count, 1);
}

static void a_request_that_is_not_stored_is_dropped(void **state)
{
    (void)state;
    harness.store.failing_writes = 1;
    add("game0001");
    assert_int_equal(lost_requests, 1);
    assert_int_equal(held.count, 0);
    assert_int_equal(review_queue_count(harness.server), 0);
    add("game0001");
    assert_int_equal(stored_requests, 1);
    assert_int_equal(held.count, 1);
}

static void a_request_may_be_on_its_way_to_the_disk_when_the_server_ends(void **state)
{
    (void)state;
    harness.store.paused = true;
    add("game0001");
    harness_destroy(&harness);
    harness.store.paused = false;
    harness_start(&harness);
    harness_settle(&harness);
    assert_int_equal(stored_requests, 0);
    assert_int_equal(review_queue_count(harness.server), 1);
}

static void a_review_runs_until_it_is_on_disk(void **state)
{
    (void)state;
    add("game0001");
    harness.store.paused = true;
    finish("{}");
    assert_int_equal(add("game0001"), REVIEW_ACCEPTED);
    assert_int_equal(held.count, 0);
    assert_int_equal(state_of("game0001"), REVIEW_RUNNING);
    harness.store.paused = false;
    harness_settle(&harness);
    assert_int_equal(state_of("game0001"), REVIEW_NONE);
}

static void abandoned_reviews_start_again_with_the_server(void **state)
{
    (void)state;
    add("game0001");
    add("game0002");
    harness_destroy(&harness);
    held.list[0]->progress(held.list[0], 3, 31, false);
    finish("{}");
    assert_int_equal(held.count, 0);
    harness_start(&harness);
    harness_settle(&harness);
    assert_int_equal(review_queue_count(harness.server), 2);
    assert_int_equal(held.count, 1);
}

static void a_stopping_server_starts_no_further_review(void **state)
{
    (void)state;
    add("game0001");
    add("game0002");
    server_stop(harness.server, harness.server->now);
    finish("");
    assert_int_equal(held.count, 0);
}

static void a_report_may_be_on_its_way_to_the_disk_when_the_server_ends(void **state)
{
    (void)state;
    add("game0001");
    harness.store.paused = true;
    finish("{}");
    harness_destroy(&harness);
    harness.store.paused = false;
    harness_start(&harness);
    assert_int_equal(review_queue_count(harness.server), 0);
}

static void without_an_engine_there_are_no_reviews(void **state)
{
    (void)state;
    harness.server->env.review = NULL;
    assert_false(review_queue_is_open(harness.server));
    assert_int_equal(add("game0001"), REVIEW_UNAVAILABLE);
    harness.server->env.review = held_reviews_add;
    harness.server->config.review_threads = 0;
    assert_int_equal(add("game0001"), REVIEW_UNAVAILABLE);
    assert_int_equal(review_queue_count(harness.server), 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(games_wait_in_order_and_one_runs_at_a_time),
        TEST(as_many_run_at_once_as_there_are_threads),
        TEST(a_full_queue_refuses_until_a_review_ends),
        TEST(a_game_is_one_job_however_often_it_is_asked_for),
        TEST(followers_of_the_game_get_its_scores),
        TEST(a_review_that_fails_is_reported_and_the_next_one_starts),
        TEST(a_request_is_accepted_when_it_is_on_disk),
        TEST(a_request_that_is_not_stored_is_dropped),
        TEST(a_request_may_be_on_its_way_to_the_disk_when_the_server_ends),
        TEST(a_review_runs_until_it_is_on_disk),
        TEST(abandoned_reviews_start_again_with_the_server),
        TEST(a_stopping_server_starts_no_further_review),
        TEST(a_report_may_be_on_its_way_to_the_disk_when_the_server_ends),
        TEST(without_an_engine_there_are_no_reviews),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
