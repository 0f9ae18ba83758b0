/* SPDX-License-Identifier: MIT */
/* Writes the tables declared in rules/tables.h as C source to standard output. The build
 * compiles and runs it on the build machine, also when it cross-compiles. */
#include <stdio.h>
#include <stdlib.h>

#include "base/prng.h"
#include "rules/slow_attacks.h"
#include "rules/tables.h"

enum { SLIDER_ENTRIES = 107648 }; /* the sum of 2^n, n the number of relevant squares */

static void begin_table(const char *declaration)
{
    printf("const %s = {", declaration);
}

static void end_table(void)
{
    puts("\n};");
}

static void write_number(unsigned index, uint64_t number)
{
    printf("%s0x%llx,", index % 4 ? " " : "\n    ", (unsigned long long)number);
}

/* Writes a table with one entry per square. */
static void write_squares(const char *declaration, uint64_t (*function)(int))
{
    begin_table(declaration);
    for (int square = 0; square < 64; square++)
        write_number((unsigned)square, function(square));
    end_table();
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

static void write_paths(void)
{
    begin_table("uint64_t path[64][64]");
    for (int a = 0; a < 64; a++) {
        printf("\n  {");
        for (int b = 0; b < 64; b++)
            write_number((unsigned)b, path_between(a, b));
        printf("},");
    }
    end_table();
}

/* Returns the squares from which a piece can attack one of the `crossed` squares. A slider may be
 * on one of them and attack another. */
static uint64_t attack_zone(uint64_t crossed, uint64_t (*attackers)(int), bool slider)
{
    uint64_t set = slider ? crossed : 0;
    for (; crossed; crossed = without_lsb(crossed))
        set |= attackers(lsb(crossed));
    return set;
}

/* Returns the squares a king crosses when castling, on either side. */
static uint64_t castling_path(int king)
{
    const int row = king & 56;
    if (row != 0 && row != 56)
        return 0;
    return path_between(king, row | 2) | path_between(king, row | 6);
}

static void write_king_zones(const char *declaration, bool castling)
{
    begin_table(declaration);
    for (int king = 0; king < 64; king++) {
        const uint64_t crossed = slow_step_attacks(king) | (castling ? castling_path(king) : 0);
        printf("\n    {0x%llx, 0x%llx, 0x%llx},",
               (unsigned long long)attack_zone(crossed, straight_ray, true),
               (unsigned long long)attack_zone(crossed, diagonal_ray, true),
               (unsigned long long)attack_zone(crossed, slow_leap_attacks, false));
    }
    end_table();
}

// ---- slider attacks: PEXT tables, and lines for hyperbola quintessence -----------------------

// A piece on the last square of a ray does not change the attacks.
static uint64_t relevant_squares(int from, uint64_t ray)
{
    const uint64_t ranks = (FIRST_RANK | LAST_RANK) & ~(FIRST_RANK << (from & 56));
    const uint64_t files = (FILE_A | FILE_H) & ~(FILE_A << (from & 7));
    return ray & ~(ranks | files);
}

/* Writes the attacks for every set of occupied relevant squares; returns the next index. */
static unsigned write_slider_attacks(unsigned index, int from, uint64_t mask, bool straight)
{
    uint64_t occupied = 0;
    do {
        write_number(index++, straight ? slow_straight_attacks(from, occupied, 7)
                                       : slow_diagonal_attacks(from, occupied, 7));
        occupied = (occupied - mask) & mask; // the next subset, in the order of PEXT
    } while (occupied);
    return index;
}

static unsigned write_slider_lookups(const char *name, bool straight, unsigned index)
{
    printf("const struct slider_lookup %s[64] = {\n", name);
    for (int from = 0; from < 64; from++) {
        const uint64_t mask =
            relevant_squares(from, straight ? straight_ray(from) : diagonal_ray(from));
        printf("    {slider_attacks + %u, 0x%llx},\n", index, (unsigned long long)mask);
        index += 1U << popcount(mask);
    }
    end_table();
    return index;
}

static void write_slider_tables(void)
{
    printf("static const uint64_t slider_attacks[%d] = {", SLIDER_ENTRIES);
    unsigned index = 0;
    for (int from = 0; from < 64; from++)
        index = write_slider_attacks(index, from, relevant_squares(from, straight_ray(from)), true);
    for (int from = 0; from < 64; from++)
        index =
            write_slider_attacks(index, from, relevant_squares(from, diagonal_ray(from)), false);
    end_table();
    if (index != SLIDER_ENTRIES)
        abort();
    index = write_slider_lookups("straight_lookup", true, 0);
    write_slider_lookups("diagonal_lookup", false, index);
}

static uint64_t file_through(int from)
{
    return (FILE_A << (from & 7)) & ~bit(from);
}

static uint64_t diagonal_through(int from)
{
    static const struct step steps[] = {{1, 1}, {-1, -1}};
    return slow_attacks(from, 0, steps, 2, 7);
}

static uint64_t antidiagonal_through(int from)
{
    static const struct step steps[] = {{1, -1}, {-1, 1}};
    return slow_attacks(from, 0, steps, 2, 7);
}

static void write_rank_attacks(void)
{
    begin_table("uint8_t rank_attacks[8][64]");
    for (int file = 0; file < 8; file++) {
        printf("\n  {");
        for (unsigned inner = 0; inner < 64; inner++)
            write_number(inner, slow_straight_attacks(file, (uint64_t)inner << 1, 7) & FIRST_RANK);
        printf("},");
    }
    end_table();
}

// ---- castling and keys -----------------------------------------------------------------------

// Returns the files from a to b, both included, as a set.
static unsigned files_between(int a, int b)
{
    unsigned set = 0;
    for (int file = a < b ? a : b; file <= (a < b ? b : a); file++)
        set |= 1U << file;
    return set;
}

static void write_castling_lanes(void)
{
    begin_table("struct castling_lane castling_lanes[8][8]");
    for (int king = 0; king < 8; king++) {
        printf("\n  {");
        for (int rook = 0; rook < 8; rook++) {
            const int king_to = rook > king ? 6 : 2, rook_to = rook > king ? 5 : 3;
            const unsigned both = 1U << king | 1U << rook;
            const unsigned clear =
                (files_between(king, king_to) | files_between(rook, rook_to)) & ~both;
            printf("{0x%x, 0x%x}, ", clear, files_between(king, king_to));
        }
        printf("},");
    }
    end_table();
}

static void write_keys(struct prng *prng, const char *declaration, unsigned keys)
{
    begin_table(declaration);
    for (unsigned i = 0; i < keys; i++)
        write_number(i, prng_next(prng));
    end_table();
}

// The key of a count of 0 is 0, so that variants without pockets need not update it.
static void write_count_keys(struct prng *prng, const char *declaration, unsigned rows,
                             unsigned max)
{
    begin_table(declaration);
    for (unsigned row = 0; row < rows; row++)
        for (unsigned n = 0; n <= max; n++)
            write_number(n, n ? prng_next(prng) : 0);
    end_table();
}

static void write_key_tables(void)
{
    struct prng prng = {UINT64_C(0x526f6f6b657279)};
    write_keys(&prng, "uint64_t piece_keys[2][RK_KIND_COUNT][64]", 2 * RK_KIND_COUNT * 64);
    write_keys(&prng, "uint64_t castling_keys[64]", 64);
    write_keys(&prng, "uint64_t en_passant_keys[8]", 8);
    write_keys(&prng, "uint64_t promoted_keys[64]", 64);
    write_count_keys(&prng, "uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1]",
                     2 * RK_KIND_COUNT, POCKET_MAX);
    write_count_keys(&prng, "uint64_t checks_keys[2][CHECKS_MAX + 1]", 2, CHECKS_MAX);
    printf("const uint64_t turn_key = 0x%llx;\n", (unsigned long long)prng_next(&prng));
}

int main(void)
{
    puts("/* Generated by tools/tables.c. */\n#include \"rules/tables.h\"");
    write_squares("uint64_t leap_attacks[64]", slow_leap_attacks);
    write_squares("uint64_t step_attacks[64]", slow_step_attacks);
    write_squares("uint64_t straight_rays[64]", straight_ray);
    write_squares("uint64_t diagonal_rays[64]", diagonal_ray);
    write_king_zones("struct king_zone step_zones[64]", false);
    write_king_zones("struct king_zone castling_zones[64]", true);
    write_paths();
    puts("#ifdef __BMI2__");
    write_slider_tables();
    puts("#else");
    write_squares("uint64_t file_line[64]", file_through);
    write_squares("uint64_t rising_line[64]", diagonal_through);
    write_squares("uint64_t falling_line[64]", antidiagonal_through);
    write_rank_attacks();
    puts("#endif");
    write_castling_lanes();
    write_key_tables();
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
