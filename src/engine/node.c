/* SPDX-License-Identifier: MIT */
#include "engine/node.h"

#include <string.h>

#include "engine/quiesce.h"
#include "engine/see.h"
#include "rookery/tablebase.h"

// Distances in hundredths of a pawn, depths in plies.
enum {
    RAZOR_DEPTH = 4,
    RAZOR_MARGIN = 220,
    STEADY_DEPTH = 9, /* reverse futility */
    STEADY_MARGIN = 75,
    PASS_DEPTH = 3,
    PASS_VERIFIED_DEPTH = 14,
    PROBE_DEPTH = 5, /* probcut */
    PROBE_MARGIN = 170,
    SINGULAR_DEPTH = 7,
    FUTILE_DEPTH = 9,
    FUTILE_MARGIN = 95,
    FUTILE_STEP = 85,
    SEE_QUIET_STEP = 22,
    SEE_NOISY_STEP = 95,
    HISTORY_STEP = 3200,
    HISTORY_PER_PLY = 8600,
    FIFTY_NEAR = 90, /* quiet plies from which the table's scores are not trusted */
    TRIED_MAX = 64
};

struct node {
    struct worker *worker;
    struct frame *frame;
    int alpha, beta, depth;
    bool pv, cut, root, hit, improving;
    uint64_t key;
    struct record known;
    int known_score, eval, raw; /* `eval` is the better guess, of table and evaluation */
    rk_move hash;
    struct checks checks;
    int best;
    rk_move best_move;
    rk_move quiets[TRIED_MAX], noisies[TRIED_MAX]; /* tried without success */
    unsigned quiet_count, noisy_count;
};

static int search(struct worker *worker, struct frame *frame, int alpha, int beta, int depth,
                  bool cut);

// ---- learning from a cutoff ------------------------------------------------------------------

static int bonus_for(int depth)
{
    return least_of(1800, 160 * depth - 80);
}

static void learn_continuation(struct frame *frame, unsigned piece, int to, int bonus)
{
    static const int backs[] = {1, 2, 4};
    for (unsigned i = 0; i < 3; i++)
        if (frame[-backs[i]].move)
            history_learn(&(*frame[-backs[i]].continuation)[piece][to], bonus);
}

static void learn_quiet(struct node *node, rk_move move, int bonus)
{
    struct worker *const worker = node->worker;
    const rk_side us = (rk_side)worker->pos.turn;
    history_learn(butterfly_entry(worker->history, us, move), bonus);
    learn_continuation(node->frame, piece_index(us, mover(&worker->pos, move)), rk_move_to(move),
                       bonus);
}

static void learn_noisy(struct node *node, rk_move move, int bonus)
{
    const rk_position *const pos = &node->worker->pos;
    const unsigned piece = piece_index((rk_side)pos->turn, mover(pos, move));
    const int to = rk_move_to(move);
    const bool takes = pos->by[!pos->turn] & bit(to);
    const rk_kind prey = rk_move_what(move) == RK_EN_PASSANT ? RK_PAWN
                         : takes                             ? kind_on(pos, to)
                                                             : RK_NO_KIND;
    history_learn(&node->worker->history->capture[piece][to][prey], bonus);
}

static void learn_cutoff(struct node *node)
{
    struct frame *const frame = node->frame;
    const rk_move best = node->best_move;
    const int bonus = bonus_for(node->depth + (node->best > node->beta + 80));
    if (is_noisy(&node->worker->pos, best)) {
        learn_noisy(node, best, bonus);
    } else {
        if (frame->killers[0] != best) {
            frame->killers[1] = frame->killers[0];
            frame->killers[0] = best;
        }
        if (frame[-1].move)
            node->worker->history->counters[frame[-1].piece][rk_move_to(frame[-1].move)] = best;
        learn_quiet(node, best, bonus);
        for (unsigned i = 0; i < node->quiet_count; i++)
            learn_quiet(node, node->quiets[i], -bonus);
    }
    for (unsigned i = 0; i < node->noisy_count; i++)
        learn_noisy(node, node->noisies[i], -bonus);
}

// ---- before the moves ------------------------------------------------------------------------

/* The table's answer, if it is deep enough. */
static bool answered_by_table(const struct node *node, int *score)
{
    if (node->pv || !node->hit || node->frame->excluded || node->known.depth < node->depth ||
        node->worker->pos.quiet_plies >= FIFTY_NEAR)
        return false;
    *score = node->known_score;
    return node->known.bound & (*score >= node->beta ? BOUND_LOWER : BOUND_UPPER);
}

