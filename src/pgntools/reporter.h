/* SPDX-License-Identifier: MIT */
/* Callbacks through which an operation reports problems and progress while it runs. All are called
 * on the thread that started the operation. */
#ifndef PGNTOOLS_REPORTER_H
#define PGNTOOLS_REPORTER_H

#include "platform/progress.h"

struct reporter {
    void *context;
    /* A file cannot be read or written; `file` is NULL if memory ran out for all of them. */
    void (*file_error)(void *context, const char *file, const char *error);
    /* A game has an error: "FILE:LINE: game N: TOKEN: error". */
    void (*game_error)(void *context, const char *message);
    /* Shows how much of the files is read; NULL: nothing does. The callbacks clear it before they
     * print. */
    struct progress *progress;
    const char *progress_label;
};

#endif
