/* SPDX-License-Identifier: MIT */
#include "support/slow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/moves.h"

enum { WHITE, BLACK, NO_SIDE };

// In the order of rk_kind, which is part of the encoding of moves.
static const char KINDS[] = "pnbrqka";

// ---- squares and letters ---------------------------------------------------------------------

static int file_of(int square)
{
    return square % 8;
}

static int rank_of(int square)
{
    return square / 8;
}

static int side_of(char piece)
{
    if (piece == '.')
        return NO_SIDE;
    return isupper((unsigned char)piece) ? WHITE : BLACK;
}

static char kind_of(char piece)
{
    return (char)tolower((unsigned char)piece);
}

static char piece_of(char kind, int side)
{
    return side == WHITE ? (char)toupper((unsigned char)kind) : kind;
}

static int index_of(char kind)
{
    return (int)(strchr(KINDS, kind) - KINDS);
}

static int forward(int side)
{
    return side == WHITE ? 1 : -1;
}

/* From 1 to 8, seen from the side. */
static int rank_for(int side, int square)
{
    return side == WHITE ? rank_of(square) + 1 : 8 - rank_of(square);
}

static int find_king(const struct slow *s, int side)
{
    for (int square = 0; square < 64; square++)
        if (s->at[square] == piece_of('k', side))
            return square;
    return -1;
}

static int count_pieces(const struct slow *s, int side)
{
    int found = 0;
    for (int square = 0; square < 64; square++)
        found += side_of(s->at[square]) == side;
    return found;
}

