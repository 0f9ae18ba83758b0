/* SPDX-License-Identifier: MIT */
/* The notifications of an account: what it has not seen, and the read marks. */
#include "social/notifications.h"

#include "api/api.h"
#include "api/handlers.h"

static void send_notifications(void *context, enum refusal refusal, const char *json, size_t size)
{
    struct exchange *exchange = context;
    if (refusal) {
        exchange_refuse(exchange, refusal, NULL);
        return;
    }
    buffer_add(&exchange->body, json, size);
    exchange_json(exchange, 200);
}

void api_notifications_handler(struct exchange *exchange)
{
    notifications_list(exchange->server, exchange->caller.who.id, send_notifications, exchange);
}

static void send_unread(void *context, enum refusal refusal, int64_t notifications,
                        int64_t conversations)
{
    struct exchange *exchange = context;
    if (refusal) {
        exchange_refuse(exchange, refusal, NULL);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_integer(&json, "notifications", notifications);
    json_put_integer(&json, "messages", conversations);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_unread_handler(struct exchange *exchange)
{
    notifications_count_unread(exchange->server, exchange->caller.who.id, send_unread, exchange);
}

static void send_result(void *context, enum refusal refusal, const char *why)
{
    api_reply(context, &(struct reply){.refusal = refusal, .why = why});
}

/* Without an id, all of them. */
void api_read_notifications_handler(struct exchange *exchange)
{
    int64_t id = 0;
    if (!form_integer(exchange->form, "id", 1, INT64_C(9007199254740991), &id))
        exchange_refuse_field(exchange, "id", "must be the id of a notification");
    else
        notifications_mark_read(exchange->server, exchange->caller.who.id, id, send_result,
                                exchange);
}
