/* SPDX-License-Identifier: MIT */
#include "moderation/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/invalidation.h"
#include "core/pending.h"
#include "moderation/effects.h"

enum { ATTEMPTS_MAX = 20, ENTRIES_PAGE = 100 };

struct audit {
    struct pending_list pending; /* writes, and reads of new entries */
    struct list waiting;         /* writes, the oldest first; one at a time is under way */
    bool writing;
    bool ready;
    int64_t applied; /* the last entry whose effect has taken place */
    struct timer poll;
    bool is_reading;      /* new entries */
    bool must_read_again; /* an entry may have been added after the current read began */
    struct invalidation_listener invalidations;
};

/* A write that waits for its turn, or for the store. */
struct audit_request {
    struct pending_request pending;
    struct list waiting;
    char actor[AUDIT_ACTOR_MAX + 1], action[32], target[AUDIT_TARGET_MAX + 1];
    char *details;
    struct store_job *job; /* its calls are copied for each attempt */
    store_done *done;
    void *context;
    unsigned attempts;
    struct audit_head head;    /* that the last attempt followed */
    struct audit_head written; /* the head after it */
};

static void release_request(struct pending_request *pending)
{
    struct audit_request *request = LIST_OWNER(pending, struct audit_request, pending);
    store_job_destroy(request->job);
    free(request->details);
}

// ---- new entries -----------------------------------------------------------------------------

static void find_new_entries(struct server *server);

static void apply_entry(struct server *server, int64_t sequence, const struct audit_entry *entry)
{
    server->audit->applied = sequence;
    effects_apply(server, entry);
}

static void apply_new_entries(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *pending = context;
    struct server *server = pending->server;
    size_t count = 0;
    pending_destroy(pending);
    if (!server)
        return;
    server->audit->is_reading = false;
    while (outcome == STORE_DONE && store_next_row(job)) {
        const struct audit_record record = audit_record_from_row(job);
        count++;
        if (record.sequence >
            server->audit->applied) // not one that this server has written in the meantime
            apply_entry(server, record.sequence, &record.entry);
    }
    if (count == ENTRIES_PAGE || server->audit->must_read_again)
        find_new_entries(server);
}

static void find_new_entries(struct server *server)
{
    struct audit *audit = server->audit;
    audit->must_read_again = audit->is_reading;
    struct pending_request *pending =
        audit->is_reading ? NULL : pending_create(&audit->pending, sizeof *pending);
    if (!pending)
        return; // the next read finds them
    audit->is_reading = true;
    struct store_job *job = store_job_create();
    store_call(job, STORE_AUDIT_AFTER);
    store_bind_integer(job, audit->applied);
    store_bind_integer(job, ENTRIES_PAGE);
    store_read(server->store, job, apply_new_entries, pending);
}

static void poll_entries(void *context)
{
    struct server *server = context;
    find_new_entries(server);
    if (!timer_set(&server->timers, &server->audit->poll, server->now + server->config.poll_ms,
                   poll_entries, server))
        log_line(server->log, LOG_ERROR,
                 "out of memory: changes by rookery admin take effect at the next start");
}

// ---- other nodes -----------------------------------------------------------------------------

static void publish_entry(struct server *server, int64_t sequence)
{
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)sequence);
    invalidation_publish(server, INVALIDATE_AUDIT_LOG, key);
}

static void on_written_elsewhere(struct invalidation_listener *listener, const char *sequence)
{
    struct server *server = listener->server;
    if (server->audit->ready && strtoll(sequence, NULL, 10) > server->audit->applied)
        find_new_entries(server);
}

static void on_maybe_written(struct invalidation_listener *listener)
{
    if (listener->server->audit->ready)
        find_new_entries(listener->server);
}

// ---- starting and stopping -------------------------------------------------------------------

static void read_start(void *context);

static void retry_start(struct server *server)
{
    log_line(server->log, LOG_ERROR, "cannot read the end of the audit log; trying again");
    (void)timer_set(&server->timers, &server->audit->poll, server->now + SECOND_MS, read_start,
                    server);
}

