/* SPDX-License-Identifier: MIT */
/* Private messages. */
#include "api/api.h"
#include "api/handlers.h"
#include "social/messages.h"

static void send_result(void *context, enum refusal refusal, const char *why)
{
    api_reply(context, &(struct reply){.refusal = refusal, .why = why});
}

static void on_sent(void *context, const struct message_result *result)
{
    struct exchange *exchange = context;
    if (result->refusal == REFUSED_RATE)
        exchange_refuse_rate(exchange, result->limit, result->wait);
    else
        send_result(exchange, result->refusal, result->why);
}

void inbox_send_handler(struct exchange *exchange)
{
    const char *text = form_text(exchange->form, "text");
    if (!text)
        exchange_refuse_field(exchange, "text", "missing");
    else
        message_send(exchange->server, &exchange->caller, exchange->params[0], text, on_sent,
                     exchange);
}

static void send_inbox(void *context, enum refusal refusal, const char *why, const char *json,
                       size_t size)
{
    struct exchange *exchange = context;
    if (refusal) {
        exchange_refuse(exchange, refusal, why);
        return;
    }
    buffer_add(&exchange->body, json, size);
    exchange_json(exchange, 200);
}

/* False: the caller is a kid, and it has responded. */
static bool may_read(struct exchange *exchange)
{
    if (exchange->caller.kid)
        exchange_refuse(exchange, REFUSED_FORBIDDEN, "there are no private messages in kid mode");
    return !exchange->caller.kid;
}

void api_conversations_handler(struct exchange *exchange)
{
    if (may_read(exchange))
        conversations_list(exchange->server, exchange->caller.who.id, send_inbox, exchange);
}

void api_conversation_handler(struct exchange *exchange)
{
    int64_t before = 0;
    if (!may_read(exchange))
        return;
    if (!form_integer(exchange->form, "before", 1, INT64_C(9007199254740991), &before))
        exchange_refuse_field(exchange, "before", "must be the id of a message");
    else
        conversation_read(exchange->server, exchange->caller.who.id, exchange->params[0], before,
                          send_inbox, exchange);
}

void api_read_conversation_handler(struct exchange *exchange)
{
    conversation_mark_read(exchange->server, exchange->caller.who.id, exchange->params[0],
                           send_result, exchange);
}

void api_delete_conversation_handler(struct exchange *exchange)
{
    conversation_delete(exchange->server, exchange->caller.who.id, exchange->params[0], send_result,
                        exchange);
}
