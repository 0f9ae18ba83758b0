/* SPDX-License-Identifier: MIT */
/* A full bucket is equivalent to no bucket, so refilled ones are freed once a minute. When the
 * table is full, the least recently used bucket is freed.
 *
 * For a shared limit, each node has its own bucket and also takes from it what clients take on
 * other nodes. A client that is served by several nodes in the same millisecond may get more than
 * the bucket holds; the bucket is then in debt, so that the client gets no more in the long run. A
 * node that cannot reach the others applies the limit alone. */
#include "core/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/milliseconds.h"
#include "core/address.h"
#include "core/limit_message.h"
#include "core/metrics.h"

enum {
    BUCKETS_MAX = 65536,
    SWEEP_MS = MINUTE_MS,
    UNITS = 1000, /* in a token */
    DEBT_MAX = 16 /* times what a bucket holds */
};

static const char subject[] = "limits";

enum limit_scope { PER_ADDRESS, PER_ACCOUNT, PER_CONNECTION };
enum limit_reach { LOCAL, SHARED };

static const struct rule {
    const char *key;
    int64_t burst, refill, seconds;
    enum limit_scope scope;
    enum limit_reach reach;
} rules[] = {
#define ROW(limit, key, burst, refill, seconds, scope, reach) \
    {key, burst, refill, seconds, scope, reach},
#include "core/limits.def"
};

struct bucket_entry {
    struct list node;
    struct bucket bucket;
    enum limit limit;
    char key[MAP_KEY_MAX + 1];
};

struct limits {
    struct map buckets;
    struct list order; /* the least recently used first */
    int64_t sweep_at;
    struct bus_subscription *subscription; /* NULL: there are no other nodes */
    bool is_publishing;                    /* messages that arrive now are our own */
};

const char *limit_key(enum limit limit)
{
    return rules[limit].key;
}

const char *limit_key_find(const char *key)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        if (!strcmp(rules[i].key, key))
            return rules[i].key;
    return NULL;
}

bool limit_is_per_address(enum limit limit)
{
    return rules[limit].scope == PER_ADDRESS;
}

// ---- one bucket ------------------------------------------------------------------------------

/* Refills the bucket up to `now`. Its time advances by the time that the gained units took, rounded
 * up: so a bucket gains the same however often it is refilled. */
static void bucket_refill(struct bucket *bucket, const struct rule *rule, int64_t now)
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

static unsigned refill_seconds(const struct rule *rule, int64_t units)
{
    const int64_t ms = (units * rule->seconds + rule->refill - 1) / rule->refill;
    return ms_to_seconds(ms);
}

unsigned bucket_take(struct bucket *bucket, enum limit limit, unsigned cost, int64_t now)
{
    const struct rule *rule = &rules[limit];
    bucket_refill(bucket, rule, now);
    const int64_t capacity = rule->burst * UNITS;
    const int64_t taken = cost > rule->burst ? capacity : (int64_t)cost * UNITS;
    if (bucket->used + taken > capacity)
        return refill_seconds(rule, bucket->used + taken - capacity);
    bucket->used += taken;
    return 0;
}

// ---- the table -------------------------------------------------------------------------------

static void bucket_free(struct limits *limits, struct bucket_entry *entry)
{
    map_remove(&limits->buckets, entry->key);
    list_remove(&entry->node);
    free(entry);
}

static void free_full_buckets(struct limits *limits, int64_t now)
{
    for (struct list *node = limits->order.next, *next; node != &limits->order; node = next) {
        struct bucket_entry *entry = LIST_OWNER(node, struct bucket_entry, node);
        next = node->next;
        bucket_refill(&entry->bucket, &rules[entry->limit], now);
        if (!entry->bucket.used)
            bucket_free(limits, entry);
    }
    limits->sweep_at = now + SWEEP_MS;
}

/* Writes what all nodes call the client. */
static void write_client(enum limit limit, const char *client, char out[LIMIT_CLIENT_MAX + 1])
{
    char key[ADDRESS_SIZE];
    if (rules[limit].scope == PER_ADDRESS)
        address_client_key(client, key);
    snprintf(out, LIMIT_CLIENT_MAX + 1, "%.*s", LIMIT_CLIENT_MAX,
             rules[limit].scope == PER_ADDRESS ? key : client);
}

static void write_bucket_key(enum limit limit, const char *client, char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "%d %.*s", (int)limit, LIMIT_CLIENT_MAX, client);
}

/* Finds or creates the bucket of a client as write_client() names it; NULL if out of memory. */
static struct bucket_entry *find_or_add_bucket(struct limits *limits, enum limit limit,
                                               const char *client)
{
    char key[MAP_KEY_MAX + 1];
    write_bucket_key(limit, client, key);
    struct bucket_entry *entry = map_get(&limits->buckets, key);
    if (entry) {
        list_remove(&entry->node);
        list_add(&limits->order, &entry->node);
        return entry;
    }
    if (limits->buckets.count >= BUCKETS_MAX)
        bucket_free(limits, LIST_OWNER(limits->order.next, struct bucket_entry, node));
    entry = calloc(1, sizeof *entry);
    if (!entry)
        return NULL;
    entry->limit = limit;
    memcpy(entry->key, key, sizeof key);
    list_add(&limits->order, &entry->node);
    if (map_put(&limits->buckets, key, entry))
        return entry;
    bucket_free(limits, entry);
    return NULL;
}

