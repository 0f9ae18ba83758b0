/* SPDX-License-Identifier: MIT */
#include "support/refund.h"

#include "support/board.h"

struct refund_call {
    struct harness *harness;
    struct refund_summary summary;
    bool done;
};

static void record_summary(void *context, const struct refund_summary *summary)
{
    struct refund_call *call = context;
    assert_non_null(summary);
    call->summary = *summary;
    call->done = true;
}

static void write_alone(void *context, const struct refund_summary *summary, struct store_job *job,
                        store_done *done, void *done_context)
{
    const struct refund_call *call = context;
    (void)summary;
    store_write(call->harness->server->store, job, done, done_context);
}

struct refund_summary harness_refund(struct harness *harness, const char *cheater)
{
    struct refund_call call = {.harness = harness};
    ratings_refund(harness->server, cheater, write_alone, record_summary, &call);
    harness_settle(harness);
    assert_true(call.done);
    return call.summary;
}
