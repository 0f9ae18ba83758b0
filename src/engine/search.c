/* SPDX-License-Identifier: MIT */
#include "engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "engine/alphabeta.h"
#include "engine/limits.h"
#include "engine/parameters.h"
#include "engine/wdl.h"

enum {
    ASPIRATION_WINDOW_MAX = 600, /* beyond it the window is opened completely */
    ASPIRATION_DEPTH = 5,
    SKIP_DEPTH = 4 /* beyond it, threads with an odd index skip depths */
};

size_t search_list_root_moves(struct worker *worker, const rk_move *only, size_t only_count)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t legal = rk_moves_list(&worker->pos, moves);
    worker->root_count = worker->root_first = 0;
    for (size_t i = 0; i < legal; i++) {
        bool included = !only_count;
        for (size_t j = 0; j < only_count; j++)
            included |= only[j] == moves[i];
        if (!included)
            continue;
        struct root_move *const root = &worker->root_moves[worker->root_count++];
        root->move = root->pv[0] = moves[i];
        root->score = root->previous_score = -INFINITE;
        root->nodes = 0;
        root->selective_depth = 0;
        root->pv_count = 1;
    }
    return worker->root_count;
}

// ---- sorting root moves ----------------------------------------------------------------------

static bool is_better(const struct root_move *a, const struct root_move *b)
{
    return a->score != b->score ? a->score > b->score : a->previous_score > b->previous_score;
}

/* An insertion sort, because few moves change places. Stable: moves of unknown score keep their
 * order. */
static void sort_root_moves(struct worker *worker, size_t begin, size_t end)
{
    for (size_t i = begin + 1; i < end; i++) {
        if (!is_better(&worker->root_moves[i], &worker->root_moves[i - 1]))
            continue;
        const struct root_move moved = worker->root_moves[i];
        size_t j = i;
        for (; j > begin && is_better(&moved, &worker->root_moves[j - 1]); j--)
            worker->root_moves[j] = worker->root_moves[j - 1];
        worker->root_moves[j] = moved;
    }
}

// ---- reporting -------------------------------------------------------------------------------

static int64_t elapsed(const struct search *search)
{
    return search->now(search->context) - search->start;
}

static uint64_t sum_counters(const struct search *search, bool hits)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < search->worker_count; i++)
        sum += atomic_load_explicit(hits ? &search->workers[i]->tablebase_hits
                                         : &search->workers[i]->nodes,
                                    memory_order_relaxed);
    return sum;
}

static void report_line(struct worker *worker, size_t number, int depth)
{
    if (!worker->search->report || worker->index)
        return;
    const struct search *const search = worker->search;
    const struct root_move *const root = &worker->root_moves[number];
    const bool known = root->score != -INFINITE;
    if (!known && root->previous_score == -INFINITE)
        return;
    rk_search_line line = {.depth = (unsigned)(known ? depth : depth - 1),
                           .selective_depth = root->selective_depth,
                           .number = (unsigned)number + 1,
                           .score = known ? root->score : root->previous_score,
                           .bound = known ? root->bound : RK_EXACT,
                           .nodes = sum_counters(search, false),
                           .table_hits = sum_counters(search, true),
                           .time = elapsed(search),
                           .hashfull = tt_hashfull(search->tt),
                           .moves = root->pv,
                           .move_count = root->pv_count};
    if (!line.depth)
        return;
    if (line.selective_depth < line.depth)
        line.selective_depth = line.depth;
    score_to_wdl(line.score, &worker->pos, &line.win, &line.draw, &line.loss);
    search->report(search->report_context, &line);
}

// ---- one iteration ---------------------------------------------------------------------------

