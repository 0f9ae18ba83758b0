/* SPDX-License-Identifier: MIT */
/* Several processes save games in one folder. Locks belong to processes, so other games are played
 * by child processes. */
#include "tui/autosave.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rookery/fen.h"
#include "support/board.h"

static const struct game_file_stamp day = {.date = "2026.11.15"};

struct fixture {
    char folder[32];
    struct players players;
    rk_game *game;
};

static int create_fixture(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    const rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    assert_non_null(fixture);
    snprintf(fixture->folder, sizeof fixture->folder, "/tmp/rookery-test.XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    assert_int_equal(setenv("XDG_STATE_HOME", fixture->folder, 1), 0);
    fixture->players = players_unnamed();
    assert_int_equal(rk_game_create(&setup, &fixture->game), RK_OK);
    assert_int_equal(rk_game_play_san(fixture->game, "e4", 2, 0, NULL), RK_OK);
    *state = fixture;
    return 0;
}

static int destroy_fixture(void **state)
{
    struct fixture *fixture = *state;
    char command[128];
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -r %s", fixture->folder,
             fixture->folder);
    assert_int_equal(system(command), 0);
    rk_game_destroy(fixture->game);
    free(fixture);
    return 0;
}

static bool save_named(struct fixture *fixture, struct autosave *autosave, const char *name)
{
    players_set_name(&fixture->players, RK_WHITE, name, strlen(name));
    const struct game_file_content content = {fixture->game, &fixture->players, &day};
    return autosave_write(autosave, &content, stderr);
}

static void expect_path(const struct fixture *fixture, const char *path, const char *name)
{
    char expected[64];
    snprintf(expected, sizeof expected, "%s/rookery/%s", fixture->folder, name);
    assert_non_null(path);
    assert_string_equal(path, expected);
}

static void expect_saved_name(const char *path, const char *name)
{
    struct loaded_game loaded;
    assert_true(game_file_read(path, &loaded, stderr));
    assert_string_equal(loaded.players.names[RK_WHITE], name);
    rk_game_destroy(loaded.game);
}

/* Another process that saves a game and plays on until it is killed. */
static pid_t start_other(struct fixture *fixture, const char *name)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct autosave autosave;
        autosave_init(&autosave);
        const bool saved = save_named(fixture, &autosave, name);
        if (write(ready[1], saved ? "y" : "n", 1) != 1 || !saved)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    close(ready[0]);
    close(ready[1]);
    return child;
}

/* Files that are written in the same moment cannot be told apart by their age. */
static void make_older(const struct fixture *fixture, const char *name)
{
    char path[64];
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    snprintf(path, sizeof path, "%s/rookery/%s", fixture->folder, name);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void kill_other(pid_t child)
{
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void a_game_is_saved_and_deleted_when_it_ends(void **state)
{
    struct fixture *fixture = *state;
    struct autosave autosave;
    autosave_init(&autosave);
    assert_null(autosave_find(&autosave));
    assert_true(save_named(fixture, &autosave, "first"));
    assert_true(save_named(fixture, &autosave, "second"));
    expect_path(fixture, autosave.path, "play.pgn");
    expect_saved_name(autosave.path, "second");
    autosave_delete(&autosave);
    assert_false(game_file_exists(autosave.path));
    autosave_fini(&autosave);
}

static void a_killed_game_is_found_and_continued_in_its_file(void **state)
{
    struct fixture *fixture = *state;
    struct autosave autosave;
    kill_other(start_other(fixture, "killed"));
    autosave_init(&autosave);
    expect_path(fixture, autosave_find(&autosave), "play.pgn");
    autosave_continue_found(&autosave);
    assert_true(save_named(fixture, &autosave, "continued"));
    expect_path(fixture, autosave.path, "play.pgn");
    expect_saved_name(autosave.path, "continued");
    autosave_fini(&autosave);
}

static void games_at_the_same_time_have_their_own_files(void **state)
{
    struct fixture *fixture = *state;
    struct autosave autosave;
    const pid_t other = start_other(fixture, "other");
    autosave_init(&autosave);
    assert_null(autosave_find(&autosave));
    assert_true(save_named(fixture, &autosave, "mine"));
    expect_path(fixture, autosave.path, "play-2.pgn");
    kill_other(other);
    expect_path(fixture, autosave_find(&autosave), "play.pgn");
    expect_saved_name(autosave.offered, "other");
    autosave_fini(&autosave);
}

static void a_new_game_does_not_overwrite_an_unfinished_one(void **state)
{
    struct fixture *fixture = *state;
    struct autosave autosave;
    kill_other(start_other(fixture, "older"));
    make_older(fixture, "play.pgn");
    autosave_init(&autosave);
    assert_non_null(autosave_find(&autosave));
    assert_true(save_named(fixture, &autosave, "newer"));
    expect_path(fixture, autosave.path, "play-2.pgn");
    expect_saved_name(autosave.offered, "older");
    autosave_fini(&autosave);
    autosave_init(&autosave);
    expect_saved_name(autosave_find(&autosave), "newer");
    autosave_fini(&autosave);
}

static void when_all_files_are_used_the_oldest_is_replaced(void **state)
{
    struct fixture *fixture = *state;
    struct autosave autosave;
    for (unsigned i = 0; i < AUTOSAVE_FILES_MAX; i++)
        kill_other(start_other(fixture, "older"));
    make_older(fixture, "play-7.pgn");
    autosave_init(&autosave);
    assert_true(save_named(fixture, &autosave, "newest"));
    expect_path(fixture, autosave.path, "play-7.pgn");
    autosave_fini(&autosave);
}

static void expect_failure(struct fixture *fixture, const char *expected)
{
    struct autosave autosave;
    char *text = NULL;
    size_t size;
    FILE *errors = open_memstream(&text, &size);
    const struct game_file_content content = {fixture->game, &fixture->players, &day};
    assert_non_null(errors);
    autosave_init(&autosave);
    assert_false(autosave_write(&autosave, &content, errors));
    fclose(errors);
    assert_non_null(strstr(text, expected));
    free(text);
    autosave_fini(&autosave);
}

static void a_folder_that_cannot_be_created_is_reported(void **state)
{
    struct fixture *fixture = *state;
    char path[64];
    snprintf(path, sizeof path, "%s/rookery", fixture->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    expect_failure(fixture, "Not a directory");
    setenv("XDG_STATE_HOME", "", 1);
    unsetenv("HOME");
    expect_failure(fixture, "HOME: not set");
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, create_fixture, destroy_fixture)
    const struct CMUnitTest tests[] = {
        CASE(a_game_is_saved_and_deleted_when_it_ends),
        CASE(a_killed_game_is_found_and_continued_in_its_file),
        CASE(games_at_the_same_time_have_their_own_files),
        CASE(a_new_game_does_not_overwrite_an_unfinished_one),
        CASE(when_all_files_are_used_the_oldest_is_replaced),
        CASE(a_folder_that_cannot_be_created_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
