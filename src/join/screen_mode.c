/* SPDX-License-Identifier: MIT */
#include "join/screen_mode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "join/commands.h"
#include "join/input.h"
#include "join/screen.h"
#include "rookery/san.h"
#include "tui/text_row.h"

enum { TICK = 100, WAIT_MAX = 1000 }; /* milliseconds; a tick while a clock runs */
enum { LINES_AFTER_QUIT = 5 };

struct screen_mode {
    struct online_session *session;
    struct board_style style;
    struct message_log log;
    struct online_input input;
    struct canvas canvas, shown; /* the screen as it should be, and as the terminal shows it */
    struct cursor cursor;        /* of the mouse */
    rk_square pressed;           /* where its button went down */
    bool choosing;               /* the piece to promote to, or to drop */
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
    canvas_update(&mode->canvas, &mode->shown, mode->style.display.colours, out);
    fclose(out);
    terminal_write(update, size);
    free(update);
}

/* The texts that a screen borrows. */
struct screen_texts {
    char title[400], short_title[400], status[400];
};

static struct online_screen make_screen(const struct screen_mode *mode, struct screen_texts *texts)
{
    const struct online_session *session = mode->session;
    const struct remote_game *game = online_session_game(session);
    const int64_t now = monotonic_ms();
    online_session_write_title(session, texts->title, sizeof texts->title);
    online_session_write_short_title(session, texts->short_title, sizeof texts->short_title);
    online_session_write_status(session, now, texts->status, sizeof texts->status);
    struct online_screen screen = {.style = mode->style,
                                   .size = terminal_size(),
                                   .title = texts->title,
                                   .short_title = texts->short_title,
                                   .status = texts->status,
                                   .log = &mode->log,
                                   .editor = &mode->input.editor,
                                   .cursor = &mode->cursor};
    screen.style.flipped = (game && game->you == RK_BLACK) != session->flipped;
    if (game)
        set_game(game, now, &screen);
    if (game && mode->choosing)
        screen.choices = cursor_kinds(&mode->cursor, rk_game_position(game->moves));
    return screen;
}

static void draw_screen(struct screen_mode *mode)
{
    struct screen_texts texts;
    const struct online_screen screen = make_screen(mode, &texts);
    if (!canvas_reset(&mode->canvas, screen.size.rows, screen.size.columns))
        return;
    online_screen_draw(&screen, &mode->canvas);
    write_update(mode);
}

// ---- moves with the mouse --------------------------------------------------------------------

/* The position in which we are to move; NULL if there is none. */
static const rk_position *position_to_move(const struct screen_mode *mode)
{
    const struct remote_game *game = online_session_game(mode->session);
    if (!game || game->over || !online_session_is_player(game))
        return NULL;
    const rk_position *pos = rk_game_position(game->moves);
    return rk_position_turn(pos) == game->you ? pos : NULL;
}

/* The opponent's turn or another game puts a picked-up piece back. */
static void forget_stale_cursor(struct screen_mode *mode)
{
    if (position_to_move(mode))
        return;
    mode->cursor = cursor_hidden();
    mode->choosing = false;
}

static void send_move(struct screen_mode *mode, const rk_position *pos, rk_move move)
{
    char text[RK_UCI_MAX];
    rk_uci_write(pos, move, text);
    mode->cursor = cursor_hidden();
    mode->choosing = false;
    commands_run(mode->session, text);
}

/* Pressing the button picks up a piece or puts it down; so does releasing it elsewhere, after the
 * piece was dragged. */
static void click_square(struct screen_mode *mode, rk_square square, bool pressed)
{
    rk_move move;
    const rk_position *pos = position_to_move(mode);
    const bool dragged = mode->pressed != RK_NO_SQUARE && mode->pressed != square &&
                         mode->cursor.from == mode->pressed;
    mode->pressed = pressed ? square : RK_NO_SQUARE;
    if (!pos || square == RK_NO_SQUARE || (!pressed && !dragged))
        return;
    mode->cursor.square = square;
    const enum cursor_result result = cursor_press(&mode->cursor, pos, &move);
    mode->choosing = result == CURSOR_ASKS_KIND;
    if (result == CURSOR_MOVES)
        send_move(mode, pos, move);
}

static void choose_kind(struct screen_mode *mode, int key)
{
    rk_move move;
    const rk_position *pos = position_to_move(mode);
    if (key == KEY_ESCAPE || key == KEY_INTERRUPT) {
        mode->cursor = cursor_hidden();
        mode->choosing = false;
    } else if (key < 128 && cursor_choose_kind(&mode->cursor, pos, (char)key, &move))
        send_move(mode, pos, move);
}

// ---- keys ------------------------------------------------------------------------------------

static bool handle_function_key(struct screen_mode *mode, int key)
{
    if (key == KEY_F(1))
        commands_run(mode->session, "help");
    else if (key == KEY_F(4))
        commands_run(mode->session, "flip");
    else if (key == KEY_F(7))
        mode->style.theme = theme_next(mode->style.theme);
    else if (key == KEY_F(8))
        mode->style.blindfold = !mode->style.blindfold;
    else if (key == KEY_F(10))
        commands_run(mode->session, "quit");
    else
        return false;
    return true;
}

static void handle_key(struct screen_mode *mode, int key);

static void handle_mouse(struct screen_mode *mode)
{
    struct screen_texts texts;
    const struct mouse_event mouse = terminal_mouse();
    const struct online_screen screen = make_screen(mode, &texts);
    const struct online_target spot = online_screen_target_at(&screen, mouse.row, mouse.column);
    if (spot.key != KEY_NONE && mouse.pressed)
        handle_key(mode, spot.key);
    else if (!mode->choosing)
        click_square(mode, spot.square, mouse.pressed);
}

static void handle_key(struct screen_mode *mode, int key)
{
    if (key == KEY_REDRAW)
        canvas_fini(&mode->shown);
    else if (key == KEY_MOUSE)
        handle_mouse(mode);
    else if (mode->choosing && key != KEY_HANGUP)
        choose_kind(mode, key);
    else if (!handle_function_key(mode, key))
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
    if (!mode || !terminal_open(style->display.mouse)) {
        free(mode);
        return false;
    }
    mode->session = session;
    mode->style = *style;
    mode->cursor = cursor_hidden();
    mode->pressed = RK_NO_SQUARE;
    session->print = add_message;
    session->context = mode;
    online_input_open(&mode->input);
    while (!session->quit) {
        forget_stale_cursor(mode);
        draw_screen(mode);
        terminal_wait_for_descriptor(client_descriptor(session->client),
                                     client_wants_to_write(session->client));
        const int key = terminal_read_key(key_timeout(mode));
        client_step(session->client, monotonic_ms());
        forget_stale_cursor(mode);
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
