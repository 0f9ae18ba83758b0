/* SPDX-License-Identifier: MIT */
/* What a game in play keeps: shared by the parts that round.h is made of. From the
 * bottom up:
 *
 *     lag         compensation for lag, a value
 *     roundtime   what the clocks say now, and until when something must be done
 *     absence     how long one waits for somebody who has left
 *     roundview   the game as messages and lines
 *     audience    watchers: players at once, spectators in slices
 *     attendance  players come and go
 *     roundread   the game from the store's rows
 *     ledger      a plan becomes a job of the store; what is on disk is played and shown
 *     talk        what may be said
 *     conduct     what a player may do, and what follows from it
 *     computer    the engine's side, if it plays
 *     turns       commands one after the other, and what time does by itself
 *     startup     games that go on after a restart
 *     rounds      all of them: begin, find, open, stop, sweep
 */
#ifndef ROUNDS_ROUNDSTATE_H
#define ROUNDS_ROUNDSTATE_H

#include "core/transport.h"
#include "rookery/san.h"
#include "rounds/lag.h"
#include "rounds/round.h"

enum {
    WAITING_MAX = 32,    /* commands to one game while a flush is under way */
    PLAN_EVENTS_MAX = 6, /* of one command: resume, move, offer, claim... */
    PENDING_MAX = 64     /* frames that wait for spectators; who lags further gets a snapshot */
};

/* One of the two players, as the game sees them. */
struct seat {
    unsigned connections;
    int64_t gone_since; /* while there is none; a second ahead after a stream's */
    bool left_on_purpose;
    bool told_gone; /* watchers have heard that nobody sits here */
    struct timer ticker;
    struct lag lag;
};

/* Events that one command makes, played ahead on the game and taken back until
 * they are on disk. */
struct plan {
    struct round *round;
    struct event events[PLAN_EVENTS_MAX];
    size_t count, played;
    int64_t at;              /* when the command came */
    int64_t compensation[2]; /* for lag, of the moves in it */
};

/* An answer of the store that is awaited. What it lies in belongs to that answer:
 * the server may end before. */
struct pledge {
    struct list node;
    struct server *server; /* NULL: it has ended */
};

/* A plan on its way to the disk. */
struct flush {
    struct pledge pledge;
    struct round *round;
    int64_t at;
    int64_t compensation[2];
    reply_callback *then; /* NULL: nobody asked */
    void *context;
    const char *why; /* what to say with it; NULL for nothing */
    enum refusal refusal;
    char *said; /* the text of what is said in it, owned; NULL: nothing is */
    size_t count;
    struct event events[];
};

/* A command that waits for the flush under way. */
struct waiting {
    struct list node;
    struct command command;
    char address[ADDRESS_SIZE];
    int64_t at;
    reply_callback *then;
    void *context;
};

/* A frame that spectators have not all got. */
struct pending {
    struct shared_buffer *frame;
    size_t version; /* 0: it is no entry of the log */
};

/* A walk over watchers that may go away meanwhile. */
struct walk {
    struct list *next;
    struct walk *outer;
};

struct audience {
    struct round *round;
    struct list players, spectators; /* watchers */
    size_t spectator_count;
    struct bus_subscription *subscription; /* while there are watchers */
    struct walk *walks;

    struct pending pending[PENDING_MAX]; /* a ring */
    size_t first, count;
    uint64_t serial;    /* of the last frame for spectators */
    uint64_t pass;      /* what the spectators behind `at` have */
    struct list *at;    /* the next spectator to be served; NULL: no pass is under way */
    struct list sliced; /* among the games with something for spectators */
    struct timer crowd; /* the count is told when it fires */
    size_t crowd_told;
};

/* The engine as a player; all zeros where two people play. */
enum computer_state {
    COMPUTER_RESTS,   /* nothing was asked of it */
    COMPUTER_THINKS,  /* a thought is awaited, but not for ever */
    COMPUTER_HOLDS,   /* a move is found, and played a little later */
    COMPUTER_PLAYS,   /* it is on its way to the disk */
    COMPUTER_WAITS,   /* there was too much to do: it asks again a little later */
    COMPUTER_GIVES_UP /* it resigns, as often as it takes */
};

struct computer {
    enum computer_state state;
    struct thinking *thinking; /* what is awaited; NULL: nothing. Belongs to its answer */
    struct timer timer;        /* the end of the state, if time ends it */
    int64_t version;           /* of the game it thinks about */
    int64_t play_at;           /* not before that */
    char move[RK_UCI_MAX];
    int score; /* of its last move, if it has one */
    bool has_score;
    unsigned tries;   /* to be heard by a host with too much to do */
    int64_t answered; /* the version whose draw offer it has answered */
};

struct round {
    struct list node; /* among those that run, or are over; the oldest first */
    struct server *server;
    struct game_info info;
    rk_game *game; /* what is on disk, never more */
    struct journal journal;
    int64_t epoch;
    bool begun; /* it is on disk, and can be found */

    struct flush *flush; /* NULL: none is under way */
    bool busy;           /* its answer is being handed out, or it is read again */
    struct list waiting;
    unsigned waiting_count;

    struct seat seats[2];
    struct audience *audience;
    int64_t forgiven;      /* of the running turn: charged to nobody */
    int64_t forgiven_at;   /* when that was last written down as a pause */
    int64_t stalled_since; /* the store fails since then: charged to nobody; 0: it does not */
    struct list stalled;   /* among those */
    int64_t deadline_from; /* the first move is awaited since then */
    int64_t resume_at;     /* a paused game goes on at the latest */
    struct timer due;      /* the next thing that time does by itself */
    bool pause_tried;      /* for the end of the server; not tried again */

    struct computer computer;

    int64_t used_at; /* when it was last of use, once it is over */
    struct timer linger;
    unsigned rematch_by; /* the side that offers another game; 2: nobody */
    char rematch[GAME_ID_SIZE + 1];

    void (*settle)(struct round *round); /* turns_settle(): after an answer of the store */
};

struct rounds {
    struct map by_id;
    struct list running, over;
    struct list sliced, stalled;
    struct list pledges; /* of answers of the store */
    size_t flushes;      /* under way */
    struct timer heartbeat, sweep;
    int64_t swept_at;        /* for games nobody plays on */
    bool beating;            /* a heartbeat is under way */
    bool loaded, ready;      /* and all pauses are on disk */
    struct startup *startup; /* while it is loading */
    struct plan plan;        /* the one that is being made */
    struct buffer text;      /* for the message being written */
};

#endif
