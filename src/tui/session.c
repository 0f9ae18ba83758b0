/* SPDX-License-Identifier: MIT */
#include "tui/session.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "tui/board.h"
#include "tui/legal_moves.h"
#include "tui/report.h"
#include "tui/undo.h"

static rk_side side_to_move(const struct session *session)
{
    return rk_position_turn(rk_game_position(session->game));
}

static bool is_over(const struct session *session)
{
    return rk_status_is_over(rk_game_status(session->game));
}

/* The side that types: against an engine always the same. */
static rk_side human_side(const struct session *session)
{
    return session->opponent ? rk_side_other(session->opponent->side) : side_to_move(session);
}

static enum session_result refuse_line(FILE *out, const char *reason)
{
    fprintf(out, "%s\n", reason);
    return SESSION_REFUSED;
}

// ---- time ------------------------------------------------------------------------------------

static void set_now(struct session *session, int64_t now)
{
    session->stamp.now = now + session->time_offset;
}

// Sets the clock of the game back to `time`, so that the time used since does not count.
static void rewind_clock(struct session *session, int64_t time)
{
    session->time_offset += time - session->stamp.now;
    session->stamp.now = time;
}

static int64_t last_action_time(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    return length ? rk_game_action(game, length - 1)->at : 0;
}

// ---- the opponent ----------------------------------------------------------------------------

static void stop_opponent(struct session *session)
{
    if (session->thinking)
        session->opponent->stop(session->opponent->context);
    session->thinking = false;
}

bool session_opponent_to_move(const struct session *session)
{
    return session->opponent && !is_over(session) &&
           side_to_move(session) == session->opponent->side;
}

void session_start_opponent(struct session *session, int64_t now)
{
    const struct session_opponent *opponent = session->opponent;
    if (session->thinking || !session_opponent_to_move(session))
        return;
    set_now(session, now);
    opponent->start(opponent->context, session->game, session->stamp.now);
    session->thinking = true;
}

static enum session_result refuse_opponent_turn(FILE *out)
{
    return refuse_line(out, "the engine is to move: wait, or undo your move");
}

void session_print_status(const struct session *session, FILE *out)
{
    struct analysis analysis;
    rk_move move;
    report_status(session->game, out);
    if (!session->thinking)
        return;
    fputs("; the engine is thinking", out);
    session->opponent->poll(session->opponent->context, &analysis, &move);
    if (session->show_analysis && analysis.depth) {
        fputs(": ", out);
        analysis_print(&analysis, rk_game_position(session->game), out);
    }
}

// ---- actions ---------------------------------------------------------------------------------

static void print_last_action(const struct session *session, FILE *out)
{
    report_action(session->game, rk_game_length(session->game) - 1, out);
    fputc('\n', out);
    if (is_over(session) && !session->brief) {
        report_result(session->game, out);
        fputc('\n', out);
    }
}

static enum session_result play_action(struct session *session, rk_action action, FILE *out)
{
    rk_fault fault;
    action.at = session->stamp.now;
    if (rk_game_play(session->game, action, &fault))
        return refuse_line(out, fault.text);
    if (is_over(session))
        stop_opponent(session);
    print_last_action(session, out);
    return SESSION_OK;
}

// ---- undo and redo ---------------------------------------------------------------------------

static bool parse_count(const char *word, unsigned long *out)
{
    char *end;
    *out = *word ? strtoul(word, &end, 10) : 1;
    return !*word || (*word >= '1' && *word <= '9' && !*end);
}

/* Against an engine, each move of the person is undone or redone together with its reply. */
static void include_replies(const struct session *session, bool back, unsigned long *count)
{
    if (!session->opponent || *count > RK_COUNTER_MAX)
        return;
    const bool unanswered = back && side_to_move(session) == session->opponent->side;
    *count = *count * 2 - unanswered;
}

