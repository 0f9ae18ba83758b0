/* SPDX-License-Identifier: MIT */
/* The key of a private conversation in the store. */
#ifndef SOCIAL_MESSAGE_PAIR_H
#define SOCIAL_MESSAGE_PAIR_H

#include <stdio.h>
#include <string.h>

#include "accounts/identity.h"

enum { MESSAGE_PAIR_SIZE = 2 * (IDENTITY_ID_MAX + 1) };

/* Both ids in alphabetical order, joined by a blank, which is in no id. */
static inline void message_pair(const char *a, const char *b, char out[MESSAGE_PAIR_SIZE])
{
    const bool ordered = strcmp(a, b) <= 0;
    snprintf(out, MESSAGE_PAIR_SIZE, "%s %s", ordered ? a : b, ordered ? b : a);
}

#endif
