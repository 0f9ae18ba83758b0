/* SPDX-License-Identifier: MIT */
#include "pgntools/regex_size.h"

#include <stdbool.h>
#include <string.h>

enum { COUNT_MAX = 1 << 16 }; /* more than regcomp() accepts */

/* The pattern, or the part of it after a parenthesis. */
struct group {
    size_t size, last;              /* `last`: of the last atom, which a repetition copies */
    unsigned nesting, last_nesting; /* how deep repetitions are nested, as in (a*)+ or a*+ */
};

static void add_atom(struct group *group, size_t size)
{
    group->size += size;
    group->last = size;
    group->last_nesting = 0;
}

static void nest_last(struct group *group, unsigned nesting)
{
    group->last_nesting = nesting;
    if (nesting > group->nesting)
        group->nesting = nesting;
}

static void repeat_last(struct group *group, size_t count)
{
    if (count < 2)
        return;
    group->size += group->last * (count - 1);
    group->last *= count;
}

/* Returns the end of a bracket expression, given what follows its first bracket. */
static const char *skip_bracket(const char *at)
{
    at += *at == '^';
    at += *at == ']'; // the first one is a member of the set
    while (*at && *at != ']') {
        const char kind = at[1];
        const bool is_class = *at++ == '[' && kind && strchr(".:=", kind);
        if (!is_class)
            continue;
        for (at++; *at && !(*at == kind && at[1] == ']');)
            at++;
        at += *at ? 2 : 0;
    }
    return *at ? at + 1 : at;
}

/* Reads the rest of {N}, {N,}, {N,M} or {,M} and returns how many copies it makes: a{2,} is aaa*,
 * as a+ is aa*. */
static size_t read_count(const char **at)
{
    const char *const start = *at;
    size_t largest = 0, number = 0;
    for (; **at && strchr("0123456789,", **at); ++*at) {
        number = **at == ',' ? 0 : number * 10 + (size_t)(**at - '0');
        if (number > COUNT_MAX)
            number = COUNT_MAX;
        if (number > largest)
            largest = number;
    }
    const bool is_open = *at > start && (*at)[-1] == ',';
    *at += **at == '}';
    return largest + is_open;
}

/* Measures what begins with the character `c`; `*at` follows it. */
static void measure_part(struct group *group, char c, const char **at)
{
    if (strchr("{+*?", c))
        nest_last(group, group->last_nesting + 1);
    switch (c) {
    case '\\':
        *at += **at != '\0';
        add_atom(group, 1);
        break;
    case '[':
        *at = skip_bracket(*at);
        add_atom(group, 1);
        break;
    case '{':
        repeat_last(group, read_count(at));
        break;
    case '+':
        repeat_last(group, 2);
        break;
    case '*':
    case '?':
        group->size++;
        group->last++;
        break;
    case '|':
        add_atom(group, 1);
        group->last = 0;
        break;
    default:
        add_atom(group, 1);
    }
}

const char *regex_measure(const char *pattern, size_t *size)
{
    struct group groups[REGEX_DEPTH_MAX + 1] = {0};
    unsigned depth = 0;
    for (const char *at = pattern; *at;) {
        const char c = *at++;
        if (c == '\\' && *at >= '1' && *at <= '9') // takes exponential time
            return "back-references such as \\1 are not supported";
        if (c == '(') {
            if (depth == REGEX_DEPTH_MAX)
                return "the parentheses of the pattern are nested too deeply";
            groups[++depth] = (struct group){0};
        } else if (c == ')' && depth) {
            depth--;
            add_atom(&groups[depth], groups[depth + 1].size + 2);
            nest_last(&groups[depth], groups[depth + 1].nesting);
        } else {
            measure_part(&groups[depth], c, &at);
        }
        if (groups[depth].size > REGEX_SIZE_MAX)
            return "the pattern is longer than 2000 characters with its repetitions written out";
        if (groups[depth].nesting > REGEX_NESTING_MAX)
            return "the repetitions of the pattern are nested too deeply";
    }
    *size = groups[0].size;
    return NULL;
}
