/* SPDX-License-Identifier: MIT */
/* What the server keeps in memory about people who are online or play, so that games and chat need
 * not wait for the store: their preferences. accounts/blocks.h does the same for blocks. */
#ifndef SOCIAL_PERSON_CACHE_H
#define SOCIAL_PERSON_CACHE_H

#include "core/state.h"
#include "social/preferences.h"

RK_MUST_USE rk_err person_cache_create(struct server *server);
void person_cache_destroy(struct server *server);

/* Starts to load an account unless it is there. Called for everybody who connects or whose game is
 * opened. Guests and the engine have the defaults. */
void person_load(struct server *server, const char *id);

/* The preferences of an account; the defaults, and they are loaded, if it is not there yet. */
struct preferences person_preferences(struct server *server, const char *id);

/* The store has new ones. */
void person_set_preferences(struct server *server, const char *id,
                            const struct preferences *preferences);

#endif
