/* SPDX-License-Identifier: MIT */
/* Openings from files and books. */
#include "match/openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/book.h"
#include "support/board.h"
#include "support/folder.h"

struct fixture {
    struct folder folder;
    char path[FOLDER_PATH_SIZE + 16];
    struct openings openings;
    rk_fault fault;
};

static struct fixture make_fixture(const char *name, const void *bytes, size_t size)
{
    struct fixture fixture = {.folder = folder_make()};
    snprintf(fixture.path, sizeof fixture.path, "%s/%s", fixture.folder.path, name);
    FILE *file = fopen(fixture.path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
    return fixture;
}

static struct fixture make_text_fixture(const char *name, const char *text)
{
    return make_fixture(name, text, strlen(text));
}

static rk_err load_openings(struct fixture *fixture, rk_variant variant, unsigned plies)
{
    const struct openings_request request = {
        .path = fixture->path, .variant = variant, .plies = plies, .seed = 7, .book_lines = 4};
    return openings_load(&fixture->openings, &request, &fixture->fault);
}

static void destroy_fixture(struct fixture *fixture)
{
    openings_fini(&fixture->openings);
    folder_remove(&fixture->folder);
}

static void positions_are_read_one_per_line(void **state)
{
    (void)state;
    struct fixture fixture =
        make_text_fixture("some.epd", "# two positions\n"
                                      "4k3/4p3/8/8/8/8/4P3/4K3 w - - id \"a\";\r\n\n"
                                      "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40");
    assert_int_equal(load_openings(&fixture, RK_STANDARD, 8), RK_OK);
    assert_int_equal(fixture.openings.count, 2);
    assert_int_equal(fixture.openings.list[1].start.turn, RK_BLACK);
    assert_int_equal(fixture.openings.list[1].count, 0);
    destroy_fixture(&fixture);
}

static void a_bad_line_is_reported_by_number(void **state)
{
    (void)state;
    struct fixture fixture =
        make_text_fixture("bad.epd", "4k3/4p3/8/8/8/8/4P3/4K3 w - -\nnonsense\n");
    assert_int_not_equal(load_openings(&fixture, RK_STANDARD, 8), RK_OK);
    assert_non_null(strstr(fixture.fault.text, "line 2: "));
    destroy_fixture(&fixture);
    struct fixture over = make_text_fixture("over.epd", "7k/6Q1/6K1/8/8/8/8/8 b - -\n");
    assert_int_equal(load_openings(&over, RK_STANDARD, 8), RK_BAD_POSITION);
    assert_string_equal(over.fault.text, "line 1: the game is over in this position");
    destroy_fixture(&over);
    struct fixture empty = make_text_fixture("empty.epd", "\n");
    assert_int_equal(load_openings(&empty, RK_STANDARD, 8), RK_BAD_SYNTAX);
    destroy_fixture(&empty);
}

static void an_opening_is_the_first_moves_of_a_game(void **state)
{
    (void)state;
    struct fixture fixture =
        make_text_fixture("some.pgn", "[Event \"a\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n"
                                      "[Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
                                      "[Event \"c\"]\n\n1. d4 *\n");
    assert_int_equal(load_openings(&fixture, RK_STANDARD, 2), RK_OK);
    assert_int_equal(fixture.openings.count, 3);
    assert_int_equal(fixture.openings.list[0].count, 2);
    assert_int_equal(fixture.openings.list[2].count, 1);
    openings_fini(&fixture.openings);
    assert_int_equal(load_openings(&fixture, RK_STANDARD, 40), RK_OK);
    assert_int_equal(fixture.openings.list[0].count, 3);
    assert_int_equal(fixture.openings.list[1].count, 3); // not the mate
    destroy_fixture(&fixture);
}

static void an_illegal_game_is_reported_by_line(void **state)
{
    (void)state;
    struct fixture fixture = make_text_fixture("bad.pgn", "[Event \"a\"]\n\n1. e4 e4 *\n");
    assert_int_not_equal(load_openings(&fixture, RK_STANDARD, 8), RK_OK);
    assert_non_null(strstr(fixture.fault.text, "line 3: "));
    assert_int_equal(load_openings(&fixture, RK_ATOMIC, 8), RK_AGAINST_VARIANT);
    destroy_fixture(&fixture);
}

static void book_lines_are_drawn_at_random(void **state)
{
    (void)state;
    rk_book_maker *maker;
    unsigned char *bytes;
    size_t size;
    assert_int_equal(rk_book_maker_create(&maker), RK_OK);
    rk_position pos = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const char *const first[] = {"e2e4", "d2d4", "c2c4", "g1f3"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(rk_book_maker_add(maker, &pos, move(&pos, first[i]), 2), RK_OK);
        rk_position next = after(pos, first[i]);
        assert_int_equal(rk_book_maker_add(maker, &next, move(&next, "g8f6"), 2), RK_OK);
    }
    assert_int_equal(rk_book_maker_write(maker, 1, &bytes, &size), RK_OK);
    struct fixture fixture = make_fixture("some.bin", bytes, size);
    assert_int_equal(load_openings(&fixture, RK_STANDARD, 2), RK_OK);
    assert_int_equal(fixture.openings.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(fixture.openings.list[i].count, 2);
        for (size_t j = 0; j < i; j++) // all four, since none is taken twice while others are left
            assert_int_not_equal(fixture.openings.list[i].moves[0],
                                 fixture.openings.list[j].moves[0]);
    }
    const uint64_t sum = openings_checksum(&fixture.openings);
    openings_fini(&fixture.openings);
    assert_int_equal(load_openings(&fixture, RK_STANDARD, 2), RK_OK);
    assert_true(openings_checksum(&fixture.openings) == sum); // the same seed, the same lines
    destroy_fixture(&fixture);
    free(bytes);
    rk_book_maker_destroy(maker);
}

static void chess960_has_all_starting_positions(void **state)
{
    (void)state;
    struct openings openings = {0};
    assert_int_equal(openings_default(&openings, RK_CHESS960), RK_OK);
    assert_int_equal(openings.count, 960);
    openings_fini(&openings);
    assert_int_equal(openings_default(&openings, RK_HORDE), RK_OK);
    assert_int_equal(openings.count, 1);
    openings_fini(&openings);
}

static void the_order_depends_on_the_seed_alone(void **state)
{
    (void)state;
    struct openings one = {0}, other = {0};
    assert_int_equal(openings_default(&one, RK_CHESS960), RK_OK);
    assert_int_equal(openings_default(&other, RK_CHESS960), RK_OK);
    const uint64_t before = openings_checksum(&one);
    openings_shuffle(&one, 5);
    openings_shuffle(&other, 5);
    assert_true(openings_checksum(&one) == openings_checksum(&other));
    assert_true(openings_checksum(&one) != before);
    openings_shuffle(&other, 6);
    assert_true(openings_checksum(&one) != openings_checksum(&other));
    uint64_t sums[2] = {0, 0}; // none is lost
    for (size_t i = 0; i < 960; i++) {
        sums[0] += one.list[i].start.key;
        sums[1] += other.list[i].start.key;
    }
    assert_true(sums[0] == sums[1]);
    openings_fini(&one);
    openings_fini(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_read_one_per_line),
        cmocka_unit_test(a_bad_line_is_reported_by_number),
        cmocka_unit_test(an_opening_is_the_first_moves_of_a_game),
        cmocka_unit_test(an_illegal_game_is_reported_by_line),
        cmocka_unit_test(book_lines_are_drawn_at_random),
        cmocka_unit_test(chess960_has_all_starting_positions),
        cmocka_unit_test(the_order_depends_on_the_seed_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
