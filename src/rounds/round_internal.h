/* SPDX-License-Identifier: MIT */
/* The private state of a round, shared by the files that implement it. In the order in which a
 * command passes them:
 *
 *     command_queue.c    entry point: queues commands, runs them one after the other
 *     commands.c         checks a command against the rules of online play, with move_command.c,
 *                        draw_commands.c and clock_commands.c; execution.c is shared by them
 *     chat.c             checks a chat line
 *     transaction.c      plays the command's events, takes them back, makes a store job of them
 *     commit.c           writes the job; applies the events when they are on disk
 *     reply.c            answers the command
 *     watchers.c         sends the events: to players at once (watcher.c: to one of them),
 *     spectators.c       to spectators in slices, from a queue
 *     round_messages.c   the game as WebSocket messages
 *     round_json.c       the game as JSON of the HTTP API
 *
 * Between the nodes of a cluster, with the messages of node_messages.c:
 *
 *     replica.c          a copy of a game that another node runs
 *     replica_link.c     its link to the owner: forwards commands, reports who is connected
 *     owner_client.c     sends requests to the owner of a game: commands, new games
 *     owner_requests.c   handles these requests at the owner
 *     followers.c        the nodes that follow a game
 *     round_updates.c    sends updates to these nodes
 *     last_updates.c     the number of the last one, so that its loss is detected
 *
 * What happens without a command:
 *
 *     timeouts.c         flags fall, first moves are overdue, games pause and resume
 *     player_presence.c  players connect and disconnect
 *     engine_player.c    the engine plays its side
 *     conditional_moves.c  prepared replies of correspondence games are played
 *     move_reminders.c   reminds players before a correspondence flag falls
 *     vacations.c        stops the clocks of correspondence games
 *     heartbeat.c        the server records that it is alive; a failing store stalls games
 *     ownership.c        games come and go with their shards
 *     recovery.c         unfinished games continue after a restart, here or on another node
 *     rounds.c           games are started, found, opened from the store, dropped
 *     player_games.c     the running games of each player
 *     game_listener.c    listeners for all games: TV, streams
 *     ended_games.c      reports games that ended on other nodes to them
 *
 * Rules they share: round_clock.c (clocks), lag.c (lag compensation), absence.c (claims against a
 * player who has left). */
#ifndef ROUNDS_ROUND_INTERNAL_H
#define ROUNDS_ROUND_INTERNAL_H

#include "accounts/deactivation.h"
#include "base/buffer.h"
#include "cluster/shards.h"
#include "core/pending.h"
#include "core/state.h"
#include "core/transport.h"
#include "ratings/rating_change.h"
#include "record/game_info.h"
#include "record/journal.h"
#include "rookery/san.h"
#include "rounds/command.h"
#include "rounds/lag.h"
#include "rounds/watcher_report.h"

enum {
    COMMAND_QUEUE_MAX = 32,     /* commands waiting for one game */
    TRANSACTION_EVENTS_MAX = 6, /* of one command: resume, move, draw offer, claim... */
    FRAME_QUEUE_MAX = 64        /* frames waiting for spectators; a slower one gets a snapshot */
};

/* A command that waits until the current one is on disk. */
struct queued_command {
    struct list node;
    struct command command;
    char address[ADDRESS_SIZE];
    int64_t at;
    reply_callback *callback;
    void *context;
};

/* Whether one of the two players is connected. */
struct player_presence {
    unsigned connections;
    int64_t away_since;     /* last disconnect; in the future while a closed stream may reopen */
    bool left_on_purpose;   /* the client said so; its connection was not just lost */
    bool absence_announced; /* watchers know that the player is away */
    struct timer timer;     /* announces the absence, then the countdown to a claim */
};

/* The events one command adds to the game; see transaction.h. */
struct transaction {
    struct round *round;
    struct event events[TRANSACTION_EVENTS_MAX];
    size_t count, played;
    int64_t at;                   /* when the command came */
    struct rating_change *rating; /* of a job that ends a rated game; the caller takes it */
};

/* A frame that not all spectators have received. */
struct queued_frame {
    struct shared_buffer *frame;
    struct shared_buffer *without_chat; /* a chat line: for those who get no chat; else NULL */
    size_t version;                     /* 0: not an event of the journal */
};

/* A loop over watchers during which watchers may leave. */
struct watcher_iterator {
    struct list *next;
    struct watcher_iterator *outer;
};

struct watchers {
    struct round *round;
    struct list players, spectators; /* struct watcher */
    size_t spectator_count;
    struct watcher_iterator *iterators;

    /* the queue of spectators.c; its frames are numbered */
    struct queued_frame queue[FRAME_QUEUE_MAX]; /* a ring */
    size_t first, count;
    uint64_t last_number;        /* of the newest frame */
    uint64_t pass_number;        /* all spectators before the next one have this one */
    struct list *next_spectator; /* to receive a frame; NULL: nothing to send */
    struct list sending;         /* in rounds->sending while there is something to send */
    struct timer count_timer;    /* announces the number of spectators when it fires */
    size_t announced_count;
};

/* The engine as a player; all zeros in a game between people. */
enum engine_state {
    ENGINE_IDLE,       /* no search or move is pending */
    ENGINE_THINKING,   /* a search is pending, with a time limit */
    ENGINE_MOVE_READY, /* a move was found and is played a little later */
    ENGINE_MOVING,     /* its move is being written */
    ENGINE_RETRYING,   /* the server was too busy: it tries again a little later */
    ENGINE_RESIGNING   /* it resigns, and retries until that is written */
};

