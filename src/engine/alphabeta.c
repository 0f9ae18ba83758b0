/* SPDX-License-Identifier: MIT */
#include "engine/alphabeta.h"

#include <string.h>

#include "engine/parameters.h"
#include "engine/quiesce.h"
#include "engine/see.h"
#include "rookery/tablebase.h"

enum {
    RAZOR_DEPTH = 4,
    REVERSE_FUTILITY_DEPTH = 9,
    NULL_MOVE_DEPTH = 3,
    NULL_MOVE_VERIFY_DEPTH = 14,
    PROBCUT_DEPTH = 5,
    SINGULAR_DEPTH = 7,
    FUTILITY_DEPTH = 9,
    HISTORY_PRUNING_DEPTH = 6,
    PLY = 1024,                   /* the unit of reductions */
    TT_CUTOFF_HALFMOVES_MAX = 90, /* no cutoffs from here on: the fifty-move rule is near */
    FAILED_MAX = 64
};

struct node {
    struct worker *worker;
    struct frame *frame;
    int alpha, beta, depth;
    bool pv, cut_node, root, tt_hit, tt_noisy, improving; /* tt_noisy: the table's move is noisy */
    uint64_t key;
    struct tt_data tt;
    int tt_score;
    int eval, raw_eval; /* `eval` may be the table's score; `raw_eval` is uncorrected */
    rk_move tt_move;
    struct checks checks;
    int best;
    rk_move best_move;
    rk_move quiets[FAILED_MAX], noisies[FAILED_MAX]; /* searched without a cutoff */
    unsigned quiet_count, noisy_count;
};

static int search(struct worker *worker, struct frame *frame, int alpha, int beta, int depth,
                  bool cut_node);

// ---- histories -------------------------------------------------------------------------------

static int history_bonus(int depth)
{
    return min_int(HISTORY_BONUS_MAX, HISTORY_BONUS_PER_PLY * depth - HISTORY_BONUS_OFFSET);
}

static void update_continuation(struct frame *frame, unsigned piece, int to, int bonus)
{
    static const int plies_back[] = {1, 2, 4};
    for (unsigned i = 0; i < 3; i++) {
        const struct frame *const earlier = frame - plies_back[i];
        if (earlier->move)
            history_update(&(*earlier->continuation)[piece][to], bonus);
    }
}

static void update_quiet_history(struct node *node, rk_move move, int bonus)
{
    struct worker *const worker = node->worker;
    const rk_side us = (rk_side)worker->pos.turn;
    history_update(butterfly_entry(worker->history, us, node->frame->threats, move), bonus);
    update_continuation(node->frame, piece_index(us, moved_kind(&worker->pos, move)),
                        rk_move_to(move), bonus);
}

static void update_capture_history(struct node *node, rk_move move, int bonus)
{
    const rk_position *const pos = &node->worker->pos;
    const unsigned piece = piece_index((rk_side)pos->turn, moved_kind(pos, move));
    const int to = rk_move_to(move);
    history_update(&node->worker->history->capture[piece][to][captured_kind(pos, move)], bonus);
}

/* The quiet move that led here was good for the opponent (a bonus), or refuted at once. */
static void update_previous_move(struct node *node, int bonus)
{
    struct frame *const previous = node->frame - 1;
    if (!previous->quiet)
        return;
    history_update(butterfly_entry(node->worker->history, (rk_side)!node->worker->pos.turn,
                                   previous->threats, previous->move),
                   bonus);
    update_continuation(previous, previous->piece, rk_move_to(previous->move), bonus);
}