/* The endgame tables' answer. */
static bool answered_by_endgames(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct search *const shared = worker->search;
    const rk_position *const pos = &worker->pos;
    if (!shared->tablebase || node->root || node->frame->excluded || pos->quiet_plies ||
        pos->castling || (unsigned)count(occupied(pos)) > shared->tablebase_men)
        return false;
    rk_wdl wdl;
    if (!rk_tablebase_wdl(shared->tablebase, pos, &wdl))
        return false;
    atomic_fetch_add_explicit(&worker->table_hits, 1, memory_order_relaxed);
    const int ply = node->frame->ply;
    *score = wdl == RK_WIN ? RK_TABLE_WIN - ply : wdl == RK_LOSS ? ply - RK_TABLE_WIN : (int)wdl;
    const enum table_bound bound = wdl == RK_WIN    ? BOUND_LOWER
                                   : wdl == RK_LOSS ? BOUND_UPPER
                                                    : BOUND_EXACT;
    if (bound == BOUND_EXACT ||
        (bound == BOUND_LOWER ? *score >= node->beta : *score <= node->alpha)) {
        table_keep(shared->table, node->key,
                   (struct record){RK_NO_MOVE, score_to_table(*score, ply), INT16_MIN,
                                   least_of(PLY_MAX - 1, node->depth + 6), bound, false});
        return true;
    }
    return false;
}

static void judge_node(struct node *node)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    node->raw = INT16_MIN;
    if (frame->in_check) {
        frame->eval = node->eval = UNKNOWN;
        node->improving = false;
        return;
    }
    if (frame->excluded) {
        node->eval = frame->eval;
        return;
    }
    node->raw = node->hit ? node->known.eval : INT16_MIN;
    node->eval = frame->eval = judge_corrected(worker, &node->raw);
    if (node->hit &&
        node->known.bound & (node->known_score > node->eval ? BOUND_LOWER : BOUND_UPPER))
        node->eval = node->known_score;
    else if (!node->hit)
        table_keep(worker->search->table, node->key,
                   (struct record){RK_NO_MOVE, 0, (int16_t)node->raw, -1, BOUND_NONE, node->pv});
    const int before = frame[-2].eval != UNKNOWN ? frame[-2].eval : frame[-4].eval;
    node->improving = before == UNKNOWN || frame->eval > before;
}

// So far below that only captures could help: see whether they do.
static bool razored(struct node *node, int *score)
{
    if (node->depth > RAZOR_DEPTH || node->eval + RAZOR_MARGIN * node->depth >= node->alpha)
        return false;
    *score = quiesce(node->worker, node->frame, node->alpha, node->alpha + 1, 0);
    return *score <= node->alpha;
}

// So far above that the opponent would not go here.
static bool is_steady(const struct node *node, int *score)
{
    if (node->depth > STEADY_DEPTH || node->eval >= WON || node->beta <= -WON)
        return false;
    if (node->eval - STEADY_MARGIN * (node->depth - node->improving) < node->beta)
        return false;
    *score = (node->eval + node->beta) / 2;
    return true;
}

static bool has_pieces(const rk_position *pos)
{
    return pos->by[pos->turn] & ~(pos->of[RK_PAWN] | pos->of[RK_KING]);
}

// If even passing is good enough, a move will be.
static bool good_by_passing(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    if (!worker->may_pass || node->depth < PASS_DEPTH || !frame[-1].move ||
        node->eval < node->beta || frame->eval + 22 * node->depth < node->beta + 150 ||
        node->beta <= -WON || frame->ply < worker->pass_barred_until || !has_pieces(&worker->pos))
        return false;
    const int reduction = 4 + node->depth / 4 + least_of((node->eval - node->beta) / 180, 3);
    worker_pass(worker, frame);
    *score = -search(worker, frame + 1, -node->beta, 1 - node->beta, node->depth - reduction,
                     !node->cut);
    worker_unplay(worker, frame);
    if (*score < node->beta)
        return false;
    *score = *score >= WON ? node->beta : *score;
    if (node->depth < PASS_VERIFIED_DEPTH || worker->pass_barred_until)
        return true;
    worker->pass_barred_until = frame->ply + 3 * (node->depth - reduction) / 4; // zugzwang?
    const int verified =
        search(worker, frame, node->beta - 1, node->beta, node->depth - reduction, false);
    worker->pass_barred_until = 0;
    return verified >= node->beta;
}

