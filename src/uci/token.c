/* SPDX-License-Identifier: MIT */
#include "uci/token.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

struct tokens tokens_init(const char *line, size_t size)
{
    return (struct tokens){line, line + size};
}

bool token_next(struct tokens *tokens, struct token *out)
{
    while (tokens->at < tokens->end && is_space(*tokens->at))
        tokens->at++;
    const char *start = tokens->at;
    while (tokens->at < tokens->end && !is_space(*tokens->at))
        tokens->at++;
    *out = (struct token){start, (size_t)(tokens->at - start)};
    return out->size;
}

bool token_is(struct token token, const char *word)
{
    return token.size == strlen(word) && !memcmp(token.text, word, token.size);
}

bool token_matches(struct token token, const char *text)
{
    size_t i = 0;
    for (; i < token.size && *text; text++) {
        if (*text == ' ' ? !is_space(token.text[i])
                         : ascii_lower(token.text[i]) != ascii_lower(*text))
            return false;
        i++;
        while (*text == ' ' && i < token.size && is_space(token.text[i]))
            i++;
    }
    return i == token.size && !*text;
}

bool token_skip(struct tokens *tokens, const char *word)
{
    struct tokens ahead = *tokens;
    struct token token;
    if (!token_next(&ahead, &token) || !token_is(token, word))
        return false;
    *tokens = ahead;
    return true;
}

struct token token_rest(struct tokens tokens)
{
    while (tokens.at < tokens.end && is_space(*tokens.at))
        tokens.at++;
    while (tokens.at < tokens.end && is_space(tokens.end[-1]))
        tokens.end--;
    return (struct token){tokens.at, (size_t)(tokens.end - tokens.at)};
}

struct token token_until(struct tokens *tokens, const char *word)
{
    struct tokens before = *tokens;
    struct token token;
    while (token_next(tokens, &token))
        if (token_is(token, word)) {
            tokens->at = before.end = token.text;
            break;
        }
    return token_rest(before);
}

bool token_number(struct token token, int64_t *out)
{
    const bool negative = token.size && *token.text == '-';
    int64_t number = 0;
    if (token.size == negative)
        return false;
    for (size_t i = negative; i < token.size; i++) {
        const char c = token.text[i];
        if (c < '0' || c > '9')
            return false;
        number = number > (INT64_MAX - 9) / 10 ? INT64_MAX : number * 10 + (c - '0');
    }
    *out = negative ? -number : number;
    return true;
}

const char *token_printable(struct token token, char out[TOKEN_PRINTABLE_MAX])
{
    static const char ellipsis[] = "...";
    const size_t size_max = TOKEN_PRINTABLE_MAX - sizeof ellipsis;
    const size_t size = token.size < size_max ? token.size : size_max;
    for (size_t i = 0; i < size; i++) {
        const char c = token.text[i];
        out[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    memcpy(out + size, size < token.size ? ellipsis : "", size < token.size ? sizeof ellipsis : 1);
    return out;
}

void token_sanitize(char *text)
{
    const char *const end = text + strlen(text);
    for (const char *at = text; at < end;) {
        char *const start = text + (at - text);
        if (utf8_is_control(utf8_next(&at, end)))
            memset(start, '?', (size_t)(at - start));
    }
}

bool token_error(char error[TOKEN_ERROR_MAX], const char *what, struct token token, const char *why)
{
    char printable[TOKEN_PRINTABLE_MAX];
    snprintf(error, TOKEN_ERROR_MAX, "%s \"%s\": %s", what, token_printable(token, printable), why);
    return false;
}
