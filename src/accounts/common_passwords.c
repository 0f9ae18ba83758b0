/* SPDX-License-Identifier: MIT */
/* A list of words and a few rules catch far more than a list of passwords of the same size: people
 * take a word and add a year. */
#include "accounts/common_passwords.h"

#include <string.h>

#include "base/ascii.h"

enum { LENGTH_MAX = 32, PATTERN_MAX = 4, NUMBER_MAX = 12 };

static const char *const rows[] = {
#define ROW(words) words,
#include "accounts/common_words.def"
};

static bool is_word(const char *text, size_t size)
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

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether the text without the digits and signs at both ends is a word. */
static bool has_word(const char *text, size_t size)
{
    size_t start = 0;
    if (is_word(text, size))
        return true;
    while (start < size && !is_letter(text[start]))
        start++;
    while (size > start && !is_letter(text[size - 1]))
        size--;
    return is_word(text + start, size - start);
}

/* The length of the pattern that the text repeats; its own length if it repeats none. */
static size_t pattern_size(const char *text, size_t size)
{
    for (size_t unit = 1; unit <= size / 2; unit++)
        if (!memcmp(text, text + unit, size - unit))
            return unit;
    return size;
}

/* Writes the letters that digits and signs stand for. Both letters that a 1 may be are tried. */
static void write_letters(const char *text, char one, char out[LENGTH_MAX + 1])
{
    static const char from[] = "0134578@$!+|", to[] = "o?eastbasitl";
    size_t i = 0;
    for (; text[i]; i++) {
        const char *at = strchr(from, text[i]);
        out[i] = text[i] == '1' ? one : at ? to[at - from] : text[i];
    }
    out[i] = '\0';
}

static bool is_word_or_twice(const char *text)
{
    const size_t size = strlen(text), unit = pattern_size(text, size);
    return size &&
           (unit <= PATTERN_MAX || has_word(text, size) || (unit < size && has_word(text, unit)));
}

/* "p4ssword123": the digits at the end are not letters. */
static bool is_disguised_word(const char *text)
{
    char letters[LENGTH_MAX + 1], without_end[LENGTH_MAX + 1];
    size_t size = strlen(text);
    memcpy(without_end, text, size + 1);
    while (size && !is_letter(without_end[size - 1]))
        without_end[--size] = '\0';
    for (const char *one = "il"; *one; one++) {
        write_letters(text, *one, letters);
        if (is_word_or_twice(letters))
            return true;
        write_letters(without_end, *one, letters);
        if (is_word_or_twice(letters))
            return true;
    }
    return false;
}

bool password_is_common(const char *password)
{
    char lower[LENGTH_MAX + 1];
    const size_t size = strlen(password);
    if (size > LENGTH_MAX)
        return pattern_size(password, size) <= PATTERN_MAX;
    for (size_t i = 0; i <= size; i++)
        lower[i] = ascii_lower(password[i]);
    const bool is_number = strspn(lower, "0123456789") == size;
    return (is_number && size <= NUMBER_MAX) || is_word_or_twice(lower) || is_disguised_word(lower);
}
