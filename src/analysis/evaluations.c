/* SPDX-License-Identifier: MIT */
#include "analysis/evaluations.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SEARCH_MS = 800,
    KNOWN_MAX = 2000, /* positions that are kept: about 1.2 MB; the oldest gives way */
    KEY_SIZE = 24
};

struct evaluations {
    struct server *server;
    struct map entries; /* struct entry by make_key() */
    struct list known;  /* the one used longest ago first */
    size_t known_count;
    struct list searched; /* entries whose search is not finished */
};

/* A position that is known or being searched. */
struct entry {
    struct list node;           /* in `known` or `searched` */
    struct evaluations *module; /* NULL: destroyed while the search went on */
    char key[KEY_SIZE];
    bool is_known; /* otherwise the engine's thread is writing to `evaluation` */
    struct evaluation evaluation;
    struct list waiters; /* of a search */
};

struct waiter {
    struct list node;
    evaluation_callback *callback;
    void *context;
};

static void make_key(const rk_position *pos, unsigned lines, char out[KEY_SIZE])
{
    snprintf(out, KEY_SIZE, "%016" PRIx64 "%u", pos->key, lines);
}

/* The entry of exactly this position: keys may collide. */
static struct entry *find_entry(const struct evaluations *module, const rk_position *pos,
                                unsigned lines)
{
    char key[KEY_SIZE];
    make_key(pos, lines, key);
    struct entry *entry = map_get(&module->entries, key);
    const bool is_same = entry && rk_position_same(&entry->evaluation.position, pos) &&
                         entry->evaluation.position.halfmove_clock == pos->halfmove_clock;
    return is_same ? entry : NULL;
}

static void free_waiters(struct entry *entry)
{
    while (!list_is_empty(&entry->waiters)) {
        struct waiter *waiter = LIST_OWNER(entry->waiters.next, struct waiter, node);
        list_remove(&waiter->node);
        free(waiter);
    }
}

static void forget_entry(struct evaluations *module, struct entry *entry)
{
    if (map_get(&module->entries, entry->key) == entry)
        map_remove(&module->entries, entry->key);
    list_remove(&entry->node);
    free_waiters(entry);
    free(entry);
}

// ---- the search is finished ------------------------------------------------------------------

static void answer_waiters(struct entry *entry)
{
    const struct evaluation *result = &entry->evaluation;
    struct list waiters;
    list_init(&waiters);
    list_move_all(&entry->waiters, &waiters);
    while (!list_is_empty(&waiters)) {
        struct waiter *waiter = LIST_OWNER(waiters.next, struct waiter, node);
        list_remove(&waiter->node);
        waiter->callback(waiter->context, result->line_count ? result : NULL);
        free(waiter);
    }
}

static void keep_entry(struct evaluations *module, struct entry *entry)
{
    entry->is_known = true;
    list_remove(&entry->node);
    list_add(&module->known, &entry->node);
    if (++module->known_count <= KNOWN_MAX)
        return;
    module->known_count--;
    forget_entry(module, LIST_OWNER(module->known.next, struct entry, node));
}

static void finish_search(struct evaluation *evaluation)
{
    struct entry *entry = LIST_OWNER(evaluation, struct entry, evaluation);
    struct evaluations *module = entry->module;
    if (!module) {
        free(entry);
        return;
    }
    answer_waiters(entry);
    if (evaluation->line_count)
        keep_entry(module, entry);
    else
        forget_entry(module, entry);
}

// ---- asking ----------------------------------------------------------------------------------

static struct entry *start_search(struct evaluations *module, const rk_position *pos,
                                  unsigned lines)
{
    struct server_env *env = &module->server->env;
    struct entry *entry = env->evaluate ? calloc(1, sizeof *entry) : NULL;
    if (!entry)
        return NULL;
    make_key(pos, lines, entry->key);
    list_init(&entry->node);
    list_init(&entry->waiters);
    entry->module = module;
    entry->evaluation = (struct evaluation){
        .position = *pos, .lines_wanted = lines, .max_ms = SEARCH_MS, .done = finish_search};
    // A different position with the same key is left alone; this one is then not kept.
    if (!map_get(&module->entries, entry->key) && !map_put(&module->entries, entry->key, entry)) {
        free(entry);
        return NULL;
    }
    list_add(&module->searched, &entry->node);
    if (env->evaluate(env->context, &entry->evaluation))
        return entry;
    forget_entry(module, entry);
    return NULL;
}

bool evaluations_has(const struct server *server, const rk_position *pos, unsigned lines)
{
    const struct entry *entry = find_entry(server->evaluations, pos, lines);
    return entry && entry->is_known;
}

void evaluations_find(struct server *server, const rk_position *pos, unsigned lines,
                      evaluation_callback *callback, void *context)
{
    struct evaluations *module = server->evaluations;
    struct entry *entry = find_entry(module, pos, lines);
    if (entry && entry->is_known) {
        list_remove(&entry->node);
        list_add(&module->known, &entry->node);
        callback(context, &entry->evaluation);
        return;
    }
    struct waiter *waiter = malloc(sizeof *waiter);
    if (waiter && !entry)
        entry = start_search(module, pos, lines);
    if (!waiter || !entry) {
        free(waiter);
        callback(context, NULL);
        return;
    }
    *waiter = (struct waiter){.callback = callback, .context = context};
    list_add(&entry->waiters, &waiter->node);
}

rk_err evaluations_create(struct server *server)
{
    struct evaluations *module = calloc(1, sizeof *module);
    if (!module)
        return RK_NO_MEMORY;
    module->server = server;
    map_init(&module->entries, server_random(server));
    list_init(&module->known);
    list_init(&module->searched);
    server->evaluations = module;
    return RK_OK;
}

/* The engine still has it; finish_search() frees it. */
static void abandon_search(struct entry *entry)
{
    list_remove(&entry->node);
    free_waiters(entry);
    entry->module = NULL;
}

void evaluations_destroy(struct server *server)
{
    struct evaluations *module = server->evaluations;
    if (!module)
        return;
    while (!list_is_empty(&module->searched))
        abandon_search(LIST_OWNER(module->searched.next, struct entry, node));
    while (!list_is_empty(&module->known))
        forget_entry(module, LIST_OWNER(module->known.next, struct entry, node));
    map_fini(&module->entries);
    free(module);
    server->evaluations = NULL;
}
