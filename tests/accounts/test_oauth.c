/* SPDX-License-Identifier: MIT */
#include "accounts/oauth.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/harness_accounts.h"

static struct harness harness;

// ---- where a client may send people ----------------------------------------------------------

static void redirects_to_applications_are_allowed(void **state)
{
    (void)state;
    static const char *const good[] = {"https://app.example/callback",
                                       "https://app.example:8443/cb?x=1&y=%20",
                                       "HTTPS://App.Example/",
                                       "http://localhost/cb",
                                       "http://localhost:8000/",
                                       "http://127.0.0.1:51234/callback",
                                       "http://[::1]:99/x",
                                       "org.lichess.mobile://login-callback",
                                       "com.example.app:/oauth",
                                       "my-board:cb"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (redirect_uri_fault(good[i]))
            fail_msg("%s: %s", good[i], redirect_uri_fault(good[i]));
}

static void redirects_that_could_harm_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "/relative",
                                      "//evil.example/",
                                      "app.example/cb",
                                      "javascript:alert(1)",
                                      "JavaScript:alert(1)",
                                      "data:text/html,x",
                                      "vbscript:x",
                                      "file:///etc/passwd",
                                      "blob:https://a.example/x",
                                      "view-source:https://a.example",
                                      "http://app.example/cb",
                                      "http://localhost.evil.example/",
                                      "http://127.0.0.1.evil.example/",
                                      "http://localhost@evil.example/",
                                      "https://user@evil.example/",
                                      "https://",
                                      "https:///path",
                                      "https://:80/",
                                      "http://localhost:99999/",
                                      "https:app.example",
                                      "https:/evil.example/",
                                      "https:\\\\evil.example/",
                                      "https://app.example\\@evil.example/",
                                      "http://localhost:80@evil.example/",
                                      "http://localhost:abc.evil.example/",
                                      "http://[::1].evil.example/",
                                      "http://[::1]:99x/",
                                      "https://app.example:/",
                                      "https://app.example:123456/",
                                      "https://a]b/",
                                      "https://[::1/",
                                      "https://app.example%2eevil/",
                                      "ms-msdt:/id",
                                      "search-ms:query=x",
                                      "itms-services://?action=download",
                                      "chrome-extension://abc/",
                                      "https://app.example/#fragment",
                                      "https://app.example/\r\nX: y",
                                      "https://app.example/a b",
                                      "https://app.example/\"x",
                                      "https://app.example;x/",
                                      "https://\xc3\xa9.example/",
                                      "1app://x",
                                      "app"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!redirect_uri_fault(bad[i]))
            fail_msg("%s was accepted", bad[i]);
    char long_uri[OAUTH_URI_MAX + 2];
    memset(long_uri, 'a', sizeof long_uri);
    memcpy(long_uri, "https://a.example/", 18);
    long_uri[OAUTH_URI_MAX + 1] = '\0';
    assert_non_null(redirect_uri_fault(long_uri));
}

static void a_policy_names_only_the_origin_or_the_scheme(void **state)
{
    (void)state;
    char source[OAUTH_SOURCE_SIZE];
    redirect_uri_source("https://app.example:8443/cb?x=1", source);
    assert_string_equal(source, "https://app.example:8443");
    redirect_uri_source("com.example.app:/oauth", source);
    assert_string_equal(source, "com.example.app:");
}

static void parameters_are_added_escaped(void **state)
{
    (void)state;
    struct buffer uri = {0};
    buffer_text(&uri, "https://app.example/cb");
    redirect_uri_add(&uri, "code", "oc_x");
    redirect_uri_add(&uri, "empty", "");
    redirect_uri_add(&uri, "state", "a b&c=\r\n\xc3\xa9");
    assert_string_equal(buffer_cstr(&uri),
                        "https://app.example/cb?code=oc_x&state=a%20b%26c%3D%0D%0A%C3%A9");
    buffer_fini(&uri);
}

// ---- requests --------------------------------------------------------------------------------

/* The example of RFC 7636. */
static const char challenge[] = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
static const char verifier[] = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

static struct oauth_request make_request(void)
{
    return (struct oauth_request){.response_type = "code",
                                  .client_id = "my-board",
                                  .redirect_uri = "http://localhost:8000/",
                                  .challenge_method = "S256",
                                  .challenge = challenge,
                                  .scope = "board:play challenge:read",
                                  .username = "",
                                  .state = "xyz"};
}

