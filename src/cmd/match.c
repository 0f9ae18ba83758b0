/* SPDX-License-Identifier: MIT */
/* rookery match: plays engines against each other. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "cmd/command.h"
#include "cmd/match_engines.h"
#include "cmd/options.h"
#include "match/session.h"
#include "platform/progress.h"
#include "platform/tty.h"

enum {
    EXIT_INTERRUPTED = 130, /* 128 + SIGINT, as in a shell */
    ROUNDS_MAX = 1000000,
    MARGIN_DEFAULT = 10,
    PATIENCE_DEFAULT = 60
};

/* The options as they were typed. */
struct match_options {
    const char *openings, *order, *variant, *resign, *draw, *tables, *sprt, *pgn, *event, *state,
        *resume, *log;
    unsigned long games, rounds, concurrency, plies, seed, moves_max, margin, patience;
    bool gauntlet, logistic, json, quiet;
};

struct match_request {
    struct match_options options;
    struct match_session session;
    struct sprt sprt;
    struct state past;
    struct progress progress;
};

// Set by the signal handler.
static volatile sig_atomic_t interrupted;

static void handle_signal(int number)
{
    interrupted = 1;
    signal(number, SIG_DFL); // a second Ctrl-C ends the program at once
}

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupted;
}

static bool print_error(const char *what, const char *error)
{
    command_fail("match", EXIT_USAGE, "%s: %s", what, error);
    return false;
}

// ---- progress -----------------------------------------------------------------------------------

static void start_progress(void *context, unsigned long done, unsigned long total)
{
    const struct progress_options options = {
        .label = "match", .unit = "games", .total = total, .done = done};
    progress_start(context, &options);
}

static void update_progress(void *context, unsigned long done)
{
    progress_update(context, done);
}

static void clear_progress(void *context)
{
    progress_clear(context);
}

// ---- parsing ------------------------------------------------------------------------------------

/* Parses numbers separated by slashes, such as "600/4". Returns how many, or 0 if it is malformed.
 */
static size_t parse_numbers(const char *text, double *out, size_t max)
{
    for (size_t count = 0; count < max; text++) {
        char *end;
        out[count] = strtod(text, &end);
        if (end == text || (*end && *end != '/') || !(fabs(out[count]) <= 1e6))
            return 0;
        count++;
        text = end;
        if (!*end)
            return count;
    }
    return 0;
}

static bool parse_adjudication(struct match_request *request)
{
    struct adjudication_rule *rule = &request->session.adjudication;
    const struct match_options *options = &request->options;
    double of[3];
    rule->moves_max = (unsigned)options->moves_max;
    if (options->resign) {
        if (parse_numbers(options->resign, of, 2) != 2 || of[0] < 1 || of[1] < 1)
            return print_error("--resign", "expected SCORE/MOVES, such as 600/4");
        rule->resign_score = (int)of[0];
        rule->resign_moves = (unsigned)of[1];
    }
    if (options->draw) {
        if (parse_numbers(options->draw, of, 3) != 3 || of[0] < 0 || of[1] < 1 || of[2] < 0)
            return print_error("--draw", "expected SCORE/MOVES/FROM, such as 10/8/40");
        rule->draw_score = (int)of[0];
        rule->draw_moves = (unsigned)of[1];
        rule->draw_from = (unsigned)of[2];
    }
    return true;
}

static bool parse_sprt(struct match_request *request)
{
    double of[4] = {0, 0, 0.05, 0.05};
    const char *text = request->options.sprt;
    if (!text)
        return true;
    const size_t count = parse_numbers(text, of, 4);
    const bool good = (count == 2 || count == 4) && of[0] < of[1] && fabs(of[0]) < 1000 &&
                      fabs(of[1]) < 1000 && of[2] > 0 && of[2] < 0.5 && of[3] > 0 && of[3] < 0.5;
    if (!good)
        return print_error("--sprt",
                           "expected ELO0/ELO1 or ELO0/ELO1/ALPHA/BETA, such as 0/5/0.05/0.05");
    if (request->session.engine_count != 2 && !request->options.gauntlet)
        return print_error("--sprt", "needs exactly two engines, or --gauntlet");
    request->sprt = (struct sprt){of[0], of[1], of[2], of[3], request->options.logistic};
    request->session.sprt = &request->sprt;
    return true;
}

static bool parse_variant(struct match_request *request)
{
    const char *name = request->options.variant;
    return !name || command_parse_variant("match", name, &request->session.variant);
}

static bool parse_order(struct match_request *request)
{
    const char *order = request->options.order;
    request->session.shuffle = order && !strcmp(order, "random");
    if (!order || request->session.shuffle || !strcmp(order, "sequential"))
        return true;
    return print_error(order, "unknown order: use sequential or random");
}

