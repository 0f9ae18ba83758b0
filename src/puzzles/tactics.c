/* SPDX-License-Identifier: MIT */
/* Detectors of tactics. Each looks at the solver's moves: move i, an even number, leads from
 * position i to position i + 1. */
#include "puzzles/tactics.h"

#include "puzzles/board_values.h"
#include "rookery/moves.h"
#include "rules/attacks.h"
#include "rules/bits.h"

enum { MINOR_PIECE = 3, SACRIFICE = 2 };

static int from_of(const struct puzzle *puzzle, size_t i)
{
    return rk_move_from(puzzle->moves[i]);
}

static int to_of(const struct puzzle *puzzle, size_t i)
{
    return rk_move_to(puzzle->moves[i]);
}

static bool is_capture(const struct puzzle *puzzle, size_t i)
{
    return rk_move_is_capture(&puzzle->positions[i], puzzle->moves[i]);
}

static uint64_t occupied_squares(const rk_position *pos)
{
    return pos->by[RK_WHITE] | pos->by[RK_BLACK];
}

// ---- forks -----------------------------------------------------------------------------------

/* What is worth forking: the king, something more valuable than the piece that attacks it, or a
 * piece that is not defended. */
static bool is_worth_attacking(const rk_position *pos, int target, int attacker_value)
{
    const int value = board_value_at(pos, target);
    if (value <= board_values[RK_PAWN])
        return false;
    return value > attacker_value ||
           !rk_position_attackers(pos, (rk_square)target, (rk_side)pos->turn);
}

static bool is_fork(const rk_position *after, int square)
{
    const int value = board_value_at(after, square);
    const int own_value = rk_position_at(after, (rk_square)square).kind == RK_KING ? 0 : value;
    int targets = 0;
    for (uint64_t set = board_attacks_from(after, square) & after->by[after->turn]; set;
         set = without_lsb(set))
        targets += is_worth_attacking(after, lsb(set), own_value);
    return targets > 1 && !board_is_loose(after, square);
}

bool has_fork(const struct puzzle *puzzle)
{
    for (size_t i = 0; i + 2 < puzzle->move_count; i += 2) // the last move wins nothing any more
        if (rk_move_type(puzzle->moves[i]) != RK_CASTLING &&
            is_fork(&puzzle->positions[i + 1], to_of(puzzle, i)))
            return true;
    return false;
}

// ---- lines -----------------------------------------------------------------------------------

/* The attacks of a slider; 0 for other pieces. */
static uint64_t slider_attacks(const rk_position *pos, int square, uint64_t occupied)
{
    const rk_kind kind = rk_position_at(pos, (rk_square)square).kind;
    return kind == RK_BISHOP || kind == RK_ROOK || kind == RK_QUEEN
               ? attacks(kind, square, occupied)
               : 0;
}

/* The piece behind the one on `front`, seen from a slider on `square`; -1 if there is none. */
static int square_behind(const rk_position *pos, int square, int front)
{
    const uint64_t occupied = occupied_squares(pos);
    const uint64_t beyond = slider_attacks(pos, square, occupied & ~bit(front)) &
                            ~slider_attacks(pos, square, occupied) & occupied;
    return beyond ? lsb(beyond) : -1;
}

/* Whether the slider on `square` holds an enemy piece that must not leave the line: behind it is
 * the king, or something more valuable than both. */
static bool pins_something(const rk_position *after, int square)
{
    const uint64_t enemies = after->by[after->turn];
    const uint64_t fronts =
        slider_attacks(after, square, occupied_squares(after)) & enemies & ~after->of[RK_PAWN];
    for (uint64_t set = fronts; set; set = without_lsb(set)) {
        const int behind = square_behind(after, square, lsb(set));
        const int front_value = board_value_at(after, lsb(set));
        if (behind < 0 || !(enemies & bit(behind)) || front_value == board_values[RK_KING])
            continue;
        const int value = board_value_at(after, behind);
        if (value > front_value && value > board_value_at(after, square))
            return true;
    }
    return false;
}

/* A pin that is made by a move, and used by a later one: the pinned side loses something. */
bool has_pin(const struct puzzle *puzzle)
{
    for (size_t i = 0; i + 2 < puzzle->move_count; i += 2)
        if (pins_something(&puzzle->positions[i + 1], to_of(puzzle, i)))
            return true;
    return false;
}

/* The piece in front leaves the line of the slider, which takes what was behind it. */
bool has_skewer(const struct puzzle *puzzle)
{
    for (size_t i = 0; i + 2 < puzzle->move_count; i += 2) {
        const rk_position *after = &puzzle->positions[i + 1];
        const int slider = to_of(puzzle, i), front = from_of(puzzle, i + 1);
        const bool is_hit = slider_attacks(after, slider, occupied_squares(after)) & bit(front) &&
                            from_of(puzzle, i + 2) == slider &&
                            square_behind(after, slider, front) == to_of(puzzle, i + 2);
        if (is_hit && is_capture(puzzle, i + 2) &&
            board_value_at(after, front) > board_value_at(after, to_of(puzzle, i + 2)))
            return true;
    }
    return false;
}

/* A slider that did not move attacks, through the square that was left, the king, or a piece that
 * is worth more or is not defended. */
