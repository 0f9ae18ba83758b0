/* SPDX-License-Identifier: MIT */
/* Parts of pages that show games, without scripts. */
#ifndef API_PAGE_PARTS_H
#define API_PAGE_PARTS_H

#include "api/export.h"
#include "http/exchange.h"
#include "rounds/rounds.h"

/* A game as a page shows it. */
struct game_view {
    const struct exported_game *exported;
    int64_t left[2]; /* INT64_MAX without a clock */
    bool over;
};

/* "5+3 Blitz, casual", and the variant unless it is standard. */
void page_add_settings(struct exchange *exchange, const struct game_settings *settings);

/* A side's name, pocket and clock. */
void page_add_player(struct exchange *exchange, const struct game_view *view, rk_side side);

/* The move that a board shows; RK_NO_MOVE at the start. */
rk_move page_last_move(const rk_game *game);

/* Cards of games being played, each with a small board; a sentence if there are none. */
void page_add_games(struct exchange *exchange, const struct round *const *rounds, size_t shown,
                    size_t count);

#endif