static bool check_engines(const struct match_session *session)
{
    rk_time_control clock;
    if (session->engine_count < 2)
        return print_error("--engine", "at least two engines are needed");
    for (unsigned i = 0; i < session->engine_count; i++) {
        const struct engine_config *engine = &session->engines[i];
        const struct engine_limits *limits = &engine->limits;
        char label[32];
        snprintf(label, sizeof label, "engine %u", i + 1);
        if (engine->protocol != PROTOCOL_RANDOM && !limits->timed && !limits->move_time &&
            !limits->nodes && !limits->depth)
            return print_error(label, "no limit: add a time control, nodes or depth (tc=, st=, "
                                      "nodes=, depth=)");
        if (engine_config_clock(&session->engines[0], engine, &clock))
            return print_error(label, "its kind of time control differs from that of engine 1");
    }
    return true;
}

static const char description[] =
    "Plays engines against each other. Settings after --engine are for that engine, those after\n"
    "--each for all: cmd=COMMAND name=NAME dir=FOLDER proto=uci|xboard\n"
    "tc=[MOVES/]SECONDS[+INCREMENT] st=SECONDS nodes=N depth=N ponder log=FILE\n"
    "option.NAME=VALUE.\n"
    "The command `self` is this program; `random` plays random legal moves.";

/* Of --engine and --each, match_engines.c leaves only what was written with an equals sign. */
static enum options_result refuse_equals_sign(const char *engine, const char *each)
{
    if (!engine && !each)
        return OPTIONS_OK;
    command_fail("match", EXIT_USAGE,
                 "%s must be followed by a space, not by =", engine ? "--engine" : "--each");
    return OPTIONS_ERROR;
}

/* match_engines.c has parsed --engine and --each; their rows are for the help and completion. */
static enum options_result parse_options(struct match_options *out, int argc, char **argv)
{
    const char *engine = NULL, *each = NULL;
    const struct option options[] = {
        {"--engine", "COMMAND", "add an engine, with settings as above", .text = &engine},
        {"--each", "SETTING", "settings for all engines", .text = &each},
        {"--openings", "FILE", "openings: .pgn, .bin (a book), or one position per line",
         .text = &out->openings},
        {"--order", "ORDER", "order of the openings: sequential (default) or random",
         .text = &out->order, .choices = "sequential random"},
        {"--plies", "N", "plies to take from a game or a book (default: 16)", .number = &out->plies,
         .max = OPENING_PLIES_MAX},
        {"--seed", "N", "seed of all random choices (default: 1)", .number = &out->seed,
         .max = ~0UL},
        {"--games", "N", "number of games, rounded up to whole rounds", .number = &out->games,
         .min = 1, .max = ROUNDS_MAX},
        {"--rounds", "N", "number of rounds, in which every pairing plays two games (default: 1)",
         .number = &out->rounds, .min = 1, .max = ROUNDS_MAX},
        {"--concurrency", "N", "number of games at once (default: 1)", .number = &out->concurrency,
         .min = 1, .max = RUNNER_GAMES_MAX},
        {"--gauntlet", NULL, "only the first engine plays all others (default: a round robin)",
         .flag = &out->gauntlet},
        {"--variant", "NAME", "play this variant", .text = &out->variant,
         .choices = command_variant_names},
        {"--resign", "SCORE/MOVES",
         "adjudicate a win when both engines report SCORE for MOVES moves", .text = &out->resign},
        {"--draw", "SCORE/MOVES/FROM",
         "adjudicate a draw when both report at most SCORE, from move FROM on", .text = &out->draw},
        {"--max-moves", "N", "adjudicate a draw after N moves", .number = &out->moves_max, .min = 1,
         .max = RK_COUNTER_MAX},
        {"--syzygy", "DIRS", "folders with Syzygy endgame tables, to adjudicate by",
         .text = &out->tables},
        {"--margin", "MS", "milliseconds a move may be late (default: 10)", .number = &out->margin,
         .max = 60000},
        {"--patience", "S", "seconds to wait for a move without a clock (default: 60)",
         .number = &out->patience, .min = 1, .max = 86400},
        {"--sprt", "ELO0/ELO1/ALPHA/BETA", "stop when this sequential test is decided",
         .text = &out->sprt},
        {"--logistic", NULL, "--sprt uses logistic Elo instead of normalised Elo",
         .flag = &out->logistic},
        {"--pgn", "FILE", "append the games to this file", .text = &out->pgn},
        {"--event", "NAME", "the Event tag of the games", .text = &out->event},
        {"--state", "FILE", "write a new file that --resume can continue from",
         .text = &out->state},
        {"--resume", "FILE",
         "continue a match with the options it was started with; only --json and --quiet can be "
         "added",
         .text = &out->resume},
        {"--log", "FILE", "append the input and output of all engines to this file",
         .text = &out->log},
        {"--json", NULL, "print nothing but the result, as a JSON object", .flag = &out->json},
        {"--quiet", NULL, "print the final standings only", .flag = &out->quiet}};
    struct command_line line = {
        .command = "match",
        .usage = "--engine COMMAND [SETTING ...] --engine COMMAND [SETTING ...] [options]",
        .description = description,
        .options = options,
        .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    return result == OPTIONS_OK ? refuse_equals_sign(engine, each) : result;
}

static void fill_session(struct match_request *request)
{
    const struct match_options *options = &request->options;
    struct match_session *session = &request->session;
    session->gauntlet = options->gauntlet;
    session->games = options->games;
    session->rounds = options->rounds;
    session->concurrency = (unsigned)options->concurrency;
    session->margin = (int64_t)options->margin;
    session->patience = (int64_t)options->patience * 1000;
    session->openings = options->openings;
    session->plies = (unsigned)options->plies;
    session->seed = options->seed;
    session->tables = options->tables;
    session->pgn = options->pgn;
    session->event = options->event;
    session->state = options->state;
    session->quiet = options->quiet;
    session->json = options->json;
    session->live = tty_can_draw(STDOUT_FILENO) && !options->quiet && !options->json;
    for (unsigned i = 0; i < session->engine_count; i++)
        if (!session->engines[i].log)
            session->engines[i].log = options->log;
    if (tty_can_draw(STDERR_FILENO) && !options->quiet)
        session->progress = (struct match_progress){.context = &request->progress,
                                                    .start = start_progress,
                                                    .update = update_progress,
                                                    .clear = clear_progress};
    session->out = stdout;
    session->err = stderr;
    session->now = monotonic_callback;
    session->is_stopped = is_interrupted;
}

/* What a resumed match prints may differ from what it printed before; everything else would make it
 * another match. Refuses the other arguments. */
static bool check_resume_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--resume"))
            i++; // its value
        else if (strncmp(argv[i], "--resume=", 9) != 0 && strcmp(argv[i], "--json") != 0 &&
                 strcmp(argv[i], "--quiet") != 0)
            return print_error(argv[i], "a match is resumed with the options it was started with; "
                                        "only --json and --quiet can be added");
    }
    return true;
}

