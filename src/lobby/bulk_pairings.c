/* SPDX-License-Identifier: MIT */
#include "lobby/bulk_pairings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lobby/bulk_games.h"
#include "lobby/bulk_table.h"
#include "rounds/rounds.h"

const struct bulk_pairing *bulk_find(const struct server *server, const char *id, const char *owner)
{
    const struct bulk_entry *entry = bulk_entry_find(server, id, owner);
    return entry ? &entry->bulk : NULL;
}

size_t bulk_list(const struct server *server, const char *owner, const struct bulk_pairing **out,
                 size_t max)
{
    size_t count = 0;
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->previous; node != all; node = node->previous) {
        if (strcmp(bulk_entry_at(node)->bulk.owner, owner) != 0)
            continue;
        if (count < max)
            out[count] = &bulk_entry_at(node)->bulk;
        count++;
    }
    return count;
}

// ---- scheduling ------------------------------------------------------------------------------

static void choose_id(struct server *server, char out[GAME_ID_SIZE + 1])
{
    do
        server_make_id(server, out);
    while (rounds_find(server, out));
}

/* An entry that is in no list yet; NULL: out of memory. */
static struct bulk_entry *create_entry(struct server *server, const struct bulk_params *params,
                                       int64_t pair_at)
{
    struct bulk_entry *entry = calloc(1, sizeof *entry);
    struct bulk_game *games = calloc(params->count, sizeof *games);
    if (!entry || !games) {
        free(entry);
        free(games);
        return NULL;
    }
    struct bulk_pairing *bulk = &entry->bulk;
    list_init(&entry->node);
    entry->server = server;
    choose_id(server, bulk->id);
    bulk->settings = *params->settings;
    bulk->scheduled_at = server_date(server);
    bulk->pair_at = pair_at;
    bulk->start_clocks_at = params->start_clocks_at;
    bulk->count = params->count;
    bulk->games = games;
    memcpy(games, params->games, params->count * sizeof *games);
    for (size_t i = 0; i < bulk->count; i++)
        choose_id(server, games[i].id);
    snprintf(bulk->owner, sizeof bulk->owner, "%s", params->by->id);
    snprintf(bulk->owner_name, sizeof bulk->owner_name, "%s", params->by->name);
    snprintf(bulk->message, sizeof bulk->message, "%s",
             params->message ? params->message : "Your game with {opponent} is ready: {game}.");
    return entry;
}

struct bulk_request {
    struct pending_request pending;
    struct bulk_entry *entry;
    bulk_callback *callback;
    void *context;
};

static void finish_schedule(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    const struct bulk_request request = *(struct bulk_request *)context;
    struct server *server = request.pending.server;
    pending_destroy(context);
    if (!server)
        return; // the entry was freed with the module
    const struct reply reply =
        reply_make(outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE, NULL);
    request.entry->busy = false;
    request.callback(request.context, &reply, outcome == STORE_DONE ? &request.entry->bulk : NULL);
    if (outcome == STORE_DONE)
        bulk_entry_schedule(request.entry);
    else if (outcome == STORE_UNKNOWN)
        bulk_entry_delete(request.entry); // its row may be there
    else
        bulk_entry_free(request.entry);
}

static struct bulk_request *create_request(struct bulk_entry *entry, bulk_callback *callback,
                                           void *context)
{
    struct bulk_request *request =
        pending_create(&entry->server->bulk_pairings->pending, sizeof *request);
    if (!request)
        return NULL;
    request->entry = entry;
    request->callback = callback;
    request->context = context;
    entry->busy = true;
    return request;
}

static void refuse_bulk(enum refusal refusal, const char *why, bulk_callback *callback,
                        void *context)
{
    const struct reply reply = reply_make(refusal, why);
    callback(context, &reply, NULL);
}

void bulk_schedule(struct server *server, const struct bulk_params *params, bulk_callback *callback,
                   void *context)
{
    const int64_t now = server_date(server);
    const int64_t pair_at = params->pair_at > now ? params->pair_at : now;
    struct reply reply;
    char text[200];
    if (!bulk_may_schedule(server, params, pair_at, &reply, text, sizeof text)) {
        callback(context, &reply, NULL);
        return;
    }
    struct bulk_entry *entry = create_entry(server, params, pair_at);
    struct bulk_request *request = entry ? create_request(entry, callback, context) : NULL;
    if (!request) {
        if (entry)
            bulk_entry_free(entry);
        refuse_bulk(REFUSED_BUSY, NULL, callback, context);
        return;
    }
    list_add(&server->bulk_pairings->all, &entry->node);
    struct store_job *job = store_job_create();
    bulk_add_row(job, STORE_ADD_BULK, &entry->bulk);
    store_write(server->store, job, finish_schedule, request);
}

// ---- cancelling ------------------------------------------------------------------------------

