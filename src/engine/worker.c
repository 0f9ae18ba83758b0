/* SPDX-License-Identifier: MIT */
#include "engine/worker.h"

#include <stdlib.h>
#include <string.h>

#include "engine/hugepages.h"
#include "rookery/outcome.h"

enum {
    CHECK_INTERVAL_MIN = 8, /* nodes between two looks at the clock */
    CHECK_INTERVAL_MAX = 256,
    CHECK_MS = 1,          /* looks at the clock should be at most this far apart */
    FIRST_DEPTH_GRACE = 5, /* extra milliseconds for depth 1, which has to find a move */
    MOVE_BUFFER_SIZE = (RK_MOVES_MAX + 64) * (PLY_MAX + 8)
};

// ---- create and destroy ----------------------------------------------------------------------

struct worker *worker_create(const struct rk_network *network)
{
    struct worker *const worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->evaluator = evaluator_create(network);
    worker->history = hugepages_alloc(sizeof *worker->history);
    worker->move_buffer = malloc(MOVE_BUFFER_SIZE * sizeof *worker->move_buffer);
    worker->root_moves = malloc(RK_MOVES_MAX * sizeof *worker->root_moves);
    if (!worker->evaluator || !worker->history || !worker->move_buffer || !worker->root_moves) {
        worker_destroy(worker);
        return NULL;
    }
    worker_clear(worker);
    return worker;
}

void worker_destroy(struct worker *worker)
{
    if (!worker)
        return;
    if (worker->evaluator)
        evaluator_destroy(worker->evaluator);
    hugepages_free(worker->history, sizeof *worker->history);
    free(worker->move_buffer);
    free(worker->root_moves);
    free(worker);
}

void worker_clear(struct worker *worker)
{
    evaluator_clear(worker->evaluator);
    memset(worker->history, 0, sizeof *worker->history);
}

static void init_frames(struct worker *worker)
{
    struct frame *const frames = worker->frames;
    for (int i = 0; i < FRAMES_BEFORE_ROOT + PLY_MAX + 8; i++) {
        struct frame *const frame = &frames[i];
        frame->ply = i - FRAMES_BEFORE_ROOT;
        frame->eval = NO_EVAL;
        frame->move = frame->excluded = frame->killers[0] = frame->killers[1] = RK_NO_MOVE;
        frame->continuation = &worker->history->continuation[NO_PIECE][0];
        frame->piece = NO_PIECE;
        frame->in_check = frame->quiet = false;
        frame->double_extensions = 0;
        frame->cutoffs = 0;
        frame->pv_count = 0;
    }
}

void worker_set_position(struct worker *worker, const rk_position *positions, size_t count)
{
    worker->pos = positions[count - 1];
    worker->mode = mode_of(&worker->pos);
    worker->standard = is_standard(worker->mode);
    worker->uses_null_move = !has_rule(worker->mode, RK_LOSER_WINS | RK_KINGS_RACE);
    worker->uses_see = !has_rule(worker->mode, RK_LOSER_WINS | RK_CAPTURES_EXPLODE);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        worker->values[kind] = kind_value(worker->mode.variant, (rk_kind)kind);
    worker->values[RK_NO_KIND] = 0;
    const size_t key_count = count < KEYS_MAX ? count : KEYS_MAX;
    for (size_t i = 0; i < key_count; i++)
        worker->keys[i] = positions[count - key_count + i].key;
    worker->key_end = worker->keys + key_count;
    init_frames(worker);
    worker->frames[FRAMES_BEFORE_ROOT].reversible_plies =
        min_int(worker->pos.halfmove_clock, (int)key_count - 1);
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&worker->tablebase_hits, 0, memory_order_relaxed);
    worker->countdown = 1;
    worker->check_interval = CHECK_INTERVAL_MIN;
    worker->null_move_min_ply = 0;
}

// ---- playing moves ---------------------------------------------------------------------------

static void finish_move(struct worker *worker, struct frame *frame)
{
    frame[1].reversible_plies = worker->pos.halfmove_clock ? frame->reversible_plies + 1 : 0;
    *worker->key_end++ = worker->pos.key;
    frame[1].double_extensions = frame->double_extensions;
    tt_prefetch(worker->search->tt, tt_key(&worker->pos));
}

// Ignores changes of castling rights; finish_move() prefetches with the exact key.
void worker_prefetch(const struct worker *worker, rk_move move, rk_kind kind)
{
    if (rk_move_type(move) != RK_PLAIN)
        return;
    const rk_position *const pos = &worker->pos;
    const rk_side us = (rk_side)pos->turn;
    const int from = rk_move_from(move), to = rk_move_to(move);
    uint64_t key = tt_key(pos) ^ turn_key ^ piece_keys[us][kind][from] ^ piece_keys[us][kind][to];
    if (pos->by[other(us)] & bit(to))
        key ^= piece_keys[other(us)][kind_on(pos, to)][to];
    if (pos->en_passant != RK_NO_SQUARE)
        key ^= en_passant_keys[pos->en_passant & 7];
    tt_prefetch(worker->search->tt, key);
}

void worker_play(struct worker *worker, struct frame *frame, rk_move move, rk_kind kind)
{
    frame->move = move;
    frame->quiet = !is_noisy(&worker->pos, move);
    frame->piece = piece_index((rk_side)worker->pos.turn, kind);
    frame->continuation = &worker->history->continuation[frame->piece][rk_move_to(move)];
    rk_position_apply(&worker->pos, move, &frame->undo);
    finish_move(worker, frame);
}

void worker_play_null(struct worker *worker, struct frame *frame)
{
    frame->move = RK_NO_MOVE;
    frame->quiet = false;
    frame->piece = NO_PIECE;
    frame->continuation = &worker->history->continuation[NO_PIECE][0];
    rk_position_pass(&worker->pos, &frame->undo);
    finish_move(worker, frame);
    frame[1].reversible_plies = 0;
}

