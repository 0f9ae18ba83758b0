/* SPDX-License-Identifier: MIT */
#include "syzygy/index.h"

#include <string.h>

#include "rules/bits.h"
#include "rules/tables.h"

enum {
    TRIANGLE = 10,        /* squares of a1-d1-d4 */
    OFF_DIAGONAL = 6,     /* of these, squares below the diagonal */
    BELOW = 28,           /* squares below the long diagonal of the board */
    THREE_PIECES = 31332, /* placements of three different pieces, up to symmetry */
    TWO_KINGS = 462,      /* placements of two kings, up to symmetry */
    PAWN_SQUARES = 48,    /* a2 to h7 */
    KIND_MASK = 7,        /* of a piece */
    SECOND_SIDE = 8,      /* of a piece */
    UNUSED_ORDER = 15     /* no second group of pawns */
};

// ---- signatures ------------------------------------------------------------------------------

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

static void complete_signature(struct signature *signature)
{
    const uint8_t white = signature->of[0][RK_PAWN], black = signature->of[1][RK_PAWN];
    signature->has_pawns = white || black;
    // If both sides have pawns, the side with fewer leads.
    signature->leader = !(!black || (white && black >= white));
    signature->pawns[0] = signature->leader ? black : white;
    signature->pawns[1] = signature->leader ? white : black;
    signature->is_symmetric = !memcmp(signature->of[0], signature->of[1], RK_KING);
    for (int side = 0; side < 2; side++)
        for (int kind = RK_PAWN; kind < RK_KING; kind++)
            signature->has_unique_piece =
                signature->has_unique_piece || signature->of[side][kind] == 1;
}

bool signature_parse(const char *name, size_t size, struct signature *out)
{
    struct signature signature = {0};
    const char *at = name, *const end = name + size;
    if (size > PIECES_MAX + 1 || size < 4)
        return false;
    if (!read_side(&at, end, signature.of[0]) || at == end || *at++ != 'v')
        return false;
    if (!read_side(&at, end, signature.of[1]) || at != end)
        return false;
    signature.piece_count = (uint8_t)(size - 1);
    complete_signature(&signature);
    *out = signature;
    return true;
}

static uint64_t side_key(const uint8_t of[RK_KING])
{
    uint64_t key = 0;
    for (int kind = RK_PAWN; kind < RK_KING; kind++)
        key = key << 4 | of[kind];
    return key;
}

uint64_t signature_key(const uint8_t of[2][RK_KING])
{
    const uint64_t one = side_key(of[0]), two = side_key(of[1]);
    return one > two ? one << 20 | two : two << 20 | one;
}

// ---- lookup tables ---------------------------------------------------------------------------

/* Negative below the long diagonal, positive above. */
static int side_of_diagonal(int square)
{
    return (square >> 3) - (square & 7);
}

/* b1 c1 d1 c2 d2 d3, then a1 b2 c3 d4. */
static int index_in_triangle(int square)
{
    const int file = square & 7, rank = square >> 3;
    if (file == rank)
        return OFF_DIAGONAL + file;
    return rank == 0 ? file - 1 : rank == 1 ? file + 1 : 5;
}

/* b1 to h1, c2 to h2, ... h7. */
static int index_below_diagonal(int square)
{
    const int file = square & 7, rank = square >> 3;
    return rank * (15 - rank) / 2 + file - rank - 1;
}

static void init_binomials(struct index_tables *out)
{
    for (size_t n = 0; n <= RK_SQUARE_COUNT; n++) {
        out->binomial[0][n] = 1;
        for (size_t k = 1; k < PIECES_MAX; k++)
            out->binomial[k][n] = n ? out->binomial[k - 1][n - 1] + out->binomial[k][n - 1] : 0;
    }
}

/* Indexes the placements with the first king on `king`, starting at `code`. Placements with both
 * kings on the diagonal are indexed in a pass of their own. */
static uint16_t index_kings(struct index_tables *out, int king, bool diagonal, uint16_t code)
{
    for (int second = 0; second < RK_SQUARE_COUNT; second++) {
        if ((step_attacks[king] | bit(king)) & bit(second))
            continue;
        const bool on_diagonal = !side_of_diagonal(king);
        if (on_diagonal && side_of_diagonal(second) > 0)
            continue;
        if ((on_diagonal && !side_of_diagonal(second)) == diagonal)
            out->kings[index_in_triangle(king)][second] = code++;
    }
    return code;
}

static void init_kings(struct index_tables *out)
{
    static const uint8_t triangle[TRIANGLE] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};
    uint16_t code = 0;
    for (size_t i = 0; i < TRIANGLE; i++)
        code = index_kings(out, triangle[i], false, code);
    for (size_t i = OFF_DIAGONAL; i < TRIANGLE; i++)
        code = index_kings(out, triangle[i], true, code);
}

