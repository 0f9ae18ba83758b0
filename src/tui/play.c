/* SPDX-License-Identifier: MIT */
#include "tui/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/message.h"
#include "tui/autosave.h"
#include "tui/line_mode.h"
#include "tui/opponent.h"
#include "tui/report.h"
#include "tui/screen_mode.h"
#include "tui/terminal.h"

struct play {
    const struct play_options *options;
    struct session session;
    struct hints *hints;
    struct opponent *opponent; /* NULL: none yet */
    struct session_engines engines;
    struct autosave autosave;
    struct session_observer observer;
};

static enum play_result print_failure(const char *reason)
{
    message_print(stderr, "rookery play: %s", reason);
    return PLAY_FAILED;
}

// ---- the engine ------------------------------------------------------------------------------

// With a node limit the engine always plays the same game, so its seed is constant.
static const struct session_opponent *select_engine(void *context, const struct players *players)
{
    struct play *play = context;
    struct opponent *opponent;
    const struct engine_settings *settings = &players->settings;
    const struct opponent_options options = {.elo = settings->elo,
                                             .side = players->engine,
                                             .move_time = settings->move_time,
                                             .nodes = settings->nodes,
                                             .seed = settings->nodes ? 0 : play->options->seed,
                                             .now = play->options->now,
                                             .hints = play->hints};
    if (opponent_create(&options, &opponent))
        return NULL;
    opponent_destroy(play->opponent);
    play->opponent = opponent;
    return opponent_interface(opponent);
}

// ---- the unfinished game ---------------------------------------------------------------------

/* After each change: an unfinished game is saved, a finished one needs no file. Saving may fail at
 * every move; one warning is enough. */
static void keep_game(void *context, const struct session *session, FILE *out)
{
    struct play *play = context;
    struct autosave *autosave = &play->autosave;
    const struct game_file_content content = session_content(session);
    if (session->resumed)
        autosave_continue_found(autosave);
    if (!session_is_unfinished(session)) {
        autosave_delete(autosave);
        return;
    }
    char *text = NULL;
    size_t size;
    FILE *errors = open_memstream(&text, &size);
    const bool saved = errors && autosave_write(autosave, &content, errors);
    if (errors)
        fclose(errors);
    if (!saved && !autosave->failed)
        fprintf(out, "the game is not being saved: %s", text ? text : "out of memory\n");
    autosave->failed = !saved;
    free(text);
}

/* At the end, once more for the clocks. Prints on standard error, because standard output may have
 * been closed with the terminal. */
static enum play_result keep_unfinished(struct play *play)
{
    const struct game_file_content content = session_content(&play->session);
    if (!session_is_unfinished(&play->session))
        return PLAY_OK;
    if (!autosave_write(&play->autosave, &content, stderr))
        return print_failure("the unfinished game cannot be saved");
    message_print(stderr, "game saved to %s", play->autosave.path);
    fputs("continue it with: rookery play --resume\n", stderr);
    return PLAY_OK;
}

static void swap_names(struct players *players)
{
    char white[PLAYER_NAME_MAX];
    memcpy(white, players->names[RK_WHITE], sizeof white);
    memcpy(players->names[RK_WHITE], players->names[RK_BLACK], sizeof white);
    memcpy(players->names[RK_BLACK], white, sizeof white);
}

static void override_settings(const struct play_options *options, struct players *players)
{
    const struct engine_settings *given = &options->players.settings;
    struct engine_settings *settings = &players->settings;
    const rk_side before = players->engine;
    if (before == RK_NO_SIDE || options->side_given)
        players->engine = options->players.engine;
    if (before != RK_NO_SIDE && before != players->engine)
        swap_names(players);
    if (given->elo) {
        settings->level = given->level;
        settings->elo = given->elo;
    }
    settings->move_time = given->move_time ? given->move_time : settings->move_time;
    settings->nodes = given->nodes ? given->nodes : settings->nodes;
    if (before == RK_NO_SIDE || given->elo)
        players_name_engine(players);
}

/* Options of the command line replace what was saved with the game. */
static bool override_players(struct play *play)
{
    const struct players *given = &play->options->players;
    struct players players = play->session.players;
    if (given->engine != RK_NO_SIDE)
        override_settings(play->options, &players);
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        if (*given->names[side])
            memcpy(players.names[side], given->names[side], PLAYER_NAME_MAX);
    return session_set_players(&play->session, &players);
}

