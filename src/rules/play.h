/* SPDX-License-Identifier: MIT */
/* Makes moves. rk_position_apply() and perft share this code; perft does not need the
 * Zobrist key, so updating it is a constant option. */
#ifndef RULES_PLAY_H
#define RULES_PLAY_H

#include "rules/movegen.h"

/* A move and what the caller knows about it; constants where speed matters. */
struct made_move {
    rk_kind kind; /* of the piece that moves or is dropped */
    unsigned type;
    int from, to;
    bool keyed; /* update the key and keep the en passant square exact */
};

RK_INLINE rk_kind kind_on(const rk_position *pos, int square)
{
    unsigned kind = 0;
    for (unsigned digit = 0; RK_KIND_COUNT >> digit; digit++) {
        uint64_t set = 0; // the pieces whose kind has this bit
        for (unsigned k = 0; k < RK_KIND_COUNT; k++)
            set |= k >> digit & 1 ? pos->of[k] : 0;
        kind |= (unsigned)(set >> square & 1) << digit;
    }
    return (rk_kind)kind;
}

/* Adds or removes a piece. */
RK_INLINE void toggle_piece(rk_position *pos, rk_kind kind, rk_side side, int square, bool keyed)
{
    pos->of[kind] ^= bit(square);
    pos->by[side] ^= bit(square);
    if (keyed)
        pos->key ^= piece_keys[side][kind][square];
}

RK_INLINE void clear_castling(rk_position *pos, uint64_t squares, bool keyed)
{
    if (keyed)
        for (uint64_t lost = pos->castling & squares; lost; lost = without_lsb(lost))
            pos->key ^= castling_keys[lsb(lost)];
    pos->castling &= ~squares;
}

RK_INLINE void clear_promoted(rk_position *pos, uint64_t squares, bool keyed)
{
    if (keyed)
        for (uint64_t lost = pos->promoted & squares; lost; lost = without_lsb(lost))
            pos->key ^= promoted_keys[lsb(lost)];
    pos->promoted &= ~squares;
}

RK_INLINE void change_pocket(rk_position *pos, rk_side side, rk_kind kind, int change, bool keyed)
{
    uint8_t *held = &pos->pocket[side][kind];
    const int after = *held + change;
    if (after > POCKET_MAX) // not reached in a game: there are not that many pieces
        return;
    if (keyed)
        pos->key ^= pocket_keys[side][kind][*held] ^ pocket_keys[side][kind][after];
    *held = (uint8_t)after;
}

RK_INLINE void clear_en_passant(rk_position *pos, bool keyed)
{
    if (keyed && pos->en_passant != RK_NO_SQUARE)
        pos->key ^= en_passant_keys[pos->en_passant & 7];
    pos->en_passant = RK_NO_SQUARE;
}

RK_INLINE void capture(rk_position *pos, struct mode m, int square, bool keyed)
{
    const rk_kind kind = kind_on(pos, square);
    toggle_piece(pos, kind, other(m.us), square, keyed);
    if (!has_rule(m, RK_CAPTURES_DROP))
        return;
    change_pocket(pos, m.us, pos->promoted & bit(square) ? RK_PAWN : kind, 1, keyed);
    clear_promoted(pos, bit(square), keyed);
}

// Removes an enemy piece of any kind; the square may be empty.
RK_INLINE void clear_square(rk_position *pos, struct mode m, int square)
{
    unsigned kinds = variant_rows[m.variant].kinds;
    if (is_royal(m, other(m.us)) && !has_rule(m, RK_CAPTURES_EXPLODE))
        kinds &= ~(1U << RK_KING);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (kinds >> kind & 1)
            pos->of[kind] &= ~bit(square);
    pos->by[other(m.us)] &= ~bit(square);
}

// Atomic: removes the capturing piece and everything around it except pawns.
static inline void explode(rk_position *pos, int to, bool keyed)
{
    const uint64_t blast = ((step_attacks[to] & ~pos->of[RK_PAWN]) | bit(to)) & occupied(pos);
    clear_castling(pos, blast, keyed);
    for (uint64_t set = blast; set; set = without_lsb(set)) {
        const int square = lsb(set);
        const rk_side side = pos->by[RK_WHITE] & bit(square) ? RK_WHITE : RK_BLACK;
        toggle_piece(pos, kind_on(pos, square), side, square, keyed);
    }
    for (unsigned side = 0; side < 2; side++)
        if (!king_of(pos, (rk_side)side))
            clear_castling(pos, rank((rk_side)side, 1), keyed);
}

