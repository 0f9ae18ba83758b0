/* SPDX-License-Identifier: MIT */
#include "engine/quiesce.h"

#include "engine/see.h"

enum {
    FUTILITY_MARGIN = 140,
    EVASIONS_MAX = 2, /* quiet evasions tried once one is known not to lose at once */
    FLOOR = -10,      /* depth below which variants capture only what has just moved */
    LOST = -WON
};

// The history is asked first: it comes from far, and meanwhile the position is judged.
int judge_corrected(struct worker *worker, int *raw)
{
    const int correction = history_correction(worker->history, &worker->pos);
    if (*raw == INT16_MIN)
        *raw = worker_judge(worker);
    return most_of(-WON + 1, least_of(WON - 1, *raw + correction));
}

struct quiet_node {
    struct worker *worker;
    struct frame *frame;
    int alpha, beta, depth, best, floor; /* `floor`: what no futile capture reaches */
    bool pv, forced;
    struct record known;
    rk_move best_move;
};

/* Whether what the table knows ends it. */
static bool answered_by_table(const struct quiet_node *node, int *score)
{
    const struct record *const known = &node->known;
    if (node->pv || known->bound == BOUND_NONE)
        return false;
    *score = score_from_table(known->score, node->frame->ply);
    return known->bound & (*score >= node->beta ? BOUND_LOWER : BOUND_UPPER);
}

/* The side to move need not capture: what it has now is the least it gets. */
static void stand_pat(struct quiet_node *node, bool hit)
{
    struct frame *const frame = node->frame;
    int raw = hit ? node->known.eval : INT16_MIN;
    node->best = frame->eval = judge_corrected(node->worker, &raw);
    node->known.eval = (int16_t)raw;
    const int score = score_from_table(node->known.score, frame->ply);
    if (hit && node->known.bound & (score > node->best ? BOUND_LOWER : BOUND_UPPER))
        node->best = score;
    node->floor = frame->eval + FUTILITY_MARGIN;
}

static bool is_futile(struct quiet_node *node, rk_move move, const struct checks *checks)
{
    struct worker *const worker = node->worker;
    const rk_position *const pos = &worker->pos;
    if (node->forced || node->best <= LOST || rk_move_what(move) >= RK_PROMOTION)
        return false;
    const rk_kind prey =
        rk_move_what(move) == RK_EN_PASSANT ? RK_PAWN : kind_on(pos, rk_move_to(move));
    if (gives_check(checks, move, kind_on(pos, rk_move_from(move))) || !is_noisy(pos, move))
        return false;
    const int reached = node->floor + worker->values[prey];
    if (reached <= node->alpha) {
        node->best = most_of(node->best, reached);
        return true;
    }
    if (node->floor <= node->alpha && worker->may_see &&
        !see_at_least(pos, move, 1, worker->values)) {
        node->best = most_of(node->best, node->floor);
        return true;
    }
    return false;
}

static bool overlooked(const struct quiet_node *node, rk_move move)
{
    const struct amateur *const amateur = &node->worker->search->amateur;
    return seldom(amateur->handicap.oversight) && !node->forced &&
           amateur_overlooks(amateur, &node->worker->pos, move, node->frame[-1].move);
}

static bool try_move(struct quiet_node *node, rk_move move)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    frame->noisy = is_noisy(&worker->pos, move);
    worker_play(worker, frame, move, mover(&worker->pos, move));
    const int score = -quiesce(worker, frame + 1, -node->beta, -node->alpha, node->depth - 1);
    worker_unplay(worker, frame);
    if (score <= node->best)
        return false;
    node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv)
        note_line(frame, move);
    if (score >= node->beta)
        return true;
    node->alpha = score;
    return false;
}

/* Chess runs out of captures; some variants hardly do, for those of crazyhouse feed the pocket
 * whose drops are captured next. Below some depth only recaptures count, and one quiet evasion. */
static bool is_too_deep(const struct quiet_node *node, rk_move move, unsigned quiets)
{
    if (node->depth >= FLOOR || node->worker->standard || node->best <= LOST)
        return false;
    return node->forced ? quiets > 1 : rk_move_to(move) != rk_move_to(node->frame[-1].move);
}

/* All moves if it is forced to something, else those that are not quiet. Returns how many were
 * seen. */
