/* SPDX-License-Identifier: MIT */
/* The status of a game: which actions each accepts, how it is reached, and who wins. */
#include "rookery/game.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"
#include "support/game.h"

enum { MINUTES_5 = 300000 };

static rk_game *game_with(rk_variant variant, const char *fen, const char *clock)
{
    return start_game(position_of(variant, fen), clock);
}

static rk_game *game_from(const char *fen)
{
    return game_with(RK_STANDARD, fen, "-");
}

static rk_game *new_game(void)
{
    return game_with(RK_STANDARD, rk_variant_start(RK_STANDARD), "5+0");
}

static rk_err act(rk_game *game, rk_action_kind kind, rk_side by)
{
    return rk_game_play(game, (rk_action){.kind = kind, .by = by}, NULL);
}

/* Checks how the game ended and that undo and redo leave and restore the end, then destroys it. */
static void expect_end(rk_game *game, rk_status status, rk_winner winner, const char *expected)
{
    for (int i = 0; i < 2; i++) {
        char text[100];
        rk_game_result_text(game, text, sizeof text);
        assert_string_equal(text, expected);
        assert_int_equal(rk_game_status(game), status);
        assert_int_equal(rk_game_winner(game), winner);
        assert_true(rk_status_is_over(status));
        assert_int_equal(rk_game_draw_offer(game), RK_NO_SIDE);
        assert_false(rk_game_can_claim(game));
        const int64_t left = rk_clock_left(rk_game_clock(game), RK_WHITE, 1000);
        assert_true(left == rk_clock_left(rk_game_clock(game), RK_WHITE, 999999)); // stopped
        assert_int_equal(rk_game_undo(game), RK_OK);
        assert_false(rk_status_is_over(rk_game_status(game)));
        assert_int_equal(rk_game_winner(game), RK_NOBODY_WINS);
        assert_int_equal(rk_game_redo(game), RK_OK);
    }
    rk_game_destroy(game);
}

// ---- the table -------------------------------------------------------------------------------

/* The actions each status accepts: a letter for each action, in the order of rk_action_kind. */
static const struct {
    rk_status status;
    const char *accepts;
} rows[] = {
    // move Resign Offer Accept Decline Withdraw Claim Flag aBort forfeiT adJudicate Pause resUme
    // aDd Start
    {RK_CREATED, "mroadwcfbtjp.+s"},
    {RK_OPENED, "mroadwcfbtjp.+s"},
    {RK_ACTIVE, "mroadwcfbtjp.+."},
    {RK_CHECK, "mroadwcfbtjp.+."},
    {RK_PAUSED, ".r......btj.u.."},
    {RK_WON_BY_CHECKMATE, "..............."},
    {RK_DRAWN_BY_STALEMATE, "..............."},
    {RK_DRAWN_BY_AGREEMENT, "..............."},
    {RK_DRAWN_BY_REPETITION, "..............."},
    {RK_DRAWN_BY_FIVEFOLD, "..............."},
    {RK_DRAWN_BY_FIFTY, "..............."},
    {RK_DRAWN_BY_SEVENTY_FIVE, "..............."},
    {RK_DRAWN_BY_MATERIAL, "..............."},
    {RK_RESIGNED, "..............."},
    {RK_TIMED_OUT, "..............."},
    {RK_DRAWN_ON_TIME, "..............."},
    {RK_FORFEITED, "..............."},
    {RK_ADJUDICATED, "..............."},
    {RK_ABORTED, "..............."},
    {RK_VARIANT_END, "..............."},
};

static void each_status_accepts_the_actions_of_its_row(void **state)
{
    (void)state;
    assert_int_equal(sizeof rows / sizeof *rows, RK_STATUS_COUNT);
    for (size_t i = 0; i < RK_STATUS_COUNT; i++) {
        assert_int_equal(rows[i].status, i);
        assert_int_equal(strlen(rows[i].accepts), RK_ACTION_COUNT);
        for (int kind = 0; kind < RK_ACTION_COUNT; kind++)
            assert_int_equal(rk_status_accepts((rk_status)i, (rk_action_kind)kind),
                             rows[i].accepts[kind] != '.');
        assert_int_equal(rk_status_is_over((rk_status)i), !strpbrk(rows[i].accepts, "mu"));
        assert_true(*rk_status_text((rk_status)i) && *rk_status_termination((rk_status)i));
    }
}

