/* SPDX-License-Identifier: MIT */
#include "join/online_session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tui/report.h"

static void print_formatted(struct online_session *session, const char *format, va_list arguments)
{
    char line[1024];
    vsnprintf(line, sizeof line, format, arguments);
    session->print(session->context, line);
}

void online_session_print(struct online_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_formatted(session, format, arguments);
    va_end(arguments);
}

void online_session_refuse(struct online_session *session, const char *format, ...)
{
    va_list arguments;
    session->refused = true;
    va_start(arguments, format);
    print_formatted(session, format, arguments);
    va_end(arguments);
}

const struct remote_game *online_session_game(const struct online_session *session)
{
    const struct remote_game *game = client_game(session->client, session->game);
    return game && game->moves ? game : NULL;
}

bool online_session_is_player(const struct remote_game *game)
{
    return game && game->you != RK_NO_SIDE;
}

void online_session_show(struct online_session *session, const char *game)
{
    if (strlen(game) > REMOTE_GAME_ID_MAX || !*game) {
        online_session_refuse(session, "not a game id: %s", game);
        return;
    }
    if (session->game[0] && strcmp(session->game, game) != 0)
        client_unwatch(session->client, session->game);
    text_copy(session->game, sizeof session->game, game);
    session->announced[0] = '\0';
    session->acked_version = 0;
    client_watch(session->client, game);
}

void online_session_write_result(const struct remote_game *game, char *out, size_t size)
{
    const bool aborted = !strcmp(game->status, "aborted");
    const char *score = game->winner == RK_WHITE_WINS   ? "1-0"
                        : game->winner == RK_BLACK_WINS ? "0-1"
                        : aborted                       ? "*"
                                                        : "1/2-1/2";
    snprintf(out, size, "%s %s", score, game->reason[0] ? game->reason : game->status);
}

/* "your move within 12 s; draw offered" */
static void write_turn(const struct remote_game *game, int64_t now, char *out, size_t size)
{
    const rk_side turn = rk_position_turn(rk_game_position(game->moves));
    const bool ours = turn == game->you;
    struct text text = text_in(out, size);
    text_add(&text, ours ? "your move" : report_side_names[turn]);
    text_add(&text, ours ? "" : " to move");
    if (game->deadline_at != INT64_MAX && game->deadline_at > now) {
        text_add(&text, " within ");
        text_number(&text, (unsigned long)(game->deadline_at - now + 999) / 1000);
        text_add(&text, " s");
    }
    if (game->draw_offer != RK_NO_SIDE)
        text_add(&text, "; draw offered");
    else if (game->can_claim)
        text_add(&text, "; a draw can be claimed");
    text_end(&text);
}

void online_session_write_status(const struct online_session *session, int64_t now, char *out,
                                 size_t size)
{
    const struct remote_game *game = online_session_game(session);
    char status[REMOTE_GAME_REASON_MAX + 32] = "no game on the board; type help for the commands";
    if (session->game[0] && !game)
        text_copy(status, sizeof status, "waiting for the game");
    else if (!game && session->search_request[0])
        text_copy(status, sizeof status, "looking for an opponent");
    else if (game && game->over)
        online_session_write_result(game, status, sizeof status);
    else if (game)
        write_turn(game, now, status, sizeof status);
    snprintf(out, size, "%s%s", session->disconnected ? "[reconnecting] " : "", status);
}

const char *online_session_clock_text(const char *clock)
{
    return strcmp(clock, "-") != 0 ? clock : "untimed";
}

const char *online_session_variant_text(const char *variant)
{
    rk_variant known;
    return rk_variant_from_name(variant, &known) && strcmp(variant, "fromPosition") != 0
               ? rk_variant_name(known)
               : variant;
}

void online_session_write_short_title(const struct online_session *session, char *out, size_t size)
{
    const struct remote_game *game = online_session_game(session);
    if (!game) {
        snprintf(out, size, "rookery: %s", client_name(session->client));
        return;
    }
    const rk_variant variant = (rk_variant)rk_game_start(game->moves)->variant;
    snprintf(out, size, "%s %s %s%s%s", online_session_clock_text(game->clock), game->speed,
             game->rated ? "rated" : "casual", variant == RK_STANDARD ? "" : " ",
             variant == RK_STANDARD ? "" : rk_variant_name(variant));
}

void online_session_write_title(const struct online_session *session, char *out, size_t size)
{
    char rest[400];
    const struct remote_game *game = online_session_game(session);
    online_session_write_short_title(session, rest, sizeof rest);
    snprintf(out, size, "%s%s%s", game ? game->id : "", game ? "  " : "", rest);
}
