/* SPDX-License-Identifier: MIT */
/* What the operations on PGN files share: which files they read, where they write, how they report
 * problems and how they end. */
#ifndef PGNTOOLS_RUN_H
#define PGNTOOLS_RUN_H

#include "pgntools/chunk_result.h"
#include "pgntools/output.h"
#include "pgntools/pool.h"

struct run_options {
    const char *const *files; /* "-" is standard input */
    size_t file_count;        /* 0: standard input */
    const char *output_name;  /* NULL or "-": standard output */
    unsigned threads;         /* the output does not depend on it */
    struct reporter reporter;
};

enum run_status {
    RUN_OK,
    RUN_GAME_ERRORS,     /* the run is complete, but games have errors */
    RUN_NOTHING_FOUND,   /* there is nothing to write; an older output file stays */
    RUN_BAD_INPUT,       /* an input file is corrupt; an output file is not kept */
    RUN_OUTPUT_IS_INPUT, /* refused: the output would overwrite an input file */
    RUN_FAILED           /* a file or memory failed; an output file is not kept */
};

// ---- for operations --------------------------------------------------------------------------

/* The state of one run. */
struct run {
    const struct run_options *options;
    struct output_stream *output;
    struct totals totals;
    struct buffer lines; /* error messages of the current chunk */
    const char *file;    /* the current one; NULL: none */
    bool file_has_text;  /* text that belongs to no game */
    bool file_is_utf16;
    size_t files_without_game; /* with text; they are reported, and are errors */
    enum pool_end end;         /* how reading the files ended */
    const char *nothing_found; /* set by `finish`: why there is nothing to write */
};

#define RUN_NO_GAME_TEXT "no game found"
#define RUN_UTF16_TEXT   "no game found in UTF-16: convert the file to UTF-8"

/* Adds the result of a chunk to the totals and reports the errors of its games. A file with text
 * but without a game is reported when it ends: it is no PGN, or has another encoding. */
void run_collect(struct run *run, const struct chunk *chunk, const struct chunk_result *result);

/* False if memory ran out or the output failed. */
bool run_can_continue(const struct run *run);

/* Whether an input and an output (NULL or "-": a standard stream) are the same regular file, by
 * whatever names or links. */
bool run_is_same_file(const char *input, const char *output);
#define RUN_OUTPUT_IS_INPUT_TEXT "also an input file: choose another output file"

/* Returns why there is nothing to write if all games have errors or there are none; else NULL. */
const char *run_no_games_error(uint64_t games, uint64_t errors);

/* Reports that the input files have nothing to work on: `error` is why. Does not repeat a report.
 */
enum run_status run_fail_without_games(const struct run *run, const char *error);

/* Whether a name (NULL or "-": standard output) is one of the input files; reports it if so. */
bool run_is_input(const struct run *run, const char *name);

void run_report_error(const struct run *run, const char *file, const char *error);

/* Opens the output, runs the job over all files, calls `finish` (may be NULL) to write what comes
 * last, and closes the output. `finish` returns false if it runs out of memory; it may set
 * `nothing_found`. */
typedef bool run_finish(void *data);
enum run_status run_with_output(struct run *run, const struct pool_job *job, run_finish *finish);

/* For operations that open their output themselves: runs the job over all files, and returns false
 * if a file or memory failed. run_status_after() turns that into a status. */
bool run_over_files(struct run *run, const struct pool_job *job);
enum run_status run_status_after(const struct run *run, bool succeeded);

/* Whether a run with this status keeps its output file. */
bool run_keeps_output(enum run_status status);

#endif
