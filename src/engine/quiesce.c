/* SPDX-License-Identifier: MIT */
#include "engine/quiesce.h"

#include "engine/parameters.h"
#include "engine/see.h"

enum {
    EVASIONS_MAX = 2, /* quiet evasions searched once a move is found that does not lose */
    RECAPTURES_ONLY_DEPTH = -10, /* below this depth, variants search recaptures only */
    LOST = -DECISIVE
};

// Reads the history first: its cache misses overlap with the evaluation.
int evaluate_corrected(struct worker *worker, int *raw_eval)
{
    const int correction = history_correction(worker->history, &worker->pos);
    if (*raw_eval == INT16_MIN)
        *raw_eval = worker_evaluate(worker);
    return clamp_int(*raw_eval + correction, -DECISIVE + 1, DECISIVE - 1);
}

struct qnode {
    struct worker *worker;
    struct frame *frame;
    int alpha, beta, depth, best;
    int futility_base; /* the evaluation plus a margin */
    bool pv;
    bool forced; /* in check, or must capture: no standing pat */
    struct tt_data tt;
    rk_move best_move;
};

static bool quiesce_tt_cutoff(const struct qnode *node, int *score)
{
    const struct tt_data *const tt = &node->tt;
    if (node->pv || tt->bound == BOUND_NONE)
        return false;
    *score = score_from_tt(tt->score, node->frame->ply);
    return tt->bound & (*score >= node->beta ? BOUND_LOWER : BOUND_UPPER);
}

/* The side to move need not capture, so the static evaluation is a lower bound. */
static void stand_pat(struct qnode *node, bool tt_hit)
{
    struct frame *const frame = node->frame;
    int raw_eval = tt_hit ? node->tt.eval : INT16_MIN;
    node->best = frame->eval = evaluate_corrected(node->worker, &raw_eval);
    node->tt.eval = (int16_t)raw_eval;
    const int score = score_from_tt(node->tt.score, frame->ply);
    if (tt_hit && node->tt.bound & (score > node->best ? BOUND_LOWER : BOUND_UPPER))
        node->best = score;
    node->futility_base = frame->eval + QUIESCENCE_FUTILITY_MARGIN;
}

static bool is_futile(struct qnode *node, rk_move move, const struct checks *checks)
{
    struct worker *const worker = node->worker;
    const rk_position *const pos = &worker->pos;
    if (node->forced || node->best <= LOST || rk_move_type(move) >= RK_PROMOTION)
        return false;
    const rk_kind captured =
        rk_move_type(move) == RK_EN_PASSANT ? RK_PAWN : kind_on(pos, rk_move_to(move));
    if (gives_check(checks, move, kind_on(pos, rk_move_from(move))) || !is_noisy(pos, move))
        return false;
    const int reached = node->futility_base + worker->values[captured];
    if (reached <= node->alpha) {
        node->best = max_int(node->best, reached);
        return true;
    }
    if (node->futility_base <= node->alpha && worker->uses_see &&
        !see_at_least(pos, move, 1, worker->values)) {
        node->best = max_int(node->best, node->futility_base);
        return true;
    }
    return false;
}

static bool quiesce_overlooks(const struct qnode *node, rk_move move)
{
    const struct error_model *const error_model = &node->worker->search->error_model;
    return unlikely(error_model->handicap.oversight) && !node->forced &&
           error_model_overlooks(error_model, &node->worker->pos, move, node->frame[-1].move);
}

/* True for a beta cutoff. */
static bool quiesce_move(struct qnode *node, rk_move move)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    worker_play(worker, frame, move, moved_kind(&worker->pos, move));
    const int score = -quiesce(worker, frame + 1, -node->beta, -node->alpha, node->depth - 1);
    worker_undo(worker, frame);
    if (score <= node->best)
        return false;
    node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv)
        update_pv(frame, move);
    if (score >= node->beta)
        return true;
    node->alpha = score;
    return false;
}

/* Limits the search in variants with very long sequences of captures: in crazyhouse a captured
 * piece can be dropped, and captured again. Far down only recaptures and one quiet evasion are
 * searched. */
static bool is_too_deep(const struct qnode *node, rk_move move, unsigned quiets)
{
    if (node->depth >= RECAPTURES_ONLY_DEPTH || node->worker->standard || node->best <= LOST)
        return false;
    return node->forced ? quiets > 1 : rk_move_to(move) != rk_move_to(node->frame[-1].move);
}

