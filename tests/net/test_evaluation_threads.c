/* SPDX-License-Identifier: MIT */
/* The threads that evaluate positions: every evaluation is answered with legal lines, and without
 * any when they finish. */
#include "net/evaluation_threads.h"

#include <stdatomic.h>
#include <time.h>

#include "base/list.h"
#include "support/board.h"

static const struct evaluation_threads_options options = {
    .threads = 1, .queue_max = 4, .hash_mib = 8};
static unsigned answers;

static void count_answer(struct evaluation *evaluation)
{
    (void)evaluation;
    answers++;
}

static void count_wake(void *context)
{
    ++*(atomic_int *)context;
}

static struct evaluation request(const char *fen, unsigned lines, int64_t max_ms)
{
    return (struct evaluation){
        .position = position(fen), .lines_wanted = lines, .max_ms = max_ms, .done = count_answer};
}

static void wait_for_answers(struct workers *pool, unsigned wanted)
{
    const struct timespec moment = {0, 1000000};
    for (int i = 0; i < 20000 && answers < wanted; i++) {
        nanosleep(&moment, NULL);
        workers_collect(pool);
    }
    assert_int_equal(answers, wanted);
}

static void lines_are_legal_and_the_best_is_first(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct workers *pool = evaluation_threads_create(&options, count_wake, &wakes);
    assert_non_null(pool);
    struct evaluation start = {0};
    for (int64_t max_ms = 200; start.line_count < 5 && max_ms < 60000;
         max_ms *= 4) { // however slow the machine is
        answers = 0;
        start = request("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, max_ms);
        assert_true(evaluation_threads_submit(pool, &start));
        wait_for_answers(pool, 1);
    }
    assert_int_equal(start.line_count, 5);
    assert_true(start.depth > 0 && start.nodes > 0);
    for (size_t i = 0; i < start.line_count; i++) {
        assert_true(rk_moves_legal(&start.position, start.lines[i].moves[0]));
        assert_false(start.lines[i].is_mate);
        assert_true(!i || start.lines[i - 1].score >= start.lines[i].score);
    }
    workers_destroy(pool);
    assert_true(wakes > 0);
}

static void mates_are_counted_in_moves(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct workers *pool = evaluation_threads_create(&options, count_wake, &wakes);
    answers = 0;
    struct evaluation wins = request("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 500);
    struct evaluation loses = request("7k/6pp/8/8/8/8/R7/1R4K1 b - - 0 1", 1, 500);
    assert_true(evaluation_threads_submit(pool, &wins));
    assert_true(evaluation_threads_submit(pool, &loses));
    wait_for_answers(pool, 2);
    assert_true(wins.lines[0].is_mate);
    assert_int_equal(wins.lines[0].score, 1);
    assert_true(!loses.lines[0].is_mate || loses.lines[0].score < 0);
    workers_destroy(pool);
}

static void finishing_answers_everything_soon(void **state)
{
    (void)state;
    enum { COUNT = 4 };
    atomic_int wakes = 0;
    struct evaluation_threads_options crowd_options = options;
    crowd_options.queue_max = COUNT;
    struct workers *pool = evaluation_threads_create(&crowd_options, count_wake, &wakes);
    struct evaluation evaluations[COUNT];
    answers = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        evaluations[i] = request("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1, 60000);
        assert_true(evaluation_threads_submit(pool, &evaluations[i]));
    }
    workers_finish(pool);
    assert_int_equal(answers, COUNT);
    workers_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_legal_and_the_best_is_first),
        cmocka_unit_test(mates_are_counted_in_moves),
        cmocka_unit_test(finishing_answers_everything_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
