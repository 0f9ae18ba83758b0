/* SPDX-License-Identifier: MIT */
/* A line of UCI, cut into words at blanks. Nothing is copied, nothing ends in NUL. */
#ifndef UCI_TOKEN_H
#define UCI_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct token {
    const char *text;
    size_t size;
};

struct tokens {
    const char *at, *end; /* what is still to be read */
};

struct tokens tokens_init(const char *line, size_t size);

/* The next word; false at the end. */
bool token_next(struct tokens *tokens, struct token *out);
bool token_is(struct token token, const char *word);
/* Without regard to case, nor to how many blanks stand between its parts. */
bool token_equals_ignoring_case(struct token token, const char *word);

/* The next word is `word`; it is then read, and else not. */
bool token_skip(struct tokens *tokens, const char *word);

/* What is left, without blanks at its ends. */
struct token token_rest(struct tokens tokens);

/* A whole number, all of it; one too large is the largest there is. */
bool token_number(struct token token, int64_t *out);

/* As text to show somebody: bounded, only what prints; what is cut ends in "...". */
enum { TOKEN_PRINTABLE_MAX = 64 };
const char *token_printable(struct token token, char out[TOKEN_PRINTABLE_MAX]);

#endif
