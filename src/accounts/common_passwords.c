/* SPDX-License-Identifier: MIT */
/* A list of words and a few rules match far more passwords than a list of passwords of the same
 * size, because many people take a word and add a year. */
#include "accounts/common_passwords.h"

#include <string.h>

#include "base/ascii.h"

enum { LENGTH_MAX = 32, PATTERN_MAX = 4, NUMBER_MAX = 12, INITIALS_MAX = 2 };

static const char *const rows[] = {
#define ROW(words) words,
#include "accounts/common_words.def"
};

static bool is_listed(const char *text, size_t size)
{
    char word[LENGTH_MAX + 3];
    if (size < 3 || memchr(text, ' ', size))
        return false;
    word[0] = word[size + 1] = ' ';
    memcpy(word + 1, text, size);
    word[size + 2] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(rows[i], word))
            return true;
    return false;
}

/* A word of the list or its plural. */
static bool is_word(const char *text, size_t size)
{
    return is_listed(text, size) || (size && text[size - 1] == 's' && is_listed(text, size - 1));
}

/* "iloveyou", "newpassword" */
static bool is_two_words(const char *text, size_t size)
{
    for (size_t first = 3; first + 3 <= size; first++)
        if (is_word(text, first) && is_word(text + first, size - first))
            return true;
    return false;
}

/* "drowssap" */
static bool is_reversed_word(const char *text, size_t size)
{
    char reversed[LENGTH_MAX];
    for (size_t i = 0; i < size; i++)
        reversed[i] = text[size - 1 - i];
    return is_word(reversed, size);
}

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether the text without the digits and signs at both ends is a word, or two. */
static bool has_word(const char *text, size_t size)
{
    size_t start = 0;
    if (is_word(text, size))
        return true;
    while (start < size && !is_letter(text[start]))
        start++;
    while (size > start && !is_letter(text[size - 1]))
        size--;
    text += start;
    size -= start;
    return is_word(text, size) || is_two_words(text, size) || is_reversed_word(text, size);
}

/* The length of the pattern that the text repeats; its own length if it repeats none. */
static size_t pattern_size(const char *text, size_t size)
{
    for (size_t unit = 1; unit <= size / 2; unit++)
        if (!memcmp(text, text + unit, size - unit))
            return unit;
    return size;
}

/* Replaces the characters of `from` by those of `to`. */
static void replace_characters(const char *text, const char *from, const char *to,
                               char out[LENGTH_MAX + 1])
{
    size_t i = 0;
    for (; text[i]; i++) {
        const char *at = strchr(from, text[i]);
        out[i] = at ? to[at - from] : text[i];
    }
    out[i] = '\0';
}

static bool is_word_or_twice(const char *text)
{
    const size_t size = strlen(text), unit = pattern_size(text, size);
    return has_word(text, size) || (unit < size && has_word(text, unit));
}

/* "p4ssword123": the digits at the end are not letters. A 1 may be two letters. */
static bool is_disguised_word(const char *text)
{
    static const char *const alphabets[] = {"oieastbasitl", "oleastbasitl"};
    char letters[LENGTH_MAX + 1], without_end[LENGTH_MAX + 1];
    size_t size = strlen(text);
    memcpy(without_end, text, size + 1);
    while (size && !is_letter(without_end[size - 1]))
        without_end[--size] = '\0';
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
        replace_characters(text, "0134578@$!+|", alphabets[i], letters);
        if (is_word_or_twice(letters))
            return true;
        replace_characters(without_end, "0134578@$!+|", alphabets[i], letters);
        if (is_word_or_twice(letters))
            return true;
    }
    return false;
}

/* "!QAZ2wsx": a walk over the keyboard with the shift key held. */
static bool is_shifted_walk(const char *text)
{
    char digits[LENGTH_MAX + 1];
    replace_characters(text, "!@#$%^&*()", "1234567890", digits);
    return is_word_or_twice(digits);
}

/* "12345678", "a12345678", "1234567ab" */
static bool is_number(const char *text)
{
    static const char digits[] = "0123456789";
    const char *number = text;
    while (is_letter(*number))
        number++;
    const size_t count = strspn(number, digits);
    const char *end = number + count;
    while (is_letter(*end))
        end++;
    return !*end && count && count <= NUMBER_MAX && strlen(text) - count <= INITIALS_MAX;
}

bool password_is_common(const char *password)
{
    char lower[LENGTH_MAX + 1];
    const size_t size = strlen(password);
    if (pattern_size(password, size) <= PATTERN_MAX)
        return true;
    if (size > LENGTH_MAX)
        return false;
    for (size_t i = 0; i <= size; i++)
        lower[i] = ascii_lower(password[i]);
    return is_number(lower) || pattern_size(lower, size) <= PATTERN_MAX ||
           is_word_or_twice(lower) || is_disguised_word(lower) || is_shifted_walk(lower);
}
