/* SPDX-License-Identifier: MIT */
#include "tui/session.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "tui/board.h"
#include "tui/legal_moves.h"
#include "tui/report.h"
#include "tui/undo.h"

static rk_side turn_of(const struct session *session)
{
    return rk_position_turn(rk_game_position(session->game));
}

static bool is_over(const struct session *session)
{
    return rk_status_is_over(rk_game_status(session->game));
}

/* Who types: against an engine always the same. */
static rk_side person(const struct session *session)
{
    return session->opponent ? rk_side_other(session->opponent->side) : turn_of(session);
}

static enum session_result refuse(FILE *out, const char *why)
{
    fprintf(out, "%s\n", why);
    return SESSION_REFUSED;
}

// ---- time ------------------------------------------------------------------------------------

static void set_now(struct session *session, int64_t now)
{
    session->when.now = now + session->shift;
}

// The game goes on as if it were `time` in it: what was thought since is forgotten.
static void turn_back(struct session *session, int64_t time)
{
    session->shift += time - session->when.now;
    session->when.now = time;
}

static int64_t time_of_last(const rk_game *game)
{
    const size_t length = rk_game_length(game);
    return length ? rk_game_action(game, length - 1)->at : 0;
}

// ---- the opponent's thought ------------------------------------------------------------------

static void stop_thinking(struct session *session)
{
    if (session->thinking)
        session->opponent->stop(session->opponent->context);
    session->thinking = false;
}

bool session_opponent_to_move(const struct session *session)
{
    return session->opponent && !is_over(session) && turn_of(session) == session->opponent->side;
}

void session_start_opponent(struct session *session, int64_t now)
{
    const struct session_opponent *opponent = session->opponent;
    if (session->thinking || !session_opponent_to_move(session))
        return;
    set_now(session, now);
    opponent->begin(opponent->context, session->game, session->when.now);
    session->thinking = true;
}

static enum session_result refuse_turn(FILE *out)
{
    return refuse(out, "the engine is to move: wait, or take your move back");
}

void session_print_status(const struct session *session, FILE *out)
{
    struct analysis thought;
    rk_move move;
    report_status(session->game, out);
    if (!session->thinking)
        return;
    fputs("; the engine thinks", out);
    session->opponent->look(session->opponent->context, &thought, &move);
    if (session->thoughts && thought.depth) {
        fputs(": ", out);
        analysis_print(&thought, rk_game_position(session->game), out);
    }
}

// ---- acting ----------------------------------------------------------------------------------

static void print_last_action(const struct session *session, FILE *out)
{
    report_action(session->game, rk_game_length(session->game) - 1, out);
    fputc('\n', out);
    if (is_over(session) && !session->brief) {
        report_result(session->game, out);
        fputc('\n', out);
    }
}

static enum session_result take_action(struct session *session, rk_action action, FILE *out)
{
    rk_fault fault;
    action.at = session->when.now;
    if (rk_game_play(session->game, action, &fault))
        return refuse(out, fault.text);
    if (is_over(session))
        stop_thinking(session);
    print_last_action(session, out);
    return SESSION_OK;
}

// ---- there and back --------------------------------------------------------------------------

static bool read_count(const char *word, unsigned long *out)
{
    char *end;
    *out = *word ? strtoul(word, &end, 10) : 1;
    return !*word || (*word >= '1' && *word <= '9' && !*end);
}

/* Against an engine a person takes back, or plays again, moves of their own, and its answers. */
static void count_for_both(const struct session *session, bool back, unsigned long *wanted)
{
    if (!session->opponent || *wanted > RK_COUNTER_MAX)
        return;
    const bool unanswered = back && turn_of(session) == session->opponent->side;
    *wanted = *wanted * 2 - unanswered;
}

