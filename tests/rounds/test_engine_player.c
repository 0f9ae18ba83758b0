/* SPDX-License-Identifier: MIT */
/* The engine as a player. Whoever thinks for it here is the test. */
#include "rounds/computer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/stage.h"

enum { QUEUE_MAX = 8, SOON = 5 * SECOND };

static struct stage stage;

// ---- a thinker -------------------------------------------------------------------------------

static struct {
    struct move_search *asked[QUEUE_MAX];
    size_t count, all; /* not answered yet; ever asked */
    bool refuses;
} thinker;

static bool take_thought(void *context, struct move_search *search)
{
    (void)context;
    assert_true(thinker.count < QUEUE_MAX);
    thinker.all++;
    if (thinker.refuses)
        return false;
    thinker.asked[thinker.count++] = search;
    return true;
}

/* Answers what was asked first. */
static void answer_with(rk_move best, int score)
{
    assert_true(thinker.count > 0);
    struct move_search *search = thinker.asked[0];
    thinker.count--;
    memmove(thinker.asked, thinker.asked + 1, thinker.count * sizeof *thinker.asked);
    search->best = best;
    search->score = score;
    search->done(search);
}

/* The same with a move in words, and everything that follows. */
static void answer(const char *text, int score)
{
    assert_true(thinker.count > 0);
    const struct move_search *search = thinker.asked[0];
    answer_with(move(&search->positions[search->count - 1], text), score);
    stage_wait(&stage, SOON);
}

static int set_up(void **state)
{
    stage_begin(*state);
    memset(&thinker, 0, sizeof thinker);
    stage.server.env.search_move = take_thought;
    stage.black = identity_of_engine(3);
    return 0;
}

static int take_down(void **state)
{
    stage_end(*state);
    while (thinker.count) // the server has ended: nobody is told
        answer_with(RK_NO_MOVE, 0);
    return 0;
}

static void expect_plies(size_t plies)
{
    assert_int_equal(round_plies(stage.round), plies);
}

static const struct event *last_but(size_t n)
{
    const struct journal *journal = round_journal(stage.round);
    return &journal->events[journal->count - 1 - n];
}

/* A move of the person and the engine's answer. */
static void exchange_moves(const char *own, const char *answered, int score)
{
    expect_done(stage_move(&stage, own));
    answer(answered, score);
}

// ---- moving ----------------------------------------------------------------------------------

static void it_is_asked_for_its_move_and_makes_it(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    assert_int_equal(thinker.count, 0); // it is White's turn
    expect_done(stage_move(&stage, "g1f3"));
    assert_int_equal(thinker.count, 1);
    assert_int_equal(thinker.asked[0]->level, 3);
    assert_int_equal(thinker.asked[0]->count, 2); // a quiet move: the position before it counts
    answer("g8f6", 10);
    expect_plies(2);
    assert_string_equal(last_event(&stage)->request, "b:engine-1");
    assert_int_equal(last_event(&stage)->action.by, RK_BLACK);
    assert_int_equal(thinker.all, 1);
}

static void it_begins_where_it_has_white(void **state)
{
    (void)state;
    stage.white = identity_of_engine(8);
    stage.black = (struct identity){"bob", "Bob", ROLE_PLAYER};
    stage_clock_game(&stage, "5+3");
    answer("e2e4", 0);
    expect_plies(1);
}

static void it_does_not_answer_in_no_time(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    expect_done(stage_move(&stage, "e2e4"));
    const int64_t asked_at = stage.server.now;
    answer("e7e5", 0);
    const int64_t took = last_event(&stage)->at - asked_at;
    assert_in_range(took, 500, 3 * SECOND);
}

static void what_is_said_meanwhile_changes_nothing(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    expect_done(stage_move(&stage, "e2e4"));
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    answer("e7e5", 0);
    expect_plies(2);
    assert_int_equal(thinker.all, 1);
}

