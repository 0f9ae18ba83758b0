/* SPDX-License-Identifier: MIT */
/* The ECO and Opening tags that are filled in. Needs the names of openings. */
#include "pgntools/opening_tags.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

static rk_pgn_text text_of(const char *text)
{
    return (rk_pgn_text){text, strlen(text)};
}

/* The tags that are written for 1. e4 e5. */
static void expect_written(struct opening_tags *tags, const char *expected)
{
    if (!rk_opening_count()) {
        print_message("skipped: built without the names of openings\n");
        skip();
    }
    struct buffer out = {0};
    const rk_position start = rk_position_start(RK_STANDARD);
    opening_tags_begin(tags, &start);
    opening_tags_add_position(tags, &start);
    const rk_position first = after(start, "e2e4"), second = after(first, "e7e5");
    opening_tags_add_position(tags, &first);
    opening_tags_add_position(tags, &second);
    opening_tags_write(tags, &out);
    assert_string_equal(buffer_cstr(&out), expected);
    buffer_fini(&out);
}

static void both_tags_are_written(void **state)
{
    (void)state;
    struct opening_tags tags = {0};
    assert_true(opening_tags_add_tag(&tags, text_of("White"), text_of("?")));
    expect_written(&tags, "[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n");
}

static void a_tag_of_the_game_stays(void **state)
{
    (void)state;
    struct opening_tags tags = {0};
    assert_true(opening_tags_add_tag(&tags, text_of("ECO"), text_of("B99")));
    expect_written(&tags, "[Opening \"King's Pawn Game\"]\n");
}

static void a_tag_without_a_value_is_replaced(void **state)
{
    (void)state;
    struct opening_tags tags = {0};
    assert_false(opening_tags_add_tag(&tags, text_of("ECO"), text_of("?")));
    assert_false(opening_tags_add_tag(&tags, text_of("Opening"), text_of("")));
    expect_written(&tags, "[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n");
}

static void a_game_without_moves_gets_no_tags(void **state)
{
    (void)state;
    struct opening_tags tags = {0};
    struct buffer out = {0};
    const rk_position start = rk_position_start(RK_STANDARD);
    opening_tags_begin(&tags, &start);
    opening_tags_add_position(&tags, &start);
    opening_tags_write(&tags, &out);
    assert_int_equal(out.size, 0);
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_tags_are_written),
        cmocka_unit_test(a_tag_of_the_game_stays),
        cmocka_unit_test(a_tag_without_a_value_is_replaced),
        cmocka_unit_test(a_game_without_moves_gets_no_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
