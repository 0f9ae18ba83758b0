/* SPDX-License-Identifier: MIT */
#include "http/exchange_query.h"

#include "core/pending.h"

struct exchange_query {
    struct pending_request pending;
    struct exchange *exchange;
};

/* Returns NULL if out of memory, after responding with 503. */
static struct exchange_query *create_query(struct exchange *exchange, struct store_job *job)
{
    struct exchange_query *query = pending_create(&exchange->server->pending, sizeof *query);
    if (query) {
        query->exchange = exchange;
        return query;
    }
    store_job_destroy(job);
    exchange_refuse(exchange, REFUSED_BUSY, NULL);
    return NULL;
}

void exchange_read(struct exchange *exchange, struct store_job *job, store_done *done)
{
    struct exchange_query *query = create_query(exchange, job);
    if (query)
        store_read(exchange->server->store, job, done, query);
}

void exchange_write(struct exchange *exchange, struct store_job *job, store_done *done)
{
    struct exchange_query *query = create_query(exchange, job);
    if (query)
        store_write(exchange->server->store, job, done, query);
}

struct exchange *exchange_query_finish(void *context)
{
    struct exchange_query *query = context;
    struct exchange *exchange = query->pending.server ? query->exchange : NULL;
    pending_destroy(&query->pending);
    return exchange;
}

struct exchange *exchange_read_finish(void *context, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_query_finish(context);
    if (!exchange || outcome == STORE_DONE)
        return exchange;
    exchange_refuse(exchange, REFUSED_BUSY, NULL);
    return NULL;
}
