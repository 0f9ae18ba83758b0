/* SPDX-License-Identifier: MIT */
/* A search thread: its position, search stack, histories and caches. All threads run the same
 * search and share the transposition table (Lazy SMP). */
#ifndef ENGINE_WORKER_H
#define ENGINE_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/minmax.h"
#include "engine/evaluate.h"
#include "engine/levels.h"
#include "engine/movepick.h"
#include "engine/timeman.h"
#include "engine/tt.h"
#include "rookery/engine.h"
#include "rookery/moves.h"
#include "rules/movegen.h"
#include "rules/play.h"

enum {
    PLY_MAX = RK_PV_MAX - 4, /* of any line */
    FRAMES_BEFORE_ROOT = 4,  /* empty frames, so that the root can look back */
    KEYS_MAX = 1024,         /* positions of the game that are remembered */
    INFINITE = RK_MATE + 1,
    DECISIVE = RK_TABLE_WIN - PLY_MAX, /* from here on a score is a known win and counts plies */
    NO_EVAL = INFINITE + 1,
    REPORT_AFTER_MS = 3000 /* shorter searches report only completed depths */
};

/* One ply of the search stack. */
struct frame {
    rk_undo undo;
    int ply, eval; /* NO_EVAL in check */
    rk_move move, excluded, killers[2];
    bool in_check;
    uint64_t threats;                 /* squares that the opponent attacks */
    bool quiet;                       /* `move` is not a capture, promotion or null move */
    continuation_table *continuation; /* history after `move` */
    unsigned piece;                   /* index of the piece that moved */
    int reversible_plies;             /* since the last irreversible move */
    int double_extensions;            /* on the line so far */
    unsigned cutoffs;                 /* in the children of this node */
    size_t pv_count;
    rk_move pv[PLY_MAX + 4];
};

struct root_move {
    rk_move move;
    int score, previous_score; /* at this depth and the last; -INFINITE if unknown */
    rk_bound bound;            /* of `score` */
    unsigned selective_depth;
    uint64_t nodes;
    size_t pv_count;
    rk_move pv[PLY_MAX + 4];
};

/* Shared by all threads of a search. */
struct search {
    struct tt *tt;
    struct rk_tablebase *tablebase;
    unsigned tablebase_pieces; /* of its largest table */
    const rk_search_limits *limits;
    int64_t (*now)(void *context);
    void *context;
    rk_search_report *report; /* may be NULL */
    void *report_context;
    int64_t start, clock_start; /* times; the clock of a ponder search starts with `ponderhit` */
    struct time_budget time;
    bool pondering;                 /* owned by the first thread; others set `ponderhit` */
    struct error_model error_model; /* of a weakened engine */
    uint64_t nodes_max;             /* for the first thread; 0: no limit */
    struct worker **workers;
    unsigned worker_count;
    atomic_bool stop, ponderhit;
    /* With several threads, the first to complete a depth ends it for all. */
    atomic_int completed_depth; /* written under the lock */
    pthread_mutex_t lock;       /* protects `best` too */
    struct root_move best;      /* at the completed depth */
};

struct worker {
    struct search *search;
    unsigned index; /* worker 0 checks the limits and reports */
    rk_position pos;
    struct mode mode; /* of the variant; its side is not used */
    bool standard;    /* chess: code specialised for it can be used */
    bool uses_null_move, uses_see;
    int values[RK_KIND_COUNT + 1]; /* of the pieces, 0 for RK_NO_KIND */
    struct evaluator *evaluator;
    struct history *history;
    _Atomic uint64_t nodes, tablebase_hits;
    int countdown;      /* nodes until the limits are checked again */
    int check_interval; /* nodes between two checks */
    int64_t checked_at; /* the time of the last check */
    unsigned selective_depth;
    int root_depth;        /* the depth of this iteration */
    int null_move_min_ply; /* set during the verification of a null move */
    struct root_move *root_moves;
    size_t root_count, root_first;         /* those before it are better lines of MultiPV */
    uint64_t keys[KEYS_MAX + PLY_MAX + 8]; /* of the game and the line */
    uint64_t *key_end;                     /* after the key of `pos` */
    struct scored_move *move_buffer;
    struct frame frames[FRAMES_BEFORE_ROOT + PLY_MAX + 8];
};