static enum play_result resume_unfinished(struct play *play)
{
    if (!play->autosave.folder)
        return print_failure("cannot find the unfinished game: HOME is not set");
    const char *path = autosave_find(&play->autosave);
    if (!path) {
        message_print(stderr, "rookery play: no unfinished game in %s", play->autosave.folder);
        return PLAY_REFUSED;
    }
    if (!session_resume(&play->session, path, play->options->now(), stderr))
        return PLAY_REFUSED;
    autosave_continue_found(&play->autosave);
    if (!override_players(play))
        return print_failure(rk_err_text(RK_NO_MEMORY));
    play->session.flipped = play->options->flip != (play->session.players.engine == RK_WHITE);
    return PLAY_OK;
}

// ---- modes -----------------------------------------------------------------------------------

static enum play_result play_lines(struct play *play)
{
    const bool is_terminal = isatty(STDIN_FILENO);
    const struct line_mode_options mode = {
        .board = play->options->board,
        .unfinished = is_terminal && !play->session.resumed ? autosave_find(&play->autosave) : NULL,
        .now = play->options->now};
    // The end of a script is the end of its game; a person may continue the game later.
    if (is_terminal)
        play->session.observer = &play->observer;
    switch (line_mode_play(&play->session, &mode)) {
    case LINE_MODE_OK:
        return is_terminal ? keep_unfinished(play) : PLAY_OK;
    case LINE_MODE_REFUSED:
        return PLAY_REFUSED;
    case LINE_MODE_FAILED:
        break;
    }
    return print_failure("cannot read standard input");
}

static enum play_result play_on_screen(struct play *play)
{
    struct session *session = &play->session;
    struct screen_mode_options mode = {.style = board_style_for(stdout),
                                       .auto_flip = play->options->auto_flip,
                                       .unfinished =
                                           session->resumed ? NULL : autosave_find(&play->autosave),
                                       .now = play->options->now};
    mode.mouse = mode.style.display.mouse && !play->options->no_mouse;
    if (play->options->letters)
        mode.style.display.symbols = false;
    session->observer = &play->observer;
    if (!screen_mode_play(session, &mode))
        return print_failure("cannot use the terminal; try --plain");
    if (rk_status_is_over(rk_game_status(session->game))) {
        report_status(session->game, stdout);
        putchar('\n');
    }
    return keep_unfinished(play);
}

static enum play_result play_session(struct play *play)
{
    const struct play_options *options = play->options;
    if (options->resume) {
        const enum play_result result = resume_unfinished(play);
        if (result)
            return result;
    }
    return options->plain || !terminal_is_interactive() ? play_lines(play) : play_on_screen(play);
}

// ---- setup -----------------------------------------------------------------------------------

static rk_err init_session(struct play *play)
{
    const struct play_options *options = play->options;
    struct session *session = &play->session;
    rk_err err = session_init(session, &options->setup, options->now());
    if (err)
        return err;
    session_set_date(session, options->date);
    session->engines = &play->engines;
    session->flipped = options->flip != (options->players.engine == RK_WHITE);
    session->blindfold = options->blindfold;
    session->theme = options->theme;
    if (options->random_start)
        err = session_random_start(session, options->seed, options->now());
    if (!err)
        err = hints_create(options->now, &play->hints);
    if (err)
        return err;
    session->hints = hints_provider(play->hints);
    return session_set_players(session, &options->players) ? RK_OK : RK_NO_MEMORY;
}

enum play_result play_game(const struct play_options *options)
{
    struct play play = {.options = options};
    play.engines = (struct session_engines){.context = &play, .select = select_engine};
    play.observer = (struct session_observer){.context = &play, .changed = keep_game};
    autosave_init(&play.autosave);
    const rk_err err = init_session(&play);
    const enum play_result result = err ? print_failure(rk_err_text(err)) : play_session(&play);
    session_fini(&play.session);
    opponent_destroy(play.opponent);
    hints_destroy(play.hints);
    autosave_fini(&play.autosave);
    return result;
}
