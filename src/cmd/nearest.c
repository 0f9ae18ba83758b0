/* SPDX-License-Identifier: MIT */
#include "cmd/nearest.h"

#include <stdint.h>
#include <string.h>

enum { WORD_MAX = 32 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters put in, taken out, changed or swapped to get from one to the other. */
static size_t distance(const char *a, const char *b)
{
    const size_t a_size = least(strlen(a), WORD_MAX), b_size = least(strlen(b), WORD_MAX);
    size_t cost[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= a_size; i++)
        for (size_t j = 0; j <= b_size; j++) {
            if (!i || !j) {
                cost[i][j] = i + j;
                continue;
            }
            const size_t changed = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least(changed, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a_size][b_size];
}

const char *nearest(const char *word, const char *const *names, size_t count)
{
    const char *found = names[0];
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const size_t cost = distance(word, names[i]);
        if (cost >= best)
            continue;
        best = cost;
        found = names[i];
    }
    return found;
}
