/* SPDX-License-Identifier: MIT */
/* rookery match: engines against each other. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/matchentry.h"
#include "cmd/options.h"
#include "match/report.h"
#include "match/scoresheet.h"
#include "match/state.h"
#include "platform/monotonic.h"
#include "tui/terminal.h"

enum {
    EXIT_INTERRUPTED = 130, /* as shells have it; --resume goes on */
    ROUNDS_MAX = 1000000,
    TEST_ROUNDS = 100000, /* where a test ends the match */
    WHY_MAX = 512,
    MARGIN_DEFAULT = 10,
    PATIENCE_DEFAULT = 60
};

struct request {
    const char *openings, *order, *variant, *resign, *draw, *tables, *sprt, *pgn, *event, *state,
        *resume;
    unsigned long games, rounds, concurrency, plies, seed, moves_max, margin, patience;
    bool gauntlet, logistic, quiet;
};

/* All a match has, from the command line to its end. */
struct event {
    struct request request;
    struct entries entries;
    struct match match;
    struct sprt sprt;
    struct openings openings;
    struct standings standings;
    struct state past; /* of a match that is gone on with */
    FILE *pgn, *state;
    int64_t started_at;
    unsigned long played_before, lines; /* games of an earlier run; rows of the live table */
    bool live;
};

// Set by signals alone.
static volatile sig_atomic_t interrupted;

static void note_signal(int number)
{
    interrupted = 1;
    signal(number, SIG_DFL); // whoever presses it twice is in a hurry
}

static bool is_stopped(void *context)
{
    (void)context;
    return interrupted;
}

static int complain(const char *what, const char *why)
{
    fprintf(stderr, "rookery match: %s: %s\n", what, why);
    return EXIT_USAGE;
}

// ---- what is shown ------------------------------------------------------------------------------

static struct report_subject subject_of(const struct event *event)
{
    return (struct report_subject){.standings = &event->standings,
                                   .contestants = event->entries.of,
                                   .sprt = event->match.sprt};
}

static void clear_table(struct event *event)
{
    for (; event->lines; event->lines--)
        fputs("\033[A\033[2K", stdout);
}

static void show_progress(const struct event *event, struct buffer *out)
{
    const struct standings *standings = &event->standings;
    const double minutes = (double)(monotonic_ms() - event->started_at) / 60000;
    const double played = (double)(standings->played - event->played_before);
    char line[128];
    snprintf(line, sizeof line, "%lu of %lu games, %.1f a minute\n", standings->played,
             schedule_games(&standings->schedule), minutes > 0 ? played / minutes : 0);
    buffer_text(out, line);
}

static void show_table(struct event *event)
{
    struct buffer text = {0};
    const struct report_subject subject = subject_of(event);
    report_standings(&subject, &text);
    show_progress(event, &text);
    clear_table(event);
    // A line that is broken in two could not be cleared as one.
    printf(event->live ? "\033[?7l%s\033[?7h" : "%s", buffer_end(&text));
    for (size_t i = 0; event->live && i < text.size; i++)
        event->lines += text.bytes[i] == '\n';
    fflush(stdout);
    buffer_fini(&text);
}

static void tell(void *context, const char *words)
{
    struct event *event = context;
    clear_table(event);
    printf("%s\n", words);
    fflush(stdout);
}

static void show_game(struct event *event, const struct runner_game *game)
{
    struct buffer text = {0};
    const struct report_subject subject = subject_of(event);
    report_game(&subject, game, &text);
    clear_table(event);
    if (!event->request.quiet)
        fputs(buffer_end(&text), stdout);
    fflush(stdout);
    buffer_fini(&text);
    if (event->live)
        show_table(event);
}

// ---- what is kept -------------------------------------------------------------------------------

