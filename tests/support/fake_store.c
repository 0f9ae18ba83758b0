/* SPDX-License-Identifier: MIT */
#include "support/fake_store.h"

#include "store/job.h"
#include "support/board.h"
#include "support/empty_store.h"

static struct fake_store *fake_of(struct store *store)
{
    return LIST_OWNER(store, struct fake_store, store);
}

static void submit_job(struct store *store, struct store_job *job, bool writes)
{
    job->writes = writes;
    list_add(&fake_of(store)->queue, &job->node);
}

static struct store_job *pop_job(struct list *list)
{
    struct store_job *job = LIST_OWNER(list->next, struct store_job, node);
    list_remove(&job->node);
    return job;
}

static void answer_job(struct store_job *job, enum store_outcome outcome)
{
    job_complete(job, outcome);
    job_deliver(job);
}

/* A commit whose answer is lost. */
static void answer_unknown(struct fake_store *fake, struct store_job *job)
{
    fake->unknown_writes--;
    if (fake->unknown_land) {
        struct store_job *copy = store_job_create();
        store_add_calls(copy, job);
        fake_store_run(fake, copy);
    }
    answer_job(job, STORE_UNKNOWN);
}

static void run_job(struct fake_store *fake, struct store_job *job)
{
    if (job->writes && fake->unknown_writes) {
        answer_unknown(fake, job);
        return;
    }
    const bool passes = job->writes && fake->passing_writes > 0;
    const bool next_fails = job->writes && !passes && fake->failing_writes > 0;
    fake->passing_writes -= passes;
    fake->failing_writes -= next_fails;
    if (next_fails || (!passes && (job->writes ? fake->writes_fail : fake->reads_fail))) {
        answer_job(job, STORE_FAILED);
    } else {
        fake->write_jobs += job->writes;
        fake->memory->ops->submit(fake->memory, job, job->writes);
        store_poll(fake->memory);
    }
}

// Jobs that are submitted while others are answered wait for the next poll.
static void poll_jobs(struct store *store)
{
    struct fake_store *fake = fake_of(store);
    struct list batch;
    if (fake->paused)
        return;
    list_init(&batch);
    list_move_all(&fake->queue, &batch);
    while (!list_is_empty(&fake->lost))
        answer_job(pop_job(&fake->lost), STORE_FAILED);
    while (!list_is_empty(&batch))
        run_job(fake, pop_job(&batch));
}

static void close_store(struct store *store)
{
    struct fake_store *fake = fake_of(store);
    fake->paused = false;
    while (fake_store_has_answers(fake))
        poll_jobs(store);
    if (!fake->is_shared)
        empty_store_close(fake->memory);
}

static void get_stats(struct store *store, struct store_stats *out)
{
    *out = store_stats(fake_of(store)->memory);
}

static const struct store_ops ops = {
    .submit = submit_job, .poll = poll_jobs, .close = close_store, .stats = get_stats};

void fake_store_open_on(struct fake_store *fake, struct store *memory)
{
    *fake = (struct fake_store){.store = {.ops = &ops}, .memory = memory, .is_shared = true};
    list_init(&fake->queue);
    list_init(&fake->lost);
}

void fake_store_open(struct fake_store *fake)
{
    fake_store_open_on(fake, empty_store_open(&(struct store_options){.inline_jobs = true}));
    fake->is_shared = false;
}

void fake_store_close(struct fake_store *fake)
{
    store_close(&fake->store);
}

bool fake_store_has_answers(const struct fake_store *fake)
{
    return !fake->paused && !(list_is_empty(&fake->queue) && list_is_empty(&fake->lost));
}

void fake_store_lose_queue(struct fake_store *fake)
{
    list_move_all(&fake->queue, &fake->lost);
}

static void record_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(enum store_outcome *)context = outcome;
}

enum store_outcome fake_store_run(struct fake_store *fake, struct store_job *job)
{
    enum store_outcome outcome = STORE_FAILED;
    store_write(fake->memory, job, record_outcome, &outcome);
    store_poll(fake->memory);
    return outcome;
}

void fake_store_call(struct fake_store *fake, enum statement statement, const char *id,
                     int64_t number)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    store_bind_text(job, id);
    store_bind_integer(job, number);
    assert_int_equal(fake_store_run(fake, job), STORE_DONE);
}

void fake_store_count_game(struct fake_store *fake, const char *account, int64_t whites)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_COUNT_GAME);
    store_bind_text(job, account);
    store_bind_integer(job, whites);
    store_bind_integer(job, 0);
    assert_int_equal(fake_store_run(fake, job), STORE_DONE);
}