static void finish_start(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *pending = context;
    struct server *server = pending->server;
    pending_destroy(pending);
    if (!server)
        return;
    if (outcome != STORE_DONE || !store_next_row(job)) {
        retry_start(server);
        return;
    }
    char hash[AUDIT_HEX_SIZE];
    const struct audit_head head = audit_head_from_row(job);
    audit_hash_write(head.hash, hash);
    log_line(server->log, LOG_INFO, "the audit log ends with entry %lld:%s",
             (long long)head.sequence, hash);
    server->audit->applied = head.sequence;
    server->audit->ready = true;
    poll_entries(server);
}

static void read_head(struct server *server, store_done *done, void *context)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_AUDIT_HEAD);
    store_read(server->store, job, done, context);
}

static void read_start(void *context)
{
    struct server *server = context;
    struct pending_request *pending = pending_create(&server->audit->pending, sizeof *pending);
    if (pending)
        read_head(server, finish_start, pending);
    else
        retry_start(server);
}

rk_err audit_create(struct server *server)
{
    server->audit = calloc(1, sizeof *server->audit);
    if (!server->audit)
        return RK_NO_MEMORY;
    pending_list_init(&server->audit->pending, server);
    list_init(&server->audit->waiting);
    server->audit->invalidations =
        (struct invalidation_listener){.kind = INVALIDATE_AUDIT_LOG,
                                       .on_invalid = on_written_elsewhere,
                                       .on_all_invalid = on_maybe_written};
    invalidation_listen(server, &server->audit->invalidations);
    read_start(server);
    return RK_OK;
}

bool audit_ready(const struct server *server)
{
    return server->audit->ready;
}

void audit_destroy(struct server *server)
{
    struct audit *audit = server->audit;
    if (!audit)
        return;
    timer_stop(&server->timers, &audit->poll);
    list_remove(&audit->invalidations.node);
    for (struct list *node = audit->waiting.next, *next; node != &audit->waiting; node = next) {
        next = node->next;
        pending_destroy(&LIST_OWNER(node, struct audit_request, waiting)->pending);
    }
    pending_cancel_all(&audit->pending);
    free(audit);
    server->audit = NULL;
}

// ---- writing ---------------------------------------------------------------------------------

static void start_next(struct server *server);

static void finish_request(struct audit_request *request, struct store_job *job,
                           enum store_outcome outcome)
{
    struct server *server = request->pending.server;
    store_done *const done = request->done;
    void *const context = request->context;
    server->audit->writing = false;
    pending_destroy(&request->pending);
    if (done)
        done(context, job, outcome);
    if (server->audit)
        start_next(server);
}

/* The server's log is outside the database, so a hash in it is an anchor for the chain. */
static void log_entry(const struct audit_request *request)
{
    char hash[AUDIT_HEX_SIZE];
    audit_hash_write(request->written.hash, hash);
    log_line(request->pending.server->log, LOG_INFO, "audit %lld:%s %s %s %s",
             (long long)request->written.sequence, hash, request->actor, request->action,
             request->target);
}

static struct audit_entry entry_of(const struct audit_request *request)
{
    return (struct audit_entry){.actor = request->actor,
                                .action = request->action,
                                .target = request->target,
                                .details = request->details};
}

static void begin_attempt(struct audit_request *request);

static void finish_attempt(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct audit_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome == STORE_REFUSED && request->attempts < ATTEMPTS_MAX) {
        begin_attempt(request);
        return;
    }
    const int64_t sequence = request->written.sequence;
    const struct audit_entry entry = entry_of(request);
    if (outcome == STORE_DONE)
        log_entry(request);
    if (outcome == STORE_DONE && sequence == server->audit->applied + 1)
        apply_entry(server, sequence, &entry);
    else if (outcome == STORE_DONE)
        find_new_entries(server); // entries of other servers come before it
    if (outcome == STORE_DONE)
        publish_entry(server, sequence);
    finish_request(request, job, outcome);
}

/* The head is read again for each attempt. If it has not changed since the refused attempt, another
 * entry was not the reason for the refusal, so it is final. */