static unsigned try_moves(struct quiet_node *node, rk_move hash)
{
    struct worker *const worker = node->worker;
    struct frame *const frame = node->frame;
    const struct mode m = {(rk_side)worker->pos.turn,
                           worker->standard ? RK_STANDARD : worker->mode.variant};
    const struct checks checks = checks_of(&worker->pos, m);
    struct picker picker = {
        .pos = &worker->pos,
        .history = worker->history,
        .values = worker->values,
        .continuation = {frame[-1].continuation, frame[-2].continuation, frame[-4].continuation},
        .checks = &checks,
        .hash = hash,
        .wish = node->forced       ? WISH_ALL
                : node->depth == 0 ? WISH_NOISY_AND_CHECKS
                                   : WISH_NOISY,
        .room = worker->room};
    unsigned seen = 0, quiets = 0;
    for (rk_move move; (move = pick_next(&picker)) != RK_NO_MOVE;) {
        seen++;
        worker_prefetch(worker, move, kind_on(&worker->pos, rk_move_from(move)));
        if (is_futile(node, move, &checks) || overlooked(node, move))
            continue;
        const bool quiet = !is_noisy(&worker->pos, move);
        if (quiet && node->forced && node->best > LOST && ++quiets > EVASIONS_MAX)
            continue;
        if (quiet && !node->forced && !see_at_least(&worker->pos, move, 0, worker->values))
            continue;
        if (is_too_deep(node, move, quiets))
            continue;
        worker->room = picker.end > picker.room ? picker.end : picker.room;
        const bool enough = try_move(node, move);
        worker->room = picker.room;
        if (enough || stopped(worker))
            break;
    }
    return seen;
}

/* Antichess: who can capture must. */
static bool must_capture(const struct worker *worker)
{
    rk_move moves[2 * RK_MOVES_MAX];
    return has_rule(worker->mode, RK_LOSER_WINS) &&
           rk_moves_select(&worker->pos, ALL_SQUARES, worker->pos.by[!worker->pos.turn], moves);
}

int quiesce(struct worker *worker, struct frame *frame, int alpha, int beta, int depth)
{
    // 1. Draws, and the end of the variant's game.
    if (stopped(worker))
        return 0;
    count_node(worker);
    frame->pv_count = 0;
    frame->in_check = in_check(worker);
    if ((unsigned)frame->ply > worker->selective_depth)
        worker->selective_depth = (unsigned)frame->ply;
    if (stopped(worker) || worker_is_drawn(worker, frame))
        return 0;
    int score;
    if (!worker->standard && worker_is_at_goal(worker, frame, &score))
        return score;
    if (frame->ply >= PLY_MAX)
        return frame->in_check ? 0 : worker_judge(worker);
    // 2. What the table knows.
    struct quiet_node node = {worker,    frame, alpha, beta, depth, -INFINITE,
                              -INFINITE, false, false, {0},  0};
    node.pv = beta - alpha > 1;
    const uint64_t key = table_key(&worker->pos);
    const bool hit = table_find(worker->search->table, key, &node.known);
    if (hit && answered_by_table(&node, &score))
        return score;
    // 3. Standing pat, unless something must be done.
    node.forced = frame->in_check || (depth >= FLOOR && must_capture(worker));
    frame->eval = UNKNOWN;
    if (!node.forced) {
        stand_pat(&node, hit);
        if (node.best >= beta) {
            if (!hit)
                table_keep(worker->search->table, key,
                           (struct record){0, score_to_table(node.best, frame->ply),
                                           node.known.eval, 0, BOUND_LOWER, false});
            return node.best;
        }
        node.alpha = most_of(alpha, node.best);
    }
    // 4. The moves.
    const rk_move hash = hit && node.known.move &&
                                 (node.forced || is_noisy(&worker->pos, node.known.move)) &&
                                 rk_moves_legal(&worker->pos, node.known.move)
                             ? node.known.move
                             : (rk_move)RK_NO_MOVE;
    const unsigned seen = try_moves(&node, hash);
    if (node.forced && !seen)
        return worker_end_score(worker, frame);
    if (stopped(worker))
        return 0;
    // 5. What was learnt.
    const enum table_bound bound = node.best >= beta ? BOUND_LOWER : BOUND_UPPER;
    table_keep(worker->search->table, key,
               (struct record){node.best_move, score_to_table(node.best, frame->ply),
                               (int16_t)(node.forced ? INT16_MIN : node.known.eval), 0, bound,
                               hit && node.known.pv});
    return node.best;
}
