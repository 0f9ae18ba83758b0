/* SPDX-License-Identifier: MIT */
/* Commands to look around: the lobby, other games, the board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "join/handlers.h"
#include "tui/board.h"

void run_lobby(struct online_session *session, const char *argument)
{
    if (*argument && strcmp(argument, "off") != 0 && strcmp(argument, "on") != 0)
        online_session_refuse(session, "lobby takes on or off");
    else
        client_watch_lobby(session->client, strcmp(argument, "off") != 0);
}

void run_games(struct online_session *session, const char *argument)
{
    (void)argument;
    if (!client_send(session->client, KIND_OF_message_games, &(struct message_games){0}))
        online_session_refuse_not_connected(session);
    else
        session->listing_games = true;
}

void run_watch(struct online_session *session, const char *argument)
{
    online_session_show(session, argument);
}

// ---- the board -------------------------------------------------------------------------------

void run_board(struct online_session *session, const char *argument)
{
    (void)argument;
    char *text = NULL;
    size_t size;
    const struct remote_game *game = online_session_game(session);
    FILE *out = game ? open_memstream(&text, &size) : NULL;
    if (!out) {
        online_session_refuse(session, "there is no game on the board");
        return;
    }
    const struct board_style style = {.flipped = (game->you == RK_BLACK) != session->flipped};
    board_draw(rk_game_position(game->moves), &style, out);
    fclose(out);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        online_session_print(session, "%s", line);
    free(text);
}

void run_flip(struct online_session *session, const char *argument)
{
    (void)argument;
    session->flipped = !session->flipped;
}
