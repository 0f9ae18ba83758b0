/* SPDX-License-Identifier: MIT */
/* Following and blocking, with the preference of the other person and their notification. */
#ifndef SOCIAL_RELATION_CHANGES_H
#define SOCIAL_RELATION_CHANGES_H

#include "accounts/relations.h"

/* Sets the relation to the person of that name, as relation_set() does, or ends it, as
 * relation_clear() does. Following is also refused if that person does not want to be followed. */
struct relation_change {
    const struct identity *own; /* borrowed for the call, like the name */
    const char *name;
    enum relation relation;
    bool ends;
};
void relation_change(struct server *server, const struct relation_change *change,
                     account_callback *callback, void *context);

#endif
