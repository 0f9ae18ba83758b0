/* SPDX-License-Identifier: MIT */
#include "tui/completion.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rookery/fen.h"
#include "support/board.h"

struct fixture {
    char home[32], before[1024];
    struct session session;
    struct line_editor editor;
};

static void create_entry(const char *name)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
}

/* A home folder with some files, which is also the current one. */
static int create_fixture(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    const rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    assert_non_null(fixture);
    snprintf(fixture->home, sizeof fixture->home, "/tmp/rookery-test.XXXXXX");
    assert_non_null(getcwd(fixture->before, sizeof fixture->before));
    assert_non_null(mkdtemp(fixture->home));
    assert_int_equal(chdir(fixture->home), 0);
    assert_int_equal(setenv("HOME", fixture->home, 1), 0);
    assert_int_equal(mkdir("games", 0700), 0);
    create_entry("games/my game.pgn");
    create_entry("gallery.pgn");
    create_entry("gamma.pgn");
    create_entry(".hidden.pgn");
    assert_int_equal(session_init(&fixture->session, &setup, 0), RK_OK);
    *state = fixture;
    return 0;
}

static int destroy_fixture(void **state)
{
    struct fixture *fixture = *state;
    char command[64];
    assert_int_equal(chdir(fixture->before), 0);
    snprintf(command, sizeof command, "rm -r %s", fixture->home);
    assert_int_equal(system(command), 0);
    session_fini(&fixture->session);
    free(fixture);
    return 0;
}

static void expect_completion(struct fixture *fixture, const char *typed, const char *completed,
                              const char *listed)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    line_editor_set(&fixture->editor, typed);
    completion_complete(&fixture->session, &fixture->editor, out);
    fclose(out);
    assert_string_equal(fixture->editor.text, completed);
    assert_int_equal(fixture->editor.cursor, strlen(completed));
    assert_string_equal(text, listed);
    free(text);
}

static void moves_and_commands_are_completed(void **state)
{
    expect_completion(*state, "und", "undo", "");
    expect_completion(*state, "Na", "Na3", "");
    expect_completion(*state, "N", "N", "Na3 Nc3 Nf3 Nh3 ");
    expect_completion(*state, "re", "re", "redo resign ");
    expect_completion(*state, "zzz", "zzz", "");
    expect_completion(*state, "board ", "board ", "");
}

static void arguments_are_completed(void **state)
{
    expect_completion(*state, "help un", "help undo", "");
    expect_completion(*state, "?un", "?un", "");
    expect_completion(*state, "? un", "? undo", "");
    expect_completion(*state, "resign w", "resign white", "");
    expect_completion(*state, "claim Nf", "claim Nf3", "");
    expect_completion(*state, "HELP thou", "HELP thoughts", "");
}

static void file_names_are_completed(void **state)
{
    expect_completion(*state, "load g", "load ga", "");
    expect_completion(*state, "load ga", "load ga", "gallery.pgn games/ gamma.pgn ");
    expect_completion(*state, "load games", "load games/", "");
    expect_completion(*state, "save games/", "save games/my game.pgn", "");
    expect_completion(*state, "load nothing", "load nothing", "");
    expect_completion(*state, "load nowhere/x", "load nowhere/x", "");
}

static void a_tilde_is_the_home_folder(void **state)
{
    expect_completion(*state, "load ~", "load ~/", "");
    expect_completion(*state, "load ~/gal", "load ~/gallery.pgn", "");
    expect_completion(*state, "load ~/games/m", "load ~/games/my game.pgn", "");
    char path[FILE_NAME_MAX], expected[FILE_NAME_MAX];
    const struct fixture *fixture = *state;
    snprintf(expected, sizeof expected, "%s/x.pgn", fixture->home);
    assert_true(file_name_expand("~/x.pgn", path));
    assert_string_equal(path, expected);
    assert_true(file_name_expand("~", path));
    assert_string_equal(path, fixture->home);
    assert_true(file_name_expand("~x", path));
    assert_string_equal(path, "~x");
    assert_true(file_name_expand("a/~/x", path));
    assert_string_equal(path, "a/~/x");
}

static void hidden_files_are_completed_after_a_dot(void **state)
{
    expect_completion(*state, "load ", "load ga", "");
    expect_completion(*state, "load .h", "load .hidden.pgn", "");
}

static void names_that_are_too_long_are_refused(void **state)
{
    (void)state;
    char typed[2 * FILE_NAME_MAX], path[FILE_NAME_MAX];
    memset(typed, 'x', sizeof typed);
    typed[FILE_NAME_MAX - 1] = '\0';
    assert_true(file_name_expand(typed, path));
    typed[FILE_NAME_MAX - 1] = 'x';
    typed[FILE_NAME_MAX] = '\0';
    assert_false(file_name_expand(typed, path));
}

static void games_are_saved_and_loaded_in_the_home_folder(void **state)
{
    struct fixture *fixture = *state;
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(out);
    assert_int_equal(session_run_line(&fixture->session, "e4", 0, out), SESSION_OK);
    assert_int_equal(session_run_line(&fixture->session, "save ~/saved.pgn", 0, out), SESSION_OK);
    assert_int_equal(access("saved.pgn", R_OK), 0);
    assert_int_equal(session_run_line(&fixture->session, "new", 0, out), SESSION_OK);
    assert_int_equal(session_run_line(&fixture->session, "load ~/saved.pgn", 0, out), SESSION_OK);
    assert_int_equal(rk_game_length(fixture->session.game), 1);
    fclose(out);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, create_fixture, destroy_fixture)
    const struct CMUnitTest tests[] = {
        CASE(moves_and_commands_are_completed),
        CASE(arguments_are_completed),
        CASE(file_names_are_completed),
        CASE(a_tilde_is_the_home_folder),
        CASE(hidden_files_are_completed_after_a_dot),
        CASE(names_that_are_too_long_are_refused),
        CASE(games_are_saved_and_loaded_in_the_home_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
