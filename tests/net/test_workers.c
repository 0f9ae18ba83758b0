/* SPDX-License-Identifier: MIT */
/* Work on other threads: done in order, limited, and always finished. */
#include "net/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "base/list.h"
#include "support/board.h"

struct job {
    struct work work;
    pthread_mutex_t *gate; /* held by the test while the work has to wait */
    atomic_bool started;
    pthread_t ran_on;
    int number, *done_count;
    struct workers *again; /* where done() submits it again */
};

static void run_job(struct work *work)
{
    struct job *job = LIST_OWNER(work, struct job, work);
    atomic_store(&job->started, true);
    if (job->gate) {
        pthread_mutex_lock(job->gate);
        pthread_mutex_unlock(job->gate);
    }
    job->ran_on = pthread_self();
}

static void finish_job(struct work *work)
{
    struct job *job = LIST_OWNER(work, struct job, work);
    assert_false(pthread_equal(job->ran_on, pthread_self()));
    assert_int_equal(job->number, (*job->done_count)++);
    if (job->again) {
        struct workers *workers = job->again;
        job->again = NULL;
        job->number = *job->done_count;
        assert_true(workers_submit(workers, work));
    }
}

static void await_start(struct job *job)
{
    while (!atomic_load(&job->started))
        sched_yield();
}

static void count_wake(void *context)
{
    ++*(atomic_int *)context;
}

static struct job make_job(int number, pthread_mutex_t *gate, int *done_count)
{
    return (struct job){.work = {.run = run_job, .done = finish_job},
                        .gate = gate,
                        .number = number,
                        .done_count = done_count};
}

static void urgent_work_goes_first_and_has_places_of_its_own(void **state)
{
    (void)state;
    enum { PLACES = 4, RESERVED = 1 };
    atomic_int wakes = 0;
    int done_count = 0;
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    struct job first = make_job(0, &gate, &done_count);
    struct job second = make_job(2, NULL, &done_count), third = make_job(3, NULL, &done_count);
    struct job late = make_job(4, NULL, &done_count), urgent = make_job(1, NULL, &done_count);
    struct workers *workers = workers_create(1, PLACES, count_wake, &wakes);
    assert_non_null(workers);
    workers_reserve(workers, RESERVED);
    urgent.work.urgent = true;
    pthread_mutex_lock(&gate);
    assert_true(workers_submit(workers, &first.work));
    await_start(&first);
    assert_true(workers_submit(workers, &second.work));
    assert_true(workers_submit(workers, &third.work));
    assert_false(workers_submit(workers, &late.work));
    assert_true(workers_submit(workers, &urgent.work));
    pthread_mutex_unlock(&gate);
    workers_finish(workers); // finish_job() checks the order
    assert_int_equal(done_count, PLACES);
    workers_destroy(workers);
}

static void work_is_done_in_order_and_refused_when_the_queue_is_full(void **state)
{
    (void)state;
    enum { MOST = 4 };
    atomic_int wakes = 0;
    int done_count = 0;
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    struct job jobs[MOST + 1];
    struct workers *workers = workers_create(1, MOST, count_wake, &wakes);
    assert_non_null(workers);
    pthread_mutex_lock(&gate);
    for (int i = 0; i <= MOST; i++) {
        jobs[i] = make_job(i, &gate, &done_count);
        assert_int_equal(workers_submit(workers, &jobs[i].work), i < MOST);
    }
    workers_collect(workers);
    assert_int_equal(done_count, 0);
    pthread_mutex_unlock(&gate);
    workers_finish(workers);
    assert_int_equal(done_count, MOST);
    assert_true(wakes >= 1);
    assert_true(workers_submit(workers, &jobs[MOST].work));
    workers_finish(workers);
    assert_int_equal(done_count, MOST + 1);
    workers_destroy(workers);
}

static void work_submitted_by_work_is_finished_too(void **state)
{
    (void)state;
    atomic_int wakes = 0;
    int done_count = 0;
    struct workers *workers = workers_create(1, 1, count_wake, &wakes);
    struct job job = make_job(0, NULL, &done_count);
    assert_non_null(workers);
    job.again = workers;
    assert_true(workers_submit(workers, &job.work));
    workers_destroy(workers);
    assert_int_equal(done_count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_done_in_order_and_refused_when_the_queue_is_full),
        cmocka_unit_test(urgent_work_goes_first_and_has_places_of_its_own),
        cmocka_unit_test(work_submitted_by_work_is_finished_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
