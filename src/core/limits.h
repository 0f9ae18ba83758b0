/* SPDX-License-Identifier: MIT */
/* Token buckets, all in one table: limits.def. At most 65,536 are kept; of an IPv6
 * address the first half counts. */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

#include "core/state.h"

enum limit {
#define ROW(limit, key, burst, refill, seconds, whom) limit,
#include "core/limits.def"
    LIMIT_COUNT
};

/* One bucket, for connections that keep their own. All zeros is a full one. */
struct bucket {
    int64_t at;   /* when it was last looked at */
    int64_t used; /* thousandths of a token, at that time */
};

RK_MUST_USE rk_err limits_create(struct server *server);
void limits_destroy(struct server *server);

/* Takes `cost` tokens for `whom` (an address or an id). Returns 0, or after how
 * many seconds there will be enough; then nothing was taken. More than the burst
 * cannot be had: such a cost takes all of it. */
unsigned limits_take(struct server *server, enum limit limit, const char *whom, unsigned cost);
/* What limits_take() would say; nothing is taken. */
unsigned limits_check(struct server *server, enum limit limit, const char *whom, unsigned cost);
unsigned bucket_take(struct bucket *bucket, enum limit limit, unsigned cost, int64_t now);

const char *limit_key(enum limit limit); /* static storage */
bool limit_is_per_address(enum limit limit);

#endif
