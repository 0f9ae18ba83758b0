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
#include "tui/pgn_tag.h"

/* Tags of our own: the time control as in --clock, the milliseconds the side to move has used for
 * its move, and the side whose draw offer is open. */
static const char clock_tag[] = "Clock", turn_tag[] = "TurnMilliseconds", offer_tag[] = "DrawOffer";

static bool print_errno(FILE *errors, const char *path)
{
    fprintf(errors, "%s: %s\n", path, strerror(errno));
    return false;
}

// ---- writing ---------------------------------------------------------------------------------

static void write_clock_tags(rk_pgn_writer *writer, const rk_clock *clock, int64_t now)
{
    char rule[RK_CLOCK_TEXT_MAX], turn[32];
    if (clock->control.kind == RK_CLOCK_NONE)
        return;
    rk_time_control_write(&clock->control, rule);
    snprintf(turn, sizeof turn, "%" PRId64, rk_clock_elapsed(clock, now));
    pgn_tag_write(writer, clock_tag, rule);
    pgn_tag_write(writer, turn_tag, turn);
}

static void write_tags(rk_pgn_writer *writer, const struct game_file_content *content)
{
    const rk_game *game = content->game;
    const rk_side offer = rk_game_draw_offer(game);
    rk_roster roster = {.event = "Game at one board"};
    memcpy(roster.date, content->stamp->date, sizeof roster.date);
    snprintf(roster.white, sizeof roster.white, "%s", content->players->names[RK_WHITE]);
    snprintf(roster.black, sizeof roster.black, "%s", content->players->names[RK_BLACK]);
    rk_game_write_tags(game, &roster, writer);
    write_clock_tags(writer, rk_game_clock(game), content->stamp->now);
    if (offer != RK_NO_SIDE && !rk_status_is_over(rk_game_status(game)))
        pgn_tag_write_side(writer, offer_tag, offer);
    players_write_tags(content->players, writer);
}

static void put_bytes(void *data, const char *bytes, size_t size)
{
    fwrite(bytes, 1, size, data);
}

bool game_file_print(const struct game_file_content *content, FILE *out)
{
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, put_bytes, out);
    write_tags(&writer, content);
    rk_game_write_moves(content->game, &writer);
    return !ferror(out);
}

static bool write_all(const struct game_file_content *content, int descriptor)
{
    FILE *file = fdopen(descriptor, "w");
    if (!file) {
        close(descriptor);
        return false;
    }
    const bool written = game_file_print(content, file) && !fflush(file) && !fsync(descriptor);
    return !fclose(file) && written;
}

// mkstemp() creates files that only the user can read; a saved game gets the usual mode.
static mode_t default_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

bool game_file_write(const struct game_file_content *content, const char *path, FILE *errors)
{
    const size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    if (!temporary)
        return print_errno(errors, path);
    snprintf(temporary, size, "%s.XXXXXX", path);
    const int descriptor = mkstemp(temporary);
    if (descriptor >= 0)
        fchmod(descriptor, default_mode());
    bool written = descriptor >= 0 && write_all(content, descriptor);
    written = written && !rename(temporary, path);
    if (!written) {
        print_errno(errors, path);
        if (descriptor >= 0)
            unlink(temporary);
    }
    free(temporary);
    return written;
}

// ---- reading ---------------------------------------------------------------------------------

struct reader {
    struct loaded_game result;
    rk_time_control clock;
    int64_t turn;    /* milliseconds already used for the next move */
    rk_move move;    /* not played yet: the comment with its time follows it */
    int64_t elapsed; /* time used for this move */
    rk_side offer;   /* the side whose draw offer is open */
    const char *path;
    FILE *errors;
    rk_status ended_by; /* RK_TIMED_OUT, RK_FORFEITED or RK_ADJUDICATED, from the Termination tag */
    bool failed;
};

static rk_pgn_next stop_with_error(struct reader *reader, const char *reason)
{
    fprintf(reader->errors, "%s: %s\n", reader->path, reason);
    reader->failed = true;
    return RK_PGN_STOP;
}

static rk_pgn_next stop_at_tag(struct reader *reader, rk_pgn_text name)
{
    char reason[64];
    snprintf(reason, sizeof reason, "invalid value of the tag %.*s", (int)name.size, name.at);
    return stop_with_error(reader, reason);
}