static enum session_result undo_moves(struct session *session, const char *argument, FILE *out)
{
    unsigned long count;
    rk_game *game = session->game;
    if (!parse_count(argument, &count))
        return refuse_line(out, "undo takes the number of moves: undo 2");
    include_replies(session, true, &count);
    if (!rk_game_length(game))
        return refuse_line(out, rk_err_text(RK_NOTHING_TO_UNDO));
    const unsigned long available = undo_count(game);
    if (count > (available ? available : 1)) {
        fprintf(out, "only %lu can be taken back\n", available);
        return SESSION_REFUSED;
    }
    stop_opponent(session);
    fputs("taken back:", out);
    for (unsigned long i = 0; i < count; i++) {
        fputs(i ? ", " : " ", out);
        report_action(game, rk_game_length(game) - 1, out);
        const rk_err err = undo_step(game);
        if (err)
            return refuse_line(out, rk_err_text(err));
    }
    fputc('\n', out);
    rewind_clock(session, last_action_time(game));
    return SESSION_OK;
}

static enum session_result redo_moves(struct session *session, const char *argument, FILE *out)
{
    unsigned long count;
    rk_game *game = session->game;
    if (!parse_count(argument, &count))
        return refuse_line(out, "redo takes the number of moves: redo 2");
    include_replies(session, false, &count);
    if (!rk_game_redo_count(game))
        return refuse_line(out, rk_err_text(RK_NOTHING_TO_REDO));
    stop_opponent(session);
    fputs("played again:", out);
    for (unsigned long i = 0; i < count && rk_game_redo_count(game); i++) {
        const rk_err err = redo_step(game);
        if (err)
            return refuse_line(out, rk_err_text(err));
        fputs(i ? ", " : " ", out);
        report_action(game, rk_game_length(game) - 1, out);
    }
    fputc('\n', out);
    rewind_clock(session, last_action_time(game));
    return SESSION_OK;
}

// ---- draws and resignation -------------------------------------------------------------------

static enum session_result answer_offer(struct session *session, rk_action_kind kind, FILE *out)
{
    const rk_side offer = rk_game_draw_offer(session->game);
    const rk_side by = offer == RK_BLACK ? RK_WHITE : RK_BLACK;
    if (offer == RK_NO_SIDE && !is_over(session))
        return refuse_line(out, rk_err_text(RK_NO_OFFER));
    if (session->opponent && by == session->opponent->side && !is_over(session))
        return refuse_line(out, "only your opponent can answer this offer");
    return play_action(session, (rk_action){.kind = kind, .by = by}, out);
}

static enum session_result accept_draw(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    return answer_offer(session, RK_ACT_ACCEPT_DRAW, out);
}

static enum session_result decline_draw(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    return answer_offer(session, RK_ACT_DECLINE_DRAW, out);
}

static enum session_result answer_as_opponent(struct session *session, FILE *out)
{
    const struct session_opponent *opponent = session->opponent;
    const bool accepts = opponent->accepts_draw(opponent->context, session->game);
    const rk_action answer = {.kind = accepts ? RK_ACT_ACCEPT_DRAW : RK_ACT_DECLINE_DRAW,
                              .by = opponent->side};
    return play_action(session, answer, out);
}

static enum session_result offer_draw(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const rk_side by = human_side(session);
    const rk_side offer = rk_game_draw_offer(session->game);
    if (offer != RK_NO_SIDE && offer != by)
        return answer_offer(session, RK_ACT_ACCEPT_DRAW, out);
    if (offer != RK_NO_SIDE) {
        fprintf(out, "%s has already offered a draw: accept or decline\n",
                report_side_names[offer]);
        return SESSION_REFUSED;
    }
    const enum session_result result =
        play_action(session, (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = by}, out);
    return result == SESSION_OK && session->opponent ? answer_as_opponent(session, out) : result;
}

static enum session_result claim_draw(struct session *session, const char *argument, FILE *out)
{
    rk_action action = {.kind = RK_ACT_CLAIM_DRAW, .by = human_side(session)};
    rk_fault fault;
    if (session_opponent_to_move(session))
        return refuse_opponent_turn(out);
    if (*argument && rk_san_parse(rk_game_position(session->game), argument, strlen(argument),
                                  RK_NOTATION_PLAIN, &action.move, &fault))
        return refuse_line(out, fault.text);
    return play_action(session, action, out);
}

