/* SPDX-License-Identifier: MIT */
/* A server that asks an engine worker on another node: the worker's move is the server's own, and
 * whatever happens to the worker, every search is done. */
#include "net/remote_engine.h"

#include <stdatomic.h>
#include <time.h>

#include "accounts/identity.h"
#include "base/list.h"
#include "net/move_search_threads.h"
#include "net/think_message.h"
#include "net/think_worker.h"
#include "support/board.h"
#include "support/fake_network.h"

enum { CROWD = 16 };

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void ignore_wake(void *context)
{
    (void)context;
}

/* The first node is the server, the second one the worker. */
struct fixture {
    struct fake_network network;
    struct bus *server_bus, *worker_bus;
    struct remote_engine *remote;
    struct think_worker *worker;
    unsigned own_searches, own_evaluations; /* that fell back to the server's threads */
    struct move_search *own_search;
};

static int64_t network_now(void *context)
{
    return ((const struct fixture *)context)->network.now;
}

static bool keep_search(void *context, struct move_search *search)
{
    struct fixture *fixture = context;
    fixture->own_searches++;
    fixture->own_search = search;
    return true;
}

static bool keep_evaluation(void *context, struct evaluation *evaluation)
{
    (void)evaluation;
    ((struct fixture *)context)->own_evaluations++;
    return true;
}

static void open_fixture(struct fixture *fixture, bool has_threads)
{
    *fixture = (struct fixture){0};
    fake_network_init(&fixture->network, 1);
    fixture->server_bus = fake_network_open_bus(&fixture->network);
    fixture->worker_bus = fake_network_open_bus(&fixture->network);
    fixture->remote = remote_engine_create(
        &(struct remote_engine_options){.bus = fixture->server_bus,
                                        .now = network_now,
                                        .search_move = has_threads ? keep_search : NULL,
                                        .evaluate = has_threads ? keep_evaluation : NULL,
                                        .context = fixture});
    assert_non_null(fixture->remote);
}

static void open_worker(struct fixture *fixture)
{
    fixture->worker = think_worker_create(&(struct think_worker_options){
        .bus = fixture->worker_bus, .threads = 1, .hash_mib = 1, .wake = ignore_wake});
    assert_non_null(fixture->worker);
}

static void close_fixture(struct fixture *fixture)
{
    remote_engine_finish(fixture->remote);
    think_worker_destroy(fixture->worker);
    remote_engine_destroy(fixture->remote);
    bus_close(fixture->server_bus);
    bus_close(fixture->worker_bus);
}

/* A step of both nodes; the network's clock does not advance. */
static void step(struct fixture *fixture)
{
    bus_poll(fixture->worker_bus, fixture->network.now);
    if (fixture->worker)
        think_worker_collect(fixture->worker);
    bus_poll(fixture->server_bus, fixture->network.now);
}

static void pass_time(struct fixture *fixture, int64_t ms)
{
    fixture->network.now += ms;
    step(fixture);
}

struct test_search {
    struct move_search search;
    rk_position position;
    unsigned answers;
};

static void on_search_done(struct move_search *search)
{
    LIST_OWNER(search, struct test_search, search)->answers++;
}

static void prepare_search(struct test_search *test_search, unsigned level)
{
    test_search->position = position(start);
    test_search->answers = 0;
    test_search->search = (struct move_search){.positions = &test_search->position,
                                               .count = 1,
                                               .level = level,
                                               .seed = 99,
                                               .max_ms = 5000,
                                               .done = on_search_done};
}

/* Asks for a move, as a game of that level does. */
static void ask(struct fixture *fixture, struct test_search *test_search, unsigned level)
{
    prepare_search(test_search, level);
    assert_true(remote_engine_search(fixture->remote, &test_search->search));
}

static void wait_for(struct fixture *fixture, const unsigned *answers)
{
    const struct timespec moment = {0, 1000000};
    for (int i = 0; i < 20000 && !*answers; i++) {
        step(fixture);
        nanosleep(&moment, NULL);
    }
    assert_int_equal(*answers, 1);
}

