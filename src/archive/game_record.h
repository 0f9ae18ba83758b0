/* SPDX-License-Identifier: MIT */
/* A finished game of this server as a record of an opening database. What a database has no field
 * for is in the text of its event: "/abcdefgh blitz rated 1700000000000", that is the id, the
 * speed, "rated" or "casual", and when it ended. */
#ifndef ARCHIVE_GAME_RECORD_H
#define ARCHIVE_GAME_RECORD_H

#include "base/buffer.h"
#include "explorer/database.h"
#include "record/game_info.h"
#include "rookery/game.h"

/* Positions of that many plies are indexed: all but a few of the longest games. */
enum { ARCHIVE_PLIES = 500 };

/* Whether a game that is over belongs in the database: it is public, not aborted or imported,
 * and has moves. STORE_ARCHIVED_IDS selects the same games. */
bool game_belongs_in_archive(const struct game_info *info, const rk_game *game);

/* The variant of the database for games of a variant: Chess960 shares that of standard chess. */
rk_variant game_record_variant(rk_variant variant);

/* Appends its record after its length, as import_records() reads it. */
void game_record_append(struct buffer *out, const struct game_info *info, const rk_game *game,
                        int64_t ended_at);

/* What the text of an event says. */
struct archived_game {
    char id[GAME_ID_SIZE + 1];
    enum speed speed;
    bool rated;
    int64_t ended_at;
};

/* False if the text is not one of game_record_append(). */
bool archived_game_parse(rk_pgn_text event, struct archived_game *out);

/* Whether a database has the game with this id. */
bool archived_game_exists(const struct database *database, const char *id);

#endif
