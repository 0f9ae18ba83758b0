/* SPDX-License-Identifier: MIT */
/* The commands a player can send for a game: "move", "resign", "offer-draw". */
#ifndef WIRE_VERBS_H
#define WIRE_VERBS_H

#include <stdbool.h>

enum stale_after { STALE_NEVER, STALE_AFTER_MOVE, STALE_AFTER_ACTION };

enum verb {
#define ROW(verb, name, stale) verb,
#include "wire/verbs.def"
    VERB_COUNT
};

const char *verb_name(enum verb verb); /* static storage */
bool verb_from_name(const char *name, enum verb *out);
enum stale_after verb_stale_after(enum verb verb);

#endif
