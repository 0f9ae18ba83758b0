/* SPDX-License-Identifier: MIT */
#include "book/polyglot.h"

#include "rookery/moves.h"
#include "rules/bits.h"

enum { CASTLING_KEYS = 768, EN_PASSANT_KEYS = 772, TURN_KEY = 780, KEY_COUNT = 781 };

static const uint64_t random_keys[KEY_COUNT] = {
#define ROW(word) UINT64_C(word),
#include "book/polyglot.def"
};

// ---- entries ---------------------------------------------------------------------------------

static uint64_t read_number(const unsigned char *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void write_number(uint64_t number, unsigned char *out, size_t size)
{
    for (size_t i = size; i--; number >>= 8)
        out[i] = (unsigned char)number;
}

struct book_entry polyglot_read_entry(const unsigned char *bytes)
{
    return (struct book_entry){.key = read_number(bytes, 8),
                               .move = (uint16_t)read_number(bytes + 8, 2),
                               .weight = (uint16_t)read_number(bytes + 10, 2),
                               .learn = (uint32_t)read_number(bytes + 12, 4)};
}

void polyglot_write_entry(const struct book_entry *entry, unsigned char *out)
{
    write_number(entry->key, out, 8);
    write_number(entry->move, out + 8, 2);
    write_number(entry->weight, out + 10, 2);
    write_number(entry->learn, out + 12, 4);
}

// ---- keys ------------------------------------------------------------------------------------

bool polyglot_supports(const rk_position *pos)
{
    return pos->variant == RK_STANDARD || pos->variant == RK_CHESS960;
}

static uint64_t hash_pieces(const rk_position *pos)
{
    uint64_t key = 0;
    for (int kind = RK_PAWN; kind <= RK_KING; kind++)
        for (int side = RK_WHITE; side <= RK_BLACK; side++) {
            // Black before White, and pawn to king as in rk_kind.
            const uint64_t *square_keys =
                random_keys + (size_t)64 * (2 * (size_t)kind + (side == RK_WHITE));
            for (uint64_t set = pos->of[kind] & pos->by[side]; set; set = without_lsb(set))
                key ^= square_keys[lsb(set)];
        }
    return key;
}

// Whether a right is kingside or queenside depends on which side of the king the rook is on, in
// Chess960 too.
static uint64_t hash_castling(const rk_position *pos)
{
    uint64_t key = 0;
    for (uint64_t rooks = pos->castling; rooks; rooks = without_lsb(rooks)) {
        const int rook = lsb(rooks);
        const rk_side side = bit(rook) & pos->by[RK_WHITE] ? RK_WHITE : RK_BLACK;
        const uint64_t king = pos->of[RK_KING] & pos->by[side];
        const bool is_queenside = king && rook < lsb(king);
        key ^= random_keys[CASTLING_KEYS + 2 * (int)side + is_queenside];
    }
    return key;
}

uint64_t rk_book_key(const rk_position *pos)
{
    uint64_t key = hash_pieces(pos) ^ hash_castling(pos);
    if (pos->en_passant < RK_SQUARE_COUNT)
        key ^= random_keys[EN_PASSANT_KEYS + rk_square_file(pos->en_passant)];
    if (pos->turn == RK_WHITE)
        key ^= random_keys[TURN_KEY];
    return key;
}

// ---- moves -----------------------------------------------------------------------------------

// Castling is king takes rook and promotions are numbered from 1 for a knight, as in rk_move.
uint16_t polyglot_encode_move(rk_move move)
{
    const rk_kind promotion = rk_move_promotion(move);
    const unsigned kind = promotion == RK_NO_KIND ? 0 : (unsigned)promotion;
    return (uint16_t)(kind << 12 | (unsigned)rk_move_from(move) << 6 | rk_move_to(move));
}

rk_move polyglot_decode_move(const rk_position *pos, uint16_t encoded)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_select(pos, bit(encoded >> 6 & 63), bit(encoded & 63), moves);
    for (size_t i = 0; i < count; i++)
        if (polyglot_encode_move(moves[i]) == encoded)
            return moves[i];
    return RK_NO_MOVE;
}
