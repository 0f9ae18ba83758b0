/* SPDX-License-Identifier: MIT */
/* Draws in online play: automatic, by claim and by agreement. */
#include <stdio.h>
#include <string.h>

#include "record/game_status.h"
#include "support/fixture.h"

static struct fixture fixture;

static const char shuffle[] = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

static struct recorded_reply move_and_offer(const char *text)
{
    const rk_side side = rk_position_turn(rk_game_position(round_game(fixture.round)));
    struct command command = fixture_command(&fixture, side, VERB_MOVE);
    snprintf(command.move, sizeof command.move, "%s", text);
    command.offers_draw = true;
    return fixture_run(&fixture, &command);
}

static rk_side draw_offer(void)
{
    return rk_game_draw_offer(round_game(fixture.round));
}

// ---- automatic and claimed -------------------------------------------------------------------

static void threefold_repetition_draws_automatically(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, shuffle, SECOND);
    expect_running(&fixture);
    const size_t written = fixture.harness.store.write_jobs;
    expect_done(fixture_move(&fixture, "Ng8"));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "threefold repetition");
    assert_int_equal(fixture.harness.store.write_jobs,
                     written + 1); // the move and the claim are one job
}

static void threefold_repetition_draws_for_bots_too(void **state)
{
    (void)state;
    fixture.white.role = fixture.black.role = ROLE_BOT;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, shuffle, SECOND);
    expect_done(fixture_move(&fixture, "Ng8"));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "threefold repetition");
}

static void fifty_moves_draw_automatically(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", "7k/8/8/8/8/8/R7/K7 w - - 98 80");
    fixture_play(&fixture, "Rb2", SECOND);
    expect_running(&fixture);
    expect_done(fixture_move(&fixture, "Kg8"));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "fifty-move rule");
}

static void mate_in_the_hundredth_ply_wins(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", "7k/8/6K1/8/8/8/R7/8 b - - 98 80");
    fixture_play(&fixture, "Kg8 Ra8", SECOND);
    expect_end(&fixture, "mate", RK_WHITE_WINS, "checkmate");
}

static void fifty_moves_can_be_left_to_a_claim(void **state)
{
    (void)state;
    fixture.harness.server->config.draw_at_fifty = false;
    fixture_start_from(&fixture, "5+3", "7k/8/8/8/8/8/R7/K7 w - - 98 80");
    fixture_play(&fixture, "Rb2", SECOND);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_DRAW), REFUSED_NOT_NOW, "no draw");
    fixture_play(&fixture, "Kg8", SECOND);
    expect_running(&fixture);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_DRAW)); // by either player
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "fifty-move rule");
}

static void seventy_five_moves_end_the_game(void **state)
{
    (void)state;
    fixture.harness.server->config.draw_at_fifty = false;
    fixture_start_from(&fixture, "5+3", "7k/8/8/8/8/8/R7/K7 w - - 148 100");
    fixture_play(&fixture, "Rb2 Kg8", SECOND);
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "seventy-five-move rule");
}

static void a_claim_can_name_the_move_that_makes_the_draw(void **state)
{
    (void)state;
    fixture.harness.server->config.draw_at_fifty = false;
    fixture_start_from(&fixture, "5+3", "7k/8/8/8/8/8/R7/K7 w - - 98 80");
    fixture_play(&fixture, "Rb2", SECOND);
    struct command claim = fixture_command(&fixture, RK_BLACK, VERB_CLAIM_DRAW);
    strcpy(claim.move, "h8g8");
    struct command early = fixture_command(&fixture, RK_WHITE, VERB_CLAIM_DRAW);
    strcpy(early.move, "b2b3");
    expect_refused(fixture_run(&fixture, &early), REFUSED_TURN, "");
    expect_done(fixture_run(&fixture, &claim));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "fifty-move rule");
}

static void insufficient_material_draws_at_once(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", "7k/8/8/8/8/8/r7/KB6 w - - 0 1");
    fixture_play(&fixture, "Bxa2", SECOND);
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "neither side can mate");
}

static void stalemate_is_a_draw(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1");
    fixture_play(&fixture, "Qg6", SECOND);
    expect_end(&fixture, "stalemate", RK_NOBODY_WINS, "stalemate");
}

static void a_player_who_cannot_lose_draws_by_resigning_or_claiming(void **state)
{
    (void)state;
    const char fen[] = "7k/8/8/8/8/8/P6P/K7 w - - 0 1";
    fixture_start_from(&fixture, "5+3", fen);
    fixture_play(&fixture, "h4 Kg8", SECOND);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_DRAW), REFUSED_NOT_NOW, "no draw");
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    expect_end(&fixture, "insufficientMaterialClaim", RK_NOBODY_WINS, "Black cannot win");
    assert_int_equal(game_status_number(round_game(fixture.round)), 39);
    fixture_start_from(&fixture, "5+3", fen);
    fixture_play(&fixture, "h4 Kg8", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_CLAIM_DRAW));
    expect_end(&fixture, "insufficientMaterialClaim", RK_NOBODY_WINS, "Black cannot win");
    fixture_start_from(&fixture, "5+3", fen);
    fixture_play(&fixture, "h4 Kg8", SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_RESIGN));
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

// ---- by agreement ----------------------------------------------------------------------------

static void a_draw_offer_can_be_accepted(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    assert_int_equal(draw_offer(), RK_WHITE);
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_ACCEPT_DRAW), REFUSED_NOT_NOW, "");
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_ACCEPT_DRAW));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "agreement");
}

