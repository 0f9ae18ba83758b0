/* SPDX-License-Identifier: MIT */
/* A client's copy of a game on the server. A snapshot creates it, events keep it up to date, and a
 * missing event is noticed. All times are on the client's clock, in milliseconds. */
#ifndef CLIENT_REMOTE_GAME_H
#define CLIENT_REMOTE_GAME_H

#include "rookery/game.h"
#include "wire/message.h"

enum { REMOTE_GAME_ID_MAX = 12, REMOTE_GAME_NAME_MAX = 32, REMOTE_GAME_REASON_MAX = 200 };

struct remote_game {
    char id[REMOTE_GAME_ID_MAX + 1];
    int64_t version;      /* -1 before the first snapshot: nothing below is set then */
    int64_t chat_version; /* of the newest chat line; a snapshot is followed by older ones */
    rk_side you;          /* RK_NO_SIDE: a spectator */
    char names[2][REMOTE_GAME_NAME_MAX + 1];
    int64_t ratings[2]; /* at the start of the game; INTEGER_MISSING: none */
    bool provisional[2];
    char clock[RK_CLOCK_TEXT_MAX]; /* the time control */
    char speed[17];
    bool rated, hidden;
    rk_game *moves; /* start position and moves only: clocks, offers and the result are below */

    int64_t time_left[2]; /* at `clocks_at`; INT64_MAX without a clock */
    int64_t clocks_at;
    bool running; /* the clock of the side to move runs */

    char status[25]; /* "started", or how it ended */
    bool over;
    rk_winner winner;
    char reason[REMOTE_GAME_REASON_MAX + 1]; /* how it ended, in words */

    rk_side draw_offer; /* RK_NO_SIDE: no offer is open */
    bool can_claim, can_abort;
    bool present[2];
    int64_t claimable_at; /* when you can claim because the opponent left; INT64_MAX: never */
    int64_t deadline_at;  /* deadline for the first move; INT64_MAX: none */
    int64_t watchers;
    char rematch_game[REMOTE_GAME_ID_MAX + 1]; /* the rematch that has started */
    rk_side rematch_offer;                     /* RK_NO_SIDE: nobody offers a rematch */
};

enum remote_game_change {
    REMOTE_GAME_UNCHANGED, /* a duplicate */
    REMOTE_GAME_CHANGED,
    REMOTE_GAME_GAP,    /* an earlier message is missing; nothing has changed */
    REMOTE_GAME_INVALID /* the message does not fit the game; nothing has changed */
};

void remote_game_init(struct remote_game *remote, const char *id);
void remote_game_fini(struct remote_game *remote);

/* Applies a message about this game. `requested` says that a snapshot was asked for; it is then
 * accepted even if its version is older. */
enum remote_game_change remote_game_apply(struct remote_game *remote, const struct message *message,
                                          bool requested, int64_t now);

/* The id of the game a message is about; NULL if it is about none. */
const char *remote_game_id_in(const struct message *message);

/* The time a side has left; INT64_MAX without a clock. */
int64_t remote_game_time_left(const struct remote_game *remote, rk_side side, int64_t now);

#endif
