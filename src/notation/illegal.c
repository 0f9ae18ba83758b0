/* SPDX-License-Identifier: MIT */
/* Explains why a move is illegal. The checks are in the order in which a teacher
 * would make them: is the game over, is there a piece, is it yours, does it move like
 * that, is the path free, and is the king safe afterwards. */
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"

#include "base/text.h"
#include "notation/square_text.h"
#include "rules/mode.h"

/* The move to explain, and the message. */
struct attempt {
    const rk_position *pos;
    struct mode m;
    rk_piece piece;
    int from, to;
    rk_kind promotion;
    struct text text;
};

static bool is_castling_attempt(const struct attempt *attempt)
{
    if (attempt->piece.kind != RK_KING || !is_royal(attempt->m, attempt->m.us))
        return false;
    if (bit(attempt->to) & attempt->pos->castling & attempt->pos->by[attempt->m.us])
        return true;
    const int files = (attempt->to & 7) - (attempt->from & 7);
    return attempt->from >> 3 == attempt->to >> 3 && (files > 1 || files < -1);
}

static rk_err check_piece(struct attempt *attempt)
{
    if (attempt->piece.kind == RK_NO_KIND) {
        text_add(&attempt->text, "there is no piece on ");
        square_text_write(&attempt->text, attempt->from);
        return RK_NO_PIECE_THERE;
    }
    if (attempt->piece.side != attempt->m.us) {
        square_text_piece(&attempt->text, attempt->pos, attempt->from);
        text_add(&attempt->text, attempt->m.us == RK_WHITE ? " is Black's, and it is White's move"
                                                           : " is White's, and it is Black's move");
        return RK_NOT_YOUR_PIECE;
    }
    if (attempt->pos->by[attempt->m.us] & bit(attempt->to) && !is_castling_attempt(attempt)) {
        if (attempt->from == attempt->to) {
            text_add(&attempt->text, "a move must go to another square");
            return RK_OWN_PIECE_THERE;
        }
        square_text_write(&attempt->text, attempt->to);
        text_add(&attempt->text, " is occupied by your own ");
        text_add(&attempt->text,
                 rk_kind_name(rk_position_at(attempt->pos, (rk_square)attempt->to).kind));
        return RK_OWN_PIECE_THERE;
    }
    return RK_OK;
}

static rk_err explain_movement(struct attempt *attempt)
{
    square_text_piece(&attempt->text, attempt->pos, attempt->from);
    text_add(&attempt->text, " does not move to ");
    square_text_write(&attempt->text, attempt->to);
    return RK_NOT_ITS_MOVE;
}

static rk_err explain_blocked(struct attempt *attempt, uint64_t obstacles)
{
    const int at = attempt->from < attempt->to ? lsb(obstacles) : 63 - __builtin_clzll(obstacles);
    square_text_piece(&attempt->text, attempt->pos, at);
    text_add(&attempt->text, " is in the way");
    return RK_PATH_BLOCKED;
}

static rk_err check_pawn(struct attempt *attempt)
{
    const rk_side us = attempt->m.us;
    const uint64_t from = bit(attempt->from), to = bit(attempt->to), all = occupied(attempt->pos);
    const bool horde = has_rule(attempt->m, RK_WHITE_IS_HORDE) && us == RK_WHITE;
    if (to & pawn_attacks(us, from)) {
        if (to & attempt->pos->by[other(us)] || attempt->to == attempt->pos->en_passant)
            return RK_OK;
        text_add(&attempt->text, "a pawn moves to ");
        square_text_write(&attempt->text, attempt->to);
        text_add(&attempt->text, " only by capturing, and there is nothing to capture");
        return RK_NOT_ITS_MOVE;
    }
    const uint64_t step = ahead(us, from), homes = horde ? rank(us, 1) | rank(us, 2) : rank(us, 2);
    const bool double_step = to == ahead(us, step) && from & homes;
    if (to != step && !double_step)
        return explain_movement(attempt);
    const uint64_t obstacles = (double_step ? step | to : to) & all;
    return obstacles ? explain_blocked(attempt, obstacles) : RK_OK;
}

