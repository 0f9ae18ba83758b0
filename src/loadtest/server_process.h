/* SPDX-License-Identifier: MIT */
/* The server under test: a child process or one that is already running, and the resources it
 * uses. */
#ifndef LOADTEST_SERVER_PROCESS_H
#define LOADTEST_SERVER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { SERVER_PROCESSES_MAX = 16 };

struct server_process {
    char url[256];    /* "http://127.0.0.1:8080" */
    pid_t pid;        /* 0: unknown */
    bool is_child;    /* it is stopped by server_process_stop() */
    char folder[256]; /* of its data; "" if it has none */
    /* What is measured besides `pid`: other nodes, a database... */
    pid_t others[SERVER_PROCESSES_MAX - 1];
    size_t other_count;
};

/* A server that runs already. `pids` are the processes to measure, as "12,34"; NULL: none. Returns
 * false if the list is malformed. */
bool server_process_attach(const char *pids, struct server_process *out);

/* Starts this program's own server on a free port, without rate limits, with its data in a new
 * folder below TMPDIR. Returns false, with the reason in `error`, if it does not come up. */
bool server_process_start(struct server_process *out, char *error, size_t error_size);

/* Starts another program (arguments, then NULL) that prints "listening on URL". */
bool server_process_start_other(const char *const *arguments, struct server_process *out,
                                char *error, size_t error_size);

/* Stops the server if it is a child, and removes its data. */
void server_process_stop(struct server_process *server);

/* Processor seconds so far of all threads and of the processes that it has started, for `pid` and
 * each of the others; returns their number. */
size_t server_process_cpu_each(const struct server_process *server,
                               double out[SERVER_PROCESSES_MAX]);
/* The sum of them; resident memory of `pid` in bytes. 0 if unknown. */
double server_process_cpu_seconds(const struct server_process *server);
double server_process_memory(const struct server_process *server);

#endif