/* NULL if out of memory. The network is that of evaluator_create(). */
RK_MUST_USE struct worker *worker_create(const struct rk_network *network);
void worker_destroy(struct worker *worker);
void worker_clear(struct worker *worker);

/* Sets the root: the last of `count` positions. */
void worker_set_position(struct worker *worker, const rk_position *positions, size_t count);

/* Prefetches the table entry of the position after a move, long before the move is played. */
void worker_prefetch(const struct worker *worker, rk_move move, rk_kind kind);
void worker_play(struct worker *worker, struct frame *frame, rk_move move, rk_kind kind);
void worker_play_null(struct worker *worker, struct frame *frame);
void worker_undo(struct worker *worker, struct frame *frame);

/* The static evaluation, with the error of a weakened engine. */
int worker_evaluate(struct worker *worker);
/* Draw by repetition, the fifty-move rule or insufficient material. */
bool worker_is_draw(struct worker *worker, const struct frame *frame);
/* The score of a position without legal moves. */
int worker_terminal_score(const struct worker *worker, const struct frame *frame);
/* For variants, below the root: the game is over, or the side to move wins at once. */
bool worker_is_variant_end(const struct worker *worker, struct frame *frame, int *score);
/* Worker 0 reports the root move it searches once the search takes long. */
void worker_report_current_move(const struct worker *worker, rk_move move, unsigned number);
/* Worker 0 stops the search when its time or nodes are used up. */
void worker_check_limits(struct worker *worker);

RK_INLINE bool is_search_stopped(const struct worker *worker)
{
    return atomic_load_explicit(&worker->search->stop, memory_order_relaxed);
}

/* Also when another thread has completed this depth. */
RK_INLINE bool is_stopped(const struct worker *worker)
{
    return is_search_stopped(worker) ||
           atomic_load_explicit(&worker->search->completed_depth, memory_order_relaxed) >=
               worker->root_depth;
}

RK_INLINE uint64_t node_count(const struct worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

RK_INLINE void count_node(struct worker *worker)
{
    atomic_store_explicit(&worker->nodes, node_count(worker) + 1, memory_order_relaxed);
    if (--worker->countdown <= 0)
        worker_check_limits(worker);
}

/* Positions of different variants have different keys in the table. */
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

/* The squares that the opponent of the side to move attacks. */
RK_INLINE uint64_t threats_of(const struct worker *worker)
{
    const rk_position *const pos = &worker->pos;
    const rk_side them = other((rk_side)pos->turn);
    return worker->standard ? attacked_squares(pos, (struct mode){them, RK_STANDARD})
                            : attacked_squares(pos, (struct mode){them, worker->mode.variant});
}

/* The kind of the piece that a move moves or drops. */
RK_INLINE rk_kind moved_kind(const rk_position *pos, rk_move move)
{
    return rk_move_type(move) == RK_DROP ? rk_move_dropped(move) : kind_on(pos, rk_move_from(move));
}

/* The line becomes `move` and the line of the child. */
RK_INLINE void update_pv(struct frame *frame, rk_move move)
{
    frame->pv[0] = move;
    memcpy(frame->pv + 1, frame[1].pv, frame[1].pv_count * sizeof *frame->pv);
    frame->pv_count = frame[1].pv_count + 1;
}

/* The table counts plies to mate from the position, the search from the root. */
RK_INLINE int16_t score_to_tt(int score, int ply)
{
    return (int16_t)(score >= DECISIVE ? score + ply : score <= -DECISIVE ? score - ply : score);
}

RK_INLINE int score_from_tt(int score, int ply)
{
    return score >= DECISIVE ? score - ply : score <= -DECISIVE ? score + ply : score;
}

#endif
