/* SPDX-License-Identifier: MIT */
/* Chess clocks as values: pure functions of the times handed in, in
 * milliseconds of whatever monotonic clock the owner reads. Nothing here asks
 * what time it is. */
#ifndef ROOKERY_CLOCK_H
#define ROOKERY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/err.h"
#include "rookery/piece.h"

RK_BEGIN_C

typedef enum rk_clock_kind {
    RK_CLOCK_NONE,      /* untimed */
    RK_CLOCK_FISCHER,   /* increment added after each move; 0 is sudden death */
    RK_CLOCK_BRONSTEIN, /* what the move took is given back, up to the delay */
    RK_CLOCK_DELAY,     /* US delay: the clock waits before it runs */
    RK_CLOCK_HOURGLASS, /* what one side uses the other gets */
    RK_CLOCK_DAYS       /* so much for each move, anew */
} rk_clock_kind;

enum { RK_CLOCK_STAGES_MAX = 4 };

/* A stage lasts `moves` moves (0: the rest of the game), adds `base` when it
 * begins, and gives `extra` a move: the increment or delay of the kind. If the
 * last one has a number of moves, it begins again after them. */
typedef struct rk_clock_stage {
    uint16_t moves;
    int64_t base, extra;
} rk_clock_stage;

/* The rule of one game; sides may differ (time odds). */
typedef struct rk_time_control {
    rk_clock_kind kind;
    uint8_t stage_count;
    rk_clock_stage stages[2][RK_CLOCK_STAGES_MAX];
} rk_time_control;

typedef struct rk_clock {
    rk_time_control rule;
    int64_t left[2];   /* when the running side's turn began */
    int64_t since;     /* when the running turn began; while paused, how long it has lasted */
    uint16_t moves[2]; /* made so far */
    bool running, paused;
    uint8_t side;  /* whose turn it is, an rk_side */
    uint8_t spare; /* zero: no byte behind the rule is undefined */
} rk_clock;

/* Reads "5+3", "40/90+30,30+30" (stages), "5d3" (US delay), "5b3" (Bronstein),
 * "hourglass 5", "3 days", "-" (none); two rules "5+0 / 1+0" are time odds, for
 * White and Black. Minutes may have four decimals, "20s+1" has seconds in their
 * place; behind + d b stand seconds with up to three. */
RK_MUST_USE rk_err rk_time_control_parse(const char *text, size_t size, rk_time_control *out,
                                         rk_fault *fault);

/* Writes what reads as the same rule, with a NUL, to `out`, room for
 * RK_CLOCK_TEXT_MAX; returns its length. */
enum { RK_CLOCK_TEXT_MAX = 256 };
size_t rk_time_control_write(const rk_time_control *rule, char *out);

/* Whether one side has more time than the other, as in "5+3 / 3+2". */
bool rk_time_control_has_odds(const rk_time_control *rule);

/* A clock that stands still until both sides have pressed once, which costs and
 * gives them nothing, or until it is started. */
rk_clock rk_clock_make(const rk_time_control *rule);
void rk_clock_start(rk_clock *clock, rk_side side, int64_t now);

/* The mover presses at `now`; `lag` of the time it took is charged to nobody.
 * Not while paused. */
void rk_clock_press(rk_clock *clock, int64_t now, int64_t lag);

/* Stops and goes on; the time between is charged to nobody. */
void rk_clock_pause(rk_clock *clock, int64_t now);
void rk_clock_resume(rk_clock *clock, int64_t now);
void rk_clock_add(rk_clock *clock, rk_side side, int64_t milliseconds);

/* The stage a side's next move belongs to; *moves: how many it has to make in it, 0 if it lasts to
 * the end of the game. */
rk_clock_stage rk_clock_stage_now(const rk_clock *clock, rk_side side, unsigned *moves);

/* How long the running turn has lasted, pauses not counted. */
int64_t rk_clock_elapsed(const rk_clock *clock, int64_t now);

/* What a side has left at `now`; may be negative. INT64_MAX without a clock. A
 * flag falls when nothing is left. */
int64_t rk_clock_left(const rk_clock *clock, rk_side side, int64_t now);
bool rk_clock_flagged(const rk_clock *clock, rk_side side, int64_t now);

RK_END_C

#endif
