/* SPDX-License-Identifier: MIT */
#include "rounds/spectator_queue.h"

#include "base/shared_buffer.h"

void spectator_queue_drop_oldest(struct watchers *watchers)
{
    shared_buffer_unref(watchers->queue[watchers->first].frame);
    watchers->first = (watchers->first + 1) % FRAME_QUEUE_MAX;
    watchers->count--;
}

void spectator_queue_clear(struct watchers *watchers)
{
    while (watchers->count)
        spectator_queue_drop_oldest(watchers);
    watchers->served = NULL;
    list_remove(&watchers->sending);
}

void spectator_queue_add(struct watchers *watchers, struct shared_buffer *frame, size_t version)
{
    if (list_is_empty(&watchers->spectators) || !frame)
        return;
    if (watchers->count == FRAME_QUEUE_MAX)
        spectator_queue_drop_oldest(watchers);
    watchers->queue[(watchers->first + watchers->count++) % FRAME_QUEUE_MAX] =
        (struct queued_frame){.frame = shared_buffer_ref(frame), .version = version};
    watchers->last_number++;
    if (!watchers->served) {
        watchers->served = watchers->spectators.next;
        watchers->pass_number = watchers->last_number;
        list_add(&watchers->round->server->rounds->sending, &watchers->sending);
    }
}

void spectator_queue_skip(struct watchers *watchers, const struct list *node)
{
    if (watchers->served == node)
        watchers->served = node->next;
}
