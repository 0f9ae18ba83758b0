/* SPDX-License-Identifier: MIT */
/* Registration, login and logout, password, new tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "accounts/devices.h"
#include "accounts/names.h"
#include "api/form_page.h"
#include "api/handlers.h"
#include "api/login.h"
#include "api/login_page.h"
#include "core/metrics.h"
#include "http/exchange.h"
#include "running/game_counts.h"
#include "social/erasures.h"
#include "social/notifications.h"

enum { COOKIE_SIZE = 256, TESTED_TOKENS_MAX = 1000, TOKENS_PER_CHARGE = 50 };

static const int64_t expires_max = INT64_C(9007199254740991);

struct credentials login_credentials(const struct exchange *exchange)
{
    return (struct credentials){form_text_or_empty(exchange->form, "password"),
                                form_text_or_empty(exchange->form, "code")};
}

void login_refuse_change(struct exchange *exchange, enum refusal refusal, const char *why)
{
    if (refusal == REFUSED_CODE_MISSING || refusal == REFUSED_CODE_WRONG)
        exchange_refuse_with_reason(exchange, refusal, why);
    else
        exchange_refuse(exchange, refusal, why);
}

static void send_result(void *context, enum refusal refusal, const char *why)
{
    if (refusal)
        login_refuse_change(context, refusal, why);
    else if (form_page_is_wanted(context))
        form_page_go_home(context);
    else
        exchange_ok(context);
}

// ---- logging in ------------------------------------------------------------------------------

static void send_login(void *context, const struct caller *caller)
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

/* A cookie that came over TLS must not go back without, even if the public URL is not known. */
static void write_cookie(const struct exchange *exchange, const char *secret, char out[COOKIE_SIZE])
{
    static const char secure[] = "; Secure";
    session_cookie(exchange->server, secret, out, COOKIE_SIZE);
    if (exchange->request.secure && !exchange->server->config.secure &&
        strlen(out) + sizeof secure <= COOKIE_SIZE)
        strcat(out, secure);
}

void login_set_cookie(struct exchange *exchange, const char *secret)
{
    char cookie[COOKIE_SIZE];
    const bool is_guest = !strcmp(exchange->request.path, "/account/guest");
    metrics_count_label(exchange->server->metrics, METRIC_SESSIONS_CREATED,
                        is_guest ? SESSION_GUEST : SESSION_ACCOUNT);
    write_cookie(exchange, secret, cookie);
    exchange_header(exchange, "Set-Cookie", cookie);
}

/* A client that reads the reason code-missing asks for the code of the second factor. */
static void refuse_login(struct exchange *exchange, enum refusal refusal, const char *why)
{
    if (form_page_is_wanted(exchange))
        login_page_send(exchange, refusal_status(refusal), why);
    else if (refusal == REFUSED_RATE)
        exchange_refuse(exchange, refusal, why);
    else
        exchange_refuse_with_reason(exchange, refusal, why);
}

/* Looks up the new session to respond with its owner. The cookie has been set. */
static void send_session(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct exchange *exchange = context;
    char cookie[COOKIE_SIZE];
    if (refusal) {
        refuse_login(exchange, refusal, why);
        return;
    }
    if (form_page_is_wanted(exchange)) {
        form_page_go_home(exchange);
        return;
    }
    write_cookie(exchange, secret, cookie);
    session_authenticate(exchange->server, cookie, send_login, exchange);
}

static void on_session_created(void *context, enum refusal refusal, const char *why,
                               const char *secret)
{
    if (!refusal)
        login_set_cookie(context, secret);
    send_session(context, refusal, why, secret);
}

static struct login_form read_login_form(const struct exchange *exchange)
{
    return (struct login_form){.name = form_text_or_empty(exchange->form, "name"),
                               .password = form_text_or_empty(exchange->form, "password"),
                               .email = form_text_or_empty(exchange->form, "email"),
                               .code = form_text_or_empty(exchange->form, "code"),
                               .agent = exchange->request.user_agent,
                               .address = exchange->request.address};
}