static struct picker picker_of(const struct node *node)
{
    struct worker *const worker = node->worker;
    const struct frame *const frame = node->frame;
    return (struct picker){
        .pos = &worker->pos,
        .history = worker->history,
        .values = worker->values,
        .continuation = {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation},
        .checks = &node->checks,
        .hash = node->hash,
        .killers = {frame->killers[0], frame->killers[1]},
        .room = worker->room};
}

// Leaves to the children the room its own moves do not fill.
static void lend_room(struct worker *worker, const struct picker *picker)
{
    worker->room = picker->end > picker->room ? picker->end : picker->room;
}

// A capture that is far too good at a lower depth is good enough at this one.
static bool good_by_probing(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const int target = node->beta + PROBE_MARGIN - 50 * node->improving;
    if (node->depth < PROBE_DEPTH || node->beta >= WON || node->beta <= -WON || !worker->may_see ||
        (node->hit && node->known.depth >= node->depth - 3 && node->known_score < target))
        return false;
    struct picker picker = picker_of(node);
    picker.wish = WISH_NOISY;
    picker.threshold = target - frame->eval;
    if (picker.hash && (!is_noisy(&worker->pos, picker.hash) ||
                        !see_at_least(&worker->pos, picker.hash, picker.threshold, worker->values)))
        picker.hash = RK_NO_MOVE;
    for (rk_move move; (move = pick_next(&picker)) != RK_NO_MOVE;) {
        const rk_kind kind = mover(&worker->pos, move);
        worker_prefetch(worker, move, kind);
        frame->noisy = true;
        lend_room(worker, &picker);
        worker_play(worker, frame, move, kind);
        *score = -quiesce(worker, frame + 1, -target, 1 - target, 0);
        if (*score >= target)
            *score = -search(worker, frame + 1, -target, 1 - target, node->depth - 4, !node->cut);
        worker_unplay(worker, frame);
        worker->room = picker.room;
        if (stopped(worker))
            return false;
        if (*score < target)
            continue;
        table_keep(worker->search->table, node->key,
                   (struct record){move, score_to_table(*score, frame->ply), (int16_t)node->raw,
                                   node->depth - 3, BOUND_LOWER, false});
        return true;
    }
    return false;
}

// ---- one move --------------------------------------------------------------------------------

// 16 ln(n), rounded.
static const uint8_t logarithms[64] = {
    0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    49, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60,
    61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66};

/* Plies by which the n-th move of a node is looked at less. */
static int reduction_of(int depth, unsigned number, bool quiet)
{
    const int product = logarithms[least_of(depth, 63)] * logarithms[number < 63 ? number : 63];
    return quiet ? (product + 256 * 7 / 10) / (256 * 21 / 10) : product / (256 * 3);
}

struct trial { /* one move of a node */
    rk_move move;
    rk_kind kind;
    unsigned number;
    bool quiet, check;
    int history, extension;
};

static int quiet_history(const struct node *node, rk_move move, rk_kind kind)
{
    const struct frame *const frame = node->frame;
    const rk_side us = (rk_side)node->worker->pos.turn;
    const unsigned piece = piece_index(us, kind);
    const int to = rk_move_to(move);
    return node->worker->history->butterfly[us][move & 4095] +
           (*frame[-1].continuation)[piece][to] + (*frame[-2].continuation)[piece][to];
}

/* Not worth looking at. Only once a move is known that does not lose. */
static bool is_hopeless(struct node *node, const struct trial *trial, struct picker *picker)
{
    struct worker *const worker = node->worker;
    if (node->root || node->best <= -WON || !has_pieces(&worker->pos))
        return false;
    if (trial->number > (3U + (unsigned)(node->depth * node->depth)) / (node->improving ? 1 : 2))
        picker->no_quiets = true;
    const int reduced = most_of(0, node->depth - reduction_of(node->depth, trial->number, true));
    if (!trial->quiet)
        return worker->may_see && picked_losing(picker) &&
               !see_at_least(&worker->pos, trial->move, -SEE_NOISY_STEP * node->depth,
                             worker->values);
    if (trial->check)
        return worker->may_see && !see_at_least(&worker->pos, trial->move,
                                                -SEE_NOISY_STEP * node->depth, worker->values);
    if (picker->no_quiets)
        return true;
    if (reduced < 6 && trial->history < -HISTORY_STEP * node->depth)
        return true;
    if (!node->frame->in_check && reduced < FUTILE_DEPTH &&
        node->frame->eval + FUTILE_MARGIN + FUTILE_STEP * reduced + trial->history / 128 <=
            node->alpha) {
        picker->no_quiets = true;
        return true;
    }
    return worker->may_see && !see_at_least(&worker->pos, trial->move,
                                            -SEE_QUIET_STEP * reduced * reduced, worker->values);
}

