/* SPDX-License-Identifier: MIT */
/* The openings of archived games. Used to list a player's games with one opening without reading
 * all of them from the store. */
#ifndef ARCHIVE_GAME_OPENINGS_H
#define ARCHIVE_GAME_OPENINGS_H

#include "accounts/identity.h"
#include "archive/archive_parts.h"
#include "base/buffer.h"
#include "core/state.h"
#include "rookery/opening.h"

enum { OPENING_TEXT_MAX = 60 };

/* Whether the opening's name contains a text, or its ECO code begins with it, ignoring case. */
bool game_opening_matches(const rk_opening_line *line, const char *text);

/* Games of a player that do not have an opening: found on a worker thread. Games that are not in
 * the databases, such as private ones, are not among them, whatever their opening is. */
struct opening_exclusion {
    struct work work;
    void (*done)(struct opening_exclusion *exclusion); /* on the server's thread, always */
    struct archive_parts parts[RK_VARIANT_COUNT];
    char player[IDENTITY_NAME_MAX + 1], text[OPENING_TEXT_MAX + 1];
    struct buffer ids; /* the result: GAME_ID_SIZE bytes each, sorted */
};

/* The caller sets `player`, `text` and `done`, and zeros the rest. False: there is no database, or
 * too much to do. */
bool opening_exclusion_start(struct opening_exclusion *exclusion, struct server *server);
void opening_exclusion_fini(struct opening_exclusion *exclusion);

bool opening_exclusion_has(const struct opening_exclusion *exclusion, const char *id);

#endif
