/* SPDX-License-Identifier: MIT */
/* A session against a fake opponent whose search ends when the test says so. */
#include "tui/session.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

struct fake {
    unsigned started, stopped;
    bool done, accepts_draw;
    rk_move move;
    struct analysis analysis;
};

struct fixture {
    struct fake fake;
    struct session_opponent opponent;
    struct session session;
    char *output;
    size_t size;
    FILE *out;
};

static void start(void *context, const rk_game *game, int64_t now)
{
    struct fake *fake = context;
    (void)game, (void)now;
    assert_int_equal(fake->started, fake->stopped);
    fake->started++;
    fake->done = false;
}

static bool poll_search(void *context, struct analysis *out, rk_move *move)
{
    const struct fake *fake = context;
    *out = fake->analysis;
    *move = fake->move;
    return fake->done;
}

static void stop(void *context)
{
    struct fake *fake = context;
    fake->stopped++;
    assert_int_equal(fake->started, fake->stopped);
}

static bool accepts_draw(void *context, const rk_game *game)
{
    const struct fake *fake = context;
    (void)game;
    return fake->accepts_draw;
}

/* The person plays White; the opponent starts to search after White's move. */
static struct fixture *create_fixture(const char *clock)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    assert_non_null(fixture);
    if (clock)
        assert_int_equal(rk_time_control_parse(clock, strlen(clock), &setup.clock, NULL), RK_OK);
    assert_int_equal(session_init(&fixture->session, &setup, 0), RK_OK);
    fixture->opponent = (struct session_opponent){.context = &fixture->fake,
                                                  .side = RK_BLACK,
                                                  .start = start,
                                                  .poll = poll_search,
                                                  .stop = stop,
                                                  .accepts_draw = accepts_draw};
    fixture->session.opponent = &fixture->opponent;
    fixture->out = open_memstream(&fixture->output, &fixture->size);
    assert_non_null(fixture->out);
    return fixture;
}

static void destroy_fixture(struct fixture *fixture)
{
    session_fini(&fixture->session);
    assert_int_equal(fixture->fake.started, fixture->fake.stopped);
    fclose(fixture->out);
    free(fixture->output);
    free(fixture);
}

static enum session_result type(struct fixture *fixture, const char *line)
{
    const enum session_result answer = session_run_line(&fixture->session, line, 0, fixture->out);
    session_start_opponent(&fixture->session, 0);
    return answer;
}

static void expect(struct fixture *fixture, const char *text)
{
    fflush(fixture->out);
    assert_string_equal(fixture->output, text);
}