// ---- other nodes -----------------------------------------------------------------------------

static void publish_taken(struct server *server, enum limit limit, const char *client,
                          unsigned cost)
{
    struct limit_message message = {.cost = cost};
    struct buffer bytes = {0};
    snprintf(message.key, sizeof message.key, "%s", rules[limit].key);
    snprintf(message.client, sizeof message.client, "%s", client);
    limit_message_write(&message, &bytes);
    server->limits->is_publishing = true;
    if (!bytes.failed)
        bus_publish(server->bus, subject, bytes.bytes, bytes.size);
    server->limits->is_publishing = false;
    buffer_fini(&bytes);
}

/* False: this program does not know it. */
static bool find_shared_limit(const char *key, enum limit *out)
{
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        if (rules[i].reach == SHARED && !strcmp(rules[i].key, key)) {
            *out = (enum limit)i;
            return true;
        }
    return false;
}

static void on_taken_elsewhere(void *context, const struct bus_message *bytes)
{
    struct server *server = context;
    struct limit_message message;
    enum limit limit;
    if (server->limits->is_publishing || limit_message_parse(bytes->bytes, bytes->size, &message) ||
        !find_shared_limit(message.key, &limit))
        return;
    struct bucket_entry *entry = find_or_add_bucket(server->limits, limit, message.client);
    if (!entry)
        return; // out of memory: the client gets more tokens than it should
    const int64_t debt_max = DEBT_MAX * rules[limit].burst * UNITS;
    bucket_refill(&entry->bucket, &rules[limit], server->now);
    entry->bucket.used = min_ms(entry->bucket.used + (int64_t)message.cost * UNITS, debt_max);
}

// ---- taking ----------------------------------------------------------------------------------

unsigned limits_take(struct server *server, enum limit limit, const char *client, unsigned cost)
{
    struct limits *limits = server->limits;
    char name[LIMIT_CLIENT_MAX + 1];
    if (server->config.unlimited)
        return 0;
    if (server->now >= limits->sweep_at)
        free_full_buckets(limits, server->now);
    write_client(limit, client, name);
    struct bucket_entry *entry = find_or_add_bucket(limits, limit, name);
    const unsigned wait = entry ? bucket_take(&entry->bucket, limit, cost, server->now) : 1;
    if (wait)
        metrics_count_label(server->metrics, METRIC_RATE_LIMITED, limit);
    else if (limits->subscription && rules[limit].reach == SHARED)
        publish_taken(server, limit, name, cost);
    return wait;
}

/* Not sent to the other nodes: each node reads its own history when it starts. */
void limits_take_at(struct server *server, enum limit limit, const char *client, int64_t at)
{
    char name[LIMIT_CLIENT_MAX + 1];
    write_client(limit, client, name);
    struct bucket_entry *entry = find_or_add_bucket(server->limits, limit, name);
    if (entry)
        (void)bucket_take(&entry->bucket, limit, 1, at);
}

unsigned limits_check(struct server *server, enum limit limit, const char *client, unsigned cost)
{
    char key[MAP_KEY_MAX + 1], name[LIMIT_CLIENT_MAX + 1];
    write_client(limit, client, name);
    write_bucket_key(limit, name, key);
    const struct bucket_entry *entry = map_get(&server->limits->buckets, key);
    struct bucket bucket = entry ? entry->bucket : (struct bucket){.at = server->now};
    return server->config.unlimited ? 0 : bucket_take(&bucket, limit, cost, server->now);
}

// ---- the module ------------------------------------------------------------------------------

rk_err limits_create(struct server *server)
{
    struct limits *limits = calloc(1, sizeof *limits);
    if (!limits)
        return RK_NO_MEMORY;
    server->limits = limits;
    map_init(&limits->buckets, server_random(server));
    list_init(&limits->order);
    limits->sweep_at = server->now + SWEEP_MS;
    if (!bus_has_peers(server->bus))
        return RK_OK;
    limits->subscription = bus_subscribe(server->bus, subject, NULL, on_taken_elsewhere, server);
    return limits->subscription ? RK_OK : RK_NO_MEMORY;
}

void limits_destroy(struct server *server)
{
    struct limits *limits = server->limits;
    if (!limits)
        return;
    bus_unsubscribe(server->bus, limits->subscription);
    while (!list_is_empty(&limits->order))
        bucket_free(limits, LIST_OWNER(limits->order.next, struct bucket_entry, node));
    map_fini(&limits->buckets);
    free(limits);
    server->limits = NULL;
}