static struct test_search search_locally(unsigned level)
{
    struct test_search own;
    const struct timespec moment = {0, 1000000};
    struct workers *pool = move_search_threads_create(1, 1, ignore_wake, NULL);
    prepare_search(&own, level);
    assert_true(move_search_threads_submit(pool, &own.search));
    for (int i = 0; i < 20000 && !own.answers; i++) {
        workers_collect(pool);
        nanosleep(&moment, NULL);
    }
    workers_destroy(pool);
    return own;
}

static void a_worker_finds_the_move_that_the_server_would(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, true);
    open_worker(&fixture);
    for (unsigned level = 1; level <= 4; level++) {
        const struct test_search own = search_locally(level);
        struct test_search theirs;
        ask(&fixture, &theirs, level);
        wait_for(&fixture, &theirs.answers);
        assert_int_equal(theirs.search.best, own.search.best);
        assert_int_equal(theirs.search.score, own.search.score);
    }
    assert_int_equal(fixture.own_searches, 0);
    assert_int_equal(think_worker_stats(fixture.worker).moves, 4);
    close_fixture(&fixture);
}

static void without_a_worker_the_server_searches(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search test_search;
    open_fixture(&fixture, true);
    ask(&fixture, &test_search, 1);
    step(&fixture);
    assert_int_equal(fixture.own_searches, 1);
    assert_ptr_equal(fixture.own_search, &test_search.search);
    ask(&fixture, &test_search, 1); // a moment later, it does not ask
    assert_int_equal(fixture.own_searches, 2);
    open_worker(&fixture);
    pass_time(&fixture, 1000);
    ask(&fixture, &test_search, 1); // then it asks again
    wait_for(&fixture, &test_search.answers);
    assert_int_equal(fixture.own_searches, 2);
    close_fixture(&fixture);
}

static void a_worker_that_does_not_reply_is_replaced_in_time(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search test_search;
    open_fixture(&fixture, true);
    open_worker(&fixture);
    prepare_search(&test_search, 1);
    test_search.search.max_ms = 500;
    assert_true(remote_engine_search(fixture.remote, &test_search.search));
    bus_poll(fixture.server_bus, 500); // the worker is not polled, as if it were stopped
    assert_int_equal(fixture.own_searches, 0);
    bus_poll(fixture.server_bus, 1000);
    assert_int_equal(fixture.own_searches, 1);
    fixture.own_search->best = move(&test_search.position, "e2e4");
    think_worker_destroy(fixture.worker);
    fixture.worker = NULL;
    step(&fixture); // its late reply changes nothing
    assert_int_equal(test_search.answers, 0);
    assert_int_equal(test_search.search.best, move(&test_search.position, "e2e4"));
    close_fixture(&fixture);
}

static void without_threads_the_game_is_told_to_try_again(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search test_search;
    open_fixture(&fixture, false);
    ask(&fixture, &test_search, 1);
    step(&fixture);
    assert_int_equal(test_search.answers, 1);
    assert_true(test_search.search.is_refused);
    assert_false(remote_engine_search(fixture.remote, &test_search.search));
    close_fixture(&fixture);
}

static void a_worker_refuses_more_than_it_can_do(void **state)
{
    (void)state;
    struct fixture fixture;
    static struct test_search crowd[CROWD];
    unsigned refused = 0;
    open_fixture(&fixture, false);
    open_worker(&fixture);
    for (int i = 0; i < CROWD; i++) {
        ask(&fixture, &crowd[i], 1);
    }
    for (int i = 0; i < CROWD; i++) {
        wait_for(&fixture, &crowd[i].answers);
        refused += crowd[i].search.is_refused;
    }
    assert_int_equal(refused, CROWD - 2);
    assert_int_equal(think_worker_stats(fixture.worker).busy, CROWD - 2);
    close_fixture(&fixture);
}

static void a_worker_that_stops_finishes_what_it_has(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search first, second;
    open_fixture(&fixture, false);
    open_worker(&fixture);
    ask(&fixture, &first, 1);
    bus_poll(fixture.worker_bus, fixture.network.now);
    assert_false(think_worker_is_idle(fixture.worker));
    think_worker_stop(fixture.worker);
    ask(&fixture, &second, 1);
    wait_for(&fixture, &first.answers);
    assert_false(first.search.is_refused);
    assert_true(think_worker_is_idle(fixture.worker));
    wait_for(&fixture, &second.answers);
    assert_true(second.search.is_refused);
    close_fixture(&fixture);
}

