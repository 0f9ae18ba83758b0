/* SPDX-License-Identifier: MIT */
/* One game between two engines: asks them in turn, keeps their clocks, and ends it by
 * the rules, by time, by a fault of one of them, or by adjudication. */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "match/adjudication.h"
#include "match/openings.h"
#include "rookery/engine.h"
#include "rookery/game.h"
#include "uci/external.h"

/* How one side thinks. */
struct referee_side {
    bool timed;        /* it is told of its clock */
    int64_t move_time; /* milliseconds a move; 0: none, as below */
    uint64_t nodes;
    unsigned depth;
};

/* What an engine is asked, as external_search() takes it. */
struct referee_question {
    const char *fen; /* NULL: the usual start */
    const char *moves;
    rk_search_limits limits;
    int64_t wait_at_most;
};

/* The world of a game. */
struct referee_host {
    void *context;
    int64_t (*now)(void *context);
    enum external_result (*ask)(void *context, rk_side side,
                                const struct referee_question *question,
                                struct external_reply *out);
    bool (*is_stopped)(void *context); /* the game is to be left, without a result */
};

struct referee_order {
    const struct opening *opening;
    rk_clock_rule clock;
    struct referee_side sides[2];
    const struct adjudication_rule *adjudication;
    int64_t margin;   /* milliseconds beyond its time that are forgiven, with every move */
    int64_t patience; /* milliseconds to wait for a move where there is no clock */
};

/* What came with a move of the game; moves of the opening have `is_book`. */
struct referee_note {
    bool is_book, has_score;
    int score; /* seen from the mover, as in engine.h */
    unsigned depth;
    uint64_t nodes;
    int64_t took; /* milliseconds */
};

struct referee_result {
    rk_game *game;
    struct referee_note *notes;
    size_t note_count, note_capacity;
    bool is_left;       /* stopped, or without memory: there is no result */
    bool broken[2];     /* that engine is not to be asked again before it is started anew */
    bool is_infraction; /* it was lost by a move against the rules */
    char reason[160];
};

/* The caller ends *out with referee_result_fini(). */
RK_MUST_USE rk_err referee_play(const struct referee_order *order, const struct referee_host *host,
                                struct referee_result *out);
void referee_result_fini(struct referee_result *result);

#endif