static enum session_result undo(struct session *session, const char *words, FILE *out)
{
    unsigned long wanted;
    rk_game *game = session->game;
    if (!read_count(words, &wanted))
        return refuse(out, "undo takes the number of moves to take back");
    count_for_both(session, true, &wanted);
    if (!rk_game_length(game))
        return refuse(out, rk_err_text(RK_NOTHING_TO_UNDO));
    const unsigned long there = undo_count(game);
    if (wanted > (there ? there : 1)) {
        fprintf(out, "only %lu can be taken back\n", there);
        return SESSION_REFUSED;
    }
    stop_thinking(session);
    fputs("taken back:", out);
    for (unsigned long i = 0; i < wanted; i++) {
        fputs(i ? ", " : " ", out);
        report_action(game, rk_game_length(game) - 1, out);
        const rk_err err = undo_step(game);
        if (err)
            return refuse(out, rk_err_text(err));
    }
    fputc('\n', out);
    turn_back(session, time_of_last(game));
    return SESSION_OK;
}

static enum session_result redo(struct session *session, const char *words, FILE *out)
{
    unsigned long wanted;
    rk_game *game = session->game;
    if (!read_count(words, &wanted))
        return refuse(out, "redo takes the number of moves to play again");
    count_for_both(session, false, &wanted);
    if (!rk_game_redo_count(game))
        return refuse(out, rk_err_text(RK_NOTHING_TO_REDO));
    stop_thinking(session);
    fputs("played again:", out);
    for (unsigned long i = 0; i < wanted && rk_game_redo_count(game); i++) {
        const rk_err err = redo_step(game);
        if (err)
            return refuse(out, rk_err_text(err));
        fputs(i ? ", " : " ", out);
        report_action(game, rk_game_length(game) - 1, out);
    }
    fputc('\n', out);
    turn_back(session, time_of_last(game));
    return SESSION_OK;
}

// ---- draws and ends --------------------------------------------------------------------------

static enum session_result answer_offer(struct session *session, rk_action_kind kind, FILE *out)
{
    const rk_side offer = rk_game_draw_offer(session->game);
    const rk_side by = offer == RK_BLACK ? RK_WHITE : RK_BLACK;
    if (offer == RK_NO_SIDE && !is_over(session))
        return refuse(out, rk_err_text(RK_NO_OFFER));
    if (session->opponent && by == session->opponent->side && !is_over(session))
        return refuse(out, "that is for your opponent to say");
    return take_action(session, (rk_action){.kind = kind, .by = by}, out);
}

static enum session_result accept_draw(struct session *session, const char *words, FILE *out)
{
    (void)words;
    return answer_offer(session, RK_ACT_ACCEPT_DRAW, out);
}

static enum session_result decline_draw(struct session *session, const char *words, FILE *out)
{
    (void)words;
    return answer_offer(session, RK_ACT_DECLINE_DRAW, out);
}

static enum session_result let_opponent_answer(struct session *session, FILE *out)
{
    const struct session_opponent *opponent = session->opponent;
    const bool agrees = opponent->agrees(opponent->context, session->game);
    const rk_action answer = {.kind = agrees ? RK_ACT_ACCEPT_DRAW : RK_ACT_DECLINE_DRAW,
                              .by = opponent->side};
    return take_action(session, answer, out);
}

static enum session_result offer_draw(struct session *session, const char *words, FILE *out)
{
    (void)words;
    const rk_side by = person(session);
    const rk_side offer = rk_game_draw_offer(session->game);
    if (offer != RK_NO_SIDE && offer != by)
        return answer_offer(session, RK_ACT_ACCEPT_DRAW, out);
    if (offer != RK_NO_SIDE) {
        fprintf(out, "%s has offered a draw already: accept or decline\n", report_sides[offer]);
        return SESSION_REFUSED;
    }
    const enum session_result answer =
        take_action(session, (rk_action){.kind = RK_ACT_OFFER_DRAW, .by = by}, out);
    return answer == SESSION_OK && session->opponent ? let_opponent_answer(session, out) : answer;
}

static enum session_result claim_draw(struct session *session, const char *words, FILE *out)
{
    rk_action action = {.kind = RK_ACT_CLAIM_DRAW, .by = person(session)};
    rk_fault fault;
    if (session_opponent_to_move(session))
        return refuse_turn(out);
    if (*words &&
        rk_san_parse(rk_game_position(session->game), words, strlen(words), &action.move, &fault))
        return refuse(out, fault.text);
    return take_action(session, action, out);
}

