/* SPDX-License-Identifier: MIT */
/* The link of a replica (replica.h) to the node that runs the game: receives its updates, reports
 * who is connected here, and forwards commands.
 *
 * Messages may be lost, duplicated and late, so the report is sent when it changes and
 * periodically. The owner's answer contains what the replica is missing. */
#ifndef ROUNDS_REPLICA_LINK_H
#define ROUNDS_REPLICA_LINK_H

#include "rounds/round_internal.h"

/* Called with the bytes of an update of the game; is_answer: it answers our report. */
typedef void replica_update(struct round *round, const void *bytes, size_t size, bool is_answer);

/* A round that is a replica. */
struct replica {
    replica_update *on_update;
    struct bus_subscription *updates;
    struct bus_call *call;  /* the report that is being sent to the owner; NULL: none */
    struct timer timer;     /* sends the next report */
    unsigned players[2];    /* connections of each player here */
    size_t reported;        /* spectators reported to the owner */
    int64_t reported_epoch; /* of the owner that has our report; 0: none */
    int64_t epoch;          /* of the newest update, */
    uint64_t number;        /* and its number */
    bool reading;           /* the game is being read from the store again */
    bool by_stream[2];      /* how the players left last */
    bool left_on_purpose[2];
    struct {
        int64_t ping_ms, kernel_ms; /* ping_ms is LAG_UNKNOWN: not measured since */
    } lag[2];
};

/* Makes a replica of the round. */
RK_MUST_USE rk_err replica_link_open(struct round *round, replica_update *on_update);
/* The round is no longer a replica. With `leaves`, this node no longer follows the game at all, and
 * the owner is notified. Does nothing if it is not a replica. */
void replica_link_close(struct round *round, bool leaves);

/* Reports to the owner who is connected here, now or later; its answer goes to on_update. */
void replica_send_report(struct round *round);
void replica_schedule_report(struct round *round, int64_t ms);
/* The same if the number of spectators differs from the last report. */
void replica_spectators_changed(struct round *round);
/* A connection of a player has come or gone. */
void replica_player_arrived(struct round *round, rk_side side);
void replica_player_left(struct round *round, rk_side side, bool by_stream, bool on_purpose);

/* Whether another node takes the commands of this game. */
bool replica_is_remote(const struct round *round);
/* Sends a command to the owner; the same contract as round_command(). */
void replica_command(struct round *round, const struct command *command, reply_callback *callback,
                     void *context);
/* The round trips of a player's connection, for the lag compensation of the next command. */
void replica_measure_lag(struct round *round, rk_side side, int64_t ping_ms, int64_t kernel_ms);

#endif
