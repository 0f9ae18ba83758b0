/* SPDX-License-Identifier: MIT */
/* Registration, login, sessions and tokens over HTTP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "http/exchange.h"
#include "support/board.h"
#include "support/fake_connection.h"
#include "support/harness_accounts.h"

static struct harness harness;
static struct fake_connection connection; /* of the last request */

static int set_up(void **state)
{
    harness_open(*state);
    fake_connection_init(&connection, &harness);
    return 0;
}

static int tear_down(void **state)
{
    harness_close(*state);
    fake_connection_fini(&connection);
    return 0;
}

/* Sends a request to its handler. */
static struct exchange *send_to(handler *handle, const struct caller *caller, const char *type,
                                const char *body)
{
    struct request request = http_request(METHOD_POST, "/", NULL, body);
    request.content_type = type;
    request.user_agent = "Browser/1";
    fake_connection_fini(&connection);
    struct exchange *exchange = exchange_create(harness.server, &request, &connection.transport);
    assert_non_null(exchange);
    assert_int_equal(form_create(&exchange->request, &exchange->form, NULL), RK_OK);
    exchange->caller = *caller;
    handle(exchange);
    return exchange_end_dispatch(exchange) ? exchange : NULL;
}

static const struct caller anonymous;

/* Sends JSON and waits for the response; returns its status. */
static unsigned post(handler *handle, const struct caller *caller, const char *body)
{
    send_to(handle, caller, "application/json", body);
    harness_settle(&harness);
    assert_int_equal(connection.responses, 1);
    return connection.status;
}

static void assert_body_has(const char *substring)
{
    if (!fake_connection_saw(&connection, substring))
        fail_msg("%s is not in %s", substring, fake_connection_body(&connection));
}

/* The owner of the cookie in the last response. */
static struct caller caller_by_cookie(void)
{
    static const char start[] = "Set-Cookie: rookery=";
    const char *at = strstr(fake_connection_headers(&connection), start);
    assert_non_null(at);
    char secret[SECRET_TEXT_MAX + 1] = "";
    memcpy(secret, at + sizeof start - 1, strcspn(at + sizeof start - 1, ";"));
    return harness_session_caller(&harness, secret);
}

static struct caller register_as(const char *name)
{
    char body[100];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a secret\"}", name);
    assert_int_equal(post(account_register_handler, &anonymous, body), 200);
    return caller_by_cookie();
}

// ---- logging in ------------------------------------------------------------------------------

static void registering_returns_the_identity_and_a_cookie(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    assert_string_equal(fake_connection_body(&connection),
                        "{\"ok\":true,\"id\":\"alice\",\"name\":\"Alice\"}");
    assert_string_equal(alice.who.name, "Alice");
    assert_non_null(strstr(fake_connection_headers(&connection), "HttpOnly; SameSite=Lax\r\n"));
    assert_int_equal(
        post(account_login_handler, &anonymous, "{\"name\":\"ALICE\",\"password\":\"a secret\"}"),
        200);
    assert_string_equal(fake_connection_body(&connection),
                        "{\"ok\":true,\"id\":\"alice\",\"name\":\"Alice\"}");
    assert_string_equal(caller_by_cookie().who.id, "alice");
}

static void a_form_works_like_json(void **state)
{
    (void)state;
    send_to(account_register_handler, &anonymous, "application/x-www-form-urlencoded",
            "name=Alice&password=a%20b%26c%20d%20e&email=a%40b.org");
    harness_settle(&harness);
    assert_int_equal(connection.status, 200);
    assert_int_equal(harness_login(&harness, "alice", "a b&c d e").refusal, NOT_REFUSED);
    assert_string_equal(harness_find_account(&harness, "alice").email, "a@b.org");
}

