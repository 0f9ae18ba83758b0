/* SPDX-License-Identifier: MIT */
/* Whole matches of engines that are processes; and the state file. */
#include "match/runner.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "match/report.h"
#include "match/state.h"
#include "platform/monotonic.h"
#include "support/board.h"
#include "support/engine.h"
#include "support/fakeengine.h"
#include "support/folder.h"

struct hall {
    struct contestant contestants[3];
    struct openings openings;
    struct standings standings;
    struct match match;
    struct sprt sprt;
    unsigned long finished, stop_after, told, castlings;
    atomic_bool stopped;
    char reasons[64][80];
    rk_winner winners[64];
    char why[256];
};

static bool hall_is_stopped(void *context)
{
    return atomic_load(&((struct hall *)context)->stopped);
}

static bool hall_finished(void *context, const struct runner_game *game)
{
    struct hall *hall = context;
    assert_true(game->number < 64);
    snprintf(hall->reasons[game->number], sizeof hall->reasons[0], "%.79s", game->result->reason);
    hall->winners[game->number] = game->winner;
    for (size_t i = 0; i < rk_game_length(game->result->game); i++) {
        const rk_action *action = rk_game_action(game->result->game, i);
        hall->castlings += action->kind == RK_ACT_MOVE && rk_move_what(action->move) == RK_CASTLING;
    }
    if (++hall->finished == hall->stop_after)
        atomic_store(&hall->stopped, true);
    return true;
}

static void hall_told(void *context, const char *words)
{
    assert_true(strlen(words) > 0);
    ((struct hall *)context)->told++;
}

static void set_up(struct hall *hall, const char *words[], unsigned engines, unsigned long rounds)
{
    static const char *const names[] = {"one", "two", "three"};
    *hall = (struct hall){.why = ""};
    for (unsigned i = 0; i < engines; i++) {
        hall->contestants[i] =
            (struct contestant){.name = names[i], .command = fakeengine_command((int)i, words[i])};
        hall->contestants[i].thinks.nodes = 1;
    }
    assert_int_equal(openings_usual(&hall->openings, RK_STANDARD), RK_OK);
    const struct schedule schedule = {.engines = engines, .rounds = rounds, .openings = 1};
    assert_int_equal(standings_init(&hall->standings, &schedule), RK_OK);
    hall->match = (struct match){.contestants = hall->contestants,
                                 .openings = &hall->openings,
                                 .adjudication = {.moves_max = 10},
                                 .patience = 300,
                                 .concurrency = 2};
}

static struct runner_host host_of(struct hall *hall)
{
    return (struct runner_host){.context = hall,
                                .now = monotonic_callback,
                                .is_stopped = hall_is_stopped,
                                .finished = hall_finished,
                                .told = hall_told};
}

static enum match_end run(struct hall *hall)
{
    const struct runner_host host = host_of(hall);
    return match_run(&hall->match, &host, &hall->standings, hall->why, sizeof hall->why);
}

static void tear_down(struct hall *hall)
{
    standings_fini(&hall->standings);
    openings_fini(&hall->openings);
}

static void all_games_are_played_once(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "seed=2", "seed=3"}, 3, 2);
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.finished, 12);
    for (int i = 0; i < 3; i++)
        assert_int_equal(score_games(&hall.standings.scores[i]), 8);
    tear_down(&hall);
}

static void a_crash_is_survived(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "crash=3"}, 2, 2);
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.finished, 4);
    assert_int_equal(hall.standings.scores[0].wins, 4); // it is started anew, and crashes again
    assert_int_equal(hall.standings.faults[1], 4);
    assert_string_equal(hall.reasons[0], "Black has crashed");
    assert_string_equal(hall.reasons[1], "White has crashed");
    tear_down(&hall);
}

static void an_illegal_move_is_survived(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"illegal=2", "seed=2"}, 2, 1);
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.scores[1].wins, 2);
    assert_string_equal(hall.reasons[0], "White plays an illegal move: a1h8");
    tear_down(&hall);
}

