/* SPDX-License-Identifier: MIT */
#include "analysis/review_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/review_replication.h"
#include "base/milliseconds.h"
#include "base/text.h"
#include "cluster/invalidation.h"
#include "core/pending.h"

enum {
    ORPHAN_FIRST_CHECK_MS = 5 * SECOND_MS, /* by then, a node that starts knows what others have */
    ORPHAN_CHECK_MS = MINUTE_MS,
    ORPHAN_AGE_MS = 10 * SECOND_MS /* the others know of a request that is older */
};

struct review_queue {
    struct server *server;
    struct map jobs;     /* struct review_job by game, all of them */
    struct list waiting; /* the next one first */
    struct list busy;    /* under review, or the store has the request or the report */
    size_t running;
    struct list listeners;
    struct timer orphan_check; /* looks for requests that no node has */
    struct invalidation_listener invalidations;
};

struct review_job {
    struct list node;           /* in `waiting` or `busy` */
    struct review_queue *queue; /* NULL: destroyed while the engine or the store has the job */
    char game[GAME_ID_SIZE + 1];
    char account[REVIEW_ACCOUNT_SIZE]; /* that has asked; "": before a restart */
    struct buffer pgn;
    size_t plies, known;         /* moves, and positions with a score */
    struct review_score *scores; /* plies + 1 */
    struct game_review review;
    review_request_stored *then; /* who asked, until the request is stored */
    void *context;
};

const char *review_state_name(enum review_state state)
{
    static const char *const names[] = {[REVIEW_NONE] = "none",
                                        [REVIEW_WAITING] = "waiting",
                                        [REVIEW_RUNNING] = "running",
                                        [REVIEW_DONE] = "done",
                                        [REVIEW_FAILED] = "failed"};
    return names[state];
}

static void free_job(struct review_job *job)
{
    buffer_fini(&job->pgn);
    buffer_fini(&job->review.report);
    free(job->scores);
    free(job);
}

static void remove_job(struct review_job *job)
{
    map_remove(&job->queue->jobs, job->game);
    list_remove(&job->node);
    free_job(job);
}

// ---- telling the listeners -------------------------------------------------------------------

static struct review_status status_of(const struct review_job *job, enum review_state state)
{
    return (struct review_status){.state = state,
                                  .done = job->known ? job->known - 1 : 0,
                                  .plies = job->plies,
                                  .scores = job->scores};
}

static void notify_listeners(struct server *server, const char *game,
                             const struct review_status *status, size_t ply)
{
    struct review_queue *queue = server->review_queue;
    for (struct list *node = queue->listeners.next, *next; node != &queue->listeners; node = next) {
        next = node->next;
        struct review_listener *listener = LIST_OWNER(node, struct review_listener, node);
        if (!strcmp(listener->game, game))
            listener->on_changed(listener, status, ply);
    }
}

static struct review_change make_change(const struct review_job *job,
                                        const struct review_status *status)
{
    const bool is_here = status->state == REVIEW_WAITING || status->state == REVIEW_RUNNING;
    struct review_change change = {.kind = is_here ? REVIEW_CHANGE_STATE : REVIEW_CHANGE_END,
                                   .place = status->place,
                                   .plies = job->plies,
                                   .has_failed = status->state == REVIEW_FAILED};
    memcpy(change.game, job->game, sizeof change.game);
    memcpy(change.account, job->account, sizeof change.account);
    return change;
}

static struct review_change make_score(const struct review_job *job, size_t ply)
{
    struct review_change change = {.kind = REVIEW_CHANGE_SCORE,
                                   .ply = ply,
                                   .is_mate = job->scores[ply].is_mate,
                                   .score = job->scores[ply].score};
    memcpy(change.game, job->game, sizeof change.game);
    return change;
}

/* Tells the listeners and the other nodes. */
static void notify_status(const struct review_job *job, const struct review_status *status)
{
    struct server *server = job->queue->server;
    const struct review_change change = make_change(job, status);
    notify_listeners(server, job->game, status, SIZE_MAX);
    review_replication_publish(server, &change);
}

static void notify_state(struct review_job *job, enum review_state state)
{
    const struct review_status status = status_of(job, state);
    notify_status(job, &status);
}

static void notify_places(struct review_queue *queue)
{
    size_t place = 0;
    for (struct list *node = queue->waiting.next; node != &queue->waiting; node = node->next) {
        const struct review_job *job = LIST_OWNER(node, struct review_job, node);
        struct review_status status = status_of(job, REVIEW_WAITING);
        status.place = ++place;
        notify_status(job, &status);
    }
}

// ---- running ---------------------------------------------------------------------------------

static void start_waiting(struct review_queue *queue);

static void fail_job(struct review_job *job)
{
    notify_state(job, REVIEW_FAILED);
    remove_job(job);
}