static void offering_while_the_opponents_offer_stands_accepts_it(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW));
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "agreement");
}

static void a_draw_offer_can_be_declined_or_withdrawn(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_DECLINE_DRAW));
    assert_int_equal(draw_offer(), RK_NO_SIDE);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW));
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_WITHDRAW_DRAW));
    assert_int_equal(draw_offer(), RK_NO_SIDE);
    expect_running(&fixture);
}

static void a_draw_offer_stands_until_the_opponent_moves(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    fixture_play(&fixture, "Nf3", SECOND);
    assert_int_equal(draw_offer(), RK_WHITE);
    fixture_play(&fixture, "Nc6", SECOND);
    assert_int_equal(draw_offer(), RK_NO_SIDE);
}

static void a_draw_can_be_offered_after_two_plies(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4", SECOND);
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW), REFUSED_NOT_NOW,
                   "both players have moved");
    fixture_play(&fixture, "e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
}

static void a_player_can_offer_again_after_twenty_plies(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW), REFUSED_NOT_NOW, "already");
    fixture_play(&fixture, "Nf3 Nf6 Nc3 Nc6 Bb5 Bb4 d3 d6 a3 a6 h3 h6 b3 b6 g3 g6 Kf1 Kf8 Kg2",
                 SECOND);
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW), REFUSED_NOT_NOW, "already");
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW)); // the opponent can
    fixture_play(&fixture, "Kg7", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_DECLINE_DRAW));
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    assert_int_equal(draw_offer(), RK_WHITE);
}

/* The rook visits the squares one by one, so that no position repeats. */
static void walk_rook(unsigned moves)
{
    char text[12] = "a1a1";
    for (unsigned i = 1; i <= moves; i++) {
        const unsigned rank = i / 8, file = rank % 2 ? 7 - i % 8 : i % 8;
        memcpy(text, text + 2, 2);
        text[2] = (char)('a' + file);
        text[3] = (char)('1' + rank);
        fixture_play(&fixture, text, SECOND);
        if (i < moves)
            fixture_play(&fixture, i % 2 ? "Kb8" : "Ka8", SECOND);
    }
}

static void the_no_early_draw_rule_forbids_offers_before_ply_sixty(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("30+0");
    settings.rules = RULE_NO_EARLY_DRAW;
    settings.from_position = true;
    settings.start = position("k7/pppppppp/8/4K3/8/8/8/R7 w - - 0 1");
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    walk_rook(30);
    assert_int_equal(round_plies(fixture.round), 59);
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW), REFUSED_NOT_NOW,
                   "before move 30");
    fixture_play(&fixture, "Ka8", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
}

static void a_move_and_its_draw_offer_are_one_job(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    const size_t written = fixture.harness.store.write_jobs;
    const struct recorded_reply result = move_and_offer("Nf3");
    expect_done(result);
    assert_int_equal(result.reply.version, 4);
    assert_int_equal(draw_offer(), RK_WHITE);
    assert_int_equal(fixture.harness.store.write_jobs, written + 1);
}

static void a_move_counts_even_if_its_draw_offer_is_refused(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    const struct recorded_reply result = move_and_offer("e4");
    expect_done(result);
    assert_non_null(strstr(result.why, "both players have moved"));
    assert_int_equal(round_plies(fixture.round), 1);
    assert_int_equal(draw_offer(), RK_NO_SIDE);
}

static void offering_with_a_move_accepts_the_opponents_offer(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(move_and_offer("Nf3"));
    expect_done(move_and_offer("Nc6"));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "agreement");
}

static void offering_a_draw_in_a_claimable_position_ends_the_game(void **state)
{
    (void)state;
    fixture.harness.server->config.draw_at_fifty = false;
    fixture_start_from(&fixture, "5+3", "7k/8/8/8/8/8/R7/K7 w - - 98 80");
    fixture_play(&fixture, "Rb2 Kg8", SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "fifty-move rule");
}

int main(void)
{
#define TEST(function) FIXTURE_TEST(function, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(threefold_repetition_draws_automatically),
        TEST(threefold_repetition_draws_for_bots_too),
        TEST(fifty_moves_draw_automatically),
        TEST(mate_in_the_hundredth_ply_wins),
        TEST(fifty_moves_can_be_left_to_a_claim),
        TEST(seventy_five_moves_end_the_game),
        TEST(a_claim_can_name_the_move_that_makes_the_draw),
        TEST(insufficient_material_draws_at_once),
        TEST(stalemate_is_a_draw),
        TEST(a_player_who_cannot_lose_draws_by_resigning_or_claiming),
        TEST(a_draw_offer_can_be_accepted),
        TEST(offering_while_the_opponents_offer_stands_accepts_it),
        TEST(a_draw_offer_can_be_declined_or_withdrawn),
        TEST(a_draw_offer_stands_until_the_opponent_moves),
        TEST(a_draw_can_be_offered_after_two_plies),
        TEST(a_player_can_offer_again_after_twenty_plies),
        TEST(the_no_early_draw_rule_forbids_offers_before_ply_sixty),
        TEST(a_move_and_its_draw_offer_are_one_job),
        TEST(a_move_counts_even_if_its_draw_offer_is_refused),
        TEST(offering_with_a_move_accepts_the_opponents_offer),
        TEST(offering_a_draw_in_a_claimable_position_ends_the_game),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
