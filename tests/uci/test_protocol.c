/* SPDX-License-Identifier: MIT */
/* The protocol byte by byte, with a stub in place of our engine: it reports two lines and waits for
 * stop and ponderhit. */
#include "uci/protocol.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "rookery/engine.h"
#include "rookery/moves.h"
#include "support/folder.h"

// ---- the stub engine -------------------------------------------------------------------------

struct rk_engine {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool announced, stopped, hit;
};

/* The last calls. There is one engine at a time, and tests read this while it is idle. */
static struct {
    rk_engine_options options;
    rk_search_limits limits;
    rk_move only[8];
    size_t positions;
    unsigned clears;
    int64_t currmove_time; /* of a currmove report; 0: none */
} received;

rk_err rk_engine_create(const rk_engine_options *options, rk_engine **out)
{
    rk_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return RK_NO_MEMORY;
    pthread_mutex_init(&engine->mutex, NULL);
    pthread_cond_init(&engine->changed, NULL);
    received.options = *options;
    *out = engine;
    return RK_OK;
}

void rk_engine_destroy(rk_engine *engine)
{
    if (!engine)
        return;
    pthread_mutex_destroy(&engine->mutex);
    pthread_cond_destroy(&engine->changed);
    free(engine);
}

rk_err rk_engine_configure(rk_engine *engine, const rk_engine_options *options)
{
    (void)engine;
    if (options->hash_mib == 666)
        return RK_NO_MEMORY;
    received.options = *options;
    return RK_OK;
}

void rk_engine_forget(rk_engine *engine)
{
    (void)engine;
    received.clears++;
}

unsigned rk_level_elo(unsigned level)
{
    return 500 + level * 100;
}

int rk_engine_evaluate(rk_engine *engine, const rk_position *pos)
{
    (void)engine;
    return rk_position_turn(pos) == RK_WHITE ? 25 : -25;
}

static void signal_engine(rk_engine *engine, bool *flag)
{
    pthread_mutex_lock(&engine->mutex);
    *flag = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->mutex);
}

void rk_engine_announce(rk_engine *engine)
{
    pthread_mutex_lock(&engine->mutex);
    engine->announced = true;
    engine->stopped = engine->hit = false;
    pthread_mutex_unlock(&engine->mutex);
}

void rk_engine_stop(rk_engine *engine)
{
    signal_engine(engine, &engine->stopped);
}

void rk_engine_ponderhit(rk_engine *engine)
{
    signal_engine(engine, &engine->hit);
}

static bool is_done(const rk_engine *engine, const rk_search_limits *limits)
{
    const bool has_end = limits->timed || limits->move_time || limits->nodes || limits->depth;
    return engine->stopped || (has_end && (!limits->ponder || engine->hit));
}

static void search_position(const rk_position *pos, rk_search_report *report, void *context,
                            rk_search_result *out)
{
    rk_move moves[RK_MOVES_MAX], line[2];
    rk_position next = *pos;
    rk_undo undo;
    if (!rk_moves_list(pos, moves))
        return;
    out->best = line[0] = moves[0];
    rk_position_apply(&next, line[0], &undo);
    const bool replies = rk_moves_list(&next, moves);
    out->ponder = line[1] = replies ? moves[0] : (rk_move)RK_NO_MOVE;
    rk_search_line info = {.depth = 1,
                           .selective_depth = 2,
                           .number = 1,
                           .score = 13,
                           .bound = RK_AT_LEAST,
                           .win = 300,
                           .draw = 500,
                           .loss = 200,
                           .nodes = 20,
                           .moves = line,
                           .move_count = 1};
    if (!report)
        return;
    report(context, &info);
    info.depth = 2;
    info.score = received.currmove_time ? RK_MATE - 3 : -RK_MATE + 4;
    info.bound = RK_EXACT;
    info.nodes = 4000;
    info.time = 20;
    info.hashfull = 7;
    info.table_hits = 3;
    info.move_count = replies ? 2 : 1;
    report(context, &info);
    if (!received.currmove_time)
        return;
    info.move_count = 0;
    info.current = line[0];
    info.current_number = 1;
    info.time = received.currmove_time;
    report(context, &info);
}

