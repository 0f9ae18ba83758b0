/* SPDX-License-Identifier: MIT */
/* Runs a function on several threads at once. */
#ifndef EXPLORER_THREADS_H
#define EXPLORER_THREADS_H

/* Calls the function on this thread and on as many others as make `count`, and returns when all
 * have returned. If threads cannot be created, there are fewer: the function takes its work from a
 * place that all share. */
void threads_run(unsigned count, void *(*function)(void *), void *data);

#endif
