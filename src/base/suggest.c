/* SPDX-License-Identifier: MIT */
#include "base/suggest.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/minmax.h"
#include "base/text.h"

enum {
    NAME_MAX_COMPARED = 32,
    LETTERS_PER_ERROR = 3, /* a name of six letters may have two errors */
    PREFIX_MIN = 3         /* letters after which a missing end counts as one error */
};

static bool same_letter(char a, char b)
{
    return ascii_lower(a) == ascii_lower(b);
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
            const size_t substituted = cost[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]);
            cost[i][j] = min_size(substituted, min_size(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                cost[i][j] = min_size(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[a_size][b_size];
}

static bool is_prefix(const char *start, const char *name)
{
    size_t size = 0;
    while (start[size] && same_letter(start[size], name[size]))
        size++;
    return !start[size] && size >= PREFIX_MIN;
}

/* The dashes of an option are typed without thinking, so they must not make it look similar. */
static const char *without_dashes(const char *name)
{
    return name + strspn(name, "-");
}

/* The number of errors; SIZE_MAX if there are too many for a name of this length. */
static size_t count_errors(const char *typed, const char *name)
{
    const size_t distance = edit_distance(typed, name);
    const size_t size = strlen(typed) < strlen(name) ? strlen(name) : strlen(typed);
    if (distance > 1 && is_prefix(typed, name))
        return 1;
    return distance <= min_size(size, NAME_MAX_COMPARED) / LETTERS_PER_ERROR ? distance : SIZE_MAX;
}

const char *suggest_name(const char *typed, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t best_errors = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const size_t errors = count_errors(without_dashes(typed), without_dashes(names[i]));
        if (errors >= best_errors)
            continue;
        best_errors = errors;
        best = names[i];
    }
    return best;
}

const char *suggest_text(const char *typed, const char *const *names, size_t count,
                         char out[SUGGEST_TEXT_MAX])
{
    const char *name = suggest_name(typed, names, count);
    struct text text = text_in(out, SUGGEST_TEXT_MAX);
    if (name) {
        text_add(&text, "; did you mean ");
        text_add(&text, name);
        text_put(&text, '?');
    }
    text_end(&text);
    return out;
}

const char *suggest_or_list(const char *typed, const char *const *names, size_t count,
                            char out[SUGGEST_TEXT_MAX])
{
    if (*suggest_text(typed, names, count, out))
        return out;
    struct text text = text_in(out, SUGGEST_TEXT_MAX);
    text_add(&text, "; expected one of ");
    for (size_t i = 0; i < count; i++) {
        text_add(&text, i ? ", " : "");
        text_add(&text, names[i]);
    }
    text_end(&text);
    return out;
}
