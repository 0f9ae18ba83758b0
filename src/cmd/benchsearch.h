/* SPDX-License-Identifier: MIT */
/* rookery bench search: how fast the engine searches, alone, beside another one, and with several
 * threads. */
#ifndef CMD_BENCHSEARCH_H
#define CMD_BENCHSEARCH_H

/* argv[0] is "search". */
int search_bench(int argc, char **argv);

#endif
