/* SPDX-License-Identifier: MIT */
/* The responses that refuse a request. */
#include <stdio.h>
#include <string.h>

#include "http/exchange.h"
#include "http/page.h"
#include "wire/text_codes.h"

enum { MESSAGE_SIZE = 400 };

/* The code of the sentence, beside "error": clients of Lichess ignore it. */
static void put_code(struct json *json, const char *sentence)
{
    const struct text_code code = text_code_find(sentence);
    text_code_put_json(&code, json);
}

bool exchange_wants_html(const struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    return strstr(request->accept, "text/html") && strncmp(request->path, "/api/", 5) != 0;
}

void exchange_refuse_status(struct exchange *exchange, unsigned status, const char *why)
{
    /* `why` may point into the buffer that is about to be overwritten. */
    char message[MESSAGE_SIZE];
    snprintf(message, sizeof message, "%s", why);
    buffer_clear(&exchange->body);
    if (exchange_wants_html(exchange)) {
        page_refuse(exchange, status, message);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "error", message);
    put_code(&json, message);
    json_end_object(&json);
    if (status == 503)
        exchange_header(exchange, "Retry-After", "1");
    if (exchange->body.failed)
        exchange_respond(exchange, status, "application/json", "{\"error\":\"\"}", 12);
    else
        exchange_json(exchange, status);
}

void exchange_refuse(struct exchange *exchange, enum refusal refusal, const char *why)
{
    const char *message = why ? why : refusal_text(refusal);
    if (refusal == REFUSED_RATE)
        exchange_refuse_rate_key(exchange, 429, refusal_word(refusal), message, 1);
    else
        exchange_refuse_status(exchange, refusal_status(refusal), message);
}

void exchange_refuse_with_reason(struct exchange *exchange, enum refusal refusal, const char *why)
{
    buffer_clear(&exchange->body);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "error", why);
    json_put_text(&json, "reason", refusal_word(refusal));
    put_code(&json, why);
    json_end_object(&json);
    exchange_json(exchange, refusal_status(refusal));
}

void exchange_refuse_field(struct exchange *exchange, const char *field, const char *why)
{
    buffer_clear(&exchange->body);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_object(&json, "error");
    json_put_array(&json, field);
    json_text(&json, why);
    json_end_array(&json);
    json_end_object(&json);
    put_code(&json, why);
    json_end_object(&json);
    exchange_json(exchange, 400);
}

bool exchange_require_field(struct exchange *exchange, const char *field)
{
    if (form_text(exchange->form, field))
        return true;
    exchange_refuse_field(exchange, field, "missing");
    return false;
}

void exchange_write_rate_limit(struct json *json, const char *key, const char *why,
                               unsigned seconds)
{
    json_put_text(json, "error", why);
    put_code(json, why);
    json_put_object(json, "ratelimit");
    json_put_text(json, "key", key);
    json_put_integer(json, "seconds", seconds);
    json_end_object(json);
}

void exchange_refuse_rate_key(struct exchange *exchange, unsigned status, const char *key,
                              const char *why, unsigned seconds)
{
    char wait[16];
    snprintf(wait, sizeof wait, "%u", seconds);
    exchange_header(exchange, "Retry-After", wait);
    if (exchange_wants_html(exchange)) {
        page_refuse(exchange, status, why);
        return;
    }
    buffer_clear(&exchange->body);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    exchange_write_rate_limit(&json, key, why, seconds);
    json_end_object(&json);
    exchange_json(exchange, status);
}

void exchange_refuse_rate(struct exchange *exchange, enum limit limit, unsigned seconds)
{
    char why[MESSAGE_SIZE];
    snprintf(why, sizeof why, "rate limit exceeded; try again in %u s", seconds);
    exchange_refuse_rate_key(exchange, 429, limit_key(limit), why, seconds);
}

bool exchange_check_rate(struct exchange *exchange, enum limit limit)
{
    const char *id = exchange->caller.who.id;
    const bool by_address = !*id || limit_is_per_address(limit);
    const unsigned seconds =
        limits_take(exchange->server, limit, by_address ? exchange->request.address : id, 1);
    if (seconds)
        exchange_refuse_rate(exchange, limit, seconds);
    return !seconds;
}
