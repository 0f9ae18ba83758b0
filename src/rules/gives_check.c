/* SPDX-License-Identifier: MIT */
/* What a move does, found without making it. */
#include "rookery/moves.h"
#include "rules/movegen.h"
#include "rules/play.h"

bool rk_move_is_capture(const rk_position *pos, rk_move move)
{
    if (move == RK_NO_MOVE)
        return false;
    const uint64_t enemy = pos->by[other((rk_side)pos->turn)];
    return rk_move_type(move) == RK_EN_PASSANT || enemy & bit(rk_move_to(move));
}

/* How a move changes the board, as far as it matters for checks. */
struct change {
    uint64_t cleared;  /* squares that are empty after the move, or that pieces left */
    uint64_t occupied; /* the occupied squares after the move */
    uint64_t own_king; /* our king after the move */
    rk_kind kind;      /* of the piece that arrives; RK_NO_KIND if it explodes */
    int to;            /* where it arrives */
};

/* The rook arrives; the king only clears its square, because it cannot give check. */
RK_INLINE struct change castling_change(const rk_position *pos, int king, int rook)
{
    const int row = king & 56, rook_to = row | (rook > king ? 5 : 3);
    const uint64_t cleared = bit(king) | bit(rook), king_to = bit(row | (rook > king ? 6 : 2));
    return (struct change){.cleared = cleared,
                           .occupied = (occupied(pos) & ~cleared) | bit(rook_to) | king_to,
                           .own_king = king_to,
                           .kind = RK_ROOK,
                           .to = rook_to};
}

RK_INLINE struct change drop_change(const rk_position *pos, rk_move move)
{
    const int to = rk_move_to(move);
    return (struct change){
        .occupied = occupied(pos) | bit(to), .kind = rk_move_dropped(move), .to = to};
}

RK_INLINE struct change change_of(const rk_position *pos, struct mode m, rk_move move)
{
    const unsigned type = rk_move_type(move);
    const int from = rk_move_from(move), to = rk_move_to(move);
    if (type == RK_CASTLING)
        return castling_change(pos, from, to);
    if (type == RK_DROP)
        return drop_change(pos, move);
    struct change change = {.cleared = bit(from), .kind = kind_on(pos, from), .to = to};
    change.own_king = change.kind == RK_KING ? bit(to) : king_of(pos, m.us);
    if (type == RK_EN_PASSANT)
        change.cleared |= bit(to - step_ahead(m.us));
    else if (type >= RK_PROMOTION)
        change.kind = rk_move_promotion(move);
    change.occupied = (occupied(pos) & ~change.cleared) | bit(to);
    if (has_rule(m, RK_CAPTURES_EXPLODE) && rk_move_is_capture(pos, move)) {
        change.cleared |= blast_squares(pos, from, to);
        change.occupied &= ~change.cleared;
        change.kind = RK_NO_KIND;
    }
    return change;
}

/* Returns true if the arriving piece attacks the king. */
RK_INLINE bool checks_directly(struct mode m, const struct change *change, int king)
{
    if (change->kind == RK_PAWN)
        return pawn_attacks(other(m.us), bit(king)) & bit(change->to);
    if (change->kind == RK_KING || change->kind == RK_NO_KIND)
        return false;
    return attacks(change->kind, king, change->occupied) & bit(change->to);
}

/* Returns true if a slider that did not move attacks the king across the cleared squares. */
RK_INLINE bool checks_by_discovery(const rk_position *pos, struct mode m,
                                   const struct change *change, int king)
{
    const uint64_t still = pos->by[m.us] & ~change->cleared;
    if (straight_rays[king] & change->cleared && straight_attacks(king, change->occupied) &
                                                     pieces_with_movement(pos, m, RK_STRAIGHT) &
                                                     still)
        return true;
    return diagonal_rays[king] & change->cleared && diagonal_attacks(king, change->occupied) &
                                                        pieces_with_movement(pos, m, RK_DIAGONAL) &
                                                        still;
}

/* Atomic: no check while the kings touch. A king that steps away from the other one can leave it
 * attacked by any piece. */
RK_INLINE bool checks_in_atomic(const rk_position *pos, struct mode m, const struct change *change,
                                int king)
{
    if (change->cleared & bit(king)) // the king explodes
        return false;
    if (step_attacks[king] & change->own_king)
        return false;
    if (kings_touch(pos, king, m.us) &&
        attackers_of(pos, m, king, change->occupied, m.us) & ~change->cleared)
        return true;
    return checks_directly(m, change, king) || checks_by_discovery(pos, m, change, king);
}

RK_INLINE bool gives_check(const rk_position *pos, struct mode m, rk_move move)
{
    const uint64_t enemy_king = king_of(pos, other(m.us));
    if (!is_royal(m, other(m.us)) || !enemy_king)
        return false;
    const int king = lsb(enemy_king);
    const struct change change = change_of(pos, m, move);
    if (has_rule(m, RK_CAPTURES_EXPLODE))
        return checks_in_atomic(pos, m, &change, king);
    return checks_directly(m, &change, king) || checks_by_discovery(pos, m, &change, king);
}

bool rk_move_gives_check(const rk_position *pos, rk_move move)
{
    const struct mode m = mode_of(pos);
    if (move == RK_NO_MOVE)
        return false;
    if (is_standard(m)) // the common case: the tests for variant rules fold away
        return gives_check(pos, (struct mode){m.us, RK_STANDARD}, move);
    return gives_check(pos, m, move);
}