static void its_flag_does_not_fall(void **state)
{
    (void)state;
    struct chance chance = {9};
    stage_clock_game(&stage, "0.25+0");
    for (int i = 0; i < 200 && !round_is_over(stage.round); i++) {
        rk_move moves[RK_MOVES_MAX];
        char text[RK_UCI_MAX];
        const rk_position *pos = rk_game_position(round_game(stage.round));
        const size_t count = rk_moves_list(pos, moves);
        rk_uci_write(pos, moves[chance_below(&chance, (unsigned)count)], text);
        expect_done(stage_move(&stage, text));
        if (!thinker.count)
            continue; // that was the end
        const struct move_search *search = thinker.asked[0];
        const int64_t most = search->max_ms;
        assert_true(most > 0);
        stage_wait(&stage, most); // it takes what it gets
        const rk_position *last = &search->positions[search->count - 1];
        const size_t own = rk_moves_list(last, moves);
        answer_with(moves[chance_below(&chance, (unsigned)own)], 0);
        for (int wait = 0;
             wait < 100 &&
             rk_position_turn(rk_game_position(round_game(stage.round))) == RK_BLACK &&
             !round_is_over(stage.round);
             wait++)
            stage_wait(&stage, 10);
        assert_true(round_left(stage.round, RK_BLACK) > 0);
    }
    assert_true(round_plies(stage.round) > 60);
}

// ---- answers that come too late --------------------------------------------------------------

static void an_answer_after_the_end_is_dropped(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    expect_done(stage_do(&stage, RK_WHITE, VERB_RESIGN));
    const int64_t version = round_version(stage.round);
    answer("b8c6", 0);
    assert_int_equal(round_version(stage.round), version);
    expect_end(&stage, "resign", RK_BLACK_WINS, "White resigned");
}

static void an_answer_for_a_game_that_is_forgotten_is_dropped(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    expect_done(stage_move(&stage, "e2e4"));
    expect_done(stage_do(&stage, RK_WHITE, VERB_ABORT));
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(stage.round)->id, sizeof id);
    stage_wait(&stage, 10 * MINUTE);
    assert_null(round_find(&stage.server, id));
    answer_with(move(&thinker.asked[0]->positions[0], "e7e5"), 0);
}

static void a_move_that_is_held_back_is_not_played_after_the_end(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    answer_with(move(&thinker.asked[0]->positions[1], "b8c6"), 0);
    expect_done(stage_do(&stage, RK_WHITE, VERB_RESIGN));
    stage_wait(&stage, SOON);
    expect_plies(3);
}

static void an_answer_for_an_older_position_is_dropped_and_it_is_asked_again(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    expect_done(stage_move(&stage, "e2e4"));
    expect_done(stage_move(&stage, "e7e5")); // in its name, by whoever also owns the game
    expect_done(stage_move(&stage, "g1f3"));
    answer("a7a6", 0);
    expect_plies(3);
    assert_int_equal(thinker.count, 1);
    answer("b8c6", 0);
    expect_plies(4);
}

// ---- restarts --------------------------------------------------------------------------------

static void after_a_crash_it_is_asked_again(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    expect_done(stage_move(&stage, "e2e4"));
    stage_crash(&stage, true, HOUR);
    assert_int_equal(thinker.count, 2);
    assert_int_equal(thinker.asked[0]->seed, thinker.asked[1]->seed);
    answer_with(RK_NO_MOVE, 0); // to a server that is no more
    answer("e7e5", 0);
    expect_plies(2);
}

static void after_a_crash_it_waits_for_who_has_to_answer(void **state)
{
    (void)state;
    struct viewer viewer;
    stage_clock_game(&stage, "5+0");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage_wait(&stage, SECOND);
    stage_crash(&stage, true, HOUR);
    answer_with(RK_NO_MOVE, 0);
    assert_int_equal(thinker.count, 0);
    viewer_begin(&viewer, &stage, RK_WHITE, VIEW_STREAM, -1);
    stage_settle(&stage);
    answer("b8c6", 0);
    expect_plies(4);
    assert_in_range(round_left(stage.round, RK_BLACK), 4 * MINUTE, 5 * MINUTE);
    viewer_end(&viewer, false);
}

static void but_not_for_ever(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage_restart(&stage, MINUTE);
    answer_with(RK_NO_MOVE, 0);
    stage_wait(&stage, 11 * SECOND);
    answer("b8c6", 0);
    expect_plies(4);
}

// ---- draws -----------------------------------------------------------------------------------

static const char late[] = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40";

static void it_declines_a_draw_in_the_opening(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    exchange_moves("e2e4", "e7e5", -500);
    expect_done(stage_do(&stage, RK_WHITE, VERB_OFFER_DRAW));
    expect_running(&stage);
    assert_int_equal(last_event(&stage)->action.kind, RK_ACT_DECLINE_DRAW);
}

