/* SPDX-License-Identifier: MIT */
#include "accounts/callers.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "core/pending.h"

enum { CALLERS_MAX = 65536, REMEMBERED_MS = 60000, KEY_SIZE = 44 };

struct kept_caller {
    struct list node;
    struct caller caller;
    int64_t until;
};

struct callers {
    struct map map;
    struct list order;  /* who is forgotten next comes first */
    uint64_t forgotten; /* how often somebody was */
};

_Static_assert(KEY_SIZE ==
                   sodium_base64_ENCODED_LEN(HASH_SIZE, sodium_base64_VARIANT_ORIGINAL_NO_PADDING),
               "the size of a hash as text");

static void key_of(const uint8_t hash[HASH_SIZE], char out[KEY_SIZE])
{
    sodium_bin2base64(out, KEY_SIZE, hash, HASH_SIZE, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
}

rk_err callers_create(struct server *server)
{
    server->callers = calloc(1, sizeof *server->callers);
    if (!server->callers)
        return RK_NO_MEMORY;
    map_init(&server->callers->map, server_random(server));
    list_init(&server->callers->order);
    return RK_OK;
}

static void drop(struct callers *callers, struct kept_caller *kept)
{
    char key[KEY_SIZE];
    key_of(kept->caller.hash, key);
    map_remove(&callers->map, key);
    list_remove(&kept->node);
    free(kept);
}

static struct kept_caller *first(struct callers *callers)
{
    return LIST_OWNER(callers->order.next, struct kept_caller, node);
}

void callers_destroy(struct server *server)
{
    struct callers *callers = server->callers;
    if (!callers)
        return;
    while (!list_is_empty(&callers->order))
        drop(callers, first(callers));
    map_fini(&callers->map);
    free(callers);
    server->callers = NULL;
}

static void drop_old(struct callers *callers, int64_t now)
{
    while (!list_is_empty(&callers->order) && first(callers)->until <= now)
        drop(callers, first(callers));
}

// ---- finding one -----------------------------------------------------------------------------

/* NULL: the store must be asked. */
static const struct caller *find(struct server *server, const uint8_t hash[HASH_SIZE])
{
    char key[KEY_SIZE];
    key_of(hash, key);
    drop_old(server->callers, server->now);
    const struct kept_caller *kept = map_get(&server->callers->map, key);
    if (!kept || (kept->caller.expires_at && kept->caller.expires_at <= server->now))
        return NULL;
    return &kept->caller;
}

/* Whom the store found. If somebody was forgotten since it was asked, its answer may be from before
 * that, and is not remembered. */
static void keep(struct server *server, const struct caller *caller, uint64_t asked)
{
    struct callers *callers = server->callers;
    char key[KEY_SIZE];
    key_of(caller->hash, key);
    if (asked != callers->forgotten || map_get(&callers->map, key))
        return;
    drop_old(callers, server->now);
    if (callers->map.count >= CALLERS_MAX)
        drop(callers, first(callers));
    struct kept_caller *kept = calloc(1, sizeof *kept);
    if (!kept)
        return;
    kept->caller = *caller;
    kept->until = server->now + REMEMBERED_MS;
    list_add(&callers->order, &kept->node);
    if (!map_put(&callers->map, key, kept))
        drop(callers, kept);
}

struct question {
    struct pending_request pending;
    accounts_caller *then;
    void *context;
    uint64_t asked; /* how often somebody had been forgotten then */
    callers_read *read;
    struct caller caller;
};

static void answer(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct question *question = context;
    struct server *server = question->pending.server;
    if (server) {
        struct caller known = question->caller;
        if (outcome == STORE_DONE && store_next_row(job) && question->read(server, job, &known)) {
            question->caller = known;
            keep(server, &known, question->asked);
        }
        question->then(question->context, &question->caller);
    }
    pending_destroy(&question->pending);
}

void callers_search(struct server *server, const struct callers_search *search,
                    accounts_caller *then, void *context)
{
    const struct caller *known = find(server, search->nobody.hash);
    struct question *question = known ? NULL : pending_create(&server->pending, sizeof *question);
    if (!question) {
        const struct caller caller = known ? *known : search->nobody;
        then(context, &caller);
        return;
    }
    question->then = then;
    question->context = context;
    question->asked = server->callers->forgotten;
    question->read = search->read;
    question->caller = search->nobody;
    struct store_job *job = store_job_create();
    store_call(job, search->statement);
    store_bind_bytes(job, search->nobody.hash, HASH_SIZE);
    store_read(server->store, job, answer, question);
}

// ---- forgetting ------------------------------------------------------------------------------

void callers_forget(struct server *server, const uint8_t hash[HASH_SIZE])
{
    char key[KEY_SIZE];
    key_of(hash, key);
    server->callers->forgotten++;
    struct kept_caller *kept = map_get(&server->callers->map, key);
    if (kept)
        drop(server->callers, kept);
}

void callers_forget_person(struct server *server, const char *id)
{
    struct callers *callers = server->callers;
    callers->forgotten++;
    for (struct list *node = callers->order.next, *next; node != &callers->order; node = next) {
        struct kept_caller *kept = LIST_OWNER(node, struct kept_caller, node);
        next = node->next;
        if (!strcmp(kept->caller.who.id, id))
            drop(callers, kept);
    }
}