static enum session_result resign(struct session *session, const char *words, FILE *out)
{
    rk_side by = person(session);
    if (!strcmp(words, "white") || !strcmp(words, "black"))
        by = *words == 'w' ? RK_WHITE : RK_BLACK;
    else if (*words)
        return refuse(out, "resign takes white or black, or nothing for the side to move");
    if (session->opponent && by == session->opponent->side && !is_over(session))
        return refuse(out, "your opponent does not resign");
    return take_action(session, (rk_action){.kind = RK_ACT_RESIGN, .by = by}, out);
}

// ---- moves -----------------------------------------------------------------------------------

static enum session_result show_moves(struct session *session, const char *words, FILE *out)
{
    (void)words;
    if (is_over(session))
        return refuse(out, rk_err_text(RK_GAME_OVER));
    legal_moves_print(session->game, "moves", out);
    return SESSION_OK;
}

static enum session_result hint(struct session *session, const char *words, FILE *out)
{
    (void)words;
    const struct session_hints *adviser = session->adviser;
    struct analysis thought;
    char san[RK_SAN_MAX];
    if (is_over(session))
        return refuse(out, rk_err_text(RK_GAME_OVER));
    if (session_opponent_to_move(session))
        return refuse_turn(out);
    if (!adviser || !adviser->judge(adviser->context, session->game, &thought))
        return refuse(out, "there is no engine to ask");
    rk_san_write(rk_game_position(session->game), thought.moves[0], san);
    fprintf(out, "the engine would play %s (", san);
    analysis_print_score(&thought, out);
    fputs(")\n", out);
    return SESSION_OK;
}

static enum session_result show_thoughts(struct session *session, const char *words, FILE *out)
{
    (void)words;
    if (!session->opponent)
        return refuse(out, "there is no engine in this game");
    session->thoughts = !session->thoughts;
    fputs(session->thoughts ? "what the engine thinks is shown\n"
                            : "what the engine thinks is not shown\n",
          out);
    return SESSION_OK;
}

// ---- looking and keeping ---------------------------------------------------------------------

static enum session_result flip(struct session *session, const char *words, FILE *out)
{
    (void)words;
    session->flipped = !session->flipped;
    fprintf(out, "seen from %s's side\n", report_sides[session->flipped]);
    return SESSION_OK;
}

static enum session_result show_board(struct session *session, const char *words, FILE *out)
{
    (void)words;
    const struct board_style style = {.flipped = session->flipped};
    board_draw(rk_game_position(session->game), &style, out);
    report_status(session->game, out);
    fputc('\n', out);
    return SESSION_OK;
}

static enum session_result show_clock(struct session *session, const char *words, FILE *out)
{
    (void)words;
    const rk_clock *clock = rk_game_clock(session->game);
    if (clock->rule.kind == RK_CLOCK_NONE)
        return refuse(out, "this game has no clock");
    for (int side = RK_WHITE; side <= RK_BLACK; side++)
        fprintf(out, "%s has %.1f seconds left\n", report_sides[side],
                (double)rk_clock_left(clock, (rk_side)side, session->when.now) / 1000);
    return SESSION_OK;
}

static enum session_result show_fen(struct session *session, const char *words, FILE *out)
{
    (void)words;
    char fen[RK_FEN_MAX];
    rk_fen_write(rk_game_position(session->game), RK_FEN_PLAIN, fen);
    fprintf(out, "%s\n", fen);
    return SESSION_OK;
}

static enum session_result show_pgn(struct session *session, const char *words, FILE *out)
{
    (void)words;
    return game_file_print(session->game, &session->when, out) ? SESSION_OK : SESSION_REFUSED;
}

