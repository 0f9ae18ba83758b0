/* SPDX-License-Identifier: MIT */
/* A server under measurement: started here or found at an address, and what it
 * has used of the machine. */
#ifndef CMD_BENCHSERVER_H
#define CMD_BENCHSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct subject {
    char url[256];    /* "http://127.0.0.1:8080" */
    pid_t pid;        /* 0: nobody knows */
    bool ours;        /* started here: it is stopped here */
    char folder[256]; /* its data; "" for none */
};

/* Starts this program's own server on a free port, with data of its own in a new
 * folder and without limits, or another program (`words`, ended by NULL) that says on its
 * standard output where it listens. Complains on standard error and is false if it does
 * not come up. */
bool subject_start(struct subject *out);
bool subject_start_other(const char *const *words, struct subject *out);

/* Ends it, if it was started here, and takes its data away. */
void subject_stop(struct subject *subject);

/* Processor seconds used so far, all threads; resident memory in bytes. 0 if unknown. */
double subject_seconds(const struct subject *subject);
double subject_memory(const struct subject *subject);

#endif