static void on_stored(void *context, struct store_job *answer, enum store_outcome outcome)
{
    (void)answer;
    struct review_job *job = context;
    if (!job->queue) {
        free_job(job);
        return;
    }
    if (outcome != STORE_DONE) {
        log_line(job->queue->server->log, LOG_ERROR, "the review of game %s was not stored",
                 job->game);
        fail_job(job);
        return;
    }
    notify_state(job, REVIEW_DONE);
    invalidation_publish(job->queue->server, INVALIDATE_REVIEW, job->game);
    remove_job(job);
}

static void call_delete_request(struct store_job *write, const struct review_job *job)
{
    store_call(write, STORE_DELETE_REVIEW_REQUEST);
    store_bind_text(write, job->game);
}

/* Deletes the request: it would fail again after a restart. */
static void drop_failed_review(struct review_job *job)
{
    struct server *server = job->queue->server;
    struct store_job *write = store_job_create();
    log_line(server->log, LOG_ERROR, "game %s could not be reviewed", job->game);
    call_delete_request(write, job);
    store_write(server->store, write, NULL, NULL);
}

static void store_report(struct review_job *job)
{
    struct server *server = job->queue->server;
    struct store_job *write = store_job_create();
    store_call(write, STORE_SET_REVIEW);
    store_bind_text(write, job->game);
    store_bind_integer(write, server_date(server));
    store_bind_text(write, buffer_cstr(&job->review.report));
    call_delete_request(write, job);
    store_write(server->store, write, on_stored, job);
}

static void on_reviewed(struct game_review *review)
{
    struct review_job *job = LIST_OWNER(review, struct review_job, review);
    struct review_queue *queue = job->queue;
    if (!queue) {
        free_job(job);
        return;
    }
    queue->running--;
    if (review->report.size) {
        store_report(job);
    } else {
        if (!queue->server->stopping)
            drop_failed_review(job);
        fail_job(job);
    }
    start_waiting(queue);
}

static void on_score(struct game_review *review, size_t ply, int score, bool is_mate)
{
    struct review_job *job = LIST_OWNER(review, struct review_job, review);
    if (!job->queue || ply > job->plies)
        return;
    job->known += !job->scores[ply].is_known;
    job->scores[ply] = (struct review_score){.is_known = true, .is_mate = is_mate, .score = score};
    const struct review_status status = status_of(job, REVIEW_RUNNING);
    const struct review_change change = make_score(job, ply);
    notify_listeners(job->queue->server, job->game, &status, ply);
    review_replication_publish(job->queue->server, &change);
}

static bool start_job(struct review_job *job)
{
    const struct server_env *env = &job->queue->server->env;
    job->review = (struct game_review){
        .pgn = job->pgn.bytes, .size = job->pgn.size, .progress = on_score, .done = on_reviewed};
    return env->review(env->context, &job->review);
}

static void start_waiting(struct review_queue *queue)
{
    const struct server *server = queue->server;
    bool has_started = false;
    while (queue->running < server->config.review_threads && !list_is_empty(&queue->waiting) &&
           !server->stopping) {
        struct review_job *job = LIST_OWNER(queue->waiting.next, struct review_job, node);
        if (!start_job(job))
            break; // until one that runs has ended
        queue->running++;
        has_started = true;
        list_remove(&job->node);
        list_add(&queue->busy, &job->node);
        notify_state(job, REVIEW_RUNNING);
    }
    if (has_started)
        notify_places(queue);
}

// ---- other nodes -----------------------------------------------------------------------------

/* Another node has reviewed the game, or this one: then its job is still busy. */
static void on_review_invalid(struct invalidation_listener *listener, const char *game)
{
    struct review_queue *queue = listener->server->review_queue;
    struct review_job *job = map_get(&queue->jobs, game);
    if (job && job->review.pgn)
        return;
    review_replication_drop(listener->server, game);
    notify_listeners(listener->server, game, &(struct review_status){.state = REVIEW_DONE},
                     SIZE_MAX);
    if (job)
        remove_job(job);
}

static void on_all_reviews_invalid(struct invalidation_listener *listener)
{
    (void)listener; // clients that follow the review find it with their next request
}

// ---- asking ----------------------------------------------------------------------------------

bool review_queue_is_open(const struct server *server)
{
    return server->env.review && server->config.review_threads && server->config.review_queue;
}

size_t review_queue_count(const struct server *server)
{
    return server->review_queue->jobs.count;
}

bool review_queue_is_full(const struct server *server)
{
    return review_queue_count(server) >= server->config.review_queue;
}

