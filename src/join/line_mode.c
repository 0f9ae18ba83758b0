/* SPDX-License-Identifier: MIT */
#include "join/line_mode.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/monotonic.h"
#include "join/commands.h"
#include "join/input.h"
#include "tui/inline_prompt.h"
#include "tui/terminal.h"
#include "tui/text_row.h"

enum { INPUT_MAX = 65536, WAIT_MAX = 1000 }; /* bytes read ahead; milliseconds */

struct line_mode {
    struct online_session *session;
    struct buffer input; /* read, but not run yet */
    bool input_ended;
};

void online_line_mode_print(void *context, const char *line)
{
    (void)context;
    text_row_put(line, strlen(line), stdout);
    putchar('\n');
    fflush(stdout);
}

// ---- a script ---------------------------------------------------------------------------------

static bool wants_input(const struct line_mode *mode)
{
    return !mode->input_ended && mode->input.size <= INPUT_MAX;
}

static void read_input(struct line_mode *mode)
{
    char bytes[4096];
    const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size > 0)
        buffer_add(&mode->input, bytes, (size_t)size);
    else if (!size || errno != EINTR)
        mode->input_ended = true;
    // The last line may lack its newline.
    if (mode->input_ended && mode->input.size && mode->input.bytes[mode->input.size - 1] != '\n')
        buffer_put(&mode->input, '\n');
}

/* Runs the next line; false if there is none, or it has to wait. */
static bool run_next_line(struct line_mode *mode)
{
    struct buffer *input = &mode->input;
    char *end = input->size ? memchr(input->bytes, '\n', input->size) : NULL;
    if (!end || mode->session->quit)
        return false;
    *end = '\0';
    if (mode->session->scripted && !commands_can_run(mode->session, input->bytes)) {
        *end = '\n';
        return false;
    }
    const size_t used = (size_t)(end - input->bytes) + 1;
    commands_run(mode->session, input->bytes);
    input->size -= used;
    memmove(input->bytes, input->bytes + used, input->size);
    return true;
}

/* After the last line, the game on the board is still followed to its end. */
static bool is_finished(const struct line_mode *mode)
{
    const struct online_session *session = mode->session;
    const struct remote_game *game = online_session_game(session);
    return mode->input_ended && !mode->input.size && session->was_connected &&
           !client_pending_count(session->client) && !session->search_request[0] &&
           !session->listing_games && (!session->game[0] || (game && game->over));
}

/* Milliseconds until the client has something to do. */
static int wait_timeout(const struct client *client)
{
    const int64_t left = client_deadline(client) - monotonic_ms();
    return left < 0 ? 0 : left < WAIT_MAX ? (int)left : WAIT_MAX;
}

static void wait_for_event(const struct line_mode *mode)
{
    const struct client *client = mode->session->client;
    struct pollfd pollers[2] = {{.fd = client_descriptor(client), .events = POLLIN},
                                {.fd = wants_input(mode) ? STDIN_FILENO : -1, .events = POLLIN}};
    if (client_wants_to_write(client))
        pollers[0].events |= POLLOUT;
    poll(pollers, 2, wait_timeout(client));
}

static void run_script(struct online_session *session)
{
    struct line_mode mode = {.session = session};
    while (!session->quit && !session->failed && !is_finished(&mode)) {
        wait_for_event(&mode);
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (wants_input(&mode) && poll(&input, 1, 0) > 0)
            read_input(&mode);
        client_step(session->client, monotonic_ms());
        while (run_next_line(&mode))
            ;
    }
    buffer_fini(&mode.input);
}

// ---- a person at a terminal -------------------------------------------------------------------

struct prompt_mode {
    struct online_session *session;
    struct online_input input;
    bool drawn; /* the prompt is in the last row */
};

static void erase_prompt(struct prompt_mode *mode)
{
    if (mode->drawn)
        inline_prompt_erase(stdout);
    mode->drawn = false;
}

static void print_above_prompt(void *context, const char *line)
{
    erase_prompt(context);
    online_line_mode_print(NULL, line);
}

/* Only when something has changed, because a screen reader may read it again. */
static void draw_prompt(struct prompt_mode *mode)
{
    if (mode->drawn)
        return;
    inline_prompt_draw("> ", &mode->input.editor, terminal_size().columns, stdout);
    fflush(stdout);
    mode->drawn = true;
}

/* The typed line stays on the screen, above its answer. */
static void handle_prompt_key(struct prompt_mode *mode, int key)
{
    if (key == KEY_ENTER) {
        erase_prompt(mode);
        fputs("> ", stdout);
        online_line_mode_print(NULL, mode->input.editor.text);
    }
    if (key != KEY_REDRAW)
        online_input_handle_key(&mode->input, mode->session, key);
    mode->drawn = false;
}

static void run_prompt(struct prompt_mode *mode)
{
    struct online_session *session = mode->session;
    while (!session->quit && !session->failed) {
        draw_prompt(mode);
        terminal_wait_for_descriptor(client_descriptor(session->client),
                                     client_wants_to_write(session->client));
        const int key = terminal_read_key(wait_timeout(session->client));
        client_step(session->client, monotonic_ms());
        if (key != KEY_NONE)
            handle_prompt_key(mode, key);
    }
    erase_prompt(mode);
    fflush(stdout);
    terminal_wait_for_descriptor(-1, false);
}

/* False if the terminal cannot be used. */
static bool run_at_terminal(struct online_session *session)
{
    struct prompt_mode *mode = calloc(1, sizeof *mode);
    const bool opened = mode && terminal_open_inline();
    if (opened) {
        mode->session = session;
        session->print = print_above_prompt;
        session->context = mode;
        online_input_open(&mode->input);
        run_prompt(mode);
        online_input_close(&mode->input);
        terminal_close();
        session->print = online_line_mode_print;
        session->context = NULL;
    }
    free(mode);
    return opened;
}

void online_line_mode_run(struct online_session *session)
{
    session->print = online_line_mode_print;
    session->scripted = !isatty(STDIN_FILENO);
    if (!terminal_is_interactive() || !run_at_terminal(session))
        run_script(session);
}
