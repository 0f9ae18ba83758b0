/* SPDX-License-Identifier: MIT */
/* Splits a line of UCI into words at white space. A token points into the line: nothing is copied,
 * and it does not end in NUL. */
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
    const char *at, *end; /* the part of the line that is still unread */
};

struct tokens tokens_init(const char *line, size_t size);

/* The next word; false at the end of the line. */
bool token_next(struct tokens *tokens, struct token *out);
bool token_is(struct token token, const char *word);
/* Ignores case and the amount of white space between the words of `text`. */
bool token_matches(struct token token, const char *text);

/* Reads the next word if it is `word`; otherwise reads nothing and returns false. */
bool token_skip(struct tokens *tokens, const char *word);

/* The unread part of the line, trimmed. */
struct token token_rest(struct tokens tokens);
/* Reads up to the next `word`, which stays unread, or to the end. Returns the text read, trimmed.
 */
struct token token_until(struct tokens *tokens, const char *word);

/* Parses a token that is an integer. Clamps values that are out of range. */
bool token_number(struct token token, int64_t *out);

/* Copies a token for an error message: replaces unprintable bytes by '?' and shortens long text
 * with "...". */
enum { TOKEN_PRINTABLE_MAX = 64 };
const char *token_printable(struct token token, char out[TOKEN_PRINTABLE_MAX]);

/* Replaces control characters by '?'. */
void token_sanitize(char *text);

/* Writes the error message `what "token": why`. Returns false, for the caller to return. */
enum { TOKEN_ERROR_MAX = 256 };
bool token_error(char error[TOKEN_ERROR_MAX], const char *what, struct token token,
                 const char *why);

#endif
