/* SPDX-License-Identifier: MIT */
/* The terms of a new game as a user types them: "5+3 atomic rated black", in any order. */
#ifndef JOIN_TERMS_H
#define JOIN_TERMS_H

#include <stdbool.h>
#include <stddef.h>

enum { TERMS_CLOCK_MAX = 64, TERMS_RATINGS_MAX = 12, TERMS_ERROR_SIZE = 600 };

/* The terms of new games; NULL for the server's default. */
struct game_defaults {
    const char *clock, *variant, *side, *fen;
    bool rated, hidden;
};

/* The same for one game. Strings are static or borrowed from the defaults. */
struct game_terms {
    char clock[TERMS_CLOCK_MAX + 1];
    char ratings[TERMS_RATINGS_MAX + 1]; /* of the opponent of a seek: "1500-1800"; "": any */
    const char *variant, *side, *fen;
    bool rated, hidden;
};

/* Whether a word is a range of ratings: "1500-1800". */
bool terms_is_rating_range(const char *word);

/* Parses words in any order: a time control, a variant, a side, rated or casual, private or public,
 * a range of ratings.
 * What is not mentioned comes from the defaults. On failure returns false and `why` has the reason.
 */
bool terms_parse(const struct game_defaults *defaults, const char *text, struct game_terms *out,
                 char why[TERMS_ERROR_SIZE]);

/* The words besides time controls, for completion: calls `add` for each. */
void terms_list_words(void (*add)(void *context, const char *word), void *context);

#endif
