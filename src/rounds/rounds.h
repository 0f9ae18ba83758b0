/* SPDX-License-Identifier: MIT */
/* All games in play on this server. Finished games stay in memory for a minute, for goodbyes and
 * rematches; older ones are read from the store when they are opened. */
#ifndef ROUNDS_ROUNDS_H
#define ROUNDS_ROUNDS_H

#include "core/state.h"
#include "rounds/round.h"

RK_MUST_USE rk_err rounds_create(struct server *server); /* starts to load unfinished games */
bool rounds_ready(const struct server *server);
void rounds_stop(struct server *server); /* pauses every running clock, on disk */
bool rounds_stopped(const struct server *server);
void rounds_destroy(struct server *server);

/* `round` is borrowed. It is NULL if the game could not be loaded; `why` is the reason then. */
typedef void round_callback(void *context, struct round *round, const char *why);

/* `why` for a game that does not exist. Refuse a private game with the same words: others would
 * reveal that it exists. */
#define ROUND_NOT_FOUND "no such game"

/* Starts a game. The caller sets id, players, settings and source in `info`. When the game is on
 * disk both players are notified (NOTICE_GAME_START). */
void rounds_start(struct server *server, const struct game_info *info, round_callback *callback,
                  void *context);

/* The game in memory, running or just finished; NULL: not in memory. Takes the 8-letter id or a
 * player's 12-letter full id. */
struct round *rounds_find(struct server *server, const char *id);

/* Also a game that is being started; does not keep a finished one in memory any longer. Takes the
 * 8-letter id. */
const struct round *rounds_peek(const struct server *server, const char *id);

/* Like rounds_find(), but reads a finished game from the store if it is not in memory. */
void rounds_open(struct server *server, const char *id, round_callback *callback, void *context);

/* Running games of one person, most urgent first; with NULL all public ones, newest first. Those of
 * other nodes are among them if they are in memory: see running/remote_games.h. Writes at most
 * `max` of them to `out` and returns how many there are. */
size_t rounds_list(struct server *server, const char *id, const struct round **out, size_t max);

/* How many public games this node runs. */
size_t rounds_count_public(const struct server *server);

typedef void round_visitor(void *context, const struct round *round);

/* Calls back for every game that this node runs. */
void rounds_each(const struct server *server, round_visitor *visit, void *context);

/* Calls back for every game that another node runs and this node has in memory. */
void rounds_each_replica(const struct server *server, round_visitor *visit, void *context);

size_t rounds_count_running(const struct server *server);
size_t rounds_count_stalled(const struct server *server); /* they wait for the store */

#endif
