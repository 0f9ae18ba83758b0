/* SPDX-License-Identifier: MIT */
/* Whole matches between engine processes, and the state file. */
#include "match/runner.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "match/report.h"
#include "match/state.h"
#include "platform/monotonic.h"
#include "support/board.h"
#include "support/engine.h"
#include "support/fake_engine.h"
#include "support/folder.h"

struct fixture {
    struct engine_config engines[3];
    struct openings openings;
    struct standings standings;
    struct match match;
    struct sprt sprt;
    unsigned long finished, stop_after, messages, castlings;
    atomic_bool stopped;
    char reasons[64][80];
    rk_winner winners[64];
    char error[256];
};

static bool is_stopped(void *context)
{
    return atomic_load(&((struct fixture *)context)->stopped);
}

static bool record_result(void *context, const struct runner_game *game)
{
    struct fixture *fixture = context;
    assert_true(game->number < 64);
    snprintf(fixture->reasons[game->number], sizeof fixture->reasons[0], "%.79s",
             game->result->reason);
    fixture->winners[game->number] = game->winner;
    for (size_t i = 0; i < rk_game_length(game->result->game); i++) {
        const rk_action *action = rk_game_action(game->result->game, i);
        fixture->castlings +=
            action->kind == RK_ACT_MOVE && rk_move_type(action->move) == RK_CASTLING;
    }
    if (++fixture->finished == fixture->stop_after)
        atomic_store(&fixture->stopped, true);
    return true;
}

static void count_message(void *context, const char *message)
{
    assert_true(strlen(message) > 0);
    ((struct fixture *)context)->messages++;
}

static void set_up(struct fixture *fixture, const char *arguments[], unsigned engines,
                   unsigned long rounds)
{
    static const char *const names[] = {"one", "two", "three"};
    *fixture = (struct fixture){.error = ""};
    for (unsigned i = 0; i < engines; i++) {
        fixture->engines[i] = (struct engine_config){
            .name = names[i], .command = fake_engine_command((int)i, arguments[i])};
        fixture->engines[i].limits.nodes = 1;
    }
    assert_int_equal(openings_default(&fixture->openings, RK_STANDARD), RK_OK);
    const struct schedule schedule = {.engines = engines, .rounds = rounds, .openings = 1};
    assert_int_equal(standings_init(&fixture->standings, &schedule), RK_OK);
    fixture->match = (struct match){.engines = fixture->engines,
                                    .openings = &fixture->openings,
                                    .adjudication = {.moves_max = 10},
                                    .patience = 300,
                                    .concurrency = 2};
}

static struct runner_callbacks callbacks_for(struct fixture *fixture)
{
    return (struct runner_callbacks){.context = fixture,
                                     .now = monotonic_callback,
                                     .is_stopped = is_stopped,
                                     .on_game_end = record_result,
                                     .on_message = count_message};
}

static enum match_end run(struct fixture *fixture)
{
    const struct runner_callbacks callbacks = callbacks_for(fixture);
    return match_run(&fixture->match, &callbacks, &fixture->standings, fixture->error,
                     sizeof fixture->error);
}

static void tear_down(struct fixture *fixture)
{
    standings_fini(&fixture->standings);
    openings_fini(&fixture->openings);
}

static void all_games_are_played_once(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "seed=2", "seed=3"}, 3, 2);
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.finished, 12);
    for (int i = 0; i < 3; i++)
        assert_int_equal(score_games(&fixture.standings.scores[i]), 8);
    tear_down(&fixture);
}

static void a_crash_is_survived(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "crash=3"}, 2, 2);
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.finished, 4);
    assert_int_equal(fixture.standings.scores[0].wins, 4); // it is restarted and crashes again
    assert_int_equal(fixture.standings.faults[1], 4);
    assert_string_equal(fixture.reasons[0], "Black crashed");
    assert_string_equal(fixture.reasons[1], "White crashed");
    tear_down(&fixture);
}

static void an_illegal_move_is_survived(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"illegal=2", "seed=2"}, 2, 1);
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.scores[1].wins, 2);
    assert_string_equal(fixture.reasons[0], "White plays an illegal move: a1h8");
    tear_down(&fixture);
}

static void a_hanging_engine_times_out(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "hang=2"}, 2, 1);
    const int64_t before = monotonic_ms();
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_true(monotonic_ms() - before < 15000);
    assert_int_equal(fixture.standings.scores[0].wins, 2);
    assert_string_equal(fixture.reasons[0], "Black does not reply");
    tear_down(&fixture);
}

