/* SPDX-License-Identifier: MIT */
#include "tui/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/line_mode.h"
#include "tui/opponent.h"
#include "tui/report.h"
#include "tui/screen_mode.h"
#include "tui/terminal.h"

static enum play_result print_failure(const char *reason)
{
    fprintf(stderr, "rookery play: %s\n", reason);
    return PLAY_FAILED;
}

// ---- the unfinished game ---------------------------------------------------------------------

// Only one unfinished game is offered; an older one is kept next to it.
static void rename_older_game(const char *path)
{
    const size_t size = strlen(path) + sizeof "~";
    char *backup = malloc(size);
    if (!backup)
        return;
    snprintf(backup, size, "%s~", path);
    rename(path, backup);
    free(backup);
}

static bool save_to(const char *path, const struct session *session)
{
    if (!game_file_make_folders(path, stderr))
        return false;
    if (!session->resumed)
        rename_older_game(path);
    return game_file_write(session->game, &session->stamp, path, stderr);
}

// Prints on standard error, because standard output may have been closed with the terminal.
static enum play_result save_unfinished(const struct session *session)
{
    char *path = game_file_unfinished_path();
    if (!path)
        return print_failure("cannot save the unfinished game: HOME is not set");
    const bool saved = save_to(path, session);
    if (saved)
        fprintf(stderr, "game saved to %s\ncontinue it with: rookery play --resume\n", path);
    free(path);
    return saved ? PLAY_OK : PLAY_FAILED;
}

static enum play_result resume_unfinished(struct session *session, int64_t now)
{
    char *path = game_file_unfinished_path();
    if (!path)
        return print_failure("cannot find the unfinished game: HOME is not set");
    if (!game_file_exists(path)) {
        fprintf(stderr, "rookery play: no unfinished game in %s\n", path);
        free(path);
        return PLAY_REFUSED;
    }
    const bool read = session_resume(session, path, now, stderr);
    free(path);
    return read ? PLAY_OK : PLAY_REFUSED;
}

static void delete_unfinished(void)
{
    char *path = game_file_unfinished_path();
    if (path)
        unlink(path);
    free(path);
}

// ---- modes -----------------------------------------------------------------------------------

static enum play_result play_lines(struct session *session, const struct play_options *options)
{
    const struct line_mode_options mode = {.board = options->board, .now = options->now};
    switch (line_mode_play(session, &mode)) {
    case LINE_MODE_OK:
        return PLAY_OK;
    case LINE_MODE_REFUSED:
        return PLAY_REFUSED;
    case LINE_MODE_UNFINISHED:
        return save_unfinished(session);
    case LINE_MODE_FAILED:
        break;
    }
    return print_failure("cannot read standard input");
}

static enum play_result play_on_screen(struct session *session, const struct play_options *options)
{
    char *path = options->resume ? NULL : game_file_unfinished_path();
    const bool offered = path && !access(path, R_OK);
    struct screen_mode_options mode = {.style = board_style_for(stdout),
                                       .auto_flip = options->auto_flip,
                                       .unfinished = offered ? path : NULL,
                                       .now = options->now};
    if (options->letters)
        mode.style.unicode = false;
    const bool played = screen_mode_play(session, &mode);
    free(path);
    if (!played)
        return print_failure("cannot use the terminal; try --plain");
    if (session_is_unfinished(session))
        return save_unfinished(session);
    if (rk_status_is_over(rk_game_status(session->game))) {
        report_status(session->game, stdout);
        putchar('\n');
        if (session->resumed)
            delete_unfinished();
    }
    return PLAY_OK;
}

static enum play_result play_session(struct session *session, const struct play_options *options)
{
    snprintf(session->stamp.date, sizeof session->stamp.date, "%s", options->date);
    if (options->resume) {
        const enum play_result result = resume_unfinished(session, options->now());
        if (result)
            return result;
    }
    return options->plain || !terminal_is_interactive() ? play_lines(session, options)
                                                        : play_on_screen(session, options);
}

// ---- setup -----------------------------------------------------------------------------------

static rk_err init_session(const struct play_options *options, struct session *session)
{
    rk_err err = session_init(session, &options->setup, options->now());
    if (err || !options->random_start)
        return err;
    err = session_random_start(session, options->seed, options->now());
    if (err)
        session_fini(session);
    return err;
}

// With a node limit the engine always plays the same game, so its seed is constant.
static rk_err add_opponent(const struct play_options *options, struct hints *hints,
                           struct session *session, struct opponent **out)
{
    const struct opponent_options engine = {.elo = options->elo,
                                            .side = rk_side_other(options->human),
                                            .move_time = options->move_time,
                                            .nodes = options->nodes,
                                            .seed = options->nodes ? 0 : options->seed,
                                            .now = options->now,
                                            .hints = hints};
    const rk_err err = opponent_create(&engine, out);
    if (err)
        return err;
    session->opponent = opponent_interface(*out);
    session->flipped = options->flip != (options->human == RK_BLACK);
    return RK_OK;
}

enum play_result play_game(const struct play_options *options)
{
    struct session session;
    struct hints *hints = NULL;
    struct opponent *opponent = NULL;
    if (init_session(options, &session))
        return print_failure(rk_err_text(RK_NO_MEMORY));
    session.flipped = options->flip;
    rk_err err = hints_create(options->now, &hints);
    if (!err)
        session.hints = hints_provider(hints);
    if (!err && options->engine)
        err = add_opponent(options, hints, &session, &opponent);
    const enum play_result result =
        err ? print_failure(rk_err_text(err)) : play_session(&session, options);
    session_fini(&session);
    opponent_destroy(opponent);
    hints_destroy(hints);
    return result;
}