/* After a cutoff: a bonus for the best move, penalties for those searched before it. */
static void update_histories(struct node *node)
{
    struct frame *const frame = node->frame;
    const rk_move best = node->best_move;
    const int bonus = history_bonus(node->depth + (node->best > node->beta + HISTORY_BONUS_MARGIN));
    if (is_noisy(&node->worker->pos, best)) {
        update_capture_history(node, best, bonus);
    } else {
        if (frame->killers[0] != best) {
            frame->killers[1] = frame->killers[0];
            frame->killers[0] = best;
        }
        if (frame[-1].move)
            node->worker->history->counter_moves[frame[-1].piece][rk_move_to(frame[-1].move)] =
                best;
        update_quiet_history(node, best, bonus);
        for (unsigned i = 0; i < node->quiet_count; i++)
            update_quiet_history(node, node->quiets[i], -bonus);
    }
    for (unsigned i = 0; i < node->noisy_count; i++)
        update_capture_history(node, node->noisies[i], -bonus);
}

// ---- cutoffs and pruning before the moves ----------------------------------------------------

static bool tt_cutoff(const struct node *node, int *score)
{
    if (node->pv || !node->tt_hit || node->frame->excluded || node->tt.depth < node->depth ||
        node->worker->pos.halfmove_clock >= TT_CUTOFF_HALFMOVES_MAX)
        return false;
    *score = node->tt_score;
    return node->tt.bound & (*score >= node->beta ? BOUND_LOWER : BOUND_UPPER);
}

static bool tablebase_cutoff(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct search *const shared = worker->search;
    const rk_position *const pos = &worker->pos;
    if (!shared->tablebase || node->root || node->frame->excluded || pos->halfmove_clock ||
        pos->castling || (unsigned)popcount(occupied(pos)) > shared->tablebase_pieces)
        return false;
    rk_wdl wdl;
    if (!rk_tablebase_wdl(shared->tablebase, pos, &wdl))
        return false;
    atomic_fetch_add_explicit(&worker->tablebase_hits, 1, memory_order_relaxed);
    const int ply = node->frame->ply;
    *score = wdl == RK_WIN ? RK_TABLE_WIN - ply : wdl == RK_LOSS ? ply - RK_TABLE_WIN : (int)wdl;
    const enum tt_bound bound = wdl == RK_WIN    ? BOUND_LOWER
                                : wdl == RK_LOSS ? BOUND_UPPER
                                                 : BOUND_EXACT;
    if (bound == BOUND_EXACT ||
        (bound == BOUND_LOWER ? *score >= node->beta : *score <= node->alpha)) {
        tt_store(shared->tt, node->key,
                 (struct tt_data){RK_NO_MOVE, score_to_tt(*score, ply), INT16_MIN,
                                  min_int(PLY_MAX - 1, node->depth + 6), bound, false});
        return true;
    }
    return false;
}

static void evaluate_node(struct node *node)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    node->raw_eval = INT16_MIN;
    if (frame->in_check) {
        frame->eval = node->eval = NO_EVAL;
        node->improving = false;
        return;
    }
    if (frame->excluded) {
        node->eval = frame->eval;
        return;
    }
    node->raw_eval = node->tt_hit ? node->tt.eval : INT16_MIN;
    node->eval = frame->eval = evaluate_corrected(worker, &node->raw_eval);
    if (node->tt_hit && node->tt.bound & (node->tt_score > node->eval ? BOUND_LOWER : BOUND_UPPER))
        node->eval = node->tt_score;
    else if (!node->tt_hit)
        tt_store(
            worker->search->tt, node->key,
            (struct tt_data){RK_NO_MOVE, 0, (int16_t)node->raw_eval, -1, BOUND_NONE, node->pv});
    const int before = frame[-2].eval != NO_EVAL ? frame[-2].eval : frame[-4].eval;
    node->improving = before == NO_EVAL || frame->eval > before;
}

// Razoring: so far below alpha that only captures could help. Quiescence checks whether they do.
static bool try_razoring(struct node *node, int *score)
{
    if (node->depth > RAZOR_DEPTH || node->eval + RAZOR_MARGIN * node->depth >= node->alpha)
        return false;
    *score = quiesce(node->worker, node->frame, node->alpha, node->alpha + 1, 0);
    return *score <= node->alpha;
}