static bool discovers_attack(const rk_position *before, const rk_position *after, rk_move move)
{
    const rk_side us = (rk_side)before->turn;
    const uint64_t sliders = (before->of[RK_BISHOP] | before->of[RK_ROOK] | before->of[RK_QUEEN]) &
                             before->by[us] & after->by[us] & ~bit(rk_move_from(move)) &
                             ~bit(rk_move_to(move));
    for (uint64_t set = sliders; set; set = without_lsb(set)) {
        const int slider = lsb(set);
        const uint64_t old = slider_attacks(before, slider, occupied_squares(before));
        uint64_t found =
            slider_attacks(after, slider, occupied_squares(after)) & ~old & after->by[after->turn];
        for (; old & bit(rk_move_from(move)) && found; found = without_lsb(found))
            if (is_worth_attacking(after, lsb(found), board_value_at(after, slider)))
                return true;
    }
    return false;
}

bool has_discovered_attack(const struct puzzle *puzzle)
{
    for (size_t i = 0; i < puzzle->move_count; i += 2)
        if (rk_move_type(puzzle->moves[i]) != RK_CASTLING &&
            discovers_attack(&puzzle->positions[i], &puzzle->positions[i + 1], puzzle->moves[i]))
            return true;
    return false;
}

// ---- material --------------------------------------------------------------------------------

/* The first move takes a piece that nobody defends, and does not just take back. */
bool takes_hanging_piece(const struct puzzle *puzzle)
{
    const rk_position *start = &puzzle->positions[0];
    const rk_square to = rk_move_to(puzzle->moves[0]);
    const bool takes_back =
        rk_move_is_capture(&puzzle->before, puzzle->error) && rk_move_to(puzzle->error) == to;
    return is_capture(puzzle, 0) && board_value_at(start, to) >= MINOR_PIECE && !takes_back &&
           !rk_position_attackers(start, to, rk_side_other((rk_side)start->turn));
}

/* After a later move of the solver, who may have recaptured with it, the solver has at least two
 * pawns less than at the start. */
bool has_sacrifice(const struct puzzle *puzzle)
{
    const rk_side solver = (rk_side)puzzle->positions[0].turn;
    const int start = board_material_balance(&puzzle->positions[0], solver);
    for (size_t i = 2; i < puzzle->move_count; i += 2)
        if (board_material_balance(&puzzle->positions[i + 1], solver) <= start - SACRIFICE)
            return true;
    return false;
}

/* The opponent's piece takes, and no longer guards the square where the solver wins: by a capture
 * or with mate. */
bool has_deflection(const struct puzzle *puzzle)
{
    for (size_t i = 0; i + 2 < puzzle->move_count; i += 2) {
        const rk_position *before = &puzzle->positions[i + 1];
        const int goal = to_of(puzzle, i + 2), guard = to_of(puzzle, i + 1);
        const bool guarded = board_attacks_from(before, from_of(puzzle, i + 1)) & bit(goal);
        const bool guards = board_attacks_from(&puzzle->positions[i + 2], guard) & bit(goal);
        const bool wins =
            is_capture(puzzle, i + 2) || (i + 3 == puzzle->move_count && puzzle_is_mate(puzzle));
        if (is_capture(puzzle, i + 1) && guard == to_of(puzzle, i) && guarded && !guards &&
            goal != guard && wins)
            return true;
    }
    return false;
}

/* The solver's move puts a piece where it is worth more than what it captured there. */
static bool offers_piece(const struct puzzle *puzzle, size_t i)
{
    const int square = to_of(puzzle, i);
    const int captured = is_capture(puzzle, i) ? board_value_at(&puzzle->positions[i], square) : 0;
    return board_value_at(&puzzle->positions[i + 1], square) > captured;
}

/* The king, queen or a rook takes a piece that was offered, and is attacked there. */
bool has_attraction(const struct puzzle *puzzle)
{
    for (size_t i = 0; i + 2 < puzzle->move_count; i += 2) {
        const int square = to_of(puzzle, i);
        const rk_position *after = &puzzle->positions[i + 3];
        const rk_side solver = (rk_side)puzzle->positions[0].turn;
        if (is_capture(puzzle, i + 1) && to_of(puzzle, i + 1) == square &&
            offers_piece(puzzle, i) && board_value_at(after, square) >= board_values[RK_ROOK] &&
            after->by[after->turn] & bit(square) &&
            rk_position_attackers(after, (rk_square)square, solver) & bit(to_of(puzzle, i + 2)))
            return true;
    }
    return false;
}

// ---- kinds of moves --------------------------------------------------------------------------

bool has_promotion(const struct puzzle *puzzle)
{
    for (size_t i = 0; i < puzzle->move_count; i += 2)
        if (rk_move_promotion(puzzle->moves[i]) != RK_NO_KIND)
            return true;
    return false;
}

bool has_underpromotion(const struct puzzle *puzzle)
{
    for (size_t i = 0; i < puzzle->move_count; i += 2) {
        const rk_kind kind = rk_move_promotion(puzzle->moves[i]);
        if (kind != RK_NO_KIND && kind != RK_QUEEN)
            return true;
    }
    return false;
}

bool has_en_passant(const struct puzzle *puzzle)
{
    for (size_t i = 0; i < puzzle->move_count; i += 2)
        if (rk_move_type(puzzle->moves[i]) == RK_EN_PASSANT)
            return true;
    return false;
}

/* A move that neither captures nor gives check nor promotes, and is not an escape from check. */
bool has_quiet_move(const struct puzzle *puzzle)
{
    for (size_t i = 0; i < puzzle->move_count; i += 2)
        if (!is_capture(puzzle, i) && rk_move_promotion(puzzle->moves[i]) == RK_NO_KIND &&
            !rk_position_in_check(&puzzle->positions[i]) &&
            !rk_position_in_check(&puzzle->positions[i + 1]))
            return true;
    return false;
}
