/* SPDX-License-Identifier: MIT */
#include "review/judge.h"

#include "base/minmax.h"
#include "review/phase.h"
#include "rookery/moves.h"

enum {
    MISSED_WIN_FROM = 8500, /* a win was missed if the chances were at least this */
    MISSED_WIN_TO = 6500    /* and are less than this after the move */
};

static bool is_engine_move(const struct review *review, size_t ply)
{
    const struct evaluation *before = &review->evaluations[ply];
    return before->line_size && before->line[0] == review->moves[ply].move;
}

int judge_loss(const struct review *review, size_t ply)
{
    if (is_engine_move(review, ply))
        return 0;
    return max_int(0, chance_of_score(review_score_before(review, ply)) -
                          chance_of_score(review_score_after(review, ply)));
}

static int lost_centipawns(const struct review *review, size_t ply)
{
    if (is_engine_move(review, ply))
        return 0;
    return max_int(0, chance_clip(review_score_before(review, ply)) -
                          chance_clip(review_score_after(review, ply)));
}

static enum judgement judgement_of(const struct review *review, size_t ply, bool is_book)
{
    const struct move_review *move = &review->moves[ply];
    if (move->move != RK_NO_MOVE && rk_moves_count(&review->positions[ply]) == 1)
        return JUDGEMENT_FORCED;
    if (is_book && move->loss < LOSS_MISTAKE)
        return JUDGEMENT_BOOK;
    return is_engine_move(review, ply) ? JUDGEMENT_BEST : chance_judge(move->loss);
}

/* -1: losing, 0: level, 1: winning. */
static int standing_of(int chance)
{
    return (chance >= CHANCE_WINNING) - (chance <= CHANCE_ONE - CHANCE_WINNING);
}

static void judge_move(struct review *review, size_t ply, bool is_book)
{
    struct move_review *move = &review->moves[ply];
    const int before = review_score_before(review, ply), after = review_score_after(review, ply);
    const int chance_before = chance_of_score(before), chance_after = chance_of_score(after);
    move->loss = judge_loss(review, ply);
    move->lost_centipawns = lost_centipawns(review, ply);
    move->judgement = judgement_of(review, ply, is_book);
    move->is_turning_point = move->judgement >= JUDGEMENT_MISTAKE &&
                             standing_of(chance_after) < standing_of(chance_before);
    // The engine's own move and the only legal one miss nothing, even if a longer search takes back
    // what it was said to win.
    const bool had_better = move->judgement != JUDGEMENT_FORCED && !is_engine_move(review, ply);
    move->missed_mate =
        had_better && score_mate(before) > 0 && !(score_is_mate(after) && after > 0);
    move->missed_win =
        had_better && chance_before >= MISSED_WIN_FROM && chance_after < MISSED_WIN_TO;
}

void judge_moves(struct review *review, size_t book_plies)
{
    enum phase phase = PHASE_OPENING;
    bool in_book = true;
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        struct move_review *move = &review->moves[ply];
        move->phase = phase = phase_after(phase, &review->positions[ply]);
        in_book = in_book && ply < book_plies;
        judge_move(review, ply, in_book);
        in_book = in_book && !judgement_is_error(move->judgement);
    }
}
