/* SPDX-License-Identifier: MIT */
/* What the server needs from its environment: randomness, worker threads, an engine and a log.
 * `net` provides them; tests provide their own. */
#ifndef CORE_ENVIRONMENT_H
#define CORE_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/log.h"
#include "rookery/position.h"

struct metrics;
struct rk_tablebase;
struct database;

/* A slow computation for a worker thread. */
struct work {
    void (*run)(struct work *work);  /* on the worker thread: uses nothing but the work itself */
    void (*done)(struct work *work); /* back on the server's thread */
    bool urgent; /* runs before what is not, and finds a place when the queue is almost full */
    struct work_private { /* only for the environment */
        struct work *next;
        struct log_request request; /* that it belongs to; current again in `done` */
    } private;
};

/* What the environment keeps in a request below, between its call and `done`. Nobody else uses it.
 */
struct request_private {
    struct work work;
    void *context;
    int64_t queued_at;
};

/* A move that the engine searches for on a worker thread. */
struct move_search {
    const rk_position *positions; /* of the game, oldest first, for repetitions; the last one is
                                     searched. Borrowed until `done` */
    size_t count;
    unsigned level;  /* 1 to ENGINE_LEVELS */
    uint64_t seed;   /* of the errors the engine makes on purpose; the same seed, the same errors */
    int64_t max_ms;  /* including the time in the queue; less when many searches wait */
    rk_move best;    /* the result; RK_NO_MOVE: the search failed */
    int score;       /* in centipawns, for the side to move */
    bool is_refused; /* the result: the engine is too busy; try again later */
    void (*done)(struct move_search *search); /* always called, on the server's thread */

    struct request_private private;
};

enum { EVALUATION_LINES_MAX = 5, EVALUATION_MOVES_MAX = 20 };

/* An evaluation of a position by the engine at full strength, searched on a separate thread. */
struct evaluation {
    rk_position position;
    unsigned lines_wanted; /* 1 to EVALUATION_LINES_MAX */
    int64_t max_ms;

    unsigned depth; /* the result; no lines: the search failed */
    uint64_t nodes;
    size_t line_count;
    struct evaluation_line {
        int score; /* for the side to move: centipawns, or moves to the mate */
        bool is_mate;
        size_t move_count;
        rk_move moves[EVALUATION_MOVES_MAX];
    } lines[EVALUATION_LINES_MAX];               /* the best first */
    void (*done)(struct evaluation *evaluation); /* always called, on the server's thread */

    struct request_private private;
};

/* A game that the engine reviews on a separate thread. */
struct game_review {
    const char *pgn; /* borrowed until `done` */
    size_t size;
    /* Called on the server's thread with the score of a position, the number of plies before it:
     * for White, centipawns or moves to the mate. Some may be left out. */
    void (*progress)(struct game_review *review, size_t ply, int score, bool is_mate);
    void (*done)(struct game_review *review); /* always called, on the server's thread */
    struct buffer report; /* the result, as `rookery analyse --format json` writes it; empty: it
                             failed. The last to use it frees it. */

    struct request_private private;
};

/* An opening database with the name that people see; see archive/archive_parts.h. The operator may
 * replace it while the server runs. */
struct shared_database;
struct named_database {
    const char *name;
    struct shared_database *shared;
};

struct puzzle;
struct rk_tree;

/* A finished game in which puzzles are looked for, on a thread of low priority. */
struct puzzle_game_search {
    const struct rk_tree *game; /* its main line; borrowed until `done` */
    /* Called on that thread for each puzzle, which is borrowed for the call. */
    void (*found)(struct puzzle_game_search *search, const struct puzzle *puzzle);
    bool completed; /* the result; false: the search was stopped, or out of memory */
    void (*done)(struct puzzle_game_search *search); /* always called, on the server's thread */

    struct request_private private;
};

/* A mail in plain text. The strings are borrowed for the call. */
struct mail {
    const char *to; /* one address; mail_fault() of net/mailer.h says what is not accepted */
    const char *subject, *text;
};

struct server_env {
    void *context;
    void (*random)(void *context, void *out, size_t size);
    /* These five return false when the queue is full. */
    bool (*queue_work)(void *context, struct work *work);
    /* The same for what may take seconds, such as building a file. */
    bool (*queue_background)(void *context, struct work *work);
    bool (*search_move)(void *context, struct move_search *search); /* NULL: there is no engine */
    bool (*evaluate)(void *context, struct evaluation *evaluation); /* NULL: the same */
    bool (*review)(void *context, struct game_review *review); /* NULL: games are not reviewed */
    bool (*find_puzzles)(void *context, struct puzzle_game_search *search); /* NULL: no engine */
    struct rk_tablebase *tablebase; /* borrowed; NULL: there are no endgame tables */
    /* Opening databases that the operator has named, borrowed. */
    const struct named_database *explorers;
    size_t explorer_count;
    const char *data_folder; /* for files beside the store; NULL: keep no files */
    /* Sends a mail later, from another thread; failures are logged. False: it was not accepted.
     * NULL: the operator has configured no mail server. */
    bool (*send_mail)(void *context, const struct mail *mail);
    const struct log *log; /* NULL: do not log */
    /* A monotonic time in microseconds, for metrics; NULL: milliseconds are exact enough. */
    int64_t (*clock_us)(void *context);
    /* Sets the gauges that only the environment knows; NULL: there are none. */
    void (*collect)(void *context, struct metrics *metrics);
};

#endif