static size_t count_of_account(const struct list *jobs, const char *account)
{
    size_t count = 0;
    for (const struct list *node = jobs->next; node != jobs; node = node->next)
        count += !strcmp(LIST_OWNER(node, struct review_job, node)->account, account);
    return count;
}

bool review_queue_share_is_used(const struct server *server, const char *account)
{
    const struct review_queue *queue = server->review_queue;
    return count_of_account(&queue->waiting, account) + count_of_account(&queue->busy, account) +
               review_replication_count(server, account) >=
           REVIEW_SHARE_MAX;
}

static struct review_job *make_job(struct review_queue *queue, const char *game, size_t plies)
{
    struct review_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    snprintf(job->game, sizeof job->game, "%s", game);
    job->queue = queue;
    job->plies = plies;
    job->scores = calloc(plies + 1, sizeof *job->scores);
    if (job->scores && map_put(&queue->jobs, job->game, job))
        return job;
    free_job(job);
    return NULL;
}

/* Takes the PGN. */
static void enqueue_job(struct review_job *job, struct buffer *taken_pgn)
{
    struct review_queue *queue = job->queue;
    job->pgn = *taken_pgn;
    *taken_pgn = (struct buffer){0};
    list_add(&queue->waiting, &job->node);
    start_waiting(queue);
    if (queue->waiting.previous == &job->node)
        notify_places(queue);
}

static void on_request_stored(void *context, struct store_job *answer, enum store_outcome outcome)
{
    (void)answer;
    struct review_job *job = context;
    if (!job->queue) {
        free_job(job);
        return;
    }
    review_request_stored *then = job->then;
    void *then_context = job->context;
    struct buffer pgn = job->pgn;
    job->pgn = (struct buffer){0};
    job->review.pgn = NULL;
    list_remove(&job->node);
    if (outcome == STORE_DONE)
        enqueue_job(job, &pgn);
    else
        remove_job(job);
    buffer_fini(&pgn);
    then(then_context, outcome == STORE_DONE);
}

/* The job is busy until then. */
static void store_request(struct review_job *job)
{
    struct server *server = job->queue->server;
    struct store_job *write = store_job_create();
    job->review.pgn = job->pgn.bytes;
    list_add(&job->queue->busy, &job->node);
    store_call(write, STORE_ADD_REVIEW_REQUEST);
    store_bind_text(write, job->game);
    store_bind_integer(write, server_date(server));
    store_bind_integer(write, (int64_t)job->plies);
    store_bind_text(write, buffer_cstr(&job->pgn));
    store_write(server->store, write, on_request_stored, job);
}

static enum review_answer add_job(struct review_queue *queue, const struct review_request *request,
                                  struct buffer *taken_pgn)
{
    if (map_get(&queue->jobs, request->game)) {
        request->then(request->context, true);
        return REVIEW_ACCEPTED;
    }
    if (!review_queue_is_open(queue->server))
        return REVIEW_UNAVAILABLE;
    const bool has_place = !review_queue_is_full(queue->server) && !taken_pgn->failed;
    struct review_job *job = has_place ? make_job(queue, request->game, request->plies) : NULL;
    if (!job)
        return REVIEW_QUEUE_FULL;
    text_copy(job->account, sizeof job->account, request->account);
    job->then = request->then;
    job->context = request->context;
    job->pgn = *taken_pgn;
    *taken_pgn = (struct buffer){0};
    store_request(job);
    return REVIEW_ACCEPTED;
}

enum review_answer review_queue_add(struct server *server, const struct review_request *request,
                                    struct buffer *taken_pgn)
{
    const enum review_answer answer = add_job(server->review_queue, request, taken_pgn);
    buffer_fini(taken_pgn);
    return answer;
}

/* 0 if it does not wait. */
static size_t place_of(const struct review_queue *queue, const struct review_job *job)
{
    size_t place = 1;
    for (const struct list *node = queue->waiting.next; node != &queue->waiting;
         node = node->next, place++)
        if (node == &job->node)
            return place;
    return 0;
}

static struct review_status job_status(const struct review_queue *queue,
                                       const struct review_job *job)
{
    const size_t place = place_of(queue, job);
    struct review_status status = status_of(job, place ? REVIEW_WAITING : REVIEW_RUNNING);
    status.place = place;
    return status;
}

struct review_status review_queue_find(const struct server *server, const char *game)
{
    const struct review_queue *queue = server->review_queue;
    const struct review_job *job = map_get(&queue->jobs, game);
    return job ? job_status(queue, job) : review_replication_find(server, game);
}

static bool write_next(const struct server *server, size_t *at, struct buffer *out)
{
    const struct review_queue *queue = server->review_queue;
    const struct review_job *job = map_next(&queue->jobs, at);
    if (!job)
        return false;
    const struct review_status status = job_status(queue, job);
    struct review_change change = make_change(job, &status);
    review_change_write(&change, out);
    for (size_t ply = 0; ply <= job->plies; ply++)
        if (job->scores[ply].is_known) {
            change = make_score(job, ply);
            review_change_write(&change, out);
        }
    return true;
}

