/* SPDX-License-Identifier: MIT */
/* Conditions on any tags, written as an expression:
 *
 *     WhiteElo >= 2700 and not (Event glob "*blitz*" or Player contains carlsen)
 *
 * A comparison is TAG = VALUE, with != < <= > >=, or TAG in FROM..TO, TAG contains TEXT,
 * TAG glob PATTERN, TAG matches REGEX, or has TAG. Player and Elo mean either player. A value in
 * quotes is compared as text; others are compared as dates or numbers if they look like it. */
#ifndef PGNTOOLS_WHERE_H
#define PGNTOOLS_WHERE_H

#include "rookery/pgn.h"

enum {
    WHERE_TAGS_MAX = 32,         /* different tags in all expressions together */
    WHERE_DEPTH_MAX = 64,        /* of parentheses and `not` */
    WHERE_REGEX_SIZE_MAX = 20000 /* of all regular expressions, with repetitions written out */
};

struct where;

/* Without expressions every game matches. Returns NULL if memory runs out. */
struct where *where_create(void);
void where_destroy(struct where *where); /* NULL is allowed */

/* Adds an expression; all of them must hold. On failure nothing but where_destroy() may follow. */
RK_MUST_USE rk_err where_add(struct where *where, const char *text, size_t size, rk_fault *fault);

/* The tags of a game that the expressions use; all zeros at its start. */
struct where_values {
    rk_pgn_text value[WHERE_TAGS_MAX];
};

void where_set_tag(const struct where *where, rk_pgn_text name, rk_pgn_text value,
                   struct where_values *values);
bool where_matches(const struct where *where, const struct where_values *values);

#endif
