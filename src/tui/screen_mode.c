/* SPDX-License-Identifier: MIT */
#include "tui/screen_mode.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tui/cursor.h"
#include "tui/line_editor.h"
#include "tui/screen.h"
#include "tui/terminal.h"

enum { TICK = 100 }; /* milliseconds between looks at a running clock, or a thought */

enum question { NO_QUESTION, ASK_QUIT, ASK_REPLACE, ASK_RESUME, ASK_KIND, SHOW_PAGES };

struct table {
    struct session *session;
    const struct screen_mode_options *setup;
    struct line_editor line;
    struct cursor hand;
    enum question question;
    char pending[LINE_EDITOR_SIZE]; /* the line that waits for the answer to ASK_REPLACE */
    char kinds[80]; /* the text of ASK_KIND: what a pawn may become, or be dropped */
    char *message;
    bool refused;
    int page, next_page; /* rows of the message, for SHOW_PAGES */
    char *frame;         /* what the terminal shows */
    bool ended;
    enum screen_mode_result end;
};

// ---- showing ---------------------------------------------------------------------------------

static const char *question_text(const struct table *table)
{
    static const char *const texts[] = {
        [ASK_QUIT] = "Quit? An unfinished game is kept. (y/n)",
        [ASK_REPLACE] = "Give up the game on the board? (y/n)",
        [ASK_RESUME] = "Go on with the unfinished game? (y/n)",
        [SHOW_PAGES] = NULL,
    };
    return table->question == ASK_KIND ? table->kinds : texts[table->question];
}

static struct view view_of(const struct table *table)
{
    const struct session *session = table->session;
    const bool turned = table->setup->auto_flip && rk_game_position(session->game)->turn;
    struct view view = {.session = session,
                        .hand = &table->hand,
                        .line = &table->line,
                        .style = table->setup->style,
                        .size = terminal_size(),
                        .message = table->message ? table->message : "",
                        .refused = table->refused,
                        .question = question_text(table)};
    view.style.flipped = session->flipped != turned;
    return view;
}

static void show(struct table *table)
{
    const struct view view = view_of(table);
    char *frame = NULL;
    size_t size;
    FILE *out = open_memstream(&frame, &size);
    if (!out)
        return;
    if (table->question == SHOW_PAGES)
        table->next_page = screen_draw_page(&view, table->page, out);
    else
        screen_draw(&view, out);
    fclose(out);
    terminal_draw_frame(&table->frame, frame, size);
}

// ---- answers ---------------------------------------------------------------------------------

static void set_message(struct table *table, char *taken, bool refused)
{
    free(table->message);
    table->message = taken;
    table->refused = refused;
    const struct view view = view_of(table);
    if (!screen_needs_pages(&view))
        return;
    table->question = SHOW_PAGES;
    table->page = 0;
}

static void say(struct table *table, const char *words, bool refused)
{
    set_message(table, strdup(words), refused);
}

/* An answer is written to `out`, then taken as the message. */
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

static void end_answer(struct table *table, struct answer *answer, bool refused)
{
    fclose(answer->out);
    set_message(table, answer->text, refused);
}

static void leave(struct table *table, enum screen_mode_result end)
{
    table->ended = true;
    table->end = end;
}

static void do_line(struct table *table, const char *line)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    const enum session_result done =
        session_run_line(table->session, line, table->setup->now(), answer.out);
    end_answer(table, &answer, done == SESSION_REFUSED);
    if (done == SESSION_QUIT)
        leave(table, SCREEN_MODE_QUIT);
    if (done == SESSION_OK)
        table->hand.taken = RK_NO_SQUARE;
}

static void play_move(struct table *table, rk_move move)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    const enum session_result done =
        session_play_move(table->session, move, table->setup->now(), answer.out);
    end_answer(table, &answer, done == SESSION_REFUSED);
}

static void drop_answer(struct answer *answer)
{
    fclose(answer->out);
    free(answer->text);
}

static void resume(struct table *table)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    const bool read =
        session_resume(table->session, table->setup->unfinished, table->setup->now(), answer.out);
    if (read)
        fputs("the game goes on", answer.out);
    end_answer(table, &answer, !read);
}

