/* SPDX-License-Identifier: MIT */
#include "review/summary.h"

/* The sums of a side. A game can have so many moves that an int would not hold them. */
struct sums {
    int64_t accuracy, phase_accuracy[PHASE_COUNT], centipawns;
};

static void add_move(struct side_review *side, struct sums *sums, const struct move_review *move)
{
    const int accuracy = chance_accuracy(move->loss);
    side->all.moves++;
    side->phases[move->phase].moves++;
    side->counts[move->judgement]++;
    side->missed_mates += move->missed_mate;
    side->missed_wins += move->missed_win;
    side->in_time_trouble += move->in_time_trouble;
    sums->accuracy += accuracy;
    sums->phase_accuracy[move->phase] += accuracy;
    sums->centipawns += move->lost_centipawns;
}

static int mean(int64_t sum, unsigned count)
{
    return count ? (int)((sum + count / 2) / count) : -1;
}

static void finish_side(struct side_review *side, const struct sums *sums)
{
    side->all.accuracy = mean(sums->accuracy, side->all.moves);
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++)
        side->phases[phase].accuracy = mean(sums->phase_accuracy[phase], side->phases[phase].moves);
    side->average_loss = side->all.moves ? mean(sums->centipawns, side->all.moves) : 0;
}

void summarise_moves(struct review *review)
{
    struct sums sums[2] = {{0}, {0}};
    review->sides[RK_WHITE] = review->sides[RK_BLACK] = (struct side_review){0};
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        const struct move_review *move = &review->moves[ply];
        if (move->move != RK_NO_MOVE)
            add_move(&review->sides[move->side], &sums[move->side], move);
    }
    for (unsigned side = 0; side < 2; side++)
        finish_side(&review->sides[side], &sums[side]);
}
