/* SPDX-License-Identifier: MIT */
#include "notation/pgnmove.h"

#include "rules/mode.h"

// The kind of piece by its letter. Zero (RK_PAWN) means none, since pawns have no letter.
static const uint8_t kind_of[256] = {
    ['N'] = RK_KNIGHT, ['B'] = RK_BISHOP, ['R'] = RK_ROOK, ['Q'] = RK_QUEEN, ['K'] = RK_KING};

/* Returns the file or rank from 0; more than 7 for other characters. */
static unsigned file_of(char c)
{
    return (unsigned)(unsigned char)c - 'a';
}

static unsigned rank_of(char c)
{
    return (unsigned)(unsigned char)c - '1';
}

// Returns true if the king is not attacked after a piece moves from `from` to `to`.
RK_INLINE bool is_safe(const rk_position *pos, struct mode m, int from, int to)
{
    const uint64_t after = (occupied(pos) & ~bit(from)) | bit(to);
    const int king = lsb(king_of(pos, m.us));
    return !(attackers_of(pos, m, king, after, other(m.us)) & ~bit(to));
}

static bool find_king_move(const rk_position *pos, struct mode m, uint64_t movers, int to,
                           rk_move *out)
{
    const uint64_t king = king_of(pos, m.us) & movers;
    if (!(king & step_attacks[to]) || attackers_of(pos, m, to, occupied(pos) & ~king, other(m.us)))
        return false;
    *out = rk_move_make((unsigned)lsb(king), (unsigned)to, RK_PLAIN);
    return true;
}

/* Returns the squares from which a piece could reach `to` on an empty board. Few own
 * pieces are on them: checking the line of each is cheaper than the lookup tables of
 * sliders, which are too large to stay in the cache between two moves of a file. */
RK_INLINE uint64_t origins(rk_kind kind, int to)
{
    const unsigned movement = movement_of[kind];
    return (movement & RK_DIAGONAL ? diagonal_rays[to] : 0) |
           (movement & RK_STRAIGHT ? straight_rays[to] : 0) |
           (movement & RK_LEAPS ? leap_attacks[to] : 0);
}

static bool find_piece_move(const rk_position *pos, struct mode m, rk_kind kind, uint64_t movers,
                            int to, rk_move *out)
{
    int from = -1;
    movers &= pos->of[kind] & pos->by[m.us] & origins(kind, to);
    for (; movers; movers = without_lsb(movers)) {
        const int mover = lsb(movers);
        if (path[mover][to] & occupied(pos) & ~bit(to) || !is_safe(pos, m, mover, to))
            continue;
        if (from >= 0) // ambiguous
            return false;
        from = mover;
    }
    if (from < 0)
        return false;
    *out = rk_move_make((unsigned)from, (unsigned)to, RK_PLAIN);
    return true;
}

// Nf3, Nbd2, R1xe4, Qa1xb2
static bool read_piece(const rk_position *pos, struct mode m, const char *text, size_t size,
                       rk_move *out)
{
    const rk_kind kind = (rk_kind)kind_of[(unsigned char)*text];
    if (size < 3 || !kind)
        return false;
    const char *at = text + 1, *end = text + size - 2;
    const unsigned file = file_of(end[0]), rank_to = rank_of(end[1]);
    uint64_t movers = ALL_SQUARES;
    if ((file | rank_to) > 7)
        return false;
    if (at < end && end[-1] == 'x')
        end--;
    if (at < end && file_of(*at) < 8)
        movers &= FILE_A << file_of(*at++);
    if (at < end && rank_of(*at) < 8)
        movers &= FIRST_RANK << 8 * rank_of(*at++);
    const int to = (int)(rank_to << 3 | file);
    if (at != end || pos->by[m.us] & bit(to))
        return false;
    return kind == RK_KING ? find_king_move(pos, m, movers, to, out)
                           : find_piece_move(pos, m, kind, movers, to, out);
}

static bool find_pawn_move(const rk_position *pos, struct mode m, int from, int to,
                           unsigned promotion, rk_move *out)
{
    const bool arrives = bit(to) & (FIRST_RANK | LAST_RANK);
    if (!(pos->of[RK_PAWN] & pos->by[m.us] & bit(from)) || arrives != (promotion > 0) ||
        !is_safe(pos, m, from, to))
        return false;
    *out =
        rk_move_make((unsigned)from, (unsigned)to, promotion ? RK_PROMOTION + promotion : RK_PLAIN);
    return true;
}

// e4, e8=Q
static bool read_step(const rk_position *pos, struct mode m, const char *text, unsigned promotion,
                      rk_move *out)
{
    const unsigned file = file_of(text[0]), rank_to = rank_of(text[1]);
    if ((file | rank_to) > 7)
        return false;
    const int to = (int)(rank_to << 3 | file), one = to - step_ahead(m.us);
    if (one < 0 || one > 63 || occupied(pos) & bit(to))
        return false;
    const bool double_step = !(occupied(pos) & bit(one)) && bit(to) & rank(m.us, 4);
    return find_pawn_move(pos, m, double_step ? one - step_ahead(m.us) : one, to, promotion, out);
}

// exd5, exd8=Q; not en passant
static bool read_capture(const rk_position *pos, struct mode m, const char *text,
                         unsigned promotion, rk_move *out)
{
    const unsigned file_from = file_of(text[0]), file = file_of(text[2]),
                   rank_to = rank_of(text[3]);
    if (text[1] != 'x' || (file_from | file | rank_to) > 7 || (file_from ^ file) == 0)
        return false;
    const int to = (int)(rank_to << 3 | file);
    const uint64_t captors = pawn_attacks(other(m.us), bit(to)) & FILE_A << file_from;
    return captors && pos->by[other(m.us)] & bit(to) &&
           find_pawn_move(pos, m, lsb(captors), to, promotion, out);
}

static bool read_pawn(const rk_position *pos, struct mode m, const char *text, size_t size,
                      rk_move *out)
{
    unsigned promotion = 0;
    if (size > 2 && text[size - 2] == '=') {
        promotion = kind_of[(unsigned char)text[size - 1]];
        if (!promotion || promotion == RK_KING)
            return false;
        size -= 2;
    }
    if (size == 2)
        return read_step(pos, m, text, promotion, out);
    return size == 4 && read_capture(pos, m, text, promotion, out);
}

bool pgnmove_read(const rk_position *pos, const char *text, size_t size, rk_move *out)
{
    struct mode m = mode_of(pos);
    if (!is_standard(m))
        return false;
    m.variant = RK_STANDARD; // a constant, so that the tests for other rules fold away
    while (size > 2 && (text[size - 1] == '+' || text[size - 1] == '#'))
        size--;
    if (size < 2)
        return false;
    if (file_of(*text) < 8)
        return read_pawn(pos, m, text, size, out);
    return read_piece(pos, m, text, size, out);
}