struct engine_player {
    enum engine_state state;
    struct pending_search *search; /* NULL: none. Owned by its callback */
    struct timer timer;            /* ends the states that end by time */
    int64_t version;               /* of the game it searches */
    int64_t play_at;               /* when its move may be played */
    char move[RK_UCI_MAX];
    int score; /* of its last move */
    bool has_score;
    unsigned tries;           /* to start a search on a busy server */
    int64_t answered_version; /* whose draw offer it has answered */
};

/* A running game in the list of one of its players; see player_games.h. */
struct player_game {
    struct list node;
    struct round *round;
};

/* The conditional moves of one player; see conditional_moves.h. All zeros: none. */
struct conditional_moves {
    char *lines; /* in the API's notation, "e7e5 g1f3 b8c6 f1b5,c7c5 g1f3"; NULL: none */
    size_t ply;  /* at which they begin */
};

/* Another node that has a copy of this game. */
struct follower {
    struct list node;
    uint64_t number; /* of the node */
    struct watcher_report report;
    int64_t seen_at;
};

/* The other nodes that have a copy of this game; see followers.h. */
struct followers {
    struct list nodes; /* struct follower */
    size_t spectators; /* of other nodes */
    uint64_t number;   /* of the last update */
    /* of last_updates.c */
    struct list unannounced; /* in rounds->unannounced */
    uint64_t sent_number;    /* of the last update that all of them got */
    int64_t sent_at;
};

/* A reply to another node that goes with the next update of the game; see round_updates.h. */
struct held_reply {
    const struct round *round; /* NULL: no update is about to be sent */
    struct bus_reply_to to;    /* "": there is no reply */
    struct buffer bytes;
};

struct round {
    struct list node; /* in rounds->running, replicas or over; oldest first */
    struct player_game player_games[2];
    struct server *server;
    struct game_info info;
    rk_game *game; /* only what is on disk */
    struct journal journal;
    unsigned shard;
    struct rating_result rating; /* how it changed the ratings, when it is over */
    int64_t ended_at;            /* the date, when it is over */
    bool started;                /* it is on disk and can be found */
    bool is_lost;                /* another node owns it now: drop it; see ownership.h */
    struct replica *replica; /* another node runs the game; NULL: this one does, or it is over */
    struct followers followers;

    struct commit *commit; /* being written; NULL: none */
    bool busy;             /* a callback runs, or the game is read again from the store */
    struct list queue;     /* struct queued_command */
    unsigned queue_count;

    struct player_presence presence[2];
    struct lag lag[2];
    struct watchers *watchers;
    int64_t uncharged;          /* part of the running turn that is not charged */
    int64_t uncharged_saved_at; /* when that was last written to the log as a pause */
    int64_t stalled_since;      /* since when writes fail; that time is not charged; 0: they work */
    struct list stalled;        /* in rounds->stalled */
    int64_t first_move_from;    /* the time for a first move counts from here */
    int64_t resume_at;          /* a paused game resumes then at the latest */
    struct timer timeout;       /* the next flag, deadline or resumption: timeouts.c */
    bool pause_tried;           /* for the shutdown; not tried again */

    struct engine_player engine;
    struct conditional_moves conditional[2];
    int64_t conditional_tried; /* the version for which a prepared reply was tried; 0: none */
    struct timer reminder;     /* move_reminders.c: a player is reminded of the flag */
    size_t reminded_ply;       /* the player to move then was reminded */

    int64_t used_at;    /* last use of a finished game; it is dropped a minute later */
    rk_side rematch_by; /* RK_NO_SIDE: nobody offers one */
    char rematch[GAME_ID_SIZE + 1];
};

struct rounds {
    struct map by_id;
    struct map by_player; /* of player_games.c */
    struct list running, over;
    struct list replicas;                        /* copies of games that other nodes run */
    struct replicas_listener *replicas_listener; /* of replica.c */
    uint64_t report_number;                      /* the last one that was sent to an owner */
    struct list sending;                         /* watchers with frames for spectators */
    struct list stalled;
    struct list listeners; /* struct game_listener */
    struct deactivation_listener deactivations;
    struct pending_list pending; /* requests to the store and to the engine */
    size_t commits;              /* writes that are not finished */
    struct timer heartbeat, sweep;
    int64_t swept_at;           /* for idle games */
    bool heartbeat_pending;     /* a heartbeat is being written */
    bool releases[SHARD_TOTAL]; /* shards that are being handed over */
    bool ready;                 /* all games are loaded, and all pauses are on disk */
    struct recovery *recovery;
    struct ownership *ownership;
    struct transaction transaction; /* the current one: there is at most one at a time */
    struct held_reply held_reply;
    struct list unannounced;     /* of last_updates.c: rounds, by the time of their last update */
    struct timer announce_timer; /* the same */
    struct buffer text;          /* scratch for the message being written */
};

/* Continues with whatever is next: queued commands, the pause before a shutdown, the engine's move,
 * the timer. Called whenever a command or a write has finished; see command_queue.c. */
void round_continue(struct round *round);

bool round_is_busy(const struct round *round); /* a command or a write is under way */
/* The server stops, or hands the game over to another node: clocks are paused, and nothing new
 * begins. */
bool round_is_leaving(const struct round *round);
/* Whether a lost round is still there: its game cannot be loaded again yet. */
bool rounds_have_lost(const struct rounds *rounds);
bool round_in_use(const struct round *round); /* busy, or has watchers */

/* The index in the game of an action of the journal: the game has no chat lines. */
size_t round_action_index(const struct round *round, size_t index);
/* Whether that entry is the latest action: the game is now as it was after it. */
bool round_is_latest_action(const struct round *round, size_t index);

/* The server's scratch buffer, emptied, and a frame of its contents: NULL if out of memory. */
struct buffer *round_scratch(const struct round *round);
struct shared_buffer *round_scratch_frame(const struct round *round);

#endif