void rk_engine_search(rk_engine *engine, const rk_position *positions, size_t count,
                      const rk_search_limits *limits, rk_search_report *report, void *context,
                      rk_search_result *out)
{
    received.limits = *limits;
    received.positions = count;
    for (size_t i = 0; i < limits->only_count && i < 8; i++)
        received.only[i] = limits->only[i];
    *out = (rk_search_result){.best = RK_NO_MOVE, .nodes = 1000};
    assert_true(engine->announced);
    search_position(&positions[count - 1], report, context, out);
    pthread_mutex_lock(&engine->mutex);
    while (!is_done(engine, limits))
        pthread_cond_wait(&engine->changed, &engine->mutex);
    engine->announced = false;
    pthread_mutex_unlock(&engine->mutex);
}

// ---- the host --------------------------------------------------------------------------------

struct session {
    pthread_mutex_t mutex;
    struct buffer output;
    struct uci *uci;
};

static void append_output(void *context, const char *line)
{
    struct session *session = context;
    pthread_mutex_lock(&session->mutex);
    buffer_text(&session->output, line);
    buffer_put(&session->output, '\n');
    pthread_mutex_unlock(&session->mutex);
}

static int64_t fixed_time(void *context)
{
    (void)context;
    return 1000;
}

static struct session *open_session(void)
{
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    memset(&received, 0, sizeof received);
    pthread_mutex_init(&session->mutex, NULL);
    const struct uci_host host = {.context = session,
                                  .write_line = append_output,
                                  .now = fixed_time,
                                  .seed = 7,
                                  .threads_max = 4};
    assert_int_equal(uci_create(&host, &session->uci), RK_OK);
    return session;
}

static void close_session(struct session *session)
{
    uci_destroy(session->uci);
    pthread_mutex_destroy(&session->mutex);
    buffer_fini(&session->output);
    free(session);
}

static bool send_line(struct session *session, const char *line)
{
    return uci_handle_line(session->uci, line, strlen(line));
}

/* Sends each line of a text. */
static void send_lines(struct session *session, const char *lines)
{
    while (*lines) {
        const size_t size = strcspn(lines, "\n");
        assert_true(uci_handle_line(session->uci, lines, size));
        lines += size + (lines[size] == '\n');
    }
}

static void expect(struct session *session, const char *text)
{
    pthread_mutex_lock(&session->mutex);
    assert_string_equal(buffer_cstr(&session->output), text);
    buffer_clear(&session->output);
    pthread_mutex_unlock(&session->mutex);
}

static bool has_output(struct session *session, const char *text)
{
    pthread_mutex_lock(&session->mutex);
    const bool found = strstr(buffer_cstr(&session->output), text);
    pthread_mutex_unlock(&session->mutex);
    return found;
}

/* Waits until an infinite search has reported all its lines. */
static void wait_for_info(struct session *session)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};
    while (!has_output(session, "info depth 2"))
        nanosleep(&millisecond, NULL);
}

/* Checks the complete output for some lines. */
static void transcript(const char *lines, const char *answers)
{
    struct session *session = open_session();
    send_lines(session, lines);
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    expect(session, answers);
    close_session(session);
}

#define INFO_LINES(depth_one, depth_two)                                                         \
    "info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound nodes 20 nps 20000 hashfull 0 "    \
    "tbhits 0 time 0 pv " depth_one "\n"                                                         \
    "info depth 2 seldepth 2 multipv 1 score mate -2 nodes 4000 nps 200000 hashfull 7 tbhits 3 " \
    "time 20 pv " depth_two "\n"

// ---- tests -----------------------------------------------------------------------------------

