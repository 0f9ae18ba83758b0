/* SPDX-License-Identifier: MIT */
#include "tui/screen_mode.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tui/completion.h"
#include "tui/cursor.h"
#include "tui/game_file.h"
#include "tui/line_editor.h"
#include "tui/report.h"
#include "tui/screen.h"
#include "tui/terminal.h"

enum { TICK = 100 }; /* milliseconds between checks of a running clock or search */

enum question { NO_QUESTION, ASK_QUIT, ASK_REPLACE, ASK_RESUME, ASK_KIND, SHOW_PAGES };

struct screen_mode {
    struct session *session;
    const struct screen_mode_options *options;
    struct line_editor editor;
    struct cursor cursor;
    enum question question;
    enum question next_question;    /* asked after SHOW_PAGES */
    char pending[LINE_EDITOR_SIZE]; /* the line to run if ASK_REPLACE is answered with yes */
    char kind_question[80];         /* the text of ASK_KIND */
    char *message;
    bool is_error;
    int page, next_page;         /* rows of the message, for SHOW_PAGES */
    struct canvas canvas, shown; /* the screen as it should be, and as the terminal shows it */
    rk_square pressed;           /* where the mouse button went down */
    bool ended;
};

// ---- drawing ---------------------------------------------------------------------------------

static const char *question_text(const struct screen_mode *mode)
{
    static const char *const texts[] = {
        [ASK_QUIT] = "Quit? An unfinished game is saved. (y/n)",
        [ASK_REPLACE] = "Discard the game on the board? (y/n)",
        [ASK_RESUME] = "Continue this unfinished game? (y/n)",
        [SHOW_PAGES] = NULL,
    };
    return mode->question == ASK_KIND ? mode->kind_question : texts[mode->question];
}

/* What the keys do now; the most useful ones first, as a narrow window has room for few. */
static const struct key_hint *key_hints(const struct screen_mode *mode)
{
    static const struct key_hint playing[] = {
        {"F1", "help", KEY_F(1)},   {"F2", "undo", KEY_F(2)},  {"F3", "redo", KEY_F(3)},
        {"F4", "flip", KEY_F(4)},   {"F5", "hint", KEY_F(5)},  {"F6", "draw", KEY_F(6)},
        {"F10", "quit", KEY_F(10)}, {"F7", "theme", KEY_F(7)}, {"F8", "blindfold", KEY_F(8)},
        {"F9", "moves", KEY_F(9)},  {NULL, NULL, KEY_NONE}};
    static const struct key_hint over[] = {{"F1", "help", KEY_F(1)},   {"F2", "undo", KEY_F(2)},
                                           {"F4", "flip", KEY_F(4)},   {"F7", "theme", KEY_F(7)},
                                           {"F10", "quit", KEY_F(10)}, {NULL, NULL, KEY_NONE}};
    static const struct key_hint moving[] = {{"Enter", "put down", KEY_ENTER},
                                             {"Arrows", "choose a square", KEY_NONE},
                                             {"Esc", "put back", KEY_ESCAPE},
                                             {NULL, NULL, KEY_NONE}};
    static const struct key_hint typing[] = {{"Enter", "play or run", KEY_ENTER},
                                             {"Tab", "complete", KEY_TAB},
                                             {"Esc", "clear", KEY_ESCAPE},
                                             {"Up/Down", "earlier lines", KEY_NONE},
                                             {NULL, NULL, KEY_NONE}};
    static const struct key_hint choosing[] = {{"Letter", "choose a piece", KEY_NONE},
                                               {"Esc", "cancel", KEY_ESCAPE},
                                               {NULL, NULL, KEY_NONE}};
    static const struct key_hint asking[] = {
        {"y", "yes", 'y'}, {"n", "no", 'n'}, {"Esc", "no", KEY_ESCAPE}, {NULL, NULL, KEY_NONE}};
    if (mode->question == ASK_KIND)
        return choosing;
    if (mode->question != NO_QUESTION)
        return asking;
    if (mode->editor.size)
        return typing;
    if (mode->cursor.from != RK_NO_SQUARE)
        return moving;
    return rk_status_is_over(rk_game_status(mode->session->game)) ? over : playing;
}

