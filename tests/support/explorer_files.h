/* SPDX-License-Identifier: MIT */
/* Builds opening databases in the folder of a struct pgn_files. */
#ifndef SUPPORT_EXPLORER_FILES_H
#define SUPPORT_EXPLORER_FILES_H

#include "explorer/build.h"
#include "support/pgn_files.h"

enum { EXPLORER_PLIES = 40 };

/* Options for a database with the name of the output of `files`, from its input files. */
struct build_options explorer_options(const struct pgn_files *files);

/* Builds it, and opens it; fails the test if that fails. The caller closes it. */
struct database explorer_build(const struct build_options *options);

/* Builds it from one file with this text. */
struct database explorer_build_from(struct pgn_files *files, const char *pgn);

/* The bytes of a file. */
struct buffer explorer_read_file(const char *path);

#endif
