/* SPDX-License-Identifier: MIT */
/* Coming in, going out and closing the door: requests of people about their own
 * account, and of programs about their tokens. */
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/names.h"
#include "server/exchange.h"
#include "server/handlers.h"

enum { COOKIE_SIZE = 256, TOKENS_TESTED_MAX = 1000, TOKENS_AT_ONCE = 50 };

static const int64_t expires_max = INT64_C(9007199254740991);

static const char *text_or_empty(const struct exchange *exchange, const char *key)
{
    const char *text = form_text(exchange->form, key);
    return text ? text : "";
}

/* False: it is missing, and has been refused. */
static bool has_said(struct exchange *exchange, const char *key)
{
    if (form_text(exchange->form, key))
        return true;
    exchange_refuse_field(exchange, key, "this is missing");
    return false;
}

static void answer_done(void *context, enum refusal refusal, const char *why)
{
    if (refusal)
        exchange_refuse(context, refusal, why);
    else
        exchange_ok(context);
}

// ---- coming in -------------------------------------------------------------------------------

static void answer_member(void *context, const struct caller *caller)
{
    struct exchange *exchange = context;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "ok", true);
    json_put_text(&json, "id", caller->who.id);
    json_put_text(&json, "name", caller->who.name);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

/* The new session is used at once, to say who it belongs to. */
static void let_in(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct exchange *exchange = context;
    if (refusal) {
        exchange_refuse(exchange, refusal, why);
        return;
    }
    char cookie[COOKIE_SIZE];
    session_cookie(exchange->server, secret, cookie, sizeof cookie);
    exchange_header(exchange, "Set-Cookie", cookie);
    session_authenticate(exchange->server, cookie, answer_member, exchange);
}

static struct login_form read_login_form(const struct exchange *exchange)
{
    return (struct login_form){.name = text_or_empty(exchange, "name"),
                               .password = text_or_empty(exchange, "password"),
                               .email = text_or_empty(exchange, "email"),
                               .agent = exchange->request.user_agent,
                               .address = exchange->request.address};
}

void account_register_handler(struct exchange *exchange)
{
    if (!has_said(exchange, "name") || !has_said(exchange, "password"))
        return;
    const struct login_form login_form = read_login_form(exchange);
    const char *where, *fault = login_form_fault(&login_form, &where);
    if (fault && exchange->server->config.registration)
        exchange_refuse_field(exchange, where, fault);
    else if (exchange_check_rate(exchange, LIMIT_REGISTER))
        account_register(exchange->server, &login_form, let_in, exchange);
}

/* Guesses are limited for the account too, whoever makes them; an address alone is not enough. */
static bool may_guess(struct exchange *exchange, const char *name)
{
    char id[IDENTITY_ID_MAX + 1];
    if (!exchange_check_rate(exchange, LIMIT_LOGIN_ADDRESS))
        return false;
    const unsigned seconds =
        name_to_id(name, id) ? limits_take(exchange->server, LIMIT_LOGIN_ACCOUNT, id, 1) : 0;
    if (seconds)
        exchange_refuse_rate(exchange, LIMIT_LOGIN_ACCOUNT, seconds);
    return !seconds;
}

void account_login_handler(struct exchange *exchange)
{
    if (!has_said(exchange, "name") || !has_said(exchange, "password"))
        return;
    const struct login_form login_form = read_login_form(exchange);
    if (may_guess(exchange, login_form.name))
        account_login(exchange->server, &login_form, let_in, exchange);
}

void account_guest_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_GUEST))
        account_make_guest(exchange->server, exchange->request.user_agent,
                           exchange->request.address, let_in, exchange);
}

// ---- one's own account -----------------------------------------------------------------------

/* The browser is told to forget its cookie too. */
static void answer_gone(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    char cookie[COOKIE_SIZE];
    session_cookie(exchange->server, "", cookie, sizeof cookie);
    if (!refusal)
        exchange_header(exchange, "Set-Cookie", cookie);
    answer_done(exchange, refusal, why);
}

void account_logout_handler(struct exchange *exchange)
{
    account_logout(exchange->server, &exchange->caller, form_bool(exchange->form, "all", false),
                   answer_gone, exchange);
}

void account_password_handler(struct exchange *exchange)
{
    if (!has_said(exchange, "old") || !has_said(exchange, "new"))
        return;
    const char *wanted = text_or_empty(exchange, "new");
    const char *fault = password_fault(wanted, exchange->caller.who.name);
    if (fault)
        exchange_refuse_field(exchange, "new", fault);
    else if (exchange_check_rate(exchange, LIMIT_PASSWORD))
        account_change_password(exchange->server, &exchange->caller, text_or_empty(exchange, "old"),
                                wanted, answer_done, exchange);
}

void account_close_handler(struct exchange *exchange)
{
    if (has_said(exchange, "password") && exchange_check_rate(exchange, LIMIT_PASSWORD))
        account_close(exchange->server, &exchange->caller, text_or_empty(exchange, "password"),
                      answer_gone, exchange);
}

static void write_session(struct json *json, const struct session *session)
{
    json_begin_object(json);
    json_put_integer(json, "created", session->created_at);
    json_put_integer(json, "seen", session->seen_at);
    json_put_text(json, "agent", session->agent);
    json_put_text(json, "address", session->address);
    json_put_bool(json, "current", session->current);
    json_end_object(json);
}