static void each_action_has_a_unique_name(void **state)
{
    (void)state;
    for (int a = 0; a < RK_ACTION_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(rk_action_name((rk_action_kind)a),
                                    rk_action_name((rk_action_kind)b));
}

/* Every action that the current status does not accept is rejected. */
static void expect_other_actions_rejected(rk_game *game)
{
    const rk_status status = rk_game_status(game);
    for (int kind = 0; kind < RK_ACTION_COUNT; kind++) {
        if (rk_status_accepts(status, (rk_action_kind)kind))
            continue;
        rk_fault fault = {.text = ""};
        const rk_action action = {.kind = (rk_action_kind)kind, .by = RK_WHITE};
        assert_int_equal(rk_game_play(game, action, &fault),
                         rk_status_is_over(status) ? RK_GAME_OVER : RK_NOT_NOW);
        assert_true(*fault.text);
        assert_int_equal(rk_game_status(game), status);
    }
}

static void actions_that_a_status_does_not_accept_are_rejected(void **state)
{
    (void)state;
    rk_game *game = new_game();
    expect_other_actions_rejected(game);
    play_san(game, "e4");
    expect_other_actions_rejected(game);
    play_san(game, "e5");
    expect_other_actions_rejected(game);
    assert_int_equal(act(game, RK_ACT_PAUSE, RK_WHITE), RK_OK);
    expect_other_actions_rejected(game);
    assert_int_equal(act(game, RK_ACT_RESUME, RK_WHITE), RK_OK);
    play_san(game, "d3 Bb4");
    assert_int_equal(rk_game_status(game), RK_CHECK);
    expect_other_actions_rejected(game);
    assert_int_equal(act(game, RK_ACT_RESIGN, RK_WHITE), RK_OK);
    expect_other_actions_rejected(game);
    rk_game_destroy(game);
}

// ---- ends by actions -------------------------------------------------------------------------

static void a_running_game_can_be_aborted(void **state)
{
    (void)state;
    const char *const moves[] = {"", "e4", "e4 e5", "e4 e5 d3 Bb4"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        rk_game *game = new_game();
        play_san(game, moves[i]);
        assert_int_equal(act(game, RK_ACT_ABORT, RK_BLACK), RK_OK);
        expect_end(game, RK_ABORTED, RK_NOBODY_WINS, "The game was aborted");
    }
}

static void a_check_by_the_first_move_does_not_prevent_an_abort(void **state)
{
    (void)state;
    rk_game *game = game_from("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    play_san(game, "Qa8");
    assert_true(rk_position_in_check(rk_game_position(game)));
    assert_int_equal(rk_game_status(game), RK_OPENED);
    assert_int_equal(act(game, RK_ACT_ABORT, RK_BLACK), RK_OK);
    expect_end(game, RK_ABORTED, RK_NOBODY_WINS, "The game was aborted");
}

static void a_player_who_resigns_or_leaves_loses(void **state)
{
    (void)state;
    rk_game *game = new_game();
    assert_int_equal(act(game, RK_ACT_RESIGN, RK_BLACK), RK_OK);
    expect_end(game, RK_RESIGNED, RK_WHITE_WINS, "White wins: Black resigned");
    game = new_game();
    assert_int_equal(act(game, RK_ACT_FORFEIT, RK_WHITE), RK_OK);
    expect_end(game, RK_FORFEITED, RK_BLACK_WINS, "Black wins: White left the game");
}

static void adjudication_decides_the_result(void **state)
{
    (void)state;
    static const char *const texts[] = {"White wins by adjudication", "Black wins by adjudication",
                                        "Draw by adjudication"};
    for (rk_winner winner = RK_WHITE_WINS; winner <= RK_NOBODY_WINS; winner++) {
        rk_game *game = new_game();
        const rk_action action = {.kind = RK_ACT_ADJUDICATE, .winner = winner};
        assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
        expect_end(game, RK_ADJUDICATED, winner, texts[winner]);
    }
}

static void a_draw_needs_an_offer_and_the_opponents_consent(void **state)
{
    (void)state;
    rk_game *game = new_game();
    assert_int_equal(act(game, RK_ACT_ACCEPT_DRAW, RK_BLACK), RK_NO_OFFER);
    assert_int_equal(act(game, RK_ACT_WITHDRAW_DRAW, RK_WHITE), RK_NO_OFFER);
    assert_int_equal(act(game, RK_ACT_OFFER_DRAW, RK_WHITE), RK_OK);
    assert_int_equal(rk_game_draw_offer(game), RK_WHITE);
    assert_int_equal(act(game, RK_ACT_OFFER_DRAW, RK_WHITE), RK_NOT_NOW);
    assert_int_equal(act(game, RK_ACT_OFFER_DRAW, RK_BLACK), RK_NOT_NOW);
    assert_int_equal(act(game, RK_ACT_ACCEPT_DRAW, RK_WHITE), RK_NO_OFFER);
    assert_int_equal(act(game, RK_ACT_WITHDRAW_DRAW, RK_BLACK), RK_NO_OFFER);
    assert_int_equal(act(game, RK_ACT_DECLINE_DRAW, RK_BLACK), RK_OK);
    assert_int_equal(rk_game_draw_offer(game), RK_NO_SIDE);
    assert_int_equal(act(game, RK_ACT_OFFER_DRAW, RK_BLACK), RK_OK);
    assert_int_equal(act(game, RK_ACT_WITHDRAW_DRAW, RK_BLACK), RK_OK);
    assert_int_equal(act(game, RK_ACT_ACCEPT_DRAW, RK_WHITE), RK_NO_OFFER);
    assert_int_equal(act(game, RK_ACT_OFFER_DRAW, RK_BLACK), RK_OK);
    assert_int_equal(act(game, RK_ACT_ACCEPT_DRAW, RK_WHITE), RK_OK);
    expect_end(game, RK_DRAWN_BY_AGREEMENT, RK_NOBODY_WINS, "Draw by agreement");
}

static void the_log_shows_the_open_draw_offer_after_each_action(void **state)
{
    (void)state;
    rk_game *game = new_game();
    assert_int_equal(rk_game_play_san(game, "e4", 2, 0, NULL), RK_OK);
    const rk_action offer = {.kind = RK_ACT_OFFER_DRAW, .by = RK_WHITE};
    assert_int_equal(rk_game_play(game, offer, NULL), RK_OK);
    assert_int_equal(rk_game_draw_offer_after(game, 1), RK_WHITE);
    assert_int_equal(rk_game_play_san(game, "e5", 2, 0, NULL), RK_OK);
    assert_int_equal(rk_game_draw_offer_after(game, 0), RK_NO_SIDE);
    assert_int_equal(rk_game_draw_offer_after(game, 1), RK_WHITE);
    assert_int_equal(rk_game_draw_offer_after(game, 2), RK_NO_SIDE);
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_draw_offer_after(game, 1), RK_WHITE);
    rk_game_destroy(game);
}

static void an_offer_lapses_when_the_opponent_moves(void **state)
{
    (void)state;
    rk_game *game = new_game();
    assert_int_equal(act(game, RK_ACT_OFFER_DRAW, RK_WHITE), RK_OK);
    play_san(game, "e4");
    assert_int_equal(rk_game_draw_offer(game), RK_WHITE);
    play_san(game, "e5");
    assert_int_equal(rk_game_draw_offer(game), RK_NO_SIDE);
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_game_draw_offer(game), RK_WHITE);
    rk_game_destroy(game);
}

