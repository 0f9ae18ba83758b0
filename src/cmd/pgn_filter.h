/* SPDX-License-Identifier: MIT */
/* rookery pgn filter. */
#ifndef CMD_PGN_FILTER_H
#define CMD_PGN_FILTER_H

#include "cmd/pgn_arguments.h"

/* Runs the subcommand; argv[0] is its name. Returns the exit status. */
int pgn_filter(struct pgn_arguments *arguments, int argc, char **argv);

#endif