static enum session_result resign_side(struct session *session, const char *argument, FILE *out)
{
    rk_side by = human_side(session);
    if (!strcmp(argument, "white") || !strcmp(argument, "black"))
        by = *argument == 'w' ? RK_WHITE : RK_BLACK;
    else if (*argument)
        return refuse_line(out, "resign takes white or black (default: the side to move)");
    if (session->opponent && by == session->opponent->side && !is_over(session))
        return refuse_line(out, "you cannot resign for your opponent");
    return play_action(session, (rk_action){.kind = RK_ACT_RESIGN, .by = by}, out);
}

// ---- moves -----------------------------------------------------------------------------------

static enum session_result show_moves(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    if (is_over(session))
        return refuse_line(out, rk_err_text(RK_GAME_OVER));
    legal_moves_print(session->game, "moves", out);
    return SESSION_OK;
}

static enum session_result show_hint(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const struct session_hints *hints = session->hints;
    struct analysis analysis;
    char san[RK_SAN_MAX];
    if (is_over(session))
        return refuse_line(out, rk_err_text(RK_GAME_OVER));
    if (session_opponent_to_move(session))
        return refuse_opponent_turn(out);
    if (!hints || !hints->analyse(hints->context, session->game, &analysis))
        return refuse_line(out, "no engine is available for hints");
    rk_san_write(rk_game_position(session->game), analysis.moves[0], san);
    fprintf(out, "the engine would play %s (", san);
    analysis_print_score(&analysis, out);
    fputs(")\n", out);
    return SESSION_OK;
}

static enum session_result toggle_analysis(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    if (!session->opponent)
        return refuse_line(out, "you are not playing against the engine");
    session->show_analysis = !session->show_analysis;
    fputs(session->show_analysis ? "engine thinking is shown\n" : "engine thinking is hidden\n",
          out);
    return SESSION_OK;
}

// ---- display and files -----------------------------------------------------------------------

static enum session_result flip_board(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    session->flipped = !session->flipped;
    fprintf(out, "seen from %s's side\n", report_side_names[session->flipped]);
    return SESSION_OK;
}

static enum session_result show_board(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const struct board_style style = {.flipped = session->flipped};
    board_draw(rk_game_position(session->game), &style, out);
    report_status(session->game, out);
    fputc('\n', out);
    return SESSION_OK;
}

static enum session_result show_clock(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const rk_clock *clock = rk_game_clock(session->game);
    if (clock->control.kind == RK_CLOCK_NONE)
        return refuse_line(out, "this game has no clock");
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        fprintf(out, "%s has %.1f seconds left\n", report_side_names[side],
                (double)rk_clock_left(clock, side, session->stamp.now) / 1000);
    return SESSION_OK;
}

static enum session_result show_fen(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    char fen[RK_FEN_MAX];
    rk_fen_write(rk_game_position(session->game), RK_FEN_PLAIN, fen);
    fprintf(out, "%s\n", fen);
    return SESSION_OK;
}

static enum session_result show_pgn(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    return game_file_print(session->game, &session->stamp, out) ? SESSION_OK : SESSION_REFUSED;
}

static enum session_result save_game(struct session *session, const char *argument, FILE *out)
{
    if (!*argument)
        return refuse_line(out, "save takes a file name");
    // Only the file this game was saved to is overwritten; another one may hold other games.
    if (strcmp(argument, session->file) != 0 && game_file_exists(argument))
        return refuse_line(out, "file exists: choose another name");
    if (!game_file_write(session->game, &session->stamp, argument, out))
        return SESSION_REFUSED;
    snprintf(session->file, sizeof session->file, "%s", argument);
    fprintf(out, "saved to %s\n", argument);
    return SESSION_OK;
}

void session_replace_game(struct session *session, const struct loaded_game *taken, int64_t now)
{
    stop_opponent(session);
    rk_game_destroy(session->game);
    session->game = taken->game;
    session->setup = taken->setup;
    session->resumed = session->random_start = false;
    set_now(session, now);
    rewind_clock(session, taken->now);
}

