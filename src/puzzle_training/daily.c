/* SPDX-License-Identifier: MIT */
#include "puzzle_training/daily.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/milliseconds.h"
#include "core/pending.h"

struct daily_request {
    struct pending_request pending;
    int64_t day;
    daily_callback *callback;
    void *context;
};

static void finish_daily(struct daily_request *request, const char *id)
{
    daily_callback *callback = request->callback;
    void *context = request->context;
    pending_destroy(&request->pending);
    callback(context, id);
}

static void on_chosen(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct daily_request *request = context;
    if (!request->pending.server)
        pending_destroy(&request->pending);
    else if (outcome != STORE_DONE)
        finish_daily(request, NULL);
    else
        finish_daily(request, store_next_row(job) ? store_get_text(job, 0) : "");
}

static void query_daily(struct store_job *job, int64_t day)
{
    store_call(job, STORE_DAILY_PUZZLE);
    store_bind_integer(job, day);
}

/* The date decides from which id on a puzzle is looked for, so that days in a row get puzzles far
 * from each other. */
static void choose_daily(struct daily_request *request)
{
    char first[20];
    const uint64_t mixed = (uint64_t)request->day * UINT64_C(0x9e3779b97f4a7c15);
    struct store_job *job = store_job_create();
    snprintf(first, sizeof first, "%016" PRIx64, mixed);
    store_call(job, STORE_FREE_DAILY_PUZZLE);
    store_call(job, STORE_CHOOSE_DAILY_PUZZLE);
    store_bind_integer(job, request->day);
    store_bind_text(job, first);
    query_daily(job, request->day);
    store_write(request->pending.server->store, job, on_chosen, request);
}

static void on_known(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct daily_request *request = context;
    if (!request->pending.server)
        pending_destroy(&request->pending);
    else if (outcome != STORE_DONE)
        finish_daily(request, NULL);
    else if (store_next_row(job))
        finish_daily(request, store_get_text(job, 0));
    else
        choose_daily(request);
}

void daily_find(struct server *server, daily_callback *callback, void *context)
{
    struct daily_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, NULL);
        return;
    }
    request->day = server_date(server) / DAY_MS;
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    query_daily(job, request->day);
    store_read(server->store, job, on_known, request);
}