static void remember_device(struct exchange *exchange, const struct device *device, const char *id)
{
    char cookie[COOKIE_SIZE];
    device_remember(exchange->server, device, id, exchange->request.address, cookie, sizeof cookie);
    if (*cookie)
        exchange_header(exchange, "Set-Cookie", cookie);
}

static void on_registered(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct exchange *exchange = context;
    char id[IDENTITY_ID_MAX + 1];
    if (!refusal) {
        login_set_cookie(exchange, secret);
        name_to_id(form_text_or_empty(exchange->form, "name"), id);
        remember_device(exchange, &(struct device){.status = DEVICE_UNKNOWN}, id);
    }
    send_session(exchange, refusal, why, secret);
}

static void refuse_field(struct exchange *exchange, const char *where, const char *fault)
{
    if (form_page_is_wanted(exchange))
        login_page_send(exchange, 400, fault);
    else
        exchange_refuse_field(exchange, where, fault);
}

/* False: it has responded. */
static bool require_name_and_password(struct exchange *exchange)
{
    const char *missing = !form_text(exchange->form, "name")       ? "name"
                          : !form_text(exchange->form, "password") ? "password"
                                                                   : NULL;
    if (missing && form_page_is_wanted(exchange))
        login_page_send(exchange, 400, "a name and a password are required");
    else if (missing)
        exchange_refuse_field(exchange, missing, "missing");
    return !missing;
}

void account_register_handler(struct exchange *exchange)
{
    if (!require_name_and_password(exchange))
        return;
    const struct login_form login_form = read_login_form(exchange);
    const char *where, *fault = login_form_fault(&login_form, &where);
    if (fault && exchange->server->config.registration)
        refuse_field(exchange, where, fault);
    else if (exchange_check_rate(exchange, LIMIT_REGISTER))
        account_register(exchange->server, &login_form, on_registered, exchange);
}

/* An attempt to log in, owned by the exchange. */
struct login_attempt {
    secret_callback *callback;
    struct device device;
    char id[IDENTITY_ID_MAX + 1];
};

/* Takes a token for an attempt. A wrong guess from elsewhere must not lock the owner out: attempts
 * count by account and address together, and those of a device that the owner has used before count
 * for that device alone. */
static bool check_login_rate(struct exchange *exchange, const struct login_attempt *attempt)
{
    char client[MAP_KEY_MAX + 1];
    enum limit limit = LIMIT_LOGIN_ACCOUNT;
    if (attempt->device.status == DEVICE_KNOWN) {
        limit = LIMIT_LOGIN_DEVICE;
        secret_public_id(attempt->device.hash, client);
    } else {
        snprintf(client, sizeof client, "%s %s", attempt->id, exchange->request.address);
    }
    unsigned seconds = limits_take(exchange->server, limit, client, 1);
    if (!seconds && attempt->device.status == DEVICE_UNKNOWN) {
        limit = LIMIT_LOGIN_SPREAD; // an attacker may use many addresses
        seconds = limits_take(exchange->server, limit, attempt->id, 1);
    }
    if (seconds)
        exchange_refuse_rate(exchange, limit, seconds);
    return !seconds;
}

/* The owner learns of a login from a device and an address that were not used before. */
static void notify_new_device(struct exchange *exchange, const char *id)
{
    char text[ADDRESS_SIZE + 64];
    snprintf(text, sizeof text, "a new device logged in to your account from %s",
             exchange->request.address);
    notification_add(exchange->server, id,
                     &(struct notification){.kind = NOTIFICATION_SECURITY, .text = text});
}

static void on_logged_in(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct exchange *exchange = context;
    const struct login_attempt *attempt = exchange->data;
    if (!refusal) {
        login_set_cookie(exchange, secret);
        remember_device(exchange, &attempt->device, attempt->id);
        if (attempt->device.status == DEVICE_UNKNOWN)
            notify_new_device(exchange, attempt->id);
    }
    attempt->callback(exchange, refusal, why, secret);
}

static void on_device_known(void *context, const struct device *device)
{
    struct exchange *exchange = context;
    struct login_attempt *attempt = exchange->data;
    struct login_form login_form = read_login_form(exchange);
    attempt->device = *device;
    login_form.from_known_device = device->status != DEVICE_UNKNOWN;
    if (check_login_rate(exchange, attempt))
        account_login(exchange->server, &login_form, on_logged_in, exchange);
}