static void read_termination(struct reader *reader, rk_pgn_text value)
{
    for (unsigned status = 0; status < RK_STATUS_COUNT; status++)
        if (pgn_tag_is(value, rk_status_termination((rk_status)status)) &&
            (status == RK_TIMED_OUT || status == RK_FORFEITED || status == RK_ADJUDICATED))
            reader->ended_by = (rk_status)status;
}

static void read_turn(struct reader *reader, rk_pgn_text value)
{
    for (size_t i = 0; i < value.size && i < 12 && value.at[i] >= '0' && value.at[i] <= '9'; i++)
        reader->turn = 10 * reader->turn + value.at[i] - '0';
}

static void read_date(struct reader *reader, rk_pgn_text value)
{
    char *date = reader->result.date;
    if (value.size < sizeof reader->result.date && !memchr(value.at, '?', value.size))
        memcpy(date, value.at, value.size);
}

static rk_pgn_next read_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct reader *reader = data;
    if (pgn_tag_is(name, clock_tag) &&
        rk_time_control_parse(value.at, value.size, &reader->clock, NULL))
        return stop_at_tag(reader, name);
    if (pgn_tag_is(name, "Termination"))
        read_termination(reader, value);
    if (pgn_tag_is(name, turn_tag))
        read_turn(reader, value);
    if (pgn_tag_is(name, offer_tag))
        pgn_tag_read_side(value, &reader->offer);
    if (pgn_tag_is(name, "Date"))
        read_date(reader, value);
    if (!players_read_tag(&reader->result.players, name, value))
        return stop_at_tag(reader, name);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next begin_moves(void *data, const rk_position *start)
{
    struct reader *reader = data;
    reader->result.setup = (rk_game_setup){.start = *start, .clock = reader->clock};
    if (rk_game_create(&reader->result.setup, &reader->result.game))
        return stop_with_error(reader, rk_err_text(RK_NO_MEMORY));
    return RK_PGN_CONTINUE;
}

static bool play_pending(struct reader *reader)
{
    if (reader->move == RK_NO_MOVE)
        return true;
    rk_game *game = reader->result.game;
    rk_fault fault;
    reader->result.now += reader->elapsed;
    const rk_action action = {.kind = RK_ACT_MOVE,
                              .by = rk_position_turn(rk_game_position(game)),
                              .move = reader->move,
                              .at = reader->result.now};
    reader->move = RK_NO_MOVE;
    reader->elapsed = 0;
    if (!rk_game_play(game, action, &fault))
        return true;
    stop_with_error(reader, fault.text);
    return false;
}

