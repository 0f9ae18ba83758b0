/* SPDX-License-Identifier: MIT */
/* A game as PGN: who played, how it ended, and the time each move took. */
#include "rookery/roster.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

struct page {
    char text[4096];
    size_t size;
};

static void put(void *data, const char *bytes, size_t size)
{
    struct page *page = data;
    assert_true(page->size + size < sizeof page->text);
    memcpy(page->text + page->size, bytes, size);
    page->size += size;
    page->text[page->size] = '\0';
}

static rk_game *start(rk_variant variant, const char *clock)
{
    rk_game_setup setup = {.start = rk_position_start(variant), .clock_started = true};
    rk_game *game = NULL;
    assert_int_equal(rk_time_control_parse(clock, strlen(clock), &setup.clock, NULL), RK_OK);
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    return game;
}

static void play(rk_game *game, const char *san, int64_t at)
{
    assert_int_equal(rk_game_move(game, san, strlen(san), at, NULL), RK_OK);
}

static void write(const rk_game *game, struct page *page)
{
    const rk_roster roster = {.event = "Club night",
                              .site = "Hall \"B\"",
                              .date = "2026.11.15",
                              .white = "Adams",
                              .black = "Bell"};
    rk_pgn_writer writer;
    *page = (struct page){.size = 0};
    rk_pgn_writer_init(&writer, put, page);
    rk_game_write_tags(game, &roster, &writer);
    rk_game_write_moves(game, &writer);
}

static void the_seven_tags_come_first_and_the_score_last(void **state)
{
    (void)state;
    rk_game *game = start(RK_STANDARD, "-");
    static const char *const moves[] = {"f3", "e5", "g4", "Qh4#"};
    for (size_t i = 0; i < 4; i++)
        play(game, moves[i], 0);
    struct page page;
    write(game, &page);
    assert_string_equal(page.text, "[Event \"Club night\"]\n[Site \"Hall \\\"B\\\"\"]\n"
                                   "[Date \"2026.11.15\"]\n[Round \"?\"]\n[White \"Adams\"]\n"
                                   "[Black \"Bell\"]\n[Result \"0-1\"]\n[TimeControl \"-\"]\n"
                                   "[Termination \"normal\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n");
    assert_string_equal(rk_game_score(game), "0-1");
    rk_game_destroy(game);
}

static void a_timed_game_keeps_what_each_move_took(void **state)
{
    (void)state;
    rk_game *game = start(RK_STANDARD, "5+3");
    play(game, "e4", 1500);
    play(game, "e5", 63750);
    struct page page;
    write(game, &page);
    assert_non_null(strstr(page.text, "[TimeControl \"300+3\"]"));
    assert_non_null(strstr(page.text, "1. e4 {[%emt 0:00:01.500]} 1... e5 {[%emt 0:01:02.250]} *"));
    assert_string_equal(rk_game_score(game), "*");
    rk_game_destroy(game);
}

static void stages_and_hourglass_have_a_time_control_and_delays_have_none(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *tag;
    } rows[] = {{"40/90+30,30+30", "[TimeControl \"40/5400+30:1800+30\"]"},
                {"hourglass 5", "[TimeControl \"*300\"]"},
                {"5d3", NULL},
                {"5+0 / 1+0", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_game *game = start(RK_STANDARD, rows[i].rule);
        struct page page;
        write(game, &page);
        if (rows[i].tag)
            assert_non_null(strstr(page.text, rows[i].tag));
        else
            assert_null(strstr(page.text, "TimeControl"));
        rk_game_destroy(game);
    }
}

static void a_variant_is_named(void **state)
{
    (void)state;
    rk_game *game = start(RK_CHESS960, "-");
    struct page page;
    write(game, &page);
    assert_non_null(strstr(page.text, "[Variant \"chess960\"]\n[SetUp \"1\"]\n[FEN \""));
    rk_game_destroy(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_seven_tags_come_first_and_the_score_last),
    cmocka_unit_test(a_timed_game_keeps_what_each_move_took),
    cmocka_unit_test(stages_and_hourglass_have_a_time_control_and_delays_have_none),
    cmocka_unit_test(a_variant_is_named),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
