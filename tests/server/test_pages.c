/* SPDX-License-Identifier: MIT */
/* The plain pages, over a whole server: what they show, and that nothing anybody
 * chose becomes markup. */
#include <string.h>

#include "support/board.h"
#include "support/records.h"

static const char browser[] = "text/html,*/*;q=0.8";

static struct records records;

static int begin(void **state)
{
    (void)state;
    records_begin(&records);
    records_keep(&records, &(struct kept_game){.id = "plain001",
                                               .white = "Anna",
                                               .black = "Bob",
                                               .created_at = 1000,
                                               .moves = "e4 e5 Nf3"});
    records_keep(&records, &(struct kept_game){.id = "wicked01",
                                               .white = "<script>x</script>",
                                               .black = "\"'&",
                                               .created_at = 1001,
                                               .moves = "e4"});
    records_keep(&records, &(struct kept_game){.id = "private1",
                                               .white = "Anna",
                                               .black = "Bob",
                                               .created_at = 1002,
                                               .moves = "e4",
                                               .hidden = true});
    records_serve(&records);
    return 0;
}

static int end(void **state)
{
    (void)state;
    records_end(&records);
    return 0;
}

static void the_first_page_says_what_this_is_and_how_to_play(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/", browser, &got);
    assert_int_equal(got.status, 200);
    assert_string_equal(got.type, "text/html; charset=utf-8");
    assert_non_null(strstr(got_text(&got), "<span>join</span> <span>http://chess.example"));
    assert_non_null(strstr(got_text(&got), "None at the moment"));
    assert_non_null(strstr(got_text(&got), "content=\"10\""));
    got_fini(&got);
}

static void the_style_is_a_file_of_its_own(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/style.css", "text/css", &got);
    assert_int_equal(got.status, 200);
    assert_string_equal(got.type, "text/css; charset=utf-8");
    assert_non_null(strstr(got_text(&got), "prefers-color-scheme"));
    got_fini(&got);
}

static void a_finished_game_is_shown_with_its_moves_and_its_end(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/plain001", browser, &got);
    assert_int_equal(got.status, 200);
    assert_non_null(strstr(got_text(&got), "<h1>Anna \u2013 Bob</h1>"));
    assert_non_null(strstr(got_text(&got), "<span>e4</span> <span>e5</span> </li>"));
    assert_non_null(strstr(got_text(&got), "1-0 \u00b7 White wins: Black resigned"));
    assert_non_null(strstr(got_text(&got), "href=\"/game/export/plain001.pgn\""));
    assert_null(strstr(got_text(&got), "http-equiv=\"refresh\""));
    got_fini(&got);
}

static void names_never_become_markup(void **state)
{
    (void)state;
    struct got got = {.waiting = 0};
    records_ask(&records, "/wicked01", browser, &got);
    assert_int_equal(got.status, 200);
    assert_null(strstr(got_text(&got), "<script"));
    assert_non_null(strstr(got_text(&got), "&lt;script&gt;x&lt;/script&gt;"));
    assert_non_null(strstr(got_text(&got), "&quot;&#39;&amp;"));
    got_fini(&got);
}

static void what_is_not_there_gets_a_page_that_says_so(void **state)
{
    (void)state;
    static const char *const targets[] = {"/nothing0", "/favicon.ico",    "/private1",
                                          "/%3Cb%3E",  "/nothing/at/all", "/account/nothing"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct got got = {.waiting = 0};
        records_ask(&records, targets[i], browser, &got);
        assert_int_equal(got.status, 404);
        assert_string_equal(got.type, "text/html; charset=utf-8");
        assert_null(strstr(got_text(&got), "<b>"));
        assert_null(strstr(got_text(&got), "Anna"));
        got_fini(&got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_page_says_what_this_is_and_how_to_play),
        cmocka_unit_test(the_style_is_a_file_of_its_own),
        cmocka_unit_test(a_finished_game_is_shown_with_its_moves_and_its_end),
        cmocka_unit_test(names_never_become_markup),
        cmocka_unit_test(what_is_not_there_gets_a_page_that_says_so),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
