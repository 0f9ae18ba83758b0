/* SPDX-License-Identifier: MIT */
#include "explorer/mailbox.h"

#include <string.h>

enum { EMPTY = 0, SIDE_BIT = 8, NO_CODE = 255, COUNT_BITS = 4, MOVE_BYTES = 2 };

static uint8_t code_of(unsigned side, unsigned kind)
{
    return (uint8_t)(1 + kind + side * SIDE_BIT);
}

// ---- the goal --------------------------------------------------------------------------------

static unsigned begin_target(struct mailbox_goal *goal)
{
    memset(goal->target[goal->target_count], NO_CODE, RK_SQUARE_COUNT);
    return goal->target_count++;
}

static bool is_unmoved_pawn(int square, uint8_t code)
{
    const int rank = square / 8;
    return (rank == 1 && code == code_of(RK_WHITE, RK_PAWN)) ||
           (rank == 6 && code == code_of(RK_BLACK, RK_PAWN));
}

static void set_target(struct mailbox_goal *goal, unsigned target, int square, uint8_t code)
{
    goal->target[target][square] = code;
    goal->mask[target][square] = 255;
    if (is_unmoved_pawn(square, code))
        goal->unmoved_pawns[square] |= (uint8_t)(1U << target);
}

static void add_position(struct mailbox_goal *goal, const rk_position *pos)
{
    const unsigned target = begin_target(goal);
    for (int square = 0; square < RK_SQUARE_COUNT; square++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)square);
        const bool is_empty = piece.kind == RK_NO_KIND;
        set_target(goal, target, square, is_empty ? EMPTY : code_of(piece.side, piece.kind));
        goal->pieces_min[target] += !is_empty;
    }
}

static void add_pattern(struct mailbox_goal *goal, const struct filter *filter)
{
    const unsigned target = begin_target(goal);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
            for (int square = 0; square < RK_SQUARE_COUNT; square++)
                if (filter->pattern[side][kind] >> square & 1) {
                    set_target(goal, target, square, code_of(side, kind));
                    goal->pieces_min[target]++;
                }
}

static void add_material(struct mailbox_goal *goal, const struct filter *filter)
{
    goal->has_material = true;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        if (!(filter->material_kinds >> kind & 1))
            continue;
        for (unsigned side = 0; side < 2; side++) {
            const uint64_t counter = goal->counter[code_of(side, kind)];
            goal->material_mask |= 15 * counter;
            goal->material[0] += filter->material[side][kind] * counter;
            goal->material[1] += filter->material[side][kind] * goal->counter[code_of(!side, kind)];
            goal->pieces_min[MAILBOX_MATERIAL] += filter->material[side][kind];
        }
    }
}

void mailbox_goal_init(struct mailbox_goal *goal, const struct filter *filter)
{
    memset(goal, 0, sizeof *goal);
    for (unsigned code = 1; code < MAILBOX_CODES; code++)
        goal->counter[code] = UINT64_C(1) << (code - 1) * COUNT_BITS;
    if (filter->has_position)
        add_position(goal, &filter->position);
    if (filter->has_pattern)
        add_pattern(goal, filter);
    if (filter->has_material)
        add_material(goal, filter);
}

// ---- the board -------------------------------------------------------------------------------

static bool is_on_board(const struct mailbox *board, unsigned target)
{
    const struct mailbox_goal *goal = board->goal;
    uint64_t difference = 0;
    for (size_t i = 0; i < RK_SQUARE_COUNT && !difference; i += sizeof difference) {
        uint64_t squares, wanted, mask;
        memcpy(&squares, board->squares + i, sizeof squares);
        memcpy(&wanted, goal->target[target] + i, sizeof wanted);
        memcpy(&mask, goal->mask[target] + i, sizeof mask);
        difference = (squares ^ wanted) & mask;
    }
    return !difference;
}

static void set_missing(struct mailbox *board, unsigned missing)
{
    board->missing = missing;
    board->pieces_min = 0;
    for (unsigned part = 0; part < MAILBOX_PARTS; part++)
        if (missing >> part & 1 && board->pieces_min < board->goal->pieces_min[part])
            board->pieces_min = board->goal->pieces_min[part];
}

static void check_targets(struct mailbox *board)
{
    for (unsigned i = 0; i < board->goal->target_count; i++)
        if (is_on_board(board, i))
            set_missing(board, board->missing & ~(1U << i));
}

