/* SPDX-License-Identifier: MIT */
/* One thread of a search: the position it stands on, the way that led there, and what
 * it has learnt. All threads do the same and share the table; they differ by chance. */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/evaluate.h"
#include "engine/levels.h"
#include "engine/movepick.h"
#include "engine/timeman.h"
#include "engine/tt.h"
#include "rookery/engine.h"
#include "rookery/moves.h"
#include "rules/play.h"

enum {
    PLY_MAX = RK_PV_MAX - 4, /* no line gets longer */
    FRAMES_BEFORE_ROOT = 4,  /* empty frames before the root, to look back on */
    KEYS_MAX = 1024,         /* of the game before the root, no more are remembered */
    INFINITE = RK_MATE + 1,
    DECISIVE = RK_TABLE_WIN - PLY_MAX, /* from here on a score counts plies to its end */
    NO_EVAL = INFINITE + 1,
    REPORT_AFTER_MS = 3000 /* until then nobody needs to know how it goes */
};

/* One ply of the line that is looked at. */
struct frame {
    rk_memo memo;
    int ply, eval; /* NO_EVAL in check */
    rk_move move, excluded, killers[2];
    bool in_check, noisy;
    continuation_table *continuation; /* of `move` */
    unsigned piece;                   /* that moved */
    int reversible_plies;             /* plies back to which the position may repeat */
    int double_extensions;            /* extensions by two on this line */
    int history;                      /* of `move` */
    unsigned cutoffs;                 /* of its children */
    size_t pv_count;
    rk_move pv[PLY_MAX + 4];
};

struct root_move {
    rk_move move;
    int score, previous_score; /* of this depth, -INFINITE until it is known; of the last */
    rk_bound bound;            /* of `score` */
    unsigned selective_depth;
    uint64_t nodes;
    size_t pv_count;
    rk_move pv[PLY_MAX + 4];
};

/* What all threads of a search share. */
struct search {
    struct tt *tt;
    struct rk_tablebase *tablebase;
    unsigned tablebase_men;
    const rk_search_limits *limits;
    int64_t (*now)(void *context);
    void *context;
    rk_search_report *report; /* NULL: nobody wants to know */
    void *report_context;
    int64_t start, clock_start; /* when it began; when its clock did */
    struct time_budget time;
    bool pondering;                 /* the first thread's view; `ponderhit` is set by others */
    struct error_model error_model; /* who it plays like, if there is a handicap */
    uint64_t nodes_max;             /* asked for, of the first thread; 0: any number */
    struct worker **workers;
    unsigned worker_count;
    atomic_bool stop, ponderhit;
    /* With several threads, who first comes to the end of a depth ends it for all. */
    atomic_int finished;   /* that depth */
    pthread_mutex_t lock;  /* over it, to be changed, and over: */
    struct root_move best; /* what was found there */
};

struct worker {
    struct search *search;
    unsigned index; /* 0: the first, which keeps time and reports */
    rk_position pos;
    struct mode mode; /* of its variant; the side in it means nothing */
    bool standard, can_null_move, can_see;
    int values[RK_KIND_COUNT + 1];
    struct evaluator *evaluator;
    struct history *history;
    _Atomic uint64_t nodes, table_hits;
    int countdown; /* nodes until the clock is looked at again */
    unsigned selective_depth;
    int root_depth;        /* 1: it has not yet seen every move */
    int null_move_min_ply; /* plies before which passing is not tried */
    struct root_move *root_moves;
    size_t root_count, root_first; /* those before it belong to better lines */
    uint64_t keys[KEYS_MAX + PLY_MAX + 8];
    uint64_t *key_end; /* behind the key of the position */
    struct scored_move *move_buffer;
    struct frame frames[FRAMES_BEFORE_ROOT + PLY_MAX + 8];
};

RK_MUST_USE struct worker *worker_create(void); /* NULL without memory */
void worker_destroy(struct worker *worker);
void worker_clear(struct worker *worker);