static void expect_verdict(const struct oauth_request *request, enum oauth_verdict verdict,
                           const char *error)
{
    const struct oauth_check check = oauth_check_request(request);
    assert_int_equal(check.verdict, verdict);
    assert_string_equal(check.error, error);
}

static void a_bad_request_is_refused_with_the_word_of_the_rfc(void **state)
{
    (void)state;
    struct oauth_request request = make_request();
    expect_verdict(&request, OAUTH_VALID, "");
    request.response_type = "token";
    expect_verdict(&request, OAUTH_INVALID, "unsupported_response_type");
    request = make_request();
    request.challenge_method = "plain";
    expect_verdict(&request, OAUTH_INVALID, "invalid_request");
    request = make_request();
    request.challenge = "short";
    expect_verdict(&request, OAUTH_INVALID, "invalid_request");
    request = make_request();
    request.scope = "board:play everything";
    expect_verdict(&request, OAUTH_INVALID, "invalid_scope");
    assert_string_equal(oauth_check_request(&request).why, "unknown scope: everything");
    request = make_request();
    request.client_id = "";
    expect_verdict(&request, OAUTH_UNTRUSTED, "invalid_request");
    request = make_request();
    request.redirect_uri = "javascript:1";
    expect_verdict(&request, OAUTH_UNTRUSTED, "invalid_request");
}

static void scopes_of_lichess_that_we_lack_are_not_granted(void **state)
{
    (void)state;
    struct oauth_request request = make_request();
    request.scope = "study:read board:play web:mobile web:mod";
    const struct oauth_check check = oauth_check_request(&request);
    assert_int_equal(check.verdict, OAUTH_VALID);
    assert_true(check.has_other_scopes);
    assert_int_equal(check.scopes, 1u << SCOPE_BOARD_PLAY);
}

// ---- codes -----------------------------------------------------------------------------------

struct recorded_token {
    unsigned count;
    char error[32], token[SECRET_TEXT_MAX + 1];
    int64_t expires_in;
};

static void record_token(void *context, const struct oauth_token *token)
{
    struct recorded_token *recorded = context;
    recorded->count++;
    snprintf(recorded->error, sizeof recorded->error, "%s", token->error ? token->error : "");
    snprintf(recorded->token, sizeof recorded->token, "%s", token->token ? token->token : "");
    recorded->expires_in = token->expires_in;
}

