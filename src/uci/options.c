/* SPDX-License-Identifier: MIT */
#include "uci/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct row {
    const char *name;
    enum option_kind kind;
    int64_t value, least, most;
} rows[OPTION_COUNT] = {
#define ROW(option, name, kind, value, least, most) [option] = {name, kind, value, least, most},
#include "uci/options.def"
};

static const struct {
    rk_variant variant;
    const char *name;
} variants[] = {
#define ROW(variant, name) {variant, name},
#include "uci/variants.def"
};

enum { VARIANT_NAMES = sizeof variants / sizeof *variants, NAME_MAX_SIZE = 40 };

void options_init(struct options *options)
{
    *options = (struct options){.book = ""};
    for (int i = 0; i < OPTION_COUNT; i++) {
        options->numbers[i] = rows[i].value;
        options->most[i] = rows[i].most;
    }
}

void options_restrict(struct options *options, enum option option, int64_t most)
{
    if (!most || most > options->most[option])
        return;
    options->most[option] = most;
    if (options->numbers[option] > most)
        options->numbers[option] = most;
}

const char *option_name(enum option option)
{
    return rows[option].name;
}

// ---- announcing ------------------------------------------------------------------------------

static size_t announce_choice(const char *name, char *out, size_t size)
{
    int length =
        snprintf(out, size, "option name %s type combo default %s", name, variants[0].name);
    for (size_t i = 0; i < VARIANT_NAMES; i++)
        length += snprintf(out + length, size - (size_t)length, " var %s", variants[i].name);
    return (size_t)length;
}

size_t options_announce(const struct options *options, enum option option, char *out, size_t size)
{
    const struct row *row = &rows[option];
    switch (row->kind) {
    case OPTION_NUMBER: {
        const int64_t most = options->most[option];
        const int64_t value = row->value < most ? row->value : most;
        return (size_t)snprintf(
            out, size, "option name %s type spin default %" PRId64 " min %" PRId64 " max %" PRId64,
            row->name, value, row->least, most);
    }
    case OPTION_SWITCH:
        return (size_t)snprintf(out, size, "option name %s type check default %s", row->name,
                                row->value ? "true" : "false");
    case OPTION_CHOICE:
        return announce_choice(row->name, out, size);
    case OPTION_TEXT:
        return (size_t)snprintf(out, size, "option name %s type string default <empty>", row->name);
    case OPTION_BUTTON:
        break;
    }
    return (size_t)snprintf(out, size, "option name %s type button", row->name);
}

// ---- setting ---------------------------------------------------------------------------------

static bool set_number(struct options *options, enum option option, struct token value,
                       char *complaint)
{
    const struct row *row = &rows[option];
    char shown[TOKEN_SHOWN_MAX];
    int64_t number;
    if (token_number(value, &number) && number >= row->least && number <= options->most[option]) {
        options->numbers[option] = number;
        return true;
    }
    snprintf(complaint, COMPLAINT_MAX,
             "%s takes a number from %" PRId64 " to %" PRId64 ", not \"%s\"", row->name, row->least,
             options->most[option], token_show(value, shown));
    return false;
}

static bool set_switch(struct options *options, enum option option, struct token value,
                       char *complaint)
{
    char shown[TOKEN_SHOWN_MAX];
    const bool on = token_sounds(value, "true");
    if (on || token_sounds(value, "false")) {
        options->numbers[option] = on;
        return true;
    }
    snprintf(complaint, COMPLAINT_MAX, "%s takes true or false, not \"%s\"", rows[option].name,
             token_show(value, shown));
    return false;
}

/* Chess960 by its name is that option, the rules are those of chess. */
static bool set_variant(struct options *options, struct token value, char *complaint)
{
    char name[NAME_MAX_SIZE], shown[TOKEN_SHOWN_MAX];
    rk_variant variant;
    const size_t size = value.size < sizeof name ? value.size : 0;
    memcpy(name, value.text, size);
    name[size] = '\0';
    if (!rk_variant_from_name(name, &variant)) {
        snprintf(complaint, COMPLAINT_MAX, "there is no variant \"%s\"", token_show(value, shown));
        return false;
    }
    if (variant == RK_CHESS960)
        options->numbers[OPTION_CHESS960] = true;
    options->numbers[OPTION_VARIANT] = variant == RK_CHESS960 ? RK_STANDARD : variant;
    return true;
}

static bool set_text(struct options *options, enum option option, struct token value,
                     char *complaint)
{
    char *text = option == OPTION_BOOK ? options->book : options->tables;
    if (value.size >= OPTION_TEXT_MAX || memchr(value.text, '\0', value.size)) {
        snprintf(complaint, COMPLAINT_MAX, "%s takes the name of a file or folder, not that",
                 rows[option].name);
        return false;
    }
    const size_t size = token_is(value, "<empty>") ? 0 : value.size;
    memcpy(text, value.text, size);
    text[size] = '\0';
    return true;
}

static bool set_value(struct options *options, enum option option, struct token value,
                      char *complaint)
{
    switch (rows[option].kind) {
    case OPTION_NUMBER:
        return set_number(options, option, value, complaint);
    case OPTION_SWITCH:
        return set_switch(options, option, value, complaint);
    case OPTION_CHOICE:
        return set_variant(options, value, complaint);
    case OPTION_TEXT:
        return set_text(options, option, value, complaint);
    case OPTION_BUTTON:
        break;
    }
    return true;
}

/* What stands before the word "value", or all of it; the value in `value`. */
static struct token split(struct tokens tokens, struct token *value)
{
    struct tokens at = tokens;
    struct token word;
    *value = (struct token){tokens.end, 0};
    while (token_next(&at, &word))
        if (token_is(word, "value")) {
            *value = token_rest(at);
            tokens.end = word.text;
            break;
        }
    return token_rest(tokens);
}

enum option options_set(struct options *options, struct tokens tokens,
                        char complaint[COMPLAINT_MAX])
{
    struct token value;
    char shown[TOKEN_SHOWN_MAX];
    if (!token_skip(&tokens, "name")) {
        snprintf(complaint, COMPLAINT_MAX, "setoption takes: name NAME [value VALUE]");
        return OPTION_COUNT;
    }
    const struct token name = split(tokens, &value);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (token_sounds(name, rows[i].name))
            return set_value(options, (enum option)i, value, complaint) ? (enum option)i
                                                                        : OPTION_COUNT;
    snprintf(complaint, COMPLAINT_MAX, "there is no option \"%s\"", token_show(name, shown));
    return OPTION_COUNT;
}

// ---- what they say together ------------------------------------------------------------------

rk_variant options_variant(const struct options *options)
{
    const rk_variant variant = (rk_variant)options->numbers[OPTION_VARIANT];
    return variant == RK_STANDARD && options->numbers[OPTION_CHESS960] ? RK_CHESS960 : variant;
}

unsigned options_elo(const struct options *options)
{
    if (options->numbers[OPTION_LIMIT_STRENGTH])
        return (unsigned)options->numbers[OPTION_ELO];
    const unsigned level = (unsigned)options->numbers[OPTION_LEVEL];
    return level ? rk_level_elo(level) : 0;
}