static void an_invalid_field_is_named(void **state)
{
    (void)state;
    assert_int_equal(post(account_register_handler, &anonymous, "{\"password\":\"a secret\"}"),
                     400);
    assert_string_equal(fake_connection_body(&connection),
                        "{\"error\":{\"name\":[\"missing\"]},\"code\":\"field-missing\"}");
    assert_int_equal(
        post(account_register_handler, &anonymous, "{\"name\":\"x\",\"password\":\"a secret\"}"),
        400);
    assert_body_has("{\"error\":{\"name\":[\"a name must have 2 to 20");
    assert_int_equal(
        post(account_register_handler, &anonymous, "{\"name\":\"xavier\",\"password\":\"x\"}"),
        400);
    assert_body_has("{\"error\":{\"password\":[");
    assert_int_equal(post(account_login_handler, &anonymous, "{\"name\":\"xavier\"}"), 400);
    assert_body_has("{\"error\":{\"password\":[");
}

static void errors_have_their_status(void **state)
{
    (void)state;
    register_as("Alice");
    assert_int_equal(post(account_register_handler, &anonymous,
                          "{\"name\":\"alice\",\"password\":\"a secret\"}"),
                     409);
    assert_body_has("taken");
    assert_int_equal(
        post(account_login_handler, &anonymous, "{\"name\":\"alice\",\"password\":\"guess\"}"),
        401);
    harness.work_max = 0;
    assert_int_equal(
        post(account_login_handler, &anonymous, "{\"name\":\"alice\",\"password\":\"a secret\"}"),
        503);
    harness.server->config.registration = false;
    assert_int_equal(post(account_register_handler, &anonymous,
                          "{\"name\":\"bobby\",\"password\":\"a secret\"}"),
                     403);
}

static void login_attempts_are_limited_by_account(void **state)
{
    (void)state;
    register_as("Alice");
    static const char guess[] = "{\"name\":\"Alice\",\"password\":\"guess\"}";
    for (int i = 0; i < 20; i++)
        assert_int_equal(post(account_login_handler, &anonymous, guess), 401);
    assert_int_equal(post(account_login_handler, &anonymous, guess), 429);
    assert_body_has("login.account");
    assert_non_null(strstr(fake_connection_headers(&connection), "Retry-After: 45\r\n"));
    harness_skip(&harness, 45 * SECOND);
    assert_int_equal(post(account_login_handler, &anonymous, guess), 401);
}

/* Logs in from an address, with cookies, and returns the status. */
static unsigned log_in_from(const char *address, const char *cookies, const char *password)
{
    char body[100];
    snprintf(body, sizeof body, "{\"name\":\"Alice\",\"password\":\"%s\"}", password);
    struct request request = http_request(METHOD_POST, "/account/login", NULL, body);
    request.address = address;
    request.cookie = cookies;
    fake_connection_fini(&connection);
    fake_connection_request(&connection, &request);
    return connection.status;
}

static void wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(void **state)
{
    (void)state;
    register_as("Alice");
    for (int i = 0; i < 20; i++)
        assert_int_equal(log_in_from("203.0.113.5", "", "guess"), 401);
    assert_int_equal(log_in_from("203.0.113.5", "", "a secret"), 429);
    assert_int_equal(log_in_from("192.0.2.9", "", "a secret"), 200);
}

static void a_known_device_gets_in_while_many_addresses_guess(void **state)
{
    (void)state;
    static const char start[] = "Set-Cookie: rookery-device=";
    char device[SECRET_TEXT_MAX + 1] = "", cookie[128];
    register_as("Alice");
    assert_int_equal(log_in_from("192.0.2.9", "", "a secret"), 200);
    const char *at = strstr(fake_connection_headers(&connection), start);
    assert_non_null(at);
    memcpy(device, at + sizeof start - 1, SECRET_LETTERS);
    snprintf(cookie, sizeof cookie, "other=1; rookery-device=%s", device);
    unsigned status = 401;
    for (int i = 0; i < 250 && status == 401; i++) {
        char address[32];
        snprintf(address, sizeof address, "203.0.113.%d", i);
        status = log_in_from(address, "", "guess");
    }
    assert_int_equal(status, 429);
    assert_body_has("login.spread");
    assert_int_equal(log_in_from("198.51.100.1", "", "a secret"), 429);
    assert_int_equal(log_in_from("198.51.100.1", cookie, "a secret"), 200);
    assert_null(strstr(fake_connection_headers(&connection), start));   // it has one
    assert_int_equal(log_in_from("198.51.100.1", "", "a secret"), 200); // a known address
    for (int i = 0; i < 25; i++)
        status = log_in_from("198.51.100.2", cookie, "guess");
    assert_int_equal(status, 429);
    assert_body_has("login.device");
}

