/* SPDX-License-Identifier: MIT */
/* The link of a replica (replica.h) to the node that runs the game: gets its updates, tells it who
 * is connected here, and sends it commands.
 *
 * Messages may be lost, duplicated and late, so the owner is told who is here when that changes and
 * now and then. Its answer has what the replica lacks. */
#ifndef ROUNDS_REPLICA_LINK_H
#define ROUNDS_REPLICA_LINK_H

#include "rounds/round_internal.h"

/* Called with the bytes of an update of the game; is_answer: the owner knows who is here. */
typedef void replica_update(struct round *round, const void *bytes, size_t size, bool is_answer);

/* A round that is a replica. */
struct replica {
    replica_update *on_update;
    struct bus_subscription *updates;
    struct bus_call *call; /* our audience is under way to the owner; NULL: not */
    struct timer timer;    /* when to tell it again */
    unsigned players[2];   /* connections of each player here */
    size_t reported;       /* spectators that were told */
    int64_t told_epoch;    /* of the owner that knows who is here; 0: none does */
    int64_t epoch;         /* of the newest update, */
    uint64_t number;       /* and its number */
    bool reading;          /* the game is being read from the store again */
    bool by_stream[2];     /* how the players left last */
    bool left_on_purpose[2];
    struct {
        int64_t ping_ms, kernel_ms; /* ping_ms is LAG_UNKNOWN: not measured since */
    } lag[2];
};

/* Makes a replica of the round. */
RK_MUST_USE rk_err replica_link_open(struct round *round, replica_update *on_update);
/* The round is no replica any more. `leaves`: nor does this node follow the game in another way, so
 * the owner is told. Does nothing if it is not a replica. */
void replica_link_close(struct round *round, bool leaves);

/* Tells the owner who is here, now or later; its answer goes to on_update. */
void replica_tell(struct round *round);
void replica_tell_later(struct round *round, int64_t ms);
/* The same if the number of spectators is not what the owner was told. */
void replica_spectators_changed(struct round *round);
/* A connection of a player has come or gone. */
void replica_player_arrived(struct round *round, rk_side side);
void replica_player_left(struct round *round, rk_side side, bool by_stream, bool on_purpose);

/* Whether another node takes the commands of this game. */
bool replica_is_foreign(const struct round *round);
/* Sends a command to the owner; the same contract as round_command(). */
void replica_command(struct round *round, const struct command *command, reply_callback *callback,
                     void *context);
/* The round trips of a player's connection, for the lag compensation of the next command. */
void replica_measure_lag(struct round *round, rk_side side, int64_t ping_ms, int64_t kernel_ms);

#endif
