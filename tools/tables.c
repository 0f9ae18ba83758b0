/* SPDX-License-Identifier: MIT */
/* Writes the tables declared in rules/tables.h, which compute_tables.c computes, as C source to
 * standard output. The build compiles and runs it on the build machine, also when it
 * cross-compiles. */
#include <stdio.h>
#include <stdlib.h>

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

static void write_numbers(const char *declaration, const uint64_t *numbers, unsigned count)
{
    begin_table(declaration);
    for (unsigned i = 0; i < count; i++)
        write_number(i, numbers[i]);
    end_table();
}

static void write_paths(void)
{
    begin_table("uint64_t path[64][64]");
    for (int a = 0; a < 64; a++) {
        printf("\n  {");
        for (int b = 0; b < 64; b++)
            write_number((unsigned)b, path[a][b]);
        printf("},");
    }
    end_table();
}

static void write_king_zones(const char *declaration, const struct king_zone *zones)
{
    begin_table(declaration);
    for (const struct king_zone *zone = zones; zone < zones + 64; zone++)
        printf("\n    {0x%llx, 0x%llx, 0x%llx},", (unsigned long long)zone->straight,
               (unsigned long long)zone->diagonal, (unsigned long long)zone->leaps);
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
            relevant_squares(from, straight ? straight_rays[from] : diagonal_rays[from]);
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
        index =
            write_slider_attacks(index, from, relevant_squares(from, straight_rays[from]), true);
    for (int from = 0; from < 64; from++)
        index =
            write_slider_attacks(index, from, relevant_squares(from, diagonal_rays[from]), false);
    end_table();
    if (index != SLIDER_ENTRIES)
        abort();
    index = write_slider_lookups("straight_lookup", true, 0);
    write_slider_lookups("diagonal_lookup", false, index);
}

static void write_rank_attacks(void)
{
    begin_table("uint8_t rank_attacks[8][64]");
    for (int file = 0; file < 8; file++) {
        printf("\n  {");
        for (unsigned inner = 0; inner < 64; inner++)
            write_number(inner, rank_attacks[file][inner]);
        printf("},");
    }
    end_table();
}

// ---- castling and keys -----------------------------------------------------------------------

static void write_castling_lanes(void)
{
    begin_table("struct castling_lane castling_lanes[8][8]");
    for (int king = 0; king < 8; king++) {
        printf("\n  {");
        for (int rook = 0; rook < 8; rook++)
            printf("{0x%x, 0x%x}, ", castling_lanes[king][rook].free,
                   castling_lanes[king][rook].safe);
        printf("},");
    }
    end_table();
}

static void write_key_tables(void)
{
    write_numbers("uint64_t piece_keys[2][RK_KIND_COUNT][64]", piece_keys[0][0],
                  sizeof piece_keys / sizeof(uint64_t));
    write_numbers("uint64_t castling_keys[64]", castling_keys, 64);
    write_numbers("uint64_t en_passant_keys[8]", en_passant_keys, 8);
    write_numbers("uint64_t promoted_keys[64]", promoted_keys, 64);
    write_numbers("uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1]", pocket_keys[0][0],
                  sizeof pocket_keys / sizeof(uint64_t));
    write_numbers("uint64_t checks_keys[2][CHECKS_MAX + 1]", checks_keys[0],
                  sizeof checks_keys / sizeof(uint64_t));
    printf("const uint64_t turn_key = 0x%llx;\n", (unsigned long long)turn_key);
}

int main(void)
{
    tables_compute();
    puts("/* Generated by tools/tables.c. */\n#include \"rules/tables.h\"");
    write_numbers("uint64_t leap_attacks[64]", leap_attacks, 64);
    write_numbers("uint64_t step_attacks[64]", step_attacks, 64);
    write_numbers("uint64_t straight_rays[64]", straight_rays, 64);
    write_numbers("uint64_t diagonal_rays[64]", diagonal_rays, 64);
    write_king_zones("struct king_zone step_zones[64]", step_zones);
    write_king_zones("struct king_zone castling_zones[64]", castling_zones);
    write_paths();
    puts("#ifdef __BMI2__");
    write_slider_tables();
    puts("#else");
    write_numbers("uint64_t file_line[64]", file_line, 64);
    write_numbers("uint64_t rising_line[64]", rising_line, 64);
    write_numbers("uint64_t falling_line[64]", falling_line, 64);
    write_rank_attacks();
    puts("#endif");
    write_castling_lanes();
    write_key_tables();
    return ferror(stdout) || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