static void a_pause_only_stops_the_clock(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "e4 e5");
    const rk_position before = *rk_game_position(game);
    const rk_action pause = {.kind = RK_ACT_PAUSE, .at = 1000};
    const rk_action resume = {.kind = RK_ACT_RESUME, .at = 100000};
    assert_int_equal(rk_game_play(game, pause, NULL), RK_OK);
    assert_int_equal(rk_game_status(game), RK_PAUSED);
    assert_int_equal(rk_game_play_san(game, "d4", 2, 2000, NULL), RK_NOT_NOW);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 50000), MINUTES_5 - 1000);
    assert_int_equal(rk_game_play(game, resume, NULL), RK_OK);
    assert_int_equal(rk_game_status(game), RK_ACTIVE);
    assert_memory_equal(&before, rk_game_position(game), sizeof before);
    assert_int_equal(rk_game_play_san(game, "d4", 2, 102000, NULL), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 102000), MINUTES_5 - 3000);
    assert_int_equal(rk_game_time_taken(game, 4), 3000);
    for (int i = 0; i < 5; i++)
        assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 0), MINUTES_5);
    rk_game_destroy(game);
}

// ---- ends by time ----------------------------------------------------------------------------

static rk_err flag(rk_game *game, rk_side whose, int64_t at)
{
    return rk_game_play(game, (rk_action){.kind = RK_ACT_FLAG, .by = whose, .at = at}, NULL);
}

