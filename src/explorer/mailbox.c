/* SPDX-License-Identifier: MIT */
#include "explorer/mailbox.h"

#include <string.h>

enum { EMPTY = 0, SIDE_BIT = 8, COUNT_BITS = 4, MATERIAL_PART = 1 << MAILBOX_TARGETS_MAX };

static uint8_t code_of(unsigned side, unsigned kind)
{
    return (uint8_t)(1 + kind + side * SIDE_BIT);
}

/* The counter of a piece: one in its four bits. Codes are 0 to 15, so shifts are defined. */
static uint64_t one_of(uint8_t code)
{
    return code == EMPTY ? 0 : UINT64_C(1) << (code - 1U) % 16 * COUNT_BITS;
}

// ---- the goal --------------------------------------------------------------------------------

static void set_target(struct mailbox_goal *goal, unsigned target, int square, uint8_t code)
{
    goal->target[target][square] = code;
    goal->is_wanted[target][square] = true;
}

static void add_position(struct mailbox_goal *goal, const rk_position *pos)
{
    const unsigned target = goal->target_count++;
    for (int square = 0; square < RK_SQUARE_COUNT; square++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)square);
        const bool is_empty = piece.kind == RK_NO_KIND;
        set_target(goal, target, square, is_empty ? EMPTY : code_of(piece.side, piece.kind));
        goal->pieces_min += !is_empty;
    }
}

static void add_pattern(struct mailbox_goal *goal, const struct filter *filter)
{
    const unsigned target = goal->target_count++;
    unsigned pieces = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            for (int square = 0; square < RK_SQUARE_COUNT; square++)
                if (filter->pattern[side][kind] >> square & 1) {
                    set_target(goal, target, square, code_of(side, kind));
                    pieces++;
                }
    goal->pieces_min = goal->pieces_min > pieces ? goal->pieces_min : pieces;
}

static void add_material(struct mailbox_goal *goal, const struct filter *filter)
{
    unsigned pieces = 0;
    goal->has_material = true;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        if (!(filter->material_kinds >> kind & 1))
            continue;
        for (unsigned side = 0; side < 2; side++) {
            goal->material_mask |= 15 * one_of(code_of(side, kind));
            goal->material[0] += filter->material[side][kind] * one_of(code_of(side, kind));
            goal->material[1] += filter->material[side][kind] * one_of(code_of(!side, kind));
            pieces += filter->material[side][kind];
        }
    }
    goal->pieces_min = goal->pieces_min > pieces ? goal->pieces_min : pieces;
}

void mailbox_goal_init(struct mailbox_goal *goal, const struct filter *filter)
{
    memset(goal, 0, sizeof *goal);
    if (filter->has_position)
        add_position(goal, &filter->position);
    if (filter->has_pattern)
        add_pattern(goal, filter);
    if (filter->has_material)
        add_material(goal, filter);
}

// ---- the board -------------------------------------------------------------------------------

static void note_reached(struct mailbox *board)
{
    const struct mailbox_goal *goal = board->goal;
    for (unsigned i = 0; i < goal->target_count; i++)
        if (!board->missing[i])
            board->reached |= 1U << i;
    const uint64_t material = board->material & goal->material_mask;
    if (goal->has_material && (material == goal->material[0] || material == goal->material[1]))
        board->reached |= MATERIAL_PART;
}

bool mailbox_is_done(const struct mailbox *board)
{
    const struct mailbox_goal *goal = board->goal;
    return board->reached ==
           ((1U << goal->target_count) - 1) + (goal->has_material ? MATERIAL_PART : 0);
}

static void set_square(struct mailbox *board, unsigned square, uint8_t code)
{
    const struct mailbox_goal *goal = board->goal;
    const uint8_t old = board->squares[square];
    board->squares[square] = code;
    board->material += one_of(code) - one_of(old);
    board->pieces += (unsigned)(code != EMPTY) - (unsigned)(old != EMPTY);
    for (unsigned i = 0; i < goal->target_count; i++)
        if (goal->is_wanted[i][square])
            board->missing[i] +=
                (goal->target[i][square] != code) - (goal->target[i][square] != old);
}

void mailbox_init(struct mailbox *board, const struct mailbox_goal *goal, const rk_position *pos)
{
    *board = (struct mailbox){.goal = goal};
    for (unsigned i = 0; i < goal->target_count; i++)
        for (int square = 0; square < RK_SQUARE_COUNT; square++)
            board->missing[i] += goal->is_wanted[i][square] && goal->target[i][square] != EMPTY;
    for (unsigned square = 0; square < RK_SQUARE_COUNT; square++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)square);
        if (piece.kind != RK_NO_KIND)
            set_square(board, square, code_of(piece.side, piece.kind));
    }
    note_reached(board);
}

static void castle(struct mailbox *board, unsigned from, unsigned to)
{
    const uint8_t king = board->squares[from], rook = board->squares[to];
    const unsigned rank = from & 56, short_side = to > from;
    set_square(board, from, EMPTY);
    set_square(board, to, EMPTY);
    set_square(board, rank + (short_side ? 6 : 2), king);
    set_square(board, rank + (short_side ? 5 : 3), rook);
}

bool mailbox_play(struct mailbox *board, rk_move move)
{
    const unsigned from = rk_move_from(move), to = rk_move_to(move), type = rk_move_type(move);
    const uint8_t code = board->squares[from];
    if (type == RK_CASTLING) {
        castle(board, from, to);
    } else {
        const rk_kind kind = rk_move_promotion(move);
        set_square(board, from, EMPTY);
        set_square(board, to,
                   kind < RK_KIND_COUNT && code != EMPTY ? code_of(code >= SIDE_BIT + 1, kind)
                                                         : code);
        if (type == RK_EN_PASSANT)
            set_square(board, (from & 56) | (to & 7), EMPTY);
    }
    note_reached(board);
    return board->pieces >= board->goal->pieces_min;
}
