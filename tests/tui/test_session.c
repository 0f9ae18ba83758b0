/* SPDX-License-Identifier: MIT */
/* A game against an opponent that thinks as long as the test wants it to. */
#include "tui/session.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

struct fake {
    unsigned begun, stopped;
    bool done, agrees;
    rk_move move;
    struct analysis thought;
};

struct stage {
    struct fake fake;
    struct session_opponent opponent;
    struct session session;
    char *said;
    size_t size;
    FILE *out;
};

static void begin(void *context, const rk_game *game, int64_t now)
{
    struct fake *fake = context;
    (void)game, (void)now;
    assert_int_equal(fake->begun, fake->stopped);
    fake->begun++;
    fake->done = false;
}

static bool look(void *context, struct analysis *out, rk_move *move)
{
    const struct fake *fake = context;
    *out = fake->thought;
    *move = fake->move;
    return fake->done;
}

static void stop(void *context)
{
    struct fake *fake = context;
    fake->stopped++;
    assert_int_equal(fake->begun, fake->stopped);
}

static bool agrees(void *context, const rk_game *game)
{
    const struct fake *fake = context;
    (void)game;
    return fake->agrees;
}

/* White is the person; Black begins to think once White has moved. */
static struct stage *open_stage(const char *clock)
{
    struct stage *stage = calloc(1, sizeof *stage);
    rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    assert_non_null(stage);
    if (clock)
        assert_int_equal(rk_clock_rule_parse(clock, strlen(clock), &setup.clock, NULL), RK_OK);
    assert_int_equal(session_init(&stage->session, &setup, 0), RK_OK);
    stage->opponent = (struct session_opponent){.context = &stage->fake,
                                                .side = RK_BLACK,
                                                .begin = begin,
                                                .look = look,
                                                .stop = stop,
                                                .agrees = agrees};
    stage->session.opponent = &stage->opponent;
    stage->out = open_memstream(&stage->said, &stage->size);
    assert_non_null(stage->out);
    return stage;
}

static void close_stage(struct stage *stage)
{
    session_fini(&stage->session);
    assert_int_equal(stage->fake.begun, stage->fake.stopped);
    fclose(stage->out);
    free(stage->said);
    free(stage);
}

static enum session_result type(struct stage *stage, const char *line)
{
    const enum session_result answer = session_run_line(&stage->session, line, 0, stage->out);
    session_start_opponent(&stage->session, 0);
    return answer;
}

static void expect(struct stage *stage, const char *text)
{
    fflush(stage->out);
    assert_string_equal(stage->said, text);
}

static void expect_status(const struct stage *stage, const char *text)
{
    char *said = NULL;
    size_t size;
    FILE *out = open_memstream(&said, &size);
    assert_non_null(out);
    session_print_status(&stage->session, out);
    fclose(out);
    assert_string_equal(said, text);
    free(said);
}

static rk_move reply(const struct stage *stage, const char *text)
{
    return move(rk_game_position(stage->session.game), text);
}

static void it_is_heard_when_it_has_thought(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    assert_int_equal(type(stage, "e4"), SESSION_OK);
    session_start_opponent(&stage->session, 0);
    assert_int_equal(stage->fake.begun, 1);
    assert_false(session_poll_opponent(&stage->session, 0, stage->out));
    stage->fake.move = reply(stage, "e7e5");
    stage->fake.done = true;
    assert_true(session_poll_opponent(&stage->session, 0, stage->out));
    assert_false(session_poll_opponent(&stage->session, 0, stage->out));
    expect(stage, "1. e4\n1... e5\n");
    assert_false(session_opponent_to_move(&stage->session));
    assert_int_equal(stage->fake.stopped, 1);
    close_stage(stage);
}

static void its_turn_is_not_ours(void **state)
{
    (void)state;
    static const char *const lines[] = {"e5", "e7e5", "claim", "claim e5", "hint", "resign black"};
    struct stage *stage = open_stage(NULL);
    type(stage, "e4");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(type(stage, lines[i]), SESSION_REFUSED);
    const rk_move move = reply(stage, "e7e5");
    assert_int_equal(session_play_move(&stage->session, move, 0, stage->out), SESSION_REFUSED);
    assert_int_equal(type(stage, "undo 2"), SESSION_REFUSED);
    assert_int_equal(type(stage, "load /nowhere"), SESSION_REFUSED);
    assert_int_equal(stage->fake.stopped, 0);
    assert_true(stage->session.thinking);
    close_stage(stage);
}

static void undo_ends_its_thought_and_takes_our_move_back(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    type(stage, "e4");
    assert_int_equal(type(stage, "undo"), SESSION_OK);
    expect(stage, "1. e4\ntaken back: 1. e4\n");
    assert_int_equal(stage->fake.stopped, 1);
    assert_false(stage->session.thinking);
    assert_int_equal(type(stage, "redo"), SESSION_OK);
    assert_int_equal(stage->fake.begun, 2);
    assert_int_equal(type(stage, "new"), SESSION_OK);
    assert_int_equal(stage->fake.stopped, 2);
    close_stage(stage);
}

static void a_draw_is_offered_while_it_thinks(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    type(stage, "e4");
    type(stage, "draw");
    expect(stage, "1. e4\nWhite offers a draw: accept or decline\nBlack declines the draw\n");
    assert_true(stage->session.thinking);
    stage->fake.agrees = true;
    type(stage, "draw");
    assert_false(stage->session.thinking);
    assert_int_equal(rk_game_status(stage->session.game), RK_DRAWN_BY_AGREEMENT);
    close_stage(stage);
}