/* Stands it on the last of `count` positions. */
void worker_set_position(struct worker *worker, const rk_position *positions, size_t count);

/* Asks for the table's line of the position behind a move, early enough that it comes while others
 * think about the move and play it. */
void worker_prefetch(const struct worker *worker, rk_move move, rk_kind kind);
/* One step of the line, and back. */
void worker_play(struct worker *worker, struct frame *frame, rk_move move, rk_kind kind);
void worker_play_null(struct worker *worker, struct frame *frame);
void worker_undo(struct worker *worker, struct frame *frame);

/* The evaluation, as well as this player judges. */
int worker_evaluate(struct worker *worker);
/* The position has stood before, or the fifty moves are over; mate goes first. */
bool worker_is_draw(struct worker *worker, const struct frame *frame);
/* What a position without a legal move is worth. */
int worker_terminal_score(const struct worker *worker, const struct frame *frame);
/* Of a variant, below the root: its game is over, or the side to move ends it at once. */
bool worker_is_variant_end(const struct worker *worker, struct frame *frame, int *score);
/* Tells, on the first thread, which root move is looked at, once that takes long. */
void worker_report_current_move(const struct worker *worker, rk_move move, unsigned number);
/* Looks at the clock and the counts, and asks everybody to stop if it is time. */
void worker_check_limits(struct worker *worker);

/* The search is over. */
RK_INLINE bool is_over(const struct worker *worker)
{
    return atomic_load_explicit(&worker->search->stop, memory_order_relaxed);
}

/* It is, or the depth that is looked at. */
RK_INLINE bool stopped(const struct worker *worker)
{
    return is_over(worker) || atomic_load_explicit(&worker->search->finished,
                                                   memory_order_relaxed) >= worker->root_depth;
}

RK_INLINE uint64_t node_count(const struct worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

/* Counts a node. */
RK_INLINE void count_node(struct worker *worker)
{
    atomic_store_explicit(&worker->nodes, node_count(worker) + 1, memory_order_relaxed);
    if (--worker->countdown <= 0)
        worker_check_limits(worker);
}

/* The key in the table: positions of different variants are different. */
RK_INLINE uint64_t tt_key(const rk_position *pos)
{
    return pos->key ^ pos->variant * UINT64_C(0x9e3779b97f4a7c15);
}

RK_INLINE bool in_check(const struct worker *worker)
{
    const rk_position *const pos = &worker->pos;
    const rk_side us = (rk_side)pos->turn;
    return worker->standard ? checkers_of(pos, (struct mode){us, RK_STANDARD})
                            : checkers_of(pos, (struct mode){us, worker->mode.variant});
}

/* The kind that a move moves, or drops. */
RK_INLINE rk_kind mover(const rk_position *pos, rk_move move)
{
    return rk_move_what(move) == RK_DROP ? rk_move_dropped(move) : kind_on(pos, rk_move_from(move));
}

/* The best line from here on: a move, and the line behind it. */
RK_INLINE void update_pv(struct frame *frame, rk_move move)
{
    frame->pv[0] = move;
    memcpy(frame->pv + 1, frame[1].pv, frame[1].pv_count * sizeof *frame->pv);
    frame->pv_count = frame[1].pv_count + 1;
}

/* Scores in the table count from the position, those of the search from the root. */
RK_INLINE int16_t score_to_tt(int score, int ply)
{
    return (int16_t)(score >= DECISIVE ? score + ply : score <= -DECISIVE ? score - ply : score);
}

RK_INLINE int score_from_tt(int score, int ply)
{
    return score >= DECISIVE ? score - ply : score <= -DECISIVE ? score + ply : score;
}

RK_INLINE int min_int(int a, int b)
{
    return a < b ? a : b;
}

RK_INLINE int max_int(int a, int b)
{
    return a > b ? a : b;
}

#endif