static struct view make_view(const struct screen_mode *mode)
{
    const struct session *session = mode->session;
    const bool black_below = mode->options->auto_flip && rk_game_position(session->game)->turn;
    struct view view = {.session = session,
                        .cursor = &mode->cursor,
                        .editor = &mode->editor,
                        .style = mode->options->style,
                        .size = terminal_size(),
                        .message = mode->message ? mode->message : "",
                        .is_error = mode->is_error,
                        .question = question_text(mode),
                        .keys = key_hints(mode)};
    view.style.flipped = session->flipped != black_below;
    view.style.blindfold = session->blindfold;
    view.style.theme = session->theme;
    if (mode->question == ASK_KIND)
        view.choices = cursor_kinds(&mode->cursor, rk_game_position(session->game));
    return view;
}

static void write_update(struct screen_mode *mode)
{
    char *update = NULL;
    size_t size;
    FILE *out = open_memstream(&update, &size);
    if (!out)
        return;
    canvas_update(&mode->canvas, &mode->shown, mode->options->style.display.colours, out);
    fclose(out);
    terminal_write(update, size);
    free(update);
}

static void draw_screen(struct screen_mode *mode)
{
    const struct view view = make_view(mode);
    if (!canvas_reset(&mode->canvas, view.size.rows, view.size.columns))
        return;
    if (mode->question == SHOW_PAGES)
        mode->next_page = screen_draw_page(&view, mode->page, &mode->canvas);
    else
        screen_draw(&view, &mode->canvas);
    write_update(mode);
}

// ---- messages --------------------------------------------------------------------------------

static void set_message(struct screen_mode *mode, char *taken, bool is_error)
{
    free(mode->message);
    mode->message = taken;
    mode->is_error = is_error;
    const struct view view = make_view(mode);
    if (!screen_needs_pages(&view))
        return;
    if (mode->question != SHOW_PAGES)
        mode->next_question = mode->question;
    mode->question = SHOW_PAGES;
    mode->page = 0;
}

static void show_message(struct screen_mode *mode, const char *text, bool is_error)
{
    set_message(mode, strdup(text), is_error);
}

static void show_greeting(struct screen_mode *mode)
{
    show_message(mode, "type a move or help, or use the arrow keys and Enter", false);
}

/* An answer is written to `out` and then becomes the message. */
struct answer {
    char *text;
    size_t size;
    FILE *out;
};

static bool begin_answer(struct answer *answer)
{
    *answer = (struct answer){.text = NULL};
    answer->out = open_memstream(&answer->text, &answer->size);
    return answer->out;
}

static void end_answer(struct screen_mode *mode, struct answer *answer, bool is_error)
{
    fclose(answer->out);
    set_message(mode, answer->text, is_error);
}

/* Clears the message: the question takes its place. */
static void ask_kind(struct screen_mode *mode)
{
    const unsigned kinds = cursor_kinds(&mode->cursor, rk_game_position(mode->session->game));
    struct text text = text_in(mode->kind_question, sizeof mode->kind_question);
    text_add(&text, mode->cursor.from == RK_NO_SQUARE ? "Drop " : "Promote to ");
    report_kinds(kinds, &text);
    text_add(&text, "? (Esc cancels)");
    text_end(&text);
    show_message(mode, "", false);
    mode->question = ASK_KIND;
}

/* For a typed move: asks as if the pawn had been moved with the cursor. */
static void ask_promotion(struct screen_mode *mode)
{
    mode->cursor.from = mode->session->promotion_from;
    mode->cursor.square = mode->session->promotion_to;
    ask_kind(mode);
}

static void run_line(struct screen_mode *mode, const char *line)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    const enum session_result result =
        session_run_line(mode->session, line, mode->options->now(), answer.out);
    end_answer(mode, &answer, result == SESSION_REFUSED);
    if (result == SESSION_QUIT)
        mode->ended = true;
    if (result == SESSION_OK)
        mode->cursor.from = RK_NO_SQUARE;
    if (result == SESSION_ASKS)
        ask_promotion(mode);
}

