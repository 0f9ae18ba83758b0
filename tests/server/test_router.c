/* SPDX-License-Identifier: MIT */
/* Which handler a request finds, and who may ask it. */
#include "server/router.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>

#include "accounts/tokens.h"
#include "support/board.h"
#include "support/memory_transport.h"
#include "support/people.h"

static struct people people;
static struct memory_transport transport;

static int begin(void **state)
{
    (void)state;
    people_begin(&people);
    people.server.config.public_url = "https://chess.example";
    assert_int_equal(limits_create(&people.server), RK_OK);
    memory_transport_init(&transport);
    return (int)exchanges_create(&people.server);
}

static int end(void **state)
{
    (void)state;
    exchanges_destroy(&people.server);
    limits_destroy(&people.server);
    people_end(&people);
    memory_transport_fini(&transport);
    return 0;
}

/* Sends it and waits for the answer; returns its status. */
static unsigned ask(const struct request *request)
{
    memory_transport_fini(&transport);
    memory_transport_init(&transport);
    server_request(&people.server, request, &transport.transport, people.server.now);
    people_settle(&people);
    assert_int_equal(transport.answers, 1);
    return transport.status;
}

static unsigned get(const char *path)
{
    const struct request request = request_of(METHOD_GET, path);
    return ask(&request);
}

static unsigned post(const char *path)
{
    const struct request request = request_of(METHOD_POST, path);
    return ask(&request);
}

static unsigned get_as(const char *path, const char *authorization)
{
    struct request request = request_of(METHOD_GET, path);
    request.authorization = authorization;
    return ask(&request);
}

/* "Bearer ..." of a new token of a new account. */
static void make_token(unsigned scopes, char *out, size_t size)
{
    struct answered answered = {0};
    people_register(&people, "Anna", "correct horse");
    const struct token_params wanted = {"anna", scopes, "", 0};
    token_create(&people.server, &wanted, answered_secret, &answered);
    people_settle(&people);
    assert_int_equal(answered.refusal, NOT_REFUSED);
    snprintf(out, size, "Bearer %s", answered.secret);
}

static void make_cookie(char *out, size_t size)
{
    const struct answered answered = people_register(&people, "Anna", "correct horse");
    char set[200];
    session_cookie(&people.server, answered.secret, set, sizeof set);
    snprintf(out, size, "%.*s", (int)strcspn(set, ";"), set);
}

static void what_is_not_there_is_404_and_says_so_in_json(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/api/nothing",           "/a/b", "//", "/api//account", "/1/2/3/4/5/6/7/8/9/10",
        "/api/challenge/%zz/show"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(get(paths[i]), 404);
        assert_non_null(strstr(memory_transport_body(&transport), "{\"error\":\""));
    }
}

static void a_word_that_is_too_long_is_nobodys(void **state)
{
    (void)state;
    char path[200] = "/api/user/";
    memset(path + strlen(path), 'a', 100);
    assert_int_equal(get(path), 404);
}

static void a_wrong_method_is_405_and_the_right_ones_are_named(void **state)
{
    (void)state;
    assert_int_equal(get("/api/board/seek"), 405);
    assert_non_null(
        strstr(memory_transport_headers(&transport), "Allow: POST, DELETE, OPTIONS\r\n"));
    assert_int_equal(post("/api/timeline"), 405);
    assert_non_null(strstr(memory_transport_headers(&transport), "Allow: GET, HEAD, OPTIONS\r\n"));
}

static void a_slash_at_the_end_does_not_count(void **state)
{
    (void)state;
    assert_int_equal(get("/api/timeline"), 401);
    assert_int_equal(get("/api/timeline/"), 401);
    assert_int_equal(post("/api/bot/game/abcdefgh/claim-victory/"), 401);
}

static void a_literal_path_goes_before_one_with_words(void **state)
{
    (void)state;
    /* /api/challenge/open takes anybody, /api/challenge/{name} does not */
    assert_int_equal(post("/api/challenge/somebody"), 401);
    struct request request = request_of(METHOD_POST, "/api/challenge/open");
    request.query = "clock.limit=7&clock.increment=0";
    assert_int_equal(ask(&request), 400);
}