static struct account_reply issue(void)
{
    const struct oauth_request request = make_request();
    struct account_reply reply = {0};
    oauth_issue_code(harness.server,
                     &(struct oauth_grant){"alice", 1u << SCOPE_BOARD_PLAY, &request},
                     record_secret, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    return reply;
}

static struct recorded_token exchange(struct oauth_exchange request)
{
    struct recorded_token recorded = {0};
    oauth_exchange_code(harness.server, &request, record_token, &recorded);
    harness_settle(&harness);
    assert_int_equal(recorded.count, 1);
    return recorded;
}

static struct oauth_exchange right_exchange(const struct account_reply *code)
{
    return (struct oauth_exchange){"authorization_code", code->secret, "http://localhost:8000/",
                                   "my-board", verifier};
}

static void a_code_is_exchanged_once(void **state)
{
    (void)state;
    harness_add_account(&harness, "Alice", ROLE_PLAYER);
    const struct account_reply code = issue();
    const struct recorded_token token = exchange(right_exchange(&code));
    assert_string_equal(token.error, "");
    assert_int_equal(token.expires_in, 365 * 86400);
    const struct caller caller = harness_token_caller(&harness, token.token);
    assert_string_equal(caller.who.id, "alice");
    assert_int_equal(caller.scopes, 1u << SCOPE_BOARD_PLAY);
    assert_string_equal(exchange(right_exchange(&code)).error, "invalid_grant");
}

static void a_code_that_is_used_twice_revokes_its_token(void **state)
{
    (void)state;
    harness_add_account(&harness, "Alice", ROLE_PLAYER);
    const struct account_reply code = issue(), other = issue();
    const struct recorded_token token = exchange(right_exchange(&code));
    const struct recorded_token stays = exchange(right_exchange(&other));
    assert_string_equal(harness_token_caller(&harness, token.token).who.id, "alice");
    harness_wait(&harness, HOUR);
    struct oauth_exchange thief = right_exchange(&code);
    thief.client_id = "somebody-else";
    assert_string_equal(exchange(thief).error, "invalid_grant");
    assert_string_equal(harness_token_caller(&harness, token.token).who.id, "");
    assert_string_equal(harness_token_caller(&harness, stays.token).who.id, "alice");
}

static void of_two_simultaneous_exchanges_none_keeps_a_token(void **state)
{
    (void)state;
    harness_add_account(&harness, "Alice", ROLE_PLAYER);
    const struct account_reply code = issue();
    const struct oauth_exchange request = right_exchange(&code);
    struct recorded_token tokens[2] = {{0}, {0}};
    for (size_t i = 0; i < 2; i++)
        oauth_exchange_code(harness.server, &request, record_token, &tokens[i]);
    harness_settle(&harness);
    const size_t winner = *tokens[0].error ? 1 : 0;
    assert_string_equal(tokens[winner].error, "");
    assert_string_equal(tokens[!winner].error, "invalid_grant");
    assert_string_equal(harness_token_caller(&harness, tokens[winner].token).who.id, "");
}

static void a_code_is_bound_to_its_request_and_used_up_by_any_attempt(void **state)
{
    (void)state;
    harness_add_account(&harness, "Alice", ROLE_PLAYER);
    for (int i = 0; i < 3; i++) {
        const struct account_reply code = issue();
        struct oauth_exchange request = right_exchange(&code);
        if (i == 0)
            request.client_id = "other";
        if (i == 1)
            request.redirect_uri = "http://localhost:8000/other";
        if (i == 2)
            request.code_verifier = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
        assert_string_equal(exchange(request).error, "invalid_grant");
        assert_string_equal(exchange(right_exchange(&code)).error, "invalid_grant");
    }
}

static void a_code_expires_after_two_minutes(void **state)
{
    (void)state;
    harness_add_account(&harness, "Alice", ROLE_PLAYER);
    const struct account_reply code = issue();
    harness_wait(&harness, 2 * MINUTE);
    assert_string_equal(exchange(right_exchange(&code)).error, "invalid_grant");
}

static void a_bad_exchange_is_named(void **state)
{
    (void)state;
    const struct account_reply code = {.secret = "oc_nothing"};
    struct oauth_exchange request = right_exchange(&code);
    assert_string_equal(exchange(request).error, "invalid_grant");
    request.grant_type = "password";
    assert_string_equal(exchange(request).error, "unsupported_grant_type");
    request = right_exchange(&code);
    request.code_verifier = "short";
    assert_string_equal(exchange(request).error, "invalid_request");
    request = right_exchange(&code);
    request.code = "";
    assert_string_equal(exchange(request).error, "invalid_request");
}

static void an_account_keeps_ten_tokens_of_a_client(void **state)
{
    (void)state;
    harness_add_account(&harness, "Alice", ROLE_PLAYER);
    struct recorded_token tokens[12];
    for (int i = 0; i < 12; i++) {
        const struct account_reply code = issue();
        tokens[i] = exchange(right_exchange(&code));
        harness_wait(&harness, SECOND);
    }
    assert_string_equal(harness_token_caller(&harness, tokens[1].token).who.id, "");
    assert_string_equal(harness_token_caller(&harness, tokens[2].token).who.id, "alice");
}

#define TEST(function) HARNESS_TEST(function, &harness)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redirects_to_applications_are_allowed),
        cmocka_unit_test(redirects_that_could_harm_are_refused),
        cmocka_unit_test(a_policy_names_only_the_origin_or_the_scheme),
        cmocka_unit_test(parameters_are_added_escaped),
        cmocka_unit_test(a_bad_request_is_refused_with_the_word_of_the_rfc),
        cmocka_unit_test(scopes_of_lichess_that_we_lack_are_not_granted),
        TEST(a_code_is_exchanged_once),
        TEST(a_code_that_is_used_twice_revokes_its_token),
        TEST(of_two_simultaneous_exchanges_none_keeps_a_token),
        TEST(a_code_is_bound_to_its_request_and_used_up_by_any_attempt),
        TEST(a_code_expires_after_two_minutes),
        TEST(a_bad_exchange_is_named),
        TEST(an_account_keeps_ten_tokens_of_a_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
