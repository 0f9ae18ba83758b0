/* SPDX-License-Identifier: MIT */
/* The threads that review games: scores come while they work, a report at the end, and none if they
 * have to stop. */
#include "net/review_threads.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "support/board.h"

static const char fools_mate[] = "1. f3 e5 2. g4 Qh4# 0-1\n";

/* Of the test that runs. */
static size_t answers, scores, last_ply;

static void count_wake(void *context)
{
    ++*(atomic_int *)context;
}

static void count_score(struct game_review *review, size_t ply, int score, bool is_mate)
{
    (void)review;
    scores++;
    last_ply = ply;
    if (ply == 4)
        assert_true(is_mate && score == 0);
    if (ply == 3)
        assert_true(is_mate && score == -1);
}

static void count_answer(struct game_review *review)
{
    (void)review;
    answers++;
}

static struct game_review request(const char *pgn)
{
    return (struct game_review){
        .pgn = pgn, .size = strlen(pgn), .progress = count_score, .done = count_answer};
}

static void wait_for(struct workers *pool, const size_t *count, size_t wanted)
{
    const struct timespec moment = {0, 1000000};
    for (int i = 0; i < 60000 && *count < wanted; i++) {
        nanosleep(&moment, NULL);
        workers_collect(pool);
    }
    assert_true(*count >= wanted);
}

static void a_report_comes_after_the_scores_of_all_positions(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct workers *pool = review_threads_create(1, 500, count_wake, &wakes);
    assert_non_null(pool);
    answers = 0;
    scores = 0;
    struct game_review game = request(fools_mate);
    assert_true(review_threads_submit(pool, &game));
    wait_for(pool, &answers, 1);
    assert_true(scores >= 5);
    assert_true(wakes > 0);
    const char *report = buffer_cstr(&game.report);
    assert_non_null(strstr(report, "\"limits\":{\"nodes\":500}"));
    assert_non_null(strstr(report, "\"san\":\"Qh4#\""));
    assert_non_null(strstr(report, "\"judgement\":\"blunder\""));
    buffer_fini(&game.report);
    workers_destroy(pool);
}

static void a_text_that_is_no_game_has_no_report(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct workers *pool = review_threads_create(1, 500, count_wake, &wakes);
    answers = 0;
    struct game_review empty = request(""), broken = request("1. e4 e4 *");
    assert_true(review_threads_submit(pool, &empty));
    wait_for(pool, &answers, 1);
    assert_true(review_threads_submit(pool, &broken));
    wait_for(pool, &answers, 2);
    assert_int_equal(empty.report.size, 0);
    assert_int_equal(broken.report.size, 0);
    workers_destroy(pool);
}

static void only_as_many_games_as_threads_are_accepted(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct workers *pool = review_threads_create(1, 20000, count_wake, &wakes);
    answers = 0;
    struct game_review first = request(fools_mate), second = request(fools_mate);
    assert_true(review_threads_submit(pool, &first));
    assert_false(review_threads_submit(pool, &second));
    wait_for(pool, &answers, 1);
    buffer_fini(&first.report);
    workers_destroy(pool);
}

static void a_review_is_abandoned_in_the_middle(void **state)
{
    (void)state;
    static const char game_text[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n";
    atomic_int wakes = 0;
    struct workers *pool = review_threads_create(1, 100000, count_wake, &wakes);
    answers = 0;
    scores = 0;
    struct game_review game = request(game_text);
    assert_true(review_threads_submit(pool, &game));
    wait_for(pool, &scores, 1);
    assert_int_equal(last_ply, 10); // the last position is searched first
    workers_finish(pool);
    assert_int_equal(answers, 1);
    assert_int_equal(game.report.size, 0);
    workers_destroy(pool);
}

/* The search of the first position takes hours, unless it is stopped. */
static void a_search_is_stopped_in_the_middle(void **state)
{
    (void)state;
    const struct timespec moment = {0, 20000000};
    atomic_int wakes = 0;
    struct workers *pool = review_threads_create(1, UINT64_C(1) << 40, count_wake, &wakes);
    answers = 0;
    struct game_review game = request("1. e4 e5 *\n");
    assert_true(review_threads_submit(pool, &game));
    nanosleep(&moment, NULL);
    workers_finish(pool);
    assert_int_equal(answers, 1);
    assert_int_equal(game.report.size, 0);
    workers_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_comes_after_the_scores_of_all_positions),
        cmocka_unit_test(a_text_that_is_no_game_has_no_report),
        cmocka_unit_test(only_as_many_games_as_threads_are_accepted),
        cmocka_unit_test(a_review_is_abandoned_in_the_middle),
        cmocka_unit_test(a_search_is_stopped_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