// Reverse futility pruning: so far above beta that no move of the opponent will bring it below.
static bool try_reverse_futility(const struct node *node, int *score)
{
    if (node->depth > REVERSE_FUTILITY_DEPTH || node->eval >= DECISIVE || node->beta <= -DECISIVE)
        return false;
    if (node->eval - REVERSE_FUTILITY_MARGIN * (node->depth - node->improving) < node->beta)
        return false;
    *score = (node->eval + node->beta) / 2;
    return true;
}

static bool has_pieces(const rk_position *pos)
{
    return pos->by[pos->turn] & ~(pos->of[RK_PAWN] | pos->of[RK_KING]);
}

// Null-move pruning: if passing is good enough, a move will be.
static bool try_null_move(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    if (!worker->uses_null_move || node->depth < NULL_MOVE_DEPTH || !frame[-1].move ||
        node->eval < node->beta ||
        frame->eval + NULL_MOVE_MARGIN_PER_PLY * node->depth < node->beta + NULL_MOVE_MARGIN ||
        node->beta <= -DECISIVE || frame->ply < worker->null_move_min_ply ||
        !has_pieces(&worker->pos))
        return false;
    const int reduction =
        4 + node->depth / 4 + min_int((node->eval - node->beta) / NULL_MOVE_EVAL_DIVISOR, 3);
    worker_play_null(worker, frame);
    *score = -search(worker, frame + 1, -node->beta, 1 - node->beta, node->depth - reduction,
                     !node->cut_node);
    worker_undo(worker, frame);
    if (*score < node->beta)
        return false;
    *score = *score >= DECISIVE ? node->beta : *score;
    if (node->depth < NULL_MOVE_VERIFY_DEPTH || worker->null_move_min_ply)
        return true;
    // At high depths, verify without null moves: it may be zugzwang.
    worker->null_move_min_ply = frame->ply + 3 * (node->depth - reduction) / 4;
    const int verified =
        search(worker, frame, node->beta - 1, node->beta, node->depth - reduction, false);
    worker->null_move_min_ply = 0;
    return verified >= node->beta;
}

static struct move_picker make_picker(const struct node *node)
{
    struct worker *const worker = node->worker;
    const struct frame *const frame = node->frame;
    return (struct move_picker){
        .pos = &worker->pos,
        .history = worker->history,
        .values = worker->values,
        .continuation = {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation},
        .checks = &node->checks,
        .threats = frame->threats,
        .tt_move = node->tt_move,
        .killers = {frame->killers[0], frame->killers[1]},
        .move_buffer = worker->move_buffer};
}

// The children use the part of the move buffer that this node does not.
static void lend_move_buffer(struct worker *worker, const struct move_picker *picker)
{
    worker->move_buffer = picker->end > picker->move_buffer ? picker->end : picker->move_buffer;
}

// ProbCut: a capture well above beta at a reduced depth is above beta at the full depth.
static bool try_probcut(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const int target = node->beta + PROBCUT_MARGIN - PROBCUT_IMPROVING * node->improving;
    if (node->depth < PROBCUT_DEPTH || node->beta >= DECISIVE || node->beta <= -DECISIVE ||
        !worker->uses_see ||
        (node->tt_hit && node->tt.depth >= node->depth - 3 && node->tt_score < target))
        return false;
    struct move_picker picker = make_picker(node);
    picker.mode = MOVEPICK_NOISY;
    picker.threshold = target - frame->eval;
    if (picker.tt_move &&
        (!is_noisy(&worker->pos, picker.tt_move) ||
         !see_at_least(&worker->pos, picker.tt_move, picker.threshold, worker->values)))
        picker.tt_move = RK_NO_MOVE;
    for (rk_move move; (move = movepick_next(&picker)) != RK_NO_MOVE;) {
        const rk_kind kind = moved_kind(&worker->pos, move);
        worker_prefetch(worker, move, kind);
        lend_move_buffer(worker, &picker);
        worker_play(worker, frame, move, kind);
        *score = -quiesce(worker, frame + 1, -target, 1 - target, 0);
        if (*score >= target)
            *score =
                -search(worker, frame + 1, -target, 1 - target, node->depth - 4, !node->cut_node);
        worker_undo(worker, frame);
        worker->move_buffer = picker.move_buffer;
        if (is_stopped(worker))
            return false;
        if (*score < target)
            continue;
        tt_store(worker->search->tt, node->key,
                 (struct tt_data){move, score_to_tt(*score, frame->ply), (int16_t)node->raw_eval,
                                  node->depth - 3, BOUND_LOWER, false});
        return true;
    }
    return false;
}

