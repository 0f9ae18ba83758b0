/* SPDX-License-Identifier: MIT */
#include "pgntools/pgn_date.h"

#include <stdbool.h>

#include "pgntools/game_tags.h"

static bool is_year(const char *text, size_t size)
{
    size_t digits = 0;
    while (digits < 4 && digits < size && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits == 4;
}

unsigned long pgn_date_parse(const char *text, size_t size, unsigned long unknown)
{
    if (!is_year(text, size))
        return 0;
    unsigned long date = pgn_text_number((rk_pgn_text){text, 4});
    for (size_t part = 0, at = 5; date && part < 2; part++, at += 3) {
        const rk_pgn_text digits = {text + at, at + 2 <= size ? 2 : 0};
        const unsigned long number = digits.size ? pgn_text_number(digits) : 0;
        date = date * 100 + (number ? number : unknown);
    }
    return date;
}

/* Two digits after a separator. */
static bool is_part(const char *text, unsigned long max)
{
    if ((text[0] != '.' && text[0] != '-') || text[1] < '0' || text[1] > '9' || text[2] < '0' ||
        text[2] > '9')
        return false;
    const unsigned long number = pgn_text_number((rk_pgn_text){text + 1, 2});
    return number >= 1 && number <= max;
}

unsigned long pgn_date_parse_strict(const char *text, size_t size, unsigned long missing)
{
    if ((size != 4 && size != 7 && size != 10) || (size >= 7 && !is_part(text + 4, 12)) ||
        (size == 10 && !is_part(text + 7, 31)))
        return 0;
    return pgn_date_parse(text, size, missing);
}
