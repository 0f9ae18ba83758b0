/* SPDX-License-Identifier: MIT */
#include "support/held_reviews.h"

#include <string.h>

struct held_reviews held;

bool held_reviews_add(void *context, struct game_review *review)
{
    (void)context;
    if (held.count == HELD_REVIEWS_MAX)
        return false;
    held.list[held.count++] = review;
    return true;
}

void held_reviews_finish(struct harness *harness, const char *report)
{
    struct game_review *review = held.list[0];
    memmove(held.list, held.list + 1, --held.count * sizeof(struct game_review *));
    buffer_text(&review->report, report);
    review->done(review);
    if (harness->server)
        harness_settle(harness);
}