// ---- searching one move ----------------------------------------------------------------------

// 16 ln(n), rounded.
static const uint8_t logarithms[64] = {
    0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    49, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60,
    61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66};

/* The reduction of a late move by depth and number, in 1024ths of a ply. */
static int late_move_reduction(int depth, unsigned number, bool quiet)
{
    const int product = logarithms[min_int(depth, 63)] * logarithms[number < 63 ? number : 63];
    return quiet ? REDUCTION_QUIET_BASE + product * REDUCTION_QUIET_SCALE / 256
                 : product * REDUCTION_NOISY_SCALE / 256;
}

struct candidate { /* a move of the node and its properties before its search */
    rk_move move;
    rk_kind kind;
    unsigned number; /* from 1 */
    bool quiet, check;
    int history, extension;
};

static int quiet_history(const struct node *node, rk_move move, rk_kind kind)
{
    const struct frame *const frame = node->frame;
    const rk_side us = (rk_side)node->worker->pos.turn;
    const unsigned piece = piece_index(us, kind);
    const int to = rk_move_to(move);
    return *butterfly_entry(node->worker->history, us, frame->threats, move) +
           (*frame[-1].continuation)[piece][to] + (*frame[-2].continuation)[piece][to];
}

static int capture_history(const struct node *node, rk_move move, rk_kind kind)
{
    const rk_position *const pos = &node->worker->pos;
    const unsigned piece = piece_index((rk_side)pos->turn, kind);
    return node->worker->history->capture[piece][rk_move_to(move)][captured_kind(pos, move)];
}

/* Late move, futility, history and SEE pruning. Nothing is pruned before a move is found that does
 * not lose. */
static bool should_prune(struct node *node, const struct candidate *candidate,
                         struct move_picker *picker)
{
    struct worker *const worker = node->worker;
    if (node->root || node->best <= -DECISIVE || !has_pieces(&worker->pos))
        return false;
    const int late = LATE_MOVE_BASE + LATE_MOVE_SCALE * node->depth * node->depth;
    if ((int)candidate->number > late / (node->improving ? 100 : 200))
        picker->no_quiets = true;
    const int reduced =
        max_int(0, node->depth - late_move_reduction(node->depth, candidate->number, true) / PLY);
    if (!candidate->quiet)
        return worker->uses_see && movepick_is_bad_noisy(picker) &&
               !see_at_least(&worker->pos, candidate->move, -SEE_NOISY_MARGIN * node->depth,
                             worker->values);
    if (candidate->check)
        return worker->uses_see && !see_at_least(&worker->pos, candidate->move,
                                                 -SEE_NOISY_MARGIN * node->depth, worker->values);
    if (picker->no_quiets)
        return true;
    if (reduced < HISTORY_PRUNING_DEPTH &&
        candidate->history < -HISTORY_PRUNING_MARGIN * node->depth)
        return true;
    if (!node->frame->in_check && reduced < FUTILITY_DEPTH &&
        node->frame->eval + FUTILITY_MARGIN + FUTILITY_MARGIN_PER_PLY * reduced +
                candidate->history / FUTILITY_HISTORY_DIVISOR <=
            node->alpha) {
        picker->no_quiets = true;
        return true;
    }
    return worker->uses_see && !see_at_least(&worker->pos, candidate->move,
                                             -SEE_QUIET_MARGIN * reduced * reduced, worker->values);
}

