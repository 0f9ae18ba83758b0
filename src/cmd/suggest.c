/* SPDX-License-Identifier: MIT */
#include "cmd/suggest.h"

#include <stdint.h>
#include <string.h>

enum { NAME_MAX_COMPARED = 32 };

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The Damerau-Levenshtein distance: insertions, deletions, substitutions and transpositions of
 * adjacent letters. */
static size_t edit_distance(const char *a, const char *b)
{
    const size_t a_size = min_size(strlen(a), NAME_MAX_COMPARED);
    const size_t b_size = min_size(strlen(b), NAME_MAX_COMPARED);
    size_t cost[NAME_MAX_COMPARED + 1][NAME_MAX_COMPARED + 1];
    for (size_t i = 0; i <= a_size; i++)
        for (size_t j = 0; j <= b_size; j++) {
            if (!i || !j) {
                cost[i][j] = i + j;
                continue;
            }
            const size_t substituted = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = min_size(substituted, min_size(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = min_size(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a_size][b_size];
}

const char *suggest_name(const char *typed, const char *const *names, size_t count)
{
    const char *best = names[0];
    size_t best_distance = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const size_t distance = edit_distance(typed, names[i]);
        if (distance >= best_distance)
            continue;
        best_distance = distance;
        best = names[i];
    }
    return best;
}
