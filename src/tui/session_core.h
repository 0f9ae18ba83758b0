/* SPDX-License-Identifier: MIT */
/* The internal functions of a session, for its commands. */
#ifndef TUI_SESSION_CORE_H
#define TUI_SESSION_CORE_H

#include "tui/session.h"

rk_side session_side_to_move(const struct session *session);
bool session_is_over(const struct session *session);

/* The side that types: against an engine always the same. */
rk_side session_human_side(const struct session *session);

/* Prints the reason and returns SESSION_REFUSED. */
enum session_result session_refuse(FILE *out, const char *reason);
enum session_result session_refuse_opponent_turn(FILE *out);

/* Calls the observer if something has changed since the last call. */
void session_report_change(struct session *session, FILE *out);

void session_set_now(struct session *session, int64_t now);

/* Sets the clock of the game back to `time`, so that the time used since does not count. */
void session_rewind_clock(struct session *session, int64_t time);
int64_t session_owner_time(const struct session *session);

void session_stop_opponent(struct session *session);

/* Plays an action now and prints it. */
enum session_result session_play_action(struct session *session, rk_action action, FILE *out);
void session_print_last_action(const struct session *session, FILE *out);

/* Starts another game with the same setup and players. */
RK_MUST_USE rk_err session_start_game(struct session *session, int64_t now);

#endif
