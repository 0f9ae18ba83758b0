/* SPDX-License-Identifier: MIT */
/* Plays one game between two engines: requests their moves, keeps the clocks, and ends the game
 * by the rules, on time, by a failure of an engine, or by adjudication. */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "match/adjudication.h"
#include "match/openings.h"
#include "rookery/engine.h"
#include "rookery/game.h"
#include "uci/external.h"

/* What limits the search of one engine; 0 means no limit. */
struct engine_limits {
    bool timed;        /* it plays by a clock */
    int64_t move_time; /* milliseconds per move */
    uint64_t nodes;
    unsigned depth;
};

/* A position to search: the arguments of external_search(). */
struct search_request {
    const char *fen; /* NULL: the start position of the variant */
    const char *moves;
    rk_search_limits limits;
    int64_t timeout; /* milliseconds */
};

/* How the referee reaches the engines and the clock. */
struct referee_callbacks {
    void *context;
    int64_t (*now)(void *context);
    enum external_result (*search)(void *context, rk_side side,
                                   const struct search_request *request,
                                   struct external_reply *out);
    /* The side may think about the position it expects. NULL: engines do not ponder. */
    void (*ponder)(void *context, rk_side side, const struct search_request *request);
    bool (*is_stopped)(void *context); /* the game is to be abandoned */
};

struct referee_setup {
    const struct opening *opening;
    rk_time_control clock;
    struct engine_limits limits[2];
    const struct adjudication_rule *adjudication;
    int64_t margin;   /* milliseconds by which any move may be late */
    int64_t patience; /* milliseconds to wait for a move without a clock */
};

/* What an engine reported with a move; moves of the opening have `is_book`. */
struct move_record {
    bool is_book, has_score;
    int score; /* from the mover's point of view, as in engine.h */
    unsigned depth;
    uint64_t nodes;
    int64_t elapsed; /* milliseconds */
};

struct referee_result {
    rk_game *game;
    struct move_record *records;
    size_t record_count, record_capacity;
    bool is_abandoned;    /* stopped or out of memory: there is no result */
    bool must_restart[2]; /* the engine is in an unknown state: restart it before the next game */
    bool is_infraction;   /* it was lost by an illegal move */
    char reason[160];
};

/* Release *out with referee_result_fini(). */
RK_MUST_USE rk_err referee_play(const struct referee_setup *setup,
                                const struct referee_callbacks *callbacks,
                                struct referee_result *out);
void referee_result_fini(struct referee_result *result);

#endif
