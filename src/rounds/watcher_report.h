/* SPDX-License-Identifier: MIT */
#ifndef ROUNDS_WATCHER_REPORT_H
#define ROUNDS_WATCHER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

/* The people on one node who follow a game. It is sent whole when it changes, and numbered, so that
 * a message that is lost, duplicated or late does no harm. */
struct watcher_report {
    uint64_t number;         /* of this message among those of its node */
    bool is_present[2];      /* the player is connected */
    bool by_stream[2];       /* the last connection was a stream of the HTTP API */
    bool left_on_purpose[2]; /* the client said that it leaves */
    uint32_t spectators;     /* how many */
    uint64_t version;        /* of the game that the node has */
    bool is_gone;            /* it has no copy of the game any more */
};

#endif
