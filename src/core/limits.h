/* SPDX-License-Identifier: MIT */
/* Rate limits: token buckets, one per limit of limits.def and client. At most 65,536 buckets are
 * kept. Clients with the same /64 of IPv6 addresses share theirs. SHARED limits apply to all nodes
 * together: the nodes notify each other of the tokens they take. */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

#include "core/state.h"

enum limit {
#define ROW(limit, key, burst, refill, seconds, scope, reach) limit,
#include "core/limits.def"
    LIMIT_COUNT
};

/* A bucket, for connections that have their own. All zeros is a full one. */
struct bucket {
    int64_t at;   /* when it was last refilled */
    int64_t used; /* thousandths of a token missing then */
};

RK_MUST_USE rk_err limits_create(struct server *server);
void limits_destroy(struct server *server);

/* Takes `cost` tokens from the bucket of `client` (an address or an account's id). Returns 0, or
 * takes nothing and returns in how many seconds there are enough. A cost above the burst takes the
 * whole bucket. */
unsigned limits_take(struct server *server, enum limit limit, const char *client, unsigned cost);
/* Takes one token for something that happened at that time, as if it had been counted then. */
void limits_take_at(struct server *server, enum limit limit, const char *client, int64_t at);
/* Returns what limits_take() would return, without taking tokens. */
unsigned limits_check(struct server *server, enum limit limit, const char *client, unsigned cost);
unsigned bucket_take(struct bucket *bucket, enum limit limit, unsigned cost, int64_t now);

const char *limit_key(enum limit limit); /* static storage */
/* The same key, from a text that another node sent; NULL: there is no such limit. */
const char *limit_key_find(const char *key);
bool limit_is_per_address(enum limit limit);

#endif
