/* SPDX-License-Identifier: MIT */
/* The subcommands of `rookery explore`. argv[0] is the name of the subcommand. */
#ifndef CMD_EXPLORE_H
#define CMD_EXPLORE_H

#include "explorer/database.h"

int explore_query(int argc, char **argv);
int explore_book(int argc, char **argv);

/* Opens a database. On failure it prints the error and returns the exit status for it. */
int explore_open(const char *command, const char *path, struct database *out);

/* The same after something was read: prints an error if it is damaged. */
int explore_check_damage(const char *command, const char *path, const struct database *database);

#endif