void worker_undo(struct worker *worker, struct frame *frame)
{
    worker->key_end--;
    rk_position_revert(&worker->pos, &frame->undo);
}

// ---- scores ----------------------------------------------------------------------------------

int worker_evaluate(struct worker *worker)
{
    const struct search *const search = worker->search;
    int score = evaluate(worker->evaluator, &worker->pos);
    if (search->error_model.handicap.eval_noise)
        score += error_model_eval_error(&search->error_model, &worker->pos);
    return max_int(-DECISIVE + 1, min_int(DECISIVE - 1, score));
}

static bool is_repetition(const struct worker *worker, const struct frame *frame)
{
    const uint64_t *const last = worker->key_end - 1;
    for (int back = 4; back <= frame->reversible_plies; back += 2)
        if (last[-back] == *last)
            return true;
    return false;
}

bool worker_is_draw(struct worker *worker, const struct frame *frame)
{
    const rk_position *const pos = &worker->pos;
    if (frame->reversible_plies >= 4 && is_repetition(worker, frame))
        return true;
    if (unlikely(rk_position_fifty_moves(pos)))
        return rk_moves_any(pos);
    return popcount(occupied(pos)) <= 4 && rk_position_outcome(pos).end == RK_INSUFFICIENT_MATERIAL;
}

int worker_terminal_score(const struct worker *worker, const struct frame *frame)
{
    if (worker->standard)
        return frame->in_check ? frame->ply - RK_MATE : 0;
    const rk_outcome outcome = rk_position_outcome(&worker->pos);
    if (outcome.winner == RK_NOBODY_WINS)
        return 0;
    const rk_side winner = outcome.winner == RK_WHITE_WINS ? RK_WHITE : RK_BLACK;
    return winner == worker->pos.turn ? RK_MATE - frame->ply : frame->ply - RK_MATE;
}

/* King of the hill: a king move that wins at once. It is quiet, so quiescence would not find it,
 * and it must not be pruned. */
static rk_move winning_hill_step(const struct worker *worker)
{
    const rk_position *const pos = &worker->pos;
    const uint64_t king = king_of(pos, (rk_side)pos->turn);
    rk_move moves[RK_MOVES_MAX];
    if (!has_rule(worker->mode, RK_HILL_WINS) || !(step_attacks[lsb(king)] & HILL) ||
        !rk_moves_select(pos, king, HILL, moves))
        return RK_NO_MOVE;
    return moves[0];
}

bool worker_is_variant_end(const struct worker *worker, struct frame *frame, int *score)
{
    if (!rk_moves_any(&worker->pos)) {
        *score = worker_terminal_score(worker, frame);
        return true;
    }
    const rk_move step = winning_hill_step(worker);
    if (!step)
        return false;
    frame->pv[0] = step;
    frame->pv_count = 1;
    *score = RK_MATE - frame->ply - 1;
    return true;
}

// ---- limits ----------------------------------------------------------------------------------

/* The nodes left to worker 0. A node limit holds exactly; that of a weakened engine only after
 * depth 1, so that it has searched every move. */
static uint64_t nodes_left(const struct worker *worker)
{
    const struct search *const search = worker->search;
    const uint64_t limit = search->nodes_max ? search->nodes_max : UINT64_MAX;
    const uint64_t handicap = search->error_model.handicap.nodes && worker->root_depth > 1
                                  ? search->error_model.handicap.nodes
                                  : UINT64_MAX;
    const uint64_t max = limit < handicap ? limit : handicap, nodes = node_count(worker);
    return nodes < max ? max - nodes : 0;
}

/* Nodes usually take a microsecond, but a hundred times as long while the pages of a new table are
 * zeroed on first use or an endgame table is read from disk. The interval adapts to that. */
static void adapt_check_interval(struct worker *worker, int64_t now)
{
    const bool late = now - worker->checked_at > CHECK_MS;
    worker->checked_at = now;
    worker->check_interval = late ? max_int(worker->check_interval / 4, CHECK_INTERVAL_MIN)
                                  : min_int(worker->check_interval * 2, CHECK_INTERVAL_MAX);
}

static bool is_out_of_time(struct search *search, int64_t now, int64_t grace)
{
    if (search->pondering) {
        if (!atomic_load_explicit(&search->ponderhit, memory_order_relaxed))
            return false;
        search->pondering = false;
        search->clock_start = now;
    }
    return search->time.hard != INT64_MAX && now - search->clock_start >= search->time.hard + grace;
}

void worker_check_limits(struct worker *worker)
{
    struct search *const search = worker->search;
    worker->countdown = CHECK_INTERVAL_MAX;
    if (worker->index)
        return;
    const int64_t now = search->now(search->context);
    const uint64_t left = nodes_left(worker);
    adapt_check_interval(worker, now);
    worker->countdown =
        left < (uint64_t)worker->check_interval ? (int)left : worker->check_interval;
    if (!left || is_out_of_time(search, now, worker->root_depth > 1 ? 0 : FIRST_DEPTH_GRACE))
        atomic_store_explicit(&search->stop, true, memory_order_relaxed);
}

void worker_report_current_move(const struct worker *worker, rk_move move, unsigned number)
{
    const struct search *const search = worker->search;
    if (worker->index || !search->report)
        return;
    const int64_t time = search->now(search->context) - search->start;
    if (time < REPORT_AFTER_MS)
        return;
    const rk_search_line line = {.depth = (unsigned)worker->root_depth,
                                 .nodes = node_count(worker),
                                 .time = time,
                                 .current = move,
                                 .current_number = number};
    search->report(search->report_context, &line);
}
