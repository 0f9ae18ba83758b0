/* SPDX-License-Identifier: MIT */
#include "syzygy/index.h"

#include <string.h>

#include "rules/bits.h"
#include "rules/tables.h"

enum {
    TRIANGLE = 10,     /* squares of a1-d1-d4 */
    OFF_DIAGONAL = 6,  /* of them, those below the diagonal */
    BELOW = 28,        /* squares of the board below its long diagonal */
    THREE_MEN = 31332, /* ways for three unlike men, but for symmetries */
    TWO_KINGS = 462,   /* ways for two kings apart */
    PAWN_SQUARES = 48, /* a2 to h7 */
    KIND_MASK = 7,     /* of a man */
    SECOND_SIDE = 8,   /* of a man */
    UNUSED_ORDER = 15  /* there is no second group of pawns */
};

// ---- endings ---------------------------------------------------------------------------------

static bool read_side(const char **at, const char *end, uint8_t of[RK_KING])
{
    static const char letters[RK_KING + 1] = "PNBRQ";
    if (*at == end || *(*at)++ != 'K')
        return false;
    for (; *at < end && **at != 'v'; (*at)++) {
        const char *letter = memchr(letters, **at, RK_KING);
        if (!letter)
            return false;
        of[letter - letters]++;
    }
    return true;
}

static void complete(struct ending *ending)
{
    const uint8_t white = ending->of[0][RK_PAWN], black = ending->of[1][RK_PAWN];
    ending->has_pawns = white || black;
    // Where both have pawns, the side with fewer leads.
    ending->leader = !(!black || (white && black >= white));
    ending->pawns[0] = ending->leader ? black : white;
    ending->pawns[1] = ending->leader ? white : black;
    ending->is_symmetric = !memcmp(ending->of[0], ending->of[1], RK_KING);
    for (int side = 0; side < 2; side++)
        for (int kind = RK_PAWN; kind < RK_KING; kind++)
            ending->has_loner = ending->has_loner || ending->of[side][kind] == 1;
}

bool ending_read(const char *name, size_t size, struct ending *out)
{
    struct ending ending = {0};
    const char *at = name, *const end = name + size;
    if (size > MEN_MAX + 1 || size < 4)
        return false;
    if (!read_side(&at, end, ending.of[0]) || at == end || *at++ != 'v')
        return false;
    if (!read_side(&at, end, ending.of[1]) || at != end)
        return false;
    ending.men = (uint8_t)(size - 1);
    complete(&ending);
    *out = ending;
    return true;
}

static uint64_t side_key(const uint8_t of[RK_KING])
{
    uint64_t key = 0;
    for (int kind = RK_PAWN; kind < RK_KING; kind++)
        key = key << 4 | of[kind];
    return key;
}

uint64_t ending_key(const uint8_t of[2][RK_KING])
{
    const uint64_t one = side_key(of[0]), two = side_key(of[1]);
    return one > two ? one << 20 | two : two << 20 | one;
}

// ---- constants -------------------------------------------------------------------------------

/* Below the long diagonal: negative; above: positive. */
static int side_of_diagonal(int square)
{
    return (square >> 3) - (square & 7);
}

/* b1 c1 d1 c2 d2 d3, then a1 b2 c3 d4. */
static int triangle_number(int square)
{
    const int file = square & 7, rank = square >> 3;
    if (file == rank)
        return OFF_DIAGONAL + file;
    return rank == 0 ? file - 1 : rank == 1 ? file + 1 : 5;
}

/* b1 to h1, c2 to h2, ... h7. */
static int below_number(int square)
{
    const int file = square & 7, rank = square >> 3;
    return rank * (15 - rank) / 2 + file - rank - 1;
}

static void make_choices(struct numbering *out)
{
    for (size_t n = 0; n <= RK_SQUARE_COUNT; n++) {
        out->choose[0][n] = 1;
        for (size_t k = 1; k < MEN_MAX; k++)
            out->choose[k][n] = n ? out->choose[k - 1][n - 1] + out->choose[k][n - 1] : 0;
    }
}

/* Kings of which the first stands at `king`, numbered on from `code`: those with both on the
 * diagonal in one pass, the others in another. */
static uint16_t number_kings(struct numbering *out, int king, bool diagonal, uint16_t code)
{
    for (int second = 0; second < RK_SQUARE_COUNT; second++) {
        if ((step_attacks[king] | bit(king)) & bit(second))
            continue;
        const bool on_diagonal = !side_of_diagonal(king);
        if (on_diagonal && side_of_diagonal(second) > 0)
            continue;
        if ((on_diagonal && !side_of_diagonal(second)) == diagonal)
            out->kings[triangle_number(king)][second] = code++;
    }
    return code;
}

static void make_kings(struct numbering *out)
{
    static const uint8_t triangle[TRIANGLE] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};
    uint16_t code = 0;
    for (size_t i = 0; i < TRIANGLE; i++)
        code = number_kings(out, triangle[i], false, code);
    for (size_t i = OFF_DIAGONAL; i < TRIANGLE; i++)
        code = number_kings(out, triangle[i], true, code);
}