static void head_is_answered_as_get(void **state)
{
    (void)state;
    const struct request request = request_of(METHOD_HEAD, "/api/timeline");
    assert_int_equal(ask(&request), 401);
}

static void no_token_or_a_wrong_one_is_401(void **state)
{
    (void)state;
    assert_int_equal(get("/api/timeline"), 401);
    assert_int_equal(get_as("/api/timeline", "Bearer rk_nothing"), 401);
    assert_int_equal(get_as("/api/timeline", "Basic abc"), 401);
    assert_non_null(strstr(memory_transport_body(&transport), "\"error\""));
    assert_non_null(strstr(memory_transport_headers(&transport), "WWW-Authenticate: Bearer\r\n"));
}

static void a_token_without_the_scope_is_403_and_both_are_named(void **state)
{
    (void)state;
    char token[100];
    make_token(1U << SCOPE_BOARD_PLAY | 1U << SCOPE_CHALLENGE_READ, token, sizeof token);
    assert_int_equal(get_as("/api/account/email", token), 403);
    const char *headers = memory_transport_headers(&transport);
    assert_non_null(strstr(headers, "X-OAuth-Scopes: board:play,challenge:read\r\n"));
    assert_non_null(strstr(headers, "X-Accepted-OAuth-Scopes: email:read\r\n"));
    assert_int_equal(get_as("/api/timeline", token), 200);
}

static void a_session_has_every_scope(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    struct request request = request_of(METHOD_GET, "/api/account/email");
    request.cookie = cookie;
    assert_int_equal(ask(&request), 200);
}

static void a_token_cannot_do_what_needs_a_password(void **state)
{
    (void)state;
    char token[100];
    make_token(ALL_SCOPES, token, sizeof token);
    struct request request = request_of(METHOD_POST, "/account/token");
    request.authorization = token;
    assert_int_equal(ask(&request), 403);
}

static void a_guest_has_no_account(void **state)
{
    (void)state;
    people.server.config.guests = true;
    const struct answered guest = people_guest(&people);
    char set[200];
    session_cookie(&people.server, guest.secret, set, sizeof set);
    set[strcspn(set, ";")] = '\0';
    struct request request = request_of(METHOD_GET, "/api/timeline");
    request.cookie = set;
    assert_int_equal(ask(&request), 403);
}

static void a_page_of_another_site_cannot_act_with_the_cookie(void **state)
{
    (void)state;
    static const struct {
        const char *origin, *host;
        unsigned status;
    } cases[] = {{"", "", 200},
                 {"https://chess.example", "", 200},
                 {"http://localhost:8080", "localhost:8080", 200},
                 {"https://evil.example", "localhost:8080", 403},
                 {"https://chess.example.evil.example", "chess.example", 403},
                 {"https://localhost:8080", "localhost:8080", 403},
                 {"://localhost:8080", "localhost:8080", 403},
                 {"null", "localhost:8080", 403}};
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct request request = request_of(METHOD_POST, "/api/account/kid");
        request.cookie = cookie;
        request.origin = cases[i].origin;
        request.host = cases[i].host;
        assert_int_equal(ask(&request), cases[i].status);
    }
}

static void a_password_in_a_link_does_not_open_the_cookie_to_another_site(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    struct request request = request_of(METHOD_POST, "/api/account/kid");
    request.cookie = cookie;
    request.authorization = "Basic eDp5"; // as by http://x:y@localhost:8080/
    request.host = "localhost:8080";
    assert_int_equal(ask(&request), 200);
    request.origin = "https://evil.example";
    assert_int_equal(ask(&request), 403);
}

static void under_tls_a_page_without_it_is_another_site(void **state)
{
    (void)state;
    char cookie[200];
    make_cookie(cookie, sizeof cookie);
    people.server.config.secure = true;
    struct request request = request_of(METHOD_POST, "/api/account/kid");
    request.cookie = cookie;
    request.host = "localhost";
    request.origin = "http://localhost";
    assert_int_equal(ask(&request), 403);
    request.origin = "https://localhost";
    assert_int_equal(ask(&request), 200);
}

