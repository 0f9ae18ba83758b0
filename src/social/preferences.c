/* SPDX-License-Identifier: MIT */
#include "social/preferences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum kind { WORD, NUMBER, FLAG };
enum { VALUE_MAX = 24 };

static const struct {
    const char *name;
    enum kind kind;
    const char *values, *fallback;
} rows[PREFERENCE_COUNT] = {
#define ROW(preference, name, kind, values, fallback) {name, kind, values, fallback},
#include "social/preferences.def"
};

/* One of the values of a row: "3:always" has the number 3 and the word "always", the second word of
 * a list the number 1. */
struct choice {
    unsigned char number;
    const char *word;
    size_t size;
};

/* Reads the choice at *at and advances; false at the end. */
static bool next_choice(enum kind kind, const char **at, unsigned char place, struct choice *out)
{
    *at += strspn(*at, " ");
    if (!**at)
        return false;
    const size_t size = strcspn(*at, " ");
    const size_t start = kind == NUMBER ? 2 : 0;
    *out = (struct choice){.number = kind == NUMBER ? (unsigned char)(**at - '0') : place,
                           .word = *at + start,
                           .size = size - start};
    *at += size;
    return true;
}

static bool is_chosen(const struct choice *choice, enum kind kind, const char *text)
{
    if (strlen(text) == choice->size && !memcmp(text, choice->word, choice->size))
        return true;
    return kind == NUMBER && text[0] == '0' + choice->number && !text[1];
}

static bool find_value(enum preference preference, const char *text, unsigned char *out)
{
    const enum kind kind = rows[preference].kind;
    const char *at = kind == FLAG ? "false true" : rows[preference].values;
    struct choice choice;
    for (unsigned char place = 0; next_choice(kind, &at, place, &choice); place++)
        if (is_chosen(&choice, kind, text)) {
            *out = choice.number;
            return true;
        }
    return false;
}

struct preferences preferences_default(void)
{
    struct preferences preferences = {{0}};
    for (unsigned i = 0; i < PREFERENCE_COUNT; i++)
        (void)find_value((enum preference)i, rows[i].fallback, &preferences.values[i]);
    return preferences;
}

bool preference_find(const char *name, enum preference *out)
{
    for (unsigned i = 0; i < PREFERENCE_COUNT; i++)
        if (!strcmp(rows[i].name, name)) {
            *out = (enum preference)i;
            return true;
        }
    return false;
}

static void write_allowed(enum preference preference, char *why, size_t size)
{
    struct text text = text_in(why, size);
    const char *at = rows[preference].kind == FLAG ? "true false" : rows[preference].values;
    struct choice choice;
    text_add(&text, "must be one of:");
    while (next_choice(rows[preference].kind, &at, 0, &choice)) {
        text_put(&text, ' ');
        text_add_bytes(&text, choice.word, choice.size);
    }
    text_end(&text);
}

bool preference_set(struct preferences *preferences, enum preference preference, const char *text,
                    char *why, size_t why_size)
{
    if (rows[preference].kind == FLAG && !strcmp(text, "1"))
        text = "true";
    else if (rows[preference].kind == FLAG && !strcmp(text, "0"))
        text = "false";
    if (find_value(preference, text, &preferences->values[preference]))
        return true;
    write_allowed(preference, why, why_size);
    return false;
}

void preference_text(const struct preferences *preferences, enum preference preference, char *out,
                     size_t size)
{
    const enum kind kind = rows[preference].kind;
    const char *at = kind == FLAG ? "false true" : rows[preference].values;
    struct text text = text_in(out, size);
    struct choice choice;
    for (unsigned char place = 0; next_choice(kind, &at, place, &choice); place++)
        if (choice.number == preferences->values[preference])
            text_add_bytes(&text, choice.word, choice.size);
    text_end(&text);
}

static void write_one(const struct preferences *preferences, enum preference preference,
                      struct json *json)
{
    const unsigned char value = preferences->values[preference];
    char word[VALUE_MAX];
    switch (rows[preference].kind) {
    case WORD:
        preference_text(preferences, preference, word, sizeof word);
        json_put_text(json, rows[preference].name, word);
        return;
    case NUMBER:
        json_put_integer(json, rows[preference].name, value);
        return;
    case FLAG:
        json_put_bool(json, rows[preference].name, value != 0);
        return;
    }
}

void preferences_write(const struct preferences *preferences, bool all, struct json *json)
{
    const struct preferences standard = preferences_default();
    for (unsigned i = 0; i < PREFERENCE_COUNT; i++)
        if (all || preferences->values[i] != standard.values[i])
            write_one(preferences, (enum preference)i, json);
}