/* If all other moves fail well below the table's, it is the only one, and looked at
 * deeper. `*cutoff`: another is good enough too; `*score` says how good. */
static int singular_extension(struct node *node, rk_move move, bool *cutoff, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    if (node->root || move != node->hash || frame->excluded || node->depth < SINGULAR_DEPTH ||
        !(node->known.bound & BOUND_LOWER) || node->known.depth < node->depth - 3 ||
        node->known_score >= WON || node->known_score <= -WON ||
        frame->ply >= 2 * worker->root_depth)
        return 0;
    const int target = node->known_score - 2 * node->depth;
    frame->excluded = move;
    *score = search(worker, frame, target - 1, target, (node->depth - 1) / 2, node->cut);
    frame->excluded = RK_NO_MOVE;
    if (*score < target)
        return !node->pv && *score < target - 18 && frame->stretched < 6 ? 2 : 1;
    *cutoff = target >= node->beta;
    *score = target;
    return node->known_score >= node->beta ? -2 : node->cut ? -1 : 0;
}

/* Late moves first at a lower depth, with no window; again, deeper, if they surprise. */
static int try_late(struct node *node, const struct trial *trial, int depth)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    int reduction = reduction_of(node->depth, trial->number, trial->quiet);
    reduction += node->cut + (node->cut && trial->quiet) - node->pv - (node->hit && node->known.pv);
    reduction += !node->improving && trial->quiet;
    reduction -= trial->check + frame->in_check;
    reduction += frame[1].cutoffs > 3;
    reduction -= (trial->move == frame->killers[0] || trial->move == frame->killers[1]);
    reduction -= trial->history / HISTORY_PER_PLY;
    const int reduced = most_of(1, least_of(depth, depth - reduction));
    int score = -search(worker, frame + 1, -node->alpha - 1, -node->alpha, reduced, true);
    if (score > node->alpha && reduced < depth) {
        const int deeper = depth + (score > node->best + 60) - (score < node->best + 8);
        if (deeper > reduced)
            score = -search(worker, frame + 1, -node->alpha - 1, -node->alpha, deeper, !node->cut);
        if (trial->quiet)
            learn_continuation(frame, piece_index((rk_side)!worker->pos.turn, trial->kind),
                               rk_move_to(trial->move),
                               score <= node->alpha  ? -bonus_for(depth)
                               : score >= node->beta ? bonus_for(depth)
                                                     : 0);
    }
    return score;
}

static int try_move(struct node *node, const struct trial *trial)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const int depth = node->depth - 1 + trial->extension;
    frame->noisy = !trial->quiet;
    frame->history = trial->history;
    worker_play(worker, frame, trial->move, trial->kind);
    frame[1].stretched += trial->extension >= 2;
    int score = -INFINITE;
    if (node->depth >= 2 && trial->number > 1U + node->root + node->pv)
        score = try_late(node, trial, depth);
    else if (!node->pv || trial->number > 1)
        score = -search(worker, frame + 1, -node->alpha - 1, -node->alpha, depth, !node->cut);
    if (node->pv &&
        (trial->number == 1 || (score > node->alpha && (node->root || score < node->beta))))
        score = -search(worker, frame + 1, -node->beta, -node->alpha, depth, false);
    worker_unplay(worker, frame);
    return score;
}

// ---- the root --------------------------------------------------------------------------------

static struct root_move *root_of(const struct worker *worker, rk_move move)
{
    for (size_t i = worker->root_first; i < worker->root_count; i++)
        if (worker->roots[i].move == move)
            return &worker->roots[i];
    return NULL;
}

