/* SPDX-License-Identifier: MIT */
#include "tui/game_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rookery/pgn.h"
#include "rookery/roster.h"

/* Tags of our own: the rule as --clock takes it, and for how long the mover had
 * been thinking, in milliseconds. */
static const char clock_tag[] = "Clock", turn_tag[] = "TurnMilliseconds";

static bool complain(FILE *complaint, const char *path)
{
    fprintf(complaint, "%s: %s\n", path, strerror(errno));
    return false;
}

// ---- writing ---------------------------------------------------------------------------------

static void write_tag(rk_pgn_writer *writer, const char *name, const char *value)
{
    rk_pgn_write_tag(writer, (rk_pgn_text){name, strlen(name)},
                     (rk_pgn_text){value, strlen(value)});
}

static void write_tags(rk_pgn_writer *writer, const rk_game *game,
                       const struct game_file_stamp *when)
{
    rk_roster roster = {.event = "Game at one board"};
    memcpy(roster.date, when->date, sizeof roster.date);
    rk_game_write_tags(game, &roster, writer);
    const rk_clock *clock = rk_game_clock(game);
    if (clock->rule.kind == RK_CLOCK_NONE)
        return;
    char rule[RK_CLOCK_TEXT_MAX], turn[32];
    rk_clock_rule_write(&clock->rule, rule);
    snprintf(turn, sizeof turn, "%" PRId64, rk_clock_elapsed(clock, when->now));
    write_tag(writer, clock_tag, rule);
    write_tag(writer, turn_tag, turn);
}

static void put_bytes(void *data, const char *bytes, size_t size)
{
    fwrite(bytes, 1, size, data);
}

bool game_file_print(const rk_game *game, const struct game_file_stamp *when, FILE *out)
{
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, put_bytes, out);
    write_tags(&writer, game, when);
    rk_game_write_moves(game, &writer);
    return !ferror(out);
}

static bool write_all(const rk_game *game, const struct game_file_stamp *when, int descriptor)
{
    FILE *file = fdopen(descriptor, "w");
    if (!file) {
        close(descriptor);
        return false;
    }
    const bool written = game_file_print(game, when, file) && !fflush(file) && !fsync(descriptor);
    return !fclose(file) && written;
}

// mkstemp() makes files nobody else may read; a saved game is like any other file.
static mode_t ordinary_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool game_file_write(const rk_game *game, const struct game_file_stamp *when, const char *path,
                     FILE *complaint)
{
    const size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    if (!temporary)
        return complain(complaint, path);
    snprintf(temporary, size, "%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    if (descriptor >= 0)
        fchmod(descriptor, ordinary_mode());
    bool written = descriptor >= 0 && write_all(game, when, descriptor);
    written = written && !rename(temporary, path);
    if (!written) {
        complain(complaint, path);
        if (descriptor >= 0)
            unlink(temporary);
    }
    free(temporary);
    return written;
}

// ---- reading ---------------------------------------------------------------------------------

struct reading {
    struct loaded_game result;
    rk_clock_rule clock;
    int64_t turn;    /* the mover had thought for so long */
    rk_move move;    /* read, but not yet played: its time comes behind it */
    int64_t elapsed; /* which it took */
    const char *path;
    FILE *complaint;
    rk_status ended_by; /* timed out, forfeited or adjudicated, if its tag says so */
    bool failed;
};

static rk_pgn_next fail(struct reading *reading, const char *why)
{
    fprintf(reading->complaint, "%s: %s\n", reading->path, why);
    reading->failed = true;
    return RK_PGN_STOP;
}

static bool is_named(rk_pgn_text text, const char *name)
{
    return text.size == strlen(name) && !memcmp(text.at, name, text.size);
}

static rk_pgn_next read_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct reading *reading = data;
    rk_fault fault;
    if (is_named(name, clock_tag) &&
        rk_clock_rule_parse(value.at, value.size, &reading->clock, &fault))
        return fail(reading, fault.text);
    if (is_named(name, "Termination"))
        for (unsigned status = 0; status < RK_STATUS_COUNT; status++)
            if (is_named(value, rk_status_termination((rk_status)status)) &&
                (status == RK_TIMED_OUT || status == RK_FORFEITED || status == RK_ADJUDICATED))
                reading->ended_by = (rk_status)status;
    if (is_named(name, turn_tag))
        for (size_t i = 0; i < value.size && i < 12 && value.at[i] >= '0' && value.at[i] <= '9';
             i++)
            reading->turn = 10 * reading->turn + value.at[i] - '0';
    return RK_PGN_ON;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    struct reading *reading = data;
    reading->result.setup = (rk_game_setup){.start = *start, .clock = reading->clock};
    if (rk_game_create(&reading->result.setup, &reading->result.game))
        return fail(reading, rk_err_text(RK_NO_MEMORY));
    return RK_PGN_ON;
}

static bool play_pending(struct reading *reading)
{
    if (reading->move == RK_NO_MOVE)
        return true;
    rk_game *game = reading->result.game;
    rk_fault fault;
    reading->result.now += reading->elapsed;
    const rk_action action = {.kind = RK_ACT_MOVE,
                              .by = rk_position_turn(rk_game_position(game)),
                              .move = reading->move,
                              .at = reading->result.now};
    reading->move = RK_NO_MOVE;
    reading->elapsed = 0;
    if (!rk_game_play(game, action, &fault))
        return true;
    fail(reading, fault.text);
    return false;
}

static rk_pgn_next read_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct reading *reading = data;
    (void)before, (void)san;
    if (!play_pending(reading))
        return RK_PGN_STOP;
    if (move == RK_NO_MOVE)
        return fail(reading, "a null move cannot be played at the board");
    reading->move = move;
    return RK_PGN_ON;
}

