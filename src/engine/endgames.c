/* SPDX-License-Identifier: MIT */
#include "engine/endgames.h"

#include "engine/evalinfo.h"
#include "engine/kpk.h"
#include "rookery/moves.h"

enum { PAWN = 100, MINOR = 310, ROOK = 500, QUEEN = 950 };

// ---- classification --------------------------------------------------------------------------

static bool is_bare(const struct material *material)
{
    return !material->pieces && !material->of[RK_PAWN];
}

static bool has_only(const struct material *material, rk_kind kind)
{
    return material->pieces + material->of[RK_PAWN] == 1 && material->of[kind] == 1;
}

static bool has_only_minor(const struct material *material)
{
    return has_only(material, RK_KNIGHT) || has_only(material, RK_BISHOP);
}

static enum endgame classify_against_bare_king(const struct material *strong)
{
    if (has_only(strong, RK_PAWN))
        return ENDGAME_KPK;
    if (strong->of[RK_QUEEN] || strong->of[RK_ROOK])
        return ENDGAME_LONE_KING;
    if (strong->of[RK_PAWN])
        return ENDGAME_NONE;
    if (strong->pieces <= 1 || (strong->pieces == 2 && strong->of[RK_KNIGHT] == 2))
        return ENDGAME_DRAWN;
    if (strong->pieces == 2 && strong->of[RK_KNIGHT] == 1)
        return ENDGAME_KBNK;
    return ENDGAME_LONE_KING;
}

static enum endgame classify_for(const struct material *strong, const struct material *weak)
{
    if (is_bare(weak))
        return classify_against_bare_king(strong);
    if (has_only_minor(strong) && has_only_minor(weak))
        return ENDGAME_DRAWN;
    if (has_only(strong, RK_QUEEN) && has_only(weak, RK_ROOK))
        return ENDGAME_KQKR;
    if (has_only(strong, RK_QUEEN) && has_only(weak, RK_PAWN))
        return ENDGAME_KQKP;
    if (has_only(strong, RK_ROOK) && has_only(weak, RK_PAWN))
        return ENDGAME_KRKP;
    if (has_only(strong, RK_ROOK) && has_only_minor(weak))
        return ENDGAME_KR_MINOR;
    return ENDGAME_NONE;
}

enum endgame endgame_classify(const struct material material[2], rk_side *strong)
{
    const enum endgame white = classify_for(&material[RK_WHITE], &material[RK_BLACK]);
    *strong = white == ENDGAME_NONE || is_bare(&material[RK_WHITE]) ? RK_BLACK : RK_WHITE;
    if (*strong == RK_WHITE)
        return white;
    return classify_for(&material[RK_BLACK], &material[RK_WHITE]);
}

// ---- evaluation ------------------------------------------------------------------------------

static int king_square(const rk_position *pos, rk_side side)
{
    return lsb(pos->of[RK_KING] & pos->by[side]);
}

// Higher near an edge, highest in a corner.
static int push_to_edge(int square)
{
    const int file = edge_distance(square & 7), row = edge_distance(square >> 3);
    return 180 - 12 * (file * file + row * row) + (file < row ? file : row) * 8;
}

static int push_close(int a, int b)
{
    return 100 - 14 * distance(a, b);
}

static int material_of(const rk_position *pos, rk_side side)
{
    static const int values[RK_KIND_COUNT] = {PAWN, MINOR, MINOR + 15, ROOK, QUEEN, 0, 0};
    int sum = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        sum += values[kind] * popcount(pos->of[kind] & pos->by[side]);
    return sum;
}

static bool is_stalemate(const rk_position *pos, rk_side weak)
{
    return pos->turn == weak && !rk_position_in_check(pos) && !rk_moves_any(pos);
}

static int evaluate_lone_king(const rk_position *pos, rk_side strong)
{
    const rk_side weak = other(strong);
    const uint64_t own = pos->by[strong] & ~pos->of[RK_KING];
    const bool bishops_alone = !(own & ~pos->of[RK_BISHOP]);
    if (is_stalemate(pos, weak) || (bishops_alone && (!(own & LIGHT) || !(own & ~LIGHT))))
        return 0;
    const int king = king_square(pos, weak);
    return KNOWN_WIN + material_of(pos, strong) + push_to_edge(king) +
           push_close(king, king_square(pos, strong));
}

// The king must be driven into a corner of the bishop's colour.
static int evaluate_kbnk(const rk_position *pos, rk_side strong)
{
    const int king = king_square(pos, other(strong));
    const bool light = pos->of[RK_BISHOP] & LIGHT;
    const int file = light ? 7 - (king & 7) : king & 7, row = king >> 3;
    const int corner = file + row > 7 ? file + row - 7 : 7 - file - row;
    if (is_stalemate(pos, other(strong)))
        return 0;
    return KNOWN_WIN + corner * 60 + push_to_edge(king) / 8 +
           push_close(king, king_square(pos, strong));
}

static int evaluate_kpk(const rk_position *pos, rk_side strong)
{
    const int up = strong == RK_WHITE ? 0 : 56;
    const int pawn = lsb(pos->of[RK_PAWN]) ^ up;
    const int king = king_square(pos, strong) ^ up, lone = king_square(pos, other(strong)) ^ up;
    if (!kpk_is_won(king, pawn, lone, pos->turn == strong))
        return 0;
    return KNOWN_WIN / 2 + PAWN + (pawn >> 3) * 20;
}

