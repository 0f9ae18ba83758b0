/* SPDX-License-Identifier: MIT */
/* The frames that a game's spectators still have to receive. */
#ifndef ROUNDS_SPECTATOR_QUEUE_H
#define ROUNDS_SPECTATOR_QUEUE_H

#include "rounds/round_internal.h"

/* Queues a frame; version 0: not an event of the journal. Does nothing without spectators. */
void spectator_queue_add(struct watchers *watchers, struct shared_buffer *frame, size_t version);
void spectator_queue_drop_oldest(struct watchers *watchers);
void spectator_queue_clear(struct watchers *watchers);

/* A spectator leaves: the next one is served instead. */
void spectator_queue_skip(struct watchers *watchers, const struct list *node);

#endif