static void uci_lists_name_and_options(void **state)
{
    (void)state;
    transcript("uci",
               "id name Rookery " ROOKERY_VERSION "\n"
               "id author the Rookery authors\n"
               "option name Hash type spin default 16 min 1 max 131072\n"
               "option name Clear Hash type button\n"
               "option name Threads type spin default 1 min 1 max 4\n"
               "option name Ponder type check default false\n"
               "option name MultiPV type spin default 1 min 1 max 256\n"
               "option name Level type spin default 0 min 0 max 8\n"
               "option name UCI_LimitStrength type check default false\n"
               "option name UCI_Elo type spin default 3000 min 500 max 3000\n"
               "option name UCI_Chess960 type check default false\n"
               "option name UCI_Variant type combo default chess var chess var 3check var amazon "
               "var antichess var atomic var crazyhouse var giveaway var horde var kingofthehill "
               "var racingkings\n"
               "option name UCI_AnalyseMode type check default false\n"
               "option name UCI_ShowWDL type check default false\n"
               "option name Move Overhead type spin default 10 min 0 max 5000\n"
               "option name OwnBook type check default false\n"
               "option name BookFile type string default <empty>\n"
               "option name SyzygyPath type string default <empty>\n"
               "option name Use NNUE type check default true\n"
               "option name EvalFile type string default <empty>\n"
               "uciok\n");
}

static void search_reports_lines_and_bestmove(void **state)
{
    (void)state;
    transcript("isready\nposition fen k7/8/8/8/8/8/8/K6R w - - 0 1\n"
               "go depth 2 searchmoves h1h2",
               "readyok\n" INFO_LINES("a1b1", "a1b1 a8a7") "bestmove a1b1 ponder a8a7\n");
    assert_int_equal(received.limits.depth, 2);
    assert_int_equal(received.limits.only_count, 1);
    assert_int_equal(received.only[0], rk_move_make(7, 15, RK_PLAIN));
}

static void wdl_and_currmove_are_reported(void **state)
{
    (void)state;
    struct session *session = open_session();
    received.currmove_time = 3000;
    send_lines(session, "setoption name UCI_ShowWDL value true\n"
                        "position fen k7/8/8/8/8/8/8/K6R w - - 0 1\ngo depth 2");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    expect(session,
           "info depth 1 seldepth 2 multipv 1 score cp 13 lowerbound wdl 300 500 200 nodes 20 "
           "nps 20000 hashfull 0 tbhits 0 time 0 pv a1b1\n"
           "info depth 2 seldepth 2 multipv 1 score mate 2 wdl 300 500 200 nodes 4000 nps 200000 "
           "hashfull 7 tbhits 3 time 20 pv a1b1 a8a7\n"
           "info depth 2 currmove a1b1 currmovenumber 1\n"
           "bestmove a1b1 ponder a8a7\n");
    close_session(session);
}

static void every_limit_reaches_the_engine(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "setoption name MultiPV value 3\n"
                        "go wtime 60000 btime -5 winc 20 binc 30 movestogo 40 nodes 5000 mate 3 "
                        "movetime 0 depth 0");
    send_line(session, "isready");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    const rk_search_limits *limits = &received.limits;
    assert_true(limits->timed && !limits->ponder);
    assert_int_equal(limits->left[RK_WHITE], 60000);
    assert_int_equal(limits->left[RK_BLACK], 0);
    assert_int_equal(limits->increment[RK_WHITE], 20);
    assert_int_equal(limits->increment[RK_BLACK], 30);
    assert_int_equal(limits->moves_to_go, 40);
    assert_int_equal(limits->nodes, 5000);
    assert_int_equal(limits->mate, 3);
    assert_int_equal(limits->move_time, 1);
    assert_int_equal(limits->depth, 1);
    assert_int_equal(limits->lines, 3);
    close_session(session);
}

