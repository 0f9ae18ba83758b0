/* SPDX-License-Identifier: MIT */
#include "net/think_worker.h"

#include <stdlib.h>

#include "base/list.h"
#include "net/evaluation_threads.h"
#include "net/move_search_threads.h"
#include "net/think_message.h"

struct think_worker {
    struct think_worker_options options;
    struct bus_subscription *subscription; /* NULL: stopped */
    struct workers *move_search_threads;
    struct workers *evaluation_threads;
    unsigned moves, evaluations; /* that wait or run */
    struct buffer message;
    struct think_worker_stats stats;
};

/* A request that is being worked on. */
struct think_job {
    struct think_worker *worker;
    struct bus_reply_to reply_to;
    struct think_request request;
    struct move_search search;    /* of the first kind */
    struct evaluation evaluation; /* of the other */
};

// ---- replies ---------------------------------------------------------------------------------

static void send_message(struct think_worker *worker, const struct bus_reply_to *to)
{
    if (!worker->message.failed)
        bus_reply(worker->options.bus, to, worker->message.bytes, worker->message.size);
}

static void send_status(struct think_worker *worker, const struct bus_reply_to *to,
                        enum think_status status)
{
    buffer_clear(&worker->message);
    think_status_write(status, &worker->message);
    send_message(worker, to);
    worker->stats.busy += status == THINK_BUSY;
    worker->stats.refused += status == THINK_REFUSED;
}

static void free_job(struct think_job *job)
{
    think_request_fini(&job->request);
    free(job);
}

/* A search that was ended before it found a move is done elsewhere. */
static void finish_move(struct move_search *search)
{
    struct think_job *job = LIST_OWNER(search, struct think_job, search);
    struct think_worker *worker = job->worker;
    worker->moves--;
    if (search->best == RK_NO_MOVE) {
        send_status(worker, &job->reply_to, THINK_BUSY);
    } else {
        buffer_clear(&worker->message);
        think_move_write(search, &worker->message);
        send_message(worker, &job->reply_to);
        worker->stats.moves++;
    }
    free_job(job);
}

static void finish_evaluation(struct evaluation *evaluation)
{
    struct think_job *job = LIST_OWNER(evaluation, struct think_job, evaluation);
    struct think_worker *worker = job->worker;
    worker->evaluations--;
    if (!evaluation->line_count) {
        send_status(worker, &job->reply_to, THINK_BUSY);
    } else {
        buffer_clear(&worker->message);
        think_evaluation_write(evaluation, &worker->message);
        send_message(worker, &job->reply_to);
        worker->stats.evaluations++;
    }
    free_job(job);
}

// ---- requests --------------------------------------------------------------------------------

/* Moves are short, and a game waits for each, so up to twice the number of threads are accepted. An
 * evaluation takes most of a second: it gets a thread at once, or goes elsewhere. */
static bool has_room(const struct think_worker *worker, enum think_kind kind)
{
    const unsigned threads = worker->options.threads;
    if (!worker->subscription)
        return false;
    return kind == THINK_MOVE ? worker->moves < 2 * threads
                              : worker->moves + worker->evaluations < threads;
}

static bool submit_move(struct think_job *job)
{
    const struct think_request *request = &job->request;
    job->search = (struct move_search){.positions = request->positions,
                                       .count = request->count,
                                       .level = request->level,
                                       .seed = request->seed,
                                       .max_ms = request->max_ms,
                                       .done = finish_move};
    const bool submitted =
        move_search_threads_submit(job->worker->move_search_threads, &job->search);
    job->worker->moves += submitted;
    return submitted;
}

static bool submit_evaluation(struct think_job *job)
{
    const struct think_request *request = &job->request;
    job->evaluation = (struct evaluation){.position = request->positions[request->count - 1],
                                          .lines_wanted = request->lines,
                                          .max_ms = request->max_ms,
                                          .done = finish_evaluation};
    const bool submitted =
        evaluation_threads_submit(job->worker->evaluation_threads, &job->evaluation);
    job->worker->evaluations += submitted;
    return submitted;
}

/* Takes ownership of the positions of the request. */
static bool start_job(struct think_worker *worker, const struct bus_message *message,
                      struct think_request *taken)
{
    struct think_job *job = has_room(worker, taken->kind) ? calloc(1, sizeof *job) : NULL;
    if (!job) {
        think_request_fini(taken);
        return false;
    }
    job->worker = worker;
    job->reply_to = *message->reply_to;
    job->request = *taken;
    job->request.max_ms -=
        message->age_ms < job->request.max_ms ? message->age_ms : job->request.max_ms - 1;
    if (taken->kind == THINK_MOVE ? submit_move(job) : submit_evaluation(job))
        return true;
    free_job(job);
    return false;
}

static void on_request(void *context, const struct bus_message *message)
{
    struct think_worker *worker = context;
    struct think_request request;
    if (!message->reply_to)
        return;
    if (think_request_parse(message->bytes, message->size, &request))
        send_status(worker, message->reply_to, THINK_REFUSED);
    else if (!start_job(worker, message, &request))
        send_status(worker, message->reply_to, THINK_BUSY);
}

// ---- the worker ------------------------------------------------------------------------------

void think_worker_collect(struct think_worker *worker)
{
    workers_collect(worker->move_search_threads);
    workers_collect(worker->evaluation_threads);
}

void think_worker_stop(struct think_worker *worker)
{
    bus_unsubscribe(worker->options.bus, worker->subscription);
    worker->subscription = NULL;
}

bool think_worker_is_idle(const struct think_worker *worker)
{
    return !worker->moves && !worker->evaluations;
}

struct think_worker_stats think_worker_stats(const struct think_worker *worker)
{
    return worker->stats;
}

struct think_worker *think_worker_create(const struct think_worker_options *options)
{
    struct think_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->options = *options;
    worker->move_search_threads = move_search_threads_create(options->threads, 2 * options->threads,
                                                             options->wake, options->wake_context);
    worker->evaluation_threads = evaluation_threads_create(
        &(struct evaluation_threads_options){.threads = options->threads,
                                             .queue_max = options->threads,
                                             .hash_mib = options->hash_mib,
                                             .tablebase = options->tablebase},
        options->wake, options->wake_context);
    if (worker->move_search_threads && worker->evaluation_threads)
        worker->subscription =
            bus_subscribe(options->bus, THINK_SUBJECT, THINK_SUBJECT, on_request, worker);
    if (worker->subscription)
        return worker;
    think_worker_destroy(worker);
    return NULL;
}

void think_worker_destroy(struct think_worker *worker)
{
    if (!worker)
        return;
    think_worker_stop(worker);
    workers_destroy(worker->move_search_threads);
    workers_destroy(worker->evaluation_threads);
    buffer_fini(&worker->message);
    free(worker);
}
