/* SPDX-License-Identifier: MIT */
/* Games with a clock that only the test advances, and engines that are fast, late, silent, crashed,
 * or play illegal moves. */
#include "match/referee.h"

#include <stdio.h>
#include <string.h>

#include "match/game_pgn.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "support/board.h"

struct fixture {
    int64_t time;
    struct referee_setup setup;
    struct opening opening;
    struct adjudication_rule adjudication;
    const char *line;     /* the moves both will play, separated by spaces; NULL: random moves */
    int64_t move_time[2]; /* milliseconds for a move */
    unsigned searches[2]; /* so far */
    unsigned fault_at;    /* Black's move, from 1, at which `fault` happens */
    enum external_result fault;
    const char *invalid_move; /* with EXTERNAL_INVALID_MOVE */
    unsigned stop_at;         /* the match is stopped at this search */
    struct prng prng;
    rk_search_limits last[2];
    int score[2];
    char fen[100];
    const char *expected[8]; /* the reply each move expects, by ply; NULL: none */
    char pondered[8][64];    /* the moves of each ponder search */
    rk_search_limits ponder_limits[8];
    unsigned ponder_count;
};

static int64_t fixture_now(void *context)
{
    return ((struct fixture *)context)->time;
}

static bool fixture_is_stopped(void *context)
{
    const struct fixture *fixture = context;
    return fixture->stop_at && fixture->searches[0] + fixture->searches[1] >= fixture->stop_at;
}

static rk_position searched_position(const struct fixture *fixture, const char *moves)
{
    rk_position pos = fixture->opening.start;
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        rk_move move;
        rk_undo undo;
        assert_int_equal(rk_uci_parse(&pos, at, size, RK_NOTATION_PLAIN, &move, NULL), RK_OK);
        rk_position_apply(&pos, move, &undo);
        at += size;
    }
    return pos;
}

static void choose_move(struct fixture *fixture, const rk_position *pos, char *out)
{
    rk_move moves[RK_MOVES_MAX];
    if (!fixture->line) {
        const size_t count = rk_moves_list(pos, moves);
        rk_uci_write(pos, moves[prng_below(&fixture->prng, (unsigned)count)], out);
        return;
    }
    const size_t size = strcspn(fixture->line, " ");
    memcpy(out, fixture->line, size);
    out[size] = '\0';
    fixture->line += size + strspn(fixture->line + size, " ");
}

static enum external_result fixture_search(void *context, rk_side side,
                                           const struct search_request *request,
                                           struct external_reply *out)
{
    struct fixture *fixture = context;
    const rk_position pos = searched_position(fixture, request->moves);
    assert_int_equal(rk_position_turn(&pos), side);
    snprintf(fixture->fen, sizeof fixture->fen, "%s", request->fen ? request->fen : "");
    fixture->last[side] = request->limits;
    *out = (struct external_reply){.has_score = true, .score = fixture->score[side], .depth = 7};
    const bool faulty = ++fixture->searches[side] == fixture->fault_at && side == RK_BLACK;
    if (faulty && fixture->fault != EXTERNAL_REPLIED) {
        snprintf(out->invalid, sizeof out->invalid, "%s",
                 fixture->invalid_move ? fixture->invalid_move : "");
        out->elapsed = fixture->fault == EXTERNAL_TIMED_OUT ? request->timeout : 5;
        fixture->time += out->elapsed + (fixture->fault == EXTERNAL_TIMED_OUT ? 1000 : 0);
        return fixture->fault;
    }
    fixture->time += out->elapsed = fixture->move_time[side];
    choose_move(fixture, &pos, out->best);
    const unsigned ply = fixture->searches[0] + fixture->searches[1] - 1;
    if (ply < 8 && fixture->expected[ply])
        snprintf(out->ponder, sizeof out->ponder, "%s", fixture->expected[ply]);
    return EXTERNAL_REPLIED;
}

static void fixture_ponder(void *context, rk_side side, const struct search_request *request)
{
    struct fixture *fixture = context;
    const unsigned index = fixture->ponder_count++;
    const rk_position pos = searched_position(fixture, request->moves);
    assert_int_equal(rk_position_turn(&pos), side);
    assert_true(index < 8);
    snprintf(fixture->pondered[index], sizeof fixture->pondered[index], "%s", request->moves);
    fixture->ponder_limits[index] = request->limits;
}