RK_INLINE void castle(rk_position *pos, struct mode m, int king, int rook, bool keyed)
{
    const int row = king & 56;
    toggle_piece(pos, RK_KING, m.us, king, keyed);
    toggle_piece(pos, RK_ROOK, m.us, rook, keyed);
    toggle_piece(pos, RK_KING, m.us, row | (rook > king ? 6 : 2), keyed);
    toggle_piece(pos, RK_ROOK, m.us, row | (rook > king ? 5 : 3), keyed);
}

/* Removes the captured piece. Returns true if there was one. */
RK_INLINE bool remove_captured(rk_position *pos, struct mode m, struct made_move a)
{
    if (a.type == RK_PLAIN && a.kind == RK_PAWN && !((a.to - a.from) & 7)) // a constant condition
        return false;
    const int square = a.type == RK_EN_PASSANT ? a.to - step_ahead(m.us) : a.to;
    const bool captured = pos->by[other(m.us)] & bit(square);
    if (!a.keyed && !has_rule(m, RK_CAPTURES_DROP))
        clear_square(pos, m, square);
    else if (captured)
        capture(pos, m, square, a.keyed);
    return captured;
}

RK_INLINE void move_piece(rk_position *pos, struct mode m, struct made_move a)
{
    const bool promotes = a.type >= RK_PROMOTION;
    const rk_kind arriving = promotes ? (rk_kind)(a.type - RK_PROMOTION) : a.kind;
    toggle_piece(pos, a.kind, m.us, a.from, a.keyed);
    toggle_piece(pos, arriving, m.us, a.to, a.keyed);
    if (!has_rule(m, RK_CAPTURES_DROP))
        return;
    if (promotes || pos->promoted & bit(a.from)) {
        clear_promoted(pos, bit(a.from), a.keyed);
        pos->promoted |= bit(a.to);
        if (a.keyed)
            pos->key ^= promoted_keys[a.to];
    }
}

// Sets the square only if the capture is legal; without a key, if an enemy pawn attacks it.
RK_INLINE void allow_en_passant(rk_position *pos, struct mode m, int passed, bool keyed)
{
    const struct mode reply = reply_mode(m);
    const uint64_t captors = pawn_attacks(m.us, bit(passed)) & pos->of[RK_PAWN] & pos->by[reply.us];
    if (!captors || (keyed && !en_passant_captors(pos, reply, passed)))
        return;
    pos->en_passant = (uint8_t)passed;
    if (keyed)
        pos->key ^= en_passant_keys[passed & 7];
}

static inline void count_check(rk_position *pos, struct mode m, bool keyed)
{
    if (!pos->checks_left[m.us] || !checkers_of(pos, reply_mode(m)))
        return;
    const unsigned left = pos->checks_left[m.us]--;
    if (keyed)
        pos->key ^= checks_keys[m.us][left] ^ checks_keys[m.us][left - 1];
    if (left == 1) // the game is over: there is no capture en passant any more
        clear_en_passant(pos, keyed);
}

RK_INLINE void pass_turn(rk_position *pos, struct mode m, bool irreversible, bool keyed)
{
    pos->turn = (uint8_t)other(m.us);
    if (!keyed)
        return;
    pos->key ^= turn_key;
    pos->halfmove_clock =
        irreversible ? 0 : (uint16_t)(pos->halfmove_clock + (pos->halfmove_clock < RK_COUNTER_MAX));
    pos->move_number =
        (uint16_t)(pos->move_number + (m.us == RK_BLACK && pos->move_number < RK_COUNTER_MAX));
}

/* Makes a legal move. */
RK_INLINE void make_move(rk_position *pos, struct mode m, struct made_move a)
{
    clear_en_passant(pos, a.keyed);
    bool captured = false;
    if (a.type == RK_CASTLING) {
        castle(pos, m, a.from, a.to, a.keyed);
    } else if (a.type == RK_DROP) {
        change_pocket(pos, m.us, a.kind, -1, a.keyed);
        toggle_piece(pos, a.kind, m.us, a.to, a.keyed);
    } else {
        captured = remove_captured(pos, m, a);
        move_piece(pos, m, a);
        clear_castling(pos, bit(a.from) | bit(a.to), a.keyed);
    }
    if (a.kind == RK_KING)
        clear_castling(pos, rank(m.us, 1), a.keyed);
    if (has_rule(m, RK_CAPTURES_EXPLODE) && captured)
        explode(pos, a.to, a.keyed);
    const bool double_step =
        a.kind == RK_PAWN && a.type == RK_PLAIN && a.to - a.from == 2 * step_ahead(m.us);
    if (double_step && bit(a.from) & rank(m.us, 2))
        allow_en_passant(pos, m, a.to - step_ahead(m.us), a.keyed);
    if (has_rule(m, RK_CHECKS_COUNT))
        count_check(pos, m, a.keyed);
    pass_turn(pos, m, captured || a.kind == RK_PAWN, a.keyed);
}

#endif