static void expect_status(const struct fixture *fixture, const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    session_print_status(&fixture->session, out);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static rk_move reply(const struct fixture *fixture, const char *text)
{
    return move(rk_game_position(fixture->session.game), text);
}

static void the_opponent_moves_when_its_search_has_ended(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    assert_int_equal(type(fixture, "e4"), SESSION_OK);
    session_start_opponent(&fixture->session, 0);
    assert_int_equal(fixture->fake.started, 1);
    assert_false(session_poll_opponent(&fixture->session, 0, fixture->out));
    fixture->fake.move = reply(fixture, "e7e5");
    fixture->fake.done = true;
    assert_true(session_poll_opponent(&fixture->session, 0, fixture->out));
    assert_false(session_poll_opponent(&fixture->session, 0, fixture->out));
    expect(fixture, "1. e4\n1... e5\n");
    assert_false(session_opponent_to_move(&fixture->session));
    assert_int_equal(fixture->fake.stopped, 1);
    destroy_fixture(fixture);
}

static void a_person_cannot_move_for_the_opponent(void **state)
{
    (void)state;
    static const char *const lines[] = {"e5", "e7e5", "claim", "claim e5", "hint", "resign black"};
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(type(fixture, lines[i]), SESSION_REFUSED);
    const rk_move move = reply(fixture, "e7e5");
    assert_int_equal(session_play_move(&fixture->session, move, 0, fixture->out), SESSION_REFUSED);
    assert_int_equal(type(fixture, "undo 2"), SESSION_REFUSED);
    assert_int_equal(type(fixture, "load /nowhere"), SESSION_REFUSED);
    assert_int_equal(fixture->fake.stopped, 0);
    assert_true(fixture->session.thinking);
    destroy_fixture(fixture);
}

static void undo_stops_the_search_and_takes_our_move_back(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    assert_int_equal(type(fixture, "undo"), SESSION_OK);
    expect(fixture, "1. e4\ntaken back: 1. e4\n");
    assert_int_equal(fixture->fake.stopped, 1);
    assert_false(fixture->session.thinking);
    assert_int_equal(type(fixture, "redo"), SESSION_OK);
    assert_int_equal(fixture->fake.started, 2);
    assert_int_equal(type(fixture, "new"), SESSION_OK);
    assert_int_equal(fixture->fake.stopped, 2);
    destroy_fixture(fixture);
}

static void a_draw_can_be_offered_during_a_search(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    type(fixture, "draw");
    expect(fixture, "1. e4\nWhite offers a draw: accept or decline\nBlack declines the draw\n");
    assert_true(fixture->session.thinking);
    fixture->fake.accepts_draw = true;
    type(fixture, "draw");
    assert_false(fixture->session.thinking);
    assert_int_equal(rk_game_status(fixture->session.game), RK_DRAWN_BY_AGREEMENT);
    destroy_fixture(fixture);
}

static void resigning_stops_the_search(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    assert_int_equal(type(fixture, "resign"), SESSION_OK);
    expect(fixture, "1. e4\nWhite resigns\n0-1 Black wins: White resigned\n");
    assert_false(fixture->session.thinking);
    destroy_fixture(fixture);
}

static void the_flag_of_the_opponent_can_fall_during_its_search(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture("1+0");
    type(fixture, "e4");
    fixture->fake.move = reply(fixture, "e7e5");
    fixture->fake.done = true;
    session_poll_opponent(&fixture->session, 0, fixture->out);
    type(fixture, "d4");
    assert_false(session_tick(&fixture->session, 59999, fixture->out));
    assert_true(session_tick(&fixture->session, 60000, fixture->out));
    expect(fixture,
           "1. e4\n1... e5\n2. d4\nBlack has no time left\n1-0 White wins: Black's time ran out\n");
    assert_int_equal(fixture->fake.stopped, 2);
    assert_false(session_poll_opponent(&fixture->session, 60000, fixture->out));
    destroy_fixture(fixture);
}

static void an_opponent_without_a_move_resigns(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    fixture->fake.done = true;
    assert_true(session_poll_opponent(&fixture->session, 0, fixture->out));
    expect(fixture, "1. e4\nBlack resigns\n1-0 White wins: Black resigned\n");
    destroy_fixture(fixture);
}

static void the_analysis_of_the_opponent_can_be_shown(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    fixture->fake.analysis = (struct analysis){
        .depth = 9, .score = -31, .moves = {reply(fixture, "e7e5")}, .move_count = 1};
    expect_status(fixture, "Black to move; the engine is thinking");
    type(fixture, "thoughts");
    expect_status(fixture, "Black to move; the engine is thinking: depth 9, -0.31: e5");
    type(fixture, "thoughts");
    expect_status(fixture, "Black to move; the engine is thinking");
    expect(fixture, "1. e4\nengine thinking is shown\nengine thinking is hidden\n");
    destroy_fixture(fixture);
}

static void scores_are_printed_in_pawns_or_as_mates(void **state)
{
    (void)state;
    static const struct {
        struct analysis analysis;
        const char *text;
    } rows[] = {{{.score = 0}, "0.00"},
                {{.score = 5}, "+0.05"},
                {{.score = -123}, "-1.23"},
                {{.mate = 3}, "mate in 3"},
                {{.mate = -2}, "mated in 2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        analysis_print_score(&rows[i].analysis, out);
        fclose(out);
        assert_string_equal(text, rows[i].text);
        free(text);
    }
}

static void check_start(const struct fixture *fixture, unsigned number)
{
    rk_position start;
    assert_int_equal(rk_position_chess960(number, &start), RK_OK);
    assert_true(rk_position_same(rk_game_position(fixture->session.game), &start));
}

static void each_game_of_chess960_has_a_random_start(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture("5+3");
    struct prng prng = {7};
    fixture->session.setup.start = rk_position_start(RK_CHESS960);
    assert_int_equal(session_random_start(&fixture->session, 7, 0), RK_OK);
    for (int game = 0; game < 20; game++) {
        check_start(fixture, prng_below(&prng, 960));
        assert_int_equal(rk_game_clock(fixture->session.game)->control.kind, RK_CLOCK_FISCHER);
        assert_int_equal(type(fixture, "new"), SESSION_OK);
    }
    destroy_fixture(fixture);
}

static void a_new_game_keeps_a_loaded_start(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    struct loaded_game loaded = {.setup = {.start = rk_position_start(RK_STANDARD)},
                                 .players = players_unnamed()};
    assert_int_equal(rk_position_chess960(3, &loaded.setup.start), RK_OK);
    assert_int_equal(rk_game_create(&loaded.setup, &loaded.game), RK_OK);
    fixture->session.setup.start = rk_position_start(RK_CHESS960);
    assert_int_equal(session_random_start(&fixture->session, 7, 0), RK_OK);
    assert_true(session_replace_game(&fixture->session, &loaded, 0));
    assert_int_equal(type(fixture, "new"), SESSION_OK);
    check_start(fixture, 3);
    destroy_fixture(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opponent_moves_when_its_search_has_ended),
        cmocka_unit_test(a_person_cannot_move_for_the_opponent),
        cmocka_unit_test(undo_stops_the_search_and_takes_our_move_back),
        cmocka_unit_test(a_draw_can_be_offered_during_a_search),
        cmocka_unit_test(resigning_stops_the_search),
        cmocka_unit_test(the_flag_of_the_opponent_can_fall_during_its_search),
        cmocka_unit_test(an_opponent_without_a_move_resigns),
        cmocka_unit_test(each_game_of_chess960_has_a_random_start),
        cmocka_unit_test(a_new_game_keeps_a_loaded_start),
        cmocka_unit_test(the_analysis_of_the_opponent_can_be_shown),
        cmocka_unit_test(scores_are_printed_in_pawns_or_as_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