/* The pawn nearest to the edge leads, of these the one furthest back: when it stands on a
 * square, its rank is the number of squares left to the others. */
static void make_leads(struct numbering *out)
{
    uint8_t left = PAWN_SQUARES;
    for (int file = 0; file < FILES; file++)
        for (int row = 1; row < 7; row++) {
            out->pawn_rank[row * 8 + file] = --left;
            out->pawn_rank[row * 8 + 7 - file] = --left;
        }
    for (size_t pawns = 1; pawns < MEN_MAX; pawns++)
        for (int file = 0; file < FILES; file++) {
            uint32_t start = 0;
            for (int row = 1; row < 7; row++) {
                const int square = row * 8 + file;
                out->lead_start[pawns][square] = start;
                start += out->choose[pawns - 1][out->pawn_rank[square]];
            }
            out->lead_size[pawns][file] = start;
        }
}

void numbering_make(struct numbering *out)
{
    *out = (struct numbering){0};
    make_choices(out);
    make_kings(out);
    make_leads(out);
}

// ---- groups ----------------------------------------------------------------------------------

/* The men of a table must be those of the ending. */
static bool has_men(const struct ending *ending, const uint8_t *man)
{
    uint8_t of[2][RK_KIND_COUNT] = {{0}};
    for (size_t i = 0; i < ending->men; i++) {
        const unsigned kind = man[i] & KIND_MASK;
        if (kind < 1 || kind > RK_KING + 1)
            return false;
        of[man[i] / SECOND_SIDE][kind - 1]++;
    }
    for (int side = 0; side < 2; side++)
        if (of[side][RK_KING] != 1 || memcmp(of[side], ending->of[side], RK_KING) != 0)
            return false;
    return true;
}

/* Pawns come first, those of the leader before the others; without pawns and loners, the kings. */
static bool leads_well(const struct ending *ending, const uint8_t *man)
{
    const unsigned lead = ending->pawns[0], pawns = lead + ending->pawns[1];
    for (unsigned i = 0; i < pawns; i++) {
        const unsigned side = i < lead ? ending->leader : !ending->leader;
        if (man[i] != RK_PAWN + 1 + SECOND_SIDE * side)
            return false;
    }
    if (ending->has_pawns || ending->has_loner)
        return true;
    return (man[0] & KIND_MASK) == RK_KING + 1 && (man[1] & KIND_MASK) == RK_KING + 1;
}

static void divide(const struct ending *ending, struct grouping *grouping)
{
    int leading = ending->has_pawns ? 0 : ending->has_loner ? 3 : 2;
    uint8_t group = 0;
    grouping->length[0] = 1;
    for (size_t i = 1; i < ending->men; i++) {
        if (--leading > 0 || grouping->man[i] == grouping->man[i - 1])
            grouping->length[group]++;
        else
            grouping->length[++group] = 1;
    }
    grouping->count = (uint8_t)(group + 1);
}

static uint64_t lead_ways(const struct numbering *numbering, const struct ending *ending,
                          unsigned file)
{
    if (ending->has_pawns)
        return numbering->lead_size[ending->pawns[0]][file];
    return ending->has_loner ? THREE_MEN : TWO_KINGS;
}

bool grouping_make(const struct numbering *numbering, const struct ending *ending, unsigned file,
                   const uint8_t order[2], struct grouping *grouping)
{
    if (!has_men(ending, grouping->man) || !leads_well(ending, grouping->man))
        return false;
    divide(ending, grouping);
    const bool both_pawns = ending->pawns[1] > 0;
    if (order[0] >= grouping->count)
        return false;
    if (both_pawns ? order[1] >= grouping->count || order[1] == order[0] : order[1] != UNUSED_ORDER)
        return false;
    size_t next = both_pawns ? 2 : 1;
    int free = RK_SQUARE_COUNT - grouping->length[0] - (both_pawns ? grouping->length[1] : 0);
    uint64_t size = 1;
    for (uint8_t digit = 0; digit < grouping->count; digit++) {
        if (digit == order[0]) {
            grouping->factor[0] = size;
            size *= lead_ways(numbering, ending, file);
        } else if (digit == order[1]) {
            grouping->factor[1] = size;
            size *= numbering->choose[grouping->length[1]][PAWN_SQUARES - grouping->length[0]];
        } else {
            grouping->factor[next] = size;
            size *= numbering->choose[grouping->length[next]][free];
            free -= grouping->length[next++];
        }
    }
    grouping->size = size;
    return true;
}

// ---- the index -------------------------------------------------------------------------------

unsigned numbering_lead(const struct numbering *numbering, uint8_t *squares, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (numbering->pawn_rank[squares[i]] > numbering->pawn_rank[squares[best]])
            best = i;
    const uint8_t leader = squares[best];
    squares[best] = squares[0];
    squares[0] = leader;
    const unsigned file = leader & 7;
    return file < FILES ? file : 7 - file;
}

