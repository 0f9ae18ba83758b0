/* SPDX-License-Identifier: MIT */
#include "join/online_session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tui/report.h"

static void copy(char *out, size_t size, const char *from)
{
    snprintf(out, size, "%s", from ? from : "");
}

void online_session_print(struct online_session *visit, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    visit->say(visit->context, line);
}

const struct remote_game *online_session_game(const struct online_session *visit)
{
    const struct remote_game *game = client_game(visit->client, visit->game);
    return game && game->game ? game : NULL;
}

void online_session_show(struct online_session *visit, const char *game)
{
    if (strlen(game) > REMOTE_GAME_ID_MAX || !*game) {
        online_session_print(visit, "this is no id of a game: %s", game);
        visit->refused = true;
        return;
    }
    if (visit->game[0] && strcmp(visit->game, game) != 0)
        client_unwatch(visit->client, visit->game);
    copy(visit->game, sizeof visit->game, game);
    visit->announced[0] = '\0';
    visit->acked = 0;
    client_watch(visit->client, game);
}

static const char *score_of(const struct remote_game *game)
{
    return game->winner == RK_WHITE_WINS ? "1-0" : game->winner == RK_BLACK_WINS ? "0-1" : NULL;
}

void online_session_write_result(const struct remote_game *game, char *out, size_t size)
{
    const bool aborted = !strcmp(game->status, "aborted");
    const char *score = score_of(game);
    snprintf(out, size, "%s %s",
             score     ? score
             : aborted ? "*"
                       : "1/2-1/2",
             game->reason[0] ? game->reason : game->status);
}

/* Whose move it is and what hangs over the board. */
static void write_turn(const struct remote_game *game, int64_t now, char *out, size_t size)
{
    const unsigned turn = rk_position_turn(rk_game_position(game->game));
    const bool ours = turn == game->you;
    struct text text = text_in(out, size);
    text_add(&text, ours ? "your move" : report_sides[turn]);
    text_add(&text, ours ? "" : " to move");
    if (game->deadline_at != INT64_MAX && game->deadline_at > now) {
        text_add(&text, " within ");
        text_number(&text, (unsigned long)(game->deadline_at - now + 999) / 1000);
        text_add(&text, " s");
    }
    if (game->offer != RK_NOBODY_WINS)
        text_add(&text, "; a draw is offered");
    else if (game->can_claim)
        text_add(&text, "; a draw can be claimed");
    text_end(&text);
}

void online_session_write_status(const struct online_session *visit, int64_t now, char *out,
                                 size_t size)
{
    const struct remote_game *game = online_session_game(visit);
    char state[REMOTE_GAME_REASON_MAX + 32] = "no game on the board; help says what can be done";
    if (visit->game[0] && !game)
        copy(state, sizeof state, "waiting for the game");
    else if (!game && visit->finding[0])
        copy(state, sizeof state, "looking for an opponent");
    else if (game && game->over)
        online_session_write_result(game, state, sizeof state);
    else if (game)
        write_turn(game, now, state, sizeof state);
    snprintf(out, size, "%s%s", visit->away ? "[connecting again] " : "", state);
}

const char *online_session_clock_text(const char *clock)
{
    return strcmp(clock, "-") != 0 ? clock : "no clock,";
}

void online_session_write_title(const struct online_session *visit, char *out, size_t size)
{
    const struct remote_game *game = online_session_game(visit);
    if (!game)
        snprintf(out, size, "rookery: %s", client_name(visit->client));
    else
        snprintf(out, size, "%s  %s %s %s%s%s", game->id, online_session_clock_text(game->clock),
                 game->speed, game->rated ? "rated" : "casual",
                 rk_game_start(game->game)->variant ? " " : "",
                 rk_game_start(game->game)->variant
                     ? rk_variant_name((rk_variant)rk_game_start(game->game)->variant)
                     : "");
}