static rk_pgn_next read_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct reader *reader = data;
    (void)before, (void)san;
    if (!play_pending(reader))
        return RK_PGN_STOP;
    if (move == RK_NO_MOVE)
        return stop_with_error(reader, "null moves are not supported");
    reader->move = move;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next read_comment(void *data, rk_pgn_text text)
{
    struct reader *reader = data;
    const rk_pgn_annotations notes = rk_pgn_annotations_read(text);
    if (notes.found & RK_PGN_ELAPSED)
        reader->elapsed = notes.elapsed_ms;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

/* When the flag of the side to move falls if it makes no move. */
static int64_t flag_time(const rk_clock *clock, rk_side side, int64_t now)
{
    unsigned moves;
    const int64_t delay =
        clock->control.kind == RK_CLOCK_DELAY ? rk_clock_stage_now(clock, side, &moves).extra : 0;
    return now + delay + rk_clock_left(clock, side, now);
}

/* The action that explains a result the moves do not show: as far as the Termination tag tells, a
 * flag, a forfeit or an adjudication; a draw that could be claimed; else a resignation or a draw by
 * agreement. */
static rk_action result_action(const struct reader *reader, rk_winner winner)
{
    const rk_game *game = reader->result.game;
    const rk_side turn = rk_position_turn(rk_game_position(game));
    const int64_t now = reader->result.now;
    rk_action action = {.kind = RK_ACT_RESIGN, .by = turn, .winner = winner, .at = now};
    if (winner != RK_NOBODY_WINS)
        action.by = winner == RK_WHITE_WINS ? RK_BLACK : RK_WHITE;
    if (reader->ended_by == RK_TIMED_OUT && reader->clock.kind != RK_CLOCK_NONE) {
        action.kind = RK_ACT_FLAG;
        action.at = flag_time(rk_game_clock(game), action.by, now);
    } else if (reader->ended_by == RK_FORFEITED && winner != RK_NOBODY_WINS) {
        action.kind = RK_ACT_FORFEIT;
    } else if (reader->ended_by == RK_ADJUDICATED || reader->ended_by == RK_TIMED_OUT) {
        action.kind = RK_ACT_ADJUDICATE;
    } else if (winner == RK_NOBODY_WINS && rk_game_can_claim(game)) {
        action.kind = RK_ACT_CLAIM_DRAW;
    } else if (winner == RK_NOBODY_WINS) {
        action.kind = RK_ACT_OFFER_DRAW;
        action.by = RK_BLACK;
    }
    return action;
}

// An offer that the rules no longer allow is dropped.
static void play_offer(struct reader *reader)
{
    const rk_action action = {
        .kind = RK_ACT_OFFER_DRAW, .by = reader->offer, .at = reader->result.now};
    if (reader->offer != RK_NO_SIDE && rk_game_play(reader->result.game, action, NULL))
        reader->offer = RK_NO_SIDE;
}

// Ends the game if the file has a result that the moves do not show.
static void play_result(struct reader *reader, rk_pgn_text result)
{
    static const char *const scores[] = {"1-0", "0-1", "1/2-1/2"};
    unsigned winner = RK_WHITE_WINS;
    while (winner <= RK_NOBODY_WINS && !pgn_tag_is(result, scores[winner]))
        winner++;
    rk_game *game = reader->result.game;
    if (winner > RK_NOBODY_WINS || rk_status_is_over(rk_game_status(game)))
        return;
    rk_action action = result_action(reader, (rk_winner)winner);
    rk_err err = rk_game_play(game, action, NULL);
    if (!err && action.kind == RK_ACT_OFFER_DRAW) {
        action.kind = RK_ACT_ACCEPT_DRAW;
        action.by = rk_side_other(action.by);
        err = rk_game_play(game, action, NULL);
    }
    if (err || rk_game_winner(game) != (rk_winner)winner)
        stop_with_error(reader, "the result does not match the moves");
}

static rk_pgn_next end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct reader *reader = data;
    (void)last;
    if (!reader->failed && reader->result.game && play_pending(reader)) {
        play_offer(reader);
        play_result(reader, result);
    }
    return RK_PGN_STOP;
}

static rk_pgn_next read_error(void *data, const rk_pgn_error *error)
{
    struct reader *reader = data;
    fprintf(reader->errors, "%s, line %" PRIu64 ": ", reader->path, error->place.line);
    for (size_t i = 0; i < error->token.size && i < 40; i++) {
        const char byte = error->token.at[i];
        fputc(byte > ' ' && byte < 127 ? byte : '?', reader->errors);
    }
    fprintf(reader->errors, ": %s\n", error->fault.text);
    reader->failed = true;
    return RK_PGN_STOP;
}

static size_t read_bytes(void *data, char *buffer, size_t size)
{
    const size_t got = fread(buffer, 1, size, data);
    return !got && ferror((FILE *)data) ? SIZE_MAX : got;
}

// Opening a pipe or reading from a device may never end.
static bool is_special(const char *path)
{
    struct stat info;
    return !stat(path, &info) && !S_ISREG(info.st_mode);
}

bool game_file_exists(const char *path)
{
    return !access(path, F_OK);
}

bool game_file_read(const char *path, struct loaded_game *out, FILE *errors)
{
    struct reader reader = {
        .path = path, .errors = errors, .offer = RK_NO_SIDE, .result.players = players_unnamed()};
    const rk_pgn_visitor visitor = {.data = &reader,
                                    .tag = read_tag,
                                    .begin_moves = begin_moves,
                                    .move = read_move,
                                    .comment = read_comment,
                                    .begin_variation = skip_variation,
                                    .end_game = end_game,
                                    .error = read_error};
    if (is_special(path)) {
        stop_with_error(&reader, "not a regular file");
        return false;
    }
    FILE *file = fopen(path, "r");
    if (!file)
        return print_errno(errors, path);
    if (rk_pgn_read(read_bytes, file, &visitor))
        stop_with_error(&reader, "read error");
    else if (!reader.failed && !reader.result.game)
        stop_with_error(&reader, "no game found");
    fclose(file);
    if (reader.failed) {
        rk_game_destroy(reader.result.game);
        return false;
    }
    reader.result.now += reader.turn;
    players_finish_tags(&reader.result.players);
    *out = reader.result;
    return true;
}
