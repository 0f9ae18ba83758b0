/* SPDX-License-Identifier: MIT */
/* The threads that search moves: every search is answered, also from a long queue and when
 * finishing. */
#include "net/move_search_threads.h"

#include <stdatomic.h>
#include <time.h>

#include "accounts/identity.h"
#include "base/list.h"
#include "support/board.h"

enum { CROWD = 64 };

struct test_search {
    struct move_search search;
    rk_position position;
    unsigned answers;
};

static void on_search_done(struct move_search *search)
{
    LIST_OWNER(search, struct test_search, search)->answers++;
}

static void count_wake(void *context)
{
    ++*(atomic_int *)context;
}

static void submit_search(struct test_search *test_search, const char *fen, unsigned level,
                          int64_t max_ms)
{
    test_search->position = position(fen);
    test_search->answers = 0;
    test_search->search = (struct move_search){.positions = &test_search->position,
                                               .count = 1,
                                               .level = level,
                                               .seed = 7,
                                               .max_ms = max_ms,
                                               .done = on_search_done};
}

static void wait_for(struct workers *pool, const struct test_search *test_search)
{
    const struct timespec moment = {0, 1000000};
    for (int i = 0; i < 20000 && !test_search->answers; i++) {
        nanosleep(&moment, NULL);
        workers_collect(pool);
    }
    assert_int_equal(test_search->answers, 1);
}

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char mate_in_one[] = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

static void every_level_finds_a_move(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct test_search test_search;
    struct workers *pool = move_search_threads_create(1, CROWD, count_wake, &wakes);
    assert_non_null(pool);
    for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
        submit_search(&test_search, start, level, 500);
        assert_true(move_search_threads_submit(pool, &test_search.search));
        wait_for(pool, &test_search);
        assert_true(rk_moves_legal(&test_search.position, test_search.search.best));
    }
    submit_search(&test_search, mate_in_one, ENGINE_LEVELS, 500);
    assert_true(move_search_threads_submit(pool, &test_search.search));
    wait_for(pool, &test_search);
    assert_int_equal(test_search.search.best, move(&test_search.position, "a1a8"));
    assert_true(test_search.search.score > 10000);
    workers_destroy(pool);
    assert_true(wakes > 0);
}

static void the_same_search_has_the_same_result(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    struct test_search questions[2];
    struct workers *pool = move_search_threads_create(2, CROWD, count_wake, &wakes);
    for (int i = 0; i < 2; i++) {
        struct test_search other; // searched in between, and forgotten
        submit_search(&other, mate_in_one, 2, 5000);
        assert_true(move_search_threads_submit(pool, &other.search));
        wait_for(pool, &other);
        submit_search(&questions[i], start, 2, 5000);
        assert_true(move_search_threads_submit(pool, &questions[i].search));
        wait_for(pool, &questions[i]);
    }
    assert_int_equal(questions[0].search.best, questions[1].search.best);
    workers_destroy(pool);
}

static void every_search_of_a_long_queue_is_answered(void **state)
{
    (void)state;
    static struct test_search crowd[CROWD];
    atomic_int wakes = 0;
    struct workers *pool = move_search_threads_create(2, CROWD, count_wake, &wakes);
    for (int i = 0; i < CROWD; i++) {
        submit_search(&crowd[i], start, (unsigned)i % ENGINE_LEVELS + 1, 100);
        assert_true(move_search_threads_submit(pool, &crowd[i].search));
    }
    for (int i = 0; i < CROWD; i++) {
        wait_for(pool, &crowd[i]);
        assert_true(rk_moves_legal(&crowd[i].position, crowd[i].search.best));
    }
    workers_destroy(pool);
}

static void a_full_queue_refuses_searches(void **state)
{
    (void)state;
    static struct test_search crowd[CROWD];
    atomic_int wakes = 0;
    unsigned refused = 0, answers = 0;
    struct workers *pool = move_search_threads_create(1, 2, count_wake, &wakes);
    for (int i = 0; i < CROWD; i++) {
        submit_search(&crowd[i], start, ENGINE_LEVELS, 1000);
        refused += !move_search_threads_submit(pool, &crowd[i].search);
    }
    workers_destroy(pool);
    for (int i = 0; i < CROWD; i++)
        answers += crowd[i].answers;
    assert_true(refused > 0);
    assert_int_equal(answers + refused, CROWD);
}

static void finishing_returns_all_searches_soon(void **state)
{
    (void)state;
    static struct test_search crowd[CROWD];
    atomic_int wakes = 0;
    struct workers *pool = move_search_threads_create(2, CROWD, count_wake, &wakes);
    for (int i = 0; i < CROWD; i++) {
        submit_search(&crowd[i], start, ENGINE_LEVELS, 60000);
        assert_true(move_search_threads_submit(pool, &crowd[i].search));
    }
    workers_finish(pool);
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(crowd[i].answers, 1);
    workers_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_finds_a_move),
        cmocka_unit_test(the_same_search_has_the_same_result),
        cmocka_unit_test(every_search_of_a_long_queue_is_answered),
        cmocka_unit_test(a_full_queue_refuses_searches),
        cmocka_unit_test(finishing_returns_all_searches_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
