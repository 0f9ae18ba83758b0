/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "rookery/san.h"

#include "base/text.h"
#include "notation/move_spec.h"
#include "notation/reader.h"
#include "notation/square_text.h"
#include "rookery/moves.h"
#include "rules/bits.h"

enum { KING_HOME = 4, ROOK_HOME_A = 0, ROOK_HOME_H = 7 };

rk_err rk_uci_parse(const rk_position *pos, const char *text, size_t size,
                    rk_notation_option option, rk_move *out, rk_fault *fault)
{
    struct reader in = reader_of(text, size, fault);
    struct move_spec spec = {.kind = RK_NO_KIND, .promotion = RK_NO_KIND};
    if (option & RK_NOTATION_NULL_MOVES && move_spec_read_null(&in, &spec))
        return move_spec_resolve(&in, pos, &spec, out);
    if (size == 4 && text[1] == '@') {
        if (!move_spec_read_drop(&in, &spec))
            return reader_fail(&in, in.at, RK_BAD_SYNTAX, "a drop is written as N@f3");
        return move_spec_resolve(&in, pos, &spec, out);
    }
    rk_square from, to;
    if (!reader_square(&in, &from) || !reader_square(&in, &to))
        return reader_fail(&in, in.at, RK_BAD_SYNTAX, "a move is two squares, as in e2e4");
    rk_piece piece;
    if (in.at < in.end && rk_piece_from_letter(*in.at, &piece)) {
        spec.promotion = piece.kind;
        in.at++;
    }
    if (in.at != in.end)
        return reader_fail(&in, in.at, RK_BAD_SYNTAX, "unexpected text after the move");
    spec.movers = bit(from);
    spec.targets = bit(to);
    move_spec_find_castling(pos, &spec);
    return move_spec_resolve(&in, pos, &spec, out);
}

// Returns true if king and rook are on their standard squares and the variant is not Chess960.
static bool castles_from_home(const rk_position *pos, rk_move move)
{
    const int king = rk_move_from(move) & 7, rook = rk_move_to(move) & 7;
    return pos->variant != RK_CHESS960 && king == KING_HOME &&
           (rook == ROOK_HOME_A || rook == ROOK_HOME_H);
}

size_t rk_uci_write(const rk_position *pos, rk_move move, char *out)
{
    struct text text = text_in(out, RK_UCI_MAX);
    int to = rk_move_to(move);
    if (move == RK_NO_MOVE) {
        text_add(&text, "0000");
        return text_end(&text);
    }
    if (rk_move_type(move) == RK_DROP) {
        text_put(&text, rk_piece_letter((rk_piece){rk_move_dropped(move), RK_WHITE}));
        text_put(&text, '@');
        square_text_write(&text, to);
        return text_end(&text);
    }
    if (rk_move_type(move) == RK_CASTLING && castles_from_home(pos, move))
        to = (to & 56) | (to > rk_move_from(move) ? 6 : 2);
    square_text_write(&text, rk_move_from(move));
    square_text_write(&text, to);
    if (rk_move_promotion(move) != RK_NO_KIND)
        text_put(&text, rk_piece_letter((rk_piece){rk_move_promotion(move), RK_BLACK}));
    return text_end(&text);
}
