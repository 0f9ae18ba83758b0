/* SPDX-License-Identifier: MIT */
/* A cache of the preferences of users who are online or playing, so that games and chat need not
 * wait for the store. accounts/blocks.h does the same for blocks. */
#ifndef SOCIAL_PERSON_CACHE_H
#define SOCIAL_PERSON_CACHE_H

#include "core/state.h"
#include "social/preferences.h"

RK_MUST_USE rk_err person_cache_create(struct server *server);
void person_cache_destroy(struct server *server);

/* Starts to load an account that is not in the cache. Called for every user who connects or whose
 * game is opened. Guests and the engine have the defaults. */
void person_load(struct server *server, const char *id);

/* The preferences of an account. If they are not in the cache, returns the defaults and starts to
 * load them. */
struct preferences person_preferences(struct server *server, const char *id);

/* The preferences in the store have changed. */
void person_set_preferences(struct server *server, const char *id,
                            const struct preferences *preferences);

#endif
