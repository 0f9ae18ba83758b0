/* SPDX-License-Identifier: MIT */
/* One seek: a player who wants an opponent, and the settings of the game. Seeks for correspondence
 * games can be stored. */
#ifndef LOBBY_SEEK_H
#define LOBBY_SEEK_H

#include "accounts/identity.h"
#include "base/list.h"
#include "core/state.h"
#include "record/game_settings.h"
#include "wire/event.h"

/* The reason for ending seeks and pool entries when another node takes over the lobby. */
#define LOBBY_MOVED "the lobby has moved to another server; try again"

struct seek {
    struct list node;          /* in a list of the lobby */
    char id[GAME_ID_SIZE + 1]; /* a persistent seek gives it to its game */
    struct identity who;
    struct game_settings settings;
    int64_t rating_min, rating_max; /* of the opponent; 0 and 0: any */
    int64_t created_at;
    bool casual_for_guests; /* if rated: the game with a guest is casual instead */
    bool persistent;        /* stored; does not need a connection */
    /* Called when it has ended, with the id of the game, or NULL and why. May be NULL. */
    void (*on_end)(void *context, const char *game, const char *why);
    void *context;
};

/* The result of a request: the id of the seek, or of the game if it was paired immediately; NULL if
 * it was refused. */
struct reply;
typedef void seek_callback(void *context, const struct reply *reply, const char *id);

/* A client that sees the lobby, except the seeks of people who block or are blocked by its user. */
struct lobby_watcher {
    struct list node;
    const char *who; /* the id of its user; "": nobody */
    void (*on_added)(struct lobby_watcher *watcher, const struct seek *seek);
    void (*on_removed)(struct lobby_watcher *watcher, const char *id);
};

/* Parses "1500-1800" into the seek's range; NULL and "" are any. False: it has another form. */
bool seek_parse_range(const char *text, struct seek *out);
/* Writes the range, "" if there is none. */
enum { SEEK_RANGE_SIZE = 16 };
void seek_write_range(const struct seek *seek, char out[SEEK_RANGE_SIZE]);
/* Whether the game of the seek with this opponent is rated. */
bool seek_is_rated_against(const struct seek *seek, const struct identity *opponent);
/* Whether the seek is for opponents of that rating; 0: the opponent has none. */
bool seek_accepts_rating(const struct seek *seek, int64_t rating);

void seek_add_row(struct store_job *job, const struct seek *seek);
void seek_delete_row(struct store_job *job, const struct seek *seek);
/* Reads a row of STORE_SEEKS. Does not change `out` on failure. */
RK_MUST_USE rk_err seek_read(const struct store_job *row, struct seek *out, rk_fault *fault);

/* The form in which nodes send a seek to each other, as JSON, and back: without what only the owner
 * of the lobby needs. Does not change `out` on failure. */
void seek_serialize(const struct seek *seek, struct buffer *out);
RK_MUST_USE rk_err seek_parse(const char *body, size_t size, struct seek *out, rk_fault *fault);

#endif
