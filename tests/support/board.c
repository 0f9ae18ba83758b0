/* SPDX-License-Identifier: MIT */
#include "support/board.h"

#include <string.h>

#include "rookery/fen.h"

// ---- diagrams --------------------------------------------------------------------------------

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \n");
}

rk_position draft(rk_variant variant, rk_side turn, const char *diagram)
{
    rk_position pos = rk_position_empty(variant);
    pos.turn = (uint8_t)turn;
    const char *at = diagram;
    for (int index = 0; index < RK_SQUARE_COUNT; index++) {
        at = skip_blanks(at);
        rk_piece piece = {RK_NO_KIND, RK_WHITE};
        if (!*at || (*at != '.' && !rk_piece_from_letter(*at, &piece)))
            fail_msg("invalid character in square %d of the diagram: '%c'", index, *at);
        rk_position_put(&pos, (rk_square)(index ^ 56), piece); // a8 comes first in the diagram
        at++;
    }
    if (*skip_blanks(at))
        fail_msg("text after the 64 squares of the diagram: %s", at);
    return pos;
}

static rk_position validated(rk_position pos)
{
    const unsigned faults = rk_position_validate(&pos);
    if (faults)
        fail_msg("the position has faults (%#x): %s", faults, rk_position_fault_text(faults));
    return pos;
}

rk_position board_of(rk_variant variant, rk_side turn, const char *diagram)
{
    return validated(draft(variant, turn, diagram));
}

rk_position board(rk_side turn, const char *diagram)
{
    return board_of(RK_STANDARD, turn, diagram);
}

rk_position with_castling(rk_position pos, const char *rooks)
{
    for (const char *at = skip_blanks(rooks); *at; at = skip_blanks(at + 2))
        pos.castling |= square_bit(at);
    return validated(pos);
}

rk_position with_en_passant(rk_position pos, const char *square)
{
    pos.en_passant = square_named(square);
    return validated(pos);
}

uint64_t squares(const char *diagram)
{
    uint64_t set = 0;
    const char *at = diagram;
    for (int index = 0; index < RK_SQUARE_COUNT; index++) {
        at = skip_blanks(at);
        if (*at != '.' && *at != 'x')
            fail_msg("invalid character in square %d of the diagram: '%c'", index, *at);
        if (*at++ == 'x')
            set |= UINT64_C(1) << (index ^ 56);
    }
    return set;
}

// ---- text ------------------------------------------------------------------------------------

rk_position position_of(rk_variant variant, const char *fen)
{
    rk_position pos = rk_position_empty(variant);
    rk_fault fault;
    if (rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, &pos, &fault))
        fail_msg("%s: %s", fen, fault.text);
    return pos;
}

rk_position position(const char *fen)
{
    return position_of(RK_STANDARD, fen);
}

rk_square square_named(const char *name)
{
    if (name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        fail_msg("'%.2s' is not a square", name);
    return rk_square_at(name[0] - 'a', name[1] - '1');
}

uint64_t square_bit(const char *name)
{
    return UINT64_C(1) << square_named(name);
}

static rk_kind kind_named(char letter)
{
    rk_piece piece = {RK_NO_KIND, RK_WHITE};
    if (!rk_piece_from_letter(letter, &piece))
        fail_msg("'%c' is not a piece", letter);
    return piece.kind;
}

static unsigned type_of_move(const rk_position *pos, rk_square from, rk_square to, char promotion)
{
    if (promotion && promotion != ' ')
        return RK_PROMOTION + (unsigned)kind_named(promotion);
    const rk_piece mover = rk_position_at(pos, from), there = rk_position_at(pos, to);
    const bool own = there.kind != RK_NO_KIND && there.side == mover.side;
    if (mover.kind == RK_KING && there.kind == RK_ROOK && own)
        return RK_CASTLING;
    const bool changes_file = rk_square_file(from) != rk_square_file(to);
    return mover.kind == RK_PAWN && changes_file && there.kind == RK_NO_KIND ? RK_EN_PASSANT
                                                                             : RK_PLAIN;
}

rk_move move(const rk_position *pos, const char *text)
{
    if (text[0] && text[1] == '@')
        return rk_move_make((unsigned)kind_named(text[0]), square_named(text + 2), RK_DROP);
    const rk_square from = square_named(text), to = square_named(text + 2);
    return rk_move_make(from, to, type_of_move(pos, from, to, text[4]));
}

bool can_play(const rk_position *pos, const char *text)
{
    return rk_moves_legal(pos, move(pos, text));
}

void play_moves(rk_position *pos, const char *texts)
{
    rk_undo undo;
    for (const char *at = skip_blanks(texts); *at; at = skip_blanks(at)) {
        if (!can_play(pos, at))
            fail_msg("'%s' starts with an illegal move", at);
        rk_position_apply(pos, move(pos, at), &undo);
        at += strcspn(at, " ");
    }
}

rk_position after(rk_position pos, const char *texts)
{
    play_moves(&pos, texts);
    return pos;
}

uint64_t targets_from(const rk_position *pos, const char *square)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t found = rk_moves_list(pos, moves);
    uint64_t set = 0;
    for (size_t i = 0; i < found; i++)
        if (rk_move_type(moves[i]) != RK_DROP && rk_move_from(moves[i]) == square_named(square))
            set |= UINT64_C(1) << rk_move_to(moves[i]);
    return set;
}