static void the_owner_is_told_of_a_login_from_a_new_device(void **state)
{
    (void)state;
    const struct fake_response owner =
        harness_request(&harness, METHOD_POST, "/account/register", NULL,
                        "{\"name\":\"Alice\",\"password\":\"a secret\"}");
    assert_int_equal(log_in_from("192.0.2.1", "", "a secret"), 200); // where she registered
    struct fake_response list =
        harness_request(&harness, METHOD_GET, "/api/account/notifications", owner.cookie, NULL);
    assert_null(strstr(list.body, "new device"));
    assert_int_equal(log_in_from("203.0.113.9", "", "a secret"), 200);
    list = harness_request(&harness, METHOD_GET, "/api/account/notifications", owner.cookie, NULL);
    assert_non_null(strstr(list.body, "a new device logged in to your account from 203.0.113.9"));
}

static void registrations_are_limited_by_address_and_invalid_ones_do_not_count(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        assert_int_equal(post(account_register_handler, &anonymous,
                              "{\"name\":\"x\",\"password\":\"a secret\"}"),
                         400);
    char name[8] = "alice0";
    for (int i = 0; i < 5; i++, name[5]++)
        register_as(name);
    assert_int_equal(post(account_register_handler, &anonymous,
                          "{\"name\":\"bobby\",\"password\":\"a secret\"}"),
                     429);
    assert_body_has("account.register");
}

static void a_guest_gets_a_name_and_a_cookie(void **state)
{
    (void)state;
    assert_int_equal(post(account_guest_handler, &anonymous, ""), 200);
    assert_body_has("\"id\":\"~");
    assert_body_has("\"name\":\"Guest-");
    assert_int_equal(caller_by_cookie().who.role, ROLE_GUEST);
}

static void a_client_may_disconnect_while_it_is_served(void **state)
{
    (void)state;
    struct exchange *exchange = send_to(account_register_handler, &anonymous, "application/json",
                                        "{\"name\":\"Alice\",\"password\":\"a secret\"}");
    assert_non_null(exchange);
    exchange_gone(exchange);
    harness_settle(&harness);
    assert_int_equal(connection.responses, 0);
    assert_int_equal(exchanges_count(harness.server), 0);
    assert_int_equal(harness_login(&harness, "alice", "a secret").refusal, NOT_REFUSED);
}

// ---- your own account ------------------------------------------------------------------------

static void logging_out_invalidates_the_cookie(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    const struct account_reply other = harness_login(&harness, "alice", "a secret");
    assert_int_equal(post(account_logout_handler, &alice, "{\"all\":true}"), 200);
    assert_string_equal(fake_connection_body(&connection), "{\"ok\":true}");
    assert_non_null(
        strstr(fake_connection_headers(&connection), "Set-Cookie: rookery=; Path=/; Max-Age=0;"));
    assert_string_equal(harness_session_caller(&harness, other.secret).who.id, "");
}

static void changing_the_password_needs_the_old_one(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    assert_int_equal(
        post(account_password_handler, &alice, "{\"old\":\"guess\",\"new\":\"a better one\"}"),
        403);
    assert_int_equal(post(account_password_handler, &alice, "{\"old\":\"a secret\",\"new\":\"x\"}"),
                     400);
    assert_body_has("{\"error\":{\"new\":[");
    assert_int_equal(
        post(account_password_handler, &alice, "{\"old\":\"a secret\",\"new\":\"a better one\"}"),
        200);
    assert_int_equal(harness_login(&harness, "alice", "a better one").refusal, NOT_REFUSED);
}

