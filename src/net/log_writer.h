/* SPDX-License-Identifier: MIT */
/* Writes the log from a thread of its own, so that a reader that stalls (a full pipe, a slow disk)
 * cannot stop the server. Lines wait in memory; when there is no more room, they are dropped and
 * counted, and a line of the log tells how many. */
#ifndef NET_LOG_WRITER_H
#define NET_LOG_WRITER_H

#include "base/log.h"

enum { LOG_QUEUE_MAX = 256 * 1024 }; /* bytes */

struct log_writer;

/* Directs the log to the file descriptor, which the caller keeps. False: out of memory or threads.
 */
bool log_writer_start(struct log *log, int file, struct log_writer **out);

/* Writes what waits and ends the thread. If that takes longer than `max_ms`, the rest is lost, and
 * the thread and its memory are left to the end of the process. The log writes to standard error
 * directly from now on, unless the thread is stuck. NULL is allowed. */
void log_writer_stop(struct log_writer *writer, struct log *log, unsigned max_ms);

#endif
