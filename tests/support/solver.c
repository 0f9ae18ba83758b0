/* SPDX-License-Identifier: MIT */
#include "support/solver.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"

enum { STATES = 2 * 64 * 64 * 64, CHILDREN_MAX = 40 };

/* A child is the number of the state after a move or, if the move captures or promotes, one of
 * these results for the side that moves next. ZEROING is set for captures and pawn moves. */
enum { TO_DRAW = STATES, TO_LOST, ZEROING = 1 << 30 };

enum { ILLEGAL = -2 }; /* as a result */

struct solved {
    char piece;
    int8_t result[STATES];    /* for the side to move */
    int16_t distance[STATES]; /* -1: not known yet */
    uint32_t first_child[STATES + 1];
    uint32_t *children; /* those of state s: first_child[s] to first_child[s + 1] */
    bool mated[STATES];
};

struct placement {
    int king, enemy, piece; /* squares; piece is -1 once it is captured */
    bool black_moves;
};

// ---- rules -----------------------------------------------------------------------------------

static int state_number(const struct placement *p)
{
    return ((p->black_moves * 64 + p->king) * 64 + p->enemy) * 64 + p->piece;
}

static struct placement placement_of(int state)
{
    return (struct placement){.king = state >> 12 & 63,
                              .enemy = state >> 6 & 63,
                              .piece = state & 63,
                              .black_moves = state >> 18};
}

static bool are_adjacent(int a, int b)
{
    return abs((a & 7) - (b & 7)) <= 1 && abs((a >> 3) - (b >> 3)) <= 1;
}

/* Whether the squares between two squares on a line are empty. */
static bool is_path_clear(int from, int to, const int *others, int count)
{
    const int files = (to & 7) - (from & 7), ranks = (to >> 3) - (from >> 3);
    const int step = ((files > 0) - (files < 0)) + 8 * ((ranks > 0) - (ranks < 0));
    for (int at = from + step; at != to; at += step)
        for (int i = 0; i < count; i++)
            if (others[i] == at)
                return false;
    return true;
}

/* Whether the piece on `from` attacks `to`, given the squares of the others. */
static bool attacks_square(char piece, int from, int to, const int *others, int count)
{
    const int files = abs((to & 7) - (from & 7)), ranks = abs((to >> 3) - (from >> 3));
    const bool straight = (files == 0) != (ranks == 0), diagonal = files == ranks && files;
    switch (piece) {
    case 'P':
        return files == 1 && to >> 3 == (from >> 3) + 1;
    case 'N':
        return files * ranks == 2;
    case 'B':
        return diagonal && is_path_clear(from, to, others, count);
    case 'R':
        return straight && is_path_clear(from, to, others, count);
    default:
        return (straight || diagonal) && is_path_clear(from, to, others, count);
    }
}

/* Whether Black is in check; White never can be. */
static bool in_check(char piece, const struct placement *p)
{
    return p->piece >= 0 && attacks_square(piece, p->piece, p->enemy, &p->king, 1);
}

static bool is_legal(char piece, const struct placement *p)
{
    if (are_adjacent(p->king, p->enemy))
        return false;
    if (p->piece >= 0 && (p->piece == p->king || p->piece == p->enemy))
        return false;
    if (piece == 'P' && p->piece >= 0 && (p->piece < 8 || p->piece >= 56))
        return false;
    return p->black_moves || !in_check(piece, p);
}

// ---- moves -----------------------------------------------------------------------------------

struct child_list {
    uint32_t child[CHILDREN_MAX];
    int count;
};

static void add_child(struct child_list *list, uint32_t child)
{
    assert_true(list->count < CHILDREN_MAX);
    list->child[list->count++] = child;
}

static void list_black(char piece, const struct placement *p, struct child_list *list)
{
    for (int to = 0; to < 64; to++) {
        struct placement next = *p;
        if (to == p->enemy || !are_adjacent(p->enemy, to))
            continue;
        next.enemy = to;
        next.black_moves = false;
        if (to == p->piece) {
            next.piece = -1;
            if (is_legal(piece, &next))
                add_child(list, TO_DRAW | ZEROING);
        } else if (is_legal(piece, &next)) {
            add_child(list, (uint32_t)state_number(&next));
        }
    }
}

/* A promotion leads to another endgame, which is already solved. */
static void list_promotions(const struct placement *p, const struct solved *const promoted[4],
                            struct child_list *list)
{
    for (int i = 0; i < 4; i++) {
        const int result = promoted[i]->result[state_number(p)];
        assert_int_not_equal(result, ILLEGAL);
        add_child(list, ZEROING | (result < 0 ? TO_LOST : TO_DRAW));
    }
}

static void list_pushes(const struct placement *p, const struct solved *const promoted[4],
                        struct child_list *list)
{
    struct placement next = *p;
    next.black_moves = true;
    for (int steps = 1; steps <= (p->piece < 16 ? 2 : 1); steps++) {
        next.piece += 8;
        if (next.piece == p->king || next.piece == p->enemy)
            return;
        if (next.piece >= 56)
            list_promotions(&next, promoted, list);
        else
            add_child(list, (uint32_t)state_number(&next) | ZEROING);
    }
}

