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

// ---- undo ------------------------------------------------------------------------------------

static void answer(struct fixture *fixture, const char *text, int64_t now)
{
    fixture->fake.move = reply(fixture, text);
    fixture->fake.done = true;
    assert_true(session_poll_opponent(&fixture->session, now, fixture->out));
}

static enum session_result type_at(struct fixture *fixture, const char *line, int64_t now)
{
    const enum session_result result = session_run_line(&fixture->session, line, now, fixture->out);
    session_start_opponent(&fixture->session, now);
    return result;
}

static void expect_last(struct fixture *fixture, const char *text)
{
    fflush(fixture->out);
    assert_true(fixture->size >= strlen(text));
    assert_string_equal(fixture->output + fixture->size - strlen(text), text);
}

static void expect_my_turn(const struct fixture *fixture, size_t length)
{
    assert_int_equal(rk_game_length(fixture->session.game), length);
    assert_int_equal(rk_position_turn(rk_game_position(fixture->session.game)), RK_WHITE);
    assert_false(rk_status_is_over(rk_game_status(fixture->session.game)));
}

static void undo_takes_back_our_move_and_its_reply(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    answer(fixture, "e7e5", 0);
    type(fixture, "Nf3");
    answer(fixture, "b8c6", 0);
    assert_int_equal(type(fixture, "undo"), SESSION_OK);
    expect_last(fixture, "taken back: 2... Nc6, 2. Nf3\n");
    expect_my_turn(fixture, 2);
    assert_int_equal(type(fixture, "redo"), SESSION_OK);
    expect_last(fixture, "played again: 2. Nf3, 2... Nc6\n");
    assert_int_equal(type(fixture, "undo 3"), SESSION_REFUSED);
    expect_last(fixture, "only 2 can be taken back\n");
    assert_int_equal(type(fixture, "undo 2"), SESSION_OK);
    expect_my_turn(fixture, 0);
    destroy_fixture(fixture);
}

static void the_first_move_of_the_opponent_is_not_taken_back_alone(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    fixture->opponent.side = RK_WHITE;
    session_start_opponent(&fixture->session, 0);
    answer(fixture, "e2e4", 0);
    assert_int_equal(type(fixture, "undo"), SESSION_REFUSED);
    expect_last(fixture, "you have not moved yet\n");
    destroy_fixture(fixture);
}

static void undo_after_a_flag_gives_the_turn_and_its_time_back(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture("1+0");
    type(fixture, "e4");
    answer(fixture, "e7e5", 0);
    type_at(fixture, "Nf3", 5000);
    answer(fixture, "b8c6", 5000);
    assert_true(session_tick(&fixture->session, 60000, fixture->out));
    assert_int_equal(type_at(fixture, "undo", 70000), SESSION_OK);
    expect_last(fixture, "taken back: White has no time left\n");
    expect_my_turn(fixture, 4);
    assert_false(session_tick(&fixture->session, 70000 + 54999, fixture->out));
    assert_true(session_tick(&fixture->session, 70000 + 55000, fixture->out));
    destroy_fixture(fixture);
}

static void undo_after_a_flag_in_a_time_scramble_goes_back_to_a_playable_turn(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture("1+0");
    type(fixture, "e4");
    answer(fixture, "e7e5", 0);
    type_at(fixture, "Nf3", 45000);
    answer(fixture, "b8c6", 45000);
    type_at(fixture, "Bb5", 58000);
    answer(fixture, "a7a6", 58000);
    assert_true(session_tick(&fixture->session, 60000, fixture->out));
    assert_int_equal(type_at(fixture, "undo", 60000), SESSION_OK);
    expect_last(fixture, "taken back: White has no time left, 3... a6, 3. Bb5\n");
    expect_my_turn(fixture, 4);
    destroy_fixture(fixture);
}

static void undo_after_the_flag_of_the_opponent_returns_to_our_move(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture("1+0");
    type(fixture, "e4");
    answer(fixture, "e7e5", 0);
    type_at(fixture, "Nf3", 5000);
    assert_true(session_tick(&fixture->session, 65000, fixture->out));
    assert_int_equal(type_at(fixture, "undo", 65000), SESSION_OK);
    expect_last(fixture, "taken back: Black has no time left, 2. Nf3\n");
    expect_my_turn(fixture, 2);
    destroy_fixture(fixture);
}

static void undo_after_a_resignation_or_a_draw_takes_back_the_end(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "e4");
    answer(fixture, "e7e5", 0);
    type(fixture, "resign");
    assert_int_equal(type(fixture, "undo"), SESSION_OK);
    expect_last(fixture, "taken back: White resigns\n");
    expect_my_turn(fixture, 2);
    fixture->fake.accepts_draw = true;
    type(fixture, "draw");
    assert_int_equal(type(fixture, "undo"), SESSION_OK);
    expect_last(fixture, "taken back: Black accepts the draw\n");
    assert_false(rk_status_is_over(rk_game_status(fixture->session.game)));
    destroy_fixture(fixture);
}

