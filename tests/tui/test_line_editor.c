/* SPDX-License-Identifier: MIT */
/* The line editor: typing, editing keys, history and completion. */
#include "tui/line_editor.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "tui/terminal.h"

static void type(struct line_editor *editor, const char *text)
{
    for (; *text; text++)
        assert_true(line_editor_handle_key(editor, (unsigned char)*text));
}

static void press(struct line_editor *editor, int key)
{
    assert_true(line_editor_handle_key(editor, key));
}

static void expect(const struct line_editor *editor, const char *before, const char *after)
{
    assert_int_equal(editor->cursor, strlen(before));
    assert_int_equal(editor->size, strlen(before) + strlen(after));
    assert_memory_equal(editor->text, before, strlen(before));
    assert_string_equal(editor->text + strlen(before), after);
}

static void text_is_inserted_at_the_cursor(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    type(&editor, "N3");
    press(&editor, KEY_LEFT);
    type(&editor, "f");
    expect(&editor, "Nf", "3");
    press(&editor, KEY_HOME);
    expect(&editor, "", "Nf3");
    press(&editor, KEY_END);
    expect(&editor, "Nf3", "");
    assert_false(line_editor_handle_key(&editor, KEY_TAB));
    assert_false(line_editor_handle_key(&editor, KEY_ESCAPE));
}

static void keys_delete_characters_and_words(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    type(&editor, "say gr\xc3\xbc\xc3\x9f");
    press(&editor, KEY_BACKSPACE); // one character of two bytes
    expect(&editor, "say gr\xc3\xbc", "");
    press(&editor, KEY_CTRL('W'));
    expect(&editor, "say ", "");
    press(&editor, KEY_HOME);
    press(&editor, KEY_DELETE);
    expect(&editor, "", "ay ");
    press(&editor, KEY_RIGHT);
    press(&editor, KEY_CTRL('K'));
    expect(&editor, "a", "");
    press(&editor, KEY_CTRL('U'));
    expect(&editor, "", "");
    press(&editor, KEY_BACKSPACE);
    press(&editor, KEY_DELETE);
    expect(&editor, "", "");
}

static void a_line_has_a_maximum_length(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    for (int i = 0; i < 2 * LINE_EDITOR_SIZE; i++)
        press(&editor, 'x');
    assert_int_equal(editor.size, LINE_EDITOR_SIZE - 1);
    assert_int_equal(strlen(editor.text), LINE_EDITOR_SIZE - 1);
}

static void earlier_lines_are_recalled(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    line_editor_set(&editor, "e4");
    line_editor_finish(&editor);
    line_editor_set(&editor, "Nf3");
    line_editor_finish(&editor);
    line_editor_finish(&editor); // an empty line is not remembered
    type(&editor, "dr");
    press(&editor, KEY_UP);
    expect(&editor, "Nf3", "");
    press(&editor, KEY_UP);
    press(&editor, KEY_UP);
    expect(&editor, "e4", "");
    press(&editor, KEY_DOWN);
    press(&editor, KEY_DOWN);
    expect(&editor, "dr", "");
}

static void the_history_drops_its_oldest_lines(void **state)
{
    (void)state;
    struct line_editor *editor = calloc(1, sizeof *editor);
    assert_non_null(editor);
    for (int i = 0; i < LINE_EDITOR_HISTORY_MAX + 5; i++) {
        char line[8];
        snprintf(line, sizeof line, "%d", i);
        line_editor_set(editor, line);
        line_editor_finish(editor);
    }
    assert_int_equal(editor->history_count, LINE_EDITOR_HISTORY_MAX);
    assert_string_equal(editor->history[0], "5");
    free(editor);
}

static void expect_completion(const char *typed, const char *line, const char *choices)
{
    static const char words[][8] = {"Nf3", "Nh3", "resign", "redo", "draw"};
    struct line_editor editor = {.size = 0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    line_editor_set(&editor, typed);
    line_editor_complete(&editor, words[0], sizeof words / sizeof *words, sizeof *words, out);
    fclose(out);
    assert_string_equal(editor.text, line);
    assert_string_equal(text, choices);
    free(text);
}

static void words_are_completed_as_far_as_they_agree(void **state)
{
    (void)state;
    expect_completion("d", "draw", "");
    expect_completion("r", "re", "");
    expect_completion("re", "re", "resign redo ");
    expect_completion("N", "N", "Nf3 Nh3 ");
    expect_completion("x", "x", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_inserted_at_the_cursor),
        cmocka_unit_test(keys_delete_characters_and_words),
        cmocka_unit_test(a_line_has_a_maximum_length),
        cmocka_unit_test(earlier_lines_are_recalled),
        cmocka_unit_test(the_history_drops_its_oldest_lines),
        cmocka_unit_test(words_are_completed_as_far_as_they_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
