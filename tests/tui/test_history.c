/* SPDX-License-Identifier: MIT */
/* The history file: what is read, written and left out. */
#include "tui/history.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/board.h"
#include "support/folder.h"

static struct folder folder;

static int set_up(void **state)
{
    (void)state;
    folder = folder_make();
    return setenv("XDG_STATE_HOME", folder.path, 1);
}

static int tear_down(void **state)
{
    (void)state;
    char path[FOLDER_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/rookery/some-history", folder.path);
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    folder_remove(&folder);
    return 0;
}

static void write_file(const char *text)
{
    char path[FOLDER_PATH_SIZE + 32];
    snprintf(path, sizeof path, "%s/rookery", folder.path);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/rookery/some-history", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void lines_are_there_after_a_restart(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    struct history history;
    history_open(&history, "some-history", &editor);
    assert_int_equal(editor.history_count, 0);
    history_append(&history, "seek 5+3");
    history_append(&history, "lobby");
    history_close(&history);
    history_open(&history, "some-history", &editor);
    assert_int_equal(editor.history_count, 2);
    assert_string_equal(editor.history[0], "seek 5+3");
    assert_string_equal(editor.history[1], "lobby");
    assert_int_equal(editor.size, 0);

    struct stat info;
    assert_int_equal(stat(history.path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    history_close(&history);
}

static void lines_that_could_not_be_typed_are_not_read(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    struct history history;
    char text[400];
    memset(text, 'x', sizeof text);
    memcpy(text, "lobby\n\n\033[2J\n", 12);
    memcpy(text + sizeof text - 6, "\nflip", 6);
    write_file(text);
    history_open(&history, "some-history", &editor);
    assert_int_equal(editor.history_count, 2);
    assert_string_equal(editor.history[0], "lobby");
    assert_string_equal(editor.history[1], "flip");
    history_close(&history);
}

static void a_long_file_is_shortened(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    struct history history;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < 600; i++)
        fprintf(out, "time %d\n", i);
    fclose(out);
    write_file(text);
    free(text);
    history_open(&history, "some-history", &editor);
    assert_string_equal(editor.history[LINE_EDITOR_HISTORY_MAX - 1], "time 599");
    struct stat info;
    assert_int_equal(stat(history.path, &info), 0);
    assert_int_equal(info.st_size, LINE_EDITOR_HISTORY_MAX * strlen("time 599\n"));
    history_close(&history);
}

static void without_a_home_nothing_is_kept(void **state)
{
    (void)state;
    struct line_editor editor = {.size = 0};
    struct history history;
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    history_open(&history, "some-history", &editor);
    history_append(&history, "lobby");
    assert_null(history.path);
    history_close(&history);
    if (home)
        setenv("HOME", home, 1);
    free(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_are_there_after_a_restart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_that_could_not_be_typed_are_not_read, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_long_file_is_shortened, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_a_home_nothing_is_kept, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
