/* SPDX-License-Identifier: MIT */
#include "support/solver.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"

enum { STATES = 2 * 64 * 64 * 64, CHILDREN_MAX = 40 };

/* What a move leads to: a state, or the end of these three men; as a number of the state, or one
 * of these, and whether the move zeroes. */
enum { TO_DRAW = STATES, TO_LOST, ZEROING = 1 << 30 };

enum { NO_STATE = -2 }; /* as a result */

struct solved {
    char man;
    int8_t result[STATES];    /* for the side to move */
    int16_t distance[STATES]; /* -1: not known yet */
    uint32_t from[STATES + 1];
    uint32_t *children; /* those of state s: from[s] to from[s + 1] */
    bool mated[STATES];
};

struct place {
    int king, enemy, man; /* squares; man is -1 once it is gone */
    bool black_moves;
};

// ---- rules -----------------------------------------------------------------------------------

static int number_of(const struct place *p)
{
    return ((p->black_moves * 64 + p->king) * 64 + p->enemy) * 64 + p->man;
}

static struct place place_of(int state)
{
    return (struct place){.king = state >> 12 & 63,
                          .enemy = state >> 6 & 63,
                          .man = state & 63,
                          .black_moves = state >> 18};
}

static bool beside(int a, int b)
{
    return abs((a & 7) - (b & 7)) <= 1 && abs((a >> 3) - (b >> 3)) <= 1;
}

/* Nothing stands between two squares on a line. */
static bool clear(int from, int to, const int *others, int count)
{
    const int files = (to & 7) - (from & 7), ranks = (to >> 3) - (from >> 3);
    const int step = ((files > 0) - (files < 0)) + 8 * ((ranks > 0) - (ranks < 0));
    for (int at = from + step; at != to; at += step)
        for (int i = 0; i < count; i++)
            if (others[i] == at)
                return false;
    return true;
}

/* The man on `from` attacks `to`, the two others standing in its way where they do. */
static bool attacks_square(char man, int from, int to, const int *others, int count)
{
    const int files = abs((to & 7) - (from & 7)), ranks = abs((to >> 3) - (from >> 3));
    const bool straight = (files == 0) != (ranks == 0), diagonal = files == ranks && files;
    switch (man) {
    case 'P':
        return files == 1 && to >> 3 == (from >> 3) + 1;
    case 'N':
        return files * ranks == 2;
    case 'B':
        return diagonal && clear(from, to, others, count);
    case 'R':
        return straight && clear(from, to, others, count);
    default:
        return (straight || diagonal) && clear(from, to, others, count);
    }
}

/* The king of Black, the only one that can be, is attacked. */
static bool in_check(char man, const struct place *p)
{
    return p->man >= 0 && attacks_square(man, p->man, p->enemy, &p->king, 1);
}

static bool can_be(char man, const struct place *p)
{
    if (beside(p->king, p->enemy))
        return false;
    if (p->man >= 0 && (p->man == p->king || p->man == p->enemy))
        return false;
    if (man == 'P' && p->man >= 0 && (p->man < 8 || p->man >= 56))
        return false;
    return p->black_moves || !in_check(man, p);
}

// ---- moves -----------------------------------------------------------------------------------

struct listing {
    uint32_t child[CHILDREN_MAX];
    int count;
};

static void add(struct listing *list, uint32_t child)
{
    assert_true(list->count < CHILDREN_MAX);
    list->child[list->count++] = child;
}

static void list_black(char man, const struct place *p, struct listing *list)
{
    for (int to = 0; to < 64; to++) {
        struct place next = *p;
        if (to == p->enemy || !beside(p->enemy, to))
            continue;
        next.enemy = to;
        next.black_moves = false;
        if (to == p->man) {
            next.man = -1;
            if (can_be(man, &next))
                add(list, TO_DRAW | ZEROING);
        } else if (can_be(man, &next)) {
            add(list, (uint32_t)number_of(&next));
        }
    }
}

/* A promotion is to another ending of three men: it is won at once by what is known of that. */
static void list_promotions(const struct place *p, const struct solved *const promoted[4],
                            struct listing *list)
{
    for (int i = 0; i < 4; i++) {
        const int result = promoted[i]->result[number_of(p)];
        assert_int_not_equal(result, NO_STATE);
        add(list, ZEROING | (result < 0 ? TO_LOST : TO_DRAW));
    }
}

static void list_pushes(const struct place *p, const struct solved *const promoted[4],
                        struct listing *list)
{
    struct place next = *p;
    next.black_moves = true;
    for (int steps = 1; steps <= (p->man < 16 ? 2 : 1); steps++) {
        next.man += 8;
        if (next.man == p->king || next.man == p->enemy)
            return;
        if (next.man >= 56)
            list_promotions(&next, promoted, list);
        else
            add(list, (uint32_t)number_of(&next) | ZEROING);
    }
}

