/* SPDX-License-Identifier: MIT */
/* Tells whether an interrupted run was the same as this one. */
#ifndef PGNTOOLS_RUN_IDENTITY_H
#define PGNTOOLS_RUN_IDENTITY_H

#include "pgntools/run.h"

/* A hash of the version of the program, the command and the input files (names, sizes and times).
 */
uint64_t run_identity(const struct run_options *run, const char *command);

/* Adds an option on which the output depends. */
void run_identity_add(uint64_t *identity, uint64_t option);

#endif