// ---- questions -------------------------------------------------------------------------------

static void ask_kind(struct table *table)
{
    const unsigned kinds = cursor_kinds(&table->hand, rk_game_position(table->session->game));
    struct text text = text_in(table->kinds, sizeof table->kinds);
    text_add(&text, table->hand.taken == RK_NO_SQUARE ? "Drop" : "The pawn becomes");
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--)
        if (kinds >> kind & 1) {
            text_put(&text, ' ');
            text_put(&text, rk_piece_letter((rk_piece){(rk_kind)kind, RK_WHITE}));
        }
    text_add(&text, "? (Esc: nothing)");
    text_end(&text);
    table->question = ASK_KIND;
}

static void answer_kind(struct table *table, int key)
{
    rk_move move;
    const rk_position *pos = rk_game_position(table->session->game);
    if (key == KEY_ESCAPE || key == KEY_INTERRUPT) {
        table->question = NO_QUESTION;
        cursor_cancel(&table->hand);
    } else if (key < 128 && cursor_choose_kind(&table->hand, pos, (char)key, &move)) {
        table->question = NO_QUESTION;
        play_move(table, move);
    }
}

static void turn_page(struct table *table, int key)
{
    table->page = key == KEY_ESCAPE || key == 'q' ? 0 : table->next_page;
    if (table->page)
        return;
    table->question = NO_QUESTION;
    free(table->message);
    table->message = NULL;
}

static void answer_yes_or_no(struct table *table, int key)
{
    const enum question question = table->question;
    const bool yes = key == 'y' || key == 'Y' || (key == KEY_INTERRUPT && question == ASK_QUIT);
    if (!yes && key != 'n' && key != 'N' && key != KEY_ESCAPE && key != KEY_INTERRUPT)
        return;
    table->question = NO_QUESTION;
    if (!yes)
        return;
    if (question == ASK_QUIT)
        leave(table, SCREEN_MODE_QUIT);
    else if (question == ASK_REPLACE)
        do_line(table, table->pending);
    else
        resume(table);
}

static void answer_question(struct table *table, int key)
{
    if (table->question == ASK_KIND)
        answer_kind(table, key);
    else if (table->question == SHOW_PAGES)
        turn_page(table, key);
    else
        answer_yes_or_no(table, key);
}

// ---- keys ------------------------------------------------------------------------------------

static void press_hand(struct table *table)
{
    rk_move move;
    if (session_opponent_to_move(table->session)) {
        say(table, "the engine is to move: wait, or take your move back", true);
        return;
    }
    if (rk_status_is_over(rk_game_status(table->session->game))) {
        say(table, rk_err_text(RK_GAME_OVER), true);
        return;
    }
    const rk_square from = table->hand.taken;
    const rk_position *pos = rk_game_position(table->session->game);
    rk_fault fault = {.text = "that piece cannot go there"};
    switch (cursor_press(&table->hand, pos, &move)) {
    case CURSOR_NO_PIECE:
        say(table, from == RK_NO_SQUARE ? "there is no piece here that can move" : "",
            from == RK_NO_SQUARE);
        break;
    case CURSOR_PICKED_UP:
        say(table, "where to? Esc puts it back", false);
        break;
    case CURSOR_ILLEGAL:
        if (rk_move_refusal(pos, from, table->hand.at, RK_NO_KIND, &fault))
            say(table, fault.text, true);
        break;
    case CURSOR_ASKS_KIND:
        ask_kind(table);
        break;
    case CURSOR_MOVES:
        play_move(table, move);
        break;
    }
}

/* What an empty line leaves to the hand. */
static bool guide_hand(struct table *table, int key)
{
    struct cursor *hand = &table->hand;
    const bool flipped = view_of(table).style.flipped;
    switch (key) {
    case KEY_UP:
        cursor_move(hand, flipped, 0, -1);
        return true;
    case KEY_DOWN:
        cursor_move(hand, flipped, 0, 1);
        return true;
    case KEY_LEFT:
        cursor_move(hand, flipped, -1, 0);
        return true;
    case KEY_RIGHT:
        cursor_move(hand, flipped, 1, 0);
        return true;
    case KEY_ENTER:
    case ' ':
        if (hand->shown)
            press_hand(table);
        return true;
    case KEY_CTRL('D'):
        table->question = ASK_QUIT;
        return true;
    default:
        return false;
    }
}