static void answer_sessions(void *context, const struct session *sessions, size_t count)
{
    struct exchange *exchange = context;
    if (!sessions) {
        exchange_refuse(exchange, REFUSED_STORE, "the database could not be read");
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "sessions");
    for (size_t i = 0; i < count; i++)
        write_session(&json, &sessions[i]);
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void account_sessions_handler(struct exchange *exchange)
{
    sessions_list(exchange->server, &exchange->caller, answer_sessions, exchange);
}

// ---- tokens ----------------------------------------------------------------------------------

static void answer_token(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct exchange *exchange = context;
    if (refusal) {
        exchange_refuse(exchange, refusal, why);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "token", secret);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void account_token_handler(struct exchange *exchange)
{
    struct token_params wanted = {.account = exchange->caller.who.id,
                                  .description = text_or_empty(exchange, "description")};
    if (!scopes_parse(text_or_empty(exchange, "scopes"), &wanted.scopes))
        exchange_refuse_field(exchange, "scopes", "one of these is no scope");
    else if (!form_integer(exchange->form, "expires", 0, expires_max, &wanted.expires_at))
        exchange_refuse_field(exchange, "expires", "a time in milliseconds since 1970");
    else if (exchange_check_rate(exchange, LIMIT_TOKEN))
        token_create(exchange->server, &wanted, answer_token, exchange);
}

static void answer_revoked(void *context, enum refusal refusal, const char *why)
{
    if (refusal)
        exchange_refuse(context, refusal, why);
    else
        exchange_no_content(context);
}

void token_revoke_handler(struct exchange *exchange)
{
    token_revoke(exchange->server, &exchange->caller, answer_revoked, exchange);
}

// ---- testing many tokens ---------------------------------------------------------------------

/* One of the tokens asked about. */
struct tested {
    struct exchange *exchange;
    const char *token;
    struct caller caller;
};

/* Belongs to the exchange. */
struct test {
    size_t count, waiting;
    char *words; /* the tokens, cut apart; behind the list */
    struct tested list[];
};

static void write_tested(struct json *json, const struct tested *tested)
{
    const struct caller *caller = &tested->caller;
    char scopes[SCOPES_TEXT_MAX];
    json_key(json, tested->token);
    if (!*caller->who.id) {
        json_null_value(json);
        return;
    }
    scopes_write(caller->scopes, scopes, sizeof scopes);
    json_begin_object(json);
    json_put_text(json, "userId", caller->who.id);
    json_put_text(json, "scopes", scopes);
    json_key(json, "expires");
    if (caller->expires_at)
        json_number(json, caller->expires_at);
    else
        json_null_value(json);
    json_end_object(json);
}

/* Answers when the last of them is known. */
static void answer_test(struct exchange *exchange)
{
    struct test *test = exchange->data;
    if (--test->waiting)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    for (size_t i = 0; i < test->count; i++)
        write_tested(&json, &test->list[i]);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void learn(void *context, const struct caller *caller)
{
    struct tested *tested = context;
    tested->caller = *caller;
    answer_test(tested->exchange);
}

static bool is_listed(const struct test *test, const char *token)
{
    for (size_t i = 0; i < test->count; i++)
        if (!strcmp(test->list[i].token, token))
            return true;
    return false;
}

/* Cuts the words apart and lists each once; false if there are too many. */
static bool list_tokens(struct exchange *exchange, struct test *test)
{
    static const char between[] = ", \t\r\n";
    char *at = test->words;
    while (*(at += strspn(at, between))) {
        char *word = at;
        at += strcspn(at, between);
        if (*at)
            *at++ = '\0';
        if (is_listed(test, word))
            continue;
        if (test->count == TOKENS_TESTED_MAX)
            return false;
        test->list[test->count++] = (struct tested){.exchange = exchange, .token = word};
    }
    return true;
}

static struct test *create_test(const struct request *request)
{
    const size_t list_size = TOKENS_TESTED_MAX * sizeof(struct tested);
    struct test *test = calloc(1, sizeof *test + list_size + request->body_size + 1);
    if (!test)
        return NULL;
    test->words = (char *)test->list + list_size;
    memcpy(test->words, request->body, request->body_size);
    return test;
}

/* Many tokens count as several requests. False: it has been refused. */
static bool may_test(struct exchange *exchange, size_t count)
{
    const unsigned cost = (unsigned)(count / TOKENS_AT_ONCE);
    const unsigned seconds =
        cost ? limits_take(exchange->server, LIMIT_TOKEN_TEST, exchange->request.address, cost) : 0;
    if (seconds)
        exchange_refuse_rate(exchange, LIMIT_TOKEN_TEST, seconds);
    return !seconds;
}

void token_test_handler(struct exchange *exchange)
{
    if (!exchange_check_rate(exchange, LIMIT_TOKEN_TEST))
        return;
    struct test *test = exchange->data = create_test(&exchange->request);
    if (!test) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    if (!list_tokens(exchange, test)) {
        exchange_refuse(exchange, REFUSED_TOO_LARGE, "at most 1000 tokens at once");
        return;
    }
    if (!may_test(exchange, test->count))
        return;
    // One more than there are, so that it cannot be answered before all are asked.
    test->waiting = test->count + 1;
    for (size_t i = 0; i < test->count; i++)
        token_authenticate(exchange->server, test->list[i].token, learn, &test->list[i]);
    answer_test(exchange);
}

void health_handler(struct exchange *exchange)
{
    exchange_ok(exchange);
}