void review_queue_listen(struct server *server, struct review_listener *listener)
{
    list_add(&server->review_queue->listeners, &listener->node);
}

void review_queue_unlisten(struct review_listener *listener)
{
    list_remove(&listener->node);
}

// ---- resuming after a restart ----------------------------------------------------------------
// The node that had a request may not come back, so each looks for those that no node has. Two
// nodes may find the same one: then one review replaces the other.

static void restore_job(struct review_queue *queue, const struct store_job *row)
{
    enum { REQUEST_GAME, REQUEST_PLIES, REQUEST_PGN };
    const char *game = store_get_text(row, REQUEST_GAME);
    const int64_t plies = store_get_integer(row, REQUEST_PLIES);
    if (plies < 1 || plies > REVIEW_PLIES_MAX || strlen(game) != GAME_ID_SIZE ||
        review_queue_find(queue->server, game).state != REVIEW_NONE)
        return;
    struct buffer pgn = {0};
    buffer_text(&pgn, store_get_text(row, REQUEST_PGN));
    struct review_job *job = pgn.failed ? NULL : make_job(queue, game, (size_t)plies);
    if (job)
        enqueue_job(job, &pgn);
    buffer_fini(&pgn);
}

static void on_requests(void *context, struct store_job *rows, enum store_outcome outcome)
{
    struct pending_request *pending = context;
    struct server *server = pending->server;
    if (server && outcome == STORE_DONE)
        // The other nodes take those that do not fit.
        while ((!bus_has_peers(server->bus) || !review_queue_is_full(server)) &&
               store_next_row(rows))
            restore_job(server->review_queue, rows);
    pending_destroy(pending);
}

static void read_requests(struct server *server, int64_t until)
{
    struct pending_request *pending = pending_create(&server->pending, sizeof *pending);
    if (!pending)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_REVIEW_REQUESTS);
    store_bind_integer(job, until);
    store_read(server->store, job, on_requests, pending);
}

static void schedule_orphan_check(struct review_queue *queue, int64_t ms);

static void restore_orphaned_requests(void *context)
{
    struct review_queue *queue = context;
    struct server *server = queue->server;
    if (!server->stopping)
        read_requests(server, server_date(server) - ORPHAN_AGE_MS);
    schedule_orphan_check(queue, ORPHAN_CHECK_MS);
}

/* At a random time, so that nodes do not check together. */
static void schedule_orphan_check(struct review_queue *queue, int64_t ms)
{
    struct server *server = queue->server;
    (void)timer_set(&server->timers, &queue->orphan_check,
                    server->now + ms + (int64_t)server_random_below(server, (uint64_t)ms),
                    restore_orphaned_requests, queue);
}

static void restore_requests(struct review_queue *queue)
{
    if (bus_has_peers(queue->server->bus))
        schedule_orphan_check(queue, ORPHAN_FIRST_CHECK_MS);
    else
        read_requests(queue->server, INT64_MAX);
}

static const struct review_source source = {.write_next = write_next, .changed = notify_listeners};

// ---- creating and destroying -----------------------------------------------------------------

rk_err review_queue_create(struct server *server)
{
    struct review_queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return RK_NO_MEMORY;
    queue->server = server;
    map_init(&queue->jobs, server_random(server));
    list_init(&queue->waiting);
    list_init(&queue->busy);
    list_init(&queue->listeners);
    server->review_queue = queue;
    queue->invalidations = (struct invalidation_listener){.kind = INVALIDATE_REVIEW,
                                                          .on_invalid = on_review_invalid,
                                                          .on_all_invalid = on_all_reviews_invalid};
    invalidation_listen(server, &queue->invalidations);
    review_replication_set_source(server, &source);
    if (review_queue_is_open(server))
        restore_requests(queue);
    return RK_OK;
}

void review_queue_destroy(struct server *server)
{
    struct review_queue *queue = server->review_queue;
    if (!queue)
        return;
    while (!list_is_empty(&queue->waiting))
        remove_job(LIST_OWNER(queue->waiting.next, struct review_job, node));
    while (!list_is_empty(&queue->busy)) { // on_reviewed() or on_stored() frees them
        struct review_job *job = LIST_OWNER(queue->busy.next, struct review_job, node);
        list_remove(&job->node);
        job->queue = NULL;
    }
    review_replication_set_source(server, NULL);
    timer_stop(&server->timers, &queue->orphan_check);
    map_fini(&queue->jobs);
    list_remove(&queue->invalidations.node);
    free(queue);
    server->review_queue = NULL;
}
