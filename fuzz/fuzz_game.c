/* SPDX-License-Identifier: MIT */
/* Games: a start (see take_start), then two bytes a move, taken modulo their
 * number. The answers of the library must agree with each other at every ply. */
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

/* Four ways to ask for the moves, and a word that may be none. */
static void check_moves(const rk_position *pos, const rk_move *moves, size_t count, rk_move word)
{
    CHECK(count <= RK_MOVES_MAX);
    CHECK(rk_moves_count(pos) == count);
    CHECK(rk_moves_any(pos) == (count > 0));
    CHECK(rk_perft(pos, 1) == count);
    CHECK(rk_moves_legal(pos, word) == is_listed(moves, count, word));
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

/* Plays a move and takes it back; `after` is the position in between. Who wins
 * by a move could win before it. */
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

/* Every move of the last position: its spellings, and the count two plies deep. */
static void check_last(const rk_position *pos, const rk_move *moves, size_t count)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        rk_position after;
        check_play(pos, moves[i], &after);
        check_spellings(pos, moves[i]);
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
        const unsigned word = take_two(&in);
        check_moves(&pos, moves, count, (rk_move)word);
        check_outcome(&pos, count);
        if (!count || !in.size || ply == PLIES_MAX) {
            check_last(&pos, moves, count);
            return 0;
        }
        const rk_move move = moves[word % count];
        check_spellings(&pos, move);
        rk_position after;
        check_play(&pos, move, &after);
        pos = after;
    }
}
