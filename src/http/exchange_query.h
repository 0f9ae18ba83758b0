/* SPDX-License-Identifier: MIT */
/* A store job on behalf of an exchange. The server, and the exchange with it, may be destroyed
 * before the answer comes. */
#ifndef HTTP_EXCHANGE_QUERY_H
#define HTTP_EXCHANGE_QUERY_H

#include "http/exchange.h"
#include "store/job.h"
#include "store/store.h"

/* Start `job`, which they take; `done` passes its context to one of the functions below. When out
 * of memory they respond with 503, and `done` is not called. */
void exchange_read(struct exchange *exchange, struct store_job *job, store_done *done);
void exchange_write(struct exchange *exchange, struct store_job *job, store_done *done);

/* Call one of them exactly once from `done`. Returns the exchange; NULL if it has been destroyed.
 */
struct exchange *exchange_query_finish(void *context);
/* The same for a read. Also returns NULL if the read failed, after responding with 503. */
struct exchange *exchange_read_finish(void *context, enum store_outcome outcome);

#endif