static void stop_returns_the_best_move(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session,
               "stop\nponderhit\nposition fen k7/8/8/8/8/8/8/K6R w - - 0 1\ngo infinite depth 3\n"
               "isready\nponderhit\nisready");
    wait_for_info(session);
    assert_int_equal(received.limits.depth, 0);
    send_line(session, "stop");
    assert_true(has_output(session, "readyok\n"));
    assert_true(has_output(session, "bestmove a1b1 ponder a8a7\n"));
    send_line(session, "stop");
    close_session(session);
}

static void ponder_search_ends_after_ponderhit_or_stop(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "position startpos moves e2e4\ngo ponder wtime 1000 btime 1000\nisready");
    wait_for_info(session);
    assert_true(received.limits.ponder && received.limits.timed);
    send_line(session, "ponderhit");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_true(has_output(session, "bestmove "));
    close_session(session);
    session = open_session();
    send_lines(session, "go ponder wtime 1000 btime 1000\nstop");
    assert_true(has_output(session, "bestmove "));
    close_session(session);
}

/* Checks the complete output for some lines; "~" waits for the info lines of the search. */
static void ponder_transcript(const char *lines, const char *answers)
{
    struct session *session = open_session();
    send_line(session, "position fen k7/8/8/8/8/8/8/K6R w - - 0 1");
    while (*lines) {
        const size_t size = strcspn(lines, "\n");
        if (*lines == '~')
            wait_for_info(session);
        else
            uci_handle_line(session->uci, lines, size);
        lines += size + (lines[size] == '\n');
    }
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    expect(session, answers);
    close_session(session);
}

static void every_order_of_ponder_commands_has_one_bestmove(void **state)
{
    (void)state;
    static const char info[] = INFO_LINES("a1b1", "a1b1 a8a7");
    static const struct {
        const char *lines, *before, *after; /* the output before and after the info lines */
    } rows[] = {
        // No bestmove before ponderhit or stop, whatever else is sent.
        {"go ponder depth 2\n~\nisready\nrubbish\nstop", "",
         "readyok\ninfo string unknown command: rubbish\nbestmove a1b1 ponder a8a7\n"},
        {"go ponder nodes 1\n~\nisready\nponderhit", "", "readyok\nbestmove a1b1 ponder a8a7\n"},
        {"go ponder movetime 1\nstop", "", "bestmove a1b1 ponder a8a7\n"},
        {"go ponder wtime 1 btime 1\nponderhit", "", "bestmove a1b1 ponder a8a7\n"},
        // One bestmove, however many stops and hits.
        {"go ponder depth 2\nponderhit\nponderhit\nstop\nstop\nponderhit", "",
         "bestmove a1b1 ponder a8a7\n"},
        {"go ponder depth 2\nstop\nponderhit\nisready", "", "bestmove a1b1 ponder a8a7\nreadyok\n"},
        // Endless even after ponderhit.
        {"go ponder\nponderhit\n~\nisready\nstop", "", "readyok\nbestmove a1b1 ponder a8a7\n"},
        {"go ponder infinite depth 1\nponderhit\n~\nisready\nstop", "",
         "readyok\nbestmove a1b1 ponder a8a7\n"},
        {"go infinite\nponderhit\n~\nisready\nstop", "", "readyok\nbestmove a1b1 ponder a8a7\n"},
        // Nothing to hit or stop.
        {"ponderhit\nstop\nisready\ngo depth 2", "readyok\n", "bestmove a1b1 ponder a8a7\n"},
        {"ponderhit\ngo ponder depth 2\n~\nisready\nstop", "",
         "readyok\nbestmove a1b1 ponder a8a7\n"},
        // Quit and end of input.
        {"go ponder depth 2\n~\nquit", "", "bestmove a1b1 ponder a8a7\n"},
        {"go ponder depth 2", "", "bestmove a1b1 ponder a8a7\n"},
        // Queued commands.
        {"go ponder depth 2\n~\nposition startpos\nsetoption name Hash value 0\nponderhit", "",
         "bestmove a1b1 ponder a8a7\ninfo string Hash: expected a number from 1 to 131072, not "
         "\"0\"\n"},
        // A ponderhit before its search has started.
        {"go perft 20\ngo ponder depth 2\nponderhit\nstop", "info string perft stopped\n",
         "bestmove a1b1 ponder a8a7\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[2048];
        snprintf(expected, sizeof expected, "%s%s%s", rows[i].before, info, rows[i].after);
        ponder_transcript(rows[i].lines, expected);
    }
}

static void second_go_ends_pondering(void **state)
{
    (void)state;
    ponder_transcript("go ponder wtime 1 btime 1\ngo ponder depth 2\nponderhit",
                      INFO_LINES("a1b1", "a1b1 a8a7") "bestmove a1b1 ponder a8a7\n" INFO_LINES(
                          "a1b1", "a1b1 a8a7") "bestmove a1b1 ponder a8a7\n");
}

static void pondering_on_a_mate_waits(void **state)
{
    (void)state;
    ponder_transcript("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo ponder depth 1\nstop",
                      "info depth 0 score mate 0\nbestmove 0000\n");
    struct session *session = open_session();
    send_lines(session, "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo ponder depth 1\nisready");
    assert_false(has_output(session, "bestmove"));
    close_session(session);
}

static void commands_during_a_search_are_queued(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "position fen k7/8/8/8/8/8/8/K6R w - - 0 1\ngo infinite\n"
                        "position fen k7/8/8/8/8/8/8/K6R b - - 0 1\nsetoption name Hash value 64");
    assert_int_equal(received.options.hash_mib, 16);
    // The infinite search is stopped by the next go.
    send_line(session, "go depth 1");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_int_equal(received.options.hash_mib, 64);
    expect(session, INFO_LINES("a1b1", "a1b1 a8a7") "bestmove a1b1 ponder a8a7\n" INFO_LINES(
                        "a8a7", "a8a7 a1b1") "bestmove a8a7 ponder a1b1\n");
    close_session(session);
}

