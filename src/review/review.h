/* SPDX-License-Identifier: MIT */
/* A game judged move by move. A reviewer (reviewer.h) makes it, and the reports (report.h) write
 * it. */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include <stddef.h>
#include <stdint.h>

#include "review/chances.h"
#include "rookery/opening.h"
#include "rookery/position.h"

enum { REVIEW_LINE_MAX = 12 };

/* What the engine says about a position. */
struct evaluation {
    int score;                     /* for White, as in rk_search_result */
    unsigned depth;                /* 0: the game is over here */
    rk_move line[REVIEW_LINE_MAX]; /* the best line, as far as it is kept */
    unsigned char line_size;
    unsigned char look;       /* 0: searched once; each further look is longer (reviewer.c) */
    bool in_tables;           /* the endgame tables know the result, which is the score: */
    signed char table_result; /* 1: White wins, 0: a draw, -1: Black wins */
};

/* How long each position is searched. Exactly one is not 0. Where a move seems to be an error, both
 * positions are searched again for longer, up to 64 times if it is doubtful. */
struct review_limits {
    uint64_t nodes;
    unsigned depth;
    int64_t move_time; /* milliseconds */
};

enum phase { PHASE_OPENING, PHASE_MIDDLEGAME, PHASE_ENDGAME, PHASE_COUNT };

struct move_review {
    rk_move move; /* RK_NO_MOVE is a null move, which is not judged */
    rk_side side;
    enum judgement judgement;
    enum phase phase;
    int loss;            /* of winning chances */
    int lost_centipawns; /* clipped */
    int64_t clock_ms;    /* on the clock after the move; -1 if it is not known */
    bool is_turning_point;
    bool missed_mate, missed_win;
    bool in_time_trouble;
};

/* The moves of a side, or those of them in one phase. */
struct move_summary {
    unsigned moves;
    int accuracy; /* the mean over the moves, of CHANCE_ONE; -1 without moves */
};

struct side_review {
    struct move_summary all, phases[PHASE_COUNT];
    unsigned counts[JUDGEMENT_COUNT];
    int average_loss; /* centipawns per move */
    unsigned missed_mates, missed_wins, in_time_trouble;
};

struct review {
    size_t ply_count;
    /* After each ply of the main line, the start first: ply_count + 1. */
    rk_position *positions;
    struct evaluation *evaluations;
    struct move_review *moves; /* ply_count */
    struct side_review sides[2];
    rk_opening_line opening;
};

/* Frees what the review owns and leaves it empty. */
void review_fini(struct review *review);

const char *judgement_name(enum judgement judgement);
unsigned judgement_nag(enum judgement judgement); /* 0: none */
bool judgement_is_error(enum judgement judgement);
const char *phase_name(enum phase phase);

/* Whether reports explain a move with a sentence and the better line: it is an error, or it misses
 * a mate or a win. A missed mate is no error if the position is won without it. A null
 * move is not explained. */
bool move_review_is_explained(const struct move_review *move);

/* The score for the side that made a move of the game, 0 being the first: before and after it. */
int review_score_before(const struct review *review, size_t ply);
int review_score_after(const struct review *review, size_t ply);

/* "win", "draw" or "loss" for White; NULL if the position is not in the endgame tables. */
const char *evaluation_table_name(const struct evaluation *evaluation);

/* Whether a score is a win or a loss by the endgame tables, without a mate in sight. */
bool score_is_table_win(int score);

/* Whether a score is a forced mate, or one that is already given. */
bool score_is_mate(int score);

/* Moves to mate, negative if getting mated; 0 if it is no mate or already given. */
int score_mate(int score);

#endif
