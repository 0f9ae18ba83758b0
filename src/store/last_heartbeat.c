/* SPDX-License-Identifier: MIT */
#include "store/last_heartbeat.h"

#include <time.h>

struct last_heartbeat {
    bool read, failed;
    int64_t at;
};

static void take_heartbeat(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct last_heartbeat *heartbeat = context;
    heartbeat->read = true;
    heartbeat->failed = outcome != STORE_DONE;
    if (!heartbeat->failed && store_next_row(job))
        heartbeat->at = store_get_integer(job, 0);
}

rk_err last_heartbeat_read(struct store *store, int64_t *out)
{
    struct last_heartbeat heartbeat = {.read = false};
    struct store_job *job = store_job_create();
    store_call(job, STORE_LAST_HEARTBEAT);
    store_read(store, job, take_heartbeat, &heartbeat);
    while (!heartbeat.read) {
        const struct timespec millisecond = {0, 1000000};
        store_poll(store);
        if (!heartbeat.read)
            nanosleep(&millisecond, NULL);
    }
    if (heartbeat.failed)
        return RK_CANNOT_READ;
    *out = heartbeat.at;
    return RK_OK;
}