void login_with_form(struct exchange *exchange, secret_callback *callback)
{
    struct login_attempt *attempt = exchange->data = calloc(1, sizeof *attempt);
    if (!attempt) {
        callback(exchange, REFUSED_BUSY, refusal_text(REFUSED_BUSY), "");
        return;
    }
    attempt->callback = callback;
    if (!name_to_id(form_text_or_empty(exchange->form, "name"), attempt->id))
        callback(exchange, REFUSED_UNAUTHENTICATED, "wrong name or password", "");
    else if (exchange_check_rate(exchange, LIMIT_LOGIN_ADDRESS))
        device_find(exchange->server, exchange->request.cookie, attempt->id,
                    exchange->request.address, on_device_known, exchange);
}

void account_login_handler(struct exchange *exchange)
{
    if (require_name_and_password(exchange))
        login_with_form(exchange, send_session);
}

void account_guest_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_GUEST))
        account_make_guest(exchange->server, exchange->request.user_agent,
                           exchange->request.address, on_session_created, exchange);
}

// ---- your own account ------------------------------------------------------------------------

/* Also tells the browser to delete its cookie. */
static void send_result_and_clear_cookie(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    char cookie[COOKIE_SIZE];
    write_cookie(exchange, "", cookie);
    if (!refusal)
        exchange_header(exchange, "Set-Cookie", cookie);
    send_result(exchange, refusal, why);
}

void account_logout_handler(struct exchange *exchange)
{
    account_logout(exchange->server, &exchange->caller, form_bool(exchange->form, "all", false),
                   send_result_and_clear_cookie, exchange);
}

void account_password_handler(struct exchange *exchange)
{
    if (!exchange_require_field(exchange, "old") || !exchange_require_field(exchange, "new"))
        return;
    const char *new_password = form_text_or_empty(exchange->form, "new");
    const struct credentials owner = {form_text_or_empty(exchange->form, "old"),
                                      form_text_or_empty(exchange->form, "code")};
    const char *fault = password_fault(new_password, exchange->caller.who.name);
    if (fault)
        exchange_refuse_field(exchange, "new", fault);
    else if (exchange_check_rate(exchange, LIMIT_PASSWORD))
        account_change_password(exchange->server, &exchange->caller, &owner, new_password,
                                send_result, exchange);
}

static void on_erased(void *context, enum refusal refusal, const char *why)
{
    struct exchange *exchange = context;
    if (!refusal)
        erasures_run(exchange->server);
    send_result_and_clear_cookie(exchange, refusal, why);
}

/* What a running game writes later would name the erased player again. */
static void erase_account(struct exchange *exchange)
{
    size_t live;
    const struct credentials owner = login_credentials(exchange);
    if (game_counts_of(exchange->server, exchange->caller.who.id, &live))
        exchange_refuse_status(exchange, 400, "finish or resign your running games first");
    else if (exchange_check_rate(exchange, LIMIT_PASSWORD))
        account_erase(exchange->server, &exchange->caller, &owner, on_erased, exchange);
}

void account_close_handler(struct exchange *exchange)
{
    const struct credentials owner = login_credentials(exchange);
    if (form_bool(exchange->form, "erase", false)) {
        if (exchange_require_field(exchange, "password"))
            erase_account(exchange);
        return;
    }
    if (exchange_require_field(exchange, "password") &&
        exchange_check_rate(exchange, LIMIT_PASSWORD))
        account_close(exchange->server, &exchange->caller, &owner, send_result_and_clear_cookie,
                      exchange);
}

// ---- tokens ----------------------------------------------------------------------------------

static void send_token(void *context, enum refusal refusal, const char *why, const char *secret)
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

static void refuse_scope(struct exchange *exchange, const char *unknown)
{
    char why[64];
    const size_t size = strcspn(unknown, " ,");
    snprintf(why, sizeof why, "unknown scope: %.*s", (int)size, unknown);
    exchange_refuse_field(exchange, "scopes", size < 40 ? why : "unknown scope");
}

