/* SPDX-License-Identifier: MIT */
#include "tui/line_mode.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "rookery/roster.h"
#include "tui/report.h"
#include "tui/terminal.h"

struct line_mode {
    struct session *session;
    const struct line_mode_options *options;
    unsigned long line_number;
    bool refused;
};

static void print_board(struct line_mode *mode)
{
    session_run_line(mode->session, "board", mode->options->now(), stdout);
}

/* Answers go to standard output, refusals to standard error. False if the command was quit. */
static bool run_line(struct line_mode *mode, const char *line)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return false;
    const size_t length = rk_game_length(mode->session->game);
    session_tick(mode->session, mode->options->now(), stdout);
    const enum session_result result =
        session_run_line(mode->session, line, mode->options->now(), out);
    fclose(out);
    fputs(result == SESSION_REFUSED ? "" : text, stdout);
    if (mode->options->board && rk_game_length(mode->session->game) != length)
        print_board(mode);
    fflush(stdout);
    if (result == SESSION_REFUSED) {
        fprintf(stderr, "line %lu: %s", mode->line_number, text);
        mode->refused = true;
    }
    free(text);
    return result != SESSION_QUIT;
}

/* A script waits for the engine: its next line is about the position after the engine's move. */
static void wait_for_opponent(struct line_mode *mode)
{
    struct session *session = mode->session;
    if (!session_opponent_to_move(session))
        return;
    session_start_opponent(session, mode->options->now());
    struct pollfd poller = {.fd = session->opponent->descriptor, .events = POLLIN};
    while (!session_poll_opponent(session, mode->options->now(), stdout) && !terminal_hung_up())
        poll(&poller, 1, -1);
    if (mode->options->board)
        print_board(mode);
    fflush(stdout);
}

static void run_lines(struct line_mode *mode)
{
    char *line = NULL;
    size_t size = 0;
    bool quit = false;
    wait_for_opponent(mode);
    while (!quit && getline(&line, &size, stdin) >= 0) {
        mode->line_number++;
        quit = !run_line(mode, line);
        if (!quit)
            wait_for_opponent(mode);
    }
    free(line);
}

enum line_mode_result line_mode_play(struct session *session,
                                     const struct line_mode_options *options)
{
    struct line_mode mode = {.session = session, .options = options};
    const bool is_terminal = isatty(STDIN_FILENO);
    if (is_terminal)
        terminal_catch_hangup();
    if (session->resumed) {
        report_status(session->game, stdout);
        putchar('\n');
    }
    if (options->board)
        print_board(&mode);
    fflush(stdout);
    run_lines(&mode);
    printf("result: %s\n", rk_game_score(session->game));
    // The end of a script is the end of its game; a person may continue the game later.
    if (is_terminal)
        return session_is_unfinished(session) ? LINE_MODE_UNFINISHED : LINE_MODE_OK;
    if (ferror(stdin))
        return LINE_MODE_FAILED;
    return mode.refused ? LINE_MODE_REFUSED : LINE_MODE_OK;
}