static enum session_result save(struct session *session, const char *words, FILE *out)
{
    if (!*words)
        return refuse(out, "save takes the name of a file");
    // A file of somebody's games is not to be lost by a slip; our own may be saved anew.
    if (strcmp(words, session->file) != 0 && game_file_exists(words))
        return refuse(out, "that file exists already: choose another name");
    if (!game_file_write(session->game, &session->when, words, out))
        return SESSION_REFUSED;
    snprintf(session->file, sizeof session->file, "%s", words);
    fprintf(out, "saved in %s\n", words);
    return SESSION_OK;
}

void session_replace_game(struct session *session, const struct loaded_game *taken, int64_t now)
{
    stop_thinking(session);
    rk_game_destroy(session->game);
    session->game = taken->game;
    session->setup = taken->setup;
    session->resumed = session->draws = false;
    set_now(session, now);
    turn_back(session, taken->now);
}

bool session_resume(struct session *session, const char *path, int64_t now, FILE *complaint)
{
    struct loaded_game game;
    if (!game_file_read(path, &game, complaint))
        return false;
    session_replace_game(session, &game, now);
    session->resumed = true;
    return true;
}

static enum session_result load(struct session *session, const char *words, FILE *out)
{
    struct loaded_game game;
    if (!*words)
        return refuse(out, "load takes the name of a file");
    if (!game_file_read(words, &game, out))
        return SESSION_REFUSED;
    session_replace_game(session, &game, session->when.now - session->shift);
    fprintf(out, "loaded from %s: ", words);
    report_status(session->game, out);
    fputc('\n', out);
    return SESSION_OK;
}

static rk_err begin_anew(struct session *session, int64_t now)
{
    struct loaded_game fresh = {.setup = session->setup};
    const bool draws = session->draws;
    rk_err err = RK_OK;
    if (draws)
        err = rk_position_chess960(chance_below(&session->chance, 960), &fresh.setup.start);
    if (!err)
        err = rk_game_create(&fresh.setup, &fresh.game);
    if (err)
        return err;
    session_replace_game(session, &fresh, now);
    session->draws = draws;
    return RK_OK;
}

static enum session_result start_anew(struct session *session, const char *words, FILE *out)
{
    (void)words;
    const rk_err err = begin_anew(session, session->when.now - session->shift);
    if (err)
        return refuse(out, rk_err_text(err));
    fputs("a new game\n", out);
    return SESSION_OK;
}

static enum session_result quit(struct session *session, const char *words, FILE *out)
{
    (void)session, (void)words, (void)out;
    return SESSION_QUIT;
}

// ---- the commands ----------------------------------------------------------------------------

static enum session_result help(struct session *session, const char *words, FILE *out);

static const struct {
    const char *name, *argument, *help;
    enum session_result (*run)(struct session *session, const char *words, FILE *out);
} commands[] = {
    {"undo", "[N]", "take back a move, or N", undo},
    {"redo", "[N]", "play it again", redo},
    {"draw", "", "offer a draw", offer_draw},
    {"accept", "", "accept the draw", accept_draw},
    {"decline", "", "decline the draw", decline_draw},
    {"claim", "[MOVE]", "claim a draw, now or by the move you are about to make", claim_draw},
    {"resign", "[SIDE]", "resign, the side to move or the side named", resign},
    {"moves", "", "list the legal moves", show_moves},
    {"hint", "", "ask the engine for a move", hint},
    {"thoughts", "", "show what the engine thinks, or no more", show_thoughts},
    {"flip", "", "turn the board", flip},
    {"board", "", "print the board", show_board},
    {"clock", "", "print what is left on the clocks", show_clock},
    {"fen", "", "print the position as FEN", show_fen},
    {"pgn", "", "print the game as PGN", show_pgn},
    {"save", "FILE", "save the game as PGN", save},
    {"load", "FILE", "load the first game of a PGN file", load},
    {"new", "", "start again", start_anew},
    {"help", "", "print this", help},
    {"quit", "", "leave", quit},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static enum session_result help(struct session *session, const char *words, FILE *out)
{
    (void)session, (void)words;
    fputs("a move: e4, Nf3, exd5, O-O, e8=Q, N@f3, or e2e4\n", out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "%-8s %-6s  %s\n", commands[i].name, commands[i].argument, commands[i].help);
    return SESSION_OK;
}

static enum session_result move(struct session *session, const char *words, FILE *out)
{
    rk_fault fault;
    if (session_opponent_to_move(session))
        return refuse_turn(out);
    const rk_err err = rk_game_move(session->game, words, strlen(words), session->when.now, &fault);
    if (!err) {
        print_last_action(session, out);
        return SESSION_OK;
    }
    fprintf(out, "%s: %s%s\n", words, fault.text,
            rk_err_class_of(err) == RK_SYNTAX ? "; try help" : "");
    return SESSION_REFUSED;
}

// What is typed is said again in answers, and a terminal should only get to see what prints.
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = *text == '\t' ? ' ' : '?';
}

