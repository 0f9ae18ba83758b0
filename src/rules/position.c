/* SPDX-License-Identifier: MIT */
#include "rookery/position.h"

#include <stddef.h>

#include "rules/play.h"

// Positions are compared, hashed and copied as bytes, so padding is not allowed.
_Static_assert(sizeof(rk_position) == 8 * (RK_KIND_COUNT + 5) + 2 * RK_KIND_COUNT + 10,
               "a position has no padding");

// ---- setting up ------------------------------------------------------------------------------

rk_position rk_position_empty(rk_variant variant)
{
    rk_position pos = {.variant = (uint8_t)variant, .en_passant = RK_NO_SQUARE, .move_number = 1};
    if (variant_rows[variant].rules & RK_CHECKS_COUNT)
        pos.checks_left[RK_WHITE] = pos.checks_left[RK_BLACK] = CHECKS_MAX;
    return pos;
}

void rk_position_put(rk_position *pos, rk_square square, rk_piece piece)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        pos->of[kind] &= ~bit(square);
    pos->by[RK_WHITE] &= ~bit(square);
    pos->by[RK_BLACK] &= ~bit(square);
    if (piece.kind == RK_NO_KIND)
        return;
    pos->of[piece.kind] |= bit(square);
    pos->by[piece.side] |= bit(square);
}

static unsigned king_faults(const rk_position *pos, struct mode m)
{
    static const unsigned missing[] = {RK_FAULT_NO_WHITE_KING, RK_FAULT_NO_BLACK_KING};
    static const unsigned doubled[] = {RK_FAULT_WHITE_KINGS, RK_FAULT_BLACK_KINGS};
    unsigned faults = 0;
    for (unsigned side = 0; side < 2; side++) {
        const uint64_t kings = king_of(pos, (rk_side)side);
        if (!is_royal(m, (rk_side)side)) {
            if (kings && has_rule(m, RK_WHITE_IS_HORDE))
                faults |= RK_FAULT_HORDE_KING;
            continue;
        }
        if (!kings && !has_rule(m, RK_CAPTURES_EXPLODE))
            faults |= missing[side];
        if (without_lsb(kings))
            faults |= doubled[side];
    }
    // An explosion removes at most one king.
    if (has_rule(m, RK_CAPTURES_EXPLODE) && !pos->of[RK_KING])
        faults |= RK_FAULT_NO_WHITE_KING | RK_FAULT_NO_BLACK_KING;
    return faults;
}

static unsigned pawn_faults(const rk_position *pos, struct mode m)
{
    uint64_t barred = FIRST_RANK | LAST_RANK, pawns = pos->of[RK_PAWN];
    if (has_rule(m, RK_WHITE_IS_HORDE)) // the horde may start on its first rank
        pawns &= ~(pos->by[RK_WHITE] & FIRST_RANK);
    return pawns & barred ? RK_FAULT_PAWN_RANK : 0;
}

static unsigned kind_faults(const rk_position *pos, struct mode m)
{
    const unsigned kinds = variant_rows[m.variant].kinds;
    unsigned faults = occupied(pos) ? 0 : RK_FAULT_EMPTY;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (pos->of[kind] && !(kinds >> kind & 1))
            faults |= RK_FAULT_FOREIGN_KIND;
    return faults;
}

static unsigned castling_faults(const rk_position *pos, struct mode m)
{
    for (unsigned side = 0; side < 2; side++) {
        const uint64_t rooks = pos->castling & rank((rk_side)side, 1);
        if (!rooks)
            continue;
        const uint64_t king = king_of(pos, (rk_side)side) & rank((rk_side)side, 1);
        if (!king || without_lsb(king) || !is_royal(m, (rk_side)side) || has_rule(m, RK_KINGS_RACE))
            return RK_FAULT_CASTLING;
        const uint64_t never_pawns = has_rule(m, RK_CAPTURES_DROP) ? ~pos->promoted : ALL_SQUARES;
        if (rooks & ~(pos->of[RK_ROOK] & pos->by[side] & never_pawns))
            return RK_FAULT_CASTLING;
        // At most one rook on each side of the king can castle.
        if (without_lsb(rooks & (king - 1)) || without_lsb(rooks & ~(king | (king - 1))))
            return RK_FAULT_CASTLING;
    }
    return pos->castling & ~(FIRST_RANK | LAST_RANK) ? RK_FAULT_CASTLING : 0;
}

// The pawn that has just moved is in front of the en passant square, and its start square is empty.
static unsigned en_passant_faults(const rk_position *pos, struct mode m)
{
    if (pos->en_passant == RK_NO_SQUARE)
        return 0;
    const rk_side them = other(m.us);
    const int target = pos->en_passant;
    if (target > RK_NO_SQUARE || !(bit(target) & rank(m.us, 6)))
        return RK_FAULT_EN_PASSANT;
    const uint64_t crossed = bit(target) | bit(target + step_ahead(m.us));
    const uint64_t passed = bit(target - step_ahead(m.us));
    const bool has_pawn = passed & pos->of[RK_PAWN] & pos->by[them];
    return has_pawn && !(crossed & occupied(pos)) ? 0 : RK_FAULT_EN_PASSANT;
}

static unsigned check_faults(const rk_position *pos, struct mode m)
{
    // Atomic: a side in check may have exploded the other king instead of answering the check.
    if (has_rule(m, RK_CAPTURES_EXPLODE) && !king_of(pos, m.us))
        return 0;
    unsigned faults = checkers_of(pos, reply_mode(m)) ? RK_FAULT_OPPOSITE_CHECK : 0;
    if (has_rule(m, RK_KINGS_RACE) && checkers_of(pos, m))
        faults |= RK_FAULT_RACE_CHECK;
    return faults;
}

