/* SPDX-License-Identifier: MIT */
#include "review/line_material.h"

#include <string.h>

#include "engine/see.h"
#include "rookery/moves.h"
#include "rules/bits.h"

static const int pawns_of[RK_KIND_COUNT + 1] = {[RK_PAWN] = 1, [RK_KNIGHT] = 3, [RK_BISHOP] = 3,
                                                [RK_ROOK] = 5, [RK_QUEEN] = 9,  [RK_AMAZON] = 12};

static void count_pieces(const rk_position *pos, rk_side side, int *out)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        out[kind] = popcount(pos->of[kind] & pos->by[side]);
}

/* Whether the side to move can win something at once. */
static bool can_win_material(const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    for (size_t i = 0; i < count; i++)
        if (rk_move_is_capture(pos, moves[i]) && see_at_least(pos, moves[i], 1, pawns_of))
            return true;
    return false;
}

/* Whether the captures are over before this move, which is RK_NO_MOVE at the end of the line. A
 * line may leave a piece hanging for a few moves. */
static bool is_quiet(const rk_position *pos, rk_move next, bool after_capture)
{
    if (next == RK_NO_MOVE ? after_capture
                           : rk_move_is_capture(pos, next) || rk_position_in_check(pos) ||
                                 rk_move_promotion(next) != RK_NO_KIND)
        return false;
    return !can_win_material(pos);
}

struct walk {
    rk_position pos, quiet;
    rk_side side;
    bool after_capture, opponent_promotes, promoted_when_quiet;
};

static void play_move(struct walk *walk, rk_move move)
{
    rk_undo undo;
    walk->after_capture = rk_move_is_capture(&walk->pos, move);
    walk->opponent_promotes |=
        rk_move_promotion(move) != RK_NO_KIND && rk_position_turn(&walk->pos) != walk->side;
    rk_position_apply(&walk->pos, move, &undo);
}

static void keep_if_quiet(struct walk *walk, rk_move next)
{
    if (!is_quiet(&walk->pos, next, walk->after_capture))
        return;
    walk->quiet = walk->pos;
    walk->promoted_when_quiet = walk->opponent_promotes;
}

struct line_material line_material_count(const rk_position *start, rk_move move,
                                         const struct evaluation *evaluation, rk_side side)
{
    struct walk walk = {.pos = *start, .quiet = *start, .side = side};
    int before[2][RK_KIND_COUNT], after[2][RK_KIND_COUNT];
    struct line_material found = {.opponent_promotes = false};
    if (move != RK_NO_MOVE)
        play_move(&walk, move);
    for (unsigned i = 0; i < evaluation->line_size; i++) {
        keep_if_quiet(&walk, evaluation->line[i]);
        play_move(&walk, evaluation->line[i]);
    }
    keep_if_quiet(&walk, RK_NO_MOVE);
    for (unsigned i = 0; i < 2; i++) {
        count_pieces(start, i ? rk_side_other(side) : side, before[i]);
        count_pieces(&walk.quiet, i ? rk_side_other(side) : side, after[i]);
    }
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        found.lost[kind] = before[0][kind] - after[0][kind];
        found.gained[kind] = before[1][kind] - after[1][kind];
    }
    found.opponent_promotes = walk.promoted_when_quiet;
    return found;
}

int line_material_of_position(const rk_position *pos, rk_side side)
{
    int balance = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        balance += pawns_of[kind] * (popcount(pos->of[kind] & pos->by[side]) -
                                     popcount(pos->of[kind] & pos->by[rk_side_other(side)]));
    return balance;
}

int line_material_balance(const struct line_material *material)
{
    int balance = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        balance += pawns_of[kind] * (material->gained[kind] - material->lost[kind]);
    return balance;
}

struct line_material line_material_flip(const struct line_material *material)
{
    struct line_material flipped = {.opponent_promotes = false};
    memcpy(flipped.lost, material->gained, sizeof flipped.lost);
    memcpy(flipped.gained, material->lost, sizeof flipped.gained);
    return flipped;
}

// ---- words -------------------------------------------------------------------------------------

/* Leaves what the sides do not have in common: a knight for a knight is nothing. */
static void cancel_equal_pieces(int *lost, int *gained)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        const int net = lost[kind] - gained[kind];
        lost[kind] = net > 0 ? net : 0;
        gained[kind] = net < 0 ? -net : 0;
    }
    // A bishop for a knight is an even trade, too.
    for (unsigned i = 0; i < 2; i++) {
        int *a = i ? gained : lost, *b = i ? lost : gained;
        const int even = a[RK_BISHOP] < b[RK_KNIGHT] ? a[RK_BISHOP] : b[RK_KNIGHT];
        a[RK_BISHOP] -= even;
        b[RK_KNIGHT] -= even;
    }
}

static void add_separator(struct text *out, unsigned index, unsigned count)
{
    if (index)
        text_add(out, index + 1 == count ? " and " : ", ");
}

static void add_pieces(struct text *out, rk_kind kind, int count)
{
    static const char *const numbers[] = {"", "a", "two", "three", "four"};
    const bool unique = kind == RK_QUEEN || kind == RK_AMAZON;
    text_add(out, count == 1 && unique ? "the" : numbers[count < 4 ? count : 4]);
    text_put(out, ' ');
    text_add(out, rk_kind_name(kind));
    if (count > 1)
        text_put(out, 's');
}

/* Lists pieces, the most valuable first: "a rook and two pawns". */
static void add_list(struct text *out, const int *counts, bool exchange)
{
    static const rk_kind order[] = {RK_AMAZON, RK_QUEEN, RK_ROOK, RK_BISHOP, RK_KNIGHT, RK_PAWN};
    enum { ORDER_COUNT = sizeof order / sizeof *order };
    unsigned total = exchange, index = 0;
    for (unsigned i = 0; i < ORDER_COUNT; i++)
        total += counts[order[i]] > 0;
    if (exchange) {
        text_add(out, "the exchange");
        index++;
    }
    for (unsigned i = 0; i < ORDER_COUNT; i++)
        if (counts[order[i]] > 0) {
            add_separator(out, index++, total);
            add_pieces(out, order[i], counts[order[i]]);
        }
}

/* Takes a rook for a minor piece off both lists. */
static bool take_exchange(int *lost, int *gained)
{
    const rk_kind minor = gained[RK_BISHOP] ? RK_BISHOP : RK_KNIGHT;
    if (!lost[RK_ROOK] || !gained[minor])
        return false;
    lost[RK_ROOK]--;
    gained[minor]--;
    return true;
}

static bool has_pieces(const int *counts)
{
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (counts[kind])
            return true;
    return false;
}

void line_material_describe(const struct line_material *material, struct text *out)
{
    int lost[RK_KIND_COUNT], gained[RK_KIND_COUNT];
    memcpy(lost, material->lost, sizeof lost);
    memcpy(gained, material->gained, sizeof gained);
    cancel_equal_pieces(lost, gained);
    const bool exchange = take_exchange(lost, gained);
    add_list(out, lost, exchange);
    if (has_pieces(gained)) {
        text_add(out, " for ");
        add_list(out, gained, false);
    }
}