static void trim(char *text)
{
    size_t size = strlen(text);
    while (size && strchr(" \t\r\n", text[size - 1]))
        text[--size] = '\0';
    const size_t blank = strspn(text, " \t");
    memmove(text, text + blank, size - blank + 1);
}

static enum session_result do_trimmed(struct session *session, const char *line, FILE *out)
{
    const size_t size = strcspn(line, " \t");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strlen(commands[i].name) != size || strncmp(commands[i].name, line, size) != 0)
            continue;
        const char *words = line + size + strspn(line + size, " \t");
        if (*words && !*commands[i].argument) {
            fprintf(out, "%s takes no words behind it\n", commands[i].name);
            return SESSION_REFUSED;
        }
        return commands[i].run(session, words, out);
    }
    return move(session, line, out);
}

enum session_result session_run_line(struct session *session, const char *line, int64_t now,
                                     FILE *out)
{
    char *text = strdup(line);
    if (!text)
        return refuse(out, rk_err_text(RK_NO_MEMORY));
    set_now(session, now);
    trim(text);
    make_printable(text);
    const enum session_result answer = *text ? do_trimmed(session, text, out) : SESSION_OK;
    free(text);
    return answer;
}

enum session_result session_play_move(struct session *session, rk_move played, int64_t now,
                                      FILE *out)
{
    set_now(session, now);
    if (session_opponent_to_move(session))
        return refuse_turn(out);
    const rk_action action = {.kind = RK_ACT_MOVE, .by = turn_of(session), .move = played};
    return take_action(session, action, out);
}

bool session_tick(struct session *session, int64_t now, FILE *out)
{
    const rk_side turn = turn_of(session);
    set_now(session, now);
    if (is_over(session) ||
        !rk_clock_flagged(rk_game_clock(session->game), turn, session->when.now))
        return false;
    const rk_action action = {.kind = RK_ACT_FLAG, .by = turn};
    return take_action(session, action, out) == SESSION_OK;
}

// Its time runs while it thinks, and its flag may fall.
bool session_poll_opponent(struct session *session, int64_t now, FILE *out)
{
    const struct session_opponent *opponent = session->opponent;
    struct analysis thought;
    rk_action action = {.kind = RK_ACT_MOVE};
    if (!session->thinking || !opponent->look(opponent->context, &thought, &action.move))
        return false;
    stop_thinking(session);
    if (session_tick(session, now, out))
        return true;
    if (session->thoughts && thought.depth) {
        analysis_print(&thought, rk_game_position(session->game), out);
        fputc('\n', out);
    }
    action.by = opponent->side;
    if (action.move == RK_NO_MOVE)
        action.kind = RK_ACT_RESIGN;
    take_action(session, action, out);
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
    *session = (struct session){.setup = *setup, .shift = -now};
    return rk_game_create(setup, &session->game);
}

rk_err session_random_start(struct session *session, uint64_t chance, int64_t now)
{
    session->draws = true;
    session->chance = (struct chance){chance};
    return begin_anew(session, now);
}

void session_fini(struct session *session)
{
    stop_thinking(session);
    rk_game_destroy(session->game);
    session->game = NULL;
}
