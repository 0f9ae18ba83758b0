/* SPDX-License-Identifier: MIT */
#include "rookery/variant.h"

#include <stddef.h>

#include "rules/mode.h"

static const char *const names[RK_VARIANT_COUNT] = {
#define ROW(variant, name, kinds, promotions, rules, start) [variant] = (name),
#include "rookery/variants.def"
};

static const char *const starts[RK_VARIANT_COUNT] = {
#define ROW(variant, name, kinds, promotions, rules, start) [variant] = (start),
#include "rookery/variants.def"
};

/* Other names that people and programs use. */
static const struct {
    const char *name;
    rk_variant variant;
} aliases[] = {
    {"chess", RK_STANDARD},        {"normal", RK_STANDARD},         {"fromposition", RK_STANDARD},
    {"fischerandom", RK_CHESS960}, {"fischerrandom", RK_CHESS960},  {"freestyle", RK_CHESS960},
    {"960", RK_CHESS960},          {"3check", RK_THREE_CHECK},      {"koth", RK_KING_OF_THE_HILL},
    {"giveaway", RK_ANTICHESS},    {"losingchess", RK_ANTICHESS},   {"anti", RK_ANTICHESS},
    {"zh", RK_CRAZYHOUSE},         {"house", RK_CRAZYHOUSE},        {"dunsanyschess", RK_HORDE},
    {"race", RK_RACING_KINGS},     {"amazonchess", RK_AMAZON_CHESS}};

const char *rk_variant_name(rk_variant variant)
{
    return names[variant];
}

const char *rk_variant_start(rk_variant variant)
{
    return starts[variant];
}

unsigned rk_variant_kinds(rk_variant variant)
{
    return variant_rows[variant].kinds;
}

unsigned rk_variant_promotions(rk_variant variant)
{
    return variant_rows[variant].promotions;
}

unsigned rk_variant_rules(rk_variant variant)
{
    return variant_rows[variant].rules;
}

static char next_letter(const char **text)
{
    while (**text == ' ' || **text == '-' || **text == '_')
        ++*text;
    const char c = **text;
    if (c)
        ++*text;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same_name(const char *a, const char *b)
{
    char c;
    do {
        c = next_letter(&a);
        if (c != next_letter(&b))
            return false;
    } while (c);
    return true;
}

bool rk_variant_from_name(const char *name, rk_variant *out)
{
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        if (is_same_name(name, names[variant])) {
            *out = (rk_variant)variant;
            return true;
        }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (is_same_name(name, aliases[i].name)) {
            *out = aliases[i].variant;
            return true;
        }
    return false;
}
