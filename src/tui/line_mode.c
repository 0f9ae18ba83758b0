/* SPDX-License-Identifier: MIT */
#include "tui/line_mode.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rookery/roster.h"
#include "tui/report.h"
#include "tui/terminal.h"

enum { TICK = 100 }; /* milliseconds between checks of a running clock */

struct line_mode {
    struct session *session;
    const struct line_mode_options *options;
    bool is_terminal, board;
    unsigned long line_number;
    bool refused, quit;
};

// ---- output ----------------------------------------------------------------------------------

static void print_board(struct line_mode *mode)
{
    session_run_line(mode->session, "board", mode->options->now(), stdout);
}

static void print_prompt(const struct line_mode *mode)
{
    const rk_game *game = mode->session->game;
    if (!mode->is_terminal)
        return;
    if (!rk_status_is_over(rk_game_status(game)))
        fputs(report_side_names[rk_position_turn(rk_game_position(game))], stdout);
    fputs("> ", stdout);
    fflush(stdout);
}

/* Upper-case first letter, because players_print() writes the middle of a sentence. */
static void print_players(const struct session *session)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    players_print(&session->players, out);
    fclose(out);
    if (*text >= 'a' && *text <= 'z')
        *text = (char)(*text - 'a' + 'A');
    printf("%s.\n", text);
    free(text);
}

static void print_greeting(const struct line_mode *mode)
{
    const rk_variant variant = (rk_variant)mode->session->setup.start.variant;
    if (variant == RK_STANDARD)
        puts("Rookery: chess.");
    else
        printf("Rookery: %s.\n", rk_variant_name(variant));
    print_players(mode->session);
    puts("Type a move such as e4 or Nf3, help for the commands, or quit to leave.");
    if (mode->options->unfinished)
        puts("An unfinished game is kept; continue it with: rookery play --resume");
}

// ---- lines -----------------------------------------------------------------------------------

/* Answers go to standard output, refusals to standard error with the line number of the script. */
static void print_answer(struct line_mode *mode, enum session_result result, const char *text)
{
    if (result != SESSION_REFUSED) {
        fputs(text, stdout);
        fflush(stdout);
        return;
    }
    fflush(stdout);
    if (mode->is_terminal)
        fputs(text, stderr);
    else
        fprintf(stderr, "line %lu: %s", mode->line_number, text);
    mode->refused = true;
}

static void run_line(struct line_mode *mode, const char *line)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    mode->quit = !out;
    if (!out)
        return;
    const rk_position before = *rk_game_position(mode->session->game);
    session_tick(mode->session, mode->options->now(), stdout);
    const enum session_result result =
        session_run_line(mode->session, line, mode->options->now(), out);
    fclose(out);
    print_answer(mode, result, text);
    free(text);
    const rk_position *after = rk_game_position(mode->session->game);
    // A person sees the board once, after the engine's reply.
    const bool replies = mode->is_terminal && session_opponent_to_move(mode->session);
    if (mode->board && !replies && memcmp(&before, after, sizeof before) != 0)
        print_board(mode);
    fflush(stdout);
    mode->quit = result == SESSION_QUIT;
}

/* A script waits for the engine: its next line is about the position after the engine's move. */
static void wait_for_opponent(struct line_mode *mode)
{
    struct session *session = mode->session;
    if (!session_opponent_to_move(session))
        return;
    session_start_opponent(session, mode->options->now());
    struct pollfd poller = {.fd = session->opponent->descriptor, .events = POLLIN};
    while (!session_poll_opponent(session, mode->options->now(), stdout)) {
        if (terminal_hung_up())
            return;
        poll(&poller, 1, -1);
    }
    if (mode->board)
        print_board(mode);
    fflush(stdout);
}

/* A person may think until the flag falls; a terminal passes on one line at a time, so nothing is
 * left in the buffer of standard input while this waits. */
static void wait_for_line(struct line_mode *mode)
{
    struct session *session = mode->session;
    struct pollfd poller = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!mode->is_terminal)
        return;
    while (!terminal_hung_up() && rk_game_clock(session->game)->running &&
           !rk_status_is_over(rk_game_status(session->game)) && !poll(&poller, 1, TICK)) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        const bool fell = out && session_tick(session, mode->options->now(), out);
        if (out)
            fclose(out);
        if (fell) {
            printf("\n%s", text);
            print_prompt(mode);
        }
        free(text);
    }
}

static bool read_line(struct line_mode *mode, char **line, size_t *size)
{
    print_prompt(mode);
    wait_for_line(mode);
    mode->line_number++;
    if (terminal_hung_up())
        return false;
    const ssize_t length = getline(line, size, stdin);
    // A NUL byte would hide the rest of the line. As another control character it is refused.
    for (ssize_t i = 0; i < length; i++)
        if (!(*line)[i])
            (*line)[i] = '\1';
    return length >= 0;
}

/* Scripts know what they do; a person is asked. */
static bool may_run(struct line_mode *mode, const char *line)
{
    char *answer = NULL;
    size_t size = 0;
    if (!mode->is_terminal || !session_line_discards_game(mode->session, line))
        return true;
    fputs("Discard the game on the board? (y/n) ", stdout);
    fflush(stdout);
    const bool yes = getline(&answer, &size, stdin) >= 0 && (*answer == 'y' || *answer == 'Y');
    free(answer);
    return yes;
}

static void run_lines(struct line_mode *mode)
{
    char *line = NULL;
    size_t size = 0;
    wait_for_opponent(mode);
    while (!mode->quit && read_line(mode, &line, &size)) {
        if (may_run(mode, line))
            run_line(mode, line);
        if (!mode->quit)
            wait_for_opponent(mode);
    }
    if (mode->is_terminal && !mode->quit)
        putchar('\n');
    free(line);
}

enum line_mode_result line_mode_play(struct session *session,
                                     const struct line_mode_options *options)
{
    struct line_mode mode = {
        .session = session, .options = options, .is_terminal = isatty(STDIN_FILENO)};
    mode.board = options->board || mode.is_terminal;
    session->asks = mode.is_terminal;
    if (mode.is_terminal) {
        terminal_catch_hangup();
        print_greeting(&mode);
    } else if (session->resumed && !options->board) {
        report_status(session->game, stdout);
        putchar('\n');
    }
    if (mode.board)
        print_board(&mode);
    fflush(stdout);
    run_lines(&mode);
    printf("result: %s\n", rk_game_score(session->game));
    if (mode.is_terminal)
        return LINE_MODE_OK;
    if (ferror(stdin))
        return LINE_MODE_FAILED;
    return mode.refused ? LINE_MODE_REFUSED : LINE_MODE_OK;
}