/* Returns the extension of the table's move: positive if all other moves fail low against its
 * score, negative if it is not needed. Sets *cutoff if another move exceeds beta too (multi-cut),
 * with *score. */
static int singular_extension(struct node *node, rk_move move, bool *cutoff, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    if (node->root || move != node->tt_move || frame->excluded || node->depth < SINGULAR_DEPTH ||
        !(node->tt.bound & BOUND_LOWER) || node->tt.depth < node->depth - 3 ||
        node->tt_score >= DECISIVE || node->tt_score <= -DECISIVE ||
        frame->ply >= 2 * worker->root_depth)
        return 0;
    const int target = node->tt_score - SINGULAR_MARGIN * node->depth / 100;
    frame->excluded = move;
    *score = search(worker, frame, target - 1, target, (node->depth - 1) / 2, node->cut_node);
    frame->excluded = RK_NO_MOVE;
    if (*score < target)
        return !node->pv && *score < target - DOUBLE_EXTENSION_MARGIN &&
                       frame->double_extensions < 6
                   ? 2
                   : 1;
    *cutoff = target >= node->beta;
    *score = target;
    return node->tt_score >= node->beta ? -2 : node->cut_node ? -1 : 0;
}

/* The plies by which the search of a late move is reduced. */
static int reduction_of(const struct node *node, const struct candidate *candidate)
{
    const struct frame *const frame = node->frame;
    const bool killer =
        candidate->move == frame->killers[0] || candidate->move == frame->killers[1];
    int reduction = late_move_reduction(node->depth, candidate->number, candidate->quiet);
    reduction += REDUCTION_CUT_NODE * node->cut_node;
    reduction -= REDUCTION_PV * node->pv + REDUCTION_TT_PV * (node->tt_hit && node->tt.pv);
    reduction -= REDUCTION_CHECK * candidate->check + REDUCTION_IN_CHECK * frame->in_check;
    reduction += REDUCTION_CUTOFFS * (frame[1].cutoffs > 3);
    if (!candidate->quiet)
        return (reduction - candidate->history * PLY / REDUCTION_CAPTURE_DIVISOR) / PLY;
    reduction += REDUCTION_CUT_NODE_QUIET * node->cut_node;
    reduction += REDUCTION_NOT_IMPROVING * !node->improving + REDUCTION_TT_NOISY * node->tt_noisy;
    reduction -= REDUCTION_KILLER * killer;
    return (reduction - candidate->history * PLY / REDUCTION_HISTORY_DIVISOR) / PLY;
}

/* Searches with a null window at a reduced depth first; again without the reduction if that fails
 * high. */
static int search_late_move(struct node *node, const struct candidate *candidate, int depth)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const int reduction = reduction_of(node, candidate);
    const int reduced = max_int(1, min_int(depth, depth - reduction));
    int score = -search(worker, frame + 1, -node->alpha - 1, -node->alpha, reduced, true);
    if (score > node->alpha && reduced < depth) {
        const int deeper =
            depth + (score > node->best + DEEPER_MARGIN) - (score < node->best + SHALLOWER_MARGIN);
        if (deeper > reduced)
            score =
                -search(worker, frame + 1, -node->alpha - 1, -node->alpha, deeper, !node->cut_node);
        if (candidate->quiet)
            update_continuation(frame, piece_index((rk_side)!worker->pos.turn, candidate->kind),
                                rk_move_to(candidate->move),
                                score <= node->alpha  ? -history_bonus(depth)
                                : score >= node->beta ? history_bonus(depth)
                                                      : 0);
    }
    return score;
}