static void a_slow_engine_loses_on_time(void **state)
{
    (void)state;
    struct fixture fixture;
    rk_fault fault;
    set_up(&fixture, (const char *[]){"seed=1", "slow=80"}, 2, 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(engine_config_parse("tc=0.3", &fixture.engines[i], &fault), RK_OK);
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.scores[0].wins, 2);
    assert_int_equal(fixture.standings.faults[1], 2);
    assert_non_null(strstr(fixture.reasons[0], "Black loses on time by "));
    tear_down(&fixture);
}

static void games_are_adjudicated_when_engines_agree(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"winning", "losing"}, 2, 1);
    fixture.match.adjudication = (struct adjudication_rule){.resign_score = 900, .resign_moves = 2};
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.winners[0], RK_WHITE_WINS);
    assert_int_equal(fixture.winners[1], RK_BLACK_WINS);
    tear_down(&fixture);
}

static void a_decided_sprt_stops_the_match(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "crash=1"}, 2, 30);
    fixture.sprt = (struct sprt){0, 200, 0.05, 0.05, false};
    fixture.match.sprt = &fixture.sprt;
    assert_int_equal(run(&fixture), MATCH_DECIDED);
    assert_true(fixture.finished < 60);
    assert_int_equal(sprt_decide(&fixture.sprt, &fixture.standings.scores[0]), SPRT_ACCEPT_H1);
    tear_down(&fixture);
}

static void a_stopped_match_can_be_continued(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "seed=2"}, 2, 4);
    fixture.stop_after = 3;
    assert_int_equal(run(&fixture), MATCH_STOPPED);
    assert_in_range(fixture.finished, 3, 4);
    const unsigned long before = fixture.finished;
    atomic_store(&fixture.stopped, false);
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.finished, 8);
    assert_true(before < 8);
    assert_int_equal(score_games(&fixture.standings.scores[0]), 8);
    tear_down(&fixture);
}

static void an_engine_that_lacks_the_variant_is_rejected(void **state)
{
    (void)state;
    struct fixture fixture;
    struct engine_check trial;
    set_up(&fixture, (const char *[]){"seed=1", "seed=2"}, 2, 1);
    const struct runner_callbacks callbacks = callbacks_for(&fixture);
    assert_int_equal(runner_check_engine(&fixture.engines[0], RK_ATOMIC, &callbacks, &trial),
                     RK_OK);
    assert_string_equal(trial.name, "Fake");
    assert_int_equal(runner_check_engine(&fixture.engines[0], RK_HORDE, &callbacks, &trial),
                     RK_AGAINST_VARIANT);
    assert_string_equal(trial.error, "Fake does not play horde");
    fixture.engines[1].command = "/nonexistent/engine";
    assert_int_not_equal(runner_check_engine(&fixture.engines[1], RK_STANDARD, &callbacks, &trial),
                         RK_OK);
    fixture.engines[1].command = fake_engine_command(1, "seed=2");
    openings_fini(&fixture.openings);
    assert_int_equal(openings_default(&fixture.openings, RK_CHESS960), RK_OK);
    fixture.match.variant = RK_CHESS960;
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.faults[0] + fixture.standings.faults[1], 0);
    tear_down(&fixture);
}

static void xboard_engines_can_play(void **state)
{
    (void)state;
    struct fixture fixture;
    struct engine_check trial;
    set_up(&fixture, (const char *[]){"winning", "losing"}, 2, 2);
    rk_fault fault;
    fixture.engines[1].protocol = PROTOCOL_XBOARD;
    for (int i = 0; i < 2; i++)
        assert_int_equal(engine_config_parse("tc=5+0.1", &fixture.engines[i], &fault), RK_OK);
    const struct runner_callbacks callbacks = callbacks_for(&fixture);
    assert_int_equal(runner_check_engine(&fixture.engines[1], RK_STANDARD, &callbacks, &trial),
                     RK_OK);
    assert_string_equal(trial.name, "Fake X");
    assert_int_equal(runner_check_engine(&fixture.engines[1], RK_ATOMIC, &callbacks, &trial),
                     RK_AGAINST_VARIANT);
    fixture.openings.list[0].start = position("4k3/4p3/8/8/8/8/4P3/4K2R w K - 3 30");
    fixture.match.adjudication = (struct adjudication_rule){.resign_score = 900, .resign_moves = 6};
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.faults[0] + fixture.standings.faults[1], 0);
    assert_int_equal(fixture.standings.scores[0].wins,
                     4); // both report it, each in its own protocol
    tear_down(&fixture);
}

static void a_crash_of_an_xboard_engine_is_survived(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "crash=2"}, 2, 1);
    fixture.engines[1].protocol = PROTOCOL_XBOARD;
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.scores[0].wins, 2);
    assert_string_equal(fixture.reasons[1], "White crashed");
    tear_down(&fixture);
}

