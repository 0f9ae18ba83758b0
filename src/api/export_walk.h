/* SPDX-License-Identifier: MIT */
/* A game to export, and its moves that may be shown. */
#ifndef API_EXPORT_WALK_H
#define API_EXPORT_WALK_H

#include "record/replay.h"

/* A game to write; all borrowed. */
struct stored_review;

struct exported_game {
    const struct game_info *info;
    const rk_game *game;
    const struct journal *journal;      /* for the clocks after each move */
    const struct rating_result *rating; /* how it changed the ratings; NULL: not known */
    size_t plies;                       /* how many to write; SIZE_MAX: all */
    const struct fields *head;          /* of an imported game: has its tags; otherwise NULL */
    const struct stored_review *review; /* NULL: none, or it was not asked for */
};

/* One move of a game. */
struct exported_ply {
    const rk_position *before;
    const rk_action *action;
    size_t index;              /* of the action in the game */
    const struct event *entry; /* its entry of the log, with the clocks; NULL if missing */
};

/* Goes through the moves that may be shown. Initialise it with the game and zeros. */
struct export_walk {
    const struct exported_game *exported;
    size_t action, entry, plies;
};
bool export_next_ply(struct export_walk *walk, struct exported_ply *out); /* false after the last */

/* The number of plies that a viewer may see. Spectators of a running game do not see the last
 * three, but always the first five. SIZE_MAX: all. */
size_t export_visible_plies(const rk_game *game, bool is_player);

#endif
