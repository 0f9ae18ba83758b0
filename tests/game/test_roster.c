/* SPDX-License-Identifier: MIT */
/* A game as PGN: its tags, its result and the time of each move. */
#include "rookery/roster.h"

#include <string.h>

#include "base/buffer.h"
#include "rookery/fen.h"
#include "support/board.h"
#include "support/game.h"

static void append(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static rk_game *new_game(rk_variant variant, const char *clock)
{
    return start_game(rk_position_start(variant), clock);
}

static void play_at(rk_game *game, const char *san, int64_t at)
{
    assert_int_equal(rk_game_play_san(game, san, strlen(san), at, NULL), RK_OK);
}

static void write_pgn(const rk_game *game, struct buffer *text)
{
    const rk_roster roster = {.event = "Club night",
                              .site = "Hall \"B\"",
                              .date = "2026.11.15",
                              .white = "Adams",
                              .black = "Bell"};
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, append, text);
    rk_game_write_tags(game, &roster, &writer);
    rk_game_write_moves(game, &writer);
}

static void the_seven_tag_roster_comes_first_and_the_result_last(void **state)
{
    (void)state;
    rk_game *game = new_game(RK_STANDARD, "-");
    play_san(game, "f3 e5 g4 Qh4#");
    struct buffer text = {0};
    write_pgn(game, &text);
    assert_string_equal(buffer_cstr(&text),
                        "[Event \"Club night\"]\n[Site \"Hall \\\"B\\\"\"]\n"
                        "[Date \"2026.11.15\"]\n[Round \"?\"]\n[White \"Adams\"]\n"
                        "[Black \"Bell\"]\n[Result \"0-1\"]\n[TimeControl \"-\"]\n"
                        "[ECO \"A00\"]\n[Opening \"Barnes Opening: Fool's Mate\"]\n[Termination "
                        "\"normal\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n");
    assert_string_equal(rk_game_score(game), "0-1");
    buffer_fini(&text);
    rk_game_destroy(game);
}

static void a_timed_game_has_the_time_of_each_move(void **state)
{
    (void)state;
    rk_game *game = new_game(RK_STANDARD, "5+3");
    play_at(game, "e4", 1500);
    play_at(game, "e5", 63750);
    struct buffer text = {0};
    write_pgn(game, &text);
    assert_non_null(strstr(buffer_cstr(&text), "[TimeControl \"300+3\"]"));
    assert_non_null(
        strstr(buffer_cstr(&text), "1. e4 {[%emt 0:00:01.500]} 1... e5 {[%emt 0:01:02.250]} *"));
    assert_string_equal(rk_game_score(game), "*");
    buffer_fini(&text);
    rk_game_destroy(game);
}

static void only_time_controls_that_pgn_can_express_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *control, *tag;
    } rows[] = {{"40/90+30,30+30", "[TimeControl \"40/5400+30:1800+30\"]"},
                {"hourglass 5", "[TimeControl \"*300\"]"},
                {"5d3", NULL},
                {"5+0 / 1+0", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_game *game = new_game(RK_STANDARD, rows[i].control);
        struct buffer text = {0};
        write_pgn(game, &text);
        if (rows[i].tag)
            assert_non_null(strstr(buffer_cstr(&text), rows[i].tag));
        else
            assert_null(strstr(buffer_cstr(&text), "TimeControl"));
        buffer_fini(&text);
        rk_game_destroy(game);
    }
}

static void a_variant_has_its_tags(void **state)
{
    (void)state;
    rk_game *game = new_game(RK_CHESS960, "-");
    struct buffer text = {0};
    write_pgn(game, &text);
    assert_non_null(strstr(buffer_cstr(&text), "[Variant \"chess960\"]\n[SetUp \"1\"]\n[FEN \""));
    buffer_fini(&text);
    rk_game_destroy(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_seven_tag_roster_comes_first_and_the_result_last),
    cmocka_unit_test(a_timed_game_has_the_time_of_each_move),
    cmocka_unit_test(only_time_controls_that_pgn_can_express_are_written),
    cmocka_unit_test(a_variant_has_its_tags),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