static void later_it_agrees_unless_it_stands_better(void **state)
{
    (void)state;
    for (int score = 30; score >= 0; score -= 30) {
        stage_position_game(&stage, "5+3", late);
        exchange_moves("e2e4", "e7e5", score);
        expect_done(stage_do(&stage, RK_WHITE, VERB_OFFER_DRAW));
        if (score)
            assert_int_equal(last_event(&stage)->action.kind, RK_ACT_DECLINE_DRAW);
    }
    expect_end(&stage, "draw", RK_NOBODY_WINS, "agree");
}

static void an_offer_that_comes_with_a_move_is_answered_before_the_move(void **state)
{
    (void)state;
    stage_position_game(&stage, "5+3", late);
    exchange_moves("e2e4", "e7e5", 10);
    struct command command = stage_command(&stage, RK_WHITE, VERB_MOVE);
    strcpy(command.move, "e1e2");
    command.offers_draw = true;
    expect_done(stage_ask(&stage, &command));
    assert_int_equal(last_event(&stage)->action.kind, RK_ACT_DECLINE_DRAW);
    answer("e8e7", 10);
    expect_plies(4);
}

static void one_that_has_forgotten_how_it_stood_declines(void **state)
{
    (void)state;
    stage_position_game(&stage, "-", late);
    exchange_moves("e2e4", "e7e5", -10);
    stage_crash(&stage, true, MINUTE);
    expect_done(stage_do(&stage, RK_WHITE, VERB_OFFER_DRAW));
    assert_int_equal(last_but(0)->action.kind, RK_ACT_DECLINE_DRAW);
}

// ---- when it cannot play ---------------------------------------------------------------------

static struct {
    int kept;
    FILE *file;
} standard_error;

static void listen_to_log(void)
{
    static const struct log log = {LOG_INFO};
    stage.server.log = &log;
    standard_error.kept = dup(STDERR_FILENO);
    standard_error.file = tmpfile();
    assert_non_null(standard_error.file);
    dup2(fileno(standard_error.file), STDERR_FILENO);
}

static void expect_logged(const char *words)
{
    char text[4096] = "";
    dup2(standard_error.kept, STDERR_FILENO);
    close(standard_error.kept);
    rewind(standard_error.file);
    text[fread(text, 1, sizeof text - 1, standard_error.file)] = '\0';
    fclose(standard_error.file);
    stage.server.log = NULL;
    if (!strstr(text, words))
        fail_msg("%s is not in the log: %s", words, text);
}

static void one_that_finds_no_move_resigns(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    listen_to_log();
    answer_with(RK_NO_MOVE, 0);
    stage_settle(&stage);
    expect_logged("the engine resigns: it has found no move");
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
}

static void one_whose_move_is_illegal_resigns(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    listen_to_log();
    answer_with(move(&thinker.asked[0]->positions[0], "e8e6"), 0);
    stage_settle(&stage);
    expect_logged("its move is not legal");
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
}

static void a_game_that_has_hardly_begun_is_aborted_instead(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    expect_done(stage_move(&stage, "e2e4"));
    answer_with(RK_NO_MOVE, 0);
    stage_settle(&stage);
    expect_end(&stage, "aborted", RK_NOBODY_WINS, "abort");
}

static void a_thought_that_never_comes_back_is_not_waited_for(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage_wait(&stage, MINUTE);
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
    answer("b8c6", 0);
    expect_plies(3);
}

static void one_that_has_given_up_does_not_come_back(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage.disk.outcome = STORE_FAILED;
    stage_wait(&stage, MINUTE);
    expect_running(&stage); // it could not be written that it resigns
    answer_with(move(&thinker.asked[0]->positions[1], "b8c6"), 0);
    stage.disk.outcome = STORE_DONE;
    stage_wait(&stage, SOON);
    expect_plies(3);
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
}

static void a_host_with_too_much_to_do_is_asked_again(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    thinker.refuses = true;
    expect_done(stage_move(&stage, "g1f3"));
    stage_wait(&stage, 2 * SECOND);
    thinker.refuses = false;
    stage_wait(&stage, SECOND);
    answer("b8c6", 0);
    expect_plies(4);
    assert_true(thinker.all > 3);
}

static void but_not_for_ever_either(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    exchange_moves("e2e4", "e7e5", 0);
    thinker.refuses = true;
    expect_done(stage_move(&stage, "g1f3"));
    stage_wait(&stage, MINUTE);
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
}