static struct fixture make_fixture(const char *clock, const char *line)
{
    struct fixture fixture = {.line = line, .time = 5000, .prng = {42}, .move_time = {10, 10}};
    fixture.opening.start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    fixture.setup.patience = 60000;
    for (int side = 0; side < 2; side++)
        fixture.setup.limits[side].timed = true;
    assert_int_equal(rk_time_control_parse(clock, strlen(clock), &fixture.setup.clock, NULL),
                     RK_OK);
    return fixture;
}

static struct referee_result play(struct fixture *fixture)
{
    const struct referee_callbacks callbacks = {.context = fixture,
                                                .now = fixture_now,
                                                .search = fixture_search,
                                                .ponder = fixture_ponder,
                                                .is_stopped = fixture_is_stopped};
    struct referee_result result;
    fixture->setup.opening = &fixture->opening;
    fixture->setup.adjudication = &fixture->adjudication;
    assert_int_equal(referee_play(&fixture->setup, &callbacks, &result), RK_OK);
    return result;
}

static void expect_end(struct fixture *fixture, rk_status status, rk_winner winner,
                       const char *reason)
{
    struct referee_result result = play(fixture);
    assert_false(result.is_abandoned);
    assert_string_equal(result.reason, reason);
    assert_int_equal(rk_game_status(result.game), status);
    assert_int_equal(rk_game_winner(result.game), winner);
    referee_result_fini(&result);
}

static void mate_ends_the_game(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", "f2f3 e7e5 g2g4 d8h4");
    expect_end(&fixture, RK_WON_BY_CHECKMATE, RK_BLACK_WINS, "Black wins by checkmate");
    assert_string_equal(fixture.fen, ""); // the starting position is sent without a FEN
}

static void a_threefold_repetition_is_claimed_automatically(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4");
    struct referee_result result = play(&fixture);
    assert_int_equal(rk_game_status(result.game), RK_DRAWN_BY_REPETITION);
    assert_int_equal(result.record_count, 8);
    referee_result_fini(&result);
}

static void a_late_move_loses_on_time(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", NULL);
    fixture.move_time[RK_WHITE] = 400;
    expect_end(&fixture, RK_TIMED_OUT, RK_BLACK_WINS, "White loses on time by 200 ms");
    assert_int_equal(fixture.last[RK_WHITE].left[RK_WHITE], 200);
}

