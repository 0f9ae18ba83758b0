/* SPDX-License-Identifier: MIT */
/* The timeouts of a connection. */
#ifndef NET_TIMEOUTS_H
#define NET_TIMEOUTS_H

#include <stdint.h>

/* In milliseconds; 0 means the default. */
struct net_timeouts {
    int64_t request_ms; /* to receive one request or message completely; default 10 s */
    int64_t idle_ms;    /* between requests; default 60 s */
    int64_t ping_ms;    /* without input before a WebSocket is pinged; default 25 s */
    int64_t silence_ms; /* without input before a WebSocket is closed; default 60 s */
    int64_t slow_ms;    /* without progress while data is queued; default 30 s */
    int64_t linger_ms;  /* for the client to close after we did; default 2 s */
};

#endif
