/* SPDX-License-Identifier: MIT */
/* The parts of HTML pages: escaping, boards and their descriptions, clocks. */
#include "http/html.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"

static const char *text_of(struct buffer *page)
{
    return buffer_cstr(page);
}

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)); text++)
        found++;
    return found;
}

static void text_never_becomes_markup(void **state)
{
    (void)state;
    struct buffer page = {0};
    html_text(&page, "<script>alert('x' && \"y\")</script>");
    assert_string_equal(text_of(&page), "&lt;script&gt;alert(&#39;x&#39; &amp;&amp; &quot;y&quot;)"
                                        "&lt;/script&gt;");
    buffer_fini(&page);
}

static void texts_replace_the_percent_signs(void **state)
{
    (void)state;
    struct buffer page = {0};
    html_add(&page, "<a href=\"/%\">%</a>", "a\"b", "x<y", NULL);
    assert_string_equal(text_of(&page), "<a href=\"/a&quot;b\">x&lt;y</a>");
    buffer_fini(&page);
}

static void a_percent_sign_in_a_text_is_kept(void **state)
{
    (void)state;
    struct buffer page = {0};
    html_add(&page, "[%][%]", "50%", "%", NULL);
    assert_string_equal(text_of(&page), "[50%][%]");
    buffer_fini(&page);
}

static void too_few_texts_end_the_pattern(void **state)
{
    (void)state;
    struct buffer page = {0};
    html_add(&page, "a % b % c", "1", NULL);
    assert_string_equal(text_of(&page), "a 1 b ");
    buffer_fini(&page);
}

static void a_board_has_squares_pieces_and_a_text_description(void **state)
{
    (void)state;
    struct buffer page = {0};
    const rk_position start = rk_position_start(RK_STANDARD);
    html_board(&page, &(struct html_board){.position = &start});
    assert_int_equal(count(text_of(&page), "<td "), 64);
    assert_int_equal(count(text_of(&page), "class=\"pw\""), 16);
    assert_int_equal(count(text_of(&page), "class=\"pb\""), 16);
    assert_int_equal(count(text_of(&page), " pm\""), 0);
    assert_non_null(strstr(text_of(&page), "White: king e1, queen d1, rook a1, rook h1, "));
    assert_non_null(strstr(text_of(&page), "Black: king e8, queen d8, "));
    buffer_fini(&page);
}

static void both_squares_of_the_last_move_are_highlighted(void **state)
{
    (void)state;
    struct buffer page = {0};
    rk_position pos = rk_position_start(RK_STANDARD);
    rk_undo memo;
    const rk_move move = rk_move_make(rk_square_at(4, 1), rk_square_at(4, 3), RK_PLAIN);
    rk_position_apply(&pos, move, &memo);
    html_board(&page, &(struct html_board){.position = &pos, .last = move});
    assert_int_equal(count(text_of(&page), " pm\""), 2);
    buffer_fini(&page);
}

static void black_sees_the_board_from_the_other_side(void **state)
{
    (void)state;
    struct buffer page = {0};
    const rk_position start = rk_position_start(RK_STANDARD);
    html_board(&page, &(struct html_board){.position = &start, .flipped = true});
    assert_non_null(strstr(text_of(&page), "<tr><th>1</th><td class=\"pl\"><b class=\"pw\">"));
    assert_non_null(strstr(text_of(&page), "<th></th><th>h</th><th>g</th>"));
    buffer_fini(&page);
}

static void a_small_board_has_no_text_description(void **state)
{
    (void)state;
    struct buffer page = {0};
    const rk_position start = rk_position_start(RK_STANDARD);
    html_board(&page, &(struct html_board){.position = &start, .small = true});
    assert_non_null(strstr(text_of(&page), "aria-hidden=\"true\""));
    assert_null(strstr(text_of(&page), "<th>"));
    assert_null(strstr(text_of(&page), "White:"));
    buffer_fini(&page);
}

static void every_kind_of_piece_has_a_glyph(void **state)
{
    (void)state;
    struct buffer page = {0};
    const rk_position start = rk_position_start(RK_AMAZON_CHESS);
    html_board(&page, &(struct html_board){.position = &start});
    assert_int_equal(count(text_of(&page), "\"></b>"), 0);
    assert_int_equal(count(text_of(&page), "</b>"), 32);
    assert_non_null(strstr(text_of(&page), "amazon d1"));
    buffer_fini(&page);
}

static void clocks_are_formatted_by_their_length(void **state)
{
    (void)state;
    static const struct {
        int64_t milliseconds;
        const char *expected;
    } clocks[] = {{300000, "5:00"},     {299999, "4:59"},       {59000, "0:59"},
                  {9940, "0:09.9"},     {0, "0:00.0"},          {-5000, "0:00.0"},
                  {3600000, "1:00:00"}, {86400000, "24:00:00"}, {259200000, "3 d 0 h"}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct buffer page = {0};
        html_clock(&page, clocks[i].milliseconds);
        assert_string_equal(text_of(&page), clocks[i].expected);
        buffer_fini(&page);
    }
}

static void a_command_wraps_only_at_spaces(void **state)
{
    (void)state;
    struct buffer page = {0};
    html_command(&page, "rookery join % --name %", "http://a-b.example", "<N N>");
    assert_string_equal(buffer_cstr(&page), "<pre><code><span>rookery</span> <span>join</span> "
                                            "<span>http://a-b.example</span> <span>--name</span> "
                                            "<span>&lt;N N&gt;</span></code></pre>\n");
    buffer_fini(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_never_becomes_markup),
        cmocka_unit_test(texts_replace_the_percent_signs),
        cmocka_unit_test(a_percent_sign_in_a_text_is_kept),
        cmocka_unit_test(too_few_texts_end_the_pattern),
        cmocka_unit_test(a_board_has_squares_pieces_and_a_text_description),
        cmocka_unit_test(both_squares_of_the_last_move_are_highlighted),
        cmocka_unit_test(black_sees_the_board_from_the_other_side),
        cmocka_unit_test(a_small_board_has_no_text_description),
        cmocka_unit_test(every_kind_of_piece_has_a_glyph),
        cmocka_unit_test(a_command_wraps_only_at_spaces),
        cmocka_unit_test(clocks_are_formatted_by_their_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
