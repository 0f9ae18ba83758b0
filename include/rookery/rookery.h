/* SPDX-License-Identifier: MIT */
/* All of the library. Include this, or only the headers you need. */
#ifndef ROOKERY_ROOKERY_H
#define ROOKERY_ROOKERY_H

#include "rookery/base.h"
#include "rookery/book.h"
#include "rookery/clock.h"
#include "rookery/engine.h"
#include "rookery/epd.h"
#include "rookery/err.h"
#include "rookery/fen.h"
#include "rookery/game.h"
#include "rookery/move.h"
#include "rookery/moves.h"
#include "rookery/network.h"
#include "rookery/opening.h"
#include "rookery/outcome.h"
#include "rookery/perft.h"
#include "rookery/pgn.h"
#include "rookery/pgn_game.h"
#include "rookery/piece.h"
#include "rookery/position.h"
#include "rookery/record.h"
#include "rookery/roster.h"
#include "rookery/san.h"
#include "rookery/svg.h"
#include "rookery/tablebase.h"
#include "rookery/tree.h"
#include "rookery/variant.h"

#endif
