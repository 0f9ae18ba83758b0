/* SPDX-License-Identifier: MIT */
#include "rookery/engine.h"

#include <pthread.h>
#include <stdlib.h>

#include "engine/limits.h"
#include "engine/network.h"
#include "engine/search.h"
#include "rookery/book.h"
#include "rookery/outcome.h"
#include "rookery/tablebase.h"

enum phase { IDLE, ANNOUNCED, SEARCHING };

enum { STACK_BYTES = 8 << 20 };

struct rk_engine {
    rk_engine_options options;
    struct tt tt;
    struct worker **workers;
    struct search search;
    uint64_t searches; /* so far: reseeds the book for each search */
    bool tt_is_used;   /* by a search since it was cleared */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum phase phase;    /* protected by the lock */
    bool stop_requested; /* since the search was announced */
};

// ---- create, configure, destroy --------------------------------------------------------------

static void destroy_workers(struct worker **workers, unsigned count)
{
    for (unsigned i = 0; workers && i < count; i++)
        worker_destroy(workers[i]);
    free(workers);
}

/* NULL for the handcrafted evaluation. */
static const struct rk_network *network_of(const rk_engine_options *options)
{
    const struct rk_network *const network = options->network ? options->network : &network_default;
    return options->handcrafted ? NULL : network;
}

static unsigned thread_count(const rk_engine_options *options)
{
    return options->threads ? options->threads : 1;
}

static struct worker **create_workers(const rk_engine_options *options)
{
    const unsigned count = thread_count(options);
    struct worker **const workers = count <= RK_THREADS_MAX ? calloc(count, sizeof(void *)) : NULL;
    for (unsigned i = 0; workers && i < count; i++) {
        workers[i] = worker_create(network_of(options));
        if (!workers[i]) {
            destroy_workers(workers, count);
            return NULL;
        }
        workers[i]->index = i;
    }
    return workers;
}

static size_t hash_size(const rk_engine_options *options)
{
    return options->hash_mib ? options->hash_mib : 1;
}

rk_err rk_engine_create(const rk_engine_options *options, rk_engine **out)
{
    rk_engine *const engine = calloc(1, sizeof *engine);
    if (!engine)
        return RK_NO_MEMORY;
    engine->options = *options;
    engine->workers = create_workers(options);
    if (!engine->workers || tt_init(&engine->tt, hash_size(options), thread_count(options))) {
        destroy_workers(engine->workers, thread_count(options));
        free(engine);
        return RK_NO_MEMORY;
    }
    pthread_mutex_init(&engine->search.lock, NULL);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->changed, NULL);
    *out = engine;
    return RK_OK;
}

