/* SPDX-License-Identifier: MIT */
/* The preferences of an account: values of preferences.def. */
#ifndef SOCIAL_PREFERENCES_H
#define SOCIAL_PREFERENCES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

enum preference {
#define ROW(preference, name, kind, values, fallback) preference,
#include "social/preferences.def"
    PREFERENCE_COUNT
};

/* The numbers of the preferences that have an effect on the server. */
enum { THREEFOLD_NEVER = 1, THREEFOLD_TIME, THREEFOLD_ALWAYS };
enum { MORE_TIME_NEVER = 1, MORE_TIME_CASUAL, MORE_TIME_ALWAYS };
enum {
    CHALLENGE_FROM_NOBODY = 1,
    CHALLENGE_FROM_RATING,
    CHALLENGE_FROM_FRIENDS,
    CHALLENGE_FROM_ALL
};
enum { MESSAGE_FROM_NOBODY = 1, MESSAGE_FROM_FRIENDS, MESSAGE_FROM_ALL };

/* A WORD is its place in the list, a FLAG 0 or 1. Copied freely. */
struct preferences {
    unsigned char values[PREFERENCE_COUNT];
};

struct preferences preferences_default(void);

/* False if no preference has that name. */
bool preference_find(const char *name, enum preference *out);

/* Sets a preference from a text: a word, a number, true or false. False if it is not allowed: then
 * `why` lists what is. */
bool preference_set(struct preferences *preferences, enum preference preference, const char *text,
                    char *why, size_t why_size);
/* Writes a preference as preference_set() reads it. */
void preference_text(const struct preferences *preferences, enum preference preference, char *out,
                     size_t size);

/* Writes all as members of a JSON object, or only those that are not the default. */
void preferences_write(const struct preferences *preferences, bool all, struct json *json);

#endif