static int search_move(struct node *node, const struct candidate *candidate)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const int depth = node->depth - 1 + candidate->extension;
    worker_play(worker, frame, candidate->move, candidate->kind);
    frame[1].double_extensions += candidate->extension >= 2;
    int score = -INFINITE;
    if (node->depth >= 2 && candidate->number > 1U + node->root + node->pv)
        score = search_late_move(node, candidate, depth);
    else if (!node->pv || candidate->number > 1)
        score = -search(worker, frame + 1, -node->alpha - 1, -node->alpha, depth, !node->cut_node);
    if (node->pv &&
        (candidate->number == 1 || (score > node->alpha && (node->root || score < node->beta))))
        score = -search(worker, frame + 1, -node->beta, -node->alpha, depth, false);
    worker_undo(worker, frame);
    return score;
}

// ---- the root --------------------------------------------------------------------------------

static struct root_move *find_root_move(const struct worker *worker, rk_move move)
{
    for (size_t i = worker->root_first; i < worker->root_count; i++)
        if (worker->root_moves[i].move == move)
            return &worker->root_moves[i];
    return NULL;
}

static void update_root_move(struct node *node, struct root_move *root, unsigned number, int score,
                             uint64_t nodes)
{
    const struct frame *const child = node->frame + 1;
    root->nodes += nodes;
    if (number > 1 && score <= node->alpha) {
        root->score = -INFINITE; // unknown, but not better
        return;
    }
    root->score = score;
    root->bound = score <= node->alpha ? RK_AT_MOST : score >= node->beta ? RK_AT_LEAST : RK_EXACT;
    root->selective_depth = node->worker->selective_depth;
    root->pv[0] = root->move;
    memcpy(root->pv + 1, child->pv, child->pv_count * sizeof *child->pv);
    root->pv_count = child->pv_count + 1;
}

// ---- the node --------------------------------------------------------------------------------

static void add_failed_move(struct node *node, rk_move move, bool quiet)
{
    if (quiet && node->quiet_count < FAILED_MAX)
        node->quiets[node->quiet_count++] = move;
    else if (!quiet && node->noisy_count < FAILED_MAX)
        node->noisies[node->noisy_count++] = move;
}

/* Takes the score of a move into account. True for a beta cutoff. */
static bool update_best(struct node *node, rk_move move, int score)
{
    if (score <= node->best)
        return false;
    node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv && !node->root)
        update_pv(node->frame, move);
    if (score >= node->beta) {
        node->frame->cutoffs++;
        return true;
    }
    node->alpha = score;
    if (node->depth > 3 && node->depth < 12 && score < DECISIVE && score > -DECISIVE && !node->root)
        node->depth--; // a good move is known: the others need less depth
    return false;
}

static bool is_overlooked(const struct node *node, const struct candidate *candidate)
{
    const struct search *const shared = node->worker->search;
    return unlikely(shared->error_model.handicap.oversight) && !node->root &&
           !node->frame->in_check && node->best > -INFINITE &&
           error_model_overlooks(&shared->error_model, &node->worker->pos, candidate->move,
                                 node->frame[-1].move);
}