/* Searches with an aspiration window around the last score and widens it each time it fails. */
static void search_line(struct worker *worker, int depth)
{
    struct root_move *const first_root = &worker->root_moves[worker->root_first];
    int alpha = -INFINITE, beta = INFINITE, delta = ASPIRATION_WINDOW, failed_high = 0;
    const int previous = first_root->previous_score;
    if (depth >= ASPIRATION_DEPTH && previous > -DECISIVE && previous < DECISIVE) {
        delta += previous * previous / 16384;
        alpha = max_int(previous - delta, -INFINITE);
        beta = min_int(previous + delta, INFINITE);
    }
    for (;;) {
        const int reduced = max_int(1, depth - failed_high);
        const int score = alphabeta_search_root(worker, alpha, beta, reduced);
        sort_root_moves(worker, worker->root_first, worker->root_count);
        if (is_stopped(worker))
            return;
        const rk_bound bound = score <= alpha ? RK_AT_MOST : score >= beta ? RK_AT_LEAST : RK_EXACT;
        if (bound == RK_EXACT)
            return;
        if (worker->search->limits->lines <= 1 && elapsed(worker->search) > REPORT_AFTER_MS)
            report_line(worker, worker->root_first, depth);
        if (bound == RK_AT_MOST) {
            beta = (alpha + beta) / 2;
            alpha = max_int(score - delta, -INFINITE);
            failed_high = 0;
        } else {
            beta = min_int(score + delta, INFINITE);
            failed_high += failed_high < 3;
        }
        delta += delta / 2;
        if (delta > ASPIRATION_WINDOW_MAX) {
            alpha = -INFINITE;
            beta = INFINITE;
        }
    }
}

static size_t multipv_count(const struct worker *worker)
{
    const size_t lines = worker->search->limits->lines ? worker->search->limits->lines : 1;
    return lines < worker->root_count ? lines : worker->root_count;
}

static void search_depth(struct worker *worker, int depth)
{
    const size_t lines = worker->index ? 1 : multipv_count(worker);
    // A move that was not the best at the last depth has no score there, and older scores do not
    // count.
    for (size_t i = 0; i < worker->root_count; i++) {
        worker->root_moves[i].previous_score = worker->root_moves[i].score;
        worker->root_moves[i].score = -INFINITE;
    }
    for (worker->root_first = 0; worker->root_first < lines && !is_stopped(worker);
         worker->root_first++) {
        worker->selective_depth = 0;
        search_line(worker, depth);
        sort_root_moves(worker, 0, worker->root_first + 1);
    }
    worker->root_first = 0;
}

static void report_lines(struct worker *worker, int depth)
{
    for (size_t i = 0; i < multipv_count(worker); i++)
        report_line(worker, i, depth);
}

// ---- several threads -------------------------------------------------------------------------

/* Puts the best move of another thread first. Scores of this thread are dropped: they belong to a
 * depth it has not completed. */
static void adopt_best(struct worker *worker, const struct root_move *best)
{
    size_t at = 0;
    for (size_t i = 0; i < worker->root_count; i++) {
        worker->root_moves[i].score = -INFINITE;
        if (worker->root_moves[i].move == best->move)
            at = i;
    }
    const uint64_t nodes =
        worker->root_moves[at].nodes; // time_share() compares it with the nodes of this thread
    memmove(worker->root_moves + 1, worker->root_moves, at * sizeof *worker->root_moves);
    worker->root_moves[0] = *best;
    worker->root_moves[0].nodes = nodes;
}

/* Threads with an odd index skip every second depth. What they find is in the table when the others
 * get there, and often they complete the depth first. If a depth limit is given, that depth is not
 * skipped, so that they search it early. */
static int begin_depth(struct worker *worker, int depth)
{
    const int last = (int)worker->search->limits->depth;
    if (worker->index % 2 && depth > SKIP_DEPTH && depth + 1 < PLY_MAX && (depth ^ last) & 1)
        depth++;
    worker->root_depth = depth;
    return depth;
}

static bool shares_iterations(const struct worker *worker)
{
    return worker->search->worker_count > 1 && worker->search->limits->lines <= 1;
}

/* One more than the last depth: a thread that completes a depth for all must not exceed the limit.
 */
static int depth_end(const struct worker *worker)
{
    const unsigned last = worker->search->limits->depth;
    return shares_iterations(worker) && last && last < PLY_MAX ? (int)last + 1 : PLY_MAX;
}