void rk_engine_destroy(rk_engine *engine)
{
    if (!engine)
        return;
    rk_engine_stop(engine);
    pthread_mutex_lock(&engine->lock);
    while (engine->phase == SEARCHING)
        pthread_cond_wait(&engine->changed, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
    destroy_workers(engine->workers, thread_count(&engine->options));
    tt_fini(&engine->tt);
    pthread_mutex_destroy(&engine->search.lock);
    pthread_mutex_destroy(&engine->lock);
    pthread_cond_destroy(&engine->changed);
    free(engine);
}

rk_err rk_engine_configure(rk_engine *engine, const rk_engine_options *options)
{
    struct worker **workers = engine->workers;
    struct tt tt = engine->tt;
    const bool changes_threads = thread_count(options) != thread_count(&engine->options);
    const bool changes_hash = hash_size(options) != hash_size(&engine->options);
    if (changes_threads) {
        workers = create_workers(options);
        if (!workers)
            return RK_NO_MEMORY;
    }
    if (changes_hash && tt_init(&tt, hash_size(options), thread_count(options))) {
        if (changes_threads)
            destroy_workers(workers, thread_count(options));
        return RK_NO_MEMORY;
    }
    if (changes_threads)
        destroy_workers(engine->workers, thread_count(&engine->options));
    if (changes_hash) {
        tt_fini(&engine->tt);
        engine->tt_is_used = false;
    }
    engine->workers = workers;
    engine->tt = tt;
    if (network_of(options) != network_of(&engine->options))
        for (unsigned i = 0; i < thread_count(options); i++)
            evaluator_set_network(workers[i]->evaluator, network_of(options));
    engine->options = *options;
    return RK_OK;
}

void rk_engine_forget(rk_engine *engine)
{
    // Most programs send `ucinewgame` right after the options: a new table is empty already.
    if (engine->tt_is_used)
        tt_clear(&engine->tt, thread_count(&engine->options));
    engine->tt_is_used = false;
    for (unsigned i = 0; i < thread_count(&engine->options); i++)
        worker_clear(engine->workers[i]);
}

int rk_engine_evaluate(rk_engine *engine, const rk_position *pos)
{
    return evaluate(engine->workers[0]->evaluator, pos);
}

// ---- from other threads ----------------------------------------------------------------------

/* Leaving IDLE clears the stop and ponderhit of the last search; new ones count from then on. */
static void enter_phase(rk_engine *engine, enum phase phase)
{
    pthread_mutex_lock(&engine->lock);
    if (engine->phase == IDLE) {
        engine->stop_requested = false;
        atomic_store(&engine->search.stop, false);
        atomic_store(&engine->search.ponderhit, false);
    }
    if (phase != ANNOUNCED || engine->phase == IDLE)
        engine->phase = phase;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

void rk_engine_announce(rk_engine *engine)
{
    enter_phase(engine, ANNOUNCED);
}

static void signal_search(rk_engine *engine, atomic_bool *flag)
{
    pthread_mutex_lock(&engine->lock);
    if (engine->phase != IDLE) {
        atomic_store(flag, true);
        engine->stop_requested |= flag == &engine->search.stop;
    }
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
}

void rk_engine_stop(rk_engine *engine)
{
    signal_search(engine, &engine->search.stop);
}

void rk_engine_ponderhit(rk_engine *engine)
{
    signal_search(engine, &engine->search.ponderhit);
}

// ---- a search --------------------------------------------------------------------------------

static void init_search(rk_engine *engine, const rk_position *pos, const rk_search_limits *limits)
{
    const rk_engine_options *const options = &engine->options;
    struct search *const search = &engine->search;
    search->tt = &engine->tt;
    search->tablebase = options->tablebase;
    search->tablebase_pieces = options->tablebase ? rk_tablebase_men(options->tablebase) : 0;
    search->limits = limits;
    search->now = options->now;
    search->context = options->context;
    search->start = search->clock_start = options->now(options->context);
    search->time = timeman_allocate(limits, rk_position_turn(pos), options->overhead);
    search->pondering = limits->ponder;
    search->error_model = error_model_create(handicap_for_elo(options->elo), options->seed, pos);
    search->nodes_max = limits->nodes;
    search->workers = engine->workers;
    // More threads would fill the table and make a weakened engine stronger.
    search->worker_count = options->elo ? 1 : thread_count(options);
    search->completed_depth = 0;
    tt_new_search(&engine->tt);
    engine->tt_is_used = true;
}

/* A book move, or RK_NO_MOVE. The book is for games, which have a clock or a time for the move, not
 * for analysis. */
static rk_move probe_book(rk_engine *engine, const rk_position *pos, const rk_search_limits *limits)
{
    if (!engine->options.book || !(limits->timed || limits->move_time) || limits->ponder ||
        limits->only_count || limits->lines > 1)
        return RK_NO_MOVE;
    const uint64_t random =
        (engine->options.seed + engine->searches) * UINT64_C(0x9e3779b97f4a7c15);
    return rk_book_pick(engine->options.book, pos, random ^ random >> 32);
}

/* The moves that keep the best result, if the endgame tables know the position. */
static size_t probe_tablebase(rk_engine *engine, const rk_position *positions, size_t count,
                              const rk_search_limits *limits, rk_move *out)
{
    if (!engine->options.tablebase || limits->only_count)
        return 0;
    const bool repeated = rk_repetitions(positions, count) > 1;
    return rk_tablebase_root(engine->options.tablebase, &positions[count - 1], repeated, out);
}

static void *run_helper(void *argument)
{
    (void)search_iterate(argument);
    return NULL;
}

/* Starts as many threads as it can. */
static unsigned start_helpers(rk_engine *engine, pthread_t *threads)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    unsigned started = 0;
    while (
        started + 1 < engine->search.worker_count &&
        !pthread_create(&threads[started], &attributes, run_helper, engine->workers[started + 1]))
        started++;
    pthread_attr_destroy(&attributes);
    return started;
}

/* An infinite or ponder search that has reached its maximum depth must not return its move yet. */
static void wait_until_stopped(rk_engine *engine, const rk_search_limits *limits)
{
    pthread_mutex_lock(&engine->lock);
    while (!engine->stop_requested && (!limits_have_end(limits) ||
                                       (limits->ponder && !atomic_load(&engine->search.ponderhit))))
        pthread_cond_wait(&engine->changed, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

static void set_result(const struct worker *worker, unsigned depth, rk_search_result *out)
{
    const struct root_move *const best = &worker->root_moves[0];
    out->best = best->move;
    out->ponder = best->pv_count > 1 ? best->pv[1] : (rk_move)RK_NO_MOVE;
    out->score = best->score != -INFINITE            ? best->score
                 : best->previous_score != -INFINITE ? best->previous_score
                                                     : evaluate(worker->evaluator, &worker->pos);
    out->depth = depth;
    for (unsigned i = 0; i < worker->search->worker_count; i++)
        out->nodes += node_count(worker->search->workers[i]);
}

/* Runs all threads; this one is the first worker, which reports and checks the limits. */
static void run_search(rk_engine *engine, const rk_search_limits *limits, rk_search_result *out)
{
    struct worker *const first_worker = engine->workers[0];
    pthread_t *const threads = calloc(engine->search.worker_count, sizeof *threads);
    const unsigned helpers = threads ? start_helpers(engine, threads) : 0;
    const unsigned depth = search_iterate(first_worker);
    wait_until_stopped(engine, limits);
    atomic_store(&engine->search.stop, true);
    for (unsigned i = 0; i < helpers; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    set_result(first_worker, depth, out);
    tt_end_search(&engine->tt, out->nodes);
}

/* Gives every worker the position and its root moves. Returns the number of root moves. */
static size_t set_worker_positions(rk_engine *engine, const rk_position *positions, size_t count,
                                   const rk_search_limits *limits)
{
    rk_move best_moves[RK_MOVES_MAX];
    const size_t best_count = probe_tablebase(engine, positions, count, limits, best_moves);
    const rk_move *const only = best_count ? best_moves : limits->only;
    size_t root_count = 0;
    for (unsigned i = 0; i < engine->search.worker_count; i++) {
        engine->workers[i]->search = &engine->search;
        worker_set_position(engine->workers[i], positions, count);
        root_count = search_list_root_moves(engine->workers[i], only,
                                            best_count ? best_count : limits->only_count);
    }
    return root_count;
}

// NOLINTNEXTLINE(readability-function-size): the parameters are the public contract
void rk_engine_search(rk_engine *engine, const rk_position *positions, size_t count,
                      const rk_search_limits *limits, rk_search_report *report, void *context,
                      rk_search_result *out)
{
    enter_phase(engine, SEARCHING);
    *out = (rk_search_result){0};
    init_search(engine, &positions[count - 1], limits);
    engine->search.report = report;
    engine->search.report_context = context;
    engine->searches++;
    out->best = probe_book(engine, &positions[count - 1], limits);
    if (!out->best) {
        if (set_worker_positions(engine, positions, count, limits))
            run_search(engine, limits, out);
        else
            wait_until_stopped(engine, limits);
    }
    enter_phase(engine, IDLE);
}
