/* SPDX-License-Identifier: MIT */
#include "match/session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "match/engine_log.h"
#include "match/engine_names.h"
#include "match/game_pgn.h"
#include "match/report_json.h"

enum {
    SPRT_ROUNDS = 100000, /* a limit that an SPRT reaches long before */
    BOOK_LINES_MAX = 1000,
    ERROR_MAX = 512
};

struct session {
    const struct match_session *config;
    struct engine_config engines[SCHEDULE_ENGINES_MAX]; /* with names */
    char names[SCHEDULE_ENGINES_MAX][ENGINE_NAME_MAX];
    struct engine_logs logs;
    struct match match;
    struct openings openings;
    struct standings standings;
    FILE *pgn, *state;
    int64_t started_at;
    unsigned long played_before; /* games of earlier runs */
    unsigned long live_lines;    /* lines of the live standings on the screen */
    bool live, warned_of_repeated;
};

static enum match_session_end report_failure(const struct session *session,
                                             enum match_session_end end, const char *what,
                                             const char *error)
{
    fprintf(session->config->err, "rookery match: %s: %s\n", what, error);
    return end;
}

/* The reason is in errno. */
static enum match_session_end report_write_failure(const struct session *session, const char *path)
{
    return report_failure(session, MATCH_SESSION_FAILED, path, strerror(errno));
}

// ---- output -------------------------------------------------------------------------------------

static struct report_subject make_report_subject(const struct session *session)
{
    return (struct report_subject){
        .standings = &session->standings, .engines = session->engines, .sprt = session->match.sprt};
}

/* Clears the progress, which is below the standings, and the standings. */
static void clear_live_lines(struct session *session)
{
    const struct match_progress *progress = &session->config->progress;
    if (progress->clear)
        progress->clear(progress->context);
    for (; session->live_lines; session->live_lines--)
        fputs("\033[A\033[2K", session->config->out);
}

static void show_progress(void *context)
{
    const struct session *session = context;
    const struct match_progress *progress = &session->config->progress;
    if (progress->update)
        progress->update(progress->context, session->standings.played);
}

static double run_seconds(const struct session *session)
{
    return (double)(session->config->now(NULL) - session->started_at) / 1000;
}

static void append_progress(const struct session *session, struct buffer *out)
{
    const struct standings *standings = &session->standings;
    const double minutes = run_seconds(session) / 60;
    const double played = (double)(standings->played - session->played_before);
    char line[128];
    snprintf(line, sizeof line, "%lu of %lu games, %.1f games/min\n", standings->played,
             schedule_games(&standings->schedule), minutes > 0 ? played / minutes : 0);
    buffer_text(out, line);
}

static void show_standings(struct session *session)
{
    struct buffer text = {0};
    const struct report_subject subject = make_report_subject(session);
    report_standings(&subject, &text);
    if (!session->live || !session->config->progress.update)
        append_progress(session, &text);
    clear_live_lines(session);
    // Line wrapping is off, since clearing assumes that each line takes one row.
    fprintf(session->config->out, session->live ? "\033[?7l%s\033[?7h" : "%s", buffer_cstr(&text));
    for (size_t i = 0; session->live && i < text.size; i++)
        session->live_lines += text.bytes[i] == '\n';
    fflush(session->config->out);
    buffer_fini(&text);
}

static void show_message(void *context, const char *message)
{
    struct session *session = context;
    FILE *out = session->config->json ? session->config->err : session->config->out;
    clear_live_lines(session);
    fprintf(out, "%s\n", message);
    fflush(out);
}

/* Games that repeat each other count several times, but say no more than one. */
static void warn_of_repeated_game(struct session *session, const struct runner_game *game)
{
    if (session->warned_of_repeated || !session->standings.repeated)
        return;
    session->warned_of_repeated = true;
    clear_live_lines(session);
    fflush(session->config->out);
    fprintf(session->config->err,
            "rookery match: warning: game %lu repeats an earlier one move for move: %s\n",
            game->number + 1, report_repeated_advice);
}

