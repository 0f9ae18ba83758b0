/* SPDX-License-Identifier: MIT */
#include "review/review.h"

#include <stdlib.h>

#include "rookery/engine.h"

static const struct judgement_row {
    const char *name;
    unsigned nag;
} judgement_rows[JUDGEMENT_COUNT] = {
#define ROW(judgement, name, plural, nag) [judgement] = {name, nag},
#include "review/judgements.def"
};

void review_fini(struct review *review)
{
    free(review->positions);
    free(review->evaluations);
    free(review->moves);
    *review = (struct review){0};
}

const char *judgement_name(enum judgement judgement)
{
    return judgement_rows[judgement].name;
}

unsigned judgement_nag(enum judgement judgement)
{
    return judgement_rows[judgement].nag;
}

bool move_review_is_explained(const struct move_review *move)
{
    return move->move != RK_NO_MOVE &&
           (judgement_is_error(move->judgement) || move->missed_mate || move->missed_win);
}

bool judgement_is_error(enum judgement judgement)
{
    return judgement >= JUDGEMENT_INACCURACY;
}

const char *phase_name(enum phase phase)
{
    static const char *const names[PHASE_COUNT] = {"opening", "middlegame", "endgame"};
    return names[phase];
}

static int score_for(const struct review *review, size_t position, rk_side side)
{
    const int score = review->evaluations[position].score;
    return side == RK_WHITE ? score : -score;
}

int review_score_before(const struct review *review, size_t ply)
{
    return score_for(review, ply, review->moves[ply].side);
}

int review_score_after(const struct review *review, size_t ply)
{
    return score_for(review, ply + 1, review->moves[ply].side);
}

const char *evaluation_table_name(const struct evaluation *evaluation)
{
    static const char *const names[] = {"loss", "draw", "win"};
    return evaluation->in_tables ? names[evaluation->table_result + 1] : NULL;
}

bool score_is_table_win(int score)
{
    return abs(score) > RK_TABLE_WIN - RK_PV_MAX && !score_is_mate(score);
}

bool score_is_mate(int score)
{
    return score >= RK_MATE_IN_MAX || score <= -RK_MATE_IN_MAX;
}

int score_mate(int score)
{
    if (!score_is_mate(score))
        return 0;
    return score > 0 ? (RK_MATE - score + 1) / 2 : -((RK_MATE + score + 1) / 2);
}
