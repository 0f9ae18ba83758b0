/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tui/commands.h"
#include "tui/file_name.h"
#include "tui/report.h"

enum session_result command_save(struct session *session, const char *argument, FILE *out)
{
    char path[FILE_NAME_MAX];
    const struct game_file_content content = session_content(session);
    if (!*argument)
        return session_refuse(out, "save takes a file name: save game.pgn");
    if (!file_name_expand(argument, path))
        return session_refuse(out, "this file name is too long");
    // Only the file this game was saved to is overwritten; another one may hold other games.
    if (strcmp(path, session->file) != 0 && game_file_exists(path))
        return session_refuse(out, "file exists: choose another name");
    if (!game_file_write(&content, path, out))
        return SESSION_REFUSED;
    snprintf(session->file, sizeof session->file, "%s", path);
    fprintf(out, "saved to %s\n", path);
    return SESSION_OK;
}

enum session_result command_load(struct session *session, const char *argument, FILE *out)
{
    char path[FILE_NAME_MAX];
    struct loaded_game game;
    if (!*argument)
        return session_refuse(out, "load takes a file name: load game.pgn");
    if (!file_name_expand(argument, path))
        return session_refuse(out, "this file name is too long");
    if (!game_file_read(path, &game, out))
        return SESSION_REFUSED;
    if (!session_replace_game(session, &game, session_owner_time(session))) {
        rk_game_destroy(game.game);
        return session_refuse(out, rk_err_text(RK_NO_MEMORY));
    }
    fprintf(out, "loaded from %s: ", path);
    report_status(session->game, out);
    if (game.players.engine != RK_NO_SIDE) {
        fputs("; ", out);
        players_print(&session->players, out);
    }
    fputc('\n', out);
    return SESSION_OK;
}
