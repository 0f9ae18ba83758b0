/* SPDX-License-Identifier: MIT */
#include "tui/cursor.h"

struct cursor cursor_hidden(void)
{
    return (struct cursor){.square = rk_square_at(4, 1), .from = RK_NO_SQUARE};
}

void cursor_move(struct cursor *cursor, bool flipped, int columns, int rows)
{
    const int direction = flipped ? -1 : 1;
    const int file = rk_square_file(cursor->square) + direction * columns;
    const int rank = rk_square_rank(cursor->square) - direction * rows;
    if (cursor->visible && file >= 0 && file < 8 && rank >= 0 && rank < 8)
        cursor->square = rk_square_at(file, rank);
    cursor->visible = true; // the first key only shows it
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

// The square of the king after castling; the move itself names the rook.
static rk_square castling_target(rk_move move)
{
    const rk_square king = rk_move_from(move), rook = rk_move_to(move);
    return rk_square_at(rook > king ? 6 : 2, rk_square_rank(king));
}

uint64_t cursor_targets(const struct cursor *cursor, const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = list_moves_from(pos, cursor->from, moves);
    uint64_t targets = 0;
    for (size_t i = 0; i < count; i++) {
        targets |= UINT64_C(1) << rk_move_to(moves[i]);
        if (rk_move_type(moves[i]) == RK_CASTLING)
            targets |= UINT64_C(1) << castling_target(moves[i]);
    }
    return targets & ~(UINT64_C(1) << (cursor->from & 63));
}

/* An ordinary move takes precedence: a king that can step to g1 does not castle. */
static rk_move find_move(const rk_position *pos, const struct cursor *cursor, rk_kind promotion)
{
    rk_move moves[RK_MOVES_MAX], castling = RK_NO_MOVE;
    const size_t count = list_moves_from(pos, cursor->from, moves);
    for (size_t i = 0; i < count; i++) {
        const bool is_castling = rk_move_type(moves[i]) == RK_CASTLING;
        if (rk_move_to(moves[i]) == cursor->square && rk_move_promotion(moves[i]) == promotion)
            return moves[i];
        if (is_castling && castling_target(moves[i]) == cursor->square && promotion == RK_NO_KIND)
            castling = moves[i];
    }
    return castling;
}

static rk_move find_drop(const rk_position *pos, rk_square to, rk_kind kind)
{
    const rk_move move = rk_move_make((unsigned)kind, to, RK_DROP);
    return rk_moves_legal(pos, move) ? move : RK_NO_MOVE;
}

static rk_move find_choice(const rk_position *pos, const struct cursor *cursor, rk_kind kind)
{
    return cursor->from == RK_NO_SQUARE ? find_drop(pos, cursor->square, kind)
                                        : find_move(pos, cursor, kind);
}

unsigned cursor_kinds(const struct cursor *cursor, const rk_position *pos)
{
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (find_choice(pos, cursor, (rk_kind)kind) != RK_NO_MOVE)
            kinds |= 1U << kind;
    return kinds;
}

static enum cursor_result pick_up(struct cursor *cursor, const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    if (list_moves_from(pos, cursor->square, moves)) {
        cursor->from = cursor->square;
        return CURSOR_PICKED_UP;
    }
    if (cursor->from != RK_NO_SQUARE || !cursor_kinds(cursor, pos))
        return CURSOR_NO_PIECE;
    return CURSOR_ASKS_KIND;
}

enum cursor_result cursor_press(struct cursor *cursor, const rk_position *pos, rk_move *out)
{
    if (cursor->from == RK_NO_SQUARE)
        return pick_up(cursor, pos);
    *out = find_move(pos, cursor, RK_NO_KIND);
    if (*out != RK_NO_MOVE) {
        cursor->from = RK_NO_SQUARE;
        return CURSOR_MOVES;
    }
    if (cursor_kinds(cursor, pos))
        return CURSOR_ASKS_KIND;
    if (cursor->square == cursor->from) {
        cursor->from = RK_NO_SQUARE;
        return CURSOR_NO_PIECE;
    }
    // On another piece of the same side, that piece is picked up instead.
    return pick_up(cursor, pos) == CURSOR_PICKED_UP ? CURSOR_PICKED_UP : CURSOR_ILLEGAL;
}

bool cursor_choose_kind(struct cursor *cursor, const rk_position *pos, char letter, rk_move *out)
{
    rk_piece piece;
    if (!rk_piece_from_letter(letter, &piece))
        return false;
    *out = find_choice(pos, cursor, piece.kind);
    if (*out == RK_NO_MOVE)
        return false;
    cursor->from = RK_NO_SQUARE;
    return true;
}

void cursor_cancel(struct cursor *cursor)
{
    cursor->visible = cursor->from != RK_NO_SQUARE;
    cursor->from = RK_NO_SQUARE;
}
