/* SPDX-License-Identifier: MIT */
/* A log of the engines' input and output, to find out why an engine lost a game:
 *
 *     2026-11-16T09:12:33.417Z game 3 # begins: Rookery 0.2.0 - Stockfish 15
 *     2026-11-16T09:12:33.418Z game 3 Rookery 0.2.0 > position startpos
 *     2026-11-16T09:12:33.502Z game 3 Rookery 0.2.0 < bestmove e2e4 ponder e7e5
 *
 * ">" is a line to the engine, "<" one from it, "!" one from its standard error, and "#" tells what
 * happens. Games at the same time may share a file: each line is written whole. */
#ifndef MATCH_ENGINE_LOG_H
#define MATCH_ENGINE_LOG_H

#include <stdio.h>

#include "match/schedule.h"
#include "rookery/err.h"

/* The open files; each is opened once, however many engines use it. All zeros has none. */
struct engine_logs {
    struct {
        const char *path; /* borrowed */
        FILE *file;
    } list[SCHEDULE_ENGINES_MAX];
    size_t count;
};

/* Opens a file to append to; NULL on failure, with the reason in errno. */
FILE *engine_logs_open(struct engine_logs *logs, const char *path);
/* The path of a file that could not be written; NULL if there is none. */
const char *engine_logs_failed(const struct engine_logs *logs);
void engine_logs_fini(struct engine_logs *logs);

/* Writes a line, or each line of a text with several. The game counts from 1; 0 is the start of an
 * engine. `name` is NULL for lines about a game. */
void engine_log_write(FILE *file, unsigned long game, const char *name, char mark,
                      const char *text);

#endif