static void show_game(struct session *session, const struct runner_game *game)
{
    struct buffer text = {0};
    const struct report_subject subject = make_report_subject(session);
    report_game(&subject, game, &text);
    clear_live_lines(session);
    if (!session->config->quiet && !session->config->json)
        fputs(buffer_cstr(&text), session->config->out);
    fflush(session->config->out);
    buffer_fini(&text);
    warn_of_repeated_game(session, game);
    if (session->live)
        show_standings(session);
    show_progress(session);
}

static void print_json(const struct session *session, enum match_end end)
{
    struct buffer text = {0};
    const struct report_subject subject = make_report_subject(session);
    const struct report_summary summary = {
        .end = end, .variant = session->match.variant, .seconds = run_seconds(session)};
    report_json(&subject, &summary, &text);
    fputs(buffer_cstr(&text), session->config->out);
    buffer_fini(&text);
}

// ---- saving games -------------------------------------------------------------------------------

static void append_pgn(const struct session *session, const struct runner_game *game,
                       struct buffer *out)
{
    rk_roster roster = {.site = ""};
    const time_t today = time(NULL);
    struct tm date;
    if (localtime_r(&today, &date))
        strftime(roster.date, sizeof roster.date, "%Y.%m.%d", &date);
    snprintf(roster.event, sizeof roster.event, "%s",
             session->config->event ? session->config->event : "rookery match");
    snprintf(roster.round, sizeof roster.round, "%lu.%lu", game->pairing.round + 1,
             game->number % 2 + 1);
    snprintf(roster.white, sizeof roster.white, "%s", session->engines[game->pairing.white].name);
    snprintf(roster.black, sizeof roster.black, "%s", session->engines[game->pairing.black].name);
    game_pgn_write(game->result, &roster, out);
}

static bool write_pgn(struct session *session, const struct buffer *text)
{
    return fwrite(text->bytes, 1, text->size, session->pgn) == text->size &&
           !fflush(session->pgn) &&
           (!session->state || !fsync(fileno(session->pgn)) || errno == EINVAL);
}

static bool save_pgn(struct session *session, const struct buffer *text)
{
    const bool written = write_pgn(session, text);
    if (!written)
        (void)report_failure(session, MATCH_SESSION_FAILED, session->config->pgn, strerror(errno));
    return written;
}

static bool write_state(struct session *session, const struct runner_game *game, size_t pgn_size)
{
    struct state_game row = {.number = game->number,
                             .winner = game->winner,
                             .fault = runner_game_side_at_fault(game),
                             .end = game_end_of(game->result)};
    struct stat status;
    // Only a regular file has a size that can be compared when the match is resumed.
    if (pgn_size && !fstat(fileno(session->pgn), &status) && S_ISREG(status.st_mode)) {
        row.pgn_from = (uint64_t)status.st_size;
        row.pgn_size = pgn_size;
    }
    if (state_append(session->state, &row))
        return true;
    const struct match_session *config = session->config;
    (void)report_failure(session, MATCH_SESSION_FAILED,
                         config->resume ? config->resume : config->state, strerror(errno));
    return false;
}

// The state line, which says where the game will be in the PGN file, is written first. If the game
// turns out to be incomplete there, the line is dropped on resuming.
static bool save_game(void *context, const struct runner_game *game)
{
    struct session *session = context;
    struct buffer text = {0};
    if (session->pgn)
        append_pgn(session, game, &text);
    const bool saved = !text.failed && (!session->state || write_state(session, game, text.size)) &&
                       (!session->pgn || save_pgn(session, &text));
    buffer_fini(&text);
    if (saved)
        show_game(session, game);
    return saved;
}

// ---- resuming -----------------------------------------------------------------------------------

