/* SPDX-License-Identifier: MIT */
/* A command that is being executed: shared code of the files that implement commands. commands.c
 * dispatches, and move_command.c, draw_commands.c and clock_commands.c check a command against the
 * rules of online play; each ends it with one of the functions below. */
#ifndef ROUNDS_EXECUTION_H
#define ROUNDS_EXECUTION_H

#include "record/game_status.h"
#include "rounds/commit.h"
#include "rounds/round_internal.h"
#include "social/preferences.h"

struct execution {
    struct round *round;
    const struct command *command;
    struct transaction *transaction;
    rk_side side; /* RK_NO_SIDE: a spectator's command */
    int64_t at;
    struct completion completion;
    char key[EVENT_REQUEST_MAX + 1];
    rk_fault fault;
};

/* Refuses the command and takes back what it has played; `why` NULL: the default text. */
void execution_refuse(struct execution *exec, enum refusal refusal, const char *why);
/* The same for an error of the game, whose reason is in `fault`. */
void execution_refuse_error(struct execution *exec, rk_err err);
void execution_log_refusal(const struct execution *exec, const char *why);
void execution_count_refused_move(const struct execution *exec, enum refusal refusal);

/* Writes what was played; the command is answered when it is on disk. */
void execution_commit(struct execution *exec);

/* Plays an action at the time of the command; false: the command was refused. */
bool execution_play(struct execution *exec, rk_action action);
void execution_play_and_commit(struct execution *exec, rk_action action);
void execution_play_kind(struct execution *exec, rk_action_kind kind, rk_side by);
void execution_adjudicate_draw(struct execution *exec, rk_side by, enum end_reason reason);

/* Reads the command's move for the side to move; false: the command was refused. */
bool execution_read_move(struct execution *exec, rk_move *out);

bool execution_opponent_can_win(const struct execution *exec);

#endif
