/* SPDX-License-Identifier: MIT */
/* Plays the engine against itself. A game depends only on the seed and its number, so an
 * interrupted run continues exactly where it stopped. */
#ifndef SELFPLAY_PLAY_H
#define SELFPLAY_PLAY_H

#include "match/openings.h"
#include "rookery/engine.h"
#include "selfplay/game_file.h"

/* Plays a game from an opening and a few random moves. False if it is not worth keeping: the start
 * is lost, or there is no move. */
bool selfplay_play(rk_engine *engine, const struct openings *openings,
                   const struct selfplay_settings *settings, uint64_t number,
                   struct selfplay_game *out);

/* Whether a search score of the position before a move says something about its static
 * evaluation: no check, no capture, no promotion, no score of a won game. */
bool selfplay_is_quiet(const rk_position *pos, rk_move move, int score);

#endif
