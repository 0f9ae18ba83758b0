/* SPDX-License-Identifier: MIT */
/* Validates every game and every move. */
#ifndef PGNTOOLS_CHECK_H
#define PGNTOOLS_CHECK_H

#include "pgntools/run.h"

/* Writes a line for each error to the output, then "games N moves N errors N". */
enum run_status check_games(const struct run_options *options);

#endif
