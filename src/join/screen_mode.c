/* SPDX-License-Identifier: MIT */
#include "join/screen_mode.h"

#include <stdlib.h>
#include <string.h>

#include "join/commands.h"
#include "join/screen.h"
#include "tui/terminal.h"
#include "tui/text_row.h"

enum { TICK = 100, STEP_MOST = 1000 }; /* milliseconds */
enum { LINES_LEFT = 5 };

struct screen {
    struct online_session *visit;
    const struct online_screen_mode_options *setup;
    struct message_log log;
    struct line_editor line;
    char *frame; /* what the terminal shows */
    char shown[REMOTE_GAME_ID_MAX + 1];
};

static void say(void *context, const char *line)
{
    struct screen *screen = context;
    message_log_add(&screen->log, line);
}

// ---- showing ---------------------------------------------------------------------------------

static void view_game(const struct remote_game *game, int64_t now, struct online_screen *view)
{
    view->game = game->game;
    view->over = game->over;
    for (unsigned side = 0; side < 2; side++) {
        view->names[side] = game->names[side];
        view->left[side] = remote_game_time_left(game, side, now);
        view->away[side] = !game->here[side] && !game->over;
    }
}

static void compose(const struct screen *screen, FILE *out)
{
    const struct online_session *visit = screen->visit;
    const struct remote_game *game = online_session_game(visit);
    char title[400], status[400];
    online_session_write_title(visit, title, sizeof title);
    online_session_write_status(visit, screen->setup->now(), status, sizeof status);
    struct online_screen view = {.style = screen->setup->style,
                                 .size = terminal_size(),
                                 .title = title,
                                 .status = status,
                                 .log = &screen->log,
                                 .line = &screen->line};
    view.style.flipped = (game && game->you == RK_BLACK) != visit->flipped;
    if (game)
        view_game(game, screen->setup->now(), &view);
    online_screen_draw(&view, out);
}

static void show(struct screen *screen)
{
    char *frame = NULL;
    size_t size;
    FILE *out = open_memstream(&frame, &size);
    if (!out)
        return;
    compose(screen, out);
    fclose(out);
    terminal_draw_frame(&screen->frame, frame, size);
}

// ---- keys ------------------------------------------------------------------------------------

static void finish_line(struct screen *screen)
{
    char text[LINE_EDITOR_SIZE];
    memcpy(text, screen->line.text, sizeof text);
    line_editor_finish(&screen->line);
    commands_run(screen->visit, text);
}

static void take_key(struct screen *screen, int key)
{
    if (key == KEY_HANGUP)
        screen->visit->left = true;
    else if (key == KEY_REDRAW)
        terminal_clear_frame(&screen->frame);
    else if (key == KEY_ENTER)
        finish_line(screen);
    else if (key == KEY_INTERRUPT || (key == KEY_CTRL('D') && !screen->line.size))
        commands_run(screen->visit, "quit");
    else if (key == KEY_ESCAPE)
        line_editor_set(&screen->line, "");
    else
        line_editor_handle_key(&screen->line, key);
}

static bool is_ticking(const struct online_session *visit)
{
    const struct remote_game *game = online_session_game(visit);
    return game && !game->over && (game->running || game->deadline_at != INT64_MAX);
}

/* Another game, or none, may leave rows of the last one behind. */
static void note_game(struct screen *screen)
{
    const struct remote_game *game = online_session_game(screen->visit);
    const char *id = game ? game->id : "";
    if (!strcmp(screen->shown, id))
        return;
    snprintf(screen->shown, sizeof screen->shown, "%s", id);
    terminal_clear_frame(&screen->frame);
}

/* What was said last stays on the terminal. */
static void leave_lines(const struct message_log *log)
{
    for (size_t i = log->count > LINES_LEFT ? log->count - LINES_LEFT : 0; i < log->count; i++) {
        text_row_put(log->lines[i], strlen(log->lines[i]), stdout);
        putchar('\n');
    }
}

/* How long to wait for a key. */
static int time_to_wait(const struct screen *screen)
{
    const int64_t left = client_deadline(screen->visit->client) - screen->setup->now();
    const int64_t most = is_ticking(screen->visit) ? TICK : STEP_MOST;
    return left < 0 ? 0 : left < most ? (int)left : (int)most;
}

bool online_screen_mode_run(struct online_session *visit,
                            const struct online_screen_mode_options *setup)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen || !terminal_open()) {
        free(screen);
        return false;
    }
    screen->visit = visit;
    screen->setup = setup;
    visit->say = say;
    visit->context = screen;
    while (!visit->left) {
        note_game(screen);
        show(screen);
        terminal_wait_for_descriptor(client_descriptor(visit->client),
                                     client_wants_to_write(visit->client));
        const int key = terminal_read_key(time_to_wait(screen));
        client_step(visit->client, setup->now());
        if (key != KEY_NONE)
            take_key(screen, key);
    }
    terminal_close();
    terminal_wait_for_descriptor(-1, false);
    leave_lines(&screen->log);
    message_log_fini(&screen->log);
    free(screen->frame);
    free(screen);
    return true;
}