/* Steps 10 to 14. Returns the number of moves. */
static unsigned search_moves(struct node *node, int *cut_score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    struct move_picker picker = make_picker(node);
    if (frame[-1].move)
        picker.counter_move =
            worker->history->counter_moves[frame[-1].piece][rk_move_to(frame[-1].move)];
    struct candidate candidate = {0};
    for (rk_move move; (move = movepick_next(&picker)) != RK_NO_MOVE;) {
        struct root_move *const root = node->root ? find_root_move(worker, move) : NULL;
        if (move == frame->excluded || (node->root && !root))
            continue;
        // 10. Properties of the move.
        candidate.move = move;
        candidate.number++;
        candidate.kind = moved_kind(&worker->pos, move);
        worker_prefetch(worker, move, candidate.kind);
        candidate.quiet = !is_noisy(&worker->pos, move);
        candidate.check = gives_check(&node->checks, move, candidate.kind);
        candidate.history = candidate.quiet ? quiet_history(node, move, candidate.kind)
                                            : capture_history(node, move, candidate.kind);
        // 11. Pruning.
        if (should_prune(node, &candidate, &picker) || is_overlooked(node, &candidate))
            continue;
        // 12. Extensions: singular moves, and checks that lose no material.
        lend_move_buffer(worker, &picker);
        bool cutoff = false;
        candidate.extension = singular_extension(node, move, &cutoff, cut_score);
        if (cutoff) {
            worker->move_buffer = picker.move_buffer;
            node->best = *cut_score;
            node->best_move = RK_NO_MOVE;
            node->depth = -1; // multi-cut: nothing is stored
            return candidate.number;
        }
        if (!candidate.extension && candidate.check && node->depth > 6 && node->pv &&
            see_at_least(&worker->pos, move, 0, worker->values))
            candidate.extension = 1;
        // 13. The search of the move.
        if (root)
            worker_report_current_move(worker, move,
                                       candidate.number + (unsigned)worker->root_first);
        const uint64_t before = node_count(worker);
        const int score = search_move(node, &candidate);
        worker->move_buffer = picker.move_buffer;
        if (is_stopped(worker))
            return candidate.number;
        // 14. Its score.
        if (root)
            update_root_move(node, root, candidate.number, score, node_count(worker) - before);
        if (update_best(node, move, score))
            return candidate.number;
        if (move != node->best_move)
            add_failed_move(node, move, candidate.quiet);
    }
    return candidate.number;
}

/* Step 16: updates the histories and the transposition table. */
static void store_result(struct node *node, int old_alpha, int depth)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    if (node->best >= node->beta && node->best_move)
        update_histories(node);
    if (frame->excluded)
        return;
    if (node->best <= old_alpha && !node->root)
        update_previous_move(node, history_bonus(depth));
    const enum tt_bound bound = node->best >= node->beta ? BOUND_LOWER
                                : node->best > old_alpha ? BOUND_EXACT
                                                         : BOUND_UPPER;
    if (!(node->root && worker->root_first))
        tt_store(worker->search->tt, node->key,
                 (struct tt_data){node->best_move, score_to_tt(node->best, frame->ply),
                                  (int16_t)node->raw_eval, depth, bound,
                                  node->pv || (node->tt_hit && node->tt.pv)});
    const bool quiet = !node->best_move || !is_noisy(&worker->pos, node->best_move);
    if (!frame->in_check && quiet && node->best < DECISIVE && node->best > -DECISIVE &&
        !(bound == BOUND_LOWER && node->best <= frame->eval) &&
        !(bound == BOUND_UPPER && node->best >= frame->eval))
        history_update_correction(worker->history, &worker->pos, node->best - node->raw_eval,
                                  depth);
}

/* Steps 1 to 3. True if the score is known without a search. */
static bool cutoff_before_search(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    // 1. Draws, the maximum ply, mate distance pruning.
    if (!node->root) {
        if (is_stopped(worker) || (!frame->excluded && worker_is_draw(worker, frame))) {
            *score = 0;
            return true;
        }
        if (!worker->standard && worker_is_variant_end(worker, frame, score))
            return true;
        if (frame->ply >= PLY_MAX) {
            *score = frame->in_check ? 0 : worker_evaluate(worker);
            return true;
        }
        node->alpha = max_int(node->alpha, frame->ply - RK_MATE);
        node->beta = min_int(node->beta, RK_MATE - frame->ply - 1);
        if (node->alpha >= node->beta) {
            *score = node->alpha;
            return true;
        }
    }
    // 2. Transposition table.
    node->key = tt_key(&worker->pos);
    node->tt_hit = tt_probe(worker->search->tt, node->key, &node->tt);
    if (node->tt_hit)
        node->tt_score = score_from_tt(node->tt.score, frame->ply);
    if (tt_cutoff(node, score)) {
        if (*score >= node->beta && node->tt.move && !is_noisy(&worker->pos, node->tt.move) &&
            rk_moves_legal(&worker->pos, node->tt.move))
            update_quiet_history(node, node->tt.move, history_bonus(node->depth));
        if (*score >= node->beta && !node->root)
            update_previous_move(node, -history_bonus(node->depth) / 2);
        return true;
    }
    // 3. Endgame tables.
    return tablebase_cutoff(node, score);
}