bool session_resume(struct session *session, const char *path, int64_t now, FILE *errors)
{
    struct loaded_game game;
    if (!game_file_read(path, &game, errors))
        return false;
    session_replace_game(session, &game, now);
    session->resumed = true;
    return true;
}

static enum session_result load_game(struct session *session, const char *argument, FILE *out)
{
    struct loaded_game game;
    if (!*argument)
        return refuse_line(out, "load takes a file name");
    if (!game_file_read(argument, &game, out))
        return SESSION_REFUSED;
    session_replace_game(session, &game, session->stamp.now - session->time_offset);
    fprintf(out, "loaded from %s: ", argument);
    report_status(session->game, out);
    fputc('\n', out);
    return SESSION_OK;
}

static rk_err start_new_game(struct session *session, int64_t now)
{
    struct loaded_game fresh = {.setup = session->setup};
    const bool random_start = session->random_start;
    rk_err err = RK_OK;
    if (random_start)
        err = rk_position_chess960(prng_below(&session->prng, 960), &fresh.setup.start);
    if (!err)
        err = rk_game_create(&fresh.setup, &fresh.game);
    if (err)
        return err;
    session_replace_game(session, &fresh, now);
    session->random_start = random_start;
    return RK_OK;
}

static enum session_result new_game(struct session *session, const char *argument, FILE *out)
{
    (void)argument;
    const rk_err err = start_new_game(session, session->stamp.now - session->time_offset);
    if (err)
        return refuse_line(out, rk_err_text(err));
    fputs("new game\n", out);
    return SESSION_OK;
}

static enum session_result quit_session(struct session *session, const char *argument, FILE *out)
{
    (void)session, (void)argument, (void)out;
    return SESSION_QUIT;
}

// ---- commands --------------------------------------------------------------------------------

static enum session_result show_help(struct session *session, const char *argument, FILE *out);

static const struct {
    const char *name, *argument, *help;
    enum session_result (*run)(struct session *session, const char *argument, FILE *out);
} commands[] = {
    {"undo", "[N]", "take back one move, or N", undo_moves},
    {"redo", "[N]", "replay one undone move, or N", redo_moves},
    {"draw", "", "offer a draw", offer_draw},
    {"accept", "", "accept the draw", accept_draw},
    {"decline", "", "decline the draw", decline_draw},
    {"claim", "[MOVE]", "claim a draw, now or with your next move", claim_draw},
    {"resign", "[SIDE]", "resign (default: the side to move)", resign_side},
    {"moves", "", "list the legal moves", show_moves},
    {"hint", "", "ask the engine for a move", show_hint},
    {"thoughts", "", "show or hide what the engine thinks", toggle_analysis},
    {"flip", "", "turn the board around", flip_board},
    {"board", "", "print the board", show_board},
    {"clock", "", "print the time left", show_clock},
    {"fen", "", "print the position as FEN", show_fen},
    {"pgn", "", "print the game as PGN", show_pgn},
    {"save", "FILE", "save the game as PGN", save_game},
    {"load", "FILE", "load the first game of a PGN file", load_game},
    {"new", "", "start a new game", new_game},
    {"help", "", "list the commands", show_help},
    {"quit", "", "leave", quit_session},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static enum session_result show_help(struct session *session, const char *argument, FILE *out)
{
    (void)session, (void)argument;
    fputs("moves: e4, Nf3, exd5, O-O, e8=Q, N@f3 or e2e4\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "%-8s %-6s  %s\n", commands[i].name, commands[i].argument, commands[i].help);
    return SESSION_OK;
}

static enum session_result play_typed_move(struct session *session, const char *argument, FILE *out)
{
    rk_fault fault;
    if (session_opponent_to_move(session))
        return refuse_opponent_turn(out);
    const rk_err err =
        rk_game_move(session->game, argument, strlen(argument), session->stamp.now, &fault);
    if (!err) {
        print_last_action(session, out);
        return SESSION_OK;
    }
    fprintf(out, "%s: %s%s\n", argument, fault.text,
            rk_err_class_of(err) == RK_SYNTAX ? "; try help" : "");
    return SESSION_REFUSED;
}

// Answers repeat what was typed, and control characters must not reach the terminal.
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = *text == '\t' ? ' ' : '?';
}

static void trim_line(char *text)
{
    size_t size = strlen(text);
    while (size && strchr(" \t\r\n", text[size - 1]))
        text[--size] = '\0';
    const size_t blank = strspn(text, " \t");
    memmove(text, text + blank, size - blank + 1);
}

static enum session_result run_trimmed_line(struct session *session, const char *line, FILE *out)
{
    const size_t size = strcspn(line, " \t");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strlen(commands[i].name) != size || strncmp(commands[i].name, line, size) != 0)
            continue;
        const char *argument = line + size + strspn(line + size, " \t");
        if (*argument && !*commands[i].argument) {
            fprintf(out, "%s takes no argument\n", commands[i].name);
            return SESSION_REFUSED;
        }
        return commands[i].run(session, argument, out);
    }
    return play_typed_move(session, line, out);
}