static void full_queue_rejects_commands(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "go infinite");
    for (int i = 0; i < 1100; i++)
        send_line(session, "position startpos");
    assert_true(has_output(session, "info string command queue full"));
    assert_false(send_line(session, "quit"));
    close_session(session);
}

static void quit_ends_the_search_and_the_queue(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "position fen k7/8/8/8/8/8/8/K6R w - - 0 1\ngo infinite\ngo infinite");
    assert_false(send_line(session, "quit"));
    assert_true(has_output(session, "bestmove a1b1"));
    assert_false(send_line(session, "isready"));
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    close_session(session);
}

static void destroy_writes_no_bestmove(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_line(session, "go infinite");
    uci_destroy(session->uci);
    assert_false(has_output(session, "bestmove"));
    session->uci = NULL;
    close_session(session);
}

static void bestmove_is_0000_without_legal_moves(void **state)
{
    (void)state;
    transcript("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo depth 5",
               "info depth 0 score mate 0\nbestmove 0000\n");
    transcript("position fen k7/2Q5/1K6/8/8/8/8/8 b - - 0 1\ngo infinite",
               "info depth 0 score cp 0\nbestmove 0000\n");
}

static void castling_notation_follows_the_option(void **state)
{
    (void)state;
    const char *line = "position fen 4k3/8/8/8/8/8/P2P1P2/3QKB1R w K - 0 1 moves f1a6 e8e7 e1g1\nd";
    const char *other =
        "position fen 4k3/8/8/8/8/8/P2P1P2/3QKB1R w K - 0 1 moves f1a6 e8e7 e1h1\nd";
    struct session *session = open_session();
    send_lines(session, line);
    assert_true(has_output(session, "fen: 8/4k3/B7/8/8/8/P2P1P2/3Q1RK1 b - - 3 2"));
    send_lines(session, "setoption name UCI_Chess960 value true");
    send_lines(session, other);
    buffer_clear(&session->output);
    send_lines(session, "position fen 8/8/8/8/8/k7/8/5K1R w H - 0 1\ngo perft 1");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_true(has_output(session, "f1h1: 1\n"));
    close_session(session);
    session = open_session();
    send_lines(session, "position fen 8/8/8/8/8/k7/8/4K2R w K - 0 1\ngo perft 1");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_true(has_output(session, "e1g1: 1\n"));
    close_session(session);
}

