/* SPDX-License-Identifier: MIT */
#include "pgntools/game_tags.h"

#include <string.h>

#include "notation/pgnresult.h"

bool pgn_text_equals(rk_pgn_text text, const char *word)
{
    return text.size == strlen(word) && !memcmp(text.at, word, text.size);
}

void game_tags_set(struct game_tags *tags, rk_pgn_text name, rk_pgn_text value)
{
    static const char *const names[TAG_COUNT] = {
        [TAG_WHITE] = "White",        [TAG_BLACK] = "Black",     [TAG_WHITE_ELO] = "WhiteElo",
        [TAG_BLACK_ELO] = "BlackElo", [TAG_DATE] = "Date",       [TAG_ECO] = "ECO",
        [TAG_RESULT] = "Result",      [TAG_VARIANT] = "Variant",
    };
    for (size_t i = 0; i < TAG_COUNT; i++)
        if (pgn_text_equals(name, names[i])) {
            tags->value[i] = value;
            return;
        }
}

rk_variant game_tags_variant(const struct game_tags *tags)
{
    char name[64];
    rk_variant variant = RK_STANDARD;
    const size_t size = rk_pgn_unescape(tags->value[TAG_VARIANT], name, sizeof name - 1);
    name[size] = '\0';
    if (size && rk_variant_from_name(name, &variant))
        return variant;
    return RK_STANDARD;
}

unsigned long pgn_text_number(rk_pgn_text text)
{
    unsigned long number = 0;
    for (size_t i = 0; i < text.size && i < 9 && text.at[i] >= '0' && text.at[i] <= '9'; i++)
        number = number * 10 + (unsigned long)(text.at[i] - '0');
    return number;
}

rk_pgn_text game_result_canonical(rk_pgn_text tag)
{
    const char *const end = tag.size ? tag.at + tag.size : tag.at, *after;
    const char *canonical = tag.size ? pgnresult_read(tag.at, end, &after) : NULL;
    return canonical && after == end ? (rk_pgn_text){canonical, strlen(canonical)} : tag;
}

enum game_result game_result_parse(rk_pgn_text result)
{
    const rk_pgn_text canonical = game_result_canonical(result);
    if (pgn_text_equals(canonical, "1-0"))
        return WHITE_WON;
    if (pgn_text_equals(canonical, "0-1"))
        return BLACK_WON;
    return pgn_text_equals(canonical, "1/2-1/2") ? DRAWN : UNDECIDED;
}

enum game_result game_result_find(const struct game_tags *tags, rk_pgn_text after_moves)
{
    const enum game_result result = game_result_parse(tags->value[TAG_RESULT]);
    return result == UNDECIDED ? game_result_parse(after_moves) : result;
}