static void continue_attempt(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct audit_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome != STORE_DONE || !store_next_row(job)) {
        finish_request(request, job, STORE_FAILED);
        return;
    }
    struct audit_head head = audit_head_from_row(job);
    if (request->attempts && audit_head_is_same(&head, &request->head)) {
        finish_request(request, job, STORE_REFUSED);
        return;
    }
    request->head = head;
    request->attempts++;
    const struct audit_entry entry = entry_of(request);
    struct store_job *write = audit_start_job(&entry, server_date(server), &head);
    store_add_calls(write, request->job);
    request->written = head;
    store_write(server->store, write, finish_attempt, request);
}

static void begin_attempt(struct audit_request *request)
{
    read_head(request->pending.server, continue_attempt, request);
}

static void start_next(struct server *server)
{
    struct audit *audit = server->audit;
    if (audit->writing || list_is_empty(&audit->waiting))
        return;
    struct audit_request *request = LIST_OWNER(audit->waiting.next, struct audit_request, waiting);
    list_remove(&request->waiting);
    audit->writing = true;
    begin_attempt(request);
}

void audit_write(struct server *server, const struct audit_entry *entry, struct store_job *job,
                 store_done *done, void *context)
{
    struct audit_request *request = pending_create(&server->audit->pending, sizeof *request);
    char *details = strdup(entry->details);
    if (!request || !details) {
        free(details);
        if (request)
            pending_destroy(&request->pending);
        store_job_destroy(job);
        if (done)
            done(context, NULL, STORE_FAILED);
        return;
    }
    snprintf(request->actor, sizeof request->actor, "%s", entry->actor);
    snprintf(request->action, sizeof request->action, "%s", entry->action);
    snprintf(request->target, sizeof request->target, "%s", entry->target);
    request->details = details;
    request->job = job;
    request->done = done;
    request->context = context;
    request->pending.release = release_request;
    list_add(&server->audit->waiting, &request->waiting);
    start_next(server);
}

// ---- without a server ------------------------------------------------------------------------

struct inline_result {
    bool done;
    enum store_outcome outcome;
    size_t changes;
    struct audit_head head;
};

static void finish_inline_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct inline_result *result = context;
    result->done = true;
    result->outcome = outcome == STORE_DONE && store_next_row(job) ? STORE_DONE : STORE_FAILED;
    if (result->outcome == STORE_DONE)
        result->head = audit_head_from_row(job);
}

static void finish_inline_write(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct inline_result *result = context;
    enum { AUDIT_CHANGES = 2 }; // rows that the entry itself changes
    result->done = true;
    result->outcome = outcome;
    result->changes = outcome == STORE_DONE ? store_changes(job) - AUDIT_CHANGES : 0;
}

static struct inline_result read_head_inline(struct store *store)
{
    struct inline_result result = {.done = false};
    struct store_job *job = store_job_create();
    store_call(job, STORE_AUDIT_HEAD);
    store_read(store, job, finish_inline_read, &result);
    while (!result.done)
        store_poll(store);
    return result;
}

enum store_outcome audit_write_inline(struct store *store, const struct audit_entry *entry,
                                      struct store_job *job, int64_t now, size_t *out_changes)
{
    struct inline_result result = read_head_inline(store);
    for (unsigned attempt = 0; attempt < ATTEMPTS_MAX && result.outcome == STORE_DONE; attempt++) {
        const struct audit_head used = result.head;
        struct audit_head head = used;
        struct store_job *write = audit_start_job(entry, now, &head);
        store_add_calls(write, job);
        result.done = false;
        store_write(store, write, finish_inline_write, &result);
        while (!result.done)
            store_poll(store);
        if (result.outcome != STORE_REFUSED)
            break;
        result = read_head_inline(store);
        if (result.outcome == STORE_DONE && audit_head_is_same(&used, &result.head)) {
            result.outcome = STORE_REFUSED;
            break;
        }
    }
    store_job_destroy(job);
    if (out_changes)
        *out_changes = result.outcome == STORE_DONE ? result.changes : 0;
    return result.outcome;
}