/* As PGN, to the end of `out`. */
static void write_sheet(const struct event *event, const struct runner_game *game,
                        struct buffer *out)
{
    rk_roster roster = {.site = ""};
    const time_t today = time(NULL);
    struct tm date;
    if (localtime_r(&today, &date))
        strftime(roster.date, sizeof roster.date, "%Y.%m.%d", &date);
    snprintf(roster.event, sizeof roster.event, "%s",
             event->request.event ? event->request.event : "rookery match");
    snprintf(roster.round, sizeof roster.round, "%lu.%lu", game->pairing.round + 1,
             game->number % 2 + 1);
    snprintf(roster.white, sizeof roster.white, "%s", event->entries.of[game->pairing.white].name);
    snprintf(roster.black, sizeof roster.black, "%s", event->entries.of[game->pairing.black].name);
    scoresheet_write(game->result, &roster, out);
}

static bool write_pgn(struct event *event, const struct buffer *text)
{
    return fwrite(text->bytes, 1, text->size, event->pgn) == text->size && !fflush(event->pgn) &&
           (!event->state || !fsync(fileno(event->pgn)) || errno == EINVAL);
}

static bool write_state(struct event *event, const struct runner_game *game, size_t pgn_size)
{
    const bool late = rk_game_status(game->result->game) == RK_TIMED_OUT;
    struct state_game row = {
        .number = game->number, .winner = game->winner, .fault = RK_NOBODY_WINS};
    struct stat status;
    // What is no plain file has no size, and cannot be looked at again.
    if (pgn_size && !fstat(fileno(event->pgn), &status) && S_ISREG(status.st_mode)) {
        row.pgn_from = (uint64_t)status.st_size;
        row.pgn_size = pgn_size;
    }
    for (int side = RK_WHITE; side <= RK_BLACK; side++)
        if (game->winner == (rk_winner)(1 - side) && (late || game->result->broken[side]))
            row.fault = (rk_winner)side;
    return state_add(event->state, &row);
}

// The line first that says where the game will stand, then the game: if it is not whole there, the
// line does not count.
static bool finish_game(void *context, const struct runner_game *game)
{
    struct event *event = context;
    struct buffer text = {0};
    if (event->pgn)
        write_sheet(event, game, &text);
    const bool kept = !text.failed && (!event->state || write_state(event, game, text.size)) &&
                      (!event->pgn || write_pgn(event, &text));
    buffer_fini(&text);
    if (kept)
        show_game(event, game);
    return kept;
}

/* The last game may have been cut off while it was written. */
static int repair_pgn(struct event *event)
{
    const char *path = event->request.pgn;
    struct stat status = {.st_size = 0};
    uint64_t whole = 0;
    if (!path || (!stat(path, &status) && !S_ISREG(status.st_mode)))
        return EXIT_OK;
    switch (state_compare(&event->past, (uint64_t)status.st_size, &whole)) {
    case STATE_PGN_WHOLE:
        return EXIT_OK;
    case STATE_PGN_LOST:
        complain(path, "it is not the file the match wrote: games are missing");
        return EXIT_DATA_ERROR;
    case STATE_PGN_CUT:
        break;
    }
    if (status.st_size && truncate(path, (off_t)whole))
        return complain(path, "it cannot be written"), EXIT_SYSTEM_ERROR;
    state_drop_last(&event->past);
    return EXIT_OK;
}

static bool recall_games(struct event *event)
{
    for (size_t i = 0; i < event->past.game_count; i++) {
        const struct state_game *game = &event->past.games[i];
        if (!standings_note(&event->standings, game->number, game->winner))
            return false;
        const struct pairing pairing = schedule_at(&event->standings.schedule, game->number);
        if (game->fault != RK_NOBODY_WINS)
            event->standings.faults[game->fault == RK_WHITE_WINS ? pairing.white : pairing.black]++;
    }
    event->played_before = event->standings.played;
    return true;
}