static void list_white(char piece, const struct placement *p,
                       const struct solved *const promoted[4], struct child_list *list)
{
    const int kings[2] = {p->king, p->enemy};
    for (int to = 0; to < 64; to++) {
        struct placement next = *p;
        next.black_moves = true;
        if (to == p->king || to == p->enemy || to == p->piece)
            continue;
        next.king = to;
        if (are_adjacent(p->king, to) && is_legal(piece, &next))
            add_child(list, (uint32_t)state_number(&next));
        next = (struct placement){p->king, p->enemy, to, true};
        if (piece != 'P' && attacks_square(piece, p->piece, to, kings, 2))
            add_child(list, (uint32_t)state_number(&next));
    }
    if (piece == 'P')
        list_pushes(p, promoted, list);
}

// ---- solving ---------------------------------------------------------------------------------

static void list_children(struct solved *solved, const struct solved *const promoted[4])
{
    size_t capacity = 1 << 20, used = 0;
    solved->children = malloc(capacity * sizeof *solved->children);
    for (int state = 0; state < STATES; state++) {
        const struct placement p = placement_of(state);
        struct child_list list = {.count = 0};
        solved->first_child[state] = (uint32_t)used;
        solved->distance[state] = -1;
        solved->result[state] = ILLEGAL;
        if (!is_legal(solved->piece, &p))
            continue;
        solved->result[state] = 0;
        if (p.black_moves)
            list_black(solved->piece, &p, &list);
        else
            list_white(solved->piece, &p, promoted, &list);
        solved->mated[state] = !list.count && p.black_moves && in_check(solved->piece, &p);
        if (used + CHILDREN_MAX > capacity)
            solved->children =
                realloc(solved->children, (capacity *= 2) * sizeof *solved->children);
        assert_non_null(solved->children);
        memcpy(&solved->children[used], list.child, (size_t)list.count * sizeof *list.child);
        used += (size_t)list.count;
    }
    solved->first_child[STATES] = (uint32_t)used;
}

/* The result after a move, for the side that moves next. */
static int result_after(const struct solved *solved, uint32_t child)
{
    child &= ~(uint32_t)ZEROING;
    return child == TO_DRAW ? 0 : child == TO_LOST ? -1 : solved->result[child];
}

static int find_result(const struct solved *solved, int state)
{
    int best = -1;
    if (solved->first_child[state] == solved->first_child[state + 1])
        return solved->mated[state] ? -1 : 0;
    for (uint32_t i = solved->first_child[state]; i < solved->first_child[state + 1]; i++)
        if (-result_after(solved, solved->children[i]) > best)
            best = -result_after(solved, solved->children[i]);
    return best;
}

static void find_results(struct solved *solved)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int state = 0; state < STATES; state++) {
            if (solved->result[state] != 0)
                continue;
            solved->result[state] = (int8_t)find_result(solved, state);
            changed = changed || solved->result[state] != 0;
        }
    }
}

/* The distance of a state if children with distances below `plies` decide it; otherwise -1. */
static int find_distance(const struct solved *solved, int state, int plies)
{
    int longest = 0;
    const bool wins = solved->result[state] > 0;
    for (uint32_t i = solved->first_child[state]; i < solved->first_child[state + 1]; i++) {
        const uint32_t child = solved->children[i];
        int distance = 1;
        if (wins && result_after(solved, child) >= 0)
            continue;
        if (child < STATES) { // not zeroing
            if (solved->distance[child] < 0 || solved->distance[child] >= plies) {
                if (wins)
                    continue;
                return -1;
            }
            distance = solved->distance[child] + 1;
        }
        if (wins)
            return distance == plies ? plies : -1;
        longest = distance > longest ? distance : longest;
    }
    return wins ? -1 : longest;
}

static void find_distances(struct solved *solved)
{
    for (int state = 0; state < STATES; state++)
        if (solved->result[state] == 0 || solved->mated[state])
            solved->distance[state] = 0;
    for (int plies = 1, idle = 0; idle < 2; plies++) {
        idle++;
        for (int state = 0; state < STATES; state++) {
            if (solved->result[state] == ILLEGAL || solved->distance[state] >= 0)
                continue;
            const int distance = find_distance(solved, state, plies);
            if (distance < 0)
                continue;
            solved->distance[state] = (int16_t)distance;
            idle = 0;
        }
    }
}

struct solved *solver_solve(char piece, const struct solved *const promoted[4])
{
    struct solved *solved = calloc(1, sizeof *solved);
    assert_non_null(solved);
    solved->piece = piece;
    list_children(solved, promoted);
    find_results(solved);
    find_distances(solved);
    return solved;
}

void solver_free(struct solved *solved)
{
    free(solved->children);
    free(solved);
}

// ---- queries ---------------------------------------------------------------------------------

static int state_at(int king, int enemy, int piece, bool black_moves)
{
    return state_number(&(struct placement){king, enemy, piece, black_moves});
}

bool solver_is_legal(const struct solved *solved, int king, int enemy, int piece, bool black_moves)
{
    return solved->result[state_at(king, enemy, piece, black_moves)] != ILLEGAL;
}

int solver_result(const struct solved *solved, int king, int enemy, int piece, bool black_moves)
{
    return solved->result[state_at(king, enemy, piece, black_moves)];
}

int solver_distance(const struct solved *solved, int king, int enemy, int piece, bool black_moves)
{
    return solved->distance[state_at(king, enemy, piece, black_moves)];
}
