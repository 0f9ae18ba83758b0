/* SPDX-License-Identifier: MIT */
/* A game from its log. */
#ifndef ROUNDS_REPLAY_H
#define ROUNDS_REPLAY_H

#include "rounds/game_info.h"
#include "wire/event.h"

/* All events of a game, in order: entry i made version i + 1. What was said belongs to it. */
struct journal {
    struct event *events;
    uint32_t *marks; /* of their requests: the same request has the same mark */
    size_t count, capacity;
};

/* The newest entry before `end` that this request made; SIZE_MAX: there is none. */
size_t journal_find(const struct journal *journal, const char *request, size_t end);

void journal_fini(struct journal *journal);
RK_MUST_USE rk_err journal_add(struct journal *journal, const struct event *event);
/* Adds one that room was reserved for: nothing can fail. Its text is from the heap. */
void journal_put(struct journal *journal, const struct event *event, char *taken_text);
/* So many can then be put. */
RK_MUST_USE rk_err journal_reserve(struct journal *journal, size_t more);

/* Adds the events encoded one behind the other: the log of a finished game. */
RK_MUST_USE rk_err journal_decode(struct journal *journal, const void *bytes, size_t size,
                                  rk_fault *fault);
/* The same, written; only the last few keep the ids of their requests. */
void journal_encode(const struct journal *journal, struct buffer *out);

/* The game that the log gives. The caller owns *out. What the log says is
 * checked as it was when it was played: a log that cannot be is RK_BAD_RECORD. */
RK_MUST_USE rk_err replay(const struct game_info *info, const struct journal *journal,
                          rk_game **out, rk_fault *fault);

/* The PGN of a game and its JSON in the API's shape are in server/export.h. */

/* API's words for how a game stands: "started", "mate", "outoftime"; and its number. */
const char *game_status_key(const rk_game *game);
unsigned game_status_number(const rk_game *game);

/* Why the server itself ended a game: the `reason` of the action that ended it. */
enum end_reason {
    END_REASON_NONE,
    END_REASON_LENGTH,   /* adjudicate: the game has become too long */
    END_REASON_ABSENCE,  /* adjudicate: the side named was away, and its opponent claimed a draw */
    END_REASON_MATERIAL, /* adjudicate: the side named resigned or claimed, and cannot lose */
    END_REASON_NO_SHOW,  /* abort, forfeit: no first move in time */
    END_REASON_IDLE,     /* abort, forfeit: nothing happened for weeks */
    END_REASON_FLAG,     /* accept-draw: time ran out while the opponent's offer stood */
    END_REASON_AGREED    /* abort: both players asked for it */
};

/* How it ended, in a sentence for people: what rk_game_result_text() says, and what
 * only online play knows. Writes at most `size` bytes; returns the length. */
size_t game_result_sentence(const rk_game *game, char *out, size_t size);

size_t game_plies(const rk_game *game); /* moves that were made */

/* A move in the API's UCI form, with a NUL, to `out`, room for RK_UCI_MAX: castling is
 * king takes rook in a game from a position, as in Chess960. Returns the length. */
size_t game_move_write(const struct game_info *info, const rk_position *before, rk_move move,
                       char *out);

/* Appends the first `plies` moves in that form, a blank between. Returns how many. */
size_t game_moves_write(const struct game_info *info, const rk_game *game, size_t plies,
                        struct buffer *out);

#endif
