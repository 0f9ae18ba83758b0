/* SPDX-License-Identifier: MIT */
#include "store/last_heartbeat.h"

#include <time.h>

struct answer {
    bool read, failed;
    struct last_heartbeat heartbeat;
};

static void take_heartbeat(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct answer *answer = context;
    answer->read = true;
    answer->failed = outcome != STORE_DONE || !store_next_row(job);
    if (!answer->failed)
        answer->heartbeat = (struct last_heartbeat){.at = store_get_integer(job, 0),
                                                    .store_ms = store_get_integer(job, 1)};
}

rk_err last_heartbeat_read(struct store *store, struct last_heartbeat *out)
{
    struct answer answer = {.read = false};
    struct store_job *job = store_job_create();
    store_call(job, STORE_LAST_HEARTBEAT);
    store_read(store, job, take_heartbeat, &answer);
    while (!answer.read) {
        const struct timespec millisecond = {0, 1000000};
        store_poll(store);
        if (!answer.read)
            nanosleep(&millisecond, NULL);
    }
    if (answer.failed)
        return RK_CANNOT_READ;
    *out = answer.heartbeat;
    return RK_OK;
}
