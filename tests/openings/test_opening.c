/* SPDX-License-Identifier: MIT */
/* The names the library was built with: of positions and of games. Skipped without the names. */
#include "rookery/opening.h"

#include <stdio.h>
#include <string.h>

#include "openings/table.h"
#include "rookery/fen.h"
#include "support/board.h"

static int require_names(void **state)
{
    (void)state;
    if (!rk_opening_count()) {
        print_message("skipped: built without the names of openings\n");
        skip();
    }
    return 0;
}

/* The opening of moves such as "e2e4 e7e5" from a position. */
static rk_opening_line line_from(rk_position pos, const char *texts)
{
    rk_opening_line line;
    char copy[1000];
    rk_opening_line_begin(&line, &pos);
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *save = NULL, *text = strtok_r(copy, " ", &save); text;
         text = strtok_r(NULL, " ", &save)) {
        play_moves(&pos, text);
        rk_opening_line_add(&line, &pos);
    }
    return line;
}

static rk_opening_line line_of(const char *texts)
{
    return line_from(rk_position_start(RK_STANDARD), texts);
}

static void the_last_named_position_names_the_game(void **state)
{
    require_names(state);
    rk_opening_line line = line_of("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4");
    assert_string_equal(line.opening.eco, "C51");
    assert_string_equal(line.opening.name, "Italian Game: Evans Gambit");
    assert_int_equal(line.ply, 7);
    line = line_of("e2e4 c7c5 h2h4 h7h5 h1h3 h8h6");
    assert_string_equal(line.opening.eco, "B20");
    assert_int_equal(line.plies, 6);
}

static void a_transposition_has_the_name_of_the_line_it_leads_to(void **state)
{
    require_names(state);
    const rk_opening_line direct = line_of("d2d4 g8f6 c2c4 e7e6 b1c3 d7d5");
    const rk_opening_line other = line_of("c2c4 e7e6 b1c3 d7d5 d2d4 g8f6");
    assert_string_equal(direct.opening.name, other.opening.name);
    assert_int_equal(direct.ply, 6);
    assert_int_equal(other.ply, 6);
}

static void a_game_without_moves_has_no_opening(void **state)
{
    require_names(state);
    assert_int_equal(line_of("").ply, 0);
}

static void variants_and_other_starts_have_no_opening(void **state)
{
    require_names(state);
    assert_int_equal(line_from(rk_position_start(RK_CRAZYHOUSE), "e2e4 e7e5").ply, 0);
    assert_int_equal(line_from(rk_position_start(RK_CHESS960), "e2e4 e7e5").ply, 0);
    const char *after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_int_equal(line_from(position(after_e4), "e7e5 g1f3").ply, 0);
}

static void a_named_position_has_its_name_without_a_game(void **state)
{
    require_names(state);
    rk_opening opening;
    const rk_position pos =
        position("r1bqk1nr/pppp1ppp/2n5/2b1p3/1PB1P3/5N2/P1PP1PPP/RNBQK2R b KQkq - 0 4");
    assert_true(rk_opening_find(&pos, &opening));
    assert_string_equal(opening.name, "Italian Game: Evans Gambit");
    const rk_position bare = position("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    assert_false(rk_opening_find(&bare, &opening));
}

static void moves_give_the_same_as_positions(void **state)
{
    require_names(state);
    const rk_position start = rk_position_start(RK_STANDARD);
    const char *texts[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"};
    rk_move moves[6];
    rk_position pos = start;
    for (size_t i = 0; i < 6; i++) {
        moves[i] = move(&pos, texts[i]);
        play_moves(&pos, texts[i]);
    }
    const rk_opening_line line = rk_opening_of_moves(&start, moves, 6);
    assert_string_equal(line.opening.eco, "C70");
    assert_int_equal(line.ply, 6);
    assert_int_equal(rk_opening_of_moves(&start, moves, 0).ply, 0);
}

static void a_return_to_the_opening_after_forty_plies_does_not_name_the_game(void **state)
{
    require_names(state);
    rk_opening_line line = line_of("g1f3 g8f6");
    rk_position pos = after(rk_position_start(RK_STANDARD), "g1f3 g8f6 f3g1 f6g8 e2e4");
    line.plies = RK_OPENING_PLIES_MAX;
    const char *name = line.opening.name;
    rk_opening_line_add(&line, &pos);
    assert_string_equal(line.opening.name, name);
}

static void keys_ascend_and_every_code_is_a_letter_and_two_digits(void **state)
{
    require_names(state);
    assert_true(rk_opening_count() > 3000);
    for (size_t i = 0; i < embedded_openings.count; i++) {
        const char *eco = embedded_openings.texts + embedded_openings.entries[i].text_start;
        assert_true(i == 0 || embedded_openings.keys[i - 1] <= embedded_openings.keys[i]);
        assert_in_range(eco[0], 'A', 'E');
        assert_in_range(eco[1], '0', '9');
        assert_in_range(eco[2], '0', '9');
        assert_int_equal(eco[3], 0);
        assert_true(strlen(eco + OPENING_ECO_SIZE) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_named_position_names_the_game),
        cmocka_unit_test(a_transposition_has_the_name_of_the_line_it_leads_to),
        cmocka_unit_test(a_game_without_moves_has_no_opening),
        cmocka_unit_test(variants_and_other_starts_have_no_opening),
        cmocka_unit_test(a_named_position_has_its_name_without_a_game),
        cmocka_unit_test(moves_give_the_same_as_positions),
        cmocka_unit_test(a_return_to_the_opening_after_forty_plies_does_not_name_the_game),
        cmocka_unit_test(keys_ascend_and_every_code_is_a_letter_and_two_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