/* Steps 5 to 8. True if the node can be pruned as a whole. */
static bool prune_node(struct node *node, int *score)
{
    if (node->pv || node->frame->in_check || node->frame->excluded)
        return false;
    return try_razoring(node, score) || try_reverse_futility(node, score) ||
           try_null_move(node, score) || try_probcut(node, score);
}

// Field by field: the lists of failed moves need not be cleared.
static void init_node(struct node *node, struct worker *worker, struct frame *frame, bool cut_node)
{
    node->worker = worker;
    node->frame = frame;
    node->cut_node = cut_node;
    node->root = frame->ply == 0;
    node->tt_hit = node->improving = false;
    node->tt.bound = BOUND_NONE;
    node->tt.move = node->tt_move = node->best_move = RK_NO_MOVE;
    node->best = -INFINITE;
    node->quiet_count = node->noisy_count = 0;
}

static int search(struct worker *worker, struct frame *frame, int alpha, int beta, int depth,
                  bool cut_node)
{
    if (depth <= 0)
        return quiesce(worker, frame, alpha, beta, 0);
    if (is_stopped(worker))
        return 0;
    struct node node;
    init_node(&node, worker, frame, cut_node);
    node.alpha = alpha;
    node.beta = beta;
    node.depth = min_int(depth, PLY_MAX - 1);
    node.pv = beta - alpha > 1;
    int score = 0;
    if (!frame->excluded) {
        count_node(worker);
        frame->pv_count = 0;
        frame->in_check = in_check(worker);
        frame->threats = threats_of(worker);
    }
    // 1. to 3. Cutoffs that need no search.
    if (cutoff_before_search(&node, &score))
        return score;
    // 4. Static evaluation.
    evaluate_node(&node);
    frame[2].killers[0] = frame[2].killers[1] = RK_NO_MOVE;
    frame[1].excluded = RK_NO_MOVE;
    frame[1].cutoffs = 0;
    node.checks =
        worker->standard
            ? checks_of(&worker->pos, (struct mode){(rk_side)worker->pos.turn, RK_STANDARD})
            : checks_of(&worker->pos, mode_of(&worker->pos));
    node.tt_move = node.root ? worker->root_moves[worker->root_first].move : node.tt.move;
    if (node.tt_move && !rk_moves_legal(&worker->pos, node.tt_move))
        node.tt_move = RK_NO_MOVE;
    node.tt_noisy = node.tt_move && is_noisy(&worker->pos, node.tt_move);
    // 5. to 8. Razoring, reverse futility pruning, null-move pruning, ProbCut.
    if (prune_node(&node, &score))
        return is_stopped(worker) ? 0 : score;
    // 9. Internal iterative reduction: without a move from the table, search less deep; the next
    //    iteration has one.
    if (node.depth >= 4 && !node.tt_move && (node.pv || node.cut_node) && !frame->excluded)
        node.depth--;
    // 10. to 14. The moves.
    const int old_alpha = node.alpha, searched_depth = node.depth;
    const unsigned moves = search_moves(&node, &score);
    if (is_stopped(worker))
        return 0;
    if (node.depth < 0)
        return score; // multi-cut
    // 15. No legal move: mate, stalemate, or the end of a variant.
    if (!moves)
        return frame->excluded ? old_alpha : worker_terminal_score(worker, frame);
    if (node.best == -INFINITE)
        node.best = old_alpha; // all moves were pruned
    // 16. Histories and transposition table.
    node.depth = searched_depth;
    store_result(&node, old_alpha, searched_depth);
    return node.best;
}

int alphabeta_search_root(struct worker *worker, int alpha, int beta, int depth)
{
    return search(worker, &worker->frames[FRAMES_BEFORE_ROOT], alpha, beta, depth, false);
}