static void a_flag_loses_only_when_the_time_has_run_out(void **state)
{
    (void)state;
    rk_game *game = new_game();
    assert_int_equal(flag(game, RK_WHITE, MINUTES_5 - 1), RK_NOT_FLAGGED);
    assert_int_equal(flag(game, RK_BLACK, MINUTES_5), RK_NOT_FLAGGED);
    assert_int_equal(rk_game_play_san(game, "e4", 2, MINUTES_5, NULL), RK_TIME_IS_UP);
    assert_int_equal(flag(game, RK_WHITE, MINUTES_5), RK_OK);
    assert_string_equal(rk_status_termination(rk_game_status(game)), "time forfeit");
    expect_end(game, RK_TIMED_OUT, RK_BLACK_WINS, "Black wins: White's time ran out");
}

static void lag_compensation_prevents_a_flag(void **state)
{
    (void)state;
    rk_game *game = new_game();
    rk_action action = {.kind = RK_ACT_FLAG, .by = RK_WHITE, .at = MINUTES_5 + 100, .lag = 200};
    assert_int_equal(rk_game_play(game, action, NULL), RK_NOT_FLAGGED);
    action.kind = RK_ACT_MOVE;
    action.move = move(rk_game_position(game), "e2e4");
    assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 0), 100);
    rk_game_destroy(game);
}

static void a_flag_is_a_draw_if_the_opponent_cannot_mate(void **state)
{
    (void)state;
    rk_game *game = game_with(RK_STANDARD, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1+0");
    assert_int_equal(flag(game, RK_WHITE, 60000), RK_OK);
    expect_end(game, RK_DRAWN_ON_TIME, RK_NOBODY_WINS,
               "Draw: White's time ran out, but Black cannot mate");
}

static void without_a_clock_a_flag_is_rejected(void **state)
{
    (void)state;
    rk_game *game = game_from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_int_equal(flag(game, RK_WHITE, INT64_MAX), RK_NOT_NOW);
    assert_int_equal(act(game, RK_ACT_ADD_TIME, RK_WHITE), RK_NOT_NOW);
    rk_game_destroy(game);
}

static void the_first_move_of_each_side_costs_no_time(void **state)
{
    (void)state;
    rk_game_setup setup = {.start = position("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1")};
    assert_int_equal(rk_time_control_parse("5+3", 3, &setup.clock, NULL), RK_OK);
    rk_game *game = NULL;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    assert_int_equal(flag(game, RK_BLACK, 2 * MINUTES_5), RK_NOT_FLAGGED);
    assert_int_equal(rk_game_play_san(game, "e6", 2, 2 * MINUTES_5, NULL), RK_OK);
    assert_int_equal(rk_game_play_san(game, "e3", 2, 4 * MINUTES_5, NULL), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 4 * MINUTES_5), MINUTES_5);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_BLACK, 4 * MINUTES_5), MINUTES_5);
    assert_int_equal(flag(game, RK_BLACK, 5 * MINUTES_5), RK_OK); // from here on time counts
    expect_end(game, RK_TIMED_OUT, RK_WHITE_WINS, "White wins: Black's time ran out");
}

static void time_can_be_added(void **state)
{
    (void)state;
    rk_game *game = new_game();
    rk_action added = {.kind = RK_ACT_ADD_TIME, .by = RK_BLACK, .milliseconds = 15000};
    assert_int_equal(rk_game_play(game, added, NULL), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_BLACK, 0), MINUTES_5 + 15000);
    added.milliseconds = -1;
    assert_int_equal(rk_game_play(game, added, NULL), RK_NOT_NOW);
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_BLACK, 0), MINUTES_5);
    rk_game_destroy(game);
}

static void the_clock_can_be_started_before_both_have_moved(void **state)
{
    (void)state;
    rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    rk_game *game = NULL;
    assert_int_equal(rk_time_control_parse("5+0", 3, &setup.clock, NULL), RK_OK);
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    const rk_action start = {.kind = RK_ACT_START_CLOCK, .at = 1000};
    assert_int_equal(rk_game_play(game, start, NULL), RK_OK);
    assert_int_equal(rk_game_status(game), RK_CREATED);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 3000), MINUTES_5 - 2000);
    assert_int_equal(rk_game_play(game, start, NULL), RK_NOT_NOW); // already runs
    assert_int_equal(rk_game_undo(game), RK_OK);
    assert_int_equal(rk_clock_left(rk_game_clock(game), RK_WHITE, 3000), MINUTES_5);
    play_san(game, "e4 e5");
    assert_int_equal(rk_game_play(game, start, NULL), RK_NOT_NOW);
    rk_game_destroy(game);
}