static int evaluate_kqkr(const rk_position *pos, rk_side strong)
{
    const int king = king_square(pos, other(strong));
    return QUEEN - ROOK + push_to_edge(king) / 2 + push_close(king, king_square(pos, strong));
}

// Only a pawn on the seventh rank with its king beside it may draw, on a, c, f and h.
static int evaluate_kqkp(const rk_position *pos, rk_side strong)
{
    const rk_side weak = other(strong);
    const int pawn = lsb(pos->of[RK_PAWN]), king = king_square(pos, weak);
    const int near = push_close(pawn, king_square(pos, strong));
    const uint64_t files = FILE_A | FILE_A << 2 | FILE_A << 5 | FILE_H;
    if (relative_rank(weak, pawn) == 6 && distance(pawn, king) == 1 && bit(pawn) & files)
        return near;
    return QUEEN - PAWN + near;
}

static int evaluate_krkp(const rk_position *pos, rk_side strong)
{
    const rk_side weak = other(strong);
    const int pawn = lsb(pos->of[RK_PAWN]), king = king_square(pos, strong);
    const int lone = king_square(pos, weak), goal = weak == RK_WHITE ? pawn | 56 : pawn & 7;
    const int steps = 7 - relative_rank(weak, pawn), late = pos->turn == weak ? 1 : 0;
    const uint64_t ahead_of_pawn = file_of(pawn) & ranks_ahead(weak, pawn);
    if (ahead_of_pawn & bit(king) || distance(lone, pawn) - (late ? 1 : 0) > 3)
        return ROOK - PAWN + 100 - 10 * distance(king, pawn);
    if (steps <= 4 && distance(lone, pawn) <= 1 && distance(king, goal) > steps - late + 1)
        return 60 - 8 * distance(king, goal);
    return 200 - 8 * distance(king, goal) + 8 * distance(lone, goal);
}

static int evaluate_kr_minor(const rk_position *pos, rk_side strong)
{
    const rk_side weak = other(strong);
    const int king = king_square(pos, weak);
    const int apart = pos->of[RK_KNIGHT] ? distance(king, lsb(pos->of[RK_KNIGHT])) * 8 : 0;
    return push_to_edge(king) / 6 + push_close(king, king_square(pos, strong)) / 4 + apart;
}

int endgame_evaluate(enum endgame endgame, const rk_position *pos, rk_side strong)
{
    switch (endgame) {
    case ENDGAME_LONE_KING:
        return evaluate_lone_king(pos, strong);
    case ENDGAME_KBNK:
        return evaluate_kbnk(pos, strong);
    case ENDGAME_KPK:
        return evaluate_kpk(pos, strong);
    case ENDGAME_KQKR:
        return evaluate_kqkr(pos, strong);
    case ENDGAME_KQKP:
        return evaluate_kqkp(pos, strong);
    case ENDGAME_KRKP:
        return evaluate_krkp(pos, strong);
    case ENDGAME_KR_MINOR:
        return evaluate_kr_minor(pos, strong);
    case ENDGAME_NONE:
    case ENDGAME_DRAWN:
        break;
    }
    return 0;
}

// ---- scaling ---------------------------------------------------------------------------------

// The wrong bishop: all pawns on one rook file, the defending king in the promotion corner, and no
// bishop that attacks the corner.
static bool is_wrong_bishop_draw(const rk_position *pos, const struct material *material,
                                 rk_side strong)
{
    const uint64_t pawns = pos->of[RK_PAWN] & pos->by[strong];
    const uint64_t bishops = pos->of[RK_BISHOP] & pos->by[strong];
    if (material->pieces != material->of[RK_BISHOP] || !pawns ||
        (pawns & ~FILE_A && pawns & ~FILE_H))
        return false;
    const int goal = (pawns & FILE_A ? 0 : 7) + (strong == RK_WHITE ? 56 : 0);
    const uint64_t colour = LIGHT & bit(goal) ? LIGHT : ~LIGHT;
    return !(bishops & colour) && distance(king_square(pos, other(strong)), goal) <= 1;
}

static bool has_opposite_bishops(const rk_position *pos, const struct material material[2])
{
    const uint64_t bishops = pos->of[RK_BISHOP];
    return material[RK_WHITE].of[RK_BISHOP] == 1 && material[RK_BLACK].of[RK_BISHOP] == 1 &&
           bishops & LIGHT && bishops & ~LIGHT;
}

static int scale_without_pawns(const struct material *strong, const struct material *weak)
{
    if (strong->pieces == 2 && strong->of[RK_KNIGHT] == 2)
        return 2;
    if (strong->value - weak->value > 3)
        return SCALE_NORMAL;
    return strong->value < 5 ? 0 : weak->value <= 3 ? 6 : 14;
}

int endgame_scale(const rk_position *pos, const struct material material[2], rk_side strong)
{
    const struct material *own = &material[strong], *theirs = &material[other(strong)];
    const int pawns = own->of[RK_PAWN];
    if (!pawns)
        return scale_without_pawns(own, theirs);
    if (is_wrong_bishop_draw(pos, own, strong))
        return 0;
    int scale = 34 + 8 * pawns;
    if (has_opposite_bishops(pos, material)) {
        const bool bishops_alone = own->pieces == 1 && theirs->pieces == 1;
        scale = bishops_alone ? 10 + 4 * pawns : 38 + 4 * pawns;
    } else if (!own->pieces || !theirs->pieces) {
        return SCALE_NORMAL; // pieces against pawns
    }
    return scale < SCALE_NORMAL ? scale : SCALE_NORMAL;
}