static rk_err check_movement(struct attempt *attempt)
{
    if (attempt->piece.kind == RK_PAWN)
        return check_pawn(attempt);
    if (!(attacks(attempt->piece.kind, attempt->from, 0) & bit(attempt->to)))
        return explain_movement(attempt);
    const uint64_t obstacles =
        path[attempt->from][attempt->to] & ~bit(attempt->to) & occupied(attempt->pos);
    if (!(attacks(attempt->piece.kind, attempt->from, occupied(attempt->pos)) & bit(attempt->to)) &&
        obstacles)
        return explain_blocked(attempt, obstacles);
    return RK_OK;
}

static rk_err check_promotion(struct attempt *attempt)
{
    const bool arrives =
        attempt->piece.kind == RK_PAWN && bit(attempt->to) & rank(attempt->m.us, 8);
    const unsigned promotions = variant_rows[attempt->m.variant].promotions;
    if (arrives && attempt->promotion == RK_NO_KIND) {
        text_add(&attempt->text, "choose a piece to promote to on ");
        square_text_write(&attempt->text, attempt->to);
        return RK_BAD_PROMOTION;
    }
    if (attempt->promotion == RK_NO_KIND || (arrives && promotions >> attempt->promotion & 1))
        return RK_OK;
    if (!arrives) {
        text_add(&attempt->text, "only a pawn that reaches the last rank can promote");
        return RK_BAD_PROMOTION;
    }
    text_add(&attempt->text, "a pawn cannot promote to ");
    text_add(&attempt->text, attempt->promotion == RK_AMAZON ? "an " : "a ");
    text_add(&attempt->text, rk_kind_name(attempt->promotion));
    text_add(&attempt->text, " in this variant");
    return RK_BAD_PROMOTION;
}

// Returns the pieces that would attack our king after the move.
static uint64_t attackers_after(const struct attempt *attempt)
{
    const rk_position *pos = attempt->pos;
    if (!is_royal(attempt->m, attempt->m.us) || !king_of(pos, attempt->m.us))
        return 0;
    uint64_t taken = bit(attempt->to);
    if (attempt->piece.kind == RK_PAWN && attempt->to == pos->en_passant)
        taken |= bit(attempt->to - step_ahead(attempt->m.us));
    const bool king_moves = attempt->piece.kind == RK_KING;
    const int king = king_moves ? attempt->to : lsb(king_of(pos, attempt->m.us));
    const uint64_t left = (occupied(pos) & ~bit(attempt->from) & ~taken) | bit(attempt->to);
    return attackers_of(pos, attempt->m, king, left, other(attempt->m.us)) & ~taken;
}

static rk_err check_check(struct attempt *attempt)
{
    const uint64_t attackers = attackers_after(attempt);
    if (!attackers)
        return RK_OK;
    const uint64_t checkers = rk_position_checkers(attempt->pos);
    if (attempt->piece.kind == RK_KING) {
        square_text_piece(&attempt->text, attempt->pos, lsb(attackers));
        text_add(&attempt->text, " would give check: the king may not move to ");
        square_text_write(&attempt->text, attempt->to);
    } else if (attackers & checkers) {
        text_add(&attempt->text, "the king is in check from ");
        square_text_piece(&attempt->text, attempt->pos, lsb(attackers & checkers));
        text_add(&attempt->text, ", and this move does not answer it");
    } else {
        square_text_piece(&attempt->text, attempt->pos, attempt->from);
        text_add(&attempt->text, " is pinned: ");
        square_text_piece(&attempt->text, attempt->pos, lsb(attackers));
        text_add(&attempt->text, " would give check");
    }
    return RK_KING_IN_CHECK;
}

static rk_err explain_variant_rule(struct attempt *attempt)
{
    if (has_rule(attempt->m, RK_LOSER_WINS))
        text_add(&attempt->text, "you can capture, and in this variant you must");
    else if (has_rule(attempt->m, RK_KINGS_RACE))
        text_add(&attempt->text, "the move would give check, which this variant forbids");
    else if (attempt->piece.kind == RK_KING)
        text_add(&attempt->text, "kings may not capture in this variant");
    else
        text_add(&attempt->text, "the explosion would remove your own king or leave it in check");
    return RK_AGAINST_VARIANT;
}

