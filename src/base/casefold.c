/* SPDX-License-Identifier: MIT */
#include "base/casefold.h"

#include "base/ascii.h"
#include "base/utf8.h"

/* Upper-case characters and the distance to their lower-case forms. With a step of 2, upper and
 * lower case alternate, and every second character from the first is upper case. */
static const struct fold {
    uint16_t first, last;
    int16_t distance;
    uint16_t step;
} folds[] = {
    {0x00c0, 0x00d6, 32, 1},    // À to Ö
    {0x00d8, 0x00de, 32, 1},    // Ø to Þ
    {0x0100, 0x012e, 1, 2},     // Ā to Į
    {0x0130, 0x0130, -199, 1},  // İ, as i
    {0x0132, 0x0136, 1, 2},     // Ĳ to Ķ
    {0x0139, 0x0147, 1, 2},     // Ĺ to Ň
    {0x014a, 0x0176, 1, 2},     // Ŋ to Ŷ
    {0x0178, 0x0178, -121, 1},  // Ÿ
    {0x0179, 0x017d, 1, 2},     // Ź to Ž
    {0x017f, 0x017f, -268, 1},  // ſ, as s
    {0x018f, 0x018f, 202, 1},   // Ə
    {0x01a0, 0x01a4, 1, 2},     // Ơ
    {0x01af, 0x01af, 1, 1},     // Ư
    {0x01cd, 0x01db, 1, 2},     // Ǎ to Ǜ
    {0x01de, 0x01ee, 1, 2},     // Ǟ to Ǯ
    {0x01f8, 0x021e, 1, 2},     // Ǹ to Ȟ, with Ș and Ț
    {0x0222, 0x0232, 1, 2},     // Ȣ to Ȳ
    {0x0386, 0x0386, 38, 1},    // Ά
    {0x0388, 0x038a, 37, 1},    // Έ to Ί
    {0x038c, 0x038c, 64, 1},    // Ό
    {0x038e, 0x038f, 63, 1},    // Ύ, Ώ
    {0x0391, 0x03a1, 32, 1},    // Α to Ρ
    {0x03a3, 0x03ab, 32, 1},    // Σ to Ϋ
    {0x03c2, 0x03c2, 1, 1},     // ς, as σ
    {0x0400, 0x040f, 80, 1},    // Ѐ to Џ
    {0x0410, 0x042f, 32, 1},    // А to Я
    {0x0460, 0x0480, 1, 2},     // Ѡ to Ҁ
    {0x048a, 0x04be, 1, 2},     // Ҋ to Ҿ
    {0x04c0, 0x04c0, 15, 1},    // Ӏ
    {0x04c1, 0x04cd, 1, 2},     // Ӂ to Ӎ
    {0x04d0, 0x052e, 1, 2},     // Ӑ to Ԯ
    {0x0531, 0x0556, 48, 1},    // Armenian
    {0x1c90, 0x1cba, -3008, 1}, // Georgian
    {0x1e00, 0x1e94, 1, 2},     // Ḁ to Ẕ
    {0x1e9e, 0x1e9e, -7615, 1}, // ẞ
    {0x1ea0, 0x1efe, 1, 2},     // Ạ to Ỿ
};

uint32_t casefold_character(uint32_t character)
{
    if (character < 0x80)
        return (unsigned char)ascii_lower((char)character);
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
        const struct fold *fold = &folds[i];
        if (character < fold->first)
            break;
        if (character <= fold->last)
            return (character - fold->first) % fold->step
                       ? character
                       : (uint32_t)((int32_t)character + fold->distance);
    }
    return character;
}

static bool starts_with(const char *at, const char *end, const char *part, const char *part_end)
{
    while (part < part_end) {
        if (at == end)
            return false;
        if (casefold_character(utf8_next(&at, end)) !=
            casefold_character(utf8_next(&part, part_end)))
            return false;
    }
    return true;
}

bool casefold_contains(const char *text, size_t size, const char *part, size_t part_size)
{
    const char *const end = size ? text + size : text;
    const char *const part_end = part_size ? part + part_size : part;
    for (const char *at = text;; utf8_next(&at, end)) {
        if (starts_with(at, end, part, part_end))
            return true;
        if (at == end)
            return false;
    }
}
