/* SPDX-License-Identifier: MIT */
#include "tui/cursor.h"

struct cursor cursor_hidden(void)
{
    return (struct cursor){.at = 12, .taken = RK_NO_SQUARE, .put = RK_NO_SQUARE};
}

void cursor_move(struct cursor *hand, bool flipped, int columns, int rows)
{
    const int sense = flipped ? -1 : 1;
    const int file = rk_square_file(hand->at) + sense * columns;
    const int rank = rk_square_rank(hand->at) - sense * rows;
    if (hand->shown && file >= 0 && file < 8 && rank >= 0 && rank < 8)
        hand->at = rk_square_at(file, rank);
    hand->shown = true; // the first key only shows where it is
}

static size_t list_moves_from(const rk_position *pos, rk_square from, rk_move *out)
{
    rk_move moves[RK_MOVES_MAX];
    size_t count = 0;
    if (from >= RK_SQUARE_COUNT)
        return 0;
    const size_t listed = rk_moves_select(pos, UINT64_C(1) << from, ~UINT64_C(0), moves);
    for (size_t i = 0; i < listed; i++)
        if (rk_move_dropped(moves[i]) == RK_NO_KIND && rk_move_from(moves[i]) == from)
            out[count++] = moves[i];
    return count;
}

// Where people put the king to castle, beside its rook.
static rk_square castling_square(rk_move move)
{
    const rk_square king = rk_move_from(move), rook = rk_move_to(move);
    return rk_square_at(rook > king ? 6 : 2, rk_square_rank(king));
}

uint64_t cursor_targets(const struct cursor *hand, const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = list_moves_from(pos, hand->taken, moves);
    uint64_t targets = 0;
    for (size_t i = 0; i < count; i++) {
        targets |= UINT64_C(1) << rk_move_to(moves[i]);
        if (rk_move_what(moves[i]) == RK_CASTLING)
            targets |= UINT64_C(1) << castling_square(moves[i]);
    }
    return targets & ~(UINT64_C(1) << (hand->taken & 63));
}

/* Of the moves to the square those that go there themselves come first: a king
 * that may step to g1 does not castle. */
static rk_move find_move(const rk_position *pos, const struct cursor *hand, rk_kind promotion)
{
    rk_move moves[RK_MOVES_MAX], castling = RK_NO_MOVE;
    const size_t count = list_moves_from(pos, hand->taken, moves);
    for (size_t i = 0; i < count; i++) {
        const bool castles = rk_move_what(moves[i]) == RK_CASTLING;
        if (rk_move_to(moves[i]) == hand->at && rk_move_promotion(moves[i]) == promotion)
            return moves[i];
        if (castles && castling_square(moves[i]) == hand->at && promotion == RK_NO_KIND)
            castling = moves[i];
    }
    return castling;
}

static rk_move find_drop(const rk_position *pos, rk_square to, rk_kind kind)
{
    const rk_move move = rk_move_make((unsigned)kind, to, RK_DROP);
    return rk_moves_legal(pos, move) ? move : RK_NO_MOVE;
}

static rk_move find_choice(const rk_position *pos, const struct cursor *hand, rk_kind kind)
{
    return hand->taken == RK_NO_SQUARE ? find_drop(pos, hand->at, kind)
                                       : find_move(pos, hand, kind);
}

unsigned cursor_kinds(const struct cursor *hand, const rk_position *pos)
{
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (find_choice(pos, hand, (rk_kind)kind) != RK_NO_MOVE)
            kinds |= 1U << kind;
    return kinds;
}

static enum cursor_result take(struct cursor *hand, const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    if (list_moves_from(pos, hand->at, moves)) {
        hand->taken = hand->at;
        return CURSOR_PICKED_UP;
    }
    if (hand->taken != RK_NO_SQUARE || !cursor_kinds(hand, pos))
        return CURSOR_NO_PIECE;
    hand->put = hand->at;
    return CURSOR_ASKS_KIND;
}

enum cursor_result cursor_press(struct cursor *hand, const rk_position *pos, rk_move *out)
{
    if (hand->taken == RK_NO_SQUARE)
        return take(hand, pos);
    *out = find_move(pos, hand, RK_NO_KIND);
    if (*out != RK_NO_MOVE) {
        hand->taken = RK_NO_SQUARE;
        return CURSOR_MOVES;
    }
    if (cursor_kinds(hand, pos)) {
        hand->put = hand->at;
        return CURSOR_ASKS_KIND;
    }
    if (hand->at == hand->taken) {
        hand->taken = RK_NO_SQUARE;
        return CURSOR_NO_PIECE;
    }
    // Pressing on another of one's own pieces takes that one instead.
    return take(hand, pos) == CURSOR_PICKED_UP ? CURSOR_PICKED_UP : CURSOR_ILLEGAL;
}

bool cursor_choose_kind(struct cursor *hand, const rk_position *pos, char letter, rk_move *out)
{
    rk_piece piece;
    if (!rk_piece_from_letter(letter, &piece))
        return false;
    *out = find_choice(pos, hand, piece.kind);
    if (*out == RK_NO_MOVE)
        return false;
    hand->taken = hand->put = RK_NO_SQUARE;
    return true;
}

void cursor_cancel(struct cursor *hand)
{
    hand->shown = hand->taken != RK_NO_SQUARE;
    hand->taken = hand->put = RK_NO_SQUARE;
}