// ---- ends by the board -----------------------------------------------------------------------

static void a_third_repetition_may_be_claimed(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_int_equal(act(game, RK_ACT_CLAIM_DRAW, RK_BLACK), RK_NO_CLAIM);
    assert_int_equal(act(game, RK_ACT_CLAIM_DRAW, RK_WHITE), RK_NOT_YOUR_TURN);
    play_san(game, "Ng8");
    assert_int_equal(rk_game_repetitions(game), 3);
    assert_true(rk_game_can_claim(game));
    assert_int_equal(act(game, RK_ACT_CLAIM_DRAW, RK_WHITE), RK_OK);
    expect_end(game, RK_DRAWN_BY_REPETITION, RK_NOBODY_WINS, "Draw by threefold repetition");
}

static void a_third_repetition_may_be_claimed_before_the_move(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    rk_action claim = {.kind = RK_ACT_CLAIM_DRAW, .by = RK_BLACK};
    claim.move = move(rk_game_position(game), "a7a6");
    assert_int_equal(rk_game_play(game, claim, NULL), RK_NO_CLAIM);
    claim.move = move(rk_game_position(game), "f6f5");
    assert_int_equal(rk_game_play(game, claim, NULL), RK_NOT_ITS_MOVE);
    claim.move = move(rk_game_position(game), "f6g8");
    assert_int_equal(rk_game_play(game, claim, NULL), RK_OK);
    expect_end(game, RK_DRAWN_BY_REPETITION, RK_NOBODY_WINS, "Draw by threefold repetition");
}

static void pauses_do_not_count_as_repetitions(void **state)
{
    (void)state;
    rk_game *game = new_game();
    play_san(game, "Nf3 Nf6");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(act(game, RK_ACT_PAUSE, RK_WHITE), RK_OK);
        assert_int_equal(act(game, RK_ACT_RESUME, RK_WHITE), RK_OK);
    }
    assert_int_equal(rk_game_repetitions(game), 1);
    play_san(game, "Ng1 Ng8");
    assert_int_equal(rk_game_repetitions(game), 2);
    rk_game_destroy(game);
}