static void any_page_may_use_a_token_and_none_the_cookie(void **state)
{
    (void)state;
    char token[100];
    make_token(ALL_SCOPES, token, sizeof token);
    struct request request = request_of(METHOD_GET, "/api/timeline");
    request.origin = "https://other.example";
    request.authorization = token;
    assert_int_equal(ask(&request), 200);
    assert_non_null(
        strstr(memory_transport_headers(&transport), "Access-Control-Allow-Origin: *\r\n"));
    request.authorization = "";
    request.cookie = "rk=1";
    ask(&request);
    assert_null(strstr(memory_transport_headers(&transport), "Access-Control"));
}

static void a_browser_that_asks_first_is_told_what_it_may_send(void **state)
{
    (void)state;
    struct request request = request_of(METHOD_OPTIONS, "/api/challenge/anna");
    request.origin = "https://other.example";
    assert_int_equal(ask(&request), 204);
    const char *headers = memory_transport_headers(&transport);
    assert_non_null(strstr(headers, "Access-Control-Allow-Origin: *\r\n"));
    assert_non_null(strstr(headers, "Access-Control-Allow-Methods: POST, OPTIONS\r\n"));
    assert_non_null(strstr(headers, "Authorization"));
    assert_null(strstr(headers, "Credentials"));
}

static void requests_are_limited_by_address_but_moves_never(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++)
        assert_int_equal(get("/api/timeline"), 401);
    assert_int_equal(get("/api/timeline"), 429);
    assert_non_null(strstr(memory_transport_body(&transport), "\"key\":\"request.address\""));
    for (int i = 0; i < 100; i++)
        assert_int_equal(post("/api/bot/game/abcdefgh/move/e2e4"), 401);
}

static void bad_parameters_are_400(void **state)
{
    (void)state;
    struct request request = request_of(METHOD_GET, "/api/timeline");
    request.query = "nb=%zz";
    assert_int_equal(ask(&request), 400);
}

static void a_server_about_to_stop_begins_nothing(void **state)
{
    (void)state;
    people.server.stopping = true;
    assert_int_equal(get("/api/timeline"), 503);
    assert_non_null(strstr(memory_transport_headers(&transport), "Retry-After: "));
}

static void who_leaves_while_he_is_looked_up_is_forgotten(void **state)
{
    (void)state;
    char token[100];
    make_token(ALL_SCOPES, token, sizeof token);
    people.server.now += 120000; /* what was known of the token is not known any more */
    struct request request = request_of(METHOD_GET, "/api/timeline");
    request.authorization = token;
    struct exchange *exchange =
        server_request(&people.server, &request, &transport.transport, people.server.now);
    assert_non_null(exchange);
    server_request_gone(exchange, people.server.now);
    people_settle(&people);
    assert_int_equal(transport.answers, 0);
    assert_int_equal(exchanges_count(&people.server), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(what_is_not_there_is_404_and_says_so_in_json),
        TEST(a_word_that_is_too_long_is_nobodys),
        TEST(a_wrong_method_is_405_and_the_right_ones_are_named),
        TEST(a_slash_at_the_end_does_not_count),
        TEST(a_literal_path_goes_before_one_with_words),
        TEST(head_is_answered_as_get),
        TEST(no_token_or_a_wrong_one_is_401),
        TEST(a_token_without_the_scope_is_403_and_both_are_named),
        TEST(a_session_has_every_scope),
        TEST(a_token_cannot_do_what_needs_a_password),
        TEST(a_guest_has_no_account),
        TEST(a_page_of_another_site_cannot_act_with_the_cookie),
        TEST(a_password_in_a_link_does_not_open_the_cookie_to_another_site),
        TEST(under_tls_a_page_without_it_is_another_site),
        TEST(any_page_may_use_a_token_and_none_the_cookie),
        TEST(a_browser_that_asks_first_is_told_what_it_may_send),
        TEST(requests_are_limited_by_address_but_moves_never),
        TEST(bad_parameters_are_400),
        TEST(a_server_about_to_stop_begins_nothing),
        TEST(who_leaves_while_he_is_looked_up_is_forgotten),
    };
    return cmocka_run_group_tests_name("the router", tests, NULL, NULL);
}
