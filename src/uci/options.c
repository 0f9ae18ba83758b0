/* SPDX-License-Identifier: MIT */
#include "uci/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct row {
    const char *name;
    enum option_type type;
    int64_t value, min, max;
} rows[OPTION_COUNT] = {
#define ROW(option, name, type, value, min, max) [option] = {name, type, value, min, max},
#include "uci/options.def"
};

static const struct {
    rk_variant variant;
    const char *name;
} variants[] = {
#define ROW(variant, name) {variant, name},
#include "uci/variants.def"
};

enum { VARIANT_NAME_COUNT = sizeof variants / sizeof *variants, VARIANT_NAME_MAX = 40 };

void options_init(struct options *options)
{
    *options = (struct options){.book_file = ""};
    for (int i = 0; i < OPTION_COUNT; i++) {
        options->numbers[i] = rows[i].value;
        options->max[i] = rows[i].max;
    }
}

void options_limit(struct options *options, enum option option, int64_t max)
{
    if (!max || max > options->max[option])
        return;
    options->max[option] = max;
    if (options->numbers[option] > max)
        options->numbers[option] = max;
}

const char *option_name(enum option option)
{
    return rows[option].name;
}

// ---- describing ------------------------------------------------------------------------------

static size_t describe_combo(const char *name, char *out, size_t size)
{
    int length =
        snprintf(out, size, "option name %s type combo default %s", name, variants[0].name);
    for (size_t i = 0; i < VARIANT_NAME_COUNT; i++)
        length += snprintf(out + length, size - (size_t)length, " var %s", variants[i].name);
    return (size_t)length;
}

size_t options_describe(const struct options *options, enum option option, char *out, size_t size)
{
    const struct row *row = &rows[option];
    switch (row->type) {
    case OPTION_SPIN: {
        const int64_t max = options->max[option];
        const int64_t value = row->value < max ? row->value : max;
        return (size_t)snprintf(
            out, size, "option name %s type spin default %" PRId64 " min %" PRId64 " max %" PRId64,
            row->name, value, row->min, max);
    }
    case OPTION_CHECK:
        return (size_t)snprintf(out, size, "option name %s type check default %s", row->name,
                                row->value ? "true" : "false");
    case OPTION_COMBO:
        return describe_combo(row->name, out, size);
    case OPTION_STRING:
        return (size_t)snprintf(out, size, "option name %s type string default <empty>", row->name);
    case OPTION_BUTTON:
        break;
    }
    return (size_t)snprintf(out, size, "option name %s type button", row->name);
}

// ---- setting ---------------------------------------------------------------------------------

static bool set_spin(struct options *options, enum option option, struct token value, char *error)
{
    const struct row *row = &rows[option];
    char printable[TOKEN_PRINTABLE_MAX];
    int64_t number;
    if (token_number(value, &number) && number >= row->min && number <= options->max[option]) {
        options->numbers[option] = number;
        return true;
    }
    snprintf(error, TOKEN_ERROR_MAX,
             "%s: expected a number from %" PRId64 " to %" PRId64 ", not \"%s\"", row->name,
             row->min, options->max[option], token_printable(value, printable));
    return false;
}

static bool set_check(struct options *options, enum option option, struct token value, char *error)
{
    char printable[TOKEN_PRINTABLE_MAX];
    const bool on = token_matches(value, "true");
    if (on || token_matches(value, "false")) {
        options->numbers[option] = on;
        return true;
    }
    snprintf(error, TOKEN_ERROR_MAX, "%s: expected true or false, not \"%s\"", rows[option].name,
             token_printable(value, printable));
    return false;
}

/* "chess960" sets UCI_Chess960 and the variant chess. */
static bool set_variant(struct options *options, struct token value, char *error)
{
    char name[VARIANT_NAME_MAX], printable[TOKEN_PRINTABLE_MAX];
    rk_variant variant;
    const size_t size = value.size < sizeof name ? value.size : 0;
    memcpy(name, value.text, size);
    name[size] = '\0';
    if (!rk_variant_from_name(name, &variant)) {
        snprintf(error, TOKEN_ERROR_MAX, "unknown variant \"%s\"",
                 token_printable(value, printable));
        return false;
    }
    if (variant == RK_CHESS960)
        options->numbers[OPTION_CHESS960] = true;
    options->numbers[OPTION_VARIANT] = variant == RK_CHESS960 ? RK_STANDARD : variant;
    return true;
}

static char *string_of(struct options *options, enum option option)
{
    return option == OPTION_BOOK_FILE     ? options->book_file
           : option == OPTION_SYZYGY_PATH ? options->syzygy_path
                                          : options->eval_file;
}

static bool set_string(struct options *options, enum option option, struct token value, char *error)
{
    char *const text = string_of(options, option);
    if (value.size >= OPTION_STRING_MAX || memchr(value.text, '\0', value.size)) {
        snprintf(error, TOKEN_ERROR_MAX, "%s: expected a path", rows[option].name);
        return false;
    }
    const size_t size = token_is(value, "<empty>") ? 0 : value.size;
    memcpy(text, value.text, size);
    text[size] = '\0';
    return true;
}

static bool set_value(struct options *options, enum option option, struct token value, char *error)
{
    switch (rows[option].type) {
    case OPTION_SPIN:
        return set_spin(options, option, value, error);
    case OPTION_CHECK:
        return set_check(options, option, value, error);
    case OPTION_COMBO:
        return set_variant(options, value, error);
    case OPTION_STRING:
        return set_string(options, option, value, error);
    case OPTION_BUTTON:
        break;
    }
    return true;
}

enum option options_set(struct options *options, struct tokens tokens, char error[TOKEN_ERROR_MAX])
{
    char printable[TOKEN_PRINTABLE_MAX];
    if (!token_skip(&tokens, "name")) {
        snprintf(error, TOKEN_ERROR_MAX, "usage: setoption name NAME [value VALUE]");
        return OPTION_COUNT;
    }
    const struct token name = token_until(&tokens, "value");
    token_skip(&tokens, "value");
    const struct token value = token_rest(tokens);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (token_matches(name, rows[i].name))
            return set_value(options, (enum option)i, value, error) ? (enum option)i : OPTION_COUNT;
    snprintf(error, TOKEN_ERROR_MAX, "unknown option \"%s\"", token_printable(name, printable));
    return OPTION_COUNT;
}

// ---- combined values -------------------------------------------------------------------------

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
