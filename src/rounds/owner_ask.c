/* SPDX-License-Identifier: MIT */
#include "rounds/owner_ask.h"

#include "cluster/nodes.h"
#include "cluster/shards.h"
#include "rounds/round_internal.h"

enum {
    ANSWER_MS = 1500,   /* the time for an answer */
    RETRY_MS = 250,     /* before a request that was not delivered is sent again */
    DEADLINE_MS = 6000, /* a little longer than a takeover takes */
    WHY_SIZE = 512
};

static const char no_owner[] = "the game is moving to another server; try again shortly";

struct question {
    struct pending_request pending;
    struct server *server; /* also when it is being destroyed */
    unsigned shard;
    bool is_harmless_twice;
    struct buffer bytes;
    struct bus_call *call; /* NULL: it waits to be sent again */
    struct timer retry;
    int64_t deadline;
    reply_callback *callback;
    void *context;
};

static void release_question(struct pending_request *pending)
{
    struct question *question = LIST_OWNER(pending, struct question, pending);
    bus_cancel(question->server->bus, question->call);
    timer_stop(&question->server->timers, &question->retry);
    buffer_fini(&question->bytes);
}

static void finish_question(struct question *question, const struct reply *reply)
{
    reply_callback *const callback = question->callback;
    void *const context = question->context;
    question->call = NULL;
    pending_destroy(&question->pending);
    if (callback)
        callback(context, reply);
}

static void refuse_question(struct question *question)
{
    const struct reply reply = reply_make(REFUSED_BUSY, no_owner);
    finish_question(question, &reply);
}

static void send_question(void *context);

static void ask_again(struct question *question)
{
    struct server *server = question->server;
    question->call = NULL;
    if (server->now + RETRY_MS >= question->deadline ||
        !timer_set(&server->timers, &question->retry, server->now + RETRY_MS, send_question,
                   question))
        refuse_question(question);
}

static void on_answer(void *context, enum bus_outcome outcome, const void *bytes, size_t size)
{
    struct question *question = context;
    struct reply reply;
    char why[WHY_SIZE];
    const bool may_repeat = outcome == BUS_NOT_DELIVERED || question->is_harmless_twice;
    if (outcome == BUS_REPLIED && !owner_reply_parse(bytes, size, &reply, why, sizeof why) &&
        reply.refusal != REFUSED_STOPPING)
        finish_question(question, &reply);
    else if (outcome == BUS_REPLIED || may_repeat)
        ask_again(
            question); // the owner is stopping and has not executed it, or it was not delivered
    else
        refuse_question(question);
}

static void send_question(void *context)
{
    struct question *question = context;
    struct server *server = question->server;
    char subject[SHARD_SUBJECT_SIZE];
    shard_subject(question->shard, subject);
    question->call =
        bus_request(server->bus, &(struct bus_request){.subject = subject,
                                                       .bytes = question->bytes.bytes,
                                                       .size = question->bytes.size,
                                                       .deadline = server->now + ANSWER_MS,
                                                       .callback = on_answer,
                                                       .context = question});
    if (!question->call)
        refuse_question(question);
}

void owner_ask(struct server *server, const struct owner_request *request, bool is_harmless_twice,
               reply_callback *callback, void *context)
{
    struct owner_request own = *request;
    struct question *question = pending_create(&server->rounds->pending, sizeof *question);
    if (!question) {
        const struct reply reply = reply_make(REFUSED_BUSY, NULL);
        if (callback)
            callback(context, &reply);
        return;
    }
    question->pending.internal = true;
    question->pending.release = release_question;
    question->server = server;
    question->shard = shard_of_game(request->game);
    question->is_harmless_twice = is_harmless_twice;
    question->deadline = server->now + DEADLINE_MS;
    question->callback = callback;
    question->context = context;
    own.node = nodes_own(server);
    owner_request_write(&own, &question->bytes);
    if (question->bytes.failed)
        refuse_question(question);
    else
        send_question(question);
}