static void xboard_engines_may_write_castling_as_zeros(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "castles"}, 2, 1);
    fixture.engines[1].protocol = PROTOCOL_XBOARD;
    fixture.openings.list[0].start = position("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1");
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.faults[0] + fixture.standings.faults[1], 0);
    assert_int_equal(fixture.castlings, 2);
    tear_down(&fixture);
}

static void engines_without_setboard_get_the_position_by_edit_commands(void **state)
{
    (void)state;
    struct fixture fixture;
    set_up(&fixture, (const char *[]){"seed=1", "old resign=9"}, 2, 1);
    fixture.engines[1].protocol = PROTOCOL_XBOARD;
    fixture.openings.list[0].start =
        position("r2qk2r/1pp2ppp/2n1b3/p7/8/2PB2N1/PP3PPP/R2Q2K1 b - - 0 1");
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    assert_int_equal(fixture.standings.faults[0] + fixture.standings.faults[1], 0);
    assert_int_equal(fixture.standings.scores[0].wins, 2);
    assert_string_equal(fixture.reasons[0], "White wins: Black resigned");
    assert_string_equal(fixture.reasons[1], "Black wins: White resigned");
    tear_down(&fixture);
}

// ---- the state file -----------------------------------------------------------------------------

static void a_state_is_read_as_it_was_written(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/state", folder.path);
    const char *const arguments[] = {"--engine", "a b", "", "tc=1+1"};
    const struct state_header header = {.arguments = arguments,
                                        .argument_count = 4,
                                        .opening_count = 5,
                                        .opening_checksum = 0xfedcba9876543210};
    FILE *file;
    struct state past;
    assert_int_equal(state_create(path, &header, &file), RK_OK);
    assert_true(state_append(file, &(struct state_game){3, RK_NOBODY_WINS, RK_NO_SIDE, 0, 0}));
    assert_true(state_append(file, &(struct state_game){1, RK_BLACK_WINS, RK_WHITE, 0, 0}));
    fputs("game 7 1-", file); // the power fails here
    fclose(file);
    assert_int_equal(state_create(path, &header, &file), RK_NOT_NOW);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(state_reopen(&past, path, &file), RK_OK);
    state_fini(&past);
    assert_true(state_append(file, &(struct state_game){7, RK_WHITE_WINS, RK_NO_SIDE, 4096, 812}));
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(past.argument_count, 4);
    assert_string_equal(past.arguments[1], "a b");
    assert_string_equal(past.arguments[2], "");
    assert_int_equal(past.opening_count, 5);
    assert_true(past.opening_checksum == 0xfedcba9876543210);
    assert_int_equal(past.game_count, 3);
    assert_int_equal(past.games[1].fault, RK_WHITE);
    assert_int_equal(past.games[2].number, 7);
    assert_int_equal(past.games[2].winner, RK_WHITE_WINS);
    assert_int_equal(past.games[1].pgn_size, 0);
    assert_int_equal(past.games[2].pgn_from, 4096);
    assert_int_equal(past.games[2].pgn_size, 812);
    state_fini(&past);
    folder_remove(&folder);
}

static void a_game_that_is_incomplete_in_the_pgn_is_dropped(void **state)
{
    (void)state;
    static const struct {
        uint64_t size;
        enum state_pgn pgn;
    } rows[] = {{0, STATE_PGN_MISMATCH},    {149, STATE_PGN_MISMATCH},  {150, STATE_PGN_TRUNCATED},
                {151, STATE_PGN_TRUNCATED}, {169, STATE_PGN_TRUNCATED}, {170, STATE_PGN_COMPLETE},
                {99999, STATE_PGN_COMPLETE}};
    const struct folder folder = folder_make();
    const struct state_header header = {.opening_count = 1};
    char path[FOLDER_PATH_SIZE + 16];
    FILE *file;
    struct state past;
    snprintf(path, sizeof path, "%s/state", folder.path);
    assert_int_equal(state_create(path, &header, &file), RK_OK);
    assert_true(state_append(file, &(struct state_game){0, RK_WHITE_WINS, RK_NO_SIDE, 100, 50}));
    assert_true(state_append(file, &(struct state_game){1, RK_BLACK_WINS, RK_NO_SIDE, 150, 20}));
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t whole = 0;
        assert_int_equal(state_check_pgn(&past, rows[i].size, &whole), rows[i].pgn);
        if (rows[i].pgn == STATE_PGN_TRUNCATED)
            assert_int_equal(whole, 150);
    }
    state_drop_last(&past);
    assert_int_equal(state_reopen(&past, path, &file), RK_OK);
    fclose(file);
    state_fini(&past);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(past.game_count, 1);
    state_fini(&past);
    folder_remove(&folder);
}

