/* SPDX-License-Identifier: MIT */
#include "join/screen_mode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join/input.h"
#include "join/screen.h"
#include "platform/monotonic.h"
#include "tui/text_row.h"

enum { TICK = 100, WAIT_MAX = 1000 }; /* milliseconds; a tick while a clock runs */
enum { LINES_AFTER_QUIT = 5 };

struct screen_mode {
    struct online_session *session;
    const struct board_style *style;
    struct message_log log;
    struct online_input input;
    struct canvas canvas, shown; /* the screen as it should be, and as the terminal shows it */
};

static void add_message(void *context, const char *line)
{
    struct screen_mode *mode = context;
    message_log_add(&mode->log, line);
}

// ---- drawing ---------------------------------------------------------------------------------

static void set_game(const struct remote_game *game, int64_t now, struct online_screen *screen)
{
    screen->game = game->moves;
    screen->over = game->over;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        screen->names[side] = game->names[side];
        screen->time_left[side] = remote_game_time_left(game, side, now);
        screen->absent[side] = !game->present[side] && !game->over;
    }
}

static void write_update(struct screen_mode *mode)
{
    char *update = NULL;
    size_t size;
    FILE *out = open_memstream(&update, &size);
    if (!out)
        return;
    canvas_update(&mode->canvas, &mode->shown, mode->style->display.colours, out);
    fclose(out);
    terminal_write(update, size);
    free(update);
}

static void draw_screen(struct screen_mode *mode)
{
    const struct online_session *session = mode->session;
    const struct remote_game *game = online_session_game(session);
    const int64_t now = monotonic_ms();
    char title[400], status[400];
    online_session_write_title(session, title, sizeof title);
    online_session_write_status(session, now, status, sizeof status);
    struct online_screen screen = {.style = *mode->style,
                                   .size = terminal_size(),
                                   .title = title,
                                   .status = status,
                                   .log = &mode->log,
                                   .editor = &mode->input.editor};
    screen.style.flipped = (game && game->you == RK_BLACK) != session->flipped;
    if (game)
        set_game(game, now, &screen);
    if (!canvas_reset(&mode->canvas, screen.size.rows, screen.size.columns))
        return;
    online_screen_draw(&screen, &mode->canvas);
    write_update(mode);
}

// ---- keys ------------------------------------------------------------------------------------

static void handle_key(struct screen_mode *mode, int key)
{
    if (key == KEY_REDRAW)
        canvas_fini(&mode->shown);
    else
        online_input_handle_key(&mode->input, mode->session, key);
}

// ---- event loop ------------------------------------------------------------------------------

static bool has_running_clock(const struct online_session *session)
{
    const struct remote_game *game = online_session_game(session);
    return game && !game->over && (game->running || game->deadline_at != INT64_MAX);
}

static int key_timeout(const struct screen_mode *mode)
{
    const int64_t left = client_deadline(mode->session->client) - monotonic_ms();
    const int64_t max = has_running_clock(mode->session) ? TICK : WAIT_MAX;
    return left < 0 ? 0 : left < max ? (int)left : (int)max;
}

/* The last messages remain visible after the full screen is closed. */
static void print_last_messages(const struct message_log *log)
{
    const size_t first = log->count > LINES_AFTER_QUIT ? log->count - LINES_AFTER_QUIT : 0;
    for (size_t i = first; i < log->count; i++) {
        text_row_put(log->lines[i], strlen(log->lines[i]), stdout);
        putchar('\n');
    }
}

bool online_screen_mode_run(struct online_session *session, const struct board_style *style)
{
    struct screen_mode *mode = calloc(1, sizeof *mode);
    if (!mode || !terminal_open(false)) {
        free(mode);
        return false;
    }
    mode->session = session;
    mode->style = style;
    session->print = add_message;
    session->context = mode;
    online_input_open(&mode->input);
    while (!session->quit) {
        draw_screen(mode);
        terminal_wait_for_descriptor(client_descriptor(session->client),
                                     client_wants_to_write(session->client));
        const int key = terminal_read_key(key_timeout(mode));
        client_step(session->client, monotonic_ms());
        if (key != KEY_NONE)
            handle_key(mode, key);
    }
    terminal_close();
    terminal_wait_for_descriptor(-1, false);
    print_last_messages(&mode->log);
    message_log_fini(&mode->log);
    online_input_close(&mode->input);
    canvas_fini(&mode->canvas);
    canvas_fini(&mode->shown);
    free(mode);
    return true;
}
