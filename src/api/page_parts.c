/* SPDX-License-Identifier: MIT */
#include "api/page_parts.h"

#include "http/html.h"
#include "rounds/round_clock.h"

void page_add_settings(struct buffer *page, const struct game_settings *settings)
{
    char clock[RK_CLOCK_TEXT_MAX];
    game_settings_write_clock(settings, clock);
    const bool timed = settings->clock.kind != RK_CLOCK_NONE;
    html_add(page, "% ", timed ? clock : "no clock,", NULL);
    if (timed)
        html_add(page, "%, ", speed_name(game_settings_speed(settings)), NULL);
    html_add(page, "%", settings->rated ? "rated" : "casual", NULL);
    if (settings->variant != RK_STANDARD || settings->from_position)
        html_add(page, ", %", game_settings_variant_name(settings), NULL);
    buffer_text(page, settings->hidden ? ", private" : "");
}

rk_move page_last_move(const rk_game *game)
{
    for (size_t i = rk_game_length(game); i-- > 0;)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            return rk_game_action(game, i)->move;
    return RK_NO_MOVE;
}

void page_add_player(struct buffer *page, const struct game_view *view, rk_side side)
{
    const rk_game *game = view->exported->game;
    const bool turn = !view->over && rk_position_turn(rk_game_position(game)) == side;
    html_add(page, "<div class=\"p-side%\"><span class=\"p-player\">%", turn ? " p-turn" : "",
             view->exported->info->players[side].name, NULL);
    html_add(page, "<span class=\"p-hidden\"> (%%)</span></span>",
             side == RK_WHITE ? "White" : "Black", turn ? ", to move" : "", NULL);
    html_side_extras(page, rk_game_position(game), side);
    if (view->left[side] != INT64_MAX) {
        buffer_text(page, "<span class=\"p-clock\">");
        html_clock(page, view->left[side]);
        buffer_text(page, "</span>");
    }
    buffer_text(page, "</div>\n");
}

static void add_card(struct buffer *page, const struct round *round)
{
    const struct exported_game exported = {.info = round_info(round), .game = round_game(round)};
    const struct game_view view = {
        .exported = &exported,
        .left = {round_clock_left(round, RK_WHITE), round_clock_left(round, RK_BLACK)}};
    const struct html_board board = {.position = rk_game_position(exported.game),
                                     .last = page_last_move(exported.game),
                                     .small = true};
    html_add(page, "<li><a href=\"/%\">\n", exported.info->id, NULL);
    page_add_player(page, &view, RK_BLACK);
    html_board(page, &board);
    page_add_player(page, &view, RK_WHITE);
    buffer_text(page, "<p class=\"p-settings\">");
    page_add_settings(page, &exported.info->settings);
    if (round_spectator_count(round)) {
        buffer_text(page, " \u00b7 ");
        html_number(page, (int64_t)round_spectator_count(round));
        buffer_text(page, " watching");
    }
    buffer_text(page, "</p></a></li>\n");
}

void page_add_games(struct buffer *page, const struct round *const *rounds, size_t shown,
                    size_t count)
{
    if (!count) {
        buffer_text(page, "<p class=\"p-muted\">Nobody is playing right now.</p>\n");
        return;
    }
    buffer_text(page, "<ul class=\"p-games\">\n");
    for (size_t i = 0; i < shown; i++)
        add_card(page, rounds[i]);
    buffer_text(page, "</ul>\n");
    if (count > shown) {
        buffer_text(page, "<p class=\"p-muted\">And ");
        html_number(page, (int64_t)(count - shown));
        buffer_text(page, " more.</p>\n");
    }
}