static bool are_adjacent(int a, int b)
{
    return a != b && abs(file_of(a) - file_of(b)) <= 1 && abs(rank_of(a) - rank_of(b)) <= 1;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

// ---- attacks and checks ----------------------------------------------------------------------

static bool is_path_free(const struct slow *s, int from, int to)
{
    const int step = sign(file_of(to) - file_of(from)) + 8 * sign(rank_of(to) - rank_of(from));
    for (int square = from + step; square != to; square += step)
        if (s->at[square] != '.')
            return false;
    return true;
}

/* Whether the piece on `from` attacks `to`, which may be empty. */
static bool attacks_square(const struct slow *s, int from, int to)
{
    const int across = file_of(to) - file_of(from), up = rank_of(to) - rank_of(from);
    const char kind = kind_of(s->at[from]);
    if (from == to)
        return false;
    if (kind == 'p')
        return abs(across) == 1 && up == forward(side_of(s->at[from]));
    if (kind == 'k')
        return are_adjacent(from, to);
    if (abs(across) * abs(up) == 2)
        return kind == 'n' || kind == 'a';
    if (across == 0 || up == 0)
        return strchr("rqa", kind) && is_path_free(s, from, to);
    if (abs(across) == abs(up))
        return strchr("bqa", kind) && is_path_free(s, from, to);
    return false;
}

static bool is_attacked(const struct slow *s, int square, int by)
{
    for (int from = 0; from < 64; from++)
        if (side_of(s->at[from]) == by && attacks_square(s, from, square))
            return true;
    return false;
}

static bool in_check(const struct slow *s, int side)
{
    const int king = find_king(s, side), enemy = find_king(s, !side);
    if (s->variant == RK_ANTICHESS || king < 0)
        return false;
    if (s->variant == RK_ATOMIC && enemy >= 0 && are_adjacent(king, enemy))
        return false;
    return is_attacked(s, king, !side);
}

bool slow_in_check(const struct slow *s)
{
    return in_check(s, s->turn);
}

// ---- making moves ----------------------------------------------------------------------------

static void empty(struct slow *s, int square)
{
    s->at[square] = '.';
    s->was_pawn[square] = false;
    s->may_castle[square] = false;
}

static void forbid_castling(struct slow *s, int side)
{
    for (int square = 0; square < 64; square++)
        if (rank_for(side, square) == 1)
            s->may_castle[square] = false;
}

static void castle(struct slow *s, int king, int rook)
{
    const int row = king - file_of(king), towards_h = rook > king;
    empty(s, king);
    empty(s, rook);
    s->at[row + (towards_h ? 6 : 2)] = piece_of('k', s->turn);
    s->at[row + (towards_h ? 5 : 3)] = piece_of('r', s->turn);
    forbid_castling(s, s->turn);
}

static void drop(struct slow *s, int kind, int to)
{
    s->pocket[s->turn][kind]--;
    s->at[to] = piece_of(KINDS[kind], s->turn);
}

static void explode(struct slow *s, int centre)
{
    empty(s, centre);
    for (int square = 0; square < 64; square++)
        if (are_adjacent(square, centre) && kind_of(s->at[square]) != 'p')
            empty(s, square);
    for (int side = WHITE; side <= BLACK; side++)
        if (find_king(s, side) < 0)
            forbid_castling(s, side);
}

/* Removes the captured piece; true if there was one. */
static bool capture(struct slow *s, int square)
{
    const char victim = s->at[square];
    if (victim == '.')
        return false;
    if (s->variant == RK_CRAZYHOUSE)
        s->pocket[s->turn][s->was_pawn[square] ? 0 : index_of(kind_of(victim))]++;
    empty(s, square);
    return true;
}

/* An ordinary move, a promotion or en passant; true if it captured. */
static bool move_piece(struct slow *s, int from, int to, unsigned type)
{
    const char piece = s->at[from];
    const bool promoted = type >= RK_PROMOTION, was_pawn = s->was_pawn[from];
    const int victim_square = type == RK_EN_PASSANT ? to - 8 * forward(s->turn) : to;
    const bool captured = capture(s, victim_square);
    empty(s, from);
    s->at[to] = promoted ? piece_of(KINDS[type - RK_PROMOTION], s->turn) : piece;
    s->was_pawn[to] = s->variant == RK_CRAZYHOUSE && (promoted || was_pawn);
    if (kind_of(piece) == 'k' && s->variant != RK_ANTICHESS)
        forbid_castling(s, s->turn);
    if (kind_of(piece) == 'p' && abs(to - from) == 16 && rank_for(s->turn, from) == 2)
        s->en_passant = (from + to) / 2;
    if (captured && s->variant == RK_ATOMIC)
        explode(s, to);
    return captured;
}

void slow_apply(struct slow *s, rk_move move)
{
    const int from = rk_move_from(move), to = rk_move_to(move);
    const unsigned type = rk_move_type(move);
    const char mover = type == RK_DROP ? KINDS[from] : kind_of(s->at[from]);
    bool captured = false;
    s->en_passant = -1;
    if (type == RK_CASTLING)
        castle(s, from, to);
    else if (type == RK_DROP)
        drop(s, from, to);
    else
        captured = move_piece(s, from, to, type);
    if (s->variant == RK_THREE_CHECK && in_check(s, !s->turn))
        s->checks_left[s->turn]--;
    s->halfmove_clock = captured || mover == 'p' ? 0 : s->halfmove_clock + 1;
    s->move_number += s->turn == BLACK;
    s->turn = !s->turn;
}

// ---- finding moves ---------------------------------------------------------------------------

struct list {
    rk_move *moves;
    size_t count;
};

static bool is_legal_after(const struct slow *s, rk_move move)
{
    struct slow next = *s;
    slow_apply(&next, move);
    if (s->variant == RK_ATOMIC && find_king(&next, s->turn) < 0)
        return false;
    if (s->variant == RK_ATOMIC && find_king(&next, !s->turn) < 0)
        return true;
    if (s->variant == RK_RACING_KINGS && in_check(&next, next.turn))
        return false;
    return !in_check(&next, s->turn);
}

static void try_move(const struct slow *s, int from, int to, unsigned type, struct list *list)
{
    const rk_move move = rk_move_make((unsigned)from, (unsigned)to, type);
    if (is_legal_after(s, move))
        list->moves[list->count++] = move;
}

static const char *promotions_of(rk_variant variant)
{
    if (variant == RK_ANTICHESS)
        return "nbrqk";
    return variant == RK_AMAZON_CHESS ? "nbra" : "nbrq";
}

static void try_pawn_to(const struct slow *s, int from, int to, struct list *list)
{
    if (rank_for(s->turn, to) < 8) {
        try_move(s, from, to, RK_PLAIN, list);
        return;
    }
    for (const char *kind = promotions_of(s->variant); *kind; kind++)
        try_move(s, from, to, RK_PROMOTION + (unsigned)index_of(*kind), list);
}

static bool may_double_step(const struct slow *s, int from)
{
    const int rank = rank_for(s->turn, from);
    return rank == 2 || (rank == 1 && s->variant == RK_HORDE && s->turn == WHITE);
}

static void try_pawn(const struct slow *s, int from, struct list *list)
{
    const int one = from + 8 * forward(s->turn), two = one + 8 * forward(s->turn);
    if (s->at[one] == '.') {
        try_pawn_to(s, from, one, list);
        if (may_double_step(s, from) && s->at[two] == '.')
            try_move(s, from, two, RK_PLAIN, list);
    }
    for (int to = 0; to < 64; to++) {
        if (!attacks_square(s, from, to))
            continue;
        if (side_of(s->at[to]) == !s->turn)
            try_pawn_to(s, from, to, list);
        else if (to == s->en_passant)
            try_move(s, from, to, RK_EN_PASSANT, list);
    }
}

static void try_piece(const struct slow *s, int from, struct list *list)
{
    const bool may_not_capture = s->variant == RK_ATOMIC && kind_of(s->at[from]) == 'k';
    for (int to = 0; to < 64; to++) {
        if (!attacks_square(s, from, to) || side_of(s->at[to]) == s->turn)
            continue;
        if (may_not_capture && s->at[to] != '.')
            continue;
        try_move(s, from, to, RK_PLAIN, list);
    }
}

static bool is_castling_path_free(const struct slow *s, int a, int b, int king, int rook)
{
    for (int square = a < b ? a : b; square <= (a < b ? b : a); square++)
        if (square != king && square != rook && s->at[square] != '.')
            return false;
    return true;
}

/* The king must not be in check where it is or on any square it crosses. Its target square is
 * tested by try_move(), with the rook on its new square. */
static bool is_king_path_safe(const struct slow *s, int king, int king_to)
{
    const int step = sign(king_to - king);
    int square = king;
    do {
        struct slow there = *s;
        empty(&there, king);
        there.at[square] = piece_of('k', s->turn);
        if (in_check(&there, s->turn))
            return false;
        square += step;
    } while (square != king_to && step);
    return true;
}

static void try_castling(const struct slow *s, int king, struct list *list)
{
    for (int rook = king - file_of(king); rook <= king - file_of(king) + 7; rook++) {
        if (!s->may_castle[rook] || rank_for(s->turn, king) != 1)
            continue;
        const int king_to = king - file_of(king) + (rook > king ? 6 : 2);
        const int rook_to = king - file_of(king) + (rook > king ? 5 : 3);
        if (is_castling_path_free(s, king, king_to, king, rook) &&
            is_castling_path_free(s, rook, rook_to, king, rook) &&
            is_king_path_safe(s, king, king_to))
            try_move(s, king, rook, RK_CASTLING, list);
    }
}

static void try_drops(const struct slow *s, struct list *list)
{
    for (int kind = 0; KINDS[kind]; kind++)
        for (int to = 0; to < 64; to++) {
            if (!s->pocket[s->turn][kind] || s->at[to] != '.')
                continue;
            if (KINDS[kind] == 'p' && (rank_of(to) == 0 || rank_of(to) == 7))
                continue;
            try_move(s, kind, to, RK_DROP, list);
        }
}

static bool is_capture(const struct slow *s, rk_move move)
{
    return rk_move_type(move) == RK_EN_PASSANT || s->at[rk_move_to(move)] != '.';
}

static void keep_captures(const struct slow *s, struct list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (is_capture(s, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    if (kept)
        list->count = kept;
}

/* The moves, whether or not the game is over. */
static size_t find_moves(const struct slow *s, rk_move *out)
{
    struct list list = {out, 0};
    for (int from = 0; from < 64; from++) {
        if (side_of(s->at[from]) != s->turn)
            continue;
        if (kind_of(s->at[from]) == 'p')
            try_pawn(s, from, &list);
        else
            try_piece(s, from, &list);
        if (kind_of(s->at[from]) == 'k')
            try_castling(s, from, &list);
    }
    try_drops(s, &list);
    if (s->variant == RK_ANTICHESS)
        keep_captures(s, &list);
    return list.count;
}

// ---- the end ---------------------------------------------------------------------------------

static bool on_hill(int king)
{
    return king >= 0 && strchr("de", 'a' + file_of(king)) && strchr("45", '1' + rank_of(king));
}

static bool can_follow(const struct slow *s)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t found = find_moves(s, moves);
    for (size_t i = 0; i < found; i++)
        if (s->at[rk_move_from(moves[i])] == 'k' && rank_of(rk_move_to(moves[i])) == 7)
            return true;
    return false;
}

static bool is_race_over(const struct slow *s)
{
    const bool white = rank_of(find_king(s, WHITE)) == 7, black = rank_of(find_king(s, BLACK)) == 7;
    if (!white && !black)
        return false;
    return s->turn == WHITE || black || !can_follow(s);
}

static bool is_over(const struct slow *s)
{
    const int white = find_king(s, WHITE), black = find_king(s, BLACK);
    switch (s->variant) {
    case RK_THREE_CHECK:
        return !s->checks_left[WHITE] || !s->checks_left[BLACK];
    case RK_KING_OF_THE_HILL:
        return on_hill(white) || on_hill(black);
    case RK_ATOMIC:
        return white < 0 || black < 0;
    case RK_ANTICHESS:
    case RK_HORDE:
        return !count_pieces(s, WHITE) || !count_pieces(s, BLACK);
    case RK_RACING_KINGS:
        return is_race_over(s);
    default:
        return false;
    }
}

// ---- for tests -------------------------------------------------------------------------------

struct slow slow_from(const rk_position *pos)
{
    struct slow s = {.variant = (rk_variant)pos->variant,
                     .turn = pos->turn,
                     .en_passant = pos->en_passant == RK_NO_SQUARE ? -1 : pos->en_passant,
                     .halfmove_clock = pos->halfmove_clock,
                     .move_number = pos->move_number};
    for (int square = 0; square < 64; square++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)square);
        s.at[square] = piece.kind == RK_NO_KIND ? '.' : rk_piece_letter(piece);
        s.was_pawn[square] = pos->promoted >> square & 1;
        s.may_castle[square] = pos->castling >> square & 1;
    }
    for (int side = WHITE; side <= BLACK; side++) {
        s.checks_left[side] = pos->checks_left[side];
        for (int kind = 0; KINDS[kind]; kind++)
            s.pocket[side][kind] = pos->pocket[side][kind];
    }
    return s;
}