/* The pawn nearest to the edge leads, and among these the rearmost. The rank of its square is the
 * number of squares left for the other pawns. */
static void init_leads(struct index_tables *out)
{
    uint8_t left = PAWN_SQUARES;
    for (int file = 0; file < FILES; file++)
        for (int row = 1; row < 7; row++) {
            out->pawn_rank[row * 8 + file] = --left;
            out->pawn_rank[row * 8 + 7 - file] = --left;
        }
    for (size_t pawns = 1; pawns < PIECES_MAX; pawns++)
        for (int file = 0; file < FILES; file++) {
            uint32_t start = 0;
            for (int row = 1; row < 7; row++) {
                const int square = row * 8 + file;
                out->lead_start[pawns][square] = start;
                start += out->binomial[pawns - 1][out->pawn_rank[square]];
            }
            out->lead_size[pawns][file] = start;
        }
}

void index_tables_init(struct index_tables *out)
{
    *out = (struct index_tables){0};
    init_binomials(out);
    init_kings(out);
    init_leads(out);
}

// ---- groups ----------------------------------------------------------------------------------

/* The pieces in the file must be those of the signature. */
static bool has_same_pieces(const struct signature *signature, const uint8_t *piece)
{
    uint8_t of[2][RK_KIND_COUNT] = {{0}};
    for (size_t i = 0; i < signature->piece_count; i++) {
        const unsigned kind = piece[i] & KIND_MASK;
        if (kind < 1 || kind > RK_KING + 1)
            return false;
        of[piece[i] / SECOND_SIDE][kind - 1]++;
    }
    for (int side = 0; side < 2; side++)
        if (of[side][RK_KING] != 1 || memcmp(of[side], signature->of[side], RK_KING) != 0)
            return false;
    return true;
}

/* Pawns must come first, those of the leading side before the others. Without pawns and unique
 * pieces the kings must come first. */
static bool is_lead_valid(const struct signature *signature, const uint8_t *piece)
{
    const unsigned lead = signature->pawns[0], pawns = lead + signature->pawns[1];
    for (unsigned i = 0; i < pawns; i++) {
        const unsigned side = i < lead ? signature->leader : !signature->leader;
        if (piece[i] != RK_PAWN + 1 + SECOND_SIDE * side)
            return false;
    }
    if (signature->has_pawns || signature->has_unique_piece)
        return true;
    return (piece[0] & KIND_MASK) == RK_KING + 1 && (piece[1] & KIND_MASK) == RK_KING + 1;
}

static void split_groups(const struct signature *signature, struct piece_groups *groups)
{
    int leading = signature->has_pawns ? 0 : signature->has_unique_piece ? 3 : 2;
    uint8_t group = 0;
    groups->length[0] = 1;
    for (size_t i = 1; i < signature->piece_count; i++) {
        if (--leading > 0 || groups->piece[i] == groups->piece[i - 1])
            groups->length[group]++;
        else
            groups->length[++group] = 1;
    }
    groups->count = (uint8_t)(group + 1);
}

static uint64_t lead_group_size(const struct index_tables *tables,
                                const struct signature *signature, unsigned file)
{
    if (signature->has_pawns)
        return tables->lead_size[signature->pawns[0]][file];
    return signature->has_unique_piece ? THREE_PIECES : TWO_KINGS;
}

bool piece_groups_init(const struct index_tables *tables, const struct signature *signature,
                       unsigned file, const uint8_t order[2], struct piece_groups *groups)
{
    if (!has_same_pieces(signature, groups->piece) || !is_lead_valid(signature, groups->piece))
        return false;
    split_groups(signature, groups);
    const bool both_pawns = signature->pawns[1] > 0;
    if (order[0] >= groups->count)
        return false;
    if (both_pawns ? order[1] >= groups->count || order[1] == order[0] : order[1] != UNUSED_ORDER)
        return false;
    size_t next = both_pawns ? 2 : 1;
    int free = RK_SQUARE_COUNT - groups->length[0] - (both_pawns ? groups->length[1] : 0);
    uint64_t size = 1;
    for (uint8_t digit = 0; digit < groups->count; digit++) {
        if (digit == order[0]) {
            groups->factor[0] = size;
            size *= lead_group_size(tables, signature, file);
        } else if (digit == order[1]) {
            groups->factor[1] = size;
            size *= tables->binomial[groups->length[1]][PAWN_SQUARES - groups->length[0]];
        } else {
            groups->factor[next] = size;
            size *= tables->binomial[groups->length[next]][free];
            free -= groups->length[next++];
        }
    }
    groups->size = size;
    return true;
}

