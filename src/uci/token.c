/* SPDX-License-Identifier: MIT */
#include "uci/token.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

struct tokens tokens_init(const char *line, size_t size)
{
    return (struct tokens){line, line + size};
}

bool token_next(struct tokens *tokens, struct token *out)
{
    while (tokens->at < tokens->end && is_blank(*tokens->at))
        tokens->at++;
    const char *start = tokens->at;
    while (tokens->at < tokens->end && !is_blank(*tokens->at))
        tokens->at++;
    *out = (struct token){start, (size_t)(tokens->at - start)};
    return out->size;
}

bool token_is(struct token token, const char *word)
{
    return token.size == strlen(word) && !memcmp(token.text, word, token.size);
}

bool token_equals_ignoring_case(struct token token, const char *word)
{
    size_t i = 0;
    for (; i < token.size && *word; word++) {
        if (*word == ' ' ? !is_blank(token.text[i]) : small(token.text[i]) != small(*word))
            return false;
        i++;
        while (*word == ' ' && i < token.size && is_blank(token.text[i]))
            i++;
    }
    return i == token.size && !*word;
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
    while (tokens.at < tokens.end && is_blank(*tokens.at))
        tokens.at++;
    while (tokens.at < tokens.end && is_blank(tokens.end[-1]))
        tokens.end--;
    return (struct token){tokens.at, (size_t)(tokens.end - tokens.at)};
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
    static const char dots[] = "...";
    const size_t room = TOKEN_PRINTABLE_MAX - sizeof dots;
    const size_t size = token.size < room ? token.size : room;
    for (size_t i = 0; i < size; i++) {
        const char c = token.text[i];
        out[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    memcpy(out + size, size < token.size ? dots : "", size < token.size ? sizeof dots : 1);
    return out;
}