static void closing_an_account_needs_the_password(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    assert_int_equal(post(account_close_handler, &alice, "{}"), 400);
    assert_int_equal(post(account_close_handler, &alice, "{\"password\":\"guess\"}"), 403);
    assert_int_equal(post(account_close_handler, &alice, "{\"password\":\"a secret\"}"), 200);
    assert_non_null(strstr(fake_connection_headers(&connection), "Set-Cookie: rookery=;"));
    assert_int_equal(harness_find_account(&harness, "alice").account.status, ACCOUNT_CLOSED);
}

static void sessions_are_listed_for_their_owner(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    assert_int_equal(post(account_sessions_handler, &alice, ""), 200);
    assert_body_has("{\"sessions\":[{\"id\":\"");
    assert_body_has("\",\"created\":1700000000000,\"seen\":1700000000000,\"agent\":\"Browser/1\","
                    "\"address\":\"192.0.2.1\",\"current\":true}]}");
}

// ---- tokens ----------------------------------------------------------------------------------

static void read_token(char out[SECRET_TEXT_MAX + 1])
{
    static const char start[] = "{\"token\":\"";
    assert_memory_equal(fake_connection_body(&connection), start, sizeof start - 1);
    const char *at = fake_connection_body(&connection) + sizeof start - 1;
    const size_t size = strcspn(at, "\"");
    memcpy(out, at, size);
    out[size] = '\0';
}

static void a_new_token_is_found_by_the_token_test(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    char token[SECRET_TEXT_MAX + 1], until[SECRET_TEXT_MAX + 1], body[1000];
    assert_int_equal(post(account_token_handler, &alice,
                          "{\"description\":\"bot\",\"scopes\":\"bot:play,challenge:read\"}"),
                     200);
    read_token(token);
    assert_int_equal(post(account_token_handler, &alice, "{\"expires\":1700000060000}"), 200);
    read_token(until);

    /* sent as plain text; the response keeps the order */
    snprintf(body, sizeof body, "rk_nonsense,%s, %s,%s,\"\\", token, until, token);
    send_to(token_test_handler, &anonymous, "", body);
    harness_settle(&harness);
    assert_int_equal(connection.status, 200);
    snprintf(
        body, sizeof body,
        "{\"rk_nonsense\":null,"
        "\"%s\":{\"userId\":\"alice\",\"scopes\":\"bot:play,challenge:read\",\"expires\":null},"
        "\"%s\":{\"userId\":\"alice\",\"scopes\":\"\",\"expires\":1700000060000},"
        "\"\\\"\\\\\":null}",
        token, until);
    assert_string_equal(fake_connection_body(&connection), body);
}

static void an_empty_token_test_returns_an_empty_object(void **state)
{
    (void)state;
    send_to(token_test_handler, &anonymous, "", "");
    assert_int_equal(connection.status, 200);
    assert_string_equal(fake_connection_body(&connection), "{}");
}

static void at_most_a_thousand_tokens_can_be_tested(void **state)
{
    (void)state;
    char *body = calloc(1, 100000);
    size_t size = 0;
    for (int i = 0; i < 1000; i++)
        size += (size_t)sprintf(body + size, "rk_%043d,", i);
    send_to(token_test_handler, &anonymous, "", body);
    harness_settle(&harness);
    assert_int_equal(connection.status, 200);
    assert_int_equal(strlen(fake_connection_body(&connection)), 2 + 1000 * 53 + 999);
    send_to(token_test_handler, &anonymous, "", body);
    assert_int_equal(connection.status, 429); // they count as several tests
    strcat(body, "one,more");
    send_to(token_test_handler, &anonymous, "", body);
    assert_int_equal(connection.status, 413);
    free(body);
}

static void invalid_token_requests_are_refused(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    assert_int_equal(post(account_token_handler, &alice, "{\"scopes\":\"bot:paly\"}"), 400);
    assert_body_has(
        "{\"error\":{\"scopes\":[\"unknown scope: bot:paly\"]},\"code\":\"scope-unknown\"");
    assert_int_equal(post(account_token_handler, &alice, "{\"expires\":\"soon\"}"), 400);
    assert_body_has("{\"error\":{\"expires\":[");
    assert_int_equal(post(account_token_handler, &alice, "{\"expires\":1}"), 400);
    assert_body_has("{\"error\":{\"expires\":[\"must be in the future");
}