enum session_result session_run_line(struct session *session, const char *line, int64_t now,
                                     FILE *out)
{
    char *text = strdup(line);
    if (!text)
        return refuse_line(out, rk_err_text(RK_NO_MEMORY));
    set_now(session, now);
    trim_line(text);
    make_printable(text);
    const enum session_result result = *text ? run_trimmed_line(session, text, out) : SESSION_OK;
    free(text);
    return result;
}

enum session_result session_play_move(struct session *session, rk_move move, int64_t now, FILE *out)
{
    set_now(session, now);
    if (session_opponent_to_move(session))
        return refuse_opponent_turn(out);
    const rk_action action = {.kind = RK_ACT_MOVE, .by = side_to_move(session), .move = move};
    return play_action(session, action, out);
}

bool session_tick(struct session *session, int64_t now, FILE *out)
{
    const rk_side turn = side_to_move(session);
    set_now(session, now);
    if (is_over(session) ||
        !rk_clock_flagged(rk_game_clock(session->game), turn, session->stamp.now))
        return false;
    const rk_action action = {.kind = RK_ACT_FLAG, .by = turn};
    return play_action(session, action, out) == SESSION_OK;
}

// The clock of the opponent runs while it searches, so its flag may fall.
bool session_poll_opponent(struct session *session, int64_t now, FILE *out)
{
    const struct session_opponent *opponent = session->opponent;
    struct analysis analysis;
    rk_action action = {.kind = RK_ACT_MOVE};
    if (!session->thinking || !opponent->poll(opponent->context, &analysis, &action.move))
        return false;
    stop_opponent(session);
    if (session_tick(session, now, out))
        return true;
    if (session->show_analysis && analysis.depth) {
        analysis_print(&analysis, rk_game_position(session->game), out);
        fputc('\n', out);
    }
    action.by = opponent->side;
    if (action.move == RK_NO_MOVE)
        action.kind = RK_ACT_RESIGN;
    play_action(session, action, out);
    return true;
}

bool session_is_unfinished(const struct session *session)
{
    return !is_over(session) && rk_game_length(session->game);
}

void session_list_completions(const struct session *session, struct session_completions *out)
{
    out->count = legal_moves_list(session->game, out->words);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        snprintf(out->words[out->count++], RK_SAN_MAX, "%s", commands[i].name);
}

rk_err session_init(struct session *session, const rk_game_setup *setup, int64_t now)
{
    *session = (struct session){.setup = *setup, .time_offset = -now};
    return rk_game_create(setup, &session->game);
}

rk_err session_random_start(struct session *session, uint64_t seed, int64_t now)
{
    session->random_start = true;
    session->prng = (struct prng){seed};
    return start_new_game(session, now);
}

void session_fini(struct session *session)
{
    stop_opponent(session);
    rk_game_destroy(session->game);
    session->game = NULL;
}
