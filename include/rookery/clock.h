/* SPDX-License-Identifier: MIT */
/* Chess clocks and time controls. A clock is a value, and its functions depend
 * only on the times you pass in: milliseconds of any monotonic clock you read.
 * Nothing here asks the system for the time. */
#ifndef ROOKERY_CLOCK_H
#define ROOKERY_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/err.h"
#include "rookery/piece.h"

RK_BEGIN_C

/* The kinds of time control. */
typedef enum rk_clock_kind {
    RK_CLOCK_NONE,      /* untimed */
    RK_CLOCK_FISCHER,   /* adds an increment after each move; 0 is sudden death */
    RK_CLOCK_BRONSTEIN, /* gives back the time used for a move, up to the delay */
    RK_CLOCK_DELAY,     /* US delay: the clock waits before it starts to run */
    RK_CLOCK_HOURGLASS, /* the opponent gains the time you use */
    RK_CLOCK_DAYS       /* correspondence: a fixed time for each move */
} rk_clock_kind;

enum { RK_CLOCK_STAGES_MAX = 4 }; /* stages of a time control */

/* A stage of a time control. It lasts `moves` moves (0: the rest of the game),
 * adds `base` milliseconds when it begins, and has an increment or delay of
 * `extra` milliseconds. If the last stage has a number of moves, it repeats. */
typedef struct rk_clock_stage {
    uint16_t moves;
    int64_t base, extra;
} rk_clock_stage;

/* The time control of a game. The sides may differ (time odds). */
typedef struct rk_time_control {
    rk_clock_kind kind;
    uint8_t stage_count;
    rk_clock_stage stages[2][RK_CLOCK_STAGES_MAX];
} rk_time_control;

/* The clock of a game. Use the functions below rather than the fields. */
typedef struct rk_clock {
    rk_time_control control;
    int64_t left[2];   /* milliseconds each side had left when the current turn began */
    int64_t since;     /* when the current turn began; while paused, how long it has lasted */
    uint16_t moves[2]; /* made so far by each side */
    bool running, paused;
    uint8_t side;  /* the side whose turn it is, an rk_side */
    uint8_t spare; /* always zero, so that no byte after `control` is indeterminate */
} rk_clock;

/* Parses a time control: "5+3", "40/90+30,30+30" (stages), "5d3" (US delay),
 * "5b3" (Bronstein), "hourglass 5", "3 days", "-" (none). Two of them, as in
 * "5+0 / 1+0", are time odds for White and Black. The base is in minutes with up
 * to four decimals, or in seconds as in "20s+1"; the number after +, d or b is in
 * seconds with up to three decimals. On failure *out is unchanged and *fault,
 * unless NULL, says what is wrong and where. */
RK_MUST_USE rk_err rk_time_control_parse(const char *text, size_t size, rk_time_control *out,
                                         rk_fault *fault);

enum { RK_CLOCK_TEXT_MAX = 256 }; /* the size of the longest text, NUL included */

/* Writes a text that parses to the same time control, NUL-terminated, to `out`,
 * which must have room for RK_CLOCK_TEXT_MAX bytes. Returns the length without
 * the NUL. */
size_t rk_time_control_write(const rk_time_control *control, char *out);

/* Returns true if one side has more time than the other, as in "5+3 / 3+2". */
bool rk_time_control_has_odds(const rk_time_control *control);

/* Returns a clock that is not running yet. It starts with rk_clock_start(), or when
 * both sides have pressed it once; these first moves cost no time and earn no
 * increment. */
rk_clock rk_clock_make(const rk_time_control *control);

/* Starts the clock of `side`. */
void rk_clock_start(rk_clock *clock, rk_side side, int64_t now);

/* Ends the turn of the side to move at `now`; its opponent's clock starts. `lag`
 * milliseconds of the turn are not charged. Do not call it while paused. */
void rk_clock_press(rk_clock *clock, int64_t now, int64_t lag);

/* Pauses the clock. The time until rk_clock_resume() is not charged. */
void rk_clock_pause(rk_clock *clock, int64_t now);

/* Continues a paused clock. */
void rk_clock_resume(rk_clock *clock, int64_t now);

/* Gives a side more time. */
void rk_clock_add(rk_clock *clock, rk_side side, int64_t milliseconds);

/* Returns the stage of a side's next move. Stores in *moves how many moves the
 * side has to make in it, 0 if it lasts to the end of the game. */
rk_clock_stage rk_clock_stage_now(const rk_clock *clock, rk_side side, unsigned *moves);

/* Returns how long the current turn has lasted, without pauses. */
int64_t rk_clock_elapsed(const rk_clock *clock, int64_t now);

/* Returns the time a side has left at `now`, which may be negative; INT64_MAX if
 * the game is untimed. */
int64_t rk_clock_left(const rk_clock *clock, rk_side side, int64_t now);

/* Returns true if a side's flag has fallen: it has no time left. */
bool rk_clock_flagged(const rk_clock *clock, rk_side side, int64_t now);

RK_END_C

#endif