static void play_move(struct screen_mode *mode, rk_move move)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    const enum session_result result =
        session_play_move(mode->session, move, mode->options->now(), answer.out);
    end_answer(mode, &answer, result == SESSION_REFUSED);
}

static void discard_answer(struct answer *answer)
{
    fclose(answer->out);
    free(answer->text);
}

static void resume_game(struct screen_mode *mode)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    const bool read =
        session_resume(mode->session, mode->options->unfinished, mode->options->now(), answer.out);
    if (read)
        fputs("game continued", answer.out);
    end_answer(mode, &answer, !read);
}

// ---- questions -------------------------------------------------------------------------------

static void answer_kind(struct screen_mode *mode, int key)
{
    rk_move move;
    const rk_position *pos = rk_game_position(mode->session->game);
    if (key == KEY_ESCAPE || key == KEY_INTERRUPT) {
        mode->question = NO_QUESTION;
        cursor_cancel(&mode->cursor);
    } else if (key < 128 && cursor_choose_kind(&mode->cursor, pos, (char)key, &move)) {
        mode->question = NO_QUESTION;
        play_move(mode, move);
    }
}

static void turn_page(struct screen_mode *mode, int key)
{
    mode->page = key == KEY_ESCAPE || key == 'q' ? 0 : mode->next_page;
    if (mode->page)
        return;
    mode->question = mode->next_question;
    free(mode->message);
    mode->message = NULL;
}

static void answer_yes_or_no(struct screen_mode *mode, int key)
{
    const enum question question = mode->question;
    const bool yes = key == 'y' || key == 'Y' || (key == KEY_INTERRUPT && question == ASK_QUIT);
    if (!yes && key != 'n' && key != 'N' && key != KEY_ESCAPE && key != KEY_INTERRUPT)
        return;
    mode->question = NO_QUESTION;
    if (!yes && question == ASK_RESUME)
        show_greeting(mode);
    if (!yes)
        return;
    if (question == ASK_QUIT)
        mode->ended = true;
    else if (question == ASK_REPLACE)
        run_line(mode, mode->pending);
    else
        resume_game(mode);
}

static void answer_question(struct screen_mode *mode, int key)
{
    if (mode->question == ASK_KIND)
        answer_kind(mode, key);
    else if (mode->question == SHOW_PAGES)
        turn_page(mode, key);
    else
        answer_yes_or_no(mode, key);
}

// ---- keys ------------------------------------------------------------------------------------

static void press_cursor(struct screen_mode *mode)
{
    rk_move move;
    if (session_opponent_to_move(mode->session)) {
        show_message(mode, "the engine is to move: wait, or undo your move", true);
        return;
    }
    if (rk_status_is_over(rk_game_status(mode->session->game))) {
        show_message(mode, rk_err_text(RK_GAME_OVER), true);
        return;
    }
    const rk_square from = mode->cursor.from;
    const rk_position *pos = rk_game_position(mode->session->game);
    rk_fault fault = {.text = "that piece cannot move there"};
    switch (cursor_press(&mode->cursor, pos, &move)) {
    case CURSOR_NO_PIECE:
        show_message(mode, from == RK_NO_SQUARE ? "no piece here can move" : "",
                     from == RK_NO_SQUARE);
        break;
    case CURSOR_PICKED_UP:
        show_message(mode, "move to which square? (Esc cancels)", false);
        break;
    case CURSOR_ILLEGAL:
        if (rk_move_illegal_reason(pos, from, mode->cursor.square, RK_NO_KIND, &fault))
            show_message(mode, fault.text, true);
        break;
    case CURSOR_ASKS_KIND:
        ask_kind(mode);
        break;
    case CURSOR_MOVES:
        play_move(mode, move);
        break;
    }
}