/* Games whose lines the state file has lost would be played and written again. */
static enum match_session_end report_longer_pgn(const struct session *session, uint64_t known)
{
    char text[ERROR_MAX];
    snprintf(text, sizeof text,
             "the match knows only its first %" PRIu64 " bytes: %s has lost games, or something "
             "else was appended; to continue without the rest, truncate the file to that size",
             known, session->config->resume);
    return report_failure(session, MATCH_SESSION_BAD_DATA, session->config->pgn, text);
}

/* Removes a game that was only partly written to the PGN file. */
static enum match_session_end repair_pgn(struct session *session)
{
    const char *path = session->config->pgn;
    struct stat status = {.st_size = 0};
    uint64_t offset = 0;
    if (!path || (!stat(path, &status) && !S_ISREG(status.st_mode)))
        return MATCH_SESSION_DONE;
    switch (state_check_pgn(session->config->past, (uint64_t)status.st_size, &offset)) {
    case STATE_PGN_COMPLETE:
        return MATCH_SESSION_DONE;
    case STATE_PGN_MISMATCH:
        return report_failure(session, MATCH_SESSION_BAD_DATA, path,
                              "games are missing: this is not the file the match wrote");
    case STATE_PGN_LONGER:
        return report_longer_pgn(session, offset);
    case STATE_PGN_TRUNCATED:
        break;
    }
    if (status.st_size && truncate(path, (off_t)offset))
        return report_write_failure(session, path);
    state_drop_last(session->config->past);
    return MATCH_SESSION_DONE;
}

static bool restore_standings(struct session *session)
{
    const struct state *past = session->config->past;
    for (size_t i = 0; i < past->game_count; i++) {
        const struct state_game *game = &past->games[i];
        if (!standings_add(&session->standings, game->number, game->winner))
            return false;
        standings_add_end(&session->standings, game->number, game->end, game->fault);
    }
    session->played_before = session->standings.played;
    return true;
}

static enum match_session_end resume_match(struct session *session)
{
    const struct match_session *config = session->config;
    const enum match_session_end end = repair_pgn(session);
    if (end)
        return end;
    if (config->past->opening_count != session->openings.count ||
        config->past->opening_checksum != openings_checksum(&session->openings) ||
        !restore_standings(session))
        return report_failure(session, MATCH_SESSION_BAD_USAGE, config->resume,
                              "the openings have changed since the match was started");
    if (state_reopen(config->past, config->resume, &session->state))
        return report_write_failure(session, config->resume);
    return MATCH_SESSION_DONE;
}

static enum match_session_end open_state(struct session *session)
{
    const struct match_session *config = session->config;
    const struct state_header header = {.arguments = config->arguments,
                                        .argument_count = config->argument_count,
                                        .opening_count = session->openings.count,
                                        .opening_checksum = openings_checksum(&session->openings)};
    if (config->past)
        return resume_match(session);
    if (!config->state)
        return MATCH_SESSION_DONE;
    const rk_err err = state_create(config->state, &header, &session->state);
    if (err == RK_NOT_NOW)
        return report_failure(session, MATCH_SESSION_BAD_USAGE, config->state,
                              "the file exists; use --resume to continue the match");
    if (err == RK_BAD_SYNTAX)
        return report_failure(session, MATCH_SESSION_BAD_USAGE, config->state,
                              "an argument with a line break cannot be resumed");
    return err ? report_write_failure(session, config->state) : MATCH_SESSION_DONE;
}

// ---- preparing ----------------------------------------------------------------------------------

static struct schedule make_schedule(const struct session *session)
{
    const struct match_session *config = session->config;
    struct schedule schedule = {.form = config->gauntlet ? SCHEDULE_GAUNTLET : SCHEDULE_ROUND_ROBIN,
                                .engines = config->engine_count,
                                .rounds = config->rounds,
                                .openings = session->openings.count};
    const unsigned long per_round = 2 * schedule_pairings(&schedule);
    if (config->games)
        schedule.rounds = (config->games + per_round - 1) / per_round;
    if (!schedule.rounds)
        schedule.rounds = config->sprt ? SPRT_ROUNDS : 1;
    return schedule;
}

