/* SPDX-License-Identifier: MIT */
/* Detects that the reader of the output is gone, without writing to it. */
#ifndef UCI_OUTPUT_WATCH_H
#define UCI_OUTPUT_WATCH_H

#include <pthread.h>
#include <stdbool.h>

struct output_watch {
    int fd;
    int stop[2]; /* a pipe: the thread ends when its writing end is closed */
    pthread_t thread;
    bool has_thread;
};

/* From now on SIGPIPE, which the next line would cause, is sent to the process as soon as the
 * reader of the pipe or socket `fd` is gone. Does nothing if no thread can be started. */
void output_watch_start(struct output_watch *watch, int fd);
void output_watch_stop(struct output_watch *watch);

#endif