/* Searches all moves if forced, otherwise noisy ones. Returns the number of moves generated. */
static unsigned quiesce_moves(struct qnode *node, rk_move tt_move)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const struct mode m = {(rk_side)worker->pos.turn,
                           worker->standard ? RK_STANDARD : worker->mode.variant};
    const struct checks checks = checks_of(&worker->pos, m);
    struct move_picker picker = {
        .pos = &worker->pos,
        .history = worker->history,
        .values = worker->values,
        .continuation = {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation},
        .checks = &checks,
        .threats = node->forced ? threats_of(worker) : 0, // few quiet moves otherwise
        .tt_move = tt_move,
        .mode = node->forced       ? MOVEPICK_ALL
                : node->depth == 0 ? MOVEPICK_NOISY_AND_CHECKS
                                   : MOVEPICK_NOISY,
        .move_buffer = worker->move_buffer};
    unsigned generated = 0, quiets = 0;
    for (rk_move move; (move = movepick_next(&picker)) != RK_NO_MOVE;) {
        generated++;
        worker_prefetch(worker, move, kind_on(&worker->pos, rk_move_from(move)));
        if (is_futile(node, move, &checks) || quiesce_overlooks(node, move))
            continue;
        const bool quiet = !is_noisy(&worker->pos, move);
        if (quiet && node->forced && node->best > LOST && ++quiets > EVASIONS_MAX)
            continue;
        if (quiet && !node->forced && !see_at_least(&worker->pos, move, 0, worker->values))
            continue;
        if (is_too_deep(node, move, quiets))
            continue;
        worker->move_buffer = picker.end > picker.move_buffer ? picker.end : picker.move_buffer;
        const bool cutoff = quiesce_move(node, move);
        worker->move_buffer = picker.move_buffer;
        if (cutoff || is_stopped(worker))
            break;
    }
    return generated;
}

/* Antichess: captures are forced. */
static bool must_capture(const struct worker *worker)
{
    rk_move moves[2 * RK_MOVES_MAX];
    return has_rule(worker->mode, RK_LOSER_WINS) &&
           rk_moves_select(&worker->pos, ALL_SQUARES, worker->pos.by[!worker->pos.turn], moves);
}

int quiesce(struct worker *worker, struct frame *frame, int alpha, int beta, int depth)
{
    // 1. Draws, and the end of a variant's game.
    if (is_stopped(worker))
        return 0;
    count_node(worker);
    frame->pv_count = 0;
    frame->in_check = in_check(worker);
    if ((unsigned)frame->ply > worker->selective_depth)
        worker->selective_depth = (unsigned)frame->ply;
    if (is_stopped(worker) || worker_is_draw(worker, frame))
        return 0;
    int score;
    if (!worker->standard && worker_is_variant_end(worker, frame, &score))
        return score;
    if (frame->ply >= PLY_MAX)
        return frame->in_check ? 0 : worker_evaluate(worker);
    // 2. Transposition table.
    struct qnode node = {worker,    frame, alpha, beta, depth, -INFINITE,
                         -INFINITE, false, false, {0},  0};
    node.pv = beta - alpha > 1;
    const uint64_t key = tt_key(&worker->pos);
    const bool tt_hit = tt_probe(worker->search->tt, key, &node.tt);
    if (tt_hit && quiesce_tt_cutoff(&node, &score))
        return score;
    // 3. Stand pat, unless forced.
    node.forced = frame->in_check || (depth >= RECAPTURES_ONLY_DEPTH && must_capture(worker));
    frame->eval = NO_EVAL;
    if (!node.forced) {
        stand_pat(&node, tt_hit);
        if (node.best >= beta) {
            if (!tt_hit)
                tt_store(worker->search->tt, key,
                         (struct tt_data){0, score_to_tt(node.best, frame->ply), node.tt.eval, 0,
                                          BOUND_LOWER, false});
            return node.best;
        }
        node.alpha = max_int(alpha, node.best);
    }
    // 4. The moves.
    const rk_move tt_move = tt_hit && node.tt.move &&
                                    (node.forced || is_noisy(&worker->pos, node.tt.move)) &&
                                    rk_moves_legal(&worker->pos, node.tt.move)
                                ? node.tt.move
                                : (rk_move)RK_NO_MOVE;
    const unsigned generated = quiesce_moves(&node, tt_move);
    if (node.forced && !generated)
        return worker_terminal_score(worker, frame);
    if (is_stopped(worker))
        return 0;
    // 5. Store the result.
    const enum tt_bound bound = node.best >= beta ? BOUND_LOWER : BOUND_UPPER;
    tt_store(worker->search->tt, key,
             (struct tt_data){node.best_move, score_to_tt(node.best, frame->ply),
                              (int16_t)(node.forced ? INT16_MIN : node.tt.eval), 0, bound,
                              tt_hit && node.tt.pv});
    return node.best;
}