static enum match_session_end load_openings(struct session *session)
{
    const struct match_session *config = session->config;
    const size_t rounds = make_schedule(session).rounds;
    const struct openings_request request = {.path = config->openings,
                                             .variant = config->variant,
                                             .plies = config->plies,
                                             .seed = config->seed,
                                             .book_lines =
                                                 rounds < BOOK_LINES_MAX ? rounds : BOOK_LINES_MAX};
    rk_fault fault = {.text = ""};
    const rk_err err = config->openings ? openings_load(&session->openings, &request, &fault)
                                        : openings_default(&session->openings, config->variant);
    if (err)
        return report_failure(session,
                              rk_err_class_of(err) == RK_SYSTEM_FAILED ? MATCH_SESSION_FAILED
                                                                       : MATCH_SESSION_BAD_DATA,
                              config->openings ? config->openings : "openings",
                              fault.text[0] ? fault.text : rk_err_text(err));
    if (config->shuffle || (!config->openings && config->variant == RK_CHESS960))
        openings_shuffle(&session->openings, config->seed);
    return MATCH_SESSION_DONE;
}

static enum match_session_end open_tables(struct session *session)
{
    const char *folders = session->config->tables;
    rk_fault fault = {.text = ""};
    if (!folders)
        return MATCH_SESSION_DONE;
    const rk_err err = rk_tablebase_open(folders, &session->match.adjudication.tables, &fault);
    return err ? report_failure(session, MATCH_SESSION_FAILED, "--syzygy",
                                fault.text[0] ? fault.text : rk_err_text(err))
               : MATCH_SESSION_DONE;
}

static enum match_session_end open_pgn(struct session *session)
{
    const char *path = session->config->pgn;
    if (!path)
        return MATCH_SESSION_DONE;
    session->pgn = fopen(path, "ae");
    return session->pgn ? MATCH_SESSION_DONE
                        : report_failure(session, MATCH_SESSION_FAILED, path, strerror(errno));
}

static enum match_session_end open_logs(struct session *session)
{
    for (unsigned i = 0; i < session->config->engine_count; i++) {
        struct engine_config *engine = &session->engines[i];
        if (!engine->log)
            continue;
        engine->log_file = engine_logs_open(&session->logs, engine->log);
        if (!engine->log_file)
            return report_failure(session, MATCH_SESSION_FAILED, engine->log, strerror(errno));
    }
    return MATCH_SESSION_DONE;
}

/* Prints what an engine was configured for but cannot do. */
static void print_warnings(const struct session *session, unsigned index,
                           const struct engine_check *check)
{
    FILE *err = session->config->err;
    const char *name = session->engines[index].name;
    if (*check->unknown_options)
        fprintf(err, "rookery match: %s has no option %s\n", name, check->unknown_options);
    if (check->cannot_ponder)
        fprintf(err, "rookery match: %s cannot ponder and plays without\n", name);
}

static enum match_session_end check_engines(struct session *session,
                                            const struct runner_callbacks *callbacks)
{
    struct engine_check checks[SCHEDULE_ENGINES_MAX] = {{.error = ""}};
    const unsigned count = session->config->engine_count;
    for (unsigned i = 0; i < count; i++) {
        if (runner_check_engine(&session->engines[i], session->match.variant, callbacks,
                                &checks[i])) {
            fprintf(session->config->err, "rookery match: %s\n", checks[i].error);
            return MATCH_SESSION_FAILED;
        }
        text_copy(session->names[i], ENGINE_NAME_MAX, checks[i].name);
    }
    engine_names_assign(session->engines, count, session->names);
    for (unsigned i = 0; i < count; i++)
        print_warnings(session, i, &checks[i]);
    return MATCH_SESSION_DONE;
}