/* At the end of a depth, completed by this or another thread. Returns the completed depth. */
static int share_iteration(struct worker *worker, int depth)
{
    struct search *const search = worker->search;
    if (!shares_iterations(worker))
        return depth;
    pthread_mutex_lock(&search->lock);
    if (search->completed_depth < depth) {
        search->best = worker->root_moves[0];
        search->completed_depth = depth;
    } else {
        adopt_best(worker, &search->best);
        depth = search->completed_depth;
    }
    pthread_mutex_unlock(&search->lock);
    return depth;
}

// ---- time management -------------------------------------------------------------------------

struct progress {
    rk_move best;
    int score;         /* at the last depth */
    int stable_depths; /* for which the best move has not changed */
};

/* The percentage of the soft limit to use: less if the best move is stable or took most nodes, more
 * if the score falls. */
static int64_t time_share(const struct worker *worker, const struct progress *progress, int score)
{
    static const int by_stability[] = {150, 125, 108, 96, 88, 80, 75};
    const struct root_move *const best = &worker->root_moves[0];
    int64_t share = by_stability[min_int(progress->stable_depths, 6)];
    const int fall = progress->score - score;
    share += clamp_int(fall, -15, 45);
    const uint64_t nodes = node_count(worker) + 1;
    const int64_t on_best = (int64_t)(best->nodes * 100 / nodes);
    return share * (170 - on_best) / 100;
}

static bool is_mate_found(const struct worker *worker)
{
    const unsigned moves = worker->search->limits->mate;
    const int score = worker->root_moves[0].score;
    return moves && score >= RK_MATE_IN_MAX && RK_MATE - score <= 2 * (int)moves - 1;
}

static bool should_stop(struct worker *worker, struct progress *progress, int depth)
{
    const struct search *const search = worker->search;
    const rk_search_limits *const limits = search->limits;
    const struct root_move *const best = &worker->root_moves[0];
    progress->stable_depths = best->move == progress->best ? progress->stable_depths + 1 : 0;
    const int64_t share = time_share(worker, progress, best->score);
    progress->best = best->move;
    progress->score = best->score;
    if ((limits->depth && depth >= (int)limits->depth) || is_mate_found(worker))
        return true;
    worker_check_limits(worker);
    if (is_search_stopped(worker))
        return true;
    if (search->time.hard == INT64_MAX || search->pondering)
        return false;
    if (worker->root_count == 1 && limits->timed)
        return true;
    if (limits->timed && best->score >= RK_MATE_IN_MAX && depth > 2 * (RK_MATE - best->score))
        return true; // there is no shorter mate
    const int64_t spent = search->now(search->context) - search->clock_start;
    const int64_t soft =
        limits->timed ? search->time.soft / 100 * share + search->time.soft % 100 * share / 100
                      : search->time.soft;
    return spent >= (soft < search->time.hard ? soft : search->time.hard);
}

static void extend_tt(const struct search *search)
{
    const bool waits = limits_are_repeatable(search->limits);
    while (!tt_extend(search->tt, sum_counters(search, false), waits) && waits &&
           !atomic_load_explicit(&search->stop, memory_order_relaxed)) {
    }
}

unsigned search_iterate(struct worker *worker)
{
    struct progress progress = {.best = RK_NO_MOVE};
    unsigned completed = 0;
    const int end = depth_end(worker);
    for (int depth = 1; depth < end && !is_search_stopped(worker); depth++) {
        depth = begin_depth(worker, depth);
        if (!worker->index)
            extend_tt(worker->search);
        search_depth(worker, depth);
        const bool stopped = is_search_stopped(worker);
        if (!stopped)
            depth = share_iteration(worker, depth);
        report_lines(worker, depth);
        if (stopped)
            break;
        completed = (unsigned)depth;
        worker->root_depth = depth + 1;
        if (!worker->index && should_stop(worker, &progress, depth))
            break;
    }
    return completed;
}
