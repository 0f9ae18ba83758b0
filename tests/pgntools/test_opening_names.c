/* SPDX-License-Identifier: MIT */
/* The openings of moves and of files. Needs the names of openings. */
#include "pgntools/opening_names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/opening.h"
#include "support/pgn_files.h"

static void require_names(void)
{
    if (!rk_opening_count()) {
        print_message("skipped: built without the names of openings\n");
        skip();
    }
}

static void expect_text(const char *moves, struct opening_names_options options,
                        const char *expected)
{
    struct buffer out = {0};
    rk_pgn_error error;
    require_names();
    assert_int_equal(opening_names_of_text(moves, strlen(moves), &options, &out, &error), RK_OK);
    assert_string_equal(buffer_cstr(&out), expected);
    buffer_fini(&out);
}

static void moves_are_named_by_their_last_named_position(void **state)
{
    (void)state;
    expect_text("1. e4 e5 2. Nf3 h6 3. a3", (struct opening_names_options){.json = false},
                "C40 King's Knight Opening\n");
}

static void variations_do_not_count(void **state)
{
    (void)state;
    expect_text("1. e4 (1. d4 d5 2. c4) e5", (struct opening_names_options){.json = false},
                "C20 King's Pawn Game\n");
}

static void json_has_code_name_and_ply(void **state)
{
    (void)state;
    expect_text("e4 e5", (struct opening_names_options){.json = true},
                "{\"opening\":{\"eco\":\"C20\",\"name\":\"King's Pawn Game\",\"ply\":2}}\n");
}

static void an_illegal_move_is_an_error_with_its_place(void **state)
{
    (void)state;
    const char *moves = "e4 e5 Ke3";
    struct buffer out = {0};
    rk_pgn_error error;
    const struct opening_names_options options = {.json = false};
    assert_int_not_equal(opening_names_of_text(moves, strlen(moves), &options, &out, &error),
                         RK_OK);
    assert_int_equal(error.place.offset, 6);
    assert_int_equal(out.size, 0);
    buffer_fini(&out);
}

static void every_game_of_a_file_has_a_line(void **state)
{
    (void)state;
    struct pgn_files files;
    require_names();
    pgn_files_init(&files);
    pgn_files_add(&files, "a.pgn",
                  "[White \"A\"]\n[Black \"B\x1b\"]\n\n1. e4 *\n\n"
                  "[White \"?\"]\n[White \"C\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n");
    const struct opening_names_options options = {.json = false};
    assert_int_equal(opening_names_write(&files.options, &options), RUN_OK);
    assert_string_equal(pgn_files_output(&files),
                        "B00 King's Pawn Game (A - B?)\n? unknown (C - ?)\n");
    pgn_files_fini(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_named_by_their_last_named_position),
        cmocka_unit_test(variations_do_not_count),
        cmocka_unit_test(json_has_code_name_and_ply),
        cmocka_unit_test(an_illegal_move_is_an_error_with_its_place),
        cmocka_unit_test(every_game_of_a_file_has_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
