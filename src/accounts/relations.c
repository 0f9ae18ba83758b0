/* SPDX-License-Identifier: MIT */
#include "accounts/relations.h"

#include <stdio.h>
#include <string.h>

#include "accounts/names.h"
#include "core/pending.h"

// ---- asking ----------------------------------------------------------------------------------

struct inquiry {
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

static void found(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct inquiry *inquiry = context;
    if (inquiry->pending.server)
        inquiry->callback(inquiry->context, outcome == STORE_DONE
                                                ? read_relations(job, inquiry->own)
                                                : (struct relations){RELATION_NONE, RELATION_NONE});
    pending_destroy(&inquiry->pending);
}

static void add_question(struct store_job *job, const char *own, const char *theirs)
{
    store_call(job, STORE_RELATIONS);
    store_bind_text(job, own);
    store_bind_text(job, theirs);
}

void relations_find(struct server *server, const char *own, const char *theirs,
                    relations_callback *callback, void *context)
{
    struct inquiry *inquiry = pending_create(&server->pending, sizeof *inquiry);
    if (!inquiry) {
        callback(context, (struct relations){RELATION_NONE, RELATION_NONE});
        return;
    }
    snprintf(inquiry->own, sizeof inquiry->own, "%s", own);
    inquiry->callback = callback;
    inquiry->context = context;
    struct store_job *job = store_job_create();
    add_question(job, own, theirs);
    store_read(server->store, job, found, inquiry);
}

// ---- changing --------------------------------------------------------------------------------

/* On its way to the store. */
struct change {
    struct pending_request pending;
    char own[IDENTITY_ID_MAX + 1], theirs[IDENTITY_ID_MAX + 1];
    enum relation relation;
    account_callback *callback;
    void *context;
};

static void conclude(struct change *change, enum refusal refusal, const char *why)
{
    change->callback(change->context, refusal, why ? why : refusal_text(refusal));
    pending_destroy(&change->pending);
}

/* NULL: it has been refused. */
static struct change *begin_change(struct server *server, const struct identity *own,
                                   const char *name, account_callback *callback, void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    if (own->role == ROLE_GUEST) {
        callback(context, REFUSED_FORBIDDEN, "a guest has no account");
        return NULL;
    }
    if (!name_to_id(name, id)) {
        callback(context, REFUSED_NOT_FOUND, "No such user");
        return NULL;
    }
    struct change *change = pending_create(&server->pending, sizeof *change);
    if (!change) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    memcpy(change->own, own->id, sizeof change->own);
    memcpy(change->theirs, id, sizeof change->theirs);
    change->callback = callback;
    change->context = context;
    return change;
}

static void written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct change *change = context;
    if (!change->pending.server)
        pending_destroy(&change->pending);
    else if (outcome == STORE_DONE)
        conclude(change, NOT_REFUSED, NULL);
    else if (outcome == STORE_FAILED)
        conclude(change, REFUSED_STORE, NULL);
    else if (change->relation == RELATION_FOLLOWS)
        conclude(change, REFUSED_NOT_NOW, "you follow 400 players already");
    else
        conclude(change, REFUSED_NOT_NOW, "you block 500 players already");
}

static void write_change(struct change *change)
{
    struct server *server = change->pending.server;
    struct store_job *job = store_job_create();
    store_call(job, STORE_RELATE);
    store_bind_text(job, change->own);
    store_bind_text(job, change->theirs);
    store_bind_integer(job, change->relation);
    store_bind_integer(job, server->now);
    store_bind_integer(job, change->relation == RELATION_FOLLOWS ? FOLLOWED_MAX : BLOCKED_MAX);
    store_write(server->store, job, written, change);
}

static void judge(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct change *change = context;
    const bool exists =
        outcome == STORE_DONE && store_next_row(job); // the account; relations follow
    const bool closed = exists && store_get_integer(job, 4) != ACCOUNT_ACTIVE;
    if (!change->pending.server)
        pending_destroy(&change->pending);
    else if (outcome != STORE_DONE)
        conclude(change, REFUSED_STORE, NULL);
    else if (!exists)
        conclude(change, REFUSED_NOT_FOUND, "No such user");
    else if (change->relation == RELATION_FOLLOWS && closed)
        conclude(change, REFUSED_NOT_NOW, "that player's account is closed");
    else if (change->relation == RELATION_FOLLOWS &&
             read_relations(job, change->own).theirs == RELATION_BLOCKS)
        conclude(change, REFUSED_NOT_NOW, "that player does not want to be followed by you");
    else
        write_change(change);
}

void relation_set(struct server *server, const struct identity *own, const char *name,
                  enum relation relation, account_callback *callback, void *context)
{
    struct change *change = begin_change(server, own, name, callback, context);
    if (!change)
        return;
    change->relation = relation;
    if (!strcmp(change->own, change->theirs)) {
        conclude(change, REFUSED_NOT_NOW, "nobody follows or blocks themselves here");
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, change->theirs);
    add_question(job, change->own, change->theirs);
    store_read(server->store, job, judge, change);
}

void relation_clear(struct server *server, const struct identity *own, const char *name,
                    enum relation relation, account_callback *callback, void *context)
{
    struct change *change = begin_change(server, own, name, callback, context);
    if (!change)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_UNRELATE);
    store_bind_text(job, change->own);
    store_bind_text(job, change->theirs);
    store_bind_integer(job, relation);
    store_write(server->store, job, written, change);
}
