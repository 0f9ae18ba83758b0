/* SPDX-License-Identifier: MIT */
/* What the system knows about this process: memory, files, CPU time. */
#ifndef NET_PROCESS_METRICS_H
#define NET_PROCESS_METRICS_H

struct metrics;

void process_metrics_collect(struct metrics *metrics);

#endif