void account_token_handler(struct exchange *exchange)
{
    struct token_params params = {.account = exchange->caller.who.id,
                                  .description = form_text_or_empty(exchange->form, "description")};
    const char *unknown =
        scopes_parse_words(form_text_or_empty(exchange->form, "scopes"), &params.scopes);
    if (unknown)
        refuse_scope(exchange, unknown);
    else if (!form_integer(exchange->form, "expires", 0, expires_max, &params.expires_at))
        exchange_refuse_field(exchange, "expires", "must be milliseconds since 1970");
    else if (params.expires_at && params.expires_at <= server_date(exchange->server))
        exchange_refuse_field(exchange, "expires",
                              "must be in the future, in milliseconds since 1970");
    else if (exchange_check_rate(exchange, LIMIT_TOKEN))
        token_create(exchange->server, &params, send_token, exchange);
}

static void send_revoked(void *context, enum refusal refusal, const char *why)
{
    if (refusal)
        exchange_refuse(context, refusal, why);
    else
        exchange_no_content(context);
}

void token_revoke_handler(struct exchange *exchange)
{
    token_revoke(exchange->server, &exchange->caller, send_revoked, exchange);
}

// ---- testing many tokens ---------------------------------------------------------------------

/* One of the tokens in the request. */
struct tested_token {
    struct exchange *exchange;
    const char *token;
    struct caller caller;
};

/* Owned by the exchange. */
struct token_test {
    size_t count, waiting;
    char *tokens; /* the tokens, split in place; stored after the list */
    struct tested_token list[];
};

static void write_tested_token(struct json *json, const struct tested_token *tested)
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

/* Responds once all tokens are known. */
static void send_test_if_complete(struct exchange *exchange)
{
    struct token_test *test = exchange->data;
    if (--test->waiting)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    for (size_t i = 0; i < test->count; i++)
        write_tested_token(&json, &test->list[i]);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static void on_token_known(void *context, const struct caller *caller)
{
    struct tested_token *tested = context;
    tested->caller = *caller;
    send_test_if_complete(tested->exchange);
}

static bool is_listed(const struct token_test *test, const char *token)
{
    for (size_t i = 0; i < test->count; i++)
        if (!strcmp(test->list[i].token, token))
            return true;
    return false;
}

/* Splits the tokens and lists each once; false if there are too many. */
static bool list_tokens(struct exchange *exchange, struct token_test *test)
{
    static const char separators[] = ", \t\r\n";
    char *at = test->tokens;
    while (*(at += strspn(at, separators))) {
        char *token = at;
        at += strcspn(at, separators);
        if (*at)
            *at++ = '\0';
        if (is_listed(test, token))
            continue;
        if (test->count == TESTED_TOKENS_MAX)
            return false;
        test->list[test->count++] = (struct tested_token){.exchange = exchange, .token = token};
    }
    return true;
}

static struct token_test *create_test(const struct request *request)
{
    const size_t list_size = TESTED_TOKENS_MAX * sizeof(struct tested_token);
    struct token_test *test = calloc(1, sizeof *test + list_size + request->body_size + 1);
    if (!test)
        return NULL;
    test->tokens = (char *)test->list + list_size;
    memcpy(test->tokens, request->body, request->body_size);
    return test;
}

/* Every TOKENS_PER_CHARGE tokens count as another request. False: it has responded 429. */
static bool check_test_rate(struct exchange *exchange, size_t count)
{
    const unsigned cost = (unsigned)(count / TOKENS_PER_CHARGE);
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
    struct token_test *test = exchange->data = create_test(&exchange->request);
    if (!test) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    if (!list_tokens(exchange, test)) {
        exchange_refuse(exchange, REFUSED_TOO_LARGE,
                        "too many tokens: at most 1000 in one request");
        return;
    }
    if (!check_test_rate(exchange, test->count))
        return;
    // Counts one more, so that it cannot respond before all tokens have been looked up.
    test->waiting = test->count + 1;
    for (size_t i = 0; i < test->count; i++)
        token_authenticate(exchange->server, test->list[i].token, on_token_known, &test->list[i]);
    send_test_if_complete(exchange);
}
