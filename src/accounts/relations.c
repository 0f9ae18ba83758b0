/* SPDX-License-Identifier: MIT */
#include "accounts/relations.h"

#include <stdio.h>
#include <string.h>

#include "accounts/blocks.h"
#include "accounts/names.h"
#include "core/pending.h"

// ---- finding ----------------------------------------------------------------------------------

struct find_request {
    struct pending_request pending;
    char own[IDENTITY_ID_MAX + 1];
    relations_callback *callback;
    void *context;
};

static struct relations read_relations(struct store_job *job, const char *own)
{
    struct relations relations = {RELATION_NONE, RELATION_NONE};
    while (store_next_row(job)) {
        const enum relation relation = (enum relation)store_get_integer(job, 1);
        if (!strcmp(store_get_text(job, 0), own))
            relations.own = relation;
        else
            relations.theirs = relation;
    }
    return relations;
}

static void finish_find(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct find_request *request = context;
    if (request->pending.server && outcome == STORE_DONE) {
        const struct relations relations = read_relations(job, request->own);
        request->callback(request->context, &relations);
    } else if (request->pending.server) {
        request->callback(request->context, NULL);
    }
    pending_destroy(&request->pending);
}

static void add_relations_query(struct store_job *job, const char *own, const char *theirs)
{
    store_call(job, STORE_RELATIONS);
    store_bind_text(job, own);
    store_bind_text(job, theirs);
}

void relations_find(struct server *server, const char *own, const char *theirs,
                    relations_callback *callback, void *context)
{
    struct find_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, NULL);
        return;
    }
    snprintf(request->own, sizeof request->own, "%s", own);
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    add_relations_query(job, own, theirs);
    store_read(server->store, job, finish_find, request);
}

// ---- changing --------------------------------------------------------------------------------

struct change_request {
    struct pending_request pending;
    char own[IDENTITY_ID_MAX + 1], theirs[IDENTITY_ID_MAX + 1];
    enum relation relation;
    bool clears; /* the relation ends; otherwise it begins, and replaces another */
    account_callback *callback;
    void *context;
};

static void finish_change(struct change_request *request, enum refusal refusal, const char *why)
{
    request->callback(request->context, refusal, why ? why : refusal_text(refusal));
    pending_destroy(&request->pending);
}

/* NULL: the callback was called with a refusal. */
static struct change_request *begin_change(struct server *server, const struct identity *own,
                                           const char *name, account_callback *callback,
                                           void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    if (own->role == ROLE_GUEST) {
        callback(context, REFUSED_FORBIDDEN, "a guest has no account");
        return NULL;
    }
    if (!name_to_id(name, id)) {
        callback(context, REFUSED_NOT_FOUND, "no such user");
        return NULL;
    }
    struct change_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    memcpy(request->own, own->id, sizeof request->own);
    memcpy(request->theirs, id, sizeof request->theirs);
    request->callback = callback;
    request->context = context;
    return request;
}

static void update_blocks(const struct change_request *request)
{
    struct server *server = request->pending.server;
    if (request->relation == RELATION_BLOCKS && !request->clears)
        blocks_set(server, request->own, request->theirs, true);
    else if (request->relation == RELATION_BLOCKS || !request->clears)
        blocks_set(server, request->own, request->theirs, false);
}

static void finish_write(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct change_request *request = context;
    if (request->pending.server && outcome == STORE_UNKNOWN)
        blocks_refresh(request->pending.server, request->own, request->theirs);
    if (!request->pending.server)
        pending_destroy(&request->pending);
    else if (outcome == STORE_DONE) {
        update_blocks(request);
        finish_change(request, NOT_REFUSED, NULL);
    } else if (store_has_failed(outcome))
        finish_change(request, REFUSED_STORE, NULL);
    else if (request->relation == RELATION_FOLLOWS)
        finish_change(request, REFUSED_NOT_NOW, "you already follow 400 players");
    else
        finish_change(request, REFUSED_NOT_NOW, "you already block 500 players");
}

static void write_change(struct change_request *request)
{
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_RELATION);
    store_bind_text(job, request->own);
    store_bind_text(job, request->theirs);
    store_bind_integer(job, request->relation);
    store_bind_integer(job, server_date(server));
    store_bind_integer(job, request->relation == RELATION_FOLLOWS ? FOLLOWED_MAX : BLOCKED_MAX);
    store_write(server->store, job, finish_write, request);
}

static void check_change(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct change_request *request = context;
    const bool exists =
        outcome == STORE_DONE && store_next_row(job); // the account; relations follow
    const bool closed = exists && account_from_row(job).status != ACCOUNT_ACTIVE;
    if (!request->pending.server)
        pending_destroy(&request->pending);
    else if (outcome != STORE_DONE)
        finish_change(request, REFUSED_STORE, NULL);
    else if (!exists)
        finish_change(request, REFUSED_NOT_FOUND, "no such user");
    else if (request->relation == RELATION_FOLLOWS && closed)
        finish_change(request, REFUSED_NOT_NOW, "that player's account is closed");
    else if (request->relation == RELATION_FOLLOWS &&
             read_relations(job, request->own).theirs == RELATION_BLOCKS)
        finish_change(request, REFUSED_NOT_NOW, "that player has blocked you");
    else
        write_change(request);
}

void relation_set(struct server *server, const struct identity *own, const char *name,
                  enum relation relation, account_callback *callback, void *context)
{
    struct change_request *request = begin_change(server, own, name, callback, context);
    if (!request)
        return;
    request->relation = relation;
    if (!strcmp(request->own, request->theirs)) {
        finish_change(request, REFUSED_NOT_NOW, "you cannot follow or block yourself");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, request->theirs);
    add_relations_query(job, request->own, request->theirs);
    store_read(server->store, job, check_change, request);
}

void relation_clear(struct server *server, const struct identity *own, const char *name,
                    enum relation relation, account_callback *callback, void *context)
{
    struct change_request *request = begin_change(server, own, name, callback, context);
    if (!request)
        return;
    request->relation = relation;
    request->clears = true;
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_RELATION);
    store_bind_text(job, request->own);
    store_bind_text(job, request->theirs);
    store_bind_integer(job, relation);
    store_write(server->store, job, finish_write, request);
}
