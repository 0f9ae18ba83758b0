/* SPDX-License-Identifier: MIT */
/* Checks the tactics suite without the engine: every position has a legal best move, and every mate
 * it claims is proven. */
#include <stdio.h>
#include <string.h>

#include "rookery/epd.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "support/board.h"
#include "support/mates.h"

enum { POSITIONS = 100, POSITIONS_MAX = 4000000, LINE_MAX_SIZE = 512, ID_MAX = 32 };

struct suite {
    char lines[POSITIONS + 1][LINE_MAX_SIZE];
    rk_epd epds[POSITIONS + 1];
    size_t count;
};

static int read_suite(void **state)
{
    static struct suite suite;
    FILE *file = fopen("tests/data/tactics.epd", "r");
    assert_non_null(file);
    while (suite.count <= POSITIONS && fgets(suite.lines[suite.count], LINE_MAX_SIZE, file)) {
        const char *line = suite.lines[suite.count];
        rk_fault fault;
        if (*line == '#')
            continue;
        if (rk_epd_parse(line, strcspn(line, "\n"), RK_STANDARD, &suite.epds[suite.count], &fault))
            fail_msg("%s: %s", line, fault.text);
        suite.count++;
    }
    fclose(file);
    *state = &suite;
    return 0;
}

static rk_move best_of(const rk_epd *epd)
{
    const rk_epd_operation *best = rk_epd_find(epd, "bm");
    rk_move move = RK_NO_MOVE;
    assert_non_null(best);
    assert_int_equal(rk_san_parse(&epd->position, best->operand, best->operand_size,
                                  RK_NOTATION_PLAIN, &move, NULL),
                     RK_OK);
    return move;
}

static void suite_has_a_hundred_unique_ids(void **state)
{
    const struct suite *suite = *state;
    char ids[POSITIONS][ID_MAX];
    assert_int_equal(suite->count, POSITIONS);
    for (size_t i = 0; i < POSITIONS; i++) {
        const rk_epd_operation *id = rk_epd_find(&suite->epds[i], "id");
        assert_non_null(id);
        assert_true(id->operand_size && id->operand_size < ID_MAX);
        memcpy(ids[i], id->operand, id->operand_size);
        ids[i][id->operand_size] = '\0';
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(ids[i], ids[j]);
            assert_false(rk_position_same(&suite->epds[i].position, &suite->epds[j].position));
        }
    }
}

static void every_best_move_is_legal(void **state)
{
    const struct suite *suite = *state;
    for (size_t i = 0; i < suite->count; i++)
        assert_true(rk_moves_legal(&suite->epds[i].position, best_of(&suite->epds[i])));
}

static void every_mate_is_proven(void **state)
{
    const struct suite *suite = *state;
    struct mates *mates = mates_create();
    unsigned lengths = 0;
    assert_non_null(mates);
    for (size_t i = 0; i < suite->count; i++) {
        const rk_epd *epd = &suite->epds[i];
        const rk_epd_operation *length = rk_epd_find(epd, "dm");
        if (!length)
            continue;
        const unsigned moves = (unsigned)(*length->operand - '0');
        assert_in_range(moves, 2, 8);
        if (!mates_with(mates, &epd->position, best_of(epd), moves, POSITIONS_MAX))
            fail_msg("not proven: %s", suite->lines[i]);
        lengths |= 1u << moves;
    }
    assert_int_equal(lengths, 0x1fc); // mates in 2 to 8 all occur
    mates_destroy(mates);
}

static void solver_rejects_positions_without_mate(void **state)
{
    struct mates *mates = mates_create();
    rk_move first;
    (void)state;
    assert_non_null(mates);
    const rk_position ladder = position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    assert_int_equal(mates_in(mates, &ladder, 4, 100000, &first), 2);
    const rk_position stalemate = position("7k/8/6QK/8/8/8/8/8 w - - 0 1");
    assert_int_equal(mates_in(mates, &stalemate, 2, 100000, &first), 1);
    assert_false(mates_with(mates, &stalemate, move(&stalemate, "g6f7"), 2, 100000));
    const rk_position start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_int_equal(mates_in(mates, &start, 3, 100000, &first), 0);
    mates_destroy(mates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suite_has_a_hundred_unique_ids),
        cmocka_unit_test(every_best_move_is_legal),
        cmocka_unit_test(every_mate_is_proven),
        cmocka_unit_test(solver_rejects_positions_without_mate),
    };
    return cmocka_run_group_tests(tests, read_suite, NULL);
}