static bool replaces_game(const char *line)
{
    return !strcmp(line, "new") || !strncmp(line, "load ", 5);
}

static void finish_line(struct table *table)
{
    memcpy(table->pending, table->line.text, LINE_EDITOR_SIZE);
    line_editor_finish(&table->line);
    if (replaces_game(table->pending) && session_is_unfinished(table->session))
        table->question = ASK_REPLACE;
    else
        do_line(table, table->pending);
}

static void complete(struct table *table)
{
    struct answer answer;
    struct session_completions words;
    if (!begin_answer(&answer))
        return;
    session_list_completions(table->session, &words);
    line_editor_complete(&table->line, words.words[0], words.count, sizeof words.words[0],
                         answer.out);
    end_answer(table, &answer, false);
}

static void escape(struct table *table)
{
    if (table->line.size)
        line_editor_set(&table->line, "");
    else
        cursor_cancel(&table->hand);
    say(table, "", false);
}

static void take_key(struct table *table, int key)
{
    if (key == KEY_HANGUP)
        leave(table, SCREEN_MODE_HANGUP);
    else if (key == KEY_REDRAW)
        terminal_clear_frame(&table->frame);
    else if (table->question != NO_QUESTION)
        answer_question(table, key);
    else if (key == KEY_INTERRUPT)
        table->question = ASK_QUIT;
    else if (key == KEY_ESCAPE)
        escape(table);
    else if (key == KEY_TAB)
        complete(table);
    else if (table->line.size || !guide_hand(table, key)) {
        if (key == KEY_ENTER)
            finish_line(table);
        else
            line_editor_handle_key(&table->line, key);
    }
}

// ---- the game --------------------------------------------------------------------------------

static bool is_ticking(const struct table *table)
{
    const rk_game *game = table->session->game;
    return rk_game_clock(game)->running && !rk_status_is_over(rk_game_status(game));
}

static void let_time_pass(struct table *table)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    if (session_tick(table->session, table->setup->now(), answer.out)) {
        table->hand = cursor_hidden();
        table->question = table->question == ASK_KIND ? NO_QUESTION : table->question;
        end_answer(table, &answer, false);
        return;
    }
    drop_answer(&answer);
}

/* Its move is seen on the board, too: what somebody reads in pages is not taken away. */
static void let_opponent(struct table *table)
{
    struct answer answer;
    if (!begin_answer(&answer))
        return;
    if (session_poll_opponent(table->session, table->setup->now(), answer.out) &&
        table->question != SHOW_PAGES)
        end_answer(table, &answer, false);
    else
        drop_answer(&answer);
    if (table->question != ASK_RESUME)
        session_start_opponent(table->session, table->setup->now());
}

static int wait_for_key(const struct table *table)
{
    const struct session *session = table->session;
    terminal_wait_for_descriptor(session->thinking ? session->opponent->descriptor : -1, false);
    return terminal_read_key(is_ticking(table) || session->thinking ? TICK : -1);
}

enum screen_mode_result screen_mode_play(struct session *session,
                                         const struct screen_mode_options *setup)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table || !terminal_open()) {
        free(table);
        return SCREEN_MODE_UNAVAILABLE;
    }
    session->brief = true;
    table->session = session;
    table->setup = setup;
    table->hand = cursor_hidden();
    table->question = setup->unfinished ? ASK_RESUME : NO_QUESTION;
    say(table, "type a move, or help; arrow keys and Enter move pieces too", false);
    while (!table->ended) {
        let_time_pass(table);
        let_opponent(table);
        show(table);
        const int key = wait_for_key(table);
        if (key != KEY_NONE)
            take_key(table, key);
    }
    terminal_close();
    const enum screen_mode_result end = table->end;
    free(table->message);
    free(table->frame);
    free(table);
    return end;
}