static void list_white(char man, const struct place *p, const struct solved *const promoted[4],
                       struct listing *list)
{
    const int kings[2] = {p->king, p->enemy};
    for (int to = 0; to < 64; to++) {
        struct place next = *p;
        next.black_moves = true;
        if (to == p->king || to == p->enemy || to == p->man)
            continue;
        next.king = to;
        if (beside(p->king, to) && can_be(man, &next))
            add(list, (uint32_t)number_of(&next));
        next = (struct place){p->king, p->enemy, to, true};
        if (man != 'P' && attacks_square(man, p->man, to, kings, 2))
            add(list, (uint32_t)number_of(&next));
    }
    if (man == 'P')
        list_pushes(p, promoted, list);
}

// ---- solving ---------------------------------------------------------------------------------

static void list_all(struct solved *solved, const struct solved *const promoted[4])
{
    size_t room = 1 << 20, used = 0;
    solved->children = malloc(room * sizeof *solved->children);
    for (int state = 0; state < STATES; state++) {
        const struct place p = place_of(state);
        struct listing list = {.count = 0};
        solved->from[state] = (uint32_t)used;
        solved->distance[state] = -1;
        solved->result[state] = NO_STATE;
        if (!can_be(solved->man, &p))
            continue;
        solved->result[state] = 0;
        if (p.black_moves)
            list_black(solved->man, &p, &list);
        else
            list_white(solved->man, &p, promoted, &list);
        solved->mated[state] = !list.count && p.black_moves && in_check(solved->man, &p);
        if (used + CHILDREN_MAX > room)
            solved->children = realloc(solved->children, (room *= 2) * sizeof *solved->children);
        assert_non_null(solved->children);
        memcpy(&solved->children[used], list.child, (size_t)list.count * sizeof *list.child);
        used += (size_t)list.count;
    }
    solved->from[STATES] = (uint32_t)used;
}

/* What the side that moves next has after a move. */
static int result_after(const struct solved *solved, uint32_t child)
{
    child &= ~(uint32_t)ZEROING;
    return child == TO_DRAW ? 0 : child == TO_LOST ? -1 : solved->result[child];
}

static int judge(const struct solved *solved, int state)
{
    int best = -1;
    if (solved->from[state] == solved->from[state + 1])
        return solved->mated[state] ? -1 : 0;
    for (uint32_t i = solved->from[state]; i < solved->from[state + 1]; i++)
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
            solved->result[state] = (int8_t)judge(solved, state);
            changed = changed || solved->result[state] != 0;
        }
    }
}

/* The distance of a state, if those of its children less than `plies` decide it; -1 if not. */
static int measure(const struct solved *solved, int state, int plies)
{
    int longest = 0;
    const bool wins = solved->result[state] > 0;
    for (uint32_t i = solved->from[state]; i < solved->from[state + 1]; i++) {
        const uint32_t child = solved->children[i];
        int distance = 1;
        if (wins && result_after(solved, child) >= 0)
            continue;
        if (child < STATES) { // neither zeroing nor an end
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
            if (solved->result[state] == NO_STATE || solved->distance[state] >= 0)
                continue;
            const int distance = measure(solved, state, plies);
            if (distance < 0)
                continue;
            solved->distance[state] = (int16_t)distance;
            idle = 0;
        }
    }
}

struct solved *solver_solve(char man, const struct solved *const promoted[4])
{
    struct solved *solved = calloc(1, sizeof *solved);
    assert_non_null(solved);
    solved->man = man;
    list_all(solved, promoted);
    find_results(solved);
    find_distances(solved);
    return solved;
}

void solver_free(struct solved *solved)
{
    free(solved->children);
    free(solved);
}

// ---- answers ---------------------------------------------------------------------------------

static int state_of(int king, int enemy, int man, bool black_moves)
{
    return number_of(&(struct place){king, enemy, man, black_moves});
}

bool solver_has(const struct solved *solved, int king, int enemy, int man, bool black_moves)
{
    return solved->result[state_of(king, enemy, man, black_moves)] != NO_STATE;
}

int solver_result(const struct solved *solved, int king, int enemy, int man, bool black_moves)
{
    return solved->result[state_of(king, enemy, man, black_moves)];
}

int solver_distance(const struct solved *solved, int king, int enemy, int man, bool black_moves)
{
    return solved->distance[state_of(king, enemy, man, black_moves)];
}
