/* SPDX-License-Identifier: MIT */
#include "cmd/joinvisit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tui/report.h"

static void copy(char *out, size_t size, const char *from)
{
    snprintf(out, size, "%s", from ? from : "");
}

void visit_say(struct visit *visit, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    visit->say(visit->context, line);
}

const struct mirror *visit_game(const struct visit *visit)
{
    const struct mirror *game = client_game(visit->client, visit->game);
    return game && game->game ? game : NULL;
}

void visit_show(struct visit *visit, const char *game)
{
    if (strlen(game) > MIRROR_ID_MAX || !*game) {
        visit_say(visit, "this is no id of a game: %s", game);
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

static const char *score_of(const struct mirror *game)
{
    return game->winner == RK_WHITE_WINS ? "1-0" : game->winner == RK_BLACK_WINS ? "0-1" : NULL;
}

void visit_write_result(const struct mirror *game, char *out, size_t size)
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
static void write_turn(const struct mirror *game, int64_t now, char *out, size_t size)
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

void visit_write_status(const struct visit *visit, int64_t now, char *out, size_t size)
{
    const struct mirror *game = visit_game(visit);
    char state[MIRROR_REASON_MAX + 32] = "no game on the board; help says what can be done";
    if (visit->game[0] && !game)
        copy(state, sizeof state, "waiting for the game");
    else if (!game && visit->finding[0])
        copy(state, sizeof state, "looking for an opponent");
    else if (game && game->over)
        visit_write_result(game, state, sizeof state);
    else if (game)
        write_turn(game, now, state, sizeof state);
    snprintf(out, size, "%s%s", visit->away ? "[connecting again] " : "", state);
}

const char *visit_clock_words(const char *clock)
{
    return strcmp(clock, "-") != 0 ? clock : "no clock,";
}

void visit_write_title(const struct visit *visit, char *out, size_t size)
{
    const struct mirror *game = visit_game(visit);
    if (!game)
        snprintf(out, size, "rookery: %s", client_name(visit->client));
    else
        snprintf(out, size, "%s  %s %s %s%s%s", game->id, visit_clock_words(game->clock),
                 game->speed, game->rated ? "rated" : "casual",
                 rk_game_start(game->game)->variant ? " " : "",
                 rk_game_start(game->game)->variant
                     ? rk_variant_name((rk_variant)rk_game_start(game->game)->variant)
                     : "");
}