static void finish_cancel(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    const struct bulk_request request = *(struct bulk_request *)context;
    struct server *server = request.pending.server;
    pending_destroy(context);
    if (!server)
        return;
    const bool done = !store_has_failed(outcome);
    const struct reply reply = reply_make(done ? NOT_REFUSED : REFUSED_STORE, NULL);
    request.entry->busy = false;
    request.callback(request.context, &reply, done ? &request.entry->bulk : NULL);
    if (done)
        bulk_entry_free(request.entry);
    else
        bulk_entry_schedule(request.entry);
}

void bulk_cancel(struct server *server, const char *id, const char *owner, bulk_callback *callback,
                 void *context)
{
    struct bulk_entry *entry = bulk_entry_find(server, id, owner);
    if (!entry) {
        refuse_bulk(REFUSED_NOT_FOUND, "no such bulk pairing", callback, context);
        return;
    }
    if (entry->busy || entry->bulk.paired_at) {
        refuse_bulk(REFUSED_NOT_NOW, "the games have already been created", callback, context);
        return;
    }
    struct bulk_request *request = create_request(entry, callback, context);
    if (!request) {
        refuse_bulk(REFUSED_BUSY, NULL, callback, context);
        return;
    }
    timer_stop(&server->timers, &entry->timer);
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_BULK);
    store_bind_text(job, entry->bulk.id);
    store_write(server->store, job, finish_cancel, request);
}

// ---- the module ------------------------------------------------------------------------------

static void load_row(struct server *server, const struct store_job *row)
{
    rk_fault fault = {.text = "out of memory"};
    struct bulk_entry *entry = calloc(1, sizeof *entry);
    if (!entry || bulk_read_row(row, &entry->bulk, &fault)) {
        log_line(server->log, LOG_WARNING, "cannot read bulk pairing %s: %s",
                 store_get_text(row, 0), fault.text);
        free(entry);
        return;
    }
    entry->server = server;
    list_init(&entry->node);
    list_add(&server->bulk_pairings->all, &entry->node);
    bulk_entry_schedule(entry);
}

static bool is_known(const struct server *server, const char *id)
{
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all; node = node->next)
        if (!strcmp(bulk_entry_at(node)->bulk.id, id))
            return true;
    return false;
}

static void apply_bulks(struct server *server, struct store_job *job)
{
    while (shard_is_ours(server, SHARD_LOBBY) && store_next_row(job))
        if (!is_known(server, store_get_text(job, 0)))
            load_row(server, job);
}

static void on_bulks_gained(struct shards_listener *listener, unsigned shard, int64_t alive_until)
{
    (void)alive_until;
    struct bulk_pairings *bulks = LIST_OWNER(listener, struct bulk_pairings, shards);
    if (shard != SHARD_LOBBY)
        return;
    bulks->stored.done = false;
    stored_state_load(bulks->server, &bulks->stored);
}

/* Those that are being written are freed by their timer. */
static void on_bulks_lost(struct shards_listener *listener, unsigned shard)
{
    struct list *all = &LIST_OWNER(listener, struct bulk_pairings, shards)->all;
    for (struct list *node = all->next, *next; shard == SHARD_LOBBY && node != all; node = next) {
        next = node->next;
        if (!bulk_entry_at(node)->busy)
            bulk_entry_free(bulk_entry_at(node));
    }
}

static bool on_bulks_release(struct shards_listener *listener, unsigned shard)
{
    const struct bulk_pairings *bulks = LIST_OWNER(listener, struct bulk_pairings, shards);
    return shard != SHARD_LOBBY || list_is_empty(&bulks->pending.requests);
}

rk_err bulk_pairings_create(struct server *server)
{
    server->bulk_pairings = calloc(1, sizeof *server->bulk_pairings);
    if (!server->bulk_pairings)
        return RK_NO_MEMORY;
    list_init(&server->bulk_pairings->all);
    pending_list_init(&server->bulk_pairings->pending, server);
    server->bulk_pairings->stored = (struct stored_state){
        .what = "bulk pairings", .statement = STORE_BULKS, .apply = apply_bulks};
    server->bulk_pairings->server = server;
    server->bulk_pairings->shards = (struct shards_listener){
        .on_gained = on_bulks_gained, .on_lost = on_bulks_lost, .on_release = on_bulks_release};
    shards_listen(server, &server->bulk_pairings->shards);
    return RK_OK;
}

bool bulk_pairings_ready(const struct server *server)
{
    return server->bulk_pairings->stored.done || !shard_is_ours(server, SHARD_LOBBY);
}

void bulk_pairings_destroy(struct server *server)
{
    struct bulk_pairings *bulks = server->bulk_pairings;
    if (!bulks)
        return;
    stored_state_stop(server, &bulks->stored);
    pending_cancel_all(&bulks->pending);
    while (!list_is_empty(&bulks->all))
        bulk_entry_free(bulk_entry_at(bulks->all.next));
    list_remove(&bulks->shards.node);
    free(bulks);
    server->bulk_pairings = NULL;
}