static void illegal_positions_are_reported_and_ignored(void **state)
{
    (void)state;
    transcript(
        "position startpos moves e2e4\n"
        "position startpos moves e2e4 e7e5 e1e3 d2d4\n"
        "position fen 8/8/8/8 w - - 0 1\n"
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1 moves a1a2\n"
        "position\nposition startpos e2e4\nposition startpos moves \x1b[31m\n"
        "d",
        "info string illegal move \"e1e3\": the king on e1 does not move to e3\n"
        "info string illegal FEN \"8/8/8/8 w - - 0 1\": there are fewer than eight ranks\n"
        "info string illegal FEN \"kk6/8/8/8/8/8/8/K7 w - - 0 1\": Black has more than one king\n"
        "info string usage: position startpos|fen FEN [moves MOVE...]\n"
        "info string unexpected argument \"e2e4\": expected 'moves'\n"
        "info string illegal move \"?[31m\": a move is two squares, as in e2e4\n"
        "8  r n b q k b n r\n"
        "7  p p p p p p p p\n"
        "6  . . . . . . . .\n"
        "5  . . . . . . . .\n"
        "4  . . . . P . . .\n"
        "3  . . . . . . . .\n"
        "2  P P P P . P P P\n"
        "1  R N B Q K B N R\n"
        "   a b c d e f g h\n"
        "fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
        "key: A282EB7D1548D0D0\n"
        "checkers:\n");
}

static void invalid_options_are_rejected(void **state)
{
    (void)state;
    transcript(
        "setoption name Hash value 0\nsetoption name Hash value x\nsetoption name Hash\n"
        "setoption name hash value 999999999999999999999999\nsetoption name Threads value 5\n"
        "setoption name Ponder value maybe\nsetoption name UCI_Variant value shogi\n"
        "setoption name No Such Thing value 3\nsetoption\nsetoption Hash 3\n"
        "setoption name Hash value 666\nsetoption name BookFile value /no/such/book\n"
        "setoption name SyzygyPath value \034empty>\n"
        "setoption name EvalFile value /no/such/network\n",
        "info string Hash: expected a number from 1 to 131072, not \"0\"\n"
        "info string Hash: expected a number from 1 to 131072, not \"x\"\n"
        "info string Hash: expected a number from 1 to 131072, not \"\"\n"
        "info string Hash: expected a number from 1 to 131072, not \"999999999999999999999999\"\n"
        "info string Threads: expected a number from 1 to 4, not \"5\"\n"
        "info string Ponder: expected true or false, not \"maybe\"\n"
        "info string unknown variant \"shogi\"\n"
        "info string unknown option \"No Such Thing\"\n"
        "info string usage: setoption name NAME [value VALUE]\n"
        "info string usage: setoption name NAME [value VALUE]\n"
        "info string Hash: not enough memory for 666 MiB; keeping 16 MiB\n"
        "info string BookFile \"/no/such/book\": No such file or directory\n"
        "info string SyzygyPath \"?empty>\": ?empty>: No such file or directory\n"
        "info string EvalFile \"/no/such/network\": No such file or directory\n");
    assert_int_equal(received.options.hash_mib, 16);
}

