/* SPDX-License-Identifier: MIT */
/* What protects your own account: sessions, tokens and the second factor. */
#include <stdlib.h>

#include "accounts/second_factor.h"
#include "accounts/sessions.h"
#include "accounts/tokens.h"
#include "api/handlers.h"
#include "api/login.h"
#include "http/exchange.h"

static void send_result(void *context, enum refusal refusal, const char *why)
{
    if (refusal)
        login_refuse_change(context, refusal, why);
    else
        exchange_ok(context);
}

/* Begins an object with one list. False: `items` is NULL, because the store failed, and it has
 * responded. */
static bool begin_list(struct exchange *exchange, const void *items, const char *key,
                       struct json *json)
{
    if (!items) {
        exchange_refuse(exchange, REFUSED_STORE, "cannot read the database");
        return false;
    }
    *json = json_in(&exchange->body);
    json_begin_object(json);
    json_put_array(json, key);
    return true;
}

static void send_list(struct exchange *exchange, struct json *json)
{
    json_end_array(json);
    json_end_object(json);
    exchange_json(exchange, 200);
}

// ---- sessions --------------------------------------------------------------------------------

static void write_session(struct json *json, const struct session *session)
{
    json_begin_object(json);
    json_put_text(json, "id", session->id);
    json_put_integer(json, "created", session->created_at);
    json_put_integer(json, "seen", session->seen_at);
    json_put_text(json, "agent", session->agent);
    json_put_text(json, "address", session->address);
    json_put_bool(json, "current", session->current);
    json_end_object(json);
}

static void send_sessions(void *context, const struct session *sessions, size_t count)
{
    struct json json;
    if (!begin_list(context, sessions, "sessions", &json))
        return;
    for (size_t i = 0; i < count; i++)
        write_session(&json, &sessions[i]);
    send_list(context, &json);
}

void account_sessions_handler(struct exchange *exchange)
{
    sessions_list(exchange->server, &exchange->caller, send_sessions, exchange);
}

void account_end_session_handler(struct exchange *exchange)
{
    session_end(exchange->server, &exchange->caller, exchange->params[0], send_result, exchange);
}

void account_end_sessions_handler(struct exchange *exchange)
{
    sessions_end_others(exchange->server, &exchange->caller, send_result, exchange);
}

// ---- tokens ----------------------------------------------------------------------------------

static void put_time(struct json *json, const char *key, int64_t time)
{
    json_key(json, key);
    if (time)
        json_number(json, time);
    else
        json_null_value(json);
}

static void write_token(struct json *json, const struct token_entry *token)
{
    char scopes[SCOPES_TEXT_MAX];
    scopes_write(token->scopes, scopes, sizeof scopes);
    json_begin_object(json);
    json_put_text(json, "id", token->id);
    json_put_text(json, "description", token->description);
    json_put_text(json, "client", *token->client ? token->client : NULL);
    json_put_text(json, "scopes", scopes);
    json_put_integer(json, "created", token->created_at);
    put_time(json, "used", token->used_at);
    put_time(json, "expires", token->expires_at);
    json_end_object(json);
}

static void send_tokens(void *context, const struct token_entry *tokens, size_t count)
{
    struct json json;
    if (!begin_list(context, tokens, "tokens", &json))
        return;
    for (size_t i = 0; i < count; i++)
        write_token(&json, &tokens[i]);
    send_list(context, &json);
}

void account_tokens_handler(struct exchange *exchange)
{
    tokens_list(exchange->server, &exchange->caller, send_tokens, exchange);
}

void account_end_token_handler(struct exchange *exchange)
{
    token_revoke_by_id(exchange->server, &exchange->caller, exchange->params[0], send_result,
                       exchange);
}

// ---- the second factor -----------------------------------------------------------------------

static void send_factor_status(void *context, const struct second_factor_status *status)
{
    struct exchange *exchange = context;
    if (!status) {
        exchange_refuse(exchange, REFUSED_STORE, "cannot read the database");
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "enabled", status->enabled);
    json_put_integer(&json, "recoveryCodes", status->recovery_codes);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void factor_status_handler(struct exchange *exchange)
{
    second_factor_find(exchange->server, &exchange->caller, send_factor_status, exchange);
}

static void send_enrolment(void *context, enum refusal refusal, const char *why, const char *secret,
                           const char *uri)
{
    struct exchange *exchange = context;
    if (refusal) {
        login_refuse_change(exchange, refusal, why);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "secret", secret);
    json_put_text(&json, "uri", uri);
    json_end_object(&json);
    exchange_header(exchange, "Cache-Control", "no-store");
    exchange_json(exchange, 200);
}

void factor_enrol_handler(struct exchange *exchange)
{
    if (exchange_require_field(exchange, "password") &&
        exchange_check_rate(exchange, LIMIT_PASSWORD))
        second_factor_enrol(exchange->server, &exchange->caller,
                            form_text_or_empty(exchange->form, "password"), "Rookery",
                            send_enrolment, exchange);
}

static void send_codes(void *context, enum refusal refusal, const char *why,
                       char (*codes)[RECOVERY_CODE_SIZE])
{
    struct exchange *exchange = context;
    if (refusal) {
        login_refuse_change(exchange, refusal, why);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "recoveryCodes");
    for (size_t i = 0; i < RECOVERY_CODES; i++)
        json_text(&json, codes[i]);
    json_end_array(&json);
    json_end_object(&json);
    exchange_header(exchange, "Cache-Control", "no-store");
    exchange_json(exchange, 200);
}

void factor_confirm_handler(struct exchange *exchange)
{
    if (exchange_require_field(exchange, "code"))
        second_factor_confirm(exchange->server, &exchange->caller,
                              form_text_or_empty(exchange->form, "code"), send_codes, exchange);
}

void factor_codes_handler(struct exchange *exchange)
{
    if (exchange_require_field(exchange, "password") &&
        exchange_check_rate(exchange, LIMIT_PASSWORD))
        second_factor_renew_codes(exchange->server, &exchange->caller,
                                  form_text_or_empty(exchange->form, "password"),
                                  form_text_or_empty(exchange->form, "code"), send_codes, exchange);
}

void factor_disable_handler(struct exchange *exchange)
{
    if (exchange_require_field(exchange, "password") &&
        exchange_check_rate(exchange, LIMIT_PASSWORD))
        second_factor_disable(exchange->server, &exchange->caller,
                              form_text_or_empty(exchange->form, "password"),
                              form_text_or_empty(exchange->form, "code"), send_result, exchange);
}