/* Keys that move the cursor while nothing is typed; false for others. */
static bool handle_cursor_key(struct screen_mode *mode, int key)
{
    struct cursor *cursor = &mode->cursor;
    const bool flipped = make_view(mode).style.flipped;
    switch (key) {
    case KEY_UP:
        cursor_move(cursor, flipped, 0, -1);
        return true;
    case KEY_DOWN:
        cursor_move(cursor, flipped, 0, 1);
        return true;
    case KEY_LEFT:
        cursor_move(cursor, flipped, -1, 0);
        return true;
    case KEY_RIGHT:
        cursor_move(cursor, flipped, 1, 0);
        return true;
    case KEY_ENTER:
    case ' ':
        if (cursor->visible)
            press_cursor(mode);
        return true;
    case KEY_CTRL('D'):
        mode->question = ASK_QUIT;
        return true;
    default:
        return false;
    }
}

/* The command that a function key runs; NULL for none. */
static const char *function_command(int key)
{
    static const char *const commands[] = {
        [KEY_F(1) - KEY_F0] = "help",  [KEY_F(2) - KEY_F0] = "undo",
        [KEY_F(3) - KEY_F0] = "redo",  [KEY_F(4) - KEY_F0] = "flip",
        [KEY_F(5) - KEY_F0] = "hint",  [KEY_F(6) - KEY_F0] = "draw",
        [KEY_F(7) - KEY_F0] = "theme", [KEY_F(8) - KEY_F0] = "blindfold",
        [KEY_F(9) - KEY_F0] = "moves"};
    return key > KEY_F0 && key < KEY_F(10) ? commands[key - KEY_F0] : NULL;
}

static bool handle_function_key(struct screen_mode *mode, int key)
{
    const char *command = function_command(key);
    if (command)
        run_line(mode, command);
    else if (key == KEY_F(10))
        mode->question = ASK_QUIT;
    return command || key == KEY_F(10);
}

static void finish_line(struct screen_mode *mode)
{
    memcpy(mode->pending, mode->editor.text, LINE_EDITOR_SIZE);
    line_editor_finish(&mode->editor);
    if (session_line_discards_game(mode->session, mode->pending))
        mode->question = ASK_REPLACE;
    else
        run_line(mode, mode->pending);
}

static void complete_line(struct screen_mode *mode)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    completion_complete(mode->session, &mode->editor, answer.out);
    end_answer(mode, &answer, false);
}

static void cancel_input(struct screen_mode *mode)
{
    if (mode->editor.size)
        line_editor_set(&mode->editor, "");
    else
        cursor_cancel(&mode->cursor);
    show_message(mode, "", false);
}

/* Pressing the button picks up a piece or puts it down; so does releasing it elsewhere, after the
 * piece was dragged. */
static void click_square(struct screen_mode *mode, rk_square square, bool pressed)
{
    const bool dragged = mode->pressed != RK_NO_SQUARE && square != RK_NO_SQUARE &&
                         mode->pressed != square && mode->cursor.from == mode->pressed;
    mode->pressed = pressed ? square : RK_NO_SQUARE;
    if (square == RK_NO_SQUARE || (!pressed && !dragged))
        return;
    mode->cursor.square = square;
    mode->cursor.visible = true;
    press_cursor(mode);
}

static void handle_key(struct screen_mode *mode, int key);

static void handle_mouse(struct screen_mode *mode)
{
    const struct mouse_event mouse = terminal_mouse();
    const struct view view = make_view(mode);
    if (mode->question == SHOW_PAGES) {
        if (mouse.pressed)
            handle_key(mode, ' ');
        return;
    }
    const struct click_target spot = screen_target_at(&view, mouse.row, mouse.column);
    if (spot.key != KEY_NONE && mouse.pressed)
        handle_key(mode, spot.key);
    else if (mode->question == NO_QUESTION)
        click_square(mode, spot.square, mouse.pressed);
}