// ---- index -----------------------------------------------------------------------------------

unsigned index_lead_pawn(const struct index_tables *tables, uint8_t *squares, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (tables->pawn_rank[squares[i]] > tables->pawn_rank[squares[best]])
            best = i;
    const uint8_t leader = squares[best];
    squares[best] = squares[0];
    squares[0] = leader;
    const unsigned file = leader & 7;
    return file < FILES ? file : 7 - file;
}

/* Orders the pieces as the table does. */
static void order_pieces(const struct piece_groups *groups, size_t from, size_t count,
                         struct piece_list *pieces)
{
    for (size_t i = from; i < count; i++)
        for (size_t j = i; j < count; j++)
            if (pieces->piece[j] == groups->piece[i]) {
                const uint8_t piece = pieces->piece[i], square = pieces->square[i];
                pieces->piece[i] = pieces->piece[j], pieces->square[i] = pieces->square[j];
                pieces->piece[j] = piece, pieces->square[j] = square;
                break;
            }
}

static void mirror_board(struct piece_list *pieces, size_t count, uint8_t by)
{
    for (size_t i = 0; i < count; i++)
        pieces->square[i] ^= by;
}

/* Mirrors the board so that the first leading piece off the long diagonal is below it. */
static void flip_diagonally(struct piece_list *pieces, size_t leading, size_t count)
{
    size_t i = 0;
    while (i < leading && !side_of_diagonal(pieces->square[i]))
        i++;
    if (i == leading || side_of_diagonal(pieces->square[i]) < 0)
        return;
    for (size_t j = i; j < count; j++)
        pieces->square[j] = (uint8_t)((pieces->square[j] >> 3 | pieces->square[j] << 3) & 63);
}

/* Three different pieces. The order: first piece off the diagonal, then the first on it, the first
 * two, all three. */
static int index_three_pieces(const uint8_t *square)
{
    const int a = square[0], b = square[1], c = square[2];
    const int before_b = b > a, before_c = (c > a) + (c > b);
    const int on = a & 7, second = (b & 7) - before_b, third = (c & 7) - before_c;
    const int first_on = OFF_DIAGONAL * 63 * 62, two_on = first_on + 4 * BELOW * 62,
              all_on = two_on + 4 * 7 * BELOW;
    if (side_of_diagonal(a))
        return (index_in_triangle(a) * 63 + b - before_b) * 62 + c - before_c;
    if (side_of_diagonal(b))
        return first_on + (on * BELOW + index_below_diagonal(b)) * 62 + c - before_c;
    if (side_of_diagonal(c))
        return two_on + (on * 7 + second) * BELOW + index_below_diagonal(c);
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

static uint64_t index_pawns(const struct index_tables *tables, uint8_t *square, size_t count)
{
    uint64_t number = tables->lead_start[count][square[0]];
    sort_squares(square + 1, count - 1, tables->pawn_rank);
    for (size_t i = 1; i < count; i++)
        number += tables->binomial[i][tables->pawn_rank[square[i]]];
    return number;
}

/* A combination of squares, not counting those occupied by earlier groups. */
static uint64_t index_group(const struct index_tables *tables, uint8_t *square, size_t from,
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
        number += tables->binomial[i - from + 1][square[i] - taken];
    }
    return number;
}

static uint64_t index_lead_group(const struct index_tables *tables,
                                 const struct signature *signature,
                                 const struct piece_groups *groups, struct piece_list *pieces)
{
    if (pieces->square[0] & 4)
        mirror_board(pieces, signature->piece_count, 7);
    if (signature->has_pawns)
        return index_pawns(tables, pieces->square, signature->pawns[0]);
    if (pieces->square[0] & 32)
        mirror_board(pieces, signature->piece_count, 56);
    flip_diagonally(pieces, groups->length[0], signature->piece_count);
    if (signature->has_unique_piece)
        return (uint64_t)index_three_pieces(pieces->square);
    return tables->kings[index_in_triangle(pieces->square[0])][pieces->square[1]];
}

uint64_t index_position(const struct index_tables *tables, const struct signature *signature,
                        const struct piece_groups *groups, struct piece_list *pieces)
{
    order_pieces(groups, signature->pawns[0], signature->piece_count, pieces);
    uint64_t index = groups->factor[0] * index_lead_group(tables, signature, groups, pieces);
    size_t from = groups->length[0];
    for (size_t group = 1; group < groups->count; group++) {
        // Pawns are never on the first rank.
        const unsigned below = group == 1 && signature->pawns[1] ? 8 : 0;
        const size_t count = groups->length[group];
        index += groups->factor[group] * index_group(tables, pieces->square, from, count, below);
        from += count;
    }
    return index;
}
