/* SPDX-License-Identifier: MIT */
/* A game of the server as a client sees it: made by snapshots, kept up by what
 * happens. Notices when something is missing. Times are the client's own, in
 * milliseconds. */
#ifndef CLIENT_REMOTE_GAME_H
#define CLIENT_REMOTE_GAME_H

#include "rookery/game.h"
#include "wire/message.h"

enum { REMOTE_GAME_ID_MAX = 12, REMOTE_GAME_NAME_MAX = 32, REMOTE_GAME_REASON_MAX = 200 };

struct remote_game {
    char id[REMOTE_GAME_ID_MAX + 1];
    int64_t version; /* -1 before the first snapshot: nothing below is set then */
    int64_t said;    /* of the last thing said that was told; older ones follow a snapshot */
    unsigned you;    /* an rk_side; 2 for a spectator */
    char names[2][REMOTE_GAME_NAME_MAX + 1];
    char clock[RK_CLOCK_TEXT_MAX]; /* the time control */
    char speed[17];
    bool rated, hidden;
    rk_game *game; /* start and moves; clocks, offers and the end are those below */

    int64_t left[2]; /* at `left_at`; INT64_MAX without a clock */
    int64_t left_at;
    bool running; /* the clock of the side to move */

    char status[25]; /* "started", or how it ended */
    bool over;
    rk_winner winner;
    char reason[REMOTE_GAME_REASON_MAX + 1]; /* how it ended, in words */

    rk_winner offer; /* who offers a draw; RK_NOBODY_WINS: nobody */
    bool can_claim, can_abort;
    bool here[2];
    int64_t claimable_at; /* when the opponent's absence can be claimed; INT64_MAX: not */
    int64_t deadline_at;  /* of the first move; INT64_MAX: none */
    int64_t watchers;
    char next[REMOTE_GAME_ID_MAX + 1]; /* the rematch that has begun */
    unsigned rematch_by;               /* the side that offers one; 2: nobody */
};

enum remote_game_change {
    REMOTE_GAME_UNCHANGED, /* known already: it came twice */
    REMOTE_GAME_CHANGED,
    REMOTE_GAME_GAP,    /* something before it is missing; nothing has changed */
    REMOTE_GAME_INVALID /* it does not fit the game; nothing has changed */
};

void remote_game_init(struct remote_game *mirror, const char *id);
void remote_game_fini(struct remote_game *mirror);

/* Takes a message about this game. `wanted`: a snapshot was asked for, and holds
 * whatever its version. */
enum remote_game_change remote_game_apply(struct remote_game *mirror, const struct message *message,
                                          bool wanted, int64_t now);

/* The game a message is about; NULL if it is about none. */
const char *remote_game_id_in(const struct message *message);

/* What a side has left; INT64_MAX without a clock. */
int64_t remote_game_time_left(const struct remote_game *mirror, unsigned side, int64_t now);

#endif
