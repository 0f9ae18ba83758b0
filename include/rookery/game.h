/* SPDX-License-Identifier: MIT */
/* A game in play: a start position and the log of every action taken since.
 * The log is the game; the position is what replaying it gives.
 * Not thread-safe: a game belongs to one owner at a time. */
#ifndef ROOKERY_GAME_H
#define ROOKERY_GAME_H

#include "rookery/clock.h"
#include "rookery/outcome.h"

RK_BEGIN_C

typedef enum rk_action_kind {
#define ROW(action, name) action,
#include "rookery/actions.def"
    RK_ACTION_COUNT
} rk_action_kind;

typedef struct rk_action {
    rk_action_kind kind;
    rk_side by;           /* who acts; for flag, forfeit and add-time: whom it concerns */
    rk_move move;         /* move; or, claiming a draw, the move about to be made, if any */
    rk_winner winner;     /* adjudicate */
    int64_t at;           /* when, in milliseconds of the owner's clock */
    int64_t lag;          /* move: compensation granted; flag: grace; from 0 on */
    int64_t milliseconds; /* add-time: more than 0 */
    unsigned reason;      /* why, in the owner's own numbering: kept, never interpreted; 0: none */
} rk_action;

typedef enum rk_status {
#define ROW(status, accepts, termination, text) status,
#include "rookery/statuses.def"
    RK_STATUS_COUNT
} rk_status;

/* What may be done in a status; one that accepts nothing is over. The texts are static: a
 * sentence for people, and the word of PGN's Termination tag. */
bool rk_status_accepts(rk_status status, rk_action_kind action);
bool rk_status_is_over(rk_status status);
const char *rk_status_text(rk_status status);
const char *rk_status_termination(rk_status status);

/* "offer-draw". Static storage. */
const char *rk_action_name(rk_action_kind action);

typedef struct rk_game rk_game;

typedef struct rk_game_setup {
    rk_position start;
    rk_time_control clock;
    bool no_undo;       /* as in online play */
    bool clock_started; /* runs from `started_at` on; else when both sides have moved once */
    int64_t started_at;
} rk_game_setup;

/* Starts a game; RK_BAD_POSITION if the start cannot be played. One that is
 * decided gives a game that is over. The caller owns *out and ends it with
 * rk_game_destroy(). */
RK_MUST_USE rk_err rk_game_create(const rk_game_setup *setup, rk_game **out);
void rk_game_destroy(rk_game *game); /* NULL is allowed. */

/* Takes one action: the only way a game goes forward. It checks, reserves,
 * then commits: on failure the game is exactly as it was, and the fault, if
 * wanted, says why in words. Actions that were undone are forgotten. */
RK_MUST_USE rk_err rk_game_play(rk_game *game, rk_action action, rk_fault *fault);

/* A move by its text (SAN or UCI), by the side to move, at the time `at`. */
RK_MUST_USE rk_err rk_game_move(rk_game *game, const char *text, size_t size, int64_t at,
                                rk_fault *fault);

/* Takes back the last action, whatever it was, or plays it again. RK_NOTHING_TO_UNDO and
 * RK_NOTHING_TO_REDO at the ends of the log, RK_UNDO_FORBIDDEN in a game set up without undo. */
RK_MUST_USE rk_err rk_game_undo(rk_game *game);
RK_MUST_USE rk_err rk_game_redo(rk_game *game);

/* Borrowed: valid until the next play, undo, redo or destroy. */
const rk_position *rk_game_position(const rk_game *game);
const rk_position *rk_game_start(const rk_game *game);
const rk_clock *rk_game_clock(const rk_game *game);
rk_status rk_game_status(const rk_game *game);
/* RK_NOBODY_WINS for a draw, and while the game goes on. */
rk_winner rk_game_winner(const rk_game *game);

/* Why it is over, in a sentence for people: "White wins by checkmate". Writes
 * a NUL-terminated text of at most `size` bytes; returns its length. */
size_t rk_game_result_text(const rk_game *game, char *out, size_t size);

/* The log. The position before action i is borrowed as above. */
size_t rk_game_length(const rk_game *game);
size_t rk_game_redo_count(const rk_game *game);
const rk_action *rk_game_action(const rk_game *game, size_t index);
const rk_position *rk_game_position_before(const rk_game *game, size_t index);

/* How long the mover of action i had thought, pauses not counted; 0 while the clock stood still. */
int64_t rk_game_time_taken(const rk_game *game, size_t index);

/* The side whose draw offer is open; RK_NO_SIDE if there is none. An offer lapses
 * when the opponent moves; a move by the side that made it leaves it open. */
rk_side rk_game_draw_offer(const rk_game *game);
/* The same as it was after action i. */
rk_side rk_game_draw_offer_after(const rk_game *game, size_t index);

/* How often the position has stood, and whether the side to move could claim now. */
size_t rk_game_repetitions(const rk_game *game);
bool rk_game_can_claim(const rk_game *game);

RK_END_C

#endif
