/* SPDX-License-Identifier: MIT */
/* The opening databases of this server's own games, one for each variant, which grow as they end.
 *
 * Each has two parts. The main part is a file in the data folder, built by explorer/build.h. Games
 * that ended since are kept as records in memory; a small part is built from them within a second,
 * or later if building takes long, and merged into the file when they are many. All building and
 * reading of files happens on a worker thread; a part is replaced only by a complete one.
 *
 * The store is authoritative, and the file is only a cache, which identifies each game by its id.
 * At the start the ids in the store are compared with those in the file. Games that it lacks, after
 * a crash or because there is no file, are read from the store; a file that is damaged, or has
 * games that the store does not have, is discarded. So no game is missed or counted twice.
 *
 * When somebody's account is erased, by any server, the files are removed and everything is read
 * again, because they contain the names of players. A server that was down or missed the message
 * notices it because the store counts more erased accounts than the number saved beside the
 * files. */
#ifndef ARCHIVE_OWN_GAMES_H
#define ARCHIVE_OWN_GAMES_H

#include "archive/archive_parts.h"
#include "core/state.h"

RK_MUST_USE rk_err own_games_create(struct server *server);
void own_games_destroy(struct server *server);

/* Whether there is such a database: not for a server without a data folder. */
bool own_games_exist(const struct server *server);
/* Whether all games have been read since the start. */
bool own_games_are_complete(const struct server *server);

/* What queries about a variant read; borrowed. See archive_parts_hold(). */
const struct archive_parts *own_games_parts(const struct server *server, rk_variant variant);

/* After a query: if it found damage, reads everything again. */
void own_games_check_damage(struct server *server, rk_variant variant);

#endif