static void a_revoked_token_is_unknown(void **state)
{
    (void)state;
    const struct caller alice = register_as("Alice");
    char token[SECRET_TEXT_MAX + 1];
    post(account_token_handler, &alice, "{}");
    read_token(token);
    const struct caller program = harness_token_caller(&harness, token);
    assert_int_equal(post(token_revoke_handler, &program, ""), 204);
    assert_string_equal(harness_token_caller(&harness, token).who.id, "");
    assert_int_equal(post(token_revoke_handler, &alice, ""), 400);
}

/* Sends a form as a browser without scripts does; returns the status. */
static unsigned submit(const char *path, const char *body, const char *language)
{
    struct request request = http_request(body ? METHOD_POST : METHOD_GET, path, NULL, body);
    request.accept = "text/html,*/*;q=0.8";
    request.accept_language = language;
    fake_connection_fini(&connection);
    fake_connection_init(&connection, &harness);
    fake_connection_request(&connection, &request);
    return connection.status;
}

static void without_scripts_the_forms_answer_with_pages(void **state)
{
    (void)state;
    assert_int_equal(submit("/account/login", NULL, "de"), 200);
    assert_body_has("<form method=\"post\" action=\"/account/login\">");
    assert_body_has("Passwort");
    assert_int_equal(submit("/account/register", "name=Anna&password=short", ""), 400);
    assert_body_has("value=\"Anna\"");
    assert_body_has("a password must have at least 8 characters");
    assert_int_equal(submit("/account/login", "name=Anna", "de"), 400);
    assert_body_has("Name und Passwort werden benötigt.");
    assert_body_has("value=\"Anna\"");
    assert_int_equal(submit("/account/register", "name=Anna&password=sixty-four", ""), 303);
    assert_non_null(strstr(fake_connection_headers(&connection), "Location: /\r\n"));
    assert_non_null(strstr(fake_connection_headers(&connection), "Set-Cookie: "));
    assert_int_equal(submit("/account/login", "name=Anna&password=another1", "es"), 401);
    assert_body_has("El nombre o la contraseña no son correctos.");
    assert_int_equal(submit("/account/login", "name=Anna&password=sixty-four", ""), 303);
}

static void short_addresses_lead_to_the_dialogs(void **state)
{
    (void)state;
    assert_int_equal(submit("/login", NULL, ""), 303);
    assert_non_null(strstr(fake_connection_headers(&connection), "Location: /?login\r\n"));
    assert_int_equal(submit("/register", NULL, ""), 303);
    assert_non_null(strstr(fake_connection_headers(&connection), "Location: /?register\r\n"));
}

#define TEST(function) \
    cmocka_unit_test_prestate_setup_teardown(function, set_up, tear_down, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(registering_returns_the_identity_and_a_cookie),
        TEST(a_form_works_like_json),
        TEST(an_invalid_field_is_named),
        TEST(errors_have_their_status),
        TEST(login_attempts_are_limited_by_account),
        TEST(wrong_passwords_from_elsewhere_do_not_lock_the_owner_out),
        TEST(a_known_device_gets_in_while_many_addresses_guess),
        TEST(the_owner_is_told_of_a_login_from_a_new_device),
        TEST(registrations_are_limited_by_address_and_invalid_ones_do_not_count),
        TEST(a_guest_gets_a_name_and_a_cookie),
        TEST(a_client_may_disconnect_while_it_is_served),
        TEST(logging_out_invalidates_the_cookie),
        TEST(changing_the_password_needs_the_old_one),
        TEST(closing_an_account_needs_the_password),
        TEST(sessions_are_listed_for_their_owner),
        TEST(a_new_token_is_found_by_the_token_test),
        TEST(an_empty_token_test_returns_an_empty_object),
        TEST(at_most_a_thousand_tokens_can_be_tested),
        TEST(invalid_token_requests_are_refused),
        TEST(a_revoked_token_is_unknown),
        TEST(without_scripts_the_forms_answer_with_pages),
        TEST(short_addresses_lead_to_the_dialogs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
