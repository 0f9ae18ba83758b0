/* SPDX-License-Identifier: MIT */
/* Reviews that a server has asked for and that wait until the test, which plays the engine, ends
 * them: harness.env.review = held_reviews_add. */
#ifndef SUPPORT_HELD_REVIEWS_H
#define SUPPORT_HELD_REVIEWS_H

#include "support/harness.h"

enum { HELD_REVIEWS_MAX = 4 };

extern struct held_reviews {
    struct game_review *list[HELD_REVIEWS_MAX]; /* the oldest first */
    size_t count;
} held;

/* Takes a review; false if there are too many. */
bool held_reviews_add(void *context, struct game_review *review);

/* Ends the first one; without a report it has failed. */
void held_reviews_finish(struct harness *harness, const char *report);

#endif