static rk_err castling_blocked(struct attempt *attempt, int rook)
{
    const struct castling_lane lane = castling_lanes[attempt->from & 7][rook & 7];
    const uint64_t obstacles = (uint64_t)lane.free << (attempt->from & 56) & occupied(attempt->pos);
    if (!obstacles)
        return RK_OK;
    square_text_piece(&attempt->text, attempt->pos, lsb(obstacles));
    text_add(&attempt->text, " is in the way of castling");
    return RK_NO_CASTLING;
}

static rk_err explain_castling_attack(struct attempt *attempt, int rook)
{
    const rk_side them = other(attempt->m.us);
    const uint64_t past_king = occupied(attempt->pos) ^ bit(attempt->from);
    uint64_t crossed = castling_lanes[attempt->from & 7][rook & 7].safe;
    for (crossed <<= attempt->from & 56; crossed; crossed = without_lsb(crossed)) {
        const uint64_t attackers =
            attackers_of(attempt->pos, attempt->m, lsb(crossed), past_king, them);
        if (!attackers)
            continue;
        square_text_piece(&attempt->text, attempt->pos, lsb(attackers));
        text_add(&attempt->text, " attacks ");
        square_text_write(&attempt->text, lsb(crossed));
        text_add(&attempt->text, ": the king may not castle through it");
        return RK_NO_CASTLING;
    }
    text_add(&attempt->text, "the king would be in check after castling");
    return RK_NO_CASTLING;
}

static rk_err check_castling(struct attempt *attempt)
{
    const bool kingside = attempt->to > attempt->from;
    const uint64_t below = bit(attempt->from) - 1;
    const uint64_t rights =
        attempt->pos->castling & rank(attempt->m.us, 1) & (kingside ? ~below : below);
    if (!rights) {
        text_add(&attempt->text, kingside ? "you do not have the right to castle kingside"
                                          : "you do not have the right to castle queenside");
        return RK_NO_CASTLING;
    }
    const uint64_t checkers = rk_position_checkers(attempt->pos);
    if (checkers) {
        square_text_piece(&attempt->text, attempt->pos, lsb(checkers));
        text_add(&attempt->text, " gives check: the king may not castle out of it");
        return RK_NO_CASTLING;
    }
    const rk_err err = castling_blocked(attempt, lsb(rights));
    return err ? err : explain_castling_attack(attempt, lsb(rights));
}

static rk_err check_attempt(struct attempt *attempt)
{
    const rk_outcome outcome = rk_position_outcome(attempt->pos);
    if (outcome.end != RK_NOT_OVER && !rk_moves_any(attempt->pos)) {
        text_add(&attempt->text, "the game is over: ");
        text_add(&attempt->text, rk_end_text(outcome.end));
        return RK_GAME_OVER;
    }
    rk_err err = check_piece(attempt);
    if (!err && is_castling_attempt(attempt))
        return check_castling(attempt);
    if (!err)
        err = check_movement(attempt);
    if (!err && !has_rule(attempt->m, RK_CAPTURES_EXPLODE))
        err = check_check(attempt);
    if (!err)
        err = check_promotion(attempt);
    return err ? err : explain_variant_rule(attempt);
}

static bool has_promotion(const rk_move *moves, size_t count, rk_kind promotion)
{
    for (size_t i = 0; i < count; i++)
        if (rk_move_type(moves[i]) != RK_DROP && rk_move_promotion(moves[i]) == promotion)
            return true;
    return false;
}

rk_err rk_move_illegal_reason(const rk_position *pos, rk_square from, rk_square to,
                              rk_kind promotion, rk_fault *fault)
{
    rk_move moves[RK_MOVES_MAX];
    if (has_promotion(moves, rk_moves_select(pos, bit(from), bit(to), moves), promotion))
        return RK_OK;
    rk_fault ignored;
    rk_fault *result = fault ? fault : &ignored;
    *result = (rk_fault){.offset = 0};
    struct attempt attempt = {pos,
                              mode_of(pos),
                              rk_position_at(pos, from),
                              from,
                              to,
                              promotion,
                              text_in(result->text, sizeof result->text)};
    result->err = check_attempt(&attempt);
    text_end(&attempt.text);
    return result->err;
}