static void handle_key(struct screen_mode *mode, int key)
{
    if (key == KEY_HANGUP)
        mode->ended = true;
    else if (key == KEY_REDRAW)
        canvas_fini(&mode->shown);
    else if (key == KEY_MOUSE)
        handle_mouse(mode);
    else if (mode->question != NO_QUESTION)
        answer_question(mode, key);
    else if (key == KEY_INTERRUPT)
        mode->question = ASK_QUIT;
    else if (key == KEY_ESCAPE)
        cancel_input(mode);
    else if (key == KEY_TAB)
        complete_line(mode);
    else if (handle_function_key(mode, key))
        return;
    else if (mode->editor.size || !handle_cursor_key(mode, key)) {
        if (key == KEY_ENTER)
            finish_line(mode);
        else
            line_editor_handle_key(&mode->editor, key);
    }
}

// ---- event loop ------------------------------------------------------------------------------

static bool has_running_clock(const struct screen_mode *mode)
{
    const rk_game *game = mode->session->game;
    return rk_game_clock(game)->running && !rk_status_is_over(rk_game_status(game));
}

static void check_clocks(struct screen_mode *mode)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    if (session_tick(mode->session, mode->options->now(), answer.out)) {
        mode->cursor = cursor_hidden();
        mode->question = mode->question == ASK_KIND ? NO_QUESTION : mode->question;
        end_answer(mode, &answer, false);
        return;
    }
    discard_answer(&answer);
}

/* Whether it is still open which game will be played. */
static bool offers_unfinished(const struct screen_mode *mode)
{
    return mode->question == ASK_RESUME ||
           (mode->question == SHOW_PAGES && mode->next_question == ASK_RESUME);
}

/* While the user reads pages, the move is only shown on the board. */
static void run_opponent(struct screen_mode *mode)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    if (session_poll_opponent(mode->session, mode->options->now(), answer.out) &&
        mode->question != SHOW_PAGES)
        end_answer(mode, &answer, false);
    else
        discard_answer(&answer);
    if (!offers_unfinished(mode))
        session_start_opponent(mode->session, mode->options->now());
}

static int wait_for_key(const struct screen_mode *mode)
{
    const struct session *session = mode->session;
    terminal_wait_for_descriptor(session->thinking ? session->opponent->descriptor : -1, false);
    return terminal_read_key(has_running_clock(mode) || session->thinking ? TICK : -1);
}

/* Says which game is offered: "atomic, you play White against Rookery level 3, move 12". */
static void describe_unfinished(struct screen_mode *mode, const char *path)
{
    struct answer answer;
    struct loaded_game loaded;
    if (!begin_answer(&answer))
        return;
    const bool is_read = game_file_read(path, &loaded, answer.out);
    if (is_read) {
        const rk_position *pos = rk_game_position(loaded.game);
        fprintf(answer.out, "%s, ", rk_variant_name((rk_variant)pos->variant));
        players_print(&loaded.players, answer.out);
        fprintf(answer.out, ", move %u\n", (unsigned)pos->move_number);
        rk_game_destroy(loaded.game);
    }
    end_answer(mode, &answer, !is_read);
}

bool screen_mode_play(struct session *session, const struct screen_mode_options *options)
{
    struct screen_mode *mode = calloc(1, sizeof *mode);
    if (!mode || !terminal_open(options->mouse)) {
        free(mode);
        return false;
    }
    session->brief = session->asks = true;
    mode->session = session;
    mode->options = options;
    mode->pressed = RK_NO_SQUARE;
    mode->cursor = cursor_hidden();
    mode->question = options->unfinished ? ASK_RESUME : NO_QUESTION;
    if (options->unfinished)
        describe_unfinished(mode, options->unfinished);
    else
        show_greeting(mode);
    while (!mode->ended) {
        check_clocks(mode);
        run_opponent(mode);
        draw_screen(mode);
        const int key = wait_for_key(mode);
        if (key != KEY_NONE)
            handle_key(mode, key);
    }
    terminal_close();
    free(mode->message);
    canvas_fini(&mode->canvas);
    canvas_fini(&mode->shown);
    free(mode);
    return true;
}
