/* SPDX-License-Identifier: MIT */
#include "rounds/reply.h"

#include <string.h>

#include "rounds/round.h"
#include "rounds/round_clock.h"

struct reply reply_make(enum refusal refusal, const char *why)
{
    return (struct reply){.refusal = refusal,
                          .why = why ? why : refusal_text(refusal),
                          .left = {INT64_MAX, INT64_MAX}};
}

struct reply reply_rate_limited(enum limit limit, unsigned seconds)
{
    struct reply reply = reply_make(REFUSED_RATE, NULL);
    reply.wait = seconds;
    reply.limit = limit_key(limit);
    return reply;
}

/* With the version and the clocks of the game now. */
static struct reply make_reply(const struct round *round)
{
    return (struct reply){
        .version = round_version(round),
        .left = {round_clock_left(round, RK_WHITE), round_clock_left(round, RK_BLACK)}};
}

/* The reply to the command that made that entry of the journal. */
static struct reply make_reply_for(const struct round *round, size_t index)
{
    const struct event *event = &round->journal.events[index];
    struct reply reply = make_reply(round);
    reply.version = (int64_t)index + 1;
    if (event->kind == EVENT_ACTION)
        memcpy(reply.left, event->left, sizeof reply.left);
    return reply;
}

static void send_reply(const struct reply *reply, reply_callback *callback, void *context)
{
    if (callback)
        callback(context, reply);
}

void reply_done(struct round *round, reply_callback *callback, void *context, const char *note)
{
    struct reply reply = make_reply_for(round, round->journal.count - 1);
    reply.why = note;
    send_reply(&reply, callback, context);
}

void reply_refused(struct round *round, enum refusal refusal, const char *why,
                   reply_callback *callback, void *context)
{
    struct reply reply = make_reply(round);
    reply.refusal = refusal;
    reply.why = why ? why : refusal_text(refusal);
    send_reply(&reply, callback, context);
}

void reply_refused_for_rate(struct round *round, enum limit limit, unsigned wait,
                            reply_callback *callback, void *context)
{
    struct reply reply = make_reply(round);
    reply.refusal = REFUSED_RATE;
    reply.why = refusal_text(REFUSED_RATE);
    reply.limit = limit_key(limit);
    reply.wait = wait;
    send_reply(&reply, callback, context);
}

bool reply_repeat(struct round *round, const char *key, const char *name, reply_callback *callback,
                  void *context)
{
    const struct journal *journal = &round->journal;
    size_t found = *key ? journal_find(journal, key, journal->count) : SIZE_MAX;
    for (; found != SIZE_MAX; found = journal_find(journal, key, found)) {
        const struct event *event = &journal->events[found];
        if (event->kind == EVENT_CHAT && strcmp(event->name, name) != 0)
            continue; // another spectator's
        struct reply reply = make_reply_for(round, found);
        reply.repeated = true;
        send_reply(&reply, callback, context);
        return true;
    }
    return false;
}
