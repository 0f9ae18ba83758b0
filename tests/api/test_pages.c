/* SPDX-License-Identifier: MIT */
/* The HTML pages of a whole server: what they show, and that names are escaped. */
#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"

static const char browser[] = "text/html,*/*;q=0.8";

static struct harness harness;

static void play_game(const char *id, const char *white, const char *black, bool hidden)
{
    struct game_info info = {
        .players = {identity_named(white, ROLE_PLAYER), identity_named(black, ROLE_PLAYER)},
        .settings = settings_for("5+3")};
    info.settings.hidden = hidden;
    snprintf(info.id, sizeof info.id, "%s", id);
    harness_finish_game(&harness, harness_start_game(&harness, &info), "e4 e5 Nf3", RK_BLACK);
}

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    play_game("plain001", "Anna", "Bob", false);
    play_game("wicked01", "<script>x</script>", "\"'&", false);
    play_game("private1", "Anna", "Bob", true);
    harness_crash(&harness, DAY);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static void the_home_page_explains_how_to_play(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/", browser);
    assert_int_equal(got.status, 200);
    assert_string_equal(got.content_type, "text/html; charset=utf-8");
    assert_non_null(
        strstr(fake_connection_body(&got), "<span>join</span> <span>http://chess.example"));
    assert_non_null(strstr(fake_connection_body(&got), "Nobody is playing right now"));
    assert_non_null(strstr(fake_connection_body(&got), "content=\"10\""));
    fake_connection_fini(&got);
}

static void the_style_sheet_is_a_separate_file(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/style.css", "text/css");
    assert_int_equal(got.status, 200);
    assert_string_equal(got.content_type, "text/css; charset=utf-8");
    assert_non_null(strstr(fake_connection_body(&got), "prefers-color-scheme"));
    fake_connection_fini(&got);
}

static void a_finished_game_is_shown_with_moves_and_result(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/plain001", browser);
    assert_int_equal(got.status, 200);
    assert_non_null(strstr(fake_connection_body(&got), "<h1>Anna against Bob</h1>"));
    assert_non_null(strstr(fake_connection_body(&got), "<span>e4</span> <span>e5</span> </li>"));
    assert_non_null(strstr(fake_connection_body(&got), "1-0 \u00b7 White wins: Black resigned"));
    assert_non_null(strstr(fake_connection_body(&got), "href=\"/game/export/plain001.pgn\""));
    assert_null(strstr(fake_connection_body(&got), "http-equiv=\"refresh\""));
    fake_connection_fini(&got);
}

static void names_never_become_markup(void **state)
{
    (void)state;
    struct fake_connection got;
    fake_connection_get(&got, &harness, "/wicked01", browser);
    assert_int_equal(got.status, 200);
    assert_null(strstr(fake_connection_body(&got), "<script"));
    assert_non_null(strstr(fake_connection_body(&got), "&lt;script&gt;x&lt;/script&gt;"));
    assert_non_null(strstr(fake_connection_body(&got), "&quot;&#39;&amp;"));
    fake_connection_fini(&got);
}

static void an_unknown_address_gets_a_404_page(void **state)
{
    (void)state;
    static const char *const targets[] = {"/nothing0", "/favicon.ico",    "/private1",
                                          "/%3Cb%3E",  "/nothing/at/all", "/account/nothing"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct fake_connection got;
        fake_connection_get(&got, &harness, targets[i], browser);
        assert_int_equal(got.status, 404);
        assert_string_equal(got.content_type, "text/html; charset=utf-8");
        assert_null(strstr(fake_connection_body(&got), "<b>"));
        assert_null(strstr(fake_connection_body(&got), "Anna"));
        fake_connection_fini(&got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_home_page_explains_how_to_play),
        cmocka_unit_test(the_style_sheet_is_a_separate_file),
        cmocka_unit_test(a_finished_game_is_shown_with_moves_and_result),
        cmocka_unit_test(names_never_become_markup),
        cmocka_unit_test(an_unknown_address_gets_a_404_page),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
