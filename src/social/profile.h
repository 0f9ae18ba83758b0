/* SPDX-License-Identifier: MIT */
/* The public profile of an account: fields of profile.def. */
#ifndef SOCIAL_PROFILE_H
#define SOCIAL_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

enum profile_field {
#define ROW(field, name, kind, max) field,
#include "social/profile.def"
    PROFILE_FIELD_COUNT
};

enum { PROFILE_TEXT_SIZE = 4001 }; /* of the longest field, in bytes with its NUL */

struct profile {
    char *texts[PROFILE_FIELD_COUNT]; /* owned; NULL: empty */
};
void profile_fini(struct profile *profile);

const char *profile_field_name(enum profile_field field); /* static storage */

/* Sets a field; an empty text clears it. Returns NULL, or why the text is refused; then the profile
 * is as it was. */
const char *profile_set(struct profile *profile, enum profile_field field, const char *text);

bool profile_is_empty(const struct profile *profile);
/* Writes the fields that are set as members of a JSON object. */
void profile_write(const struct profile *profile, struct json *json);

#endif
