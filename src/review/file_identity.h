/* SPDX-License-Identifier: MIT */
/* Tells whether an interrupted run was the same as this one. */
#ifndef REVIEW_FILE_IDENTITY_H
#define REVIEW_FILE_IDENTITY_H

#include "pgntools/run.h"
#include "review/report.h"

/* A hash of the input files (names, sizes and times) and of everything that the output depends on.
 */
uint64_t file_identity(const struct run_options *run, const struct report_options *report);

#endif
