/* SPDX-License-Identifier: MIT */
/* Writes the constants declared in rules/tables.h as C, to standard output.
 * Runs on the machine that builds, whatever machine it builds for. */
#include <stdio.h>
#include <stdlib.h>

#include "rules/slow_attacks.h"

enum { SLIDER_ENTRIES = 107648, POCKET_COUNTS = 17, CHECKS_COUNTS = 4 };

static void open_table(const char *declaration)
{
    printf("const %s = {", declaration);
}

static void close_table(void)
{
    puts("\n};");
}

static void put(unsigned index, uint64_t word)
{
    printf("%s0x%llx,", index % 4 ? " " : "\n    ", (unsigned long long)word);
}

static void squares(const char *declaration, uint64_t (*word_of)(int))
{
    open_table(declaration);
    for (int square = 0; square < 64; square++)
        put((unsigned)square, word_of(square));
    close_table();
}

// ---- attacks -------------------------------------------------------------------------------

static uint64_t straight_ray(int from)
{
    return slow_straight_attacks(from, 0, 7);
}

static uint64_t diagonal_ray(int from)
{
    return slow_diagonal_attacks(from, 0, 7);
}

static uint64_t path_between(int a, int b)
{
    if (straight_ray(a) & bit(b))
        return (slow_straight_attacks(a, bit(b), 7) & slow_straight_attacks(b, bit(a), 7)) | bit(b);
    if (diagonal_ray(a) & bit(b))
        return (slow_diagonal_attacks(a, bit(b), 7) & slow_diagonal_attacks(b, bit(a), 7)) | bit(b);
    return 0;
}

static void paths(void)
{
    open_table("uint64_t path[64][64]");
    for (int a = 0; a < 64; a++) {
        printf("\n  {");
        for (int b = 0; b < 64; b++)
            put((unsigned)b, path_between(a, b));
        printf("},");
    }
    close_table();
}

// A slider on one of the squares attacks the others from there.
static uint64_t zone(uint64_t squares_crossed, uint64_t (*attackers)(int), bool slider)
{
    uint64_t set = slider ? squares_crossed : 0;
    for (; squares_crossed; squares_crossed = rest(squares_crossed))
        set |= attackers(first(squares_crossed));
    return set;
}

static uint64_t castling_walk(int king)
{
    const int row = king & 56;
    if (row != 0 && row != 56)
        return 0;
    return path_between(king, row | 2) | path_between(king, row | 6);
}

static void king_zones(const char *declaration, bool castling)
{
    open_table(declaration);
    for (int king = 0; king < 64; king++) {
        const uint64_t crossed = slow_step_attacks(king) | (castling ? castling_walk(king) : 0);
        printf("\n    {0x%llx, 0x%llx, 0x%llx},",
               (unsigned long long)zone(crossed, straight_ray, true),
               (unsigned long long)zone(crossed, diagonal_ray, true),
               (unsigned long long)zone(crossed, slow_leap_attacks, false));
    }
    close_table();
}

// ---- sliding by look-up, and by subtraction --------------------------------------------------

// A piece on the edge a slider runs towards changes nothing.
static uint64_t relevant(int from, uint64_t ray)
{
    const uint64_t ranks = (FIRST_RANK | LAST_RANK) & ~(FIRST_RANK << (from & 56));
    const uint64_t files = (FILE_A | FILE_H) & ~(FILE_A << (from & 7));
    return ray & ~(ranks | files);
}

static unsigned slider_entries(unsigned index, int from, uint64_t mask, bool straight)
{
    uint64_t occupied = 0;
    do {
        put(index++, straight ? slow_straight_attacks(from, occupied, 7)
                              : slow_diagonal_attacks(from, occupied, 7));
        occupied = (occupied - mask) & mask; // the next subset, in the order of PEXT
    } while (occupied);
    return index;
}

static unsigned slider_lookups(const char *name, bool straight, unsigned index)
{
    printf("const struct slider_lookup %s[64] = {\n", name);
    for (int from = 0; from < 64; from++) {
        const uint64_t mask = relevant(from, straight ? straight_ray(from) : diagonal_ray(from));
        printf("    {slider_attacks + %u, 0x%llx},\n", index, (unsigned long long)mask);
        index += 1U << count(mask);
    }
    close_table();
    return index;
}