static enum match_session_end prepare_match(struct session *session,
                                            const struct runner_callbacks *callbacks)
{
    enum match_session_end end = load_openings(session);
    if (end)
        return end;
    const struct schedule schedule = make_schedule(session);
    if (standings_init(&session->standings, &schedule))
        return report_failure(session, MATCH_SESSION_FAILED, "standings",
                              rk_err_text(RK_NO_MEMORY));
    end = open_tables(session);
    end = end ? end : open_logs(session);
    end = end ? end : check_engines(session, callbacks);
    end = end ? end : open_state(session);
    return end ? end : open_pgn(session);
}

// ---- playing ------------------------------------------------------------------------------------

static void start_progress(struct session *session)
{
    const struct match_session *config = session->config;
    const struct standings *standings = &session->standings;
    // Without a number of games a sequential test stops long before its limit.
    const bool is_open = config->sprt && !config->games && !config->rounds;
    session->started_at = config->now(NULL);
    if (config->progress.start)
        config->progress.start(config->progress.context, standings->played,
                               is_open ? 0 : schedule_games(&standings->schedule));
}

static enum match_session_end finish_match(struct session *session, enum match_end end,
                                           const char *error)
{
    const struct match_session *config = session->config;
    clear_live_lines(session);
    session->live = false;
    if (config->json)
        print_json(session, end);
    else
        show_standings(session);
    switch (end) {
    case MATCH_FAILED:
        fprintf(config->err, "rookery match: %s\n", error);
        return MATCH_SESSION_FAILED;
    case MATCH_STOPPED:
        if (session->state)
            fprintf(config->json ? config->err : config->out,
                    "stopped; to continue: rookery match --resume %s\n",
                    config->resume ? config->resume : config->state);
        return MATCH_SESSION_INTERRUPTED;
    case MATCH_PLAYED:
    case MATCH_DECIDED:
        break;
    }
    const bool rejected =
        config->sprt && sprt_decide(config->sprt, &session->standings.scores[0]) == SPRT_ACCEPT_H0;
    return rejected ? MATCH_SESSION_REJECTED : MATCH_SESSION_DONE;
}

/* A match continues without its log, but its result is a failure. */
static enum match_session_end check_logs(const struct session *session, enum match_session_end end)
{
    const char *path = engine_logs_failed(&session->logs);
    return path ? report_failure(session, MATCH_SESSION_FAILED, path,
                                 "cannot write: the log is incomplete")
                : end;
}

static void session_fini(struct session *session)
{
    if (session->pgn)
        fclose(session->pgn);
    if (session->state)
        fclose(session->state);
    if (session->match.adjudication.tables)
        rk_tablebase_close(session->match.adjudication.tables);
    standings_fini(&session->standings);
    openings_fini(&session->openings);
    engine_logs_fini(&session->logs);
}

enum match_session_end match_session_run(const struct match_session *config)
{
    struct session *session = calloc(1, sizeof *session);
    if (!session)
        return MATCH_SESSION_FAILED;
    session->config = config;
    session->live = config->live;
    memcpy(session->engines, config->engines, sizeof session->engines);
    session->match = (struct match){.engines = session->engines,
                                    .openings = &session->openings,
                                    .variant = config->variant,
                                    .adjudication = config->adjudication,
                                    .margin = config->margin,
                                    .patience = config->patience,
                                    .concurrency = config->concurrency,
                                    .sprt = config->sprt};
    const struct runner_callbacks callbacks = {.context = session,
                                               .now = config->now,
                                               .is_stopped = config->is_stopped,
                                               .on_game_end = save_game,
                                               .on_message = show_message,
                                               .on_tick = show_progress};
    enum match_session_end end = prepare_match(session, &callbacks);
    if (!end) {
        char error[ERROR_MAX] = "";
        start_progress(session);
        const enum match_end played =
            match_run(&session->match, &callbacks, &session->standings, error, sizeof error);
        end = check_logs(session, finish_match(session, played, error));
    }
    session_fini(session);
    free(session);
    return end;
}