static void undo_after_a_mate_returns_to_our_move(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    type(fixture, "f3");
    answer(fixture, "e7e5", 0);
    type(fixture, "g4");
    answer(fixture, "d8h4", 0);
    expect_last(fixture, "0-1 Black wins by checkmate\n");
    assert_int_equal(type(fixture, "undo"), SESSION_OK);
    expect_last(fixture, "taken back: 2... Qh4#, 2. g4\n");
    expect_my_turn(fixture, 2);
    destroy_fixture(fixture);
}

// ---- lines as people type them ---------------------------------------------------------------

static struct fixture *create_two_players(const char *fen)
{
    struct fixture *fixture = create_fixture(NULL);
    fixture->session.opponent = NULL;
    if (fen) {
        struct loaded_game game = {.players = players_unnamed()};
        game.setup.start = position(fen);
        assert_int_equal(rk_game_create(&game.setup, &game.game), RK_OK);
        assert_true(session_replace_game(&fixture->session, &game, 0));
    }
    return fixture;
}

static void commands_have_other_names_and_any_case(void **state)
{
    (void)state;
    static const char *const quits[] = {"q", "Q", "exit", "QUIT", "Quit", "bye", "  quit  "};
    struct fixture *fixture = create_two_players(NULL);
    for (size_t i = 0; i < sizeof quits / sizeof *quits; i++)
        assert_int_equal(type(fixture, quits[i]), SESSION_QUIT);
    type(fixture, "e4");
    assert_int_equal(type(fixture, "Undo"), SESSION_OK);
    expect_last(fixture, "taken back: 1. e4\n");
    destroy_fixture(fixture);
}

static void help_explains_a_command(void **state)
{
    (void)state;
    static const char *const lines[] = {"help quit", "? quit", "?quit", "HELP Exit", "? q"};
    struct fixture *fixture = create_two_players(NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(type(fixture, lines[i]), SESSION_OK);
        expect_last(fixture,
                    "quit: leave\nAn unfinished game is kept: continue it with rookery play "
                    "--resume.\nother names: q exit bye\n");
    }
    assert_int_equal(type(fixture, "help udno"), SESSION_REFUSED);
    expect_last(fixture, "udno: unknown command; did you mean undo?\n");
    destroy_fixture(fixture);
}

static void a_mistyped_command_is_suggested_only_if_near(void **state)
{
    (void)state;
    struct fixture *fixture = create_two_players(NULL);
    assert_int_equal(type(fixture, "udno"), SESSION_REFUSED);
    expect_last(fixture, "udno: unknown command; did you mean undo?\n");
    assert_int_equal(type(fixture, "savr x.pgn"), SESSION_REFUSED);
    expect_last(fixture, "savr x.pgn: unknown command; did you mean save?\n");
    assert_int_equal(type(fixture, "xyzzy"), SESSION_REFUSED);
    expect_last(fixture, "xyzzy: this is not a move; try help\n");
    destroy_fixture(fixture);
}

static void two_people_can_type_several_moves(void **state)
{
    (void)state;
    struct fixture *fixture = create_two_players(NULL);
    assert_int_equal(type(fixture, "e4 e5 Nf3"), SESSION_OK);
    expect(fixture, "1. e4\n1... e5\n2. Nf3\n");
    assert_int_equal(type(fixture, "2... Nc6 3. Bb5 a6"), SESSION_OK);
    assert_int_equal(rk_game_length(fixture->session.game), 6);
    assert_int_equal(type(fixture, "4.Ba4 Nf6 5.Kd4 d6"), SESSION_REFUSED);
    expect_last(fixture, "Kd4: the king cannot reach d4; none of the moves was played\n");
    assert_int_equal(rk_game_length(fixture->session.game), 6);
    destroy_fixture(fixture);
}

static void against_an_engine_moves_are_typed_one_at_a_time(void **state)
{
    (void)state;
    struct fixture *fixture = create_fixture(NULL);
    assert_int_equal(type(fixture, "e4 e5 Nf3"), SESSION_REFUSED);
    expect(fixture, "one move at a time: the engine answers each of them\n");
    assert_int_equal(rk_game_length(fixture->session.game), 0);
    assert_int_equal(type(fixture, "e2 e4"), SESSION_OK);
    destroy_fixture(fixture);
}

static void a_typed_promotion_asks_for_the_piece(void **state)
{
    (void)state;
    static const char *const answers[] = {"n", "N", "=n", "knight", "Knight", "e8=N", "e7e8n"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct fixture *fixture = create_two_players("7k/4P3/8/8/8/8/4p3/K7 w - - 0 1");
        fixture->session.asks = true;
        assert_int_equal(type(fixture, i % 2 ? "e8" : "e7e8"), SESSION_ASKS);
        expect(fixture, "promote to Q, R, B or N?\n");
        assert_int_equal(type(fixture, answers[i]), SESSION_OK);
        expect_last(fixture, "1. e8=N\n");
        destroy_fixture(fixture);
    }
}