static void slider_tables(void)
{
    printf("static const uint64_t slider_attacks[%d] = {", SLIDER_ENTRIES);
    unsigned index = 0;
    for (int from = 0; from < 64; from++)
        index = slider_entries(index, from, relevant(from, straight_ray(from)), true);
    for (int from = 0; from < 64; from++)
        index = slider_entries(index, from, relevant(from, diagonal_ray(from)), false);
    close_table();
    if (index != SLIDER_ENTRIES)
        abort();
    index = slider_lookups("straight_lookup", true, 0);
    slider_lookups("diagonal_lookup", false, index);
}

static uint64_t file_line(int from)
{
    return (FILE_A << (from & 7)) & ~bit(from);
}

static uint64_t rising_line(int from)
{
    static const struct step steps[] = {{1, 1}, {-1, -1}};
    return slow_attacks(from, 0, steps, 2, 7);
}

static uint64_t falling_line(int from)
{
    static const struct step steps[] = {{1, -1}, {-1, 1}};
    return slow_attacks(from, 0, steps, 2, 7);
}

static void rank_tables(void)
{
    open_table("uint8_t rank_attacks[8][64]");
    for (int file = 0; file < 8; file++) {
        printf("\n  {");
        for (unsigned inner = 0; inner < 64; inner++)
            put(inner, slow_straight_attacks(file, (uint64_t)inner << 1, 7) & FIRST_RANK);
        printf("},");
    }
    close_table();
}

// ---- castling and keys -----------------------------------------------------------------------

// The files from one to the other, both included.
static unsigned span(int a, int b)
{
    unsigned set = 0;
    for (int file = a < b ? a : b; file <= (a < b ? b : a); file++)
        set |= 1U << file;
    return set;
}

static void castling_lanes(void)
{
    open_table("struct castling_lane castling_lanes[8][8]");
    for (int king = 0; king < 8; king++) {
        printf("\n  {");
        for (int rook = 0; rook < 8; rook++) {
            const int king_to = rook > king ? 6 : 2, rook_to = rook > king ? 5 : 3;
            const unsigned both = 1U << king | 1U << rook;
            const unsigned clear = (span(king, king_to) | span(rook, rook_to)) & ~both;
            printf("{0x%x, 0x%x}, ", clear, span(king, king_to));
        }
        printf("},");
    }
    close_table();
}

// SplitMix64: its first words are as random as its last.
static uint64_t random_word(void)
{
    static uint64_t state = UINT64_C(0x526f6f6b657279);
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void keys(const char *declaration, unsigned words)
{
    open_table(declaration);
    for (unsigned i = 0; i < words; i++)
        put(i, random_word());
    close_table();
}

// A count of none adds nothing, so that a position without pockets pays nothing.
static void count_keys(const char *declaration, unsigned rows, unsigned counts)
{
    open_table(declaration);
    for (unsigned row = 0; row < rows; row++)
        for (unsigned n = 0; n < counts; n++)
            put(n, n ? random_word() : 0);
    close_table();
}

static void key_tables(void)
{
    keys("uint64_t piece_keys[2][RK_KIND_COUNT][64]", 2 * RK_KIND_COUNT * 64);
    keys("uint64_t castling_keys[64]", 64);
    keys("uint64_t en_passant_keys[8]", 8);
    keys("uint64_t promoted_keys[64]", 64);
    count_keys("uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1]", 2 * RK_KIND_COUNT,
               POCKET_COUNTS);
    count_keys("uint64_t checks_keys[2][CHECKS_MAX + 1]", 2, CHECKS_COUNTS);
    printf("const uint64_t turn_key = 0x%llx;\n", (unsigned long long)random_word());
}

int main(void)
{
    puts("/* Made by tools/tables.c. */\n#include \"rules/tables.h\"");
    squares("uint64_t leap_attacks[64]", slow_leap_attacks);
    squares("uint64_t step_attacks[64]", slow_step_attacks);
    squares("uint64_t straight_rays[64]", straight_ray);
    squares("uint64_t diagonal_rays[64]", diagonal_ray);
    king_zones("struct king_zone step_zones[64]", false);
    king_zones("struct king_zone castling_zones[64]", true);
    paths();
    puts("#ifdef __BMI2__");
    slider_tables();
    puts("#else");
    squares("uint64_t file_line[64]", file_line);
    squares("uint64_t rising_line[64]", rising_line);
    squares("uint64_t falling_line[64]", falling_line);
    rank_tables();
    puts("#endif");
    castling_lanes();
    key_tables();
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
