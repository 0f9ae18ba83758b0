/* SPDX-License-Identifier: MIT */
/* rookery bench tactics: how many positions of a suite an engine solves in a given time. */
#ifndef CMD_BENCHTACTICS_H
#define CMD_BENCHTACTICS_H

/* argv[0] is "tactics". */
int tactics_bench(int argc, char **argv);

#endif