static void a_lost_castling_right_makes_a_new_position(void **state)
{
    (void)state;
    rk_game *game = game_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    play_san(game, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8");
    assert_int_equal(rk_game_repetitions(game), 2);
    rk_game_destroy(game);
}

static void crazyhouse_positions_can_repeat_after_captures(void **state)
{
    (void)state;
    // Each rook captures a knight and goes back. Then each side drops the captured knight where
    // its own knight was, which repeats the position from before the captures.
    rk_game *game = game_with(RK_CRAZYHOUSE, "1k5r/8/8/n7/7N/8/8/R5K1[] w - - 0 1", "-");
    play_san(game, "Rxa5 Rxh4 Ra1 Rh8 N@h4 N@a5");
    assert_true(rk_game_position(game)->halfmove_clock < 6);
    assert_int_equal(rk_game_repetitions(game), 2);
    play_san(game, "Rxa5 Rxh4 Ra1 Rh8 N@h4 N@a5");
    assert_true(rk_game_can_claim(game));
    rk_game_destroy(game);
}

static void a_fifth_repetition_ends_the_game(void **state)
{
    (void)state;
    rk_game *game = new_game();
    for (int i = 0; i < 4; i++)
        play_san(game, "Nf3 Nf6 Ng1 Ng8");
    expect_end(game, RK_DRAWN_BY_FIVEFOLD, RK_NOBODY_WINS, "Draw by fivefold repetition");
}

static void fifty_quiet_moves_may_be_claimed(void **state)
{
    (void)state;
    rk_game *game = game_from("k7/8/8/8/8/8/4R3/4K3 w - - 99 80");
    assert_int_equal(act(game, RK_ACT_CLAIM_DRAW, RK_WHITE), RK_NO_CLAIM);
    rk_action claim = {.kind = RK_ACT_CLAIM_DRAW, .by = RK_WHITE};
    claim.move = move(rk_game_position(game), "e2d2");
    assert_int_equal(rk_game_play(game, claim, NULL), RK_OK);
    assert_int_equal(rk_game_status(game), RK_DRAWN_BY_FIFTY);
    assert_int_equal(rk_game_undo(game), RK_OK);
    play_san(game, "Rd2");
    assert_int_equal(act(game, RK_ACT_CLAIM_DRAW, RK_BLACK), RK_OK);
    expect_end(game, RK_DRAWN_BY_FIFTY, RK_NOBODY_WINS, "Draw by the fifty-move rule");
}

static void seventy_five_quiet_moves_end_the_game(void **state)
{
    (void)state;
    rk_game *game = game_from("k7/8/8/8/8/8/4R3/4K3 w - - 149 80");
    play_san(game, "Rd2");
    expect_end(game, RK_DRAWN_BY_SEVENTY_FIVE, RK_NOBODY_WINS,
               "Draw by the seventy-five-move rule");
}

static void checkmate_takes_precedence_over_the_seventy_five_move_rule(void **state)
{
    (void)state;
    rk_game *game = game_from("6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 80");
    play_san(game, "Ra8");
    expect_end(game, RK_WON_BY_CHECKMATE, RK_WHITE_WINS, "White wins by checkmate");
}

static void bare_kings_are_a_draw(void **state)
{
    (void)state;
    rk_game *game = game_from("8/8/8/8/8/4k3/4P3/K7 b - - 0 1");
    play_san(game, "Kxe2");
    expect_end(game, RK_DRAWN_BY_MATERIAL, RK_NOBODY_WINS, "Draw: neither side can mate");
}

static void no_move_left_is_stalemate(void **state)
{
    (void)state;
    rk_game *game = game_from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    play_san(game, "Qf7");
    expect_end(game, RK_DRAWN_BY_STALEMATE, RK_NOBODY_WINS, "Draw by stalemate");
}

static void variants_have_their_own_ends(void **state)
{
    (void)state;
    rk_game *game = game_with(RK_KING_OF_THE_HILL, "7k/8/8/8/8/4K3/8/8 w - - 0 1", "-");
    play_san(game, "Ke4");
    expect_end(game, RK_VARIANT_END, RK_WHITE_WINS, "White wins: a king reached the centre");
    game = game_with(RK_ANTICHESS, "8/8/8/8/8/1p6/P7/8 w - - 0 1", "-");
    play_san(game, "axb3");
    expect_end(game, RK_VARIANT_END, RK_BLACK_WINS, "Black wins: a side has lost all its pieces");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_status_accepts_the_actions_of_its_row),
        cmocka_unit_test(each_action_has_a_unique_name),
        cmocka_unit_test(actions_that_a_status_does_not_accept_are_rejected),
        cmocka_unit_test(a_running_game_can_be_aborted),
        cmocka_unit_test(a_check_by_the_first_move_does_not_prevent_an_abort),
        cmocka_unit_test(a_player_who_resigns_or_leaves_loses),
        cmocka_unit_test(adjudication_decides_the_result),
        cmocka_unit_test(a_draw_needs_an_offer_and_the_opponents_consent),
        cmocka_unit_test(the_log_shows_the_open_draw_offer_after_each_action),
        cmocka_unit_test(an_offer_lapses_when_the_opponent_moves),
        cmocka_unit_test(a_pause_only_stops_the_clock),
        cmocka_unit_test(a_flag_loses_only_when_the_time_has_run_out),
        cmocka_unit_test(lag_compensation_prevents_a_flag),
        cmocka_unit_test(a_flag_is_a_draw_if_the_opponent_cannot_mate),
        cmocka_unit_test(without_a_clock_a_flag_is_rejected),
        cmocka_unit_test(the_first_move_of_each_side_costs_no_time),
        cmocka_unit_test(time_can_be_added),
        cmocka_unit_test(the_clock_can_be_started_before_both_have_moved),
        cmocka_unit_test(a_third_repetition_may_be_claimed),
        cmocka_unit_test(a_third_repetition_may_be_claimed_before_the_move),
        cmocka_unit_test(pauses_do_not_count_as_repetitions),
        cmocka_unit_test(a_lost_castling_right_makes_a_new_position),
        cmocka_unit_test(crazyhouse_positions_can_repeat_after_captures),
        cmocka_unit_test(a_fifth_repetition_ends_the_game),
        cmocka_unit_test(fifty_quiet_moves_may_be_claimed),
        cmocka_unit_test(seventy_five_quiet_moves_end_the_game),
        cmocka_unit_test(checkmate_takes_precedence_over_the_seventy_five_move_rule),
        cmocka_unit_test(bare_kings_are_a_draw),
        cmocka_unit_test(no_move_left_is_stalemate),
        cmocka_unit_test(variants_have_their_own_ends),
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
