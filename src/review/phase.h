/* SPDX-License-Identifier: MIT */
/* The phases of a game: opening, middlegame and endgame. */
#ifndef REVIEW_PHASE_H
#define REVIEW_PHASE_H

#include "review/review.h"

/* The phase of a position that follows one in phase `before`: a game never goes back. */
enum phase phase_after(enum phase before, const rk_position *pos);

#endif