size_t slow_moves(const struct slow *s, rk_move *out)
{
    return is_over(s) ? 0 : find_moves(s, out);
}

// A position keeps the en passant square only while a capture there is legal.
static void drop_useless_en_passant(struct slow *s)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t found = find_moves(s, moves);
    for (size_t i = 0; i < found; i++)
        if (rk_move_type(moves[i]) == RK_EN_PASSANT)
            return;
    s->en_passant = -1;
}

bool slow_matches(const struct slow *s, const rk_position *pos)
{
    struct slow mine = *s;
    const struct slow theirs = slow_from(pos);
    if (mine.en_passant >= 0)
        drop_useless_en_passant(&mine);
    return mine.variant == theirs.variant && mine.turn == theirs.turn &&
           mine.en_passant == theirs.en_passant && mine.halfmove_clock == theirs.halfmove_clock &&
           mine.move_number == theirs.move_number && !memcmp(mine.at, theirs.at, sizeof mine.at) &&
           !memcmp(mine.was_pawn, theirs.was_pawn, sizeof mine.was_pawn) &&
           !memcmp(mine.may_castle, theirs.may_castle, sizeof mine.may_castle) &&
           !memcmp(mine.pocket, theirs.pocket, sizeof mine.pocket) &&
           !memcmp(mine.checks_left, theirs.checks_left, sizeof mine.checks_left);
}

uint64_t slow_perft(const struct slow *s, int depth)
{
    if (depth == 0)
        return 1;
    rk_move moves[RK_MOVES_MAX];
    const size_t found = slow_moves(s, moves);
    uint64_t total = depth == 1 ? found : 0;
    for (size_t i = 0; depth > 1 && i < found; i++) {
        struct slow next = *s;
        slow_apply(&next, moves[i]);
        total += slow_perft(&next, depth - 1);
    }
    return total;
}
