/* SPDX-License-Identifier: MIT */
/* Measures a bus: two nodes in one process, of which one publishes and requests, the other receives
 * and replies. Counts what is lost, duplicated and out of order, also while its NATS is disturbed.
 */
#ifndef LOADTEST_BUS_LOAD_H
#define LOADTEST_BUS_LOAD_H

#include <stdbool.h>
#include <stddef.h>

enum { BUS_LOAD_SUBJECTS_MAX = 100000 };

struct bus_load_options {
    const char *url;        /* of a NATS; NULL: the bus within one process */
    unsigned long rate;     /* messages a second, and a tenth as many requests */
    unsigned long seconds;  /* of the measurement */
    unsigned long subjects; /* that the messages are spread over */
};

/* Prints a table and a JSON line to standard output. Returns false, with the reason in `error`, if
 * the bus cannot be opened or does not connect. */
bool bus_load_run(const struct bus_load_options *options, char *error, size_t error_size);

#endif