static rk_pgn_next read_comment(void *data, rk_pgn_text text)
{
    struct reading *reading = data;
    const rk_pgn_annotations notes = rk_pgn_annotations_read(text);
    if (notes.found & RK_PGN_ELAPSED)
        reading->elapsed = notes.elapsed_ms;
    return RK_PGN_ON;
}

static rk_pgn_next skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

/* What ended the game beside the board, as far as its Termination tells: a flag, somebody who
 * left, an arbiter; a draw there was a claim to; else the players' word. */
static rk_action last_action(const struct reading *reading, rk_winner winner)
{
    const rk_game *game = reading->result.game;
    const rk_side turn = rk_position_turn(rk_game_position(game));
    const int64_t now = reading->result.now;
    rk_action action = {.kind = RK_ACT_RESIGN, .by = turn, .winner = winner, .at = now};
    if (winner != RK_NOBODY_WINS)
        action.by = winner == RK_WHITE_WINS ? RK_BLACK : RK_WHITE;
    if (reading->ended_by == RK_TIMED_OUT && reading->clock.kind != RK_CLOCK_NONE) {
        action.kind = RK_ACT_FLAG;
        action.at = now + rk_clock_left(rk_game_clock(game), action.by, now) + 1;
    } else if (reading->ended_by == RK_FORFEITED && winner != RK_NOBODY_WINS) {
        action.kind = RK_ACT_FORFEIT;
    } else if (reading->ended_by == RK_ADJUDICATED || reading->ended_by == RK_TIMED_OUT) {
        action.kind = RK_ACT_ADJUDICATE;
    } else if (winner == RK_NOBODY_WINS && rk_game_can_claim(game)) {
        action.kind = RK_ACT_CLAIM_DRAW;
    } else if (winner == RK_NOBODY_WINS) {
        action.kind = RK_ACT_OFFER_DRAW;
        action.by = RK_BLACK;
    }
    return action;
}

// A result the moves do not show.
static void play_result(struct reading *reading, rk_pgn_text result)
{
    static const char *const scores[] = {"1-0", "0-1", "1/2-1/2"};
    unsigned winner = RK_WHITE_WINS;
    while (winner <= RK_NOBODY_WINS && !is_named(result, scores[winner]))
        winner++;
    rk_game *game = reading->result.game;
    if (winner > RK_NOBODY_WINS || rk_status_is_over(rk_game_status(game)))
        return;
    rk_action action = last_action(reading, (rk_winner)winner);
    rk_err err = rk_game_play(game, action, NULL);
    if (!err && action.kind == RK_ACT_OFFER_DRAW) {
        action.kind = RK_ACT_ACCEPT_DRAW;
        action.by = rk_side_other(action.by);
        err = rk_game_play(game, action, NULL);
    }
    if (err || rk_game_winner(game) != (rk_winner)winner)
        fail(reading, "its result does not fit its moves");
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct reading *reading = data;
    (void)last;
    if (!reading->failed && reading->result.game && play_pending(reading))
        play_result(reading, result);
    return RK_PGN_STOP;
}

static rk_pgn_next read_error(void *data, const rk_pgn_error *error)
{
    struct reading *reading = data;
    fprintf(reading->complaint, "%s, line %" PRIu64 ": ", reading->path, error->place.line);
    for (size_t i = 0; i < error->token.size && i < 40; i++) {
        const char byte = error->token.at[i];
        fputc(byte > ' ' && byte < 127 ? byte : '?', reading->complaint);
    }
    fprintf(reading->complaint, ": %s\n", error->fault.text);
    reading->failed = true;
    return RK_PGN_STOP;
}

static size_t read_bytes(void *data, char *buffer, size_t size)
{
    const size_t got = fread(buffer, 1, size, data);
    return !got && ferror((FILE *)data) ? SIZE_MAX : got;
}

bool game_file_exists(const char *path)
{
    return !access(path, F_OK);
}

bool game_file_read(const char *path, struct loaded_game *out, FILE *complaint)
{
    struct reading reading = {.path = path, .complaint = complaint};
    const rk_pgn_visitor visitor = {.data = &reading,
                                    .tag = read_tag,
                                    .begin_moves = begin_moves,
                                    .move = read_move,
                                    .comment = read_comment,
                                    .begin_variation = skip_variation,
                                    .end_game = end_game,
                                    .error = read_error};
    FILE *file = fopen(path, "r");
    if (!file)
        return complain(complaint, path);
    if (rk_pgn_read(read_bytes, file, &visitor))
        fail(&reading, "it could not be read");
    else if (!reading.failed && !reading.result.game)
        fail(&reading, "there is no game in it");
    fclose(file);
    if (reading.failed) {
        rk_game_destroy(reading.result.game);
        return false;
    }
    reading.result.now += reading.turn;
    *out = reading.result;
    return true;
}

// ---- the unfinished game ---------------------------------------------------------------------

char *game_file_unfinished_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const bool given = state && *state == '/';
    if (!given && !(home && *home))
        return NULL;
    const char *folder = given ? state : home, *below = given ? "" : "/.local/state";
    const size_t size = strlen(folder) + strlen(below) + sizeof "/rookery/play.pgn";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s/rookery/play.pgn", folder, below);
    return path;
}

bool game_file_make_folders(const char *path, FILE *complaint)
{
    char *folder = strdup(path);
    bool made = folder;
    for (char *slash = folder ? strchr(folder + 1, '/') : NULL; made && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = !mkdir(folder, 0700) || errno == EEXIST;
        if (!made)
            complain(complaint, folder);
        *slash = '/';
    }
    free(folder);
    return made;
}
