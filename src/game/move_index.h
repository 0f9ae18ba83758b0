/* SPDX-License-Identifier: MIT */
/* A move as its place among the legal moves in ascending order: how files store moves. */
#ifndef GAME_MOVE_INDEX_H
#define GAME_MOVE_INDEX_H

#include <stddef.h>

#include "rookery/position.h"

/* The index of a legal move. */
unsigned move_index_of(const rk_position *pos, rk_move move);

/* The move with this index; RK_NO_MOVE if the position has fewer. */
rk_move move_index_find(const rk_position *pos, size_t index);

#endif
