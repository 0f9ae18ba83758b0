/* SPDX-License-Identifier: MIT */
/* A bucket that has filled up again says nothing and is forgotten; if there are
 * too many, the one that was not used for longest goes. */
#include "core/limits.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/milliseconds.h"

enum {
    BUCKETS_MAX = 65536,
    SWEEP_MS = MINUTE_MS,
    UNIT = 1000 /* of a token */
};

enum whom { PER_ADDRESS, PER_ACCOUNT, PER_CONNECTION };

static const struct rule {
    const char *key;
    int64_t burst, refill, seconds;
    enum whom whom;
} rules[] = {
#define ROW(limit, key, burst, refill, seconds, whom) {key, burst, refill, seconds, whom},
#include "core/limits.def"
};

struct kept_bucket {
    struct list node;
    struct bucket bucket;
    enum limit limit;
    char key[MAP_KEY_MAX + 1];
};

struct limits {
    struct map buckets;
    struct list order; /* who was asked for longest ago comes first */
    int64_t sweep_at;
};

const char *limit_key(enum limit limit)
{
    return rules[limit].key;
}

bool limit_is_per_address(enum limit limit)
{
    return rules[limit].whom == PER_ADDRESS;
}

// ---- one bucket ------------------------------------------------------------------------------

/* Lets it refill up to now. The time goes on only by whole units, rounded up: often asked, it
 * neither stands still nor runs ahead. */
static void refill(struct bucket *bucket, const struct rule *rule, int64_t now)
{
    const int64_t passed = now > bucket->at ? now - bucket->at : 0;
    const int64_t gained = passed * rule->refill / rule->seconds;
    if (gained >= bucket->used) {
        *bucket = (struct bucket){.at = now};
        return;
    }
    bucket->used -= gained;
    bucket->at += (gained * rule->seconds + rule->refill - 1) / rule->refill;
}

static unsigned seconds_for(const struct rule *rule, int64_t units)
{
    const int64_t ms = (units * rule->seconds + rule->refill - 1) / rule->refill;
    return ms_to_seconds(ms);
}

unsigned bucket_take(struct bucket *bucket, enum limit limit, unsigned cost, int64_t now)
{
    const struct rule *rule = &rules[limit];
    refill(bucket, rule, now);
    const int64_t most = rule->burst * UNIT;
    const int64_t wanted = cost > rule->burst ? most : (int64_t)cost * UNIT;
    if (bucket->used + wanted > most)
        return seconds_for(rule, bucket->used + wanted - most);
    bucket->used += wanted;
    return 0;
}

// ---- all of them -----------------------------------------------------------------------------

rk_err limits_create(struct server *server)
{
    server->limits = calloc(1, sizeof *server->limits);
    if (!server->limits)
        return RK_NO_MEMORY;
    map_init(&server->limits->buckets, server_random(server));
    list_init(&server->limits->order);
    server->limits->sweep_at = server->now + SWEEP_MS;
    return RK_OK;
}

static void forget(struct limits *limits, struct kept_bucket *kept)
{
    map_remove(&limits->buckets, kept->key);
    list_remove(&kept->node);
    free(kept);
}

void limits_destroy(struct server *server)
{
    struct limits *limits = server->limits;
    if (!limits)
        return;
    while (!list_is_empty(&limits->order))
        forget(limits, LIST_OWNER(limits->order.next, struct kept_bucket, node));
    map_fini(&limits->buckets);
    free(limits);
    server->limits = NULL;
}

static void forget_full(struct limits *limits, int64_t now)
{
    for (struct list *node = limits->order.next, *next; node != &limits->order; node = next) {
        struct kept_bucket *kept = LIST_OWNER(node, struct kept_bucket, node);
        next = node->next;
        refill(&kept->bucket, &rules[kept->limit], now);
        if (!kept->bucket.used)
            forget(limits, kept);
    }
    limits->sweep_at = now + SWEEP_MS;
}

/* Whoever has one IPv6 address has 2^64 of them: they count as one. An IPv4 address
 * in IPv6's dress is an IPv4 address. */
static void key_of(enum limit limit, const char *whom, char out[MAP_KEY_MAX + 1])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    unsigned char b[16];
    const size_t size = MAP_KEY_MAX + 1;
    if (rules[limit].whom != PER_ADDRESS || inet_pton(AF_INET6, whom, b) != 1)
        snprintf(out, size, "%d %s", (int)limit, whom);
    else if (!memcmp(b, mapped, sizeof mapped))
        snprintf(out, size, "%d %d.%d.%d.%d", (int)limit, b[12], b[13], b[14], b[15]);
    else
        snprintf(out, size, "%d %02x%02x:%02x%02x:%02x%02x:%02x%02x", (int)limit, b[0], b[1], b[2],
                 b[3], b[4], b[5], b[6], b[7]);
}

/* NULL when memory has run out. */
static struct kept_bucket *bucket_of(struct limits *limits, enum limit limit, const char *whom)
{
    char key[MAP_KEY_MAX + 1];
    key_of(limit, whom, key);
    struct kept_bucket *kept = map_get(&limits->buckets, key);
    if (kept) {
        list_remove(&kept->node);
        list_add(&limits->order, &kept->node);
        return kept;
    }
    if (limits->buckets.count >= BUCKETS_MAX)
        forget(limits, LIST_OWNER(limits->order.next, struct kept_bucket, node));
    kept = calloc(1, sizeof *kept);
    if (!kept)
        return NULL;
    kept->limit = limit;
    memcpy(kept->key, key, sizeof key);
    list_add(&limits->order, &kept->node);
    if (map_put(&limits->buckets, key, kept))
        return kept;
    forget(limits, kept);
    return NULL;
}

unsigned limits_take(struct server *server, enum limit limit, const char *whom, unsigned cost)
{
    struct limits *limits = server->limits;
    if (server->config.unlimited)
        return 0;
    if (server->now >= limits->sweep_at)
        forget_full(limits, server->now);
    struct kept_bucket *kept = bucket_of(limits, limit, whom);
    return kept ? bucket_take(&kept->bucket, limit, cost, server->now) : 1;
}

unsigned limits_check(struct server *server, enum limit limit, const char *whom, unsigned cost)
{
    char key[MAP_KEY_MAX + 1];
    key_of(limit, whom, key);
    const struct kept_bucket *kept = map_get(&server->limits->buckets, key);
    struct bucket bucket = kept ? kept->bucket : (struct bucket){.at = server->now};
    return server->config.unlimited ? 0 : bucket_take(&bucket, limit, cost, server->now);
}