static void a_move_within_the_margin_is_accepted(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s+0.1", NULL);
    fixture.move_time[RK_WHITE] = 550;
    fixture.setup.margin = 20;
    // It has 1000, then 550, all of which it uses, then 101.
    expect_end(&fixture, RK_TIMED_OUT, RK_BLACK_WINS, "White loses on time by 449 ms");
    struct fixture close = make_fixture("1s", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    close.move_time[RK_WHITE] = 335; // the third of four moves is late by 5
    close.setup.margin = 1000;
    expect_end(&close, RK_WON_BY_CHECKMATE, RK_WHITE_WINS, "White wins by checkmate");
}

static void an_engine_that_does_not_reply_loses_and_is_restarted(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", NULL);
    fixture.fault_at = 3;
    fixture.fault = EXTERNAL_TIMED_OUT;
    struct referee_result result = play(&fixture);
    assert_int_equal(rk_game_winner(result.game), RK_WHITE_WINS);
    assert_string_equal(result.reason, "Black loses on time by 1 ms without a reply");
    assert_true(result.must_restart[RK_BLACK] && !result.must_restart[RK_WHITE]);
    referee_result_fini(&result);
}

static void without_a_clock_an_engine_times_out_after_the_patience(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("-", NULL);
    fixture.fault_at = 2;
    fixture.fault = EXTERNAL_TIMED_OUT;
    expect_end(&fixture, RK_FORFEITED, RK_WHITE_WINS, "Black does not reply");
    assert_false(fixture.last[RK_BLACK].timed);
}

static void an_engine_ponders_on_the_reply_it_expects(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("60s+1", "f2f3 e7e5 g2g4 d8h4");
    fixture.move_time[RK_WHITE] = 3000;
    fixture.move_time[RK_BLACK] = 500;
    fixture.expected[0] = "e7e5"; // a hit
    fixture.expected[1] = "d2d4"; // a miss
    fixture.expected[2] = "e5e3"; // illegal
    fixture.expected[3] = "e1f2"; // after the mate
    struct referee_result result = play(&fixture);
    assert_int_equal(fixture.ponder_count, 2);
    assert_string_equal(fixture.pondered[0], "f2f3 e7e5");
    assert_string_equal(fixture.pondered[1], "f2f3 e7e5 d2d4");
    // White's clock is stopped at 60 - 3 + 1 seconds while it ponders.
    assert_int_equal(fixture.ponder_limits[0].left[RK_WHITE], 58000);
    assert_int_equal(fixture.ponder_limits[0].left[RK_BLACK], 60000);
    assert_int_equal(fixture.last[RK_WHITE].left[RK_WHITE], 58000);
    referee_result_fini(&result);
}

static void a_move_that_ends_the_game_is_not_pondered_on(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("60s+1", "f2f3 e7e5 g2g4 d8h4");
    fixture.expected[2] = "d8h4"; // White sees that it will be mated
    struct referee_result result = play(&fixture);
    assert_int_equal(fixture.ponder_count, 0);
    referee_result_fini(&result);
}

static void a_crash_loses(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", NULL);
    fixture.fault_at = 1;
    fixture.fault = EXTERNAL_CRASHED;
    expect_end(&fixture, RK_FORFEITED, RK_WHITE_WINS, "Black crashed");
}

static void an_illegal_move_loses(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", "e2e4 e7e4");
    expect_end(&fixture, RK_ADJUDICATED, RK_WHITE_WINS, "Black plays an illegal move: e7e4");
    struct fixture nonsense = make_fixture("1s", "e2e4 0000");
    expect_end(&nonsense, RK_ADJUDICATED, RK_WHITE_WINS, "Black plays an illegal move: 0000");
    struct fixture babble = make_fixture("1s", NULL);
    babble.fault_at = 1;
    babble.fault = EXTERNAL_INVALID_MOVE;
    expect_end(&babble, RK_ADJUDICATED, RK_WHITE_WINS, "Black plays an illegal move: none");
}

static void an_invalid_reply_is_quoted_in_the_reason(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", NULL);
    fixture.fault_at = 1;
    fixture.fault = EXTERNAL_INVALID_MOVE;
    fixture.invalid_move = "???";
    expect_end(&fixture, RK_ADJUDICATED, RK_WHITE_WINS, "Black plays an illegal move: ???");
}

static void a_stopped_game_has_no_result(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", NULL);
    fixture.stop_at = 4;
    fixture.fault_at = 2; // stopping a match may stop its engines too
    fixture.fault = EXTERNAL_CRASHED;
    struct referee_result result = play(&fixture);
    assert_true(result.is_abandoned);
    referee_result_fini(&result);
}

static void a_game_ends_when_both_engines_agree(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", NULL);
    fixture.adjudication = (struct adjudication_rule){.resign_score = 400, .resign_moves = 3};
    fixture.score[RK_WHITE] = -500;
    fixture.score[RK_BLACK] = 600;
    expect_end(&fixture, RK_ADJUDICATED, RK_BLACK_WINS, "both engines agree on a win");
    assert_int_equal(fixture.searches[RK_BLACK], 3);
}

static void opening_moves_cost_no_time(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("2s+0.5", "g1f3 b8c6 f3e5 c6e5");
    rk_position pos = fixture.opening.start;
    const char *const moves[] = {"e2e4", "e7e5"};
    for (int i = 0; i < 2; i++) {
        fixture.opening.moves[fixture.opening.count++] = move(&pos, moves[i]);
        play_moves(&pos, moves[i]);
    }
    fixture.adjudication.moves_max = 3;
    struct referee_result result = play(&fixture);
    assert_int_equal(rk_game_winner(result.game), RK_NOBODY_WINS);
    assert_int_equal(result.record_count, 6);
    assert_true(result.records[1].is_book && !result.records[2].is_book);
    // One move of each: 10 ms spent, 500 won.
    assert_int_equal(fixture.last[RK_WHITE].left[RK_WHITE], 2490);
    assert_int_equal(fixture.last[RK_WHITE].left[RK_BLACK], 2490);
    assert_int_equal(fixture.last[RK_WHITE].increment[RK_BLACK], 500);
    referee_result_fini(&result);
}

static void engines_are_told_the_moves_to_the_next_time_control(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("3/1s", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4");
    fixture.adjudication.moves_max = 4;
    struct referee_result result = play(&fixture);
    assert_int_equal(fixture.last[RK_WHITE].moves_to_go, 3); // the fourth move is the first again
    assert_int_equal(fixture.last[RK_WHITE].left[RK_WHITE], 1970);
    referee_result_fini(&result);
}

static void a_custom_start_position_is_sent_as_fen(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", "e1d1 e8d8");
    fixture.opening.start = position("4k3/4p3/8/8/8/8/4P3/4K3 w - - 3 30");
    fixture.adjudication.moves_max = 1;
    struct referee_result result = play(&fixture);
    assert_string_equal(fixture.fen, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 3 30");
    referee_result_fini(&result);
}

static void the_pgn_has_scores_depths_times_and_the_reason(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("60.5s+0.02", "f2f3 e7e5 g2g4 d8h4");
    struct buffer text = {0};
    const rk_roster roster = {.event = "Test", .round = "1.2", .white = "A", .black = "B"};
    fixture.score[RK_WHITE] = -35;
    fixture.score[RK_BLACK] = RK_MATE - 1;
    struct referee_result result = play(&fixture);
    game_pgn_write(&result, &roster, &text);
    assert_string_equal(
        buffer_cstr(&text),
        "[Event \"Test\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.2\"]\n[White \"A\"]\n"
        "[Black \"B\"]\n[Result \"0-1\"]\n[TimeControl \"60.5+0.02\"]\n[ECO \"A00\"]\n[Opening "
        "\"Barnes Opening: Fool's Mate\"]\n"
        "[Termination \"normal\"]\n\n"
        "1. f3 {-0.35/7 0.010s} 1... e5 {+M1/7 0.010s} 2. g4 {-0.35/7 0.010s} 2... Qh4#\n"
        "{+M1/7 0.010s, Black wins by checkmate} 0-1\n\n");
    buffer_fini(&text);
    referee_result_fini(&result);
}

static void the_pgn_calls_an_illegal_move_a_rules_infraction(void **state)
{
    (void)state;
    struct fixture fixture = make_fixture("1s", "e2e4 e7e4");
    struct buffer text = {0};
    struct referee_result result = play(&fixture);
    game_pgn_write(&result, &(rk_roster){.white = "A", .black = "B"}, &text);
    assert_non_null(strstr(buffer_cstr(&text), "[Termination \"rules infraction\"]\n"));
    buffer_rewind(&text);
    referee_result_fini(&result);
    struct fixture agreed = make_fixture("1s", "e2e4 e7e5");
    agreed.adjudication.moves_max = 1;
    result = play(&agreed);
    game_pgn_write(&result, &(rk_roster){.white = "A", .black = "B"}, &text);
    assert_non_null(strstr(buffer_cstr(&text), "[Termination \"adjudication\"]\n"));
    buffer_fini(&text);
    referee_result_fini(&result);
}

static void random_games_end_by_the_rules(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct fixture fixture = make_fixture("-", NULL);
        fixture.prng.state = seed;
        struct referee_result result = play(&fixture);
        assert_true(rk_status_is_over(rk_game_status(result.game)));
        assert_int_equal(result.record_count, fixture.searches[0] + fixture.searches[1]);
        assert_false(result.must_restart[0] || result.must_restart[1]);
        referee_result_fini(&result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mate_ends_the_game),
        cmocka_unit_test(a_threefold_repetition_is_claimed_automatically),
        cmocka_unit_test(a_late_move_loses_on_time),
        cmocka_unit_test(a_move_within_the_margin_is_accepted),
        cmocka_unit_test(an_engine_that_does_not_reply_loses_and_is_restarted),
        cmocka_unit_test(without_a_clock_an_engine_times_out_after_the_patience),
        cmocka_unit_test(an_engine_ponders_on_the_reply_it_expects),
        cmocka_unit_test(a_move_that_ends_the_game_is_not_pondered_on),
        cmocka_unit_test(a_crash_loses),
        cmocka_unit_test(an_illegal_move_loses),
        cmocka_unit_test(an_invalid_reply_is_quoted_in_the_reason),
        cmocka_unit_test(a_stopped_game_has_no_result),
        cmocka_unit_test(a_game_ends_when_both_engines_agree),
        cmocka_unit_test(opening_moves_cost_no_time),
        cmocka_unit_test(engines_are_told_the_moves_to_the_next_time_control),
        cmocka_unit_test(a_custom_start_position_is_sent_as_fen),
        cmocka_unit_test(the_pgn_has_scores_depths_times_and_the_reason),
        cmocka_unit_test(the_pgn_calls_an_illegal_move_a_rules_infraction),
        cmocka_unit_test(random_games_end_by_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
