/* SPDX-License-Identifier: MIT */
/* The messages between nodes about games. A node whose clients follow a game of another node sends
 * requests to the owner of its shard; the owner sends updates of the game to all nodes that follow
 * it.
 *
 * Nodes of two versions of the program may be connected at the same time: a message of another
 * version is refused. */
#ifndef ROUNDS_NODE_MESSAGES_H
#define ROUNDS_NODE_MESSAGES_H

#include "base/byte_reader.h"
#include "bus/bus.h"
#include "ratings/rating_change.h"
#include "record/game_info.h"
#include "rounds/command.h"
#include "rounds/conditional_limits.h"
#include "rounds/watcher_report.h"

enum { GAME_SUBJECT_SIZE = 16 };
void game_subject(const char *id, char out[GAME_SUBJECT_SIZE]); /* of its updates: "game.ID" */

// ---- requests to the owner -------------------------------------------------------------------

enum owner_request_kind {
    REQUEST_COMMAND,
    REQUEST_WATCHERS,
    REQUEST_START,
    REQUEST_REMATCH,
    REQUEST_CONDITIONAL,
    REQUEST_KIND_COUNT
};

struct owner_request {
    enum owner_request_kind kind;
    uint64_t node; /* that sends it */
    char game[GAME_ID_SIZE + 1];
    struct command command; /* REQUEST_COMMAND; by whom also of REQUEST_CONDITIONAL */
    char address[ADDRESS_SIZE];
    int64_t ping_ms, kernel_ms; /* round trips of the player's connection; ping_ms -1: not known */
    struct watcher_report report; /* REQUEST_WATCHERS */
    struct game_info info;        /* REQUEST_START */
    rk_side rematch_by;           /* REQUEST_REMATCH */
    char rematch[GAME_ID_SIZE + 1];
    const char *lines; /* REQUEST_CONDITIONAL; borrowed, without a NUL */
    size_t lines_size;
};

void owner_request_write(const struct owner_request *request, struct buffer *out);
RK_MUST_USE rk_err owner_request_parse(const void *bytes, size_t size, struct owner_request *out);

/* Replies to all requests but REQUEST_WATCHERS, whose reply is an update. The reason is copied to
 * `why`, which the parsed reply points to. */
void owner_reply_write(const struct reply *reply, struct buffer *out);
RK_MUST_USE rk_err owner_reply_parse(const void *bytes, size_t size, struct reply *out, char *why,
                                     size_t why_size);

// ---- updates of a game -----------------------------------------------------------------------

/* What is not in the log of a game. Times are by the owner's clock. */
struct round_state {
    int64_t now; /* when it was sent */
    int64_t uncharged, first_move_from;
    int64_t ended_at; /* a date; 0: the game runs */
    struct {
        bool is_present, left_on_purpose;
        int64_t away_since;
    } players[2];
    uint32_t spectators; /* on all nodes */
    rk_side rematch_by;
    char rematch[GAME_ID_SIZE + 1];
    struct rating_result rating;
    struct {
        uint64_t ply;
        const char *lines; /* borrowed, without a NUL */
        size_t size;       /* 0: none */
    } conditional[2];
};

struct round_update {
    int64_t epoch;   /* of the owner */
    uint64_t number; /* of this update in that epoch */
    struct round_state state;
    uint64_t version;   /* of the game after it */
    uint64_t since;     /* its events are those after this version; bytes of journal_decode() */
    const void *events; /* borrowed */
    size_t events_size;
    struct bus_reply_to reply_to; /* of the request that made it; "": none */
    const void *reply;            /* to that request, of owner_reply_write(); borrowed */
    size_t reply_size;
};

/* Announces the number of the last update of a game, so that its loss is detected. A message has
 * several of them. */
struct last_update {
    char game[GAME_ID_SIZE + 1];
    int64_t epoch;
    uint64_t number;
};

enum { NODE_UPDATES_SUBJECT_SIZE = 32 };
/* Where a node gets them: "updates.NODE". */
void node_updates_subject(uint64_t node, char out[NODE_UPDATES_SUBJECT_SIZE]);
void last_update_write(const struct last_update *last, struct buffer *out);
/* Reads one from the front of *in_out. False at the end, or if the bytes are not valid. */
bool last_update_read(struct byte_reader *in_out, struct last_update *out);

void round_update_write(const struct round_update *update, struct buffer *out);
RK_MUST_USE rk_err round_update_parse(const void *bytes, size_t size, struct round_update *out);

#endif
