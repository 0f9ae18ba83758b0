/* SPDX-License-Identifier: MIT */
/* Reviews all games of PGN files, several at a time, and writes the reports in the order of the
 * games. */
#ifndef REVIEW_REVIEW_FILES_H
#define REVIEW_REVIEW_FILES_H

#include "pgntools/run.h"
#include "review/report.h"

struct review_files_options {
    struct run_options run; /* files, output, threads and where problems are reported */
    struct report_options report;
    struct rk_tablebase *tablebase; /* borrowed; NULL: without endgame tables */
    int64_t (*now)(void *context);  /* milliseconds of a monotonic clock; the context is NULL */
};

/* The output does not depend on the number of threads. Games with errors are reported and left out.
 * An interrupted run continues where it stopped (game_run.h). */
enum run_status review_files(const struct review_files_options *options);

/* Only a run with the same identity can continue an output: a hash of all that the output depends
 * on. */
uint64_t review_files_identity(const struct review_files_options *options);

#endif