static unsigned count_faults(const rk_position *pos, struct mode m)
{
    unsigned faults = 0;
    const unsigned kinds = variant_rows[m.variant].kinds & ~(1U << RK_KING);
    const unsigned held = has_rule(m, RK_CAPTURES_DROP) ? kinds : 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            if (pos->pocket[side][kind] > (held >> kind & 1 ? POCKET_MAX : 0))
                faults |= RK_FAULT_POCKET;
    const unsigned max_checks = has_rule(m, RK_CHECKS_COUNT) ? CHECKS_MAX : 0;
    if (pos->checks_left[RK_WHITE] > max_checks || pos->checks_left[RK_BLACK] > max_checks)
        faults |= RK_FAULT_CHECKS_LEFT;
    if (max_checks && !pos->checks_left[RK_WHITE] && !pos->checks_left[RK_BLACK])
        faults |= RK_FAULT_CHECKS_LEFT;
    return faults;
}

// Not if the game is over by the variant's own rule.
static bool is_en_passant_legal(const rk_position *pos, struct mode m)
{
    return !is_decided(pos, m, request_all(pos, m)) && en_passant_captors(pos, m, pos->en_passant);
}

unsigned rk_position_validate(rk_position *pos)
{
    const struct mode m = mode_of(pos);
    unsigned faults = king_faults(pos, m) | pawn_faults(pos, m) | kind_faults(pos, m) |
                      castling_faults(pos, m) | en_passant_faults(pos, m) | count_faults(pos, m);
    const uint64_t never_promoted = pos->of[RK_PAWN] | pos->of[RK_KING];
    pos->promoted &= has_rule(m, RK_CAPTURES_DROP) ? occupied(pos) & ~never_promoted : 0;
    if (!faults)
        faults = check_faults(pos, m);
    if (faults)
        return faults;
    if (pos->en_passant != RK_NO_SQUARE && !is_en_passant_legal(pos, m))
        pos->en_passant = RK_NO_SQUARE;
    pos->key = rk_position_key(pos);
    return 0;
}

const char *rk_position_fault_text(unsigned fault)
{
    static const char *const texts[] = {
#define ROW(name, number, text) [number] = (text),
#include "rookery/position_faults.def"
    };
    return fault && (size_t)lsb(fault) < sizeof texts / sizeof *texts ? texts[lsb(fault)] : "";
}

// ---- playing ---------------------------------------------------------------------------------

void rk_position_apply(rk_position *pos, rk_move move, rk_undo *undo)
{
    undo->before = *pos;
    struct made_move made = {.type = rk_move_type(move), .keyed = true};
    made.from = rk_move_from(move);
    made.to = rk_move_to(move);
    made.kind = made.type == RK_DROP ? (rk_kind)made.from : kind_on(pos, made.from);
    const struct mode m = mode_of(pos);
    if (is_standard(m)) // the common case: the tests for variant rules fold away
        make_move(pos, (struct mode){m.us, RK_STANDARD}, made);
    else
        make_move(pos, m, made);
}

void rk_position_pass(rk_position *pos, rk_undo *undo)
{
    undo->before = *pos;
    clear_en_passant(pos, true);
    pass_turn(pos, mode_of(pos), false, true);
}

void rk_position_revert(rk_position *pos, const rk_undo *undo)
{
    *pos = undo->before;
}

// ---- queries ---------------------------------------------------------------------------------

rk_piece rk_position_at(const rk_position *pos, rk_square square)
{
    if (!(occupied(pos) & bit(square)))
        return (rk_piece){.kind = RK_NO_KIND, .side = RK_WHITE};
    const rk_side side = pos->by[RK_WHITE] & bit(square) ? RK_WHITE : RK_BLACK;
    return (rk_piece){.kind = kind_on(pos, square), .side = side};
}

rk_side rk_position_turn(const rk_position *pos)
{
    return (rk_side)pos->turn;
}

uint64_t rk_position_checkers(const rk_position *pos)
{
    return checkers_of(pos, mode_of(pos));
}

bool rk_position_in_check(const rk_position *pos)
{
    return rk_position_checkers(pos);
}

uint64_t rk_position_attackers(const rk_position *pos, rk_square square, rk_side side)
{
    return attackers_of(pos, mode_of(pos), square, occupied(pos), side);
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

bool rk_position_same(const rk_position *a, const rk_position *b)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (a->of[kind] != b->of[kind])
            return false;
    return a->by[RK_WHITE] == b->by[RK_WHITE] && a->by[RK_BLACK] == b->by[RK_BLACK] &&
           a->castling == b->castling && a->promoted == b->promoted && a->turn == b->turn &&
           a->variant == b->variant && a->en_passant == b->en_passant &&
           same_bytes(a->pocket[0], b->pocket[0], sizeof a->pocket) &&
           same_bytes(a->checks_left, b->checks_left, sizeof a->checks_left);
}

uint64_t rk_position_key(const rk_position *pos)
{
    uint64_t key = pos->turn == RK_WHITE ? 0 : turn_key;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
            for (uint64_t set = pos->of[kind] & pos->by[side]; set; set = without_lsb(set))
                key ^= piece_keys[side][kind][lsb(set)];
            key ^= pocket_keys[side][kind][pos->pocket[side][kind]];
        }
        key ^= checks_keys[side][pos->checks_left[side]];
    }
    for (uint64_t set = pos->castling; set; set = without_lsb(set))
        key ^= castling_keys[lsb(set)];
    for (uint64_t set = pos->promoted; set; set = without_lsb(set))
        key ^= promoted_keys[lsb(set)];
    return pos->en_passant == RK_NO_SQUARE ? key : key ^ en_passant_keys[pos->en_passant & 7];
}
