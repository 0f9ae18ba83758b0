/* SPDX-License-Identifier: MIT */
/* A game in progress: a start position and a log of actions. The log is the
 * game; replaying it gives the position, the clocks and the status. A game is
 * not thread-safe. */
#ifndef ROOKERY_GAME_H
#define ROOKERY_GAME_H

#include "rookery/clock.h"
#include "rookery/opening.h"
#include "rookery/outcome.h"

RK_BEGIN_C

/* The actions that change a game, from actions.def. */
typedef enum rk_action_kind {
#define ROW(action, name) action,
#include "rookery/actions.def"
    RK_ACTION_COUNT
} rk_action_kind;

/* An action. Fields that do not apply to its kind are zero. */
typedef struct rk_action {
    rk_action_kind kind;
    rk_side by;           /* the acting side; for flag, forfeit and add-time: the affected side */
    rk_move move;         /* move; for claim-draw: the move about to be made, if any */
    rk_winner winner;     /* adjudicate */
    int64_t at;           /* time of the action, in milliseconds of the owner's clock */
    int64_t lag;          /* move: lag compensation; flag: grace period; not negative */
    int64_t milliseconds; /* add-time: greater than 0 */
    unsigned reason;      /* the owner's own code, stored but not interpreted; 0: none */
} rk_action;

/* The status of a game, from statuses.def. */
typedef enum rk_status {
#define ROW(status, accepts, termination, text) status,
#include "rookery/statuses.def"
    RK_STATUS_COUNT
} rk_status;

/* Returns true if a game in this status accepts the action. */
bool rk_status_accepts(rk_status status, rk_action_kind action);

/* Returns true if the status accepts no action at all: the game is over. */
bool rk_status_is_over(rk_status status);

/* Returns a description for people, such as "draw by agreement". Static storage. */
const char *rk_status_text(rk_status status);

/* Returns the value of PGN's Termination tag, such as "time forfeit". Static storage. */
const char *rk_status_termination(rk_status status);

/* Returns the name of an action, such as "offer-draw". Static storage. */
const char *rk_action_name(rk_action_kind action);

/* A game. Create it with rk_game_create(). */
typedef struct rk_game rk_game;

/* How a game starts. */
typedef struct rk_game_setup {
    rk_position start;
    rk_time_control clock;
    bool no_undo;       /* reject rk_game_undo(), as in online play */
    bool clock_started; /* start the clock at `started_at`, not after the first move of both */
    int64_t started_at; /* in milliseconds of the owner's clock */
} rk_game_setup;

/* Creates a game. Returns RK_BAD_POSITION if the start cannot be played and
 * RK_NO_MEMORY. If the start position is already decided, the game is over at
 * once. The caller owns *out and destroys it with rk_game_destroy(). */
RK_MUST_USE rk_err rk_game_create(const rk_game_setup *setup, rk_game **out);

/* Destroys a game. NULL is allowed. */
void rk_game_destroy(rk_game *game);

/* Performs one action and appends it to the log, discarding actions that were
 * undone. On failure the game is unchanged and *fault, unless NULL, says why. */
RK_MUST_USE rk_err rk_game_play(rk_game *game, rk_action action, rk_fault *fault);

/* Plays a move given as text, for the side to move at the time `at`: SAN, long algebraic notation
 * or UCI, as rk_san_parse() reads them. Fails like rk_game_play() and rk_san_parse(): *fault,
 * unless NULL, has the same message and offset. A square such as e9 is RK_OFF_THE_BOARD here. */
RK_MUST_USE rk_err rk_game_play_san(rk_game *game, const char *text, size_t size, int64_t at,
                                    rk_fault *fault);

/* Takes back the last action of any kind. Returns RK_NOTHING_TO_UNDO at the start
 * of the log and RK_UNDO_FORBIDDEN if the setup has `no_undo`. */
RK_MUST_USE rk_err rk_game_undo(rk_game *game);

/* Plays the last undone action again. Returns RK_NOTHING_TO_REDO if no action was undone. */
RK_MUST_USE rk_err rk_game_redo(rk_game *game);

/* Returns the current position. Borrowed until the next play, undo, redo or destroy. */
const rk_position *rk_game_position(const rk_game *game);

/* Returns the start position. Borrowed until the game is destroyed. */
const rk_position *rk_game_start(const rk_game *game);

/* Returns the clock. Borrowed until the next play, undo, redo or destroy. */
const rk_clock *rk_game_clock(const rk_game *game);

/* Returns the status. */
rk_status rk_game_status(const rk_game *game);

/* Returns the winner; RK_NOBODY_WINS for a draw and while the game is in progress. */
rk_winner rk_game_winner(const rk_game *game);

/* Writes how the game ended as a sentence, such as "White wins by checkmate", to
 * `out`: at most `size` bytes, NUL included. Returns the length without the NUL. */
size_t rk_game_result_text(const rk_game *game, char *out, size_t size);

/* Returns the number of actions in the log. */
size_t rk_game_length(const rk_game *game);

/* Returns the number of undone actions that can be redone. */
size_t rk_game_redo_count(const rk_game *game);

/* Returns an action of the log; `index` is less than rk_game_length(). Borrowed
 * until the next play, undo, redo or destroy. */
const rk_action *rk_game_action(const rk_game *game, size_t index);

/* Returns the position before an action of the log. Borrowed until the next play, undo,
 * redo or destroy. */
const rk_position *rk_game_position_before(const rk_game *game, size_t index);

/* Returns the opening of the game so far; its `ply` is 0 if it has none. */
rk_opening_line rk_game_opening(const rk_game *game);

/* Returns how long the player thought before the action, in milliseconds without
 * pauses; 0 if the clock was not running. */
int64_t rk_game_time_taken(const rk_game *game, size_t index);

/* Returns the side whose draw offer is open, or RK_NO_SIDE. An offer
 * lapses when the opponent moves; it stays open when the side that made it moves. */
rk_side rk_game_draw_offer(const rk_game *game);

/* Returns the side whose draw offer was open after an action of the log, or RK_NO_SIDE. */
rk_side rk_game_draw_offer_after(const rk_game *game, size_t index);

/* Returns how often the current position has occurred, this time included. */
size_t rk_game_repetitions(const rk_game *game);

/* Returns true if the side to move can claim a draw now. */
bool rk_game_can_claim(const rk_game *game);

RK_END_C

#endif
