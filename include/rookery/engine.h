/* SPDX-License-Identifier: MIT */
/* A chess engine. A process may have several; they share nothing. An engine reads no clock of its
 * own: the caller provides one. */
#ifndef ROOKERY_ENGINE_H
#define ROOKERY_ENGINE_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* An engine. Create it with rk_engine_create(). */
typedef struct rk_engine rk_engine;
struct rk_book;
struct rk_tablebase;
struct rk_network;

/* Limits of the engine: moves of a principal variation, levels, playing strength, mebibytes of the
 * transposition table, and threads. */
enum { RK_PV_MAX = 128, RK_LEVEL_COUNT = 8, RK_ELO_MIN = 500, RK_ELO_MAX = 3000 };
enum { RK_HASH_MAX = 1 << 17, RK_THREADS_MAX = 512 };

/* The options of an engine. */
typedef struct rk_engine_options {
    size_t hash_mib;               /* size of the transposition table, 1 to RK_HASH_MAX */
    unsigned threads;              /* 1 to RK_THREADS_MAX */
    int64_t (*now)(void *context); /* returns the milliseconds of a monotonic clock */
    void *context;                 /* passed to `now` */
    unsigned elo;         /* playing strength, RK_ELO_MIN to RK_ELO_MAX; 0: full strength */
    uint64_t seed;        /* for book moves and the errors of a weakened engine */
    int64_t overhead;     /* milliseconds a move loses in transmission, kept on the clock */
    struct rk_book *book; /* borrowed; NULL for none */
    struct rk_tablebase *tablebase;   /* borrowed; NULL for none */
    const struct rk_network *network; /* borrowed; NULL for the built-in one */
    bool handcrafted;                 /* evaluate without a network */
} rk_engine_options;

/* Creates an engine. Returns RK_NO_MEMORY if there is not enough memory for the table and the
 * threads. The caller owns *out and destroys it with rk_engine_destroy(). */
RK_MUST_USE rk_err rk_engine_create(const rk_engine_options *options, rk_engine **out);

/* Stops a running search and destroys the engine. NULL is allowed. */
void rk_engine_destroy(rk_engine *engine);

/* Changes the options between searches. Returns RK_NO_MEMORY on failure, and then nothing changes.
 */
RK_MUST_USE rk_err rk_engine_configure(rk_engine *engine, const rk_engine_options *options);

/* Clears the transposition table and the histories, as for a new game. */
void rk_engine_forget(rk_engine *engine);

/* Returns the Elo of a level from 1 to RK_LEVEL_COUNT; other values are clamped. */
unsigned rk_level_elo(unsigned level);

/* The limits of a search. All zeros: search until stopped. */
typedef struct rk_search_limits {
    int64_t left[2], increment[2]; /* milliseconds on the clocks of both sides, if `timed` */
    unsigned moves_to_go;          /* until the next time control; 0: the rest of the game */
    bool timed;
    int64_t move_time; /* milliseconds; 0: no limit, as for the next three */
    uint64_t nodes;
    unsigned depth, mate;
    bool ponder;         /* the clocks start with rk_engine_ponderhit() */
    const rk_move *only; /* search only these root moves; borrowed for the search */
    size_t only_count;   /* 0: search all moves */
    unsigned lines;      /* MultiPV; 0 is 1 */
} rk_search_limits;

/* Whether a score is exact or only a bound. */
typedef enum rk_bound { RK_EXACT, RK_AT_LEAST, RK_AT_MOST } rk_bound;

/* Scores are centipawns from the point of view of the side to move. A mate is RK_MATE minus the
 * plies to it, and above RK_MATE_IN_MAX. A win from the endgame tables is RK_TABLE_WIN minus some
 * plies. Losses are the same below 0. */
enum { RK_MATE = 32000, RK_MATE_IN_MAX = RK_MATE - 256, RK_TABLE_WIN = RK_MATE_IN_MAX - 256 };

/* A report of the search. Borrowed for the call. */
typedef struct rk_search_line {
    unsigned depth, selective_depth, number; /* `number`: of the MultiPV line, from 1 */
    int score;
    rk_bound bound;
    unsigned win, draw, loss;   /* permille */
    uint64_t nodes, table_hits; /* `table_hits`: in the endgame tables */
    int64_t time;               /* milliseconds since the start */
    unsigned hashfull;          /* permille */
    const rk_move *moves;       /* the principal variation */
    size_t move_count;          /* 0: only the next two fields are set */
    rk_move current;            /* the root move being searched */
    unsigned current_number;    /* its number among the root moves, from 1 */
} rk_search_line;

/* The result of a search. */
typedef struct rk_search_result {
    rk_move best, ponder; /* RK_NO_MOVE if there is none */
    int score;
    unsigned depth;
    uint64_t nodes;
} rk_search_result;

/* Receives the reports of a search. */
typedef void rk_search_report(void *context, const rk_search_line *line);

/* Searches the last of `count` positions. Those before it, the oldest first, are the game so far,
 * to detect repetitions. A search without limits returns only after rk_engine_stop(), one with
 * `ponder` only after rk_engine_stop() or rk_engine_ponderhit(). The report may be NULL; it is
 * called on the calling thread. One search at a time for each engine. */
void rk_engine_search(rk_engine *engine, const rk_position *positions, size_t count,
                      const rk_search_limits *limits, rk_search_report *report, void *context,
                      rk_search_result *out);

/* Announces a search. Call it before you start a search on another thread: from then on
 * rk_engine_stop() and rk_engine_ponderhit() take effect, even if the search has not started yet.
 */
void rk_engine_announce(rk_engine *engine);

/* Stops the search within a few milliseconds. Call it from any thread. It has no effect if no
 * search is running or announced. */
void rk_engine_stop(rk_engine *engine);

/* Tells a pondering search that the expected move was played: its clocks start. Call it from any
 * thread. It has no effect if no search is running or announced. */
void rk_engine_ponderhit(rk_engine *engine);

/* Returns the static evaluation in centipawns, from the point of view of the side to move; in
 * standard chess and Chess960 that of the built-in network. */
int rk_evaluate(const rk_position *pos);

/* The same with the network of an engine. Call it between searches. */
int rk_engine_evaluate(rk_engine *engine, const rk_position *pos);

RK_END_C

#endif