static void without_an_engine_its_games_end(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    exchange_moves("e2e4", "e7e5", 0);
    stage.server.env.search_move = NULL; // the operator starts the server without one
    expect_done(stage_move(&stage, "g1f3"));
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
}

static void what_the_disk_refuses_it_plays_again(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage.disk.outcome = STORE_FAILED;
    answer("b8c6", 0);
    expect_plies(3);
    stage.disk.outcome = STORE_DONE;
    stage_wait(&stage, 3 * SECOND);
    answer("b8c6", 0);
    expect_plies(4);
}

static void a_resignation_the_disk_refuses_is_tried_again(void **state)
{
    (void)state;
    stage_clock_game(&stage, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage.disk.outcome = STORE_FAILED;
    answer_with(RK_NO_MOVE, 0);
    stage_wait(&stage, SOON);
    expect_running(&stage);
    stage.disk.outcome = STORE_DONE;
    stage_wait(&stage, SOON);
    expect_end(&stage, "resign", RK_WHITE_WINS, "Black resigned");
}

// ---- being there -----------------------------------------------------------------------------

static void it_is_always_there(void **state)
{
    (void)state;
    struct viewer viewer;
    stage_clock_game(&stage, "30+0");
    viewer_begin(&viewer, &stage, RK_WHITE, VIEW_STREAM, -1);
    assert_true(viewer_saw(&viewer, "\"black\":{\"aiLevel\":3}"));
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(stage_move(&stage, "g1f3"));
    stage_wait(&stage, 20 * SECOND);
    assert_true(round_is_present(stage.round, RK_BLACK));
    assert_false(viewer_saw(&viewer, "opponentGone"));
    expect_refused(stage_do(&stage, RK_WHITE, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "is here");
    viewer_end(&viewer, false);
}

static void nobody_is_hurried_to_the_first_move(void **state)
{
    (void)state;
    stage_clock_game(&stage, "1+0");
    stage_wait(&stage, HOUR);
    expect_running(&stage);
}

static void the_snapshot_says_which_side_it_has(void **state)
{
    (void)state;
    struct viewer viewer;
    stage_clock_game(&stage, "5+3");
    viewer_begin(&viewer, &stage, RK_WHITE, VIEW_WIRE, -1);
    assert_true(viewer_saw(&viewer, "\"computer\":\"black\",\"level\":3"));
    assert_true(viewer_saw(&viewer, "\"black\":\"Rookery level 3\""));
    viewer_end(&viewer, false);
}

#define ROW(function) cmocka_unit_test_prestate_setup_teardown(function, set_up, take_down, &stage)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(it_is_asked_for_its_move_and_makes_it),
        ROW(it_begins_where_it_has_white),
        ROW(it_does_not_answer_in_no_time),
        ROW(what_is_said_meanwhile_changes_nothing),
        ROW(its_flag_does_not_fall),
        ROW(an_answer_after_the_end_is_dropped),
        ROW(an_answer_for_a_game_that_is_forgotten_is_dropped),
        ROW(a_move_that_is_held_back_is_not_played_after_the_end),
        ROW(an_answer_for_an_older_position_is_dropped_and_it_is_asked_again),
        ROW(after_a_crash_it_is_asked_again),
        ROW(after_a_crash_it_waits_for_who_has_to_answer),
        ROW(but_not_for_ever),
        ROW(it_declines_a_draw_in_the_opening),
        ROW(later_it_agrees_unless_it_stands_better),
        ROW(an_offer_that_comes_with_a_move_is_answered_before_the_move),
        ROW(one_that_has_forgotten_how_it_stood_declines),
        ROW(one_that_finds_no_move_resigns),
        ROW(one_whose_move_is_illegal_resigns),
        ROW(a_game_that_has_hardly_begun_is_aborted_instead),
        ROW(a_thought_that_never_comes_back_is_not_waited_for),
        ROW(one_that_has_given_up_does_not_come_back),
        ROW(a_host_with_too_much_to_do_is_asked_again),
        ROW(but_not_for_ever_either),
        ROW(without_an_engine_its_games_end),
        ROW(what_the_disk_refuses_it_plays_again),
        ROW(a_resignation_the_disk_refuses_is_tried_again),
        ROW(it_is_always_there),
        ROW(nobody_is_hurried_to_the_first_move),
        ROW(the_snapshot_says_which_side_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