static void a_hanging_engine_is_not_waited_for(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "hang=2"}, 2, 1);
    const int64_t before = monotonic_ms();
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_true(monotonic_ms() - before < 15000);
    assert_int_equal(hall.standings.scores[0].wins, 2);
    assert_string_equal(hall.reasons[0], "Black does not answer");
    tear_down(&hall);
}

static void a_slow_engine_loses_on_time(void **state)
{
    (void)state;
    struct hall hall;
    rk_fault fault;
    set_up(&hall, (const char *[]){"seed=1", "slow=80"}, 2, 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(contestant_read("tc=0.3", &hall.contestants[i], &fault), RK_OK);
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.scores[0].wins, 2);
    assert_int_equal(hall.standings.faults[1], 2);
    assert_non_null(strstr(hall.reasons[0], "Black loses on time by "));
    tear_down(&hall);
}

static void engines_that_agree_are_believed(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"proud", "lazy"}, 2, 1);
    hall.match.adjudication = (struct adjudication_rule){.resign_score = 900, .resign_moves = 2};
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.winners[0], RK_WHITE_WINS);
    assert_int_equal(hall.winners[1], RK_BLACK_WINS);
    tear_down(&hall);
}

static void a_decided_test_stops_the_match(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "crash=1"}, 2, 30);
    hall.sprt = (struct sprt){0, 200, 0.05, 0.05, false};
    hall.match.sprt = &hall.sprt;
    assert_int_equal(run(&hall), MATCH_DECIDED);
    assert_true(hall.finished < 60);
    assert_int_equal(sprt_judge(&hall.sprt, &hall.standings.scores[0]), SPRT_ACCEPTS_1);
    tear_down(&hall);
}

static void a_stopped_match_goes_on_where_it_was(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "seed=2"}, 2, 4);
    hall.stop_after = 3;
    assert_int_equal(run(&hall), MATCH_STOPPED);
    assert_in_range(hall.finished, 3, 4);
    const unsigned long before = hall.finished;
    atomic_store(&hall.stopped, false);
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.finished, 8);
    assert_true(before < 8);
    assert_int_equal(score_games(&hall.standings.scores[0]), 8);
    tear_down(&hall);
}

static void variants_are_played_where_engines_know_them(void **state)
{
    (void)state;
    struct hall hall;
    struct runner_trial trial;
    set_up(&hall, (const char *[]){"seed=1", "seed=2"}, 2, 1);
    const struct runner_host host = host_of(&hall);
    assert_int_equal(runner_try(&hall.contestants[0], RK_ATOMIC, &host, &trial), RK_OK);
    assert_string_equal(trial.name, "Fake");
    assert_int_equal(runner_try(&hall.contestants[0], RK_HORDE, &host, &trial), RK_AGAINST_VARIANT);
    assert_string_equal(trial.why, "Fake does not play horde");
    hall.contestants[1].command = "/nonexistent/engine";
    assert_int_not_equal(runner_try(&hall.contestants[1], RK_STANDARD, &host, &trial), RK_OK);
    hall.contestants[1].command = fakeengine_command(1, "seed=2");
    openings_fini(&hall.openings);
    assert_int_equal(openings_usual(&hall.openings, RK_CHESS960), RK_OK);
    hall.match.variant = RK_CHESS960;
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.faults[0] + hall.standings.faults[1], 0);
    tear_down(&hall);
}

static void engines_of_the_xboard_protocol_play_too(void **state)
{
    (void)state;
    struct hall hall;
    struct runner_trial trial;
    set_up(&hall, (const char *[]){"proud", "lazy"}, 2, 2);
    rk_fault fault;
    hall.contestants[1].protocol = CONTESTANT_XBOARD;
    for (int i = 0; i < 2; i++)
        assert_int_equal(contestant_read("tc=5+0.1", &hall.contestants[i], &fault), RK_OK);
    const struct runner_host host = host_of(&hall);
    assert_int_equal(runner_try(&hall.contestants[1], RK_STANDARD, &host, &trial), RK_OK);
    assert_string_equal(trial.name, "Fake X");
    assert_int_equal(runner_try(&hall.contestants[1], RK_ATOMIC, &host, &trial),
                     RK_AGAINST_VARIANT);
    hall.openings.list[0].start = position("4k3/4p3/8/8/8/8/4P3/4K2R w K - 3 30");
    hall.match.adjudication = (struct adjudication_rule){.resign_score = 900, .resign_moves = 6};
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.faults[0] + hall.standings.faults[1], 0);
    assert_int_equal(hall.standings.scores[0].wins, 4); // both said so, each in its own protocol
    tear_down(&hall);
}

