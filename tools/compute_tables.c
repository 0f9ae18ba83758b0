/* SPDX-License-Identifier: MIT */
/* Computes the tables declared in rules/tables.h: for tools/tables.c, which writes them as C
 * source, and for the WebAssembly modules, which call tables_compute() when they start. Both have
 * TABLES_COMPUTED. */
#include "base/prng.h"
#include "rules/slow_attacks.h"
#include "rules/tables.h"

uint64_t leap_attacks[64], step_attacks[64], straight_rays[64], diagonal_rays[64];
uint64_t path[64][64];
struct king_zone step_zones[64], castling_zones[64];
uint64_t file_line[64], rising_line[64], falling_line[64];
uint8_t rank_attacks[8][64];
struct castling_lane castling_lanes[8][8];
uint64_t piece_keys[2][RK_KIND_COUNT][64], castling_keys[64], en_passant_keys[8], promoted_keys[64];
uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1], checks_keys[2][CHECKS_MAX + 1];
uint64_t turn_key;

// ---- attacks -------------------------------------------------------------------------------

static uint64_t path_between(int a, int b)
{
    if (straight_rays[a] & bit(b))
        return (slow_straight_attacks(a, bit(b), 7) & slow_straight_attacks(b, bit(a), 7)) | bit(b);
    if (diagonal_rays[a] & bit(b))
        return (slow_diagonal_attacks(a, bit(b), 7) & slow_diagonal_attacks(b, bit(a), 7)) | bit(b);
    return 0;
}

/* Returns the squares from which a piece can attack one of the `crossed` squares. A slider may be
 * on one of them and attack another. */
static uint64_t attack_zone(uint64_t crossed, const uint64_t attackers[64], bool slider)
{
    uint64_t set = slider ? crossed : 0;
    for (; crossed; crossed = without_lsb(crossed))
        set |= attackers[lsb(crossed)];
    return set;
}

/* Returns the squares a king crosses when castling, on either side. */
static uint64_t castling_path(int king)
{
    const int row = king & 56;
    if (row != 0 && row != 56)
        return 0;
    return path[king][row | 2] | path[king][row | 6];
}

static struct king_zone king_zone(uint64_t crossed)
{
    return (struct king_zone){attack_zone(crossed, straight_rays, true),
                              attack_zone(crossed, diagonal_rays, true),
                              attack_zone(crossed, leap_attacks, false)};
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

static void compute_attacks(void)
{
    for (int from = 0; from < 64; from++) {
        leap_attacks[from] = slow_leap_attacks(from);
        step_attacks[from] = slow_step_attacks(from);
        straight_rays[from] = slow_straight_attacks(from, 0, 7);
        diagonal_rays[from] = slow_diagonal_attacks(from, 0, 7);
        file_line[from] = file_through(from);
        rising_line[from] = diagonal_through(from);
        falling_line[from] = antidiagonal_through(from);
    }
    for (int file = 0; file < 8; file++)
        for (unsigned inner = 0; inner < 64; inner++)
            rank_attacks[file][inner] =
                slow_straight_attacks(file, (uint64_t)inner << 1, 7) & FIRST_RANK;
}

/* Uses the attacks. */
static void compute_paths_and_zones(void)
{
    for (int a = 0; a < 64; a++)
        for (int b = 0; b < 64; b++)
            path[a][b] = path_between(a, b);
    for (int king = 0; king < 64; king++) {
        step_zones[king] = king_zone(step_attacks[king]);
        castling_zones[king] = king_zone(step_attacks[king] | castling_path(king));
    }
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

static struct castling_lane castling_lane(int king, int rook)
{
    const int king_to = rook > king ? 6 : 2, rook_to = rook > king ? 5 : 3;
    const unsigned both = 1U << king | 1U << rook;
    const unsigned crossed = files_between(king, king_to) | files_between(rook, rook_to);
    return (struct castling_lane){(uint8_t)(crossed & ~both),
                                  (uint8_t)files_between(king, king_to)};
}

static void compute_keys(struct prng *prng, uint64_t *keys, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        keys[i] = prng_next(prng);
}

// The key of a count of 0 is 0, so that variants without pockets need not update it.
static void compute_count_keys(struct prng *prng, uint64_t *keys, unsigned rows, unsigned max)
{
    for (unsigned row = 0; row < rows; row++, keys += max + 1)
        compute_keys(prng, keys + 1, max);
}

void tables_compute(void)
{
    struct prng prng = {UINT64_C(0x526f6f6b657279)};
    compute_attacks();
    compute_paths_and_zones();
    for (int king = 0; king < 8; king++)
        for (int rook = 0; rook < 8; rook++)
            castling_lanes[king][rook] = castling_lane(king, rook);
    compute_keys(&prng, piece_keys[0][0], 2 * RK_KIND_COUNT * 64);
    compute_keys(&prng, castling_keys, 64);
    compute_keys(&prng, en_passant_keys, 8);
    compute_keys(&prng, promoted_keys, 64);
    compute_count_keys(&prng, pocket_keys[0][0], 2 * RK_KIND_COUNT, POCKET_MAX);
    compute_count_keys(&prng, checks_keys[0], 2, CHECKS_MAX);
    turn_key = prng_next(&prng);
}