static void a_file_that_is_not_a_state_file_is_rejected(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "rookery match 1\n",
                                      "rookery match 2\nopenings 1 0\n",
                                      "rookery match 1\nopenings 1 0\ngame x 1-0 -\n",
                                      "rookery match 1\nopenings 1 0\ngame 1 2-0 -\n",
                                      "rookery match 1\nopenings 1 0\ngame 1 1-0 - -\n",
                                      "rookery match 1\nopenings -1 0\n",
                                      "rookery match 1\nopenings 1 0\nsomething\n"};
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/state", folder.path);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct state past;
        rk_fault fault = {.text = ""};
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(bad[i], file);
        fclose(file);
        assert_int_equal(state_read(path, &past, &fault), RK_BAD_RECORD);
        assert_non_null(strstr(fault.text, "not a match state file"));
    }
    folder_remove(&folder);
}

static void the_report_has_all_figures(void **state)
{
    (void)state;
    struct fixture fixture;
    struct buffer text = {0};
    set_up(&fixture, (const char *[]){"", ""}, 2, 2);
    assert_true(standings_add(&fixture.standings, 0, RK_WHITE_WINS));
    assert_true(standings_add(&fixture.standings, 1, RK_NOBODY_WINS));
    assert_true(standings_add(&fixture.standings, 2, RK_NOBODY_WINS));
    assert_true(standings_add(&fixture.standings, 3, RK_NOBODY_WINS));
    fixture.sprt = (struct sprt){0, 5, 0.05, 0.05, false};
    const struct report_subject subject = {&fixture.standings, fixture.engines, &fixture.sprt};
    report_standings(&subject, &text);
    assert_string_equal(
        buffer_cstr(&text),
        "one vs two: 1 wins, 3 draws, 0 losses in 4 games (62.5 %)\n"
        "Elo unknown: too few games (2 of at least 10 pairs), draws 75.0 %\n"
        "pairs with 0, 0.5, 1, 1.5, 2 points: 0 0 1 1 0; lost on time, by crash or illegal move: "
        "0, 0\n"
        "SPRT of normalised Elo 0 vs 5: LLR 0.02 (-2.94, 2.94): continue\n");
    buffer_fini(&text);
    tear_down(&fixture);
}

static void the_report_has_an_elo_with_its_error_from_ten_pairs_on(void **state)
{
    (void)state;
    struct fixture fixture;
    struct buffer text = {0};
    set_up(&fixture, (const char *[]){"", ""}, 2, 10);
    for (unsigned long game = 0; game < 20; game++)
        assert_true(
            standings_add(&fixture.standings, game, game % 4 ? RK_NOBODY_WINS : RK_WHITE_WINS));
    const struct report_subject subject = {&fixture.standings, fixture.engines, NULL};
    report_standings(&subject, &text);
    assert_non_null(strstr(buffer_cstr(&text),
                           "\nElo +88.7 +- 58.1, normalised Elo +245.7 +- 152.3, LOS 99.9 %, "));
    buffer_fini(&text);
    tear_down(&fixture);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_are_played_once),
        cmocka_unit_test(a_crash_is_survived),
        cmocka_unit_test(an_illegal_move_is_survived),
        cmocka_unit_test(a_hanging_engine_times_out),
        cmocka_unit_test(a_slow_engine_loses_on_time),
        cmocka_unit_test(games_are_adjudicated_when_engines_agree),
        cmocka_unit_test(a_decided_sprt_stops_the_match),
        cmocka_unit_test(a_stopped_match_can_be_continued),
        cmocka_unit_test(an_engine_that_lacks_the_variant_is_rejected),
        cmocka_unit_test(xboard_engines_can_play),
        cmocka_unit_test(a_crash_of_an_xboard_engine_is_survived),
        cmocka_unit_test(xboard_engines_may_write_castling_as_zeros),
        cmocka_unit_test(engines_without_setboard_get_the_position_by_edit_commands),
        cmocka_unit_test(a_state_is_read_as_it_was_written),
        cmocka_unit_test(a_game_that_is_incomplete_in_the_pgn_is_dropped),
        cmocka_unit_test(a_file_that_is_not_a_state_file_is_rejected),
        cmocka_unit_test(the_report_has_all_figures),
        cmocka_unit_test(the_report_has_an_elo_with_its_error_from_ten_pairs_on),
    };
    const int status = fake_engine_main(argc, argv);
    return status >= 0 ? status : cmocka_run_group_tests(tests, NULL, NULL);
}
