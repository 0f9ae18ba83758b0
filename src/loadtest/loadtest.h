/* SPDX-License-Identifier: MIT */
/* Load-tests a server, or compares two servers under the same load, and prints the results. */
#ifndef LOADTEST_LOADTEST_H
#define LOADTEST_LOADTEST_H

#include <stdbool.h>
#include <stddef.h>

struct loadtest_options {
    unsigned long games, seconds, spectators;
    unsigned long warm_up; /* seconds of play before the measurement */
    double rate;           /* moves per second in each game; 0: as fast as moves arrive */
    bool forwards;         /* each guest has an address of its own; see websocket_group_forward() */
    bool find_rate;        /* raise the rate until the server does not keep up */
    /* At most one of these; none: start our own server. */
    const char *url;      /* a server that runs already, or several: "http://a:1,http://b:2" */
    const char *peer;     /* a server to start with `node FILE` */
    const char *compare;  /* the same, loaded in turn with ours */
    const char *pids;     /* what to measure of the server at `url`: "12,34"; NULL: nothing */
    unsigned long rounds; /* of a comparison */
    void (*warn)(const char *message);
};

/* Prints a table and JSON lines to standard output. Returns false, with the reason in `error`, if a
 * server or its games do not start. */
bool loadtest_run(const struct loadtest_options *options, char *error, size_t error_size);

#endif
