/* SPDX-License-Identifier: MIT */
/* The status of a game: the key and number of the API, and a sentence for people. */
#ifndef RECORD_GAME_STATUS_H
#define RECORD_GAME_STATUS_H

#include "rookery/game.h"

/* The API's status: "started", "mate", "outoftime"; and its number. */
const char *game_status_key(const rk_game *game);
unsigned game_status_number(const rk_game *game);
/* The key for a number that the store has. */
const char *game_status_key_of(unsigned number);

/* Why the server itself ended a game: rk_action.reason of the last action. The log keeps these
 * numbers. */
enum end_reason {
    END_REASON_NONE,
    END_REASON_LENGTH,     /* adjudicate: the game is too long */
    END_REASON_ABSENCE,    /* adjudicate: the side was away and its opponent claimed a draw */
    END_REASON_MATERIAL,   /* adjudicate: the side resigned or claimed, and cannot lose */
    END_REASON_NO_SHOW,    /* abort, forfeit: no first move in time */
    END_REASON_IDLE,       /* abort, forfeit: no move for weeks */
    END_REASON_FLAG,       /* accept-draw: time ran out while the opponent's draw offer stood */
    END_REASON_AGREED,     /* abort: both players asked for it */
    END_REASON_IMPORT,     /* any: an imported game has this result, or none */
    END_REASON_IMPORT_FLAG /* adjudicate: an imported game was lost on time */
};

/* How the game ended, in a sentence: rk_game_result_text() plus what only online play knows. Writes
 * at most `size` bytes and returns the length. */
size_t game_result_sentence(const rk_game *game, char *out, size_t size);

/* How the game ended, as a word for programs: "checkmate", "threefold", "no-show"; NULL if it is
 * not over. */
const char *game_end_word(const rk_game *game);

/* Who resigned, left, ran out of time, aborted the game or did not move; RK_NO_SIDE if nobody did.
 */
rk_side game_end_side(const rk_game *game);

#endif