static int open_state(struct event *event, const char *const *words, size_t word_count)
{
    const struct state_head head = {.words = words,
                                    .word_count = word_count,
                                    .opening_count = event->openings.count,
                                    .opening_checksum = openings_checksum(&event->openings)};
    if (event->past.text) {
        const int status = repair_pgn(event);
        if (status)
            return status;
        if (event->past.opening_count != head.opening_count ||
            event->past.opening_checksum != head.opening_checksum || !recall_games(event))
            return complain(event->request.resume, "the openings are not those it began with");
        if (state_go_on(&event->past, event->request.resume, &event->state))
            return complain(event->request.resume, "it cannot be written"), EXIT_SYSTEM_ERROR;
    } else if (event->request.state) {
        const rk_err err = state_begin(event->request.state, &head, &event->state);
        if (err == RK_NOT_NOW)
            return complain(event->request.state, "it exists: --resume goes on with it");
        if (err)
            return complain(event->request.state, "it cannot be written"), EXIT_SYSTEM_ERROR;
    }
    return EXIT_OK;
}

// ---- what is asked for --------------------------------------------------------------------------

/* Reads numbers with strokes between them, "600/4"; returns how many, 0 if it is no such list. */
static size_t read_numbers(const char *text, double *out, size_t most)
{
    for (size_t count = 0; count < most; text++) {
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

static bool read_adjudication(struct event *event)
{
    struct adjudication_rule *rule = &event->match.adjudication;
    const struct request *request = &event->request;
    double of[3];
    rule->moves_max = (unsigned)request->moves_max;
    if (request->resign) {
        if (read_numbers(request->resign, of, 2) != 2 || of[0] < 1 || of[1] < 1)
            return complain(request->resign, "this should be SCORE/MOVES, as in 600/4"), false;
        rule->resign_score = (int)of[0];
        rule->resign_moves = (unsigned)of[1];
    }
    if (request->draw) {
        if (read_numbers(request->draw, of, 3) != 3 || of[0] < 0 || of[1] < 1 || of[2] < 0)
            return complain(request->draw, "this should be SCORE/MOVES/FROM, as in 10/8/40"), false;
        rule->draw_score = (int)of[0];
        rule->draw_moves = (unsigned)of[1];
        rule->draw_from = (unsigned)of[2];
    }
    return true;
}

static bool read_test(struct event *event)
{
    double of[4] = {0, 0, 0.05, 0.05};
    const char *text = event->request.sprt;
    if (!text)
        return true;
    const size_t count = read_numbers(text, of, 4);
    const bool good = (count == 2 || count == 4) && of[0] < of[1] && fabs(of[0]) < 1000 &&
                      fabs(of[1]) < 1000 && of[2] > 0 && of[2] < 0.5 && of[3] > 0 && of[3] < 0.5;
    if (!good)
        return complain(text, "this should be ELO0/ELO1 or ELO0/ELO1/ALPHA/BETA, as in "
                              "0/5/0.05/0.05"),
               false;
    if (event->entries.count != 2 && !event->request.gauntlet)
        return complain("--sprt", "a test has two engines, or a gauntlet"), false;
    event->sprt = (struct sprt){of[0], of[1], of[2], of[3], event->request.logistic};
    event->match.sprt = &event->sprt;
    return true;
}

static bool read_variant(struct event *event)
{
    const char *name = event->request.variant;
    if (!name || rk_variant_from_name(name, &event->match.variant))
        return true;
    return complain(name, "there is no such variant"), false;
}

static bool check_terms(const struct event *event)
{
    const struct entries *entries = &event->entries;
    rk_clock_rule clock;
    if (entries->count < 2)
        return complain("--engine", "two engines are needed, or more"), false;
    for (unsigned i = 0; i < entries->count; i++) {
        const struct referee_side *thinks = &entries->of[i].thinks;
        if (entries->of[i].protocol != CONTESTANT_CHANCE && !thinks->timed && !thinks->move_time &&
            !thinks->nodes && !thinks->depth)
            return complain(entries->of[i].command, "how long may it think? tc= st= nodes= depth="),
                   false;
        if (contestants_clock(&entries->of[0], &entries->of[i], &clock))
            return complain(entries->of[i].command, "its clock is of another kind than the first "
                                                    "engine's"),
                   false;
    }
    return true;
}

static struct schedule schedule_of(const struct event *event)
{
    const struct request *request = &event->request;
    struct schedule schedule = {.form =
                                    request->gauntlet ? SCHEDULE_GAUNTLET : SCHEDULE_ROUND_ROBIN,
                                .engines = event->entries.count,
                                .rounds = request->rounds,
                                .openings = event->openings.count};
    const unsigned long each = 2 * schedule_encounters(&schedule);
    if (request->games)
        schedule.rounds = (request->games + each - 1) / each;
    if (!schedule.rounds)
        schedule.rounds = request->sprt ? TEST_ROUNDS : 1;
    return schedule;
}

static int load_openings(struct event *event)
{
    const struct request *request = &event->request;
    const size_t rounds = schedule_of(event).rounds;
    const struct openings_request wanted = {.path = request->openings,
                                            .variant = event->match.variant,
                                            .plies = (unsigned)request->plies,
                                            .seed = request->seed,
                                            .book_lines = rounds < 1000 ? rounds : 1000};
    rk_fault fault = {.text = ""};
    const bool random = request->order && !strcmp(request->order, "random");
    if (request->order && !random && strcmp(request->order, "sequential") != 0)
        return complain(request->order, "the orders are sequential and random");
    const rk_err err = request->openings ? openings_load(&event->openings, &wanted, &fault)
                                         : openings_usual(&event->openings, event->match.variant);
    if (err) {
        complain(request->openings ? request->openings : "openings",
                 fault.text[0] ? fault.text : rk_err_text(err));
        return rk_err_class_of(err) == RK_WORLD_FAILED ? EXIT_SYSTEM_ERROR : EXIT_DATA_ERROR;
    }
    if (random || (!request->openings && event->match.variant == RK_CHESS960))
        openings_shuffle(&event->openings, request->seed);
    return EXIT_OK;
}

static int try_engines(struct event *event, const struct runner_host *host)
{
    for (unsigned i = 0; i < event->entries.count; i++) {
        struct runner_trial trial = {.why = ""};
        if (runner_try(&event->entries.of[i], event->match.variant, host, &trial)) {
            fprintf(stderr, "rookery match: %s\n", trial.why);
            return EXIT_SYSTEM_ERROR;
        }
        entries_name(&event->entries, i, trial.name);
        if (*trial.lacking)
            fprintf(stderr, "rookery match: %s lists no option %s\n", event->entries.of[i].name,
                    trial.lacking);
    }
    return EXIT_OK;
}

// ---- the match ----------------------------------------------------------------------------------

static int conclude(struct event *event, enum match_end end, const char *why)
{
    clear_table(event);
    event->live = false;
    show_table(event);
    switch (end) {
    case MATCH_FAILED:
        fprintf(stderr, "rookery match: %s\n", why);
        return EXIT_SYSTEM_ERROR;
    case MATCH_STOPPED:
        if (event->state)
            printf("stopped; go on with: rookery match --resume %s\n",
                   event->request.resume ? event->request.resume : event->request.state);
        return EXIT_INTERRUPTED;
    case MATCH_PLAYED:
    case MATCH_DECIDED:
        break;
    }
    const bool refused =
        event->match.sprt &&
        sprt_judge(event->match.sprt, &event->standings.scores[0]) == SPRT_ACCEPTS_0;
    return refused ? EXIT_DATA_ERROR : EXIT_OK;
}

static int open_pgn(struct event *event)
{
    if (!event->request.pgn)
        return EXIT_OK;
    event->pgn = fopen(event->request.pgn, "ae");
    if (event->pgn)
        return EXIT_OK;
    complain(event->request.pgn, "it cannot be written");
    return EXIT_SYSTEM_ERROR;
}

static int open_tables(struct event *event)
{
    rk_fault fault = {.text = ""};
    if (!event->request.tables)
        return EXIT_OK;
    const rk_err err =
        rk_tablebase_open(event->request.tables, &event->match.adjudication.tables, &fault);
    if (!err)
        return EXIT_OK;
    complain(event->request.tables, fault.text[0] ? fault.text : rk_err_text(err));
    return EXIT_SYSTEM_ERROR;
}

static int run_match(struct event *event, const struct runner_host *host)
{
    char why[WHY_MAX] = "";
    const struct sigaction action = {.sa_handler = note_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    event->live = terminal_can_draw(STDOUT_FILENO) && !event->request.quiet;
    event->started_at = monotonic_ms();
    const enum match_end end = match_run(&event->match, host, &event->standings, why, sizeof why);
    return conclude(event, end, why);
}

static int hold_match(struct event *event, const char *const *words, size_t word_count)
{
    const struct runner_host host = {.context = event,
                                     .now = monotonic_callback,
                                     .is_stopped = is_stopped,
                                     .finished = finish_game,
                                     .told = tell};
    int status = load_openings(event);
    if (status)
        return status;
    const struct schedule schedule = schedule_of(event);
    if (standings_init(&event->standings, &schedule))
        return complain("rounds", rk_err_text(RK_NO_MEMORY)), EXIT_SYSTEM_ERROR;
    event->match.contestants = event->entries.of;
    event->match.openings = &event->openings;
    event->match.concurrency = (unsigned)event->request.concurrency;
    event->match.margin = (int64_t)event->request.margin;
    event->match.patience = (int64_t)event->request.patience * 1000;
    status = open_tables(event);
    status = status ? status : try_engines(event, &host);
    status = status ? status : open_state(event, words, word_count);
    status = status ? status : open_pgn(event);
    return status ? status : run_match(event, &host);
}

static void end_event(struct event *event)
{
    if (event->pgn)
        fclose(event->pgn);
    if (event->state)
        fclose(event->state);
    if (event->match.adjudication.tables)
        rk_tablebase_close(event->match.adjudication.tables);
    standings_fini(&event->standings);
    openings_fini(&event->openings);
    state_fini(&event->past);
    free(event);
}

// ---- the command --------------------------------------------------------------------------------

static enum options_result read_options(struct request *request, int argc, char **argv)
{
    const struct option options[] = {
        {"--openings", "FILE", "begin with these: .pgn, .bin (a book), or positions, one a line",
         .text = &request->openings},
        {"--order", "ORDER", "of the openings: sequential (the usual one) or random",
         .text = &request->order},
        {"--plies", "N", "moves to take from a game or a book (16)", .number = &request->plies,
         .max = OPENING_PLIES_MAX},
        {"--seed", "N", "of random openings (1)", .number = &request->seed, .max = ~0UL},
        {"--games", "N", "so many games in all, in whole rounds", .number = &request->games,
         .min = 1, .max = ROUNDS_MAX},
        {"--rounds", "N", "so many rounds: in each, all meet twice with one opening (1)",
         .number = &request->rounds, .min = 1, .max = ROUNDS_MAX},
        {"--concurrency", "N", "so many games at the same time (1)",
         .number = &request->concurrency, .min = 1, .max = RUNNER_GAMES_MAX},
        {"--gauntlet", NULL, "the first engine meets all others, who do not meet",
         .flag = &request->gauntlet},
        {"--variant", "NAME", "by the rules of this variant", .text = &request->variant},
        {"--resign", "SCORE/MOVES", "won when both engines have said so for so many moves",
         .text = &request->resign},
        {"--draw", "SCORE/MOVES/FROM", "drawn likewise, from a move of the game on",
         .text = &request->draw},
        {"--max-moves", "N", "drawn after so many moves", .number = &request->moves_max, .min = 1,
         .max = RK_COUNTER_MAX},
        {"--tables", "FOLDERS", "ended by what these endgame tables say", .text = &request->tables},
        {"--margin", "MS", "milliseconds beyond its time that a move may come (10)",
         .number = &request->margin, .max = 60000},
        {"--patience", "S", "seconds to wait for a move without a clock (60)",
         .number = &request->patience, .min = 1, .max = 86400},
        {"--sprt", "ELO0/ELO1/ALPHA/BETA", "stop when this test is decided",
         .text = &request->sprt},
        {"--logistic", NULL, "the test's Elo are logistic, not normalised",
         .flag = &request->logistic},
        {"--pgn", "FILE", "append the games to this", .text = &request->pgn},
        {"--event", "NAME", "in the games' tags", .text = &request->event},
        {"--state", "FILE", "keep what --resume needs in a new file", .text = &request->state},
        {"--resume", "FILE", "go on with a match; all else is as it began",
         .text = &request->resume},
        {"--quiet", NULL, "say nothing before the end", .flag = &request->quiet}};
    struct command_line line = {
        .command = "match",
        .usage = "--engine COMMAND [WORD ...] --engine COMMAND [WORD ...] [options]",
        .description =
            "Plays engines against each other. Words behind an engine, or for all of them "
            "behind --each:\ncmd=COMMAND name=NAME dir=FOLDER proto=uci|xboard "
            "tc=[MOVES/]SECONDS[+INCREMENT] st=SECONDS\nnodes=N depth=N option.NAME=VALUE. "
            "The engine `self` is this program; "
            "`random` moves by chance.",
        .options = options,
        .option_count = sizeof options / sizeof *options};
    return options_parse(&line, argc, argv);
}

static int read_event(struct event *event, int argc, char **argv)
{
    if (!entries_take(&event->entries, &argc, argv))
        return EXIT_USAGE;
    const enum options_result result = read_options(&event->request, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? -1 : EXIT_USAGE;
    if (event->request.resume)
        return EXIT_OK;
    const bool good =
        check_terms(event) && read_variant(event) && read_adjudication(event) && read_test(event);
    return good ? EXIT_OK : EXIT_USAGE;
}

static struct request usual_request(void)
{
    return (struct request){.concurrency = 1,
                            .plies = 16,
                            .seed = 1,
                            .margin = MARGIN_DEFAULT,
                            .patience = PATIENCE_DEFAULT};
}

/* Reads the words a match began with, in place of those it was resumed with. */
static int recall(struct event *event, const char *path)
{
    rk_fault fault = {.text = ""};
    const rk_err err = state_read(path, &event->past, &fault);
    if (err) {
        complain(path, fault.text[0] ? fault.text : rk_err_text(err));
        return err == RK_BAD_RECORD ? EXIT_DATA_ERROR : EXIT_SYSTEM_ERROR;
    }
    char **words = calloc(event->past.word_count + 2, sizeof *words);
    if (!words)
        return EXIT_SYSTEM_ERROR;
    memcpy(words + 1, event->past.words, event->past.word_count * sizeof *words);
    event->request = usual_request();
    event->entries = (struct entries){.count = 0};
    int status = read_event(event, (int)event->past.word_count + 1, words);
    free(words);
    if (status || event->request.resume) {
        complain(path, "no match begins with the words in it");
        status = EXIT_DATA_ERROR;
    }
    event->request.resume = path;
    return status;
}

int match_command(int argc, char **argv)
{
    const char *const *words = (const char *const *)argv + 1;
    struct event *event = calloc(1, sizeof *event);
    char **kept = calloc((size_t)argc + 1, sizeof *kept);
    int status = EXIT_SYSTEM_ERROR;
    if (event && kept) {
        // The words are taken out of a copy: the state file has them as they were given.
        memcpy(kept, argv, (size_t)argc * sizeof *kept);
        event->request = usual_request();
        status = read_event(event, argc, kept);
        if (!status && event->request.resume)
            status = recall(event, event->request.resume);
        if (!status)
            status = hold_match(event, words, (size_t)argc - 1);
    }
    free(kept);
    if (event)
        end_event(event);
    return status < 0 ? EXIT_OK : status;
}
