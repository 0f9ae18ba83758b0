/* SPDX-License-Identifier: MIT */
/* Runs operations of pgntools on files in a temporary folder, and records what they report. */
#ifndef SUPPORT_PGN_FILES_H
#define SUPPORT_PGN_FILES_H

#include "base/buffer.h"
#include "pgntools/run.h"
#include "support/folder.h"

enum { PGN_FILES_MAX = 4, PGN_PATH_SIZE = FOLDER_PATH_SIZE + 32 };

struct pgn_files {
    struct folder folder;
    char paths[PGN_FILES_MAX][PGN_PATH_SIZE], output[PGN_PATH_SIZE];
    const char *names[PGN_FILES_MAX];
    struct buffer errors; /* lines "FILE: error" or the messages of games */
    struct buffer text;   /* of pgn_files_output() */
    struct run_options options;
};

/* Starts without input files; the output is a file "out". */
void pgn_files_init(struct pgn_files *files);
void pgn_files_fini(struct pgn_files *files);

/* The same for a test of cmocka, whose state is the files. */
int pgn_files_set_up(void **state);
int pgn_files_tear_down(void **state);

/* Adds an input file with this content. */
void pgn_files_add(struct pgn_files *files, const char *name, const char *text);

/* The content of the output file; "" if there is none. Valid until the next call. */
const char *pgn_files_output(struct pgn_files *files);

/* The errors so far, with the path of the folder removed. */
const char *pgn_files_errors(struct pgn_files *files);

/* Five games: a draw in 2 moves, White's win, Black's win, an unfinished game from a FEN, and an
 * atomic game. */
extern const char pgn_five_games[];

#endif