/* Brings the men into the order of the table. */
static void arrange(const struct grouping *grouping, size_t from, size_t count, struct men *men)
{
    for (size_t i = from; i < count; i++)
        for (size_t j = i; j < count; j++)
            if (men->man[j] == grouping->man[i]) {
                const uint8_t man = men->man[i], square = men->square[i];
                men->man[i] = men->man[j], men->square[i] = men->square[j];
                men->man[j] = man, men->square[j] = square;
                break;
            }
}

static void turn_board(struct men *men, size_t count, uint8_t by)
{
    for (size_t i = 0; i < count; i++)
        men->square[i] ^= by;
}

/* The first of the leading men that is not on the long diagonal comes below it. */
static void flip_diagonally(struct men *men, size_t leading, size_t count)
{
    size_t i = 0;
    while (i < leading && !side_of_diagonal(men->square[i]))
        i++;
    if (i == leading || side_of_diagonal(men->square[i]) < 0)
        return;
    for (size_t j = i; j < count; j++)
        men->square[j] = (uint8_t)((men->square[j] >> 3 | men->square[j] << 3) & 63);
}

/* Three unlike men: all of them off the diagonal in the first place, then those with the first on
 * it, with the first two, with all. */
static int number_three(const uint8_t *square)
{
    const int a = square[0], b = square[1], c = square[2];
    const int before_b = b > a, before_c = (c > a) + (c > b);
    const int on = a & 7, second = (b & 7) - before_b, third = (c & 7) - before_c;
    const int first_on = OFF_DIAGONAL * 63 * 62, two_on = first_on + 4 * BELOW * 62,
              all_on = two_on + 4 * 7 * BELOW;
    if (side_of_diagonal(a))
        return (triangle_number(a) * 63 + b - before_b) * 62 + c - before_c;
    if (side_of_diagonal(b))
        return first_on + (on * BELOW + below_number(b)) * 62 + c - before_c;
    if (side_of_diagonal(c))
        return two_on + (on * 7 + second) * BELOW + below_number(c);
    return all_on + (on * 7 + second) * 6 + third;
}

static void sort_squares(uint8_t *square, size_t count, const uint8_t *rank)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j && rank[square[j]] < rank[square[j - 1]]; j--) {
            const uint8_t higher = square[j - 1];
            square[j - 1] = square[j];
            square[j] = higher;
        }
}

static uint64_t number_pawns(const struct numbering *numbering, uint8_t *square, size_t count)
{
    uint64_t number = numbering->lead_start[count][square[0]];
    sort_squares(square + 1, count - 1, numbering->pawn_rank);
    for (size_t i = 1; i < count; i++)
        number += numbering->choose[i][numbering->pawn_rank[square[i]]];
    return number;
}

/* A choice of squares, less those taken by the groups before. */
static uint64_t number_group(const struct numbering *numbering, uint8_t *square, size_t from,
                             size_t count, unsigned below)
{
    uint64_t number = 0;
    for (size_t i = from + 1; i < from + count; i++)
        for (size_t j = i; j > from && square[j] < square[j - 1]; j--) {
            const uint8_t higher = square[j - 1];
            square[j - 1] = square[j];
            square[j] = higher;
        }
    for (size_t i = from; i < from + count; i++) {
        unsigned taken = below;
        for (size_t j = 0; j < from; j++)
            taken += square[i] > square[j];
        number += numbering->choose[i - from + 1][square[i] - taken];
    }
    return number;
}

static uint64_t number_leaders(const struct numbering *numbering, const struct ending *ending,
                               const struct grouping *grouping, struct men *men)
{
    if (men->square[0] & 4)
        turn_board(men, ending->men, 7);
    if (ending->has_pawns)
        return number_pawns(numbering, men->square, ending->pawns[0]);
    if (men->square[0] & 32)
        turn_board(men, ending->men, 56);
    flip_diagonally(men, grouping->length[0], ending->men);
    if (ending->has_loner)
        return (uint64_t)number_three(men->square);
    return numbering->kings[triangle_number(men->square[0])][men->square[1]];
}

uint64_t numbering_index(const struct numbering *numbering, const struct ending *ending,
                         const struct grouping *grouping, struct men *men)
{
    arrange(grouping, ending->pawns[0], ending->men, men);
    uint64_t index = grouping->factor[0] * number_leaders(numbering, ending, grouping, men);
    size_t from = grouping->length[0];
    for (size_t group = 1; group < grouping->count; group++) {
        // Pawns never stand on the first rank.
        const unsigned below = group == 1 && ending->pawns[1] ? 8 : 0;
        const size_t count = grouping->length[group];
        index += grouping->factor[group] * number_group(numbering, men->square, from, count, below);
        from += count;
    }
    return index;
}