static void options_reach_the_engine(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "setoption name hash value 32\nsetoption name Threads value 3\n"
                        "setoption name Move Overhead value 77\nsetoption name Level value 4");
    assert_int_equal(received.options.hash_mib, 32);
    assert_int_equal(received.options.threads, 3);
    assert_int_equal(received.options.overhead, 77);
    assert_int_equal(received.options.elo, 900);
    send_lines(session,
               "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1234");
    assert_int_equal(received.options.elo, 1234);
    send_lines(session,
               "setoption name UCI_LimitStrength value false\nsetoption name Level value 0");
    assert_int_equal(received.options.elo, 0);
    const uint64_t seed = received.options.seed;
    const unsigned clears = received.clears;
    send_lines(session, "setoption name Clear Hash\nsetoption name  clear\t  hash \nucinewgame");
    assert_int_equal(received.clears, clears + 3);
    assert_true(received.options.seed != seed);
    expect(session, "");
    close_session(session);
}

static void book_is_used_if_enabled_and_not_analysing(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[128], line[256];
    snprintf(path, sizeof path, "%s/a book.bin", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    // One entry: e2e4 in the initial position.
    fwrite("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00", 1, 16, file);
    fclose(file);
    struct session *session = open_session();
    snprintf(line, sizeof line, "setoption name BookFile value  %s ", path);
    send_line(session, line);
    assert_null(received.options.book);
    send_line(session, "setoption name OwnBook value true");
    assert_non_null(received.options.book);
    send_line(session, "setoption name UCI_AnalyseMode value true");
    assert_null(received.options.book);
    send_line(session, "setoption name UCI_AnalyseMode value false");
    send_line(session, "setoption name BookFile value <empty>");
    assert_null(received.options.book);
    expect(session, "");
    close_session(session);
    folder_remove(&folder);
}

static void variants_have_start_positions_and_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *start;
    } cases[] = {
        {"chess", "RNBQKBNR w KQkq - 0 1"},
        {"3check", "RNBQKBNR w KQkq - 3+3 0 1"},
        {"giveaway", "RNBQKBNR w - - 0 1"},
        {"antichess", "RNBQKBNR w - - 0 1"},
        {"horde", "PPPPPPPP w kq - 0 1"},
        {"kingofthehill", "RNBQKBNR w KQkq - 0 1"},
        {"racingkings", "qrbnNBRQ w - - 0 1"},
        {"amazon", "RNBAKBNR w KQkq - 0 1"},
        {"crazyhouse", "RNBQKBNR[] w KQkq - 0 1"},
        {"atomic", "RNBQKBNR w KQkq - 0 1"},
        {"King-of-the-Hill", "RNBQKBNR w KQkq - 0 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[128];
        struct session *session = open_session();
        snprintf(line, sizeof line, "setoption name UCI_Variant value %s\nposition startpos\nd",
                 cases[i].name);
        send_lines(session, line);
        assert_true(has_output(session, cases[i].start));
        assert_false(has_output(session, "info string"));
        close_session(session);
    }
}

