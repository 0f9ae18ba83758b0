/* SPDX-License-Identifier: MIT */
#include "notation/nag_symbols.h"

#include <string.h>

/* Of symbols with the same end, the longer one is first. */
static const struct symbol {
    const char *text;
    unsigned nag;
} symbols[] = {
    {"+--", 20}, {"--+", 21}, {"+/-", 16}, {"-/+", 17}, {"+/=", 14}, {"=/+", 15},  {"+-", 18},
    {"-+", 19},  {"+=", 14},  {"=+", 15},  {"=/~", 44}, {"~/=", 44}, {"=~", 44},   {"~=", 44},
    {"=/∞", 44}, {"∞/=", 44}, {"=∞", 44},  {"=", 10},   {"~", 13},   {"<=>", 132}, {"/\\", 140},
    {"‼", 3},    {"⁇", 4},    {"⁉", 5},    {"⁈", 6},    {"□", 7},    {"∞", 13},    {"⩲", 14},
    {"⩱", 15},   {"±", 16},   {"∓", 17},   {"⊙", 22},   {"⨀", 22},   {"○", 26},    {"⟳", 32},
    {"↻", 32},   {"↑", 36},   {"→", 40},   {"⯹", 44}, {"⇄", 132},  {"⇆", 132},   {"⊕", 138},
    {"⨁", 138},  {"∆", 140},  {"Δ", 140},  {"△", 140},  {"∇", 141},  {"⌓", 142},
};

/* These stand alone, since a move may end with such a letter. */
static const struct symbol words[] = {
    {"N", 146}, {"TN", 146}, {"RR", 145}, {"D", 220}, {"e.p.", 0}, {"ep", 0},
    {"ep.", 0}, {"e.p", 0},  {"+", 0},    {"++", 0},  {"#", 0},    {"ch", 0},
    {"ch.", 0}, {"mate", 0}, {"dbl", 0},  {"dis", 0},
};

static bool is_text(const char *text, size_t size, const struct symbol *symbol)
{
    return size == strlen(symbol->text) && !memcmp(text, symbol->text, size);
}

bool nag_symbol_find(const char *text, size_t size, unsigned *nag)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (is_text(text, size, &symbols[i])) {
            *nag = symbols[i].nag;
            return true;
        }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_text(text, size, &words[i])) {
            *nag = words[i].nag;
            return true;
        }
    return false;
}

size_t nag_symbol_at_end(const char *text, size_t size, unsigned *nag)
{
    if (!size || nag_symbol_never_ends_with(text[size - 1]))
        return 0;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        const size_t length = strlen(symbols[i].text);
        if (length < size && is_text(text + size - length, length, &symbols[i])) {
            *nag = symbols[i].nag;
            return length;
        }
    }
    return 0;
}