static void note_root(struct node *node, struct root_move *root, unsigned number, int score,
                      uint64_t nodes)
{
    const struct frame *const child = node->frame + 1;
    root->nodes += nodes;
    if (number > 1 && score <= node->alpha) {
        root->score = -INFINITE; // not known: it is not better
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

static void note_failure(struct node *node, rk_move move, bool quiet)
{
    if (quiet && node->quiet_count < TRIED_MAX)
        node->quiets[node->quiet_count++] = move;
    else if (!quiet && node->noisy_count < TRIED_MAX)
        node->noisies[node->noisy_count++] = move;
}

/* A score; true if it ends the node. */
static bool note_score(struct node *node, rk_move move, int score)
{
    if (score <= node->best)
        return false;
    node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv && !node->root)
        note_line(node->frame, move);
    if (score >= node->beta) {
        node->frame->cutoffs++;
        return true;
    }
    node->alpha = score;
    if (node->depth > 3 && node->depth < 12 && score < WON && score > -WON && !node->root)
        node->depth--; // what follows has to beat a good move: less depth will do
    return false;
}

static bool overlooked(const struct node *node, const struct trial *trial)
{
    const struct search *const shared = node->worker->search;
    return seldom(shared->amateur.handicap.oversight) && !node->root && !node->frame->in_check &&
           node->best > -INFINITE &&
           amateur_overlooks(&shared->amateur, &node->worker->pos, trial->move,
                             node->frame[-1].move);
}

/* Tries the moves in their order. Returns how many there were. */
static unsigned try_moves(struct node *node, int *cut_score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    struct picker picker = picker_of(node);
    if (frame[-1].move)
        picker.counter = worker->history->counters[frame[-1].piece][rk_move_to(frame[-1].move)];
    struct trial trial = {0};
    for (rk_move move; (move = pick_next(&picker)) != RK_NO_MOVE;) {
        struct root_move *const root = node->root ? root_of(worker, move) : NULL;
        if (move == frame->excluded || (node->root && !root))
            continue;
        // 10. What the move is.
        trial.move = move;
        trial.number++;
        trial.kind = mover(&worker->pos, move);
        worker_prefetch(worker, move, trial.kind);
        trial.quiet = !is_noisy(&worker->pos, move);
        trial.check = gives_check(&node->checks, move, trial.kind);
        trial.history = trial.quiet ? quiet_history(node, move, trial.kind) : 0;
        // 11. Pruning.
        if (is_hopeless(node, &trial, &picker) || overlooked(node, &trial))
            continue;
        // 12. Extensions: moves without an alternative, and checks that cost nothing.
        lend_room(worker, &picker);
        bool cutoff = false;
        trial.extension = singular_extension(node, move, &cutoff, cut_score);
        if (cutoff) {
            worker->room = picker.room;
            node->best = *cut_score;
            node->best_move = RK_NO_MOVE;
            node->depth = -1; // nothing of this is for the table
            return trial.number;
        }
        if (!trial.extension && trial.check && node->depth > 6 && node->pv &&
            see_at_least(&worker->pos, move, 0, worker->values))
            trial.extension = 1;
        // 13. The move itself.
        if (root)
            worker_tell_current(worker, move, trial.number + (unsigned)worker->root_first);
        const uint64_t before = node_count(worker);
        const int score = try_move(node, &trial);
        worker->room = picker.room;
        if (stopped(worker))
            return trial.number;
        // 14. What it brought.
        if (root)
            note_root(node, root, trial.number, score, node_count(worker) - before);
        if (note_score(node, move, score))
            return trial.number;
        if (move != node->best_move)
            note_failure(node, move, trial.quiet);
    }
    return trial.number;
}

/* The end: what was learnt goes to the histories and the table. */
static void keep_what_was_learnt(struct node *node, int alpha, int depth)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    if (node->best >= node->beta && node->best_move)
        learn_cutoff(node);
    if (frame->excluded)
        return;
    const enum table_bound bound = node->best >= node->beta ? BOUND_LOWER
                                   : node->best > alpha     ? BOUND_EXACT
                                                            : BOUND_UPPER;
    if (!(node->root && worker->root_first))
        table_keep(worker->search->table, node->key,
                   (struct record){node->best_move, score_to_table(node->best, frame->ply),
                                   (int16_t)node->raw, depth, bound,
                                   node->pv || (node->hit && node->known.pv)});
    const bool quiet = !node->best_move || !is_noisy(&worker->pos, node->best_move);
    if (!frame->in_check && quiet && node->best < WON && node->best > -WON &&
        !(bound == BOUND_LOWER && node->best <= frame->eval) &&
        !(bound == BOUND_UPPER && node->best >= frame->eval))
        history_correct(worker->history, &worker->pos, node->best - node->raw, depth);
}