/* A worker of another version, or one that is no worker at all. */
static void reply_nonsense(void *context, const struct bus_message *message)
{
    struct fixture *fixture = context;
    bus_reply(fixture->worker_bus, message->reply_to, "nonsense", 8);
}

static void a_reply_that_is_not_understood_falls_back(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search test_search;
    open_fixture(&fixture, true);
    assert_non_null(
        bus_subscribe(fixture.worker_bus, THINK_SUBJECT, THINK_SUBJECT, reply_nonsense, &fixture));
    ask(&fixture, &test_search, 1);
    step(&fixture);
    assert_int_equal(fixture.own_searches, 1);
    close_fixture(&fixture);
}

static void a_request_that_is_not_understood_is_refused_at_once(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, true);
    open_worker(&fixture);
    struct test_search unknown;
    ask(&fixture, &unknown, ENGINE_LEVELS + 1); // a level of a later version
    step(&fixture);
    assert_int_equal(fixture.own_searches, 1);
    assert_int_equal(think_worker_stats(fixture.worker).refused, 1);
    close_fixture(&fixture);
}

// ---- evaluations -----------------------------------------------------------------------------

static unsigned evaluated;

static void on_evaluated(struct evaluation *evaluation)
{
    (void)evaluation;
    evaluated++;
}

static void a_worker_evaluates(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, true);
    open_worker(&fixture);
    struct evaluation evaluation = {.position = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"),
                                    .lines_wanted = 1,
                                    .max_ms = 300,
                                    .done = on_evaluated};
    evaluated = 0;
    assert_true(remote_engine_evaluate(fixture.remote, &evaluation));
    wait_for(&fixture, &evaluated);
    assert_int_equal(evaluation.line_count, 1);
    assert_true(evaluation.lines[0].is_mate);
    assert_int_equal(evaluation.lines[0].score, 1);
    assert_int_equal(fixture.own_evaluations, 0);
    close_fixture(&fixture);
}

static void a_busy_worker_leaves_evaluations_to_the_server(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search test_search;
    open_fixture(&fixture, true);
    open_worker(&fixture);
    struct evaluation evaluation = {
        .position = position(start), .lines_wanted = 1, .max_ms = 300, .done = on_evaluated};
    ask(&fixture, &test_search, 1);
    assert_true(remote_engine_evaluate(fixture.remote, &evaluation));
    bus_poll(fixture.worker_bus, fixture.network.now);
    bus_poll(fixture.server_bus, fixture.network.now);
    assert_int_equal(fixture.own_evaluations, 1);
    close_fixture(&fixture);
}

static void finishing_returns_what_waits(void **state)
{
    (void)state;
    struct fixture fixture;
    struct test_search test_search;
    open_fixture(&fixture, true);
    open_worker(&fixture);
    ask(&fixture, &test_search, 1);
    remote_engine_finish(fixture.remote);
    assert_int_equal(test_search.answers, 1);
    assert_int_equal(test_search.search.best, RK_NO_MOVE);
    assert_int_equal(fixture.own_searches, 0);
    close_fixture(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worker_finds_the_move_that_the_server_would),
        cmocka_unit_test(without_a_worker_the_server_searches),
        cmocka_unit_test(a_worker_that_does_not_reply_is_replaced_in_time),
        cmocka_unit_test(without_threads_the_game_is_told_to_try_again),
        cmocka_unit_test(a_worker_refuses_more_than_it_can_do),
        cmocka_unit_test(a_worker_that_stops_finishes_what_it_has),
        cmocka_unit_test(a_reply_that_is_not_understood_falls_back),
        cmocka_unit_test(a_request_that_is_not_understood_is_refused_at_once),
        cmocka_unit_test(a_worker_evaluates),
        cmocka_unit_test(a_busy_worker_leaves_evaluations_to_the_server),
        cmocka_unit_test(finishing_returns_what_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
