/* SPDX-License-Identifier: MIT */
/* Whole matches between engine processes, and the state file. */
#include "match/runner.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "match/engine_log.h"
#include "match/report_json.h"
#include "match/state.h"
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
                                    .patience = 60000, /* no reply is late on a busy machine */
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
    assert_string_equal(fixture.reasons[0], "Black crashed: exit status 6");
    assert_string_equal(fixture.reasons[1], "White crashed: exit status 6");
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
    fixture.match.patience = 1000;
    assert_int_equal(run(&fixture), MATCH_PLAYED);
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
    assert_int_equal(engine_config_parse("tc=60", &fixture.engines[0], &fault), RK_OK);
    assert_int_equal(engine_config_parse("tc=0.3", &fixture.engines[1], &fault), RK_OK);
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
    assert_string_equal(fixture.reasons[1], "White crashed: exit status 6");
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

// ---- logs ---------------------------------------------------------------------------------------

static void read_log(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static size_t count_in(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Checks that each line has a time stamp, a game and one of the marks. */
static void check_log_lines(char *log)
{
    for (char *line = strtok(log, "\n"); line; line = strtok(NULL, "\n")) {
        assert_true(strlen(line) > 25 && line[10] == 'T' && line[23] == 'Z');
        assert_true(!strncmp(line + 24, " game ", 6) || !strncmp(line + 24, " start ", 7));
        assert_true(strstr(line, " > ") || strstr(line, " < ") || strstr(line, " ! ") ||
                    strstr(line, " # "));
    }
}

static void games_at_once_share_a_log(void **state)
{
    (void)state;
    static char log[1 << 20];
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    struct engine_logs logs = {.count = 0};
    struct fixture fixture;
    snprintf(path, sizeof path, "%s/log", folder.path);
    set_up(&fixture, (const char *[]){"seed=1", "seed=2 complains crash=30"}, 2, 4);
    for (int i = 0; i < 2; i++)
        assert_non_null(fixture.engines[i].log_file = engine_logs_open(&logs, path));
    assert_int_equal(logs.count, 1);
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    engine_logs_fini(&logs);
    read_log(path, log, sizeof log);
    assert_int_equal(count_in(log, " # begins: "), 8);
    assert_int_equal(count_in(log, " # ends: "), 8);
    assert_int_equal(count_in(log, "game 8 # ends: "), 1);
    assert_non_null(strstr(log, " start one > uci\n"));
    assert_non_null(strstr(log, " two ! a complaint\n"));
    assert_non_null(strstr(log, " two < bestmove "));
    assert_non_null(strstr(log, " one > go nodes 1\n"));
    assert_non_null(strstr(log, " two # exit status 6\n"));
    check_log_lines(log);
    tear_down(&fixture);
    folder_remove(&folder);
}

static void an_engine_can_have_a_log_of_its_own(void **state)
{
    (void)state;
    static char log[1 << 18];
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    struct engine_logs logs = {.count = 0};
    struct fixture fixture;
    snprintf(path, sizeof path, "%s/log", folder.path);
    set_up(&fixture, (const char *[]){"seed=1", "seed=2"}, 2, 1);
    assert_non_null(fixture.engines[1].log_file = engine_logs_open(&logs, path));
    assert_int_equal(run(&fixture), MATCH_PLAYED);
    engine_logs_fini(&logs);
    read_log(path, log, sizeof log);
    assert_int_equal(count_in(log, " # begins: "), 2);
    assert_non_null(strstr(log, " two > "));
    assert_null(strstr(log, " one > "));
    tear_down(&fixture);
    folder_remove(&folder);
}

static void control_characters_of_an_engine_do_not_reach_the_log(void **state)
{
    (void)state;
    char log[256] = "";
    FILE *file = fmemopen(log, sizeof log - 1, "w");
    assert_non_null(file);
    engine_log_write(file, 7, "Fake", '<', "info\tstring \033[2J\rbye\ntwo");
    fclose(file);
    assert_non_null(strstr(log, "Z game 7 Fake < info\tstring ?[2J?bye\n"));
    assert_non_null(strstr(log, "Z game 7 Fake < two\n"));
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
    assert_true(state_append(file, &(struct state_game){.number = 3,
                                                        .winner = RK_NOBODY_WINS,
                                                        .fault = RK_NO_SIDE,
                                                        .end = GAME_END_REPETITION}));
    assert_true(state_append(
        file, &(struct state_game){.number = 1, .winner = RK_BLACK_WINS, .fault = RK_WHITE}));
    fputs("game 7 1-", file); // the power fails here
    fclose(file);
    assert_int_equal(state_create(path, &header, &file), RK_NOT_NOW);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(state_reopen(&past, path, &file), RK_OK);
    state_fini(&past);
    assert_true(state_append(
        file, &(struct state_game){7, RK_WHITE_WINS, RK_NO_SIDE, 4096, 812, GAME_END_TIME}));
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(past.argument_count, 4);
    assert_string_equal(past.arguments[1], "a b");
    assert_string_equal(past.arguments[2], "");
    assert_int_equal(past.opening_count, 5);
    assert_true(past.opening_checksum == 0xfedcba9876543210);
    assert_int_equal(past.game_count, 3);
    assert_int_equal(past.games[0].end, GAME_END_REPETITION);
    assert_int_equal(past.games[1].fault, RK_WHITE);
    assert_int_equal(past.games[2].number, 7);
    assert_int_equal(past.games[2].winner, RK_WHITE_WINS);
    assert_int_equal(past.games[1].pgn_size, 0);
    assert_int_equal(past.games[2].end, GAME_END_TIME);
    assert_int_equal(past.games[2].pgn_from, 4096);
    assert_int_equal(past.games[2].pgn_size, 812);
    state_fini(&past);
    folder_remove(&folder);
}

/* What another process gets when it reads the file. */
static rk_err read_elsewhere(const char *path)
{
    int status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct state past;
        _exit((int)state_read(path, &past, NULL));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (rk_err)WEXITSTATUS(status);
}

static void a_match_that_is_played_cannot_be_resumed_by_another_process(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[FOLDER_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/state", folder.path);
    const struct state_header header = {.opening_count = 1};
    FILE *file;
    struct state past;
    assert_int_equal(state_create(path, &header, &file), RK_OK);
    assert_int_equal(read_elsewhere(path), RK_NOT_NOW);
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    assert_int_equal(read_elsewhere(path), RK_NOT_NOW);
    assert_int_equal(state_reopen(&past, path, &file), RK_OK);
    assert_int_equal(read_elsewhere(path), RK_NOT_NOW);
    fclose(file);
    state_fini(&past);
    assert_int_equal(read_elsewhere(path), RK_OK);
    folder_remove(&folder);
}

static void a_state_file_of_an_earlier_version_is_read(void **state)
{
    (void)state;
    static const char text[] = "rookery match 1\nopenings 1 0\ngame 0 1-0 -\n"
                               "game 1 0-1 white 100 20\ngame 2 1/2-1/2 - stalemate 120 30\n";
    char *copy = strdup(text);
    struct state past;
    assert_int_equal(state_parse(copy, &past, NULL), RK_OK);
    assert_int_equal(past.game_count, 3);
    assert_int_equal(past.games[0].end, GAME_END_OTHER);
    assert_int_equal(past.games[1].end, GAME_END_OTHER);
    assert_int_equal(past.games[1].pgn_from, 100);
    assert_int_equal(past.games[2].end, GAME_END_STALEMATE);
    assert_int_equal(past.games[2].pgn_size, 30);
    state_fini(&past);
}

static void a_game_that_is_incomplete_in_the_pgn_is_dropped(void **state)
{
    (void)state;
    static const struct {
        uint64_t size;
        enum state_pgn pgn;
    } rows[] = {{0, STATE_PGN_MISMATCH},    {149, STATE_PGN_MISMATCH},  {150, STATE_PGN_TRUNCATED},
                {151, STATE_PGN_TRUNCATED}, {169, STATE_PGN_TRUNCATED}, {170, STATE_PGN_COMPLETE},
                {171, STATE_PGN_LONGER},    {99999, STATE_PGN_LONGER}};
    const struct folder folder = folder_make();
    const struct state_header header = {.opening_count = 1};
    char path[FOLDER_PATH_SIZE + 16];
    FILE *file;
    struct state past;
    snprintf(path, sizeof path, "%s/state", folder.path);
    assert_int_equal(state_create(path, &header, &file), RK_OK);
    assert_true(state_append(
        file, &(struct state_game){0, RK_WHITE_WINS, RK_NO_SIDE, 100, 50, GAME_END_OTHER}));
    assert_true(state_append(
        file, &(struct state_game){1, RK_BLACK_WINS, RK_NO_SIDE, 150, 20, GAME_END_OTHER}));
    fclose(file);
    assert_int_equal(state_read(path, &past, NULL), RK_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t whole = 0;
        assert_int_equal(state_check_pgn(&past, rows[i].size, &whole), rows[i].pgn);
        if (rows[i].pgn == STATE_PGN_TRUNCATED)
            assert_int_equal(whole, 150);
        if (rows[i].pgn == STATE_PGN_LONGER)
            assert_int_equal(whole, 170);
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

static void the_json_report_has_no_elo_for_a_few_games(void **state)
{
    (void)state;
    struct fixture fixture;
    struct buffer text = {0};
    set_up(&fixture, (const char *[]){"", ""}, 2, 1);
    fixture.engines[0].command = "self";
    fixture.engines[1].command = "say \"hi\"";
    assert_true(standings_add(&fixture.standings, 0, RK_WHITE_WINS));
    standings_add_end(&fixture.standings, 0, GAME_END_CRASH, RK_BLACK);
    const struct report_subject subject = {&fixture.standings, fixture.engines, NULL};
    report_json(&subject, &(struct report_summary){.end = MATCH_STOPPED, .seconds = 1.5}, &text);
    assert_string_equal(
        buffer_cstr(&text),
        "{\"status\":\"interrupted\",\"variant\":\"standard\",\"games\":1,\"scheduled\":2,"
        "\"repeated\":0,"
        "\"seconds\":1.500,\"engines\":["
        "{\"name\":\"one\",\"command\":\"self\",\"games\":1,\"wins\":1,\"draws\":0,\"losses\":0,"
        "\"points\":1.0,\"pairs\":[0,0,0,0,0],\"faults\":0,\"elo\":null,\"normalised_elo\":null,"
        "\"los\":null},"
        "{\"name\":\"two\",\"command\":\"say \\\"hi\\\"\",\"games\":1,\"wins\":0,\"draws\":0,"
        "\"losses\":1,\"points\":0.0,\"pairs\":[0,0,0,0,0],\"faults\":1,\"elo\":null,"
        "\"normalised_elo\":null,\"los\":null}],"
        "\"ends\":{\"checkmate\":0,\"variant_goal\":0,\"stalemate\":0,\"repetition\":0,"
        "\"fifty_moves\":0,\"insufficient_material\":0,\"adjudication\":0,\"resignation\":0,"
        "\"time\":0,\"crash\":1,\"illegal_move\":0,\"other\":0},\"sprt\":null}\n");
    buffer_fini(&text);
    tear_down(&fixture);
}

static void the_json_report_has_elo_and_sprt(void **state)
{
    (void)state;
    struct fixture fixture;
    struct buffer text = {0};
    set_up(&fixture, (const char *[]){"", ""}, 2, 10);
    for (unsigned long game = 0; game < 20; game++)
        assert_true(
            standings_add(&fixture.standings, game, game % 4 ? RK_NOBODY_WINS : RK_WHITE_WINS));
    fixture.sprt = (struct sprt){0, 5, 0.05, 0.05, false};
    const struct report_subject subject = {&fixture.standings, fixture.engines, &fixture.sprt};
    report_json(&subject, &(struct report_summary){.end = MATCH_PLAYED}, &text);
    assert_non_null(strstr(buffer_cstr(&text), "\"elo\":{\"value\":88.7,\"error\":58.1,"
                                               "\"low\":33.1,\"high\":149.2}"));
    assert_non_null(strstr(buffer_cstr(&text), "\"sprt\":{\"model\":\"normalised\",\"elo0\":0.00,"
                                               "\"elo1\":5.00,\"alpha\":0.0500,"));
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
        cmocka_unit_test(games_at_once_share_a_log),
        cmocka_unit_test(an_engine_can_have_a_log_of_its_own),
        cmocka_unit_test(control_characters_of_an_engine_do_not_reach_the_log),
        cmocka_unit_test(a_state_is_read_as_it_was_written),
        cmocka_unit_test(a_match_that_is_played_cannot_be_resumed_by_another_process),
        cmocka_unit_test(a_state_file_of_an_earlier_version_is_read),
        cmocka_unit_test(a_game_that_is_incomplete_in_the_pgn_is_dropped),
        cmocka_unit_test(a_file_that_is_not_a_state_file_is_rejected),
        cmocka_unit_test(the_report_has_all_figures),
        cmocka_unit_test(the_json_report_has_no_elo_for_a_few_games),
        cmocka_unit_test(the_json_report_has_elo_and_sprt),
        cmocka_unit_test(the_report_has_an_elo_with_its_error_from_ten_pairs_on),
    };
    const int status = fake_engine_main(argc, argv);
    return status >= 0 ? status : cmocka_run_group_tests(tests, NULL, NULL);
}