static void setting_the_same_variant_keeps_the_position(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "position startpos moves e2e4\nsetoption name UCI_Chess960 value false\n"
                        "setoption name UCI_Variant value chess\nd");
    assert_true(has_output(session, "/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    close_session(session);
}

static void unknown_words_are_skipped(void **state)
{
    (void)state;
    transcript("joho isready\n\n   \t \r\nrubbish\n\x01\xff\nregister later\ndebug maybe\n"
               "joho debug on\nsetoption name Ponder value true\ndebug off\n"
               "go depth x nodes searchmoves e2e4 e9 e2e4 perft 1 fast",
               "readyok\n"
               "info string unknown command: rubbish\n"
               "info string unknown command: ??\n"
               "info string usage: debug on|off\n"
               "info string Ponder set\n"
               "info string go: unknown argument \"fast\"\n"
               "a2a3: 1\nb2b3: 1\nc2c3: 1\nd2d3: 1\ne2e3: 1\nf2f3: 1\ng2g3: 1\nh2h3: 1\n"
               "a2a4: 1\nb2b4: 1\nc2c4: 1\nd2d4: 1\ne2e4: 1\nf2f4: 1\ng2g4: 1\nh2h4: 1\n"
               "b1a3: 1\nb1c3: 1\ng1f3: 1\ng1h3: 1\nnodes 20\n");
}

static void perft_counts_and_can_be_stopped(void **state)
{
    (void)state;
    struct session *session = open_session();
    send_lines(session, "go perft 0\ngo perft 5");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_true(has_output(session, "nodes 1\n"));
    assert_true(has_output(session, "e2e4: 405385\n"));
    assert_true(has_output(session, "nodes 4865609\n"));
    close_session(session);
    session = open_session();
    send_lines(session, "go perft 15\nstop");
    expect(session, "info string perft stopped\n");
    close_session(session);
}

static void bench_and_eval_answer(void **state)
{
    (void)state;
    transcript("bench 3\nbench 0\nbench x\neval\nposition startpos moves e2e4\neval\n"
               "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\neval\n"
               "position fen k7/8/1K6/8/8/8/8/R7 b - - 0 1\neval",
               "nodes 32000 seconds 0.000 nps 32000000\n"
               "info string bench: expected a depth from 1 to 100\n"
               "info string bench: expected a depth from 1 to 100\n"
               "evaluation: +0.25 (White's point of view)\n"
               "evaluation: +0.25 (White's point of view)\n"
               "evaluation: none (game over: checkmate)\n"
               "evaluation: none (in check)\n");
}

static void long_games_work_and_long_lines_are_ignored(void **state)
{
    (void)state;
    struct session *session = open_session();
    struct buffer line = {0};
    buffer_text(&line, "position startpos moves");
    for (int i = 0; i < 1000; i++)
        buffer_text(&line, " g1f3 g8f6 f3g1 f6g8");
    send_line(session, buffer_cstr(&line));
    send_line(session, "go depth 1");
    uci_finish(session->uci, UCI_GRACE_UNLIMITED);
    assert_false(has_output(session, "info string"));
    assert_int_equal(received.positions, 4001);
    close_session(session);
    session = open_session();
    while (line.size <= UCI_LINE_MAX)
        buffer_text(&line, " and so on, and so on, and so on");
    assert_true(uci_handle_line(session->uci, line.bytes, line.size));
    expect(session, "info string line too long: ignored\n");
    buffer_fini(&line);
    close_session(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uci_lists_name_and_options),
        cmocka_unit_test(search_reports_lines_and_bestmove),
        cmocka_unit_test(wdl_and_currmove_are_reported),
        cmocka_unit_test(every_limit_reaches_the_engine),
        cmocka_unit_test(stop_returns_the_best_move),
        cmocka_unit_test(ponder_search_ends_after_ponderhit_or_stop),
        cmocka_unit_test(every_order_of_ponder_commands_has_one_bestmove),
        cmocka_unit_test(second_go_ends_pondering),
        cmocka_unit_test(pondering_on_a_mate_waits),
        cmocka_unit_test(commands_during_a_search_are_queued),
        cmocka_unit_test(full_queue_rejects_commands),
        cmocka_unit_test(quit_ends_the_search_and_the_queue),
        cmocka_unit_test(destroy_writes_no_bestmove),
        cmocka_unit_test(bestmove_is_0000_without_legal_moves),
        cmocka_unit_test(castling_notation_follows_the_option),
        cmocka_unit_test(illegal_positions_are_reported_and_ignored),
        cmocka_unit_test(invalid_options_are_rejected),
        cmocka_unit_test(options_reach_the_engine),
        cmocka_unit_test(book_is_used_if_enabled_and_not_analysing),
        cmocka_unit_test(variants_have_start_positions_and_names),
        cmocka_unit_test(setting_the_same_variant_keeps_the_position),
        cmocka_unit_test(unknown_words_are_skipped),
        cmocka_unit_test(perft_counts_and_can_be_stopped),
        cmocka_unit_test(bench_and_eval_answer),
        cmocka_unit_test(long_games_work_and_long_lines_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
