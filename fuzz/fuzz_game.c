/* SPDX-License-Identifier: MIT */
/* Games: a start position (see take_start), then two bytes per move, an index modulo the
 * number of legal moves. The functions of the library must agree at every ply. */
#include "rookery/outcome.h"
#include "rookery/perft.h"

#include "moves.h"

enum { PLIES_MAX = 300 };

static bool is_listed(const rk_move *moves, size_t count, rk_move move)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Checks that listing, counting and testing moves agree; `any` is an arbitrary 16-bit value. */
static void check_moves(const rk_position *pos, const rk_move *moves, size_t count, rk_move any)
{
    CHECK(count <= RK_MOVES_MAX);
    CHECK(rk_moves_count(pos) == count);
    CHECK(rk_moves_any(pos) == (count > 0));
    CHECK(rk_perft(pos, 1) == count);
    CHECK(rk_moves_legal(pos, any) == is_listed(moves, count, any));
    for (size_t i = 0; i < count; i++) {
        CHECK(rk_moves_legal(pos, moves[i]));
        CHECK(!is_listed(moves, i, moves[i]));
    }
}

static void check_outcome(const rk_position *pos, size_t count)
{
    const rk_end end = rk_position_outcome(pos).end;
    CHECK(*rk_end_text(end));
    if (count)
        CHECK(end == RK_NOT_OVER || end == RK_INSUFFICIENT_MATERIAL ||
              end == RK_SEVENTY_FIVE_MOVES);
    else
        CHECK(end != RK_NOT_OVER);
    const bool white = rk_position_can_win(pos, RK_WHITE),
               black = rk_position_can_win(pos, RK_BLACK);
    if (end == RK_NOT_OVER)
        CHECK(white || black);
}

/* Plays a move and takes it back; stores the position after it in *after. A side that wins
 * by the move must have been able to win before it. */
static void check_play(const rk_position *pos, rk_move move, rk_position *after)
{
    rk_position copy = *pos;
    rk_undo undo;
    rk_position_apply(&copy, move, &undo);
    *after = copy;
    rk_position_revert(&copy, &undo);
    CHECK(is_equal(&copy, pos));
    CHECK(after->turn != pos->turn);
    CHECK(after->halfmove_clock == 0 || after->halfmove_clock == pos->halfmove_clock + 1);
    CHECK(!rk_position_same(pos, after));
    check_position(after);
    const rk_winner winner = rk_position_outcome(after).winner;
    if (winner != RK_NOBODY_WINS)
        CHECK(rk_position_can_win(pos, winner == RK_WHITE_WINS ? RK_WHITE : RK_BLACK));
}

/* Checks every move of the last position: its notations, and perft 2. */
static void check_last(const rk_position *pos, const rk_move *moves, size_t count)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        rk_position after;
        check_play(pos, moves[i], &after);
        check_notations(pos, moves[i]);
        total += rk_moves_count(&after);
    }
    CHECK(rk_perft(pos, 2) == total);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    rk_position pos = take_start(&in);
    check_position(&pos);
    for (unsigned ply = 0;; ply++) {
        rk_move moves[RK_MOVES_MAX];
        const size_t count = rk_moves_list(&pos, moves);
        const unsigned number = take_uint16(&in);
        check_moves(&pos, moves, count, (rk_move)number);
        check_outcome(&pos, count);
        if (!count || !in.size || ply == PLIES_MAX) {
            check_last(&pos, moves, count);
            return 0;
        }
        const rk_move move = moves[number % count];
        check_notations(&pos, move);
        rk_position after;
        check_play(&pos, move, &after);
        pos = after;
    }
}