static void a_crash_in_the_xboard_protocol_is_survived(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "crash=2"}, 2, 1);
    hall.contestants[1].protocol = CONTESTANT_XBOARD;
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.scores[0].wins, 2);
    assert_string_equal(hall.reasons[1], "White has crashed");
    tear_down(&hall);
}

static void engines_may_castle_in_words(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "wordy"}, 2, 1);
    hall.contestants[1].protocol = CONTESTANT_XBOARD;
    hall.openings.list[0].start = position("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1");
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.faults[0] + hall.standings.faults[1], 0);
    assert_int_equal(hall.castlings, 2);
    tear_down(&hall);
}

static void engines_of_old_are_shown_a_position_piece_by_piece(void **state)
{
    (void)state;
    struct hall hall;
    set_up(&hall, (const char *[]){"seed=1", "old resign=9"}, 2, 1);
    hall.contestants[1].protocol = CONTESTANT_XBOARD;
    hall.openings.list[0].start =
        position("r2qk2r/1pp2ppp/2n1b3/p7/8/2PB2N1/PP3PPP/R2Q2K1 b - - 0 1");
    assert_int_equal(run(&hall), MATCH_PLAYED);
    assert_int_equal(hall.standings.faults[0] + hall.standings.faults[1], 0);
    assert_int_equal(hall.standings.scores[0].wins, 2);
    assert_string_equal(hall.reasons[0], "White wins: Black resigned");
    assert_string_equal(hall.reasons[1], "Black wins: White resigned");
    tear_down(&hall);
}

// ---- the state file -----------------------------------------------------------------------------

static void a_state_is_read_as_it_was_written(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/state", folder.path);
    const char *const words[] = {"--engine", "a b", "", "tc=1+1"};
    const struct state_head head = {.words = words,
                                    .word_count = 4,
                                    .opening_count = 5,
                                    .opening_checksum = 0xfedcba9876543210};
    FILE *file;
    struct state past;
    assert_int_equal(state_begin(path, &head, &file), RK_OK);
    assert_true(state_add(file, &(struct state_game){3, RK_NOBODY_WINS, RK_NOBODY_WINS, 0, 0}));
    assert_true(state_add(file, &(struct state_game){1, RK_BLACK_WINS, RK_WHITE_WINS, 0, 0}));
    fputs("game 7 1-", file); // the power fails here
    fclose(file);
    assert_int_equal(state_begin(path, &head, &file), RK_NOT_NOW);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(state_go_on(&past, path, &file), RK_OK);
    state_fini(&past);
    assert_true(state_add(file, &(struct state_game){7, RK_WHITE_WINS, RK_NOBODY_WINS, 4096, 812}));
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(past.word_count, 4);
    assert_string_equal(past.words[1], "a b");
    assert_string_equal(past.words[2], "");
    assert_int_equal(past.opening_count, 5);
    assert_true(past.opening_checksum == 0xfedcba9876543210);
    assert_int_equal(past.game_count, 3);
    assert_int_equal(past.games[1].fault, RK_WHITE_WINS);
    assert_int_equal(past.games[2].number, 7);
    assert_int_equal(past.games[2].winner, RK_WHITE_WINS);
    assert_int_equal(past.games[1].pgn_size, 0);
    assert_int_equal(past.games[2].pgn_from, 4096);
    assert_int_equal(past.games[2].pgn_size, 812);
    state_fini(&past);
    folder_remove(&folder);
}

