/* SPDX-License-Identifier: MIT */
/* An engine: a handle that searches positions. There may be many in one process;
 * they share nothing. It asks no clock of its own: whoever makes it hands one in. */
#ifndef ROOKERY_ENGINE_H
#define ROOKERY_ENGINE_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

typedef struct rk_engine rk_engine;
struct rk_book;
struct rk_tablebase;

enum { RK_PV_MAX = 128, RK_LEVEL_COUNT = 8, RK_ELO_MIN = 500, RK_ELO_MAX = 3000 };
enum { RK_HASH_MAX = 1 << 17 /* mebibytes */, RK_THREADS_MAX = 512 };

typedef struct rk_engine_options {
    size_t hash_mib;               /* of the transposition table, from 1 to RK_HASH_MAX */
    unsigned threads;              /* from 1 to RK_THREADS_MAX */
    int64_t (*now)(void *context); /* milliseconds of a clock that never goes back */
    void *context;
    unsigned elo;         /* plays like a person of that strength; 0: as well as it can */
    uint64_t seed;        /* of its errors and its choice in a book; the same gives the same */
    int64_t overhead;     /* milliseconds a move loses on its way, kept in reserve */
    struct rk_book *book; /* borrowed; NULL for none */
    struct rk_tablebase *tablebase; /* borrowed; NULL for none */
} rk_engine_options;

/* RK_NO_MEMORY if the table or what the threads need cannot be had. The caller ends it
 * with rk_engine_destroy(). */
RK_MUST_USE rk_err rk_engine_create(const rk_engine_options *options, rk_engine **out);
void rk_engine_destroy(rk_engine *engine); /* NULL is allowed; stops a search first */

/* Changes options between searches; on failure it is as it was. */
RK_MUST_USE rk_err rk_engine_configure(rk_engine *engine, const rk_engine_options *options);
void rk_engine_forget(rk_engine *engine); /* a new game: empties all that was learnt */

/* The strength of a level, 1 to RK_LEVEL_COUNT; of others that of the nearest. */
unsigned rk_level_elo(unsigned level);

/* What a search may use; all zeros is: until it is stopped. */
typedef struct rk_search_limits {
    int64_t left[2], increment[2]; /* of the clocks, if `timed` */
    unsigned moves_to_go;          /* until the next control; 0: the rest of the game */
    bool timed;
    int64_t move_time; /* milliseconds; 0: none, as below */
    uint64_t nodes;
    unsigned depth, mate;
    bool ponder;         /* clocks begin with rk_engine_ponderhit() */
    const rk_move *only; /* search these alone, if legal; borrowed for the search */
    size_t only_count;   /* 0: search every move */
    unsigned lines;      /* how many best lines are wanted; 0 is 1 */
} rk_search_limits;

typedef enum rk_bound { RK_EXACT, RK_AT_LEAST, RK_AT_MOST } rk_bound;

/* Scores are hundredths of a pawn, seen from the side to move. A mate is RK_MATE less
 * the plies to it, and above RK_MATE_IN_MAX; a win that the endgame tables know lies
 * below that, from RK_TABLE_WIN less some plies on. Being mated is the same below 0. */
enum { RK_MATE = 32000, RK_MATE_IN_MAX = RK_MATE - 256, RK_TABLE_WIN = RK_MATE_IN_MAX - 256 };

/* One line of what it thinks. Borrowed for the call. */
typedef struct rk_search_line {
    unsigned depth, selective_depth, number; /* of the lines wanted, from 1 */
    int score;
    rk_bound bound;
    unsigned win, draw, loss; /* of a thousand */
    uint64_t nodes, table_hits;
    int64_t time;      /* milliseconds since the start */
    unsigned hashfull; /* of a thousand */
    const rk_move *moves;
    size_t move_count; /* 0: no line, but what it looks at now, once that takes long: */
    rk_move current;
    unsigned current_number; /* of the moves here, from 1 */
} rk_search_line;

typedef struct rk_search_result {
    rk_move best, ponder; /* RK_NO_MOVE: there is none */
    int score;
    unsigned depth;
    uint64_t nodes;
} rk_search_result;

typedef void rk_search_report(void *context, const rk_search_line *line);

/* Searches the last of `count` positions, at least one; those before it, the oldest
 * first, are the game that led there, for repetitions. Returns when it is done: not
 * before it is stopped if `limits` says so, or it ponders. The report may be NULL; it is
 * called on the calling thread. One search at a time for each engine. */
void rk_engine_search(rk_engine *engine, const rk_position *positions, size_t count,
                      const rk_search_limits *limits, rk_search_report *report, void *context,
                      rk_search_result *out);

/* From any thread, while it searches: the end, within a few milliseconds; or the move
 * it pondered on was played. Called before a search has begun they do nothing to it,
 * unless it was announced: from rk_engine_announce() on they count for the next search.
 * Who starts a search on another thread announces it first, and loses no `stop`. */
void rk_engine_announce(rk_engine *engine);
void rk_engine_stop(rk_engine *engine);
void rk_engine_ponderhit(rk_engine *engine);

/* The static evaluation, seen from the side to move. */
int rk_evaluate(const rk_position *pos);

RK_END_C

#endif