/* Returns an exit status, or -1 if help was printed. The options in `request` that are set already
 * remain. */
static int parse_request(struct match_request *request, int argc, char **argv)
{
    const bool json = request->options.json, quiet = request->options.quiet;
    request->session = (struct match_session){.engine_count = 0};
    request->options = (struct match_options){.concurrency = 1,
                                              .plies = 16,
                                              .seed = 1,
                                              .margin = MARGIN_DEFAULT,
                                              .patience = PATIENCE_DEFAULT,
                                              .json = json,
                                              .quiet = quiet};
    if (!match_engines_parse(&request->session, &argc, argv))
        return EXIT_USAGE;
    const enum options_result result = parse_options(&request->options, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? -1 : EXIT_USAGE;
    if (request->options.resume)
        return EXIT_OK;
    const bool good = check_engines(&request->session) && parse_variant(request) &&
                      parse_adjudication(request) && parse_sprt(request) && parse_order(request);
    fill_session(request);
    return good ? EXIT_OK : EXIT_USAGE;
}

/* Parses the arguments that a match was started with, from its state file. */
static int parse_resumed(struct match_request *request, const char *path)
{
    rk_fault fault = {.text = ""};
    const rk_err err = state_read(path, &request->past, &fault);
    if (err) {
        print_error(path, fault.text[0] ? fault.text : rk_err_text(err));
        return err == RK_BAD_RECORD ? EXIT_DATA_ERROR : EXIT_SYSTEM_ERROR;
    }
    char **arguments = calloc(request->past.argument_count + 2, sizeof *arguments);
    if (!arguments)
        return EXIT_SYSTEM_ERROR;
    memcpy(arguments + 1, request->past.arguments,
           request->past.argument_count * sizeof *arguments);
    const int status = parse_request(request, (int)request->past.argument_count + 1, arguments);
    free(arguments);
    if (status || request->options.resume) {
        print_error(path, "the arguments in it do not describe a match");
        return EXIT_DATA_ERROR;
    }
    request->session.resume = path;
    request->session.past = &request->past;
    return EXIT_OK;
}

// ---- the command --------------------------------------------------------------------------------

static int run_session(const struct match_session *session)
{
    const struct sigaction action = {.sa_handler = handle_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    switch (match_session_run(session)) {
    case MATCH_SESSION_DONE:
        return EXIT_OK;
    case MATCH_SESSION_REJECTED:
    case MATCH_SESSION_BAD_DATA:
        return EXIT_DATA_ERROR;
    case MATCH_SESSION_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case MATCH_SESSION_BAD_USAGE:
        return EXIT_USAGE;
    case MATCH_SESSION_FAILED:
        break;
    }
    return EXIT_SYSTEM_ERROR;
}

int match_command(int argc, char **argv)
{
    struct match_request *request = calloc(1, sizeof *request);
    char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int status = EXIT_SYSTEM_ERROR;
    if (request && rest) {
        // Parsing removes arguments, so it works on a copy; the state file keeps all of them.
        memcpy(rest, argv, (size_t)argc * sizeof *rest);
        status = parse_request(request, argc, rest);
        if (!status && request->options.resume)
            status = check_resume_arguments(argc, argv)
                         ? parse_resumed(request, request->options.resume)
                         : EXIT_USAGE;
        request->session.arguments = (const char *const *)argv + 1;
        request->session.argument_count = (size_t)argc - 1;
        if (!status)
            status = run_session(&request->session);
        state_fini(&request->past);
    }
    free(rest);
    free(request);
    return status < 0 ? EXIT_OK : status;
}
