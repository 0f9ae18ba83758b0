/* SPDX-License-Identifier: MIT */
/* How long the other end of a connection may take. */
#ifndef NET_TIMEOUTS_H
#define NET_TIMEOUTS_H

#include <stdint.h>

/* In milliseconds; 0 stands for the usual. */
struct net_timeouts {
    int64_t request_ms; /* from its first byte to its last, a message's too: 10 s */
    int64_t idle_ms;    /* between requests: 60 s */
    int64_t ping_ms;    /* of silence until a WebSocket is asked whether it is there: 25 s */
    int64_t silence_ms; /* until it is given up: 60 s */
    int64_t slow_ms;    /* in which nothing that waits is taken: 30 s */
    int64_t linger_ms;  /* for the other end to close: 2 s */
};

#endif
