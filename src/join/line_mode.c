/* SPDX-License-Identifier: MIT */
#include "join/line_mode.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "join/commands.h"
#include "platform/monotonic.h"
#include "tui/text_row.h"

enum { INPUT_MAX = 65536 }; /* bytes read ahead */

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

static void wait_for_event(const struct line_mode *mode)
{
    const struct client *client = mode->session->client;
    const int64_t left = client_deadline(client) - monotonic_ms();
    struct pollfd pollers[2] = {{.fd = client_descriptor(client), .events = POLLIN},
                                {.fd = wants_input(mode) ? STDIN_FILENO : -1, .events = POLLIN}};
    if (client_wants_to_write(client))
        pollers[0].events |= POLLOUT;
    poll(pollers, 2, left < 0 ? 0 : left < 1000 ? (int)left : 1000);
}

void online_line_mode_run(struct online_session *session)
{
    struct line_mode mode = {.session = session};
    session->print = online_line_mode_print;
    session->scripted = !isatty(STDIN_FILENO);
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
