/* SPDX-License-Identifier: MIT */
#include "engine/pawns.h"

/* A pawn and its surroundings, seen from its own side. */
struct pawn {
    int square, rank;
    uint64_t ahead, span; /* squares ahead on its file; also on the adjacent files */
    uint64_t own, theirs; /* the pawns of each side */
};

static struct pawn pawn_on(const struct pawn_entry *entry, rk_side us, int square)
{
    const uint64_t ranks = ranks_ahead(us, square), file = file_of(square);
    return (struct pawn){.square = square,
                         .rank = relative_rank(us, square),
                         .ahead = file & ranks,
                         .span = (file | beside(file)) & ranks,
                         .own = entry->pawns[us],
                         .theirs = entry->pawns[other(us)]};
}

// No pawn can come up beside it, and it would be captured if it advanced.
static bool is_backward(const struct pawn *pawn, rk_side us, uint64_t neighbours)
{
    const uint64_t stop = ahead(us, bit(pawn->square));
    return !(neighbours & ~ranks_ahead(us, pawn->square)) &&
           pawn->theirs & (stop | pawn_attacks(us, stop));
}

static tapered evaluate_structure(struct evalinfo *info, rk_side us, const struct pawn *pawn)
{
    const uint64_t square = bit(pawn->square), file = file_of(pawn->square);
    const uint64_t neighbours = pawn->own & beside(file);
    const bool opposed = pawn->ahead & pawn->theirs;
    tapered sum = 0;
    if (pawn->own & pawn->ahead)
        sum += bonus(info, us, DOUBLED_PAWN + (neighbours ? 0 : 1), 1);
    if (!neighbours)
        return sum + bonus(info, us, ISOLATED_PAWN + (opposed ? 1 : 0), 1);
    const uint64_t phalanx = pawn->own & beside(square);
    const uint64_t support = pawn->own & pawn_attacks(other(us), square);
    if (phalanx)
        sum += bonus(info, us, PHALANX_PAWN + (unsigned)pawn->rank, 1);
    if (support)
        sum += bonus(info, us, SUPPORTED_PAWN + (unsigned)pawn->rank, 1);
    if (!phalanx && !support && is_backward(pawn, us, neighbours))
        sum += bonus(info, us, BACKWARD_PAWN + (opposed ? 1 : 0), 1);
    return sum;
}

// At least as many pawns can support it as can stop it.
static bool is_candidate(const struct pawn *pawn)
{
    if ((pawn->own | pawn->theirs) & pawn->ahead)
        return false;
    const uint64_t sides = beside(file_of(pawn->square));
    return popcount(pawn->own & sides & ~pawn->span) >= popcount(pawn->theirs & pawn->span);
}

static tapered evaluate_pawns(struct evalinfo *info, struct pawn_entry *entry, rk_side us)
{
    tapered sum = 0;
    for (uint64_t set = entry->pawns[us]; set; set = without_lsb(set)) {
        const struct pawn pawn = pawn_on(entry, us, lsb(set));
        const uint64_t file = file_of(pawn.square);
        sum += bonus(info, us, PAWN_SQUARES + psqt_index(us, pawn.square), 1);
        sum += evaluate_structure(info, us, &pawn);
        if (!(pawn.theirs & pawn.span) && !(pawn.own & pawn.ahead))
            entry->passed[us] |= bit(pawn.square);
        else if (is_candidate(&pawn))
            sum += bonus(info, us, CANDIDATE_PAWN + (unsigned)pawn.rank, 1);
        entry->attack_spans[us] |= pawn.span & ~file;
        entry->open_files[us] &= (uint8_t) ~(1U << (pawn.square & 7));
    }
    return sum;
}

void pawns_evaluate(struct evalinfo *info, struct pawn_entry *entry)
{
    const rk_position *pos = info->pos;
    *entry = (struct pawn_entry){.king = {RK_NO_SQUARE, RK_NO_SQUARE}, .open_files = {0xff, 0xff}};
    for (unsigned side = 0; side < 2; side++) {
        entry->pawns[side] = pos->of[RK_PAWN] & pos->by[side];
        entry->attacks[side] = pawn_attacks((rk_side)side, entry->pawns[side]);
    }
    entry->score = evaluate_pawns(info, entry, RK_WHITE) - evaluate_pawns(info, entry, RK_BLACK);
}

// ---- king shelter ----------------------------------------------------------------------------

/* The relative rank of the rearmost pawn of a set, seen from `us`; 0 if there is none. */
static unsigned lowest_rank(rk_side us, uint64_t set)
{
    if (!set)
        return 0;
    return (unsigned)relative_rank(us, us == RK_WHITE ? lsb(set) : 63 - __builtin_clzll(set));
}

// A rank of 0 means no pawn. A storm directly ahead of the shield is blocked.
static tapered evaluate_shelter_file(struct evalinfo *info, rk_side us, int king, int file)
{
    const struct pawn_entry *entry = info->pawns;
    const uint64_t near = (FILE_A << file) & ~ranks_ahead(other(us), king);
    const unsigned shield = lowest_rank(us, entry->pawns[us] & near);
    const unsigned storm = lowest_rank(us, entry->pawns[other(us)] & near);
    const unsigned edge = (unsigned)edge_distance(file);
    tapered sum = bonus(info, us, KING_SHIELD + edge * 8 + shield, 1);
    if (shield && storm == shield + 1)
        sum += bonus(info, us, BLOCKED_STORM + storm, 1);
    else
        sum += bonus(info, us, PAWN_STORM + edge * 8 + storm, 1);
    return sum;
}

// The number of king moves to the nearest of some squares.
static int king_distance_to(uint64_t squares, int king)
{
    int steps = 0;
    for (uint64_t near = bit(king); !(near & squares); steps++) {
        near |= beside(near);
        near |= near << 8 | near >> 8;
    }
    return steps;
}

static tapered evaluate_shelter(struct evalinfo *info, rk_side us, int king)
{
    const int middle = (king & 7) < 1 ? 1 : (king & 7) > 6 ? 6 : king & 7;
    const unsigned own_file = 1U << (king & 7);
    tapered sum = 0;
    for (int file = middle - 1; file <= middle + 1; file++)
        sum += evaluate_shelter_file(info, us, king, file);
    if (info->pawns->open_files[us] & own_file)
        sum +=
            bonus(info, us,
                  KING_ON_OPEN_FILE + (info->pawns->open_files[other(us)] & own_file ? 0 : 1), 1);
    if (!info->pawns->pawns[us])
        return sum;
    return sum +
           bonus(info, us, KING_PAWN_DISTANCE, king_distance_to(info->pawns->pawns[us], king));
}

tapered pawns_shelter(struct evalinfo *info, rk_side us)
{
    struct pawn_entry *entry = info->pawns;
    const int king = info->king[us];
    if (entry->king[us] != king) {
        entry->king[us] = (uint8_t)king;
        entry->shelter[us] = evaluate_shelter(info, us, king);
    }
    return entry->shelter[us];
}
