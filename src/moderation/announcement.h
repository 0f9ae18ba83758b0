/* SPDX-License-Identifier: MIT */
/* An announcement to all users, as a value. */
#ifndef MODERATION_ANNOUNCEMENT_H
#define MODERATION_ANNOUNCEMENT_H

#include <stdint.h>

struct announcement {
    int64_t id, at;
    int64_t until; /* 0: until it is withdrawn */
    char *text;
};

#endif