/* Steps 1 to 3. True if the node has its score. */
static bool answered_at_once(struct node *node, int *score)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    // 1. Draws, the end of the line, and mates that cannot be shorter than one known.
    if (!node->root) {
        if (stopped(worker) || (!frame->excluded && worker_is_drawn(worker, frame))) {
            *score = 0;
            return true;
        }
        if (!worker->standard && worker_is_at_goal(worker, frame, score))
            return true;
        if (frame->ply >= PLY_MAX) {
            *score = frame->in_check ? 0 : worker_judge(worker);
            return true;
        }
        node->alpha = most_of(node->alpha, frame->ply - RK_MATE);
        node->beta = least_of(node->beta, RK_MATE - frame->ply - 1);
        if (node->alpha >= node->beta) {
            *score = node->alpha;
            return true;
        }
    }
    // 2. What the table knows.
    node->key = table_key(&worker->pos);
    node->hit = table_find(worker->search->table, node->key, &node->known);
    if (node->hit)
        node->known_score = score_from_table(node->known.score, frame->ply);
    if (answered_by_table(node, score)) {
        if (*score >= node->beta && node->known.move && !is_noisy(&worker->pos, node->known.move) &&
            rk_moves_legal(&worker->pos, node->known.move))
            learn_quiet(node, node->known.move, bonus_for(node->depth));
        return true;
    }
    // 3. What the endgame tables know.
    return answered_by_endgames(node, score);
}

/* Steps 5 to 8: is the whole node worth its moves? True if it is not. */
static bool answered_by_guess(struct node *node, int *score)
{
    if (node->pv || node->frame->in_check || node->frame->excluded)
        return false;
    return razored(node, score) || is_steady(node, score) || good_by_passing(node, score) ||
           good_by_probing(node, score);
}

// Field by field: the lists of tried moves need not be cleared.
static void begin_node(struct node *node, struct worker *worker, struct frame *frame, bool cut)
{
    node->worker = worker;
    node->frame = frame;
    node->cut = cut;
    node->root = frame->ply == 0;
    node->hit = node->improving = false;
    node->known.bound = BOUND_NONE;
    node->known.move = node->hash = node->best_move = RK_NO_MOVE;
    node->best = -INFINITE;
    node->quiet_count = node->noisy_count = 0;
}

static int search(struct worker *worker, struct frame *frame, int alpha, int beta, int depth,
                  bool cut)
{
    if (depth <= 0)
        return quiesce(worker, frame, alpha, beta, 0);
    if (stopped(worker))
        return 0;
    struct node node;
    begin_node(&node, worker, frame, cut);
    node.alpha = alpha;
    node.beta = beta;
    node.depth = least_of(depth, PLY_MAX - 1);
    node.pv = beta - alpha > 1;
    int score = 0;
    if (!frame->excluded) {
        count_node(worker);
        frame->pv_count = 0;
        frame->in_check = in_check(worker);
    }
    // 1. to 3. What needs no search.
    if (answered_at_once(&node, &score))
        return score;
    // 4. A first judgement.
    judge_node(&node);
    frame[2].killers[0] = frame[2].killers[1] = RK_NO_MOVE;
    frame[1].excluded = RK_NO_MOVE;
    frame[1].cutoffs = 0;
    node.checks =
        worker->standard
            ? checks_of(&worker->pos, (struct mode){(rk_side)worker->pos.turn, RK_STANDARD})
            : checks_of(&worker->pos, mode_of(&worker->pos));
    node.hash = node.root ? worker->roots[worker->root_first].move : node.known.move;
    if (node.hash && !rk_moves_legal(&worker->pos, node.hash))
        node.hash = RK_NO_MOVE;
    // 5. to 8. Guesses: razoring, reverse futility, passing, probing.
    if (answered_by_guess(&node, &score))
        return stopped(worker) ? 0 : score;
    // 9. Without a move from the table, a lower depth finds one for the next time.
    if (node.depth >= 4 && !node.hash && (node.pv || node.cut) && !frame->excluded)
        node.depth--;
    // 10. to 14. The moves.
    const int window = node.alpha, looked = node.depth;
    const unsigned moves = try_moves(&node, &score);
    if (stopped(worker))
        return 0;
    if (node.depth < 0)
        return score; // another move than the table's was good enough too
    // 15. No move at all: mate, stalemate, or the variant's end.
    if (!moves)
        return frame->excluded ? window : worker_end_score(worker, frame);
    if (node.best == -INFINITE)
        node.best = window; // all were pruned
    // 16. What was learnt.
    node.depth = looked;
    keep_what_was_learnt(&node, window, looked);
    return node.best;
}

int node_search_root(struct worker *worker, int alpha, int beta, int depth)
{
    return search(worker, &worker->frames[FRAMES_BEFORE], alpha, beta, depth, false);
}