static void check_material(struct mailbox *board)
{
    const struct mailbox_goal *goal = board->goal;
    const uint64_t material = board->material & goal->material_mask;
    if (material == goal->material[0] || material == goal->material[1])
        set_missing(board, board->missing & ~(1U << MAILBOX_MATERIAL));
}

void mailbox_init(struct mailbox *board, const struct mailbox_goal *goal, const rk_position *pos)
{
    const unsigned targets = (1U << goal->target_count) - 1;
    *board = (struct mailbox){.goal = goal};
    set_missing(board, targets | (unsigned)goal->has_material << MAILBOX_MATERIAL);
    for (unsigned square = 0; square < RK_SQUARE_COUNT; square++) {
        const rk_piece piece = rk_position_at(pos, (rk_square)square);
        if (piece.kind == RK_NO_KIND)
            continue;
        board->squares[square] = code_of(piece.side, piece.kind);
        board->material += goal->counter[board->squares[square]];
        board->pieces++;
    }
    check_targets(board);
    check_material(board);
}

/* Codes are 0 to 15 in any case: the mask is for the compiler and the reader. */
static void remove_piece(struct mailbox *board, unsigned square)
{
    const uint8_t code = board->squares[square] & (MAILBOX_CODES - 1);
    board->squares[square] = EMPTY;
    board->material -= board->goal->counter[code];
    board->pieces -= code != EMPTY;
}

static void put_piece(struct mailbox *board, unsigned square, uint8_t code)
{
    remove_piece(board, square);
    board->squares[square] = code & (MAILBOX_CODES - 1);
    board->material += board->goal->counter[code & (MAILBOX_CODES - 1)];
    board->pieces += code != EMPTY;
}

/* Castling, en passant and promotion. */
static void play_special(struct mailbox *board, rk_move move)
{
    const unsigned from = rk_move_from(move), to = rk_move_to(move), rank = from & 56;
    const uint8_t code = board->squares[from], rook = board->squares[to];
    const rk_kind kind = rk_move_promotion(move);
    remove_piece(board, from);
    if (rk_move_type(move) == RK_CASTLING) {
        remove_piece(board, to);
        put_piece(board, rank + (to > from ? 6 : 2), code);
        put_piece(board, rank + (to > from ? 5 : 3), rook);
    } else {
        const bool promotes = kind < RK_KIND_COUNT && code != EMPTY;
        put_piece(board, to, promotes ? code_of(code > SIDE_BIT, kind) : code);
        if (rk_move_type(move) == RK_EN_PASSANT)
            remove_piece(board, rank | (to & 7));
    }
    check_targets(board);
    check_material(board);
}

/* A target can be complete only after a move whose piece is right where it arrives, and the
 * material changes only by captures: most moves need no more than a look at both. */
static void play_plain(struct mailbox *board, unsigned from, unsigned to)
{
    const struct mailbox_goal *goal = board->goal;
    const uint8_t code = board->squares[from];
    board->squares[from] = EMPTY;
    const uint8_t captured = board->squares[to];
    board->squares[to] = code;
    if (captured != EMPTY) {
        board->material -= goal->counter[captured & (MAILBOX_CODES - 1)];
        board->pieces--;
        check_material(board);
    }
    if (goal->target[0][to] == code || goal->target[1][to] == code)
        check_targets(board);
}

/* A pawn never comes back to where it started: after a move from there or to there, a target that
 * needs it cannot be reached any more. Most games leave a position of the opening within a few
 * moves. */
static bool makes_unreachable(const struct mailbox *board, rk_move move)
{
    const uint8_t *pawns = board->goal->unmoved_pawns;
    return (pawns[rk_move_from(move)] | pawns[rk_move_to(move)]) & board->missing;
}

bool mailbox_play(struct mailbox *board, const uint8_t *moves, uint32_t plies)
{
    const uint8_t *end = moves + (size_t)plies * MOVE_BYTES;
    for (; moves < end && board->missing; moves += MOVE_BYTES) {
        const rk_move move = (rk_move)(moves[0] | moves[1] << 8);
        if (makes_unreachable(board, move))
            break;
        if (rk_move_type(move) == RK_PLAIN)
            play_plain(board, rk_move_from(move), rk_move_to(move));
        else
            play_special(board, move);
        if (board->pieces < board->pieces_min)
            break;
    }
    return !board->missing;
}