static void resigning_is_ours_and_ends_its_thought(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    type(stage, "e4");
    assert_int_equal(type(stage, "resign"), SESSION_OK);
    expect(stage, "1. e4\nWhite resigns\n0-1 Black wins: White resigned\n");
    assert_false(stage->session.thinking);
    close_stage(stage);
}

static void its_flag_falls_while_it_thinks(void **state)
{
    (void)state;
    struct stage *stage = open_stage("1+0");
    type(stage, "e4");
    stage->fake.move = reply(stage, "e7e5");
    stage->fake.done = true;
    session_poll_opponent(&stage->session, 0, stage->out);
    type(stage, "d4");
    assert_false(session_tick(&stage->session, 59999, stage->out));
    assert_true(session_tick(&stage->session, 60000, stage->out));
    expect(stage,
           "1. e4\n1... e5\n2. d4\nBlack has no time left\n1-0 White wins: Black's time ran out\n");
    assert_int_equal(stage->fake.stopped, 2);
    assert_false(session_poll_opponent(&stage->session, 60000, stage->out));
    close_stage(stage);
}

static void without_a_move_it_resigns(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    type(stage, "e4");
    stage->fake.done = true;
    assert_true(session_poll_opponent(&stage->session, 0, stage->out));
    expect(stage, "1. e4\nBlack resigns\n1-0 White wins: Black resigned\n");
    close_stage(stage);
}

static void its_thoughts_are_shown_if_asked_for(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    type(stage, "e4");
    stage->fake.thought = (struct analysis){
        .depth = 9, .score = -31, .moves = {reply(stage, "e7e5")}, .move_count = 1};
    expect_status(stage, "Black to move; the engine thinks");
    type(stage, "thoughts");
    expect_status(stage, "Black to move; the engine thinks: depth 9, -0.31: e5");
    type(stage, "thoughts");
    expect_status(stage, "Black to move; the engine thinks");
    expect(stage, "1. e4\nwhat the engine thinks is shown\nwhat the engine thinks is not shown\n");
    close_stage(stage);
}

static void scores_are_pawns_or_mates(void **state)
{
    (void)state;
    static const struct {
        struct analysis thought;
        const char *text;
    } rows[] = {{{.score = 0}, "0.00"},
                {{.score = 5}, "+0.05"},
                {{.score = -123}, "-1.23"},
                {{.mate = 3}, "mate in 3"},
                {{.mate = -2}, "mated in 2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *said = NULL;
        size_t size;
        FILE *out = open_memstream(&said, &size);
        assert_non_null(out);
        analysis_print_score(&rows[i].thought, out);
        fclose(out);
        assert_string_equal(said, rows[i].text);
        free(said);
    }
}

static void check_start(const struct stage *stage, unsigned number)
{
    rk_position start;
    assert_int_equal(rk_position_chess960(number, &start), RK_OK);
    assert_true(rk_position_same(rk_game_position(stage->session.game), &start));
}

static void a_game_of_chess960_starts_from_one_of_the_960_and_the_next_from_another(void **state)
{
    (void)state;
    struct stage *stage = open_stage("5+3");
    struct chance chance = {7};
    stage->session.setup.start = rk_position_start(RK_CHESS960);
    assert_int_equal(session_random_start(&stage->session, 7, 0), RK_OK);
    for (int game = 0; game < 20; game++) {
        check_start(stage, chance_below(&chance, 960));
        assert_int_equal(rk_game_clock(stage->session.game)->rule.kind, RK_CLOCK_FISCHER);
        assert_int_equal(type(stage, "new"), SESSION_OK);
    }
    close_stage(stage);
}

static void a_start_that_was_loaded_stays_for_the_next_game(void **state)
{
    (void)state;
    struct stage *stage = open_stage(NULL);
    struct loaded_game loaded = {.setup = {.start = rk_position_start(RK_STANDARD)}};
    assert_int_equal(rk_position_chess960(3, &loaded.setup.start), RK_OK);
    assert_int_equal(rk_game_create(&loaded.setup, &loaded.game), RK_OK);
    stage->session.setup.start = rk_position_start(RK_CHESS960);
    assert_int_equal(session_random_start(&stage->session, 7, 0), RK_OK);
    session_replace_game(&stage->session, &loaded, 0);
    assert_int_equal(type(stage, "new"), SESSION_OK);
    check_start(stage, 3);
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_heard_when_it_has_thought),
        cmocka_unit_test(its_turn_is_not_ours),
        cmocka_unit_test(undo_ends_its_thought_and_takes_our_move_back),
        cmocka_unit_test(a_draw_is_offered_while_it_thinks),
        cmocka_unit_test(resigning_is_ours_and_ends_its_thought),
        cmocka_unit_test(its_flag_falls_while_it_thinks),
        cmocka_unit_test(without_a_move_it_resigns),
        cmocka_unit_test(a_game_of_chess960_starts_from_one_of_the_960_and_the_next_from_another),
        cmocka_unit_test(a_start_that_was_loaded_stays_for_the_next_game),
        cmocka_unit_test(its_thoughts_are_shown_if_asked_for),
        cmocka_unit_test(scores_are_pawns_or_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