static void a_game_that_is_not_whole_in_the_pgn_is_dropped(void **state)
{
    (void)state;
    static const struct {
        uint64_t size;
        enum state_pgn pgn;
    } rows[] = {{0, STATE_PGN_LOST},     {149, STATE_PGN_LOST}, {150, STATE_PGN_CUT},
                {151, STATE_PGN_CUT},    {169, STATE_PGN_CUT},  {170, STATE_PGN_WHOLE},
                {99999, STATE_PGN_WHOLE}};
    const struct folder folder = folder_make();
    const struct state_head head = {.opening_count = 1};
    char path[FOLDER_PATH_SIZE + 16];
    FILE *file;
    struct state past;
    snprintf(path, sizeof path, "%s/state", folder.path);
    assert_int_equal(state_begin(path, &head, &file), RK_OK);
    assert_true(state_add(file, &(struct state_game){0, RK_WHITE_WINS, RK_NOBODY_WINS, 100, 50}));
    assert_true(state_add(file, &(struct state_game){1, RK_BLACK_WINS, RK_NOBODY_WINS, 150, 20}));
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t whole = 0;
        assert_int_equal(state_compare(&past, rows[i].size, &whole), rows[i].pgn);
        if (rows[i].pgn == STATE_PGN_CUT)
            assert_int_equal(whole, 150);
    }
    state_drop_last(&past);
    assert_int_equal(state_go_on(&past, path, &file), RK_OK);
    fclose(file);
    state_fini(&past);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(past.game_count, 1);
    state_fini(&past);
    folder_remove(&folder);
}

static void what_is_no_state_is_refused(void **state)
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
        assert_non_null(strstr(fault.text, "none of a match's state"));
    }
    folder_remove(&folder);
}

static void reports_have_all_figures(void **state)
{
    (void)state;
    struct hall hall;
    struct buffer text = {0};
    set_up(&hall, (const char *[]){"", ""}, 2, 2);
    assert_true(standings_note(&hall.standings, 0, RK_WHITE_WINS));
    assert_true(standings_note(&hall.standings, 1, RK_NOBODY_WINS));
    assert_true(standings_note(&hall.standings, 2, RK_NOBODY_WINS));
    assert_true(standings_note(&hall.standings, 3, RK_NOBODY_WINS));
    hall.sprt = (struct sprt){0, 5, 0.05, 0.05, false};
    const struct report_subject subject = {&hall.standings, hall.contestants, &hall.sprt};
    report_standings(&subject, &text);
    assert_string_equal(
        buffer_end(&text),
        "one against two: 1 won, 3 drawn, 0 lost of 4: 62.5 %\n"
        "Elo +88.7 +- 136.3, normalised +245.7 +- 340.5, better with 92.1 %, draws 75.0 %\n"
        "pairs with 0 to 2 points: 0 0 1 1 0; lost by time, crash or bad move: 0, 0\n"
        "SPRT of normalised Elo 0 against 5: LLR 0.02 within -2.94 and 2.94: goes on\n");
    buffer_fini(&text);
    tear_down(&hall);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_are_played_once),
        cmocka_unit_test(a_crash_is_survived),
        cmocka_unit_test(an_illegal_move_is_survived),
        cmocka_unit_test(a_hanging_engine_is_not_waited_for),
        cmocka_unit_test(a_slow_engine_loses_on_time),
        cmocka_unit_test(engines_that_agree_are_believed),
        cmocka_unit_test(a_decided_test_stops_the_match),
        cmocka_unit_test(a_stopped_match_goes_on_where_it_was),
        cmocka_unit_test(variants_are_played_where_engines_know_them),
        cmocka_unit_test(engines_of_the_xboard_protocol_play_too),
        cmocka_unit_test(a_crash_in_the_xboard_protocol_is_survived),
        cmocka_unit_test(engines_may_castle_in_words),
        cmocka_unit_test(engines_of_old_are_shown_a_position_piece_by_piece),
        cmocka_unit_test(a_state_is_read_as_it_was_written),
        cmocka_unit_test(a_game_that_is_not_whole_in_the_pgn_is_dropped),
        cmocka_unit_test(what_is_no_state_is_refused),
        cmocka_unit_test(reports_have_all_figures),
    };
    const int status = fakeengine(argc, argv);
    return status >= 0 ? status : cmocka_run_group_tests(tests, NULL, NULL);
}
