/* SPDX-License-Identifier: MIT */
#include "api/page_parts.h"

#include <stdio.h>

#include "http/html.h"
#include "http/page.h"
#include "rounds/round_clock.h"

enum { NUMBER_SIZE = 24 };

void page_add_settings(struct exchange *exchange, const struct game_settings *settings)
{
    struct buffer *page = &exchange->body;
    char clock[RK_CLOCK_TEXT_MAX];
    game_settings_write_clock(settings, clock);
    const bool timed = settings->clock.kind != RK_CLOCK_NONE;
    if (timed)
        html_add(page, "% %, ", clock,
                 page_text(exchange, speed_name(game_settings_speed(settings))), NULL);
    else
        html_add(page, "%, ", page_text(exchange, "no clock"), NULL);
    html_add(page, "%", page_text(exchange, settings->rated ? "rated" : "casual"), NULL);
    if (settings->variant != RK_STANDARD || settings->from_position)
        html_add(page, ", %", page_text(exchange, game_settings_variant_name(settings)), NULL);
    if (settings->hidden)
        html_add(page, ", %", page_text(exchange, "private"), NULL);
}

rk_move page_last_move(const rk_game *game)
{
    for (size_t i = rk_game_length(game); i-- > 0;)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            return rk_game_action(game, i)->move;
    return RK_NO_MOVE;
}

void page_add_player(struct exchange *exchange, const struct game_view *view, rk_side side)
{
    struct buffer *page = &exchange->body;
    const rk_game *game = view->exported->game;
    const bool turn = !view->over && rk_position_turn(rk_game_position(game)) == side;
    html_add(page, "<div class=\"p-side%\"><span class=\"p-player\">%", turn ? " p-turn" : "",
             view->exported->info->players[side].name, NULL);
    html_add(page, "<span class=\"p-hidden\"> (%%%)</span></span>",
             page_text(exchange, side == RK_WHITE ? "White" : "Black"), turn ? ", " : "",
             turn ? page_text(exchange, "to move") : "", NULL);
    html_side_extras(page, rk_game_position(game), side, exchange->language);
    if (view->left[side] != INT64_MAX) {
        buffer_text(page, "<span class=\"p-clock\">");
        html_clock(page, view->left[side]);
        buffer_text(page, "</span>");
    }
    buffer_text(page, "</div>\n");
}

static void add_card(struct exchange *exchange, const struct round *round)
{
    struct buffer *page = &exchange->body;
    const struct exported_game exported = {.info = round_info(round), .game = round_game(round)};
    const struct game_view view = {
        .exported = &exported,
        .left = {round_clock_left(round, RK_WHITE), round_clock_left(round, RK_BLACK)}};
    const struct html_board board = {.position = rk_game_position(exported.game),
                                     .last = page_last_move(exported.game),
                                     .small = true};
    html_add(page, "<li><a href=\"/%\">\n", exported.info->id, NULL);
    page_add_player(exchange, &view, RK_BLACK);
    html_board(page, &board);
    page_add_player(exchange, &view, RK_WHITE);
    buffer_text(page, "<p class=\"p-settings\">");
    page_add_settings(exchange, &exported.info->settings);
    if (round_spectator_count(round)) {
        buffer_text(page, " \u00b7 ");
        html_number(page, (int64_t)round_spectator_count(round));
        html_add(page, " %", page_text(exchange, "watching"), NULL);
    }
    buffer_text(page, "</p></a></li>\n");
}

void page_add_games(struct exchange *exchange, const struct round *const *rounds, size_t shown,
                    size_t count)
{
    struct buffer *page = &exchange->body;
    if (!count) {
        html_add(page, "<p class=\"p-muted\">%</p>\n",
                 page_text(exchange, "Nobody is playing right now."), NULL);
        return;
    }
    buffer_text(page, "<ul class=\"p-games\">\n");
    for (size_t i = 0; i < shown; i++)
        add_card(exchange, rounds[i]);
    buffer_text(page, "</ul>\n");
    if (count > shown) {
        char more[NUMBER_SIZE];
        snprintf(more, sizeof more, "%zu", count - shown);
        buffer_text(page, "<p class=\"p-muted\">");
        html_add(page, page_text(exchange, "And % more."), more, NULL);
        buffer_text(page, "</p>\n");
    }
}