static void q_answers_the_question_for_a_promotion_and_quits_otherwise(void **state)
{
    (void)state;
    struct fixture *fixture = create_two_players("7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    fixture->session.asks = true;
    type(fixture, "e8");
    assert_int_equal(type(fixture, "q"), SESSION_OK);
    expect_last(fixture, "1. e8=Q+\n");
    type(fixture, "undo");
    type(fixture, "e8");
    assert_int_equal(type(fixture, "board"), SESSION_OK);
    assert_int_equal(type(fixture, "q"), SESSION_QUIT);
    destroy_fixture(fixture);
}

static void a_script_is_not_asked(void **state)
{
    (void)state;
    struct fixture *fixture = create_two_players("7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    assert_int_equal(type(fixture, "e8"), SESSION_REFUSED);
    expect(fixture, "e8: choose a piece to promote to on e8\n");
    destroy_fixture(fixture);
}

// ---- saving ----------------------------------------------------------------------------------

static void count_change(void *context, const struct session *session, FILE *out)
{
    (void)session, (void)out;
    ++*(unsigned *)context;
}

static void every_change_of_the_game_is_reported(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool changes;
    } rows[] = {{"e4", true},     {"e5", true},    {"Ke3", false}, {"board", false},
                {"undo", true},   {"redo", true},  {"draw", true}, {"decline", true},
                {"resign", true}, {"undo", true},  {"new", true},  {"undo", false},
                {"d4 d5", true},  {"help", false}, {"pgn", false}};
    struct fixture *fixture = create_two_players(NULL);
    unsigned changes = 0;
    const struct session_observer observer = {.context = &changes, .changed = count_change};
    fixture->session.observer = &observer;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned before = changes;
        type(fixture, rows[i].line);
        if (changes - before != rows[i].changes)
            fail_msg("%s: %u reports", rows[i].line, changes - before);
    }
    destroy_fixture(fixture);
}

static void only_an_unfinished_game_is_discarded(void **state)
{
    (void)state;
    struct fixture *fixture = create_two_players(NULL);
    assert_false(session_line_discards_game(&fixture->session, "new"));
    type(fixture, "e4");
    assert_true(session_line_discards_game(&fixture->session, " NEW\n"));
    assert_true(session_line_discards_game(&fixture->session, "load x"));
    assert_false(session_line_discards_game(&fixture->session, "load"));
    assert_false(session_line_discards_game(&fixture->session, "newer"));
    type(fixture, "resign");
    assert_false(session_line_discards_game(&fixture->session, "new"));
    destroy_fixture(fixture);
}

static const struct session_opponent *select_fake(void *context, const struct players *players)
{
    struct fixture *fixture = context;
    fixture->opponent.side = players->engine;
    return &fixture->opponent;
}

static void a_loaded_game_continues_against_its_engine(void **state)
{
    (void)state;
    struct fixture *fixture = create_two_players(NULL);
    const struct session_engines engines = {.context = fixture, .select = select_fake};
    struct loaded_game game = {.setup = {.start = rk_position_start(RK_STANDARD)},
                               .players = {.engine = RK_WHITE, .settings = {.level = 3}},
                               .date = "2025.01.02"};
    fixture->session.engines = &engines;
    session_set_date(&fixture->session, "2026.11.15");
    assert_int_equal(rk_game_create(&game.setup, &game.game), RK_OK);
    assert_true(session_replace_game(&fixture->session, &game, 0));
    assert_true(session_opponent_to_move(&fixture->session));
    assert_true(fixture->session.flipped);
    assert_int_equal(fixture->session.players.settings.level, 3);
    assert_string_equal(fixture->session.stamp.date, "2025.01.02");
    type(fixture, "new");
    assert_string_equal(fixture->session.stamp.date, "2026.11.15");
    assert_true(session_opponent_to_move(&fixture->session));
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
        cmocka_unit_test(undo_takes_back_our_move_and_its_reply),
        cmocka_unit_test(the_first_move_of_the_opponent_is_not_taken_back_alone),
        cmocka_unit_test(undo_after_a_flag_gives_the_turn_and_its_time_back),
        cmocka_unit_test(undo_after_a_flag_in_a_time_scramble_goes_back_to_a_playable_turn),
        cmocka_unit_test(undo_after_the_flag_of_the_opponent_returns_to_our_move),
        cmocka_unit_test(undo_after_a_resignation_or_a_draw_takes_back_the_end),
        cmocka_unit_test(undo_after_a_mate_returns_to_our_move),
        cmocka_unit_test(commands_have_other_names_and_any_case),
        cmocka_unit_test(help_explains_a_command),
        cmocka_unit_test(a_mistyped_command_is_suggested_only_if_near),
        cmocka_unit_test(two_people_can_type_several_moves),
        cmocka_unit_test(against_an_engine_moves_are_typed_one_at_a_time),
        cmocka_unit_test(a_typed_promotion_asks_for_the_piece),
        cmocka_unit_test(q_answers_the_question_for_a_promotion_and_quits_otherwise),
        cmocka_unit_test(a_script_is_not_asked),
        cmocka_unit_test(every_change_of_the_game_is_reported),
        cmocka_unit_test(only_an_unfinished_game_is_discarded),
        cmocka_unit_test(a_loaded_game_continues_against_its_engine),
        cmocka_unit_test(the_analysis_of_the_opponent_can_be_shown),
        cmocka_unit_test(scores_are_printed_in_pawns_or_as_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
